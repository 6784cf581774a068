"""The three limits of command chits (0.5, 2.1): how many have been acted upon, how many may be."""

from __future__ import annotations

from .model import LIMITS, K


def limit(g: K, pool: int) -> int:
    """0.5, 2.1a How many command chits of a pool are acted upon this turn."""
    most: int = g.game.track(g.state.turn, LIMITS[pool])
    return most


def is_exhausted(g: K, pool: int) -> bool:
    """2.1b Whether a pool has used up its limit."""
    return g.state.counts[pool] >= limit(g, pool)


def count(g: K, pool: int) -> None:
    """2.1c, 2.1d, R7 One more chit of a pool has been acted upon."""
    _set(g, pool, g.state.counts[pool] + 1)


def exhaust(g: K, pool: int) -> None:
    """RET.10, R50 A pool is finished for the turn."""
    _set(g, pool, max(g.state.counts[pool], limit(g, pool)))


def _set(g: K, pool: int, value: int) -> None:
    counts = list(g.state.counts)
    counts[pool] = value
    g.set(counts=(counts[0], counts[1], counts[2]))
