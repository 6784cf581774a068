"""Tracing, against a search over every line."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from grognard.engine.places import Crossing, Place, gather, members
from grognard.engine.supply import line, traced

SIZE = 12
Pairs = list[tuple[int, int]]
numbers = st.integers(0, SIZE - 1)
sets = st.sets(numbers)
pairs = st.lists(st.tuples(numbers, numbers), max_size=25)


def both_ways(steps: Pairs) -> Pairs:
    return [*steps, *((b, a) for a, b in steps)]


def shortest(steps: Pairs, start: int, sources: set[int], through: set[int]) -> int | None:
    """The length of the shortest line whose places but the first are open or the source itself."""
    seen = {start}
    ring = {start}
    length = 0
    while ring:
        if ring & sources:
            return length
        ring = {b for a, b in both_ways(steps) if a in ring and (b in through or b in sources)} - seen
        seen |= ring
        length += 1
    return None


@given(pairs, sets, sets, st.one_of(st.none(), st.integers(0, 6)))
def test_traced(steps: Pairs, sources: set[int], through: set[int], limit: int | None) -> None:
    crossing = Crossing(SIZE, both_ways(steps))
    found = set(members(traced(gather(sources), crossing, gather(through), limit)))
    for place in range(SIZE):
        length = shortest(steps, place, sources, through)
        assert (place in found) == (length is not None and (limit is None or length <= limit))


@given(pairs, numbers, sets, sets)
def test_line(steps: Pairs, start: int, sources: set[int], through: set[int]) -> None:
    crossing = Crossing(SIZE, both_ways(steps))
    path = line(Place(start), gather(sources), crossing, gather(through))
    length = shortest(steps, start, sources, through)
    if length is None:
        assert path == ()
        return
    assert len(path) == length + 1
    assert path[0] == start
    assert path[-1] in sources
    assert set(path[1:-1]) <= through
    assert all(crossing.has(a, b) for a, b in pairwise(path))
