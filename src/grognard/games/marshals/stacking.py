"""Stacking: how many units a hex may hold (STK)."""

from __future__ import annotations

from ...engine.control import occupied
from ...engine.derived import carried_along, derived_by_side
from ...engine.flow import Refusal
from ...engine.pieces import Pieces, each
from ...engine.places import Place, Places, members
from .model import GERMAN, Division, M, Stacking

RUSSIAN_UNITS, RUSSIAN_ARMIES, RUSSIAN_TANK_ARMIES = 3, 2, 1
GERMAN_UNITS = 2

Crowd = dict[Stacking, Places]


class Load:
    """What stands in a hex, counted as the limits count it."""

    __slots__ = ("armies", "tank_armies", "units")

    def __init__(self) -> None:
        self.units = 0
        self.armies = 0
        self.tank_armies = 0

    def add(self, unit: Division) -> None:
        """STK.1, R26 Count a unit; a tank army is an army."""
        kind = unit.stacking
        if kind == "uncounted":
            return
        self.units += 1
        if kind != "unit":
            self.armies += 1
            self.tank_armies += kind == "tank army"

    def refuses(self, side: int, kind: Stacking) -> bool:
        """STK.2, STK.3 Whether one more unit of this kind would be too many."""
        if kind == "uncounted":
            return False
        if side == GERMAN:
            return self.units >= GERMAN_UNITS
        if self.units >= RUSSIAN_UNITS:
            return True
        if kind == "unit":
            return False
        return self.armies >= RUSSIAN_ARMIES or (kind == "tank army" and self.tank_armies >= RUSSIAN_TANK_ARMIES)


Filled = tuple[Places, Places, Places]
"""The hexes that can take no more units, no more armies, and no more tank armies."""


def _judged(g: M, side: int, filled: Filled, place: int) -> Filled:
    """STK.2, STK.3 The same with one hex looked at anew."""
    game, one = g.game, 1 << place
    there = g.here.get(Place(place), 0) & game.roster.of_side[side]
    is_full = (there & game.counted).bit_count() >= (GERMAN_UNITS if side == GERMAN else RUSSIAN_UNITS)
    no_army = side != GERMAN and (there & game.armies).bit_count() >= RUSSIAN_ARMIES
    no_tanks = side != GERMAN and bool(there & game.tank_armies)
    units, armies, tank_armies = filled
    return (
        Places(units | one if is_full else units & ~one),
        Places(armies | one if no_army else armies & ~one),
        Places(tank_armies | one if no_tanks else tank_armies & ~one),
    )


def _moved(g: M, side: int, filled: Filled, piece: int, origin: int, target: int) -> Filled:
    for place in (origin, target):
        if place < g.game.board.size:
            filled = _judged(g, side, filled, place)
    return filled


@carried_along(_moved, steps=False)
def _filled(g: M, side: int) -> Filled:
    filled = Places(0), Places(0), Places(0)
    for place in members(occupied(g, side)):
        filled = _judged(g, side, filled, place)
    return filled


@derived_by_side
def crowded(g: M, side: int) -> Crowd:
    """STK.2, STK.3 For each kind of unit the hexes that cannot take one more of it."""
    units, armies, tank_armies = _filled(g, side)
    return {
        "uncounted": Places(0),
        "unit": units,
        "army": Places(units | armies),
        "tank army": Places(units | armies | tank_armies),
    }


def load_of(g: M, pieces: Pieces) -> Load:
    """The load that a set of units makes."""
    load = Load()
    for piece in each(pieces):
        load.add(g.game.roster[piece])
    return load


def refuse_stacking(g: M, piece: int, place: int) -> Refusal | None:
    """STK.2, STK.3 Why a unit may not stand in a hex, if it may not."""
    unit: Division = g.game.roster[piece]
    side = g.game.side_of[piece]
    if not crowded(g, side)[unit.stacking] >> place & 1:
        return None
    where = g.game.place_title(place)
    if side == GERMAN:
        return Refusal(f"{where} holds {GERMAN_UNITS} German units already", "STK.2")
    return Refusal(
        f"{where} cannot take {unit.name}: at most {RUSSIAN_UNITS} units, {RUSSIAN_ARMIES} of them armies and"
        f" {RUSSIAN_TANK_ARMIES} of these a tank army",
        "STK.3",
    )
