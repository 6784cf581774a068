"""Sets of places as Python ints: bit *i* stands for place *i*.

A whole board is one int, so union, intersection and difference cost a few dozen nanoseconds and a
set can be a dictionary key, a frame's field or part of a saved position without further ado.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NewType

from . import bits
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
    return Places(bits.gather(places))


class Crossing:
    """A set of directed steps between places, made to be applied to a whole set of places at once.

    Steps are grouped by the difference of their place numbers. On a hex grid that gives at most
    eight groups, so `spread` is a handful of shifts whatever the size of the set; on a zone map, where
    there is no such regularity, the neighbours of each place are joined one by one.
    """

    __slots__ = ("_into", "_shifts", "spread", "starts", "targets", "ways")

    _MOST_SHIFTS = 16

    def __init__(self, size: int, steps: Iterable[tuple[int, int]]) -> None:
        ends: dict[int, list[int]] = {}
        shifts: dict[int, list[int]] = {}
        for source, target in steps:
            ends.setdefault(source, []).append(target)
            shifts.setdefault(target - source, []).append(source)
        self.targets: list[int] = [0] * size
        for source, reached in ends.items():
            self.targets[source] = gather(reached)
        self.starts = gather(ends)
        """The places from which some step leads."""
        self._into: dict[int, Places] = {}
        """What `into` has found so far."""
        self._shifts: tuple[tuple[int, int], ...] | None = None
        if len(shifts) <= self._MOST_SHIFTS:
            self._shifts = tuple([(shift, gather(shifts[shift])) for shift in sorted(shifts)])
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
        new._into = self._into.copy()
        shifts = dict(self._shifts or ())
        for source, target in without:
            new.targets[source] &= ~(1 << target)
            if not new.targets[source]:
                starts &= ~(1 << source)
            shifts[target - source] = shifts.get(target - source, 0) & ~(1 << source)
            new._into.pop(target, None)
        for source, target in plus:
            new.targets[source] |= 1 << target
            starts |= 1 << source
            shifts[target - source] = shifts.get(target - source, 0) | 1 << source
            new._into.pop(target, None)
        new.starts = Places(starts)
        new._shifts = tuple(sorted(shifts.items())) if self._shifts is not None else None
        new._set_out()
        return new

    def has(self, source: int, target: int) -> bool:
        """Whether the step from one place to another is in the set."""
        return bool(self.targets[source] >> target & 1)

    def into(self, target: int) -> Places:
        """The places from which one step leads to this one."""
        found = self._into.get(target)
        if found is None:
            found = self._into[target] = self._find_into(target)
        return found

    def _find_into(self, target: int) -> Places:
        if self._shifts is None:
            return gather(source for source in members(self.starts) if self.has(source, target))
        return gather(
            target - shift for shift, sources in self._shifts if target >= shift and sources >> (target - shift) & 1
        )

    def flood(self, start: int, within: int) -> Places:
        """Everything that can be reached from `start` without leaving `within`; `start` included."""
        return Places(self.ways.flood(start, within))

    def rings(self, start: int, within: int, most: int | None = None) -> list[Places]:
        """`start`, then what is one step away, two steps away and so on, within a set."""
        found: list[Any] = self.ways.rings(start, within, -1 if most is None else most)
        return found
