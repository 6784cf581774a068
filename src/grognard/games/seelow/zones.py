"""Zones of control (4.2): the hexes around a unit that stop its enemies."""

from __future__ import annotations

from ...engine.derived import derived_by_side
from ...engine.pieces import each
from ...engine.places import Places
from .model import DISRUPTED, S
from .terrain import FOOT, MOTZ


@derived_by_side
def zone(g: S, side: int) -> Places:
    """4.21-4.23, 4.25, 4.28 All hexes controlled by a side: by every undisrupted unit but Zhukov."""
    game, where, flags = g.game, g.where, g.flags
    size, foot = game.board.size, game.foot
    on_foot = motorized = 0
    for piece in each(game.roster.of_side[side] & game.with_zone):
        place = where[piece]
        if place >= size or flags[piece] & DISRUPTED:
            continue
        if foot >> piece & 1:
            on_foot |= 1 << place
        else:
            motorized |= 1 << place
    zones = game.map.zones
    return Places(zones[FOOT].controlled(on_foot) | zones[MOTZ].controlled(motorized))


def enemy_zone(g: S, side: int) -> Places:
    """4.24 The hexes controlled by the enemies of a side."""
    return zone(g, 1 - side)
