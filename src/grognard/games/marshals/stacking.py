"""Stacking: how many units a hex may hold (STK)."""

from __future__ import annotations

from ...engine.flow import Refusal
from ...engine.pieces import Pieces, each
from ...engine.places import Place, Places
from ...engine.position import derived_by_side
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
    units: list[Division] = g.game.roster.units
    size = g.game.board.size
    loads: dict[Place, Load] = {}
    for piece in each(g.game.roster.of_side[side]):
        place = g.where[piece]
        if place < size:
            load = loads.get(place)
            if load is None:
                load = loads[place] = Load()
            load.add(units[piece])
    full: dict[Stacking, int] = {"uncounted": 0, "unit": 0, "army": 0, "tank army": 0}
    for place, load in loads.items():
        for kind in full:
            if load.refuses(side, kind):
                full[kind] |= 1 << place
    return {kind: Places(mask) for kind, mask in full.items()}


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
