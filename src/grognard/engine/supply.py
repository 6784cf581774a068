"""Tracing: whether a place is joined to a source by a line of a given length through open places."""

from __future__ import annotations

from .places import Crossing, Place, Places, iterate


def traced(sources: int, steps: Crossing, through: int, limit: int | None = None) -> Places:
    """All places from which a line leads to a source.

    The line runs through the set `through` (its far end, the unit's own place, need not lie in it) and is at
    most `limit` steps long. The steps must lead both ways.
    """
    if limit is None:
        inner: int = steps.flood(sources, through | sources)
    elif limit:
        inner = 0
        for ring in steps.rings(sources, through, limit - 1):
            inner |= ring
    else:
        return Places(sources)
    return Places(inner | steps.spread(inner))


def line(start: Place, sources: int, steps: Crossing, through: int) -> tuple[Place, ...]:
    """A shortest line from a place to a source, both ends included; empty where there is none."""
    rings = steps.rings(1 << start, through | sources | 1 << start)
    for length, ring in enumerate(rings):
        if ring & sources:
            return _walk_back(rings[: length + 1], ring & sources, steps)
    return ()


def _walk_back(rings: list[Places], ends: int, steps: Crossing) -> tuple[Place, ...]:
    path = [next(iterate(ends))]
    for ring in reversed(rings[:-1]):
        path.append(next(p for p in iterate(ring) if steps.has(p, path[-1])))
    return tuple(reversed(path))
