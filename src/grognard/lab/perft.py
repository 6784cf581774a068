"""Perft: the number of action sequences to a depth from a position, luck included.

A change in it is a change in the rules.
"""

from __future__ import annotations

from typing import Any

from ..engine.position import Position


def perft(g: Position[Any, Any], depth: int) -> int:
    """How many sequences of so many actions there are."""
    actions = g.actions()
    if depth <= 1:
        return len(actions) if depth == 1 else 1
    total = 0
    for action in actions:
        after = g.copy()
        after.apply(action)
        total += perft(after, depth - 1)
    return total
