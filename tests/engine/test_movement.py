"""Cost fields and ways, against a plain search over every legal move."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from contextlib import contextmanager

from hypothesis import given
from hypothesis import strategies as st

from grognard.engine import movement
from grognard.engine.movement import Costs, cost_of, reach, union, way
from grognard.engine.places import Crossing, gather, members

SIZE = 12
Steps = list[tuple[int, int, int]]
"""From, to, cost."""

numbers = st.integers(0, SIZE - 1)
sets = st.sets(numbers)
all_steps = st.lists(st.tuples(numbers, numbers, st.integers(1, 4)), max_size=60)
firsts = st.one_of(st.none(), sets)


def as_costs(steps: Steps) -> Costs:
    return [(c, Crossing(SIZE, [(a, b) for a, b, cost in steps if cost == c])) for c in (1, 2, 3, 4)]


def least_costs(
    steps: Steps,
    start: int,
    allowance: int,
    enter: set[int],
    halt: set[int],
    first: set[int] | None,
    toll: set[int],
) -> dict[int, int]:
    """Dijkstra, as in a textbook."""
    found: dict[int, int] = {}
    queue = [(0, start)]
    while queue:
        spent, here = heapq.heappop(queue)
        if here in found:
            continue
        found[here] = spent
        if here in halt and spent:
            continue
        for a, b, basic in steps:
            cost = basic + (b in toll)
            if a != here or b not in enter or spent + cost > allowance:
                continue
            if not spent and first is not None and b not in first:
                continue
            heapq.heappush(queue, (spent + cost, b))
    return found


@contextmanager
def layers_taken_whole(whole: bool) -> Iterator[None]:
    """Spread every layer as a whole, or take its places one by one, whatever its size."""
    before = movement._FEW
    movement._FEW = -1 if whole else SIZE
    try:
        yield
    finally:
        movement._FEW = before


@given(all_steps, numbers, st.integers(0, 9), sets, sets, firsts, sets, st.booleans())
def test_reach_is_dijkstras(
    steps: Steps,
    start: int,
    allowance: int,
    enter: set[int],
    halt: set[int],
    first: set[int] | None,
    toll: set[int],
    whole: bool,
) -> None:
    with layers_taken_whole(whole):
        layers = reach(
            start,
            allowance,
            as_costs(steps),
            enter=gather(enter),
            halt=gather(halt),
            first=None if first is None else gather(first),
            toll=gather(toll),
        )
    expected = least_costs(steps, start, allowance, enter, halt, first, toll)
    assert {p: c for c, layer in enumerate(layers) for p in members(layer)} == expected
    assert {p: cost_of(layers, p) for p in range(SIZE)} == {p: expected.get(p) for p in range(SIZE)}
    assert set(members(union(layers))) == set(expected) - {start}


@given(all_steps, numbers, st.integers(0, 9), sets, sets, firsts, sets)
def test_ways_are_legal_and_cost_what_the_field_says(
    steps: Steps,
    start: int,
    allowance: int,
    enter: set[int],
    halt: set[int],
    first: set[int] | None,
    toll: set[int],
) -> None:
    costs = as_costs(steps)
    mask, dear = None if first is None else gather(first), gather(toll)
    layers = reach(start, allowance, costs, enter=gather(enter), halt=gather(halt), first=mask, toll=dear)
    for target in members(union(layers)):
        path = way(layers, target, costs, halt=gather(halt), first=mask, toll=dear)
        assert path[-1] == target
        assert set(path) <= enter
        assert not set(path[:-1]) & halt
        assert first is None or path[0] in first
        spent = 0
        here = start
        for there in path:
            spent += min(cost for a, b, cost in steps if (a, b) == (here, there)) + (there in toll)
            here = there
        assert spent == cost_of(layers, target)


def test_the_first_step_is_limited_on_the_way_too() -> None:
    """Straight from 0 to 2 costs 2, but the first step must go to 1."""
    costs = ((1, Crossing(3, [(0, 1), (1, 2)])), (2, Crossing(3, [(0, 2)])))
    for order in (costs, costs[::-1]):
        layers = reach(0, 2, order, enter=0b111, first=0b010)
        assert way(layers, 2, order, first=0b010) == (1, 2)


def test_there_is_no_way_out_of_reach() -> None:
    costs = ((1, Crossing(3, [(0, 1)])),)
    layers = reach(0, 5, costs, enter=0b111)
    assert way(layers, 2, costs) == ()
    assert way(layers, 0, costs) == ()


def test_a_unit_may_leave_its_own_place_though_it_is_in_the_halt_set() -> None:
    costs = ((1, Crossing(3, [(0, 1), (1, 2)])),)
    layers = reach(0, 5, costs, enter=0b111, halt=0b011)
    assert [members(layer) for layer in layers[:3]] == [[0], [1], []]
    assert way(layers, 1, costs, halt=0b011) == (1,)
