"""Stacking: how many units a hex may hold (STK)."""

from __future__ import annotations

from ...engine.derived import derived_by_side
from ...engine.flow import Refusal
from ...engine.pieces import Pieces, each
from ...engine.places import Places
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


@derived_by_side
def crowded(g: M, side: int) -> Crowd:
    """STK.2, STK.3 For each kind of unit the hexes that cannot take one more of it."""
    game = g.game
    size, mine = game.board.size, game.roster.of_side[side]
    full = armies_full = tank_armies_full = 0
    for place, stack in g.here.items():
        stack_of_side = stack & mine
        if not stack_of_side or place >= size:
            continue
        units = (stack_of_side & game.counted).bit_count()
        if side == GERMAN:
            if units >= GERMAN_UNITS:
                full |= 1 << place
        elif units >= RUSSIAN_UNITS:
            full |= 1 << place
        else:
            if (stack_of_side & game.armies).bit_count() >= RUSSIAN_ARMIES:
                armies_full |= 1 << place
            if stack_of_side & game.tank_armies:
                tank_armies_full |= 1 << place
    return {
        "uncounted": Places(0),
        "unit": Places(full),
        "army": Places(full | armies_full),
        "tank army": Places(full | armies_full | tank_armies_full),
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
