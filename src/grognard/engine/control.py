"""Who is where, and zones of control: which places a unit controls, and from where a place is controlled.

A zone of control is a `Crossing`: the steps from a unit's place to the places it controls (not over lakes, not into
flak towers, whatever the game says). Sets of places answer the rest.
"""

from __future__ import annotations

from typing import Any

from .derived import carried_along
from .pieces import each
from .places import Crossing, Places, members
from .position import Position


def _moved(g: Position[Any, Any], side: int, mask: Places, piece: int, origin: int, target: int) -> Places:
    size = g.game.board.size
    if origin < size and not g.here.get(origin, 0) & g.game.roster.of_side[side]:  # type: ignore[call-overload]
        mask = Places(mask ^ 1 << origin)
    return Places(mask | 1 << target) if target < size else mask


@carried_along(_moved, steps=False)
def occupied(g: Position[Any, Any], side: int) -> Places:
    """The places on the map with a piece of this side."""
    where, size = g.where, g.game.board.size
    mask = 0
    for piece in each(g.game.roster.of_side[side]):
        if where[piece] < size:
            mask |= 1 << where[piece]
    return Places(mask)


class ZoneOfControl:
    """Zones of control of one kind of unit on one map."""

    __slots__ = ("exerts", "from_where")

    def __init__(self, exerts: Crossing) -> None:
        self.exerts = exerts
        size = len(exerts.targets)
        self.from_where: list[Places] = [Places(0)] * size
        for place in range(size):
            for target in members(exerts.targets[place]):
                self.from_where[target] = Places(self.from_where[target] | 1 << place)

    def controlled(self, units: int) -> Places:
        """All places in the zone of some unit standing in the set."""
        return self.exerts.spread(units)

    def controls_both(self, a: int, b: int, units: int) -> Places:
        """Those of the units' places that control both places."""
        return Places(self.from_where[a] & self.from_where[b] & units)
