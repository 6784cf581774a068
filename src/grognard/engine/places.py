"""Sets of places as Python ints: bit *i* stands for place *i*.

A whole board is one int, so union, intersection and difference cost a few dozen nanoseconds and a
set can be a dictionary key, a frame's field or part of a saved position without further ado.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Generic, NewType, TypeVar

T = TypeVar("T")

Place = NewType("Place", int)
"""The number of a hex, a zone or a box off the map."""

Places = NewType("Places", int)
"""A set of places."""


def bit(place: int) -> Places:
    """The set that holds one place."""
    return Places(1 << place)


_SINGLE = [1 << i for i in range(4096)]
"""The set of each place alone, as far as boards go: to look one up is cheaper than to make it."""
_CROWDED, _SHARE = 20, 10
"""If one place in ten is in a set, and twenty more, reading it byte by byte is faster than taking its bits off."""


class ByPlace(Generic[T]):
    """Things that there are one of for each place, to be listed for whole sets."""

    __slots__ = ("_bytes", "things")

    def __init__(self, things: Sequence[T]) -> None:
        self.things = things
        self._bytes: dict[int, tuple[T, ...]] = {}
        """The things of each byte that has been met, by its position and value."""

    def of(self, mask: int) -> list[T]:
        """The things of the places of a set, lowest number first."""
        if not mask:
            return []
        length = mask.bit_length()
        if (mask.bit_count() - _CROWDED) * _SHARE > length or length > len(_SINGLE):
            return self._by_bytes(mask)
        things = self.things
        found = []
        # From the top, because what is left then becomes a smaller int each time.
        while mask:
            top = mask.bit_length() - 1
            found.append(things[top])
            mask ^= _SINGLE[top]
        found.reverse()
        return found

    def _by_bytes(self, mask: int) -> list[T]:
        known = self._bytes
        found: list[T] = []
        first = ((mask & -mask).bit_length() - 1) >> 3
        mask >>= 8 * first
        for i, byte in enumerate(mask.to_bytes((mask.bit_length() + 7) >> 3, "little"), first):
            if byte:
                key = i << 8 | byte
                if key not in known:
                    known[key] = tuple(self.things[8 * i + k] for k in range(8) if byte >> k & 1)
                found += known[key]
        return found


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

    __slots__ = ("_down", "_shifts", "_sources", "_up", "starts", "targets")

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
        self._group(shifts if len(shifts) <= self._MOST_SHIFTS else None)

    def _group(self, shifts: dict[int, int] | None) -> None:
        """Keep the places from which steps lead by the difference of the numbers, those up and those down apart."""
        self._shifts = shifts
        self._up = [(shift, sources) for shift, sources in (shifts or {}).items() if shift > 0]
        self._down = [(-shift, sources) for shift, sources in (shifts or {}).items() if shift <= 0]

    @property
    def steps(self) -> int:
        """How many steps there are."""
        return sum(ends.bit_count() for ends in self.targets)

    def changed(self, *, without: Iterable[tuple[int, int]] = (), plus: Iterable[tuple[int, int]] = ()) -> Crossing:
        """The same steps but for a few: much cheaper than to make all of them anew."""
        new: Crossing = Crossing.__new__(Crossing)
        new.targets = self.targets[:]
        starts: int = self.starts
        new._sources = sources = self._ways_back()[:]
        shifts = dict(self._shifts or {})
        for source, target in without:
            new.targets[source] &= ~(1 << target)
            if not new.targets[source]:
                starts &= ~(1 << source)
            shifts[target - source] = shifts.get(target - source, 0) & ~(1 << source)
            sources[target] &= ~(1 << source)
        for source, target in plus:
            new.targets[source] |= 1 << target
            starts |= 1 << source
            shifts[target - source] = shifts.get(target - source, 0) | 1 << source
            sources[target] |= 1 << source
        new.starts = Places(starts)
        new._group(shifts if self._shifts is not None else None)
        return new

    def spread(self, mask: int) -> Places:
        """All places one step away from some place of the set (not the set itself)."""
        reached = 0
        if self._shifts is None:
            while mask:
                low = mask & -mask
                reached |= self.targets[low.bit_length() - 1]
                mask ^= low
            return Places(reached)
        for shift, sources in self._up:
            moving = mask & sources
            if moving:
                reached |= moving << shift
        for shift, sources in self._down:
            moving = mask & sources
            if moving:
                reached |= moving >> shift
        return Places(reached)

    def has(self, source: int, target: int) -> bool:
        """Whether the step from one place to another is in the set."""
        return bool(self.targets[source] >> target & 1)

    def into(self, target: int) -> Places:
        """The places from which one step leads to this one."""
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
        fresh = start & within
        left = within & ~fresh
        while fresh:
            fresh = self.spread(fresh) & left
            left ^= fresh
        return Places(within & ~left)

    def rings(self, start: int, within: int, most: int | None = None) -> list[Places]:
        """`start`, then what is one step away, two steps away and so on, within a set."""
        rings = [Places(start)]
        left = within & ~start
        while most is None or len(rings) <= most:
            fresh = self.spread(rings[-1]) & left
            if not fresh:
                break
            left ^= fresh
            rings.append(Places(fresh))
        return rings
