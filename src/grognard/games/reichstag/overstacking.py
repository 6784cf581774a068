"""Overstacking (10.5): a hex that is found too full, which happens only in positions built by hand."""

from __future__ import annotations

from ...engine.flow import Action, Ask, Refusal, Seat
from ...engine.pieces import Piece, Pieces, each
from ...engine.places import Place
from .model import BF, GERMAN, UF, Decide, R, Work, controller, front, kill, name_of, other
from .stacking import overstacked


def excess(g: R) -> tuple[Place, int] | None:
    """10.5 The first hex that holds too many units of one side, and that side."""
    for place in sorted(g.here):
        for side in (BF, UF, GERMAN):
            if place < g.game.board.size and overstacked(g, side, g.here[place]):
                return place, side
    return None


class Overstacking(Work):
    """10.5 Units are eliminated until every hex is within the limits."""

    def run(self, g: R) -> None:
        """Ask for one unit after another."""
        found = excess(g)
        if found is None:
            g.end()
        else:
            g.call(RemoveExcess(*found))


class RemoveExcess(Decide):
    """10.5 The owner chooses a unit to be eliminated."""

    place: Place
    side: int

    def units(self, g: R) -> Pieces:
        """The units to choose from."""
        return Pieces(g.here.get(self.place, 0) & g.game.roster.of_side[self.side])

    def seat(self, g: R) -> Seat:
        """The owner; for the Reichstag garrison, which has none, the player whose Front is not at it (16.10)."""
        owner = controller(g, each(self.units(g))[0])
        return other(front(g)) if owner is None else owner

    def ask(self, g: R) -> Ask:
        """The question."""
        prompt = f"{g.game.place_title(self.place)} holds too many units: which one is eliminated?"
        return Ask(prompt=prompt, rule="10.5", places=(self.place,))

    def choices(self, g: R) -> list[Action]:
        """Any unit there."""
        return g.acts("remove", each(self.units(g)))

    def refusal(self, g: R, action: Action) -> Refusal | None:
        """Why a unit cannot be chosen."""
        piece: Piece = action.args[0]
        if self.units(g) >> piece & 1:
            return None
        return Refusal(f"{name_of(g, piece)} is not in the overstacked hex", "10.5")

    def on_remove(self, g: R, unit: Piece) -> None:
        """It is eliminated."""
        kill(g, unit, rule="10.5", how="is eliminated: too many units in the hex")
        g.end()
