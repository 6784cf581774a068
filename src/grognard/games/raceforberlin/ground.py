"""What bots reckon from the ground alone: who stands where and in what state, but not what he is about to do.

While units are designated, or an attack is planned, the ground does not change; nor does it between one decision and
the next. So what depends on it is remembered by it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, TypeVarTuple

from ...engine.declared import field_values
from .model import GUEST, OOS, REDUCED, R

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

LASTING = REDUCED | OOS | GUEST
"""The flags that belong to the ground; modes, and who has acted or fought, do not."""
MOST_GROUNDS = 200
"""So many grounds are remembered."""


def _ground(g: R) -> dict[Any, Any]:
    """What was reckoned for the ground of a position so far."""
    found: dict[Any, Any] | None = g.memo.get(_ground)
    if found is None:
        of_units, known = g.game.of_units, g.game.grounds
        key = g.setup, of_units(g.where), tuple([flags & LASTING for flags in of_units(g.flags)]), field_values(g.state)
        found = known.get(key)
        if found is None:
            if len(known) >= MOST_GROUNDS:
                known.clear()
            found = known[key] = {}
        g.memo[_ground] = found
    return found


def by_ground(compute: Callable[[R, *Ts], T]) -> Callable[[R, *Ts], T]:
    """Remembers a value that hangs on the ground and further arguments, and is never None."""

    @wraps(compute)
    def cached(g: R, *args: *Ts) -> T:
        known, key = _ground(g), (compute, *args)
        value: T | None = known.get(key)
        if value is None:
            value = known[key] = compute(g, *args)
        return value

    return cached
