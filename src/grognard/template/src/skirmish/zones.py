"""Zones of control (3)."""

from __future__ import annotations

from grognard.api import Places, derived_by_side, occupied

from .model import M


@derived_by_side
def controlled(g: M, side: int) -> Places:
    """3.1 The hexes in the zone of control of some unit of a side."""
    return g.game.map.zoc.controlled(occupied(g, side))
