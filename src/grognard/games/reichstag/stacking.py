"""Stacking (10.0): how many units a hex may hold."""

from __future__ import annotations

from ...engine.control import occupied
from ...engine.derived import carried_along
from ...engine.flow import Action, Ask, Refusal, Seat
from ...engine.pieces import Piece, Pieces, each
from ...engine.places import Place, Places, members
from .model import BF, GERMAN, UF, Decide, R, controller, kill, phasing_seat

GERMAN_UNITS = 3
SOVIET_UNITS = 2


def _after_a_move(
    g: R, side: int, full: tuple[Places, Places], piece: int, origin: int, target: int
) -> tuple[Places, Places]:
    for place in (origin, target):
        if place < g.game.board.size:
            full = _looked_at(g, side, full, place)
    return full


def _looked_at(g: R, side: int, full: tuple[Places, Places], place: int) -> tuple[Places, Places]:
    """The crowded hexes, with one hex judged anew."""
    here, units = 1 << place, g.here.get(Place(place), 0) & g.game.roster.of_side[side]
    count = units.bit_count()
    if side == GERMAN:
        small = large = count >= GERMAN_UNITS
    else:
        small = count >= SOVIET_UNITS
        large = small or bool(units & g.game.large)
    return Places(full[0] | here if small else full[0] & ~here), Places(full[1] | here if large else full[1] & ~here)


@carried_along(_after_a_move)
def crowded(g: R, side: int) -> tuple[Places, Places]:
    """10.2, 10.3 The hexes that cannot take one more small unit, and those that cannot take one more large one."""
    full = (Places(0), Places(0))
    for place in members(occupied(g, side)):
        full = _looked_at(g, side, full, place)
    return full


def no_room_for(g: R, piece: int) -> Places:
    """10.4 The hexes that a unit may not even pass because they are full."""
    return crowded(g, g.game.side_of[piece])[g.game.large >> piece & 1]


def refuse_stacking(g: R, piece: int, place: int) -> Refusal | None:
    """10.2, 10.3 Why a unit may not stand in a hex, if it may not."""
    if not no_room_for(g, piece) >> place & 1:
        return None
    where = g.game.place_title(place)
    if g.game.side_of[piece] == GERMAN:
        return Refusal(f"{where} holds {GERMAN_UNITS} German units already", "10.3")
    return Refusal(f"{where} may hold two Soviet units, of which only one is a corps or a division", "10.2")


def overstacked(g: R, side: int, stack: Pieces) -> bool:
    """10.2, 10.3, 10.5 Whether units of one side are too many for a hex."""
    units = stack & g.game.roster.of_side[side]
    if side == GERMAN:
        return units.bit_count() > GERMAN_UNITS
    return units.bit_count() > SOVIET_UNITS or (units & g.game.large).bit_count() > 1


# -- too many in a hex ---------------------------------------------------------------------------


def crowds(g: R) -> Places:
    """10.5 The overstacked hexes; play never makes one, but a position built by hand may."""
    mask = 0
    for place, pieces in g.here.items():
        if place < g.game.board.size and any(overstacked(g, side, pieces) for side in (BF, UF, GERMAN)):
            mask |= 1 << place
    return Places(mask)


class Overstacked(Decide):
    """10.5 The owner removes units of his choice until no hex holds too many."""

    def first(self, g: R) -> Place:
        """The hex dealt with now."""
        return members(crowds(g))[0]

    def too_many(self, g: R) -> Pieces:
        """The units of which one has to go: where two large ones are the trouble, one of these."""
        units = Pieces(g.here[self.first(g)] & g.game.units)
        limit = GERMAN_UNITS if units & g.game.roster.of_side[GERMAN] else SOVIET_UNITS
        return units if units.bit_count() > limit else Pieces(units & g.game.large)

    def seat(self, g: R) -> Seat:
        """The player who commands the units; for the Reichstag garrison the phasing player."""
        owner = controller(g, each(self.too_many(g))[0])
        return phasing_seat(g) if owner is None else owner

    def ask(self, g: R) -> Ask:
        where = self.first(g)
        return Ask(prompt=f"{g.game.place_title(where)} is overstacked: remove a unit.", rule="10.5", places=(where,))

    def choices(self, g: R) -> list[Action]:
        """The units of the hex."""
        return g.acts("remove", each(self.too_many(g)))

    def refusal(self, g: R, action: Action) -> Refusal | None:
        """Why a unit cannot be the one."""
        if self.too_many(g) >> action.args[0] & 1:
            return None
        return Refusal("removing that unit does not mend the overstacked hex", "10.5")

    def on_remove(self, g: R, unit: Piece) -> None:
        """10.5 The unit is eliminated."""
        kill(g, unit, rule="10.5")
        if not crowds(g):
            g.end()
