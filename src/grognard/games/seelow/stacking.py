"""Stacking (4.1): three German points or one Soviet unit in a hex, at every moment but in a retreat."""

from __future__ import annotations

from ...engine.derived import carried_along
from ...engine.flow import Refusal
from ...engine.pieces import each
from ...engine.places import Place, Places
from .model import GERMAN, S, name_of

LIMIT = (1, 3)
"""4.12, 4.13 Points that a hex can hold, by side; Zhukov counts none."""

NO_BATTALION = (1, 2)
"""The points from which on a unit that counts two no longer fits; no Soviet unit does."""

Room = tuple[Places, Places, Places]
"""The hexes without room for a unit of no, one and two points."""


def load_of(g: S, place: int, side: int) -> int:
    """4.12-4.14 The points of one side in a hex; markers never count."""
    points = g.game.points
    return sum(points[piece] for piece in each(g.here.get(Place(place), 0) & g.game.roster.of_side[side]))


def _changed(g: S, side: int, room: Room, piece: int, origin: int, target: int) -> Room:
    _, one, two = room
    for place in (origin, target):
        if place < g.game.board.size:
            bit, load = 1 << place, load_of(g, place, side)
            one = Places(one | bit if load >= LIMIT[side] else one & ~bit)
            two = Places(two | bit if load >= NO_BATTALION[side] else two & ~bit)
    return Places(0), one, two


@carried_along(_changed)
def no_room(g: S, side: int) -> Room:
    """4.12, 4.13 Where a unit of so many points would be one too many."""
    one = two = 0
    for place in g.here:
        if place < g.game.board.size and g.here[place] & g.game.roster.of_side[side]:
            load = load_of(g, place, side)
            one |= (load >= LIMIT[side]) << place
            two |= (load >= NO_BATTALION[side]) << place
    return Places(0), Places(one), Places(two)


def full_for(g: S, piece: int) -> Places:
    """4.11 The hexes that a unit would overstack."""
    return no_room(g, g.game.side_of[piece])[g.game.points[piece]]


def refuse_stacking(g: S, piece: int, place: int) -> Refusal | None:
    """4.12, 4.13 Why a unit may not be in a hex, if it may not."""
    if not full_for(g, piece) >> place & 1:
        return None
    where = g.game.place_title(place)
    if g.game.side_of[piece] == GERMAN:
        return Refusal(f"{where} cannot take {name_of(g, piece)}: at most 3 points, a battalion counting 2", "4.12")
    return Refusal(f"{where} holds a Soviet unit already", "4.13")
