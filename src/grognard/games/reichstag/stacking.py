"""Stacking (10.0): how many units a hex may hold."""

from __future__ import annotations

from ...engine.flow import Refusal
from ...engine.pieces import Pieces
from ...engine.places import Places
from ...engine.position import derived_by_side
from .model import GERMAN, R

GERMAN_UNITS = 3
SOVIET_UNITS = 2


@derived_by_side
def crowded(g: R, side: int) -> tuple[Places, Places]:
    """10.2, 10.3 The hexes that cannot take one more small unit, and those that cannot take one more large one."""
    game = g.game
    size, mine = game.board.size, game.roster.of_side[side]
    full = full_for_large = 0
    most = GERMAN_UNITS if side == GERMAN else SOVIET_UNITS
    for place, stack in g.here.items():
        units = stack & mine
        if not units or place >= size:
            continue
        if units.bit_count() >= most:
            full |= 1 << place
        elif side != GERMAN and units & game.large:
            full_for_large |= 1 << place
    return Places(full), Places(full | full_for_large)


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
