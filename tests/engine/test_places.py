"""Sets of places as ints, against plain Python sets."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from grognard.engine.places import Crossing, bit, gather, iterate, members

Steps = list[tuple[int, int]]

SIZE = 40
WIDTH = 8


@st.composite
def hex_like(draw: st.DrawFn) -> Steps:
    """Most of the steps of a hex grid: few differences, many steps."""
    shifts = (1, -1, WIDTH, -WIDTH, WIDTH + 1, -WIDTH - 1)
    every = [(a, a + s) for a in range(SIZE) for s in shifts if 0 <= a + s < SIZE]
    lost = draw(st.sets(st.sampled_from(every), max_size=30))
    return [step for step in every if step not in lost]


numbers = st.integers(0, SIZE - 1)
zone_like = st.lists(st.tuples(numbers, numbers), max_size=50)
"""Any steps at all: usually more differences than a grid has."""
steps_of_both_kinds = st.one_of(hex_like(), zone_like)
sets = st.sets(numbers)


def naive_spread(steps: Steps, places: set[int]) -> set[int]:
    return {b for a, b in steps if a in places}


def test_both_ways_of_spreading_are_met() -> None:
    regular = Crossing(SIZE, [(a, a + 1) for a in range(SIZE - 1)])
    irregular = Crossing(SIZE, [(a, a * a % SIZE) for a in range(SIZE)])
    assert regular._shifts is not None
    assert irregular._shifts is None


@given(st.one_of(sets, st.sets(st.integers(0, 9000), min_size=1)))
def test_a_set_round_trips(places: set[int]) -> None:
    mask = gather(places)
    assert members(mask) == sorted(places) == list(iterate(mask))
    assert mask == sum(bit(p) for p in places)


@given(steps_of_both_kinds, sets)
def test_spread(steps: Steps, places: set[int]) -> None:
    crossing = Crossing(SIZE, steps)
    assert set(members(crossing.spread(gather(places)))) == naive_spread(steps, places)


@given(steps_of_both_kinds, numbers, numbers)
def test_has(steps: Steps, a: int, b: int) -> None:
    assert Crossing(SIZE, steps).has(a, b) == ((a, b) in steps)


@given(steps_of_both_kinds, numbers)
def test_into(steps: Steps, target: int) -> None:
    assert set(members(Crossing(SIZE, steps).into(target))) == {a for a, b in steps if b == target}


@given(steps_of_both_kinds, zone_like, zone_like, sets, st.booleans())
def test_changed(steps: Steps, without: Steps, plus: Steps, places: set[int], asked_before: bool) -> None:
    """A crossing with a few other steps is the one made of them; whether ways back were asked for does not matter."""
    crossing = Crossing(SIZE, steps)
    if asked_before:
        crossing.into(0)
    changed = crossing.changed(without=without, plus=plus)
    now = [step for step in steps if step not in without] + plus
    assert set(members(changed.spread(gather(places)))) == naive_spread(now, places)
    assert set(members(changed.starts)) == {a for a, _ in now}
    for target in range(SIZE):
        assert set(members(changed.into(target))) == {a for a, b in now if b == target}
        assert set(members(crossing.into(target))) == {a for a, b in steps if b == target}


@given(steps_of_both_kinds, sets, sets)
def test_flood(steps: Steps, start: set[int], within: set[int]) -> None:
    reached = start & within
    while True:
        more = reached | (naive_spread(steps, reached) & within)
        if more == reached:
            break
        reached = more
    assert set(members(Crossing(SIZE, steps).flood(gather(start), gather(within)))) == reached


@given(steps_of_both_kinds, sets.filter(bool), sets, st.one_of(st.none(), st.integers(0, 5)))
def test_rings(steps: Steps, start: set[int], within: set[int], most: int | None) -> None:
    expected = [start]
    seen = set(start)
    while most is None or len(expected) <= most:
        ring = (naive_spread(steps, expected[-1]) & within) - seen
        if not ring:
            break
        seen |= ring
        expected.append(ring)
    rings = Crossing(SIZE, steps).rings(gather(start), gather(within), most)
    assert [set(members(ring)) for ring in rings] == expected
