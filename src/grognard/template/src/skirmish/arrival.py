"""Reinforcements (6)."""

from __future__ import annotations

from typing import ClassVar

from grognard.api import Ask, ChoosePlace, Piece, Pieces, Place, Places, Refusal, band, each, occupied

from .model import M, Work, name_of


def due(g: M) -> Pieces:
    """6.1 The phasing player's units whose turn has come."""
    waiting = g.here.get(g.game.reserve, 0) & g.game.roster.of_side[g.state.player]
    return band(piece for piece in each(waiting) if g.game.roster[piece].arrival <= g.state.turn)


def free_entries(g: M) -> Places:
    """6.1 The entry hexes of the phasing player without a unit."""
    return Places(g.game.map.entry[g.state.player] & ~occupied(g, 0) & ~occupied(g, 1))


class Arrival(Work):
    """6.1 Unit after unit arrives, as long as there is room; the others wait for the next turn."""

    def run(self, g: M) -> None:
        """Ask for the next unit, or end the phase."""
        waiting = due(g)
        if waiting and free_entries(g):
            g.call(Arrive(each(waiting)[0]))
        else:
            g.end()


class Arrive(ChoosePlace):
    """6.1 The player chooses the hex; a single one is not asked about."""

    verb: ClassVar[str] = "put"
    forced: ClassVar[bool] = True

    unit: Piece

    def ask(self, g: M) -> Ask:
        """Where it arrives."""
        return Ask(prompt=f"Where does {name_of(g, self.unit)} arrive?", rule="6.1", pieces=(self.unit,))

    def places(self, g: M) -> Places:
        """The free entry hexes."""
        return free_entries(g)

    def why_not(self, g: M, place: Place) -> Refusal:
        """Why it cannot arrive there."""
        if not g.game.map.entry[g.state.player] >> place & 1:
            return Refusal("reinforcements arrive in the entry hexes of their side", "6.1")
        return Refusal("a unit is there", "6.1")

    def on_put(self, g: M, target: Place) -> None:
        """It is there, and may move in this turn."""
        g.place(self.unit, target, how="arrives", cause="arrival", rule="6.1")
        g.end()
