"""Sets of places as Python ints: bit *i* stands for place *i*.

A whole board is one int, so union, intersection and difference cost a few dozen nanoseconds and a
set can be a dictionary key, a frame's field or part of a saved position without further ado.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NewType

from .bits import ByPlace as ByPlace
from .bits import Steps

Place = NewType("Place", int)
"""The number of a hex, a zone or a box off the map."""

Places = NewType("Places", int)
"""A set of places."""


def bit(place: int) -> Places:
    """The set that holds one place."""
    return Places(1 << place)


members = ByPlace([Place(i) for i in range(1 << 14)]).of
"""The places of a set, lowest number first."""


def iterate(mask: int) -> Iterator[Place]:
    """Like `members`, one after another, for loops that often stop early."""
    while mask:
        low = mask & -mask
        yield Place(low.bit_length() - 1)
        mask ^= low


def gather(places: Iterable[int]) -> Places:
    """The set of the given places."""
    mask = 0
    for place in places:
        mask |= 1 << place
    return Places(mask)


class Crossing:
    """A set of directed steps between places, made to be applied to a whole set of places at once.

    Steps are grouped by the difference of their place numbers. On a hex grid that gives at most
    eight groups, so `spread` is a handful of shifts whatever the size of the set; on a zone map, where
    there is no such regularity, the neighbours of each place are joined one by one.
    """

    __slots__ = ("_amended", "_shifts", "_sources", "spread", "starts", "targets", "ways")

    _MOST_SHIFTS = 16

    def __init__(self, size: int, steps: Iterable[tuple[int, int]]) -> None:
        self.targets: list[int] = [0] * size
        shifts: dict[int, int] = {}
        starts = 0
        for source, target in steps:
            self.targets[source] |= 1 << target
            starts |= 1 << source
            shifts[target - source] = shifts.get(target - source, 0) | 1 << source
        self.starts = Places(starts)
        """The places from which some step leads."""
        self._sources: list[int] | None = None
        self._amended: dict[int, int] = {}
        """Of `into`, what is otherwise than in `_sources`: those are shared with the crossing that was changed."""
        self._shifts: tuple[tuple[int, int], ...] | None = None
        if len(shifts) <= self._MOST_SHIFTS:
            self._shifts = tuple(sorted(shifts.items()))
        self._set_out()

    def _set_out(self) -> None:
        """Hand the steps over to the innermost loops."""
        self.ways = Steps(self._shifts, self.targets, self.starts)
        self.spread: Callable[[int], Places] = self.ways.spread  # type: ignore[assignment]
        """All places one step away from some place of a set (not the set itself)."""

    @property
    def steps(self) -> int:
        """How many steps there are."""
        return sum(ends.bit_count() for ends in self.targets)

    def changed(self, *, without: Iterable[tuple[int, int]] = (), plus: Iterable[tuple[int, int]] = ()) -> Crossing:
        """The same steps but for a few: much cheaper than to make all of them anew."""
        new: Crossing = Crossing.__new__(Crossing)
        new.targets = self.targets[:]
        starts: int = self.starts
        new._sources, new._amended = self._ways_back(), self._amended.copy()
        shifts = dict(self._shifts or ())
        for source, target in without:
            new.targets[source] &= ~(1 << target)
            if not new.targets[source]:
                starts &= ~(1 << source)
            shifts[target - source] = shifts.get(target - source, 0) & ~(1 << source)
            new._amended[target] = new.into(target) & ~(1 << source)
        for source, target in plus:
            new.targets[source] |= 1 << target
            starts |= 1 << source
            shifts[target - source] = shifts.get(target - source, 0) | 1 << source
            new._amended[target] = new.into(target) | 1 << source
        new.starts = Places(starts)
        new._shifts = tuple(sorted(shifts.items())) if self._shifts is not None else None
        new._set_out()
        return new

    def has(self, source: int, target: int) -> bool:
        """Whether the step from one place to another is in the set."""
        return bool(self.targets[source] >> target & 1)

    def into(self, target: int) -> Places:
        """The places from which one step leads to this one."""
        if target in self._amended:
            return Places(self._amended[target])
        return Places((self._sources or self._ways_back())[target])

    def _ways_back(self) -> list[int]:
        """For each place those from which a step leads to it; made when it is first asked for."""
        if self._sources is not None:
            return self._sources
        sources = [0] * len(self.targets)
        for source in members(self.starts):
            for end in members(self.targets[source]):
                sources[end] |= 1 << source
        self._sources = sources  # whole, because several threads may ask
        return sources

    def flood(self, start: int, within: int) -> Places:
        """Everything that can be reached from `start` without leaving `within`; `start` included."""
        return Places(self.ways.flood(start, within))

    def rings(self, start: int, within: int, most: int | None = None) -> list[Places]:
        """`start`, then what is one step away, two steps away and so on, within a set."""
        found: list[Any] = self.ways.rings(start, within, -1 if most is None else most)
        return found
