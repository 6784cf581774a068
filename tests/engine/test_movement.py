"""Cost fields and ways, against a plain search over every legal move."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from contextlib import contextmanager

from hypothesis import given
from hypothesis import strategies as st

from grognard.engine import bits
from grognard.engine.movement import Costs, cost_of, last_steps, reach, union, way, ways
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
    """Spread every layer as a whole, or take its places one by one; compiled loops know one way only."""
    before = getattr(bits, "_FEW", None)
    bits._FEW = -1 if whole else SIZE
    try:
        yield
    finally:
        if before is None:
            del bits._FEW
        else:
            bits._FEW = before


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


def test_ways_to_many_places_are_those_to_each() -> None:
    """In any order of asking: what one way has found out must not mislead another."""
    line = [(n, n + 1) for n in range(11)]
    costs = ((1, Crossing(12, line)), (2, Crossing(12, [(a, a + 2) for a in range(10)])))
    ending = ((1, Crossing(12, [(4, 9), (9, 11)])),)
    limits = {"toll": 0b10100, "toll_points": 2, "hold": 0b1001000, "hold_points": 1}
    layers = reach(0, 14, costs, enter=(1 << 12) - 1, **limits)
    stops = last_steps(layers, ending, enter=(1 << 12) - 1, **limits)
    found = ways(layers, costs, **limits, last=(stops, ending))
    targets = [*members(union(layers)), *reversed(members(union(layers)))]
    assert len(targets) > 10
    for target in targets:
        assert found.to(target) == way(layers, target, costs, **limits, last=(stops, ending))


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


Walk = tuple[tuple[int, ...], int]
"""Where a walk led, the start left out, and what it cost."""


def every_walk(
    steps: Steps, last: Steps, start: int, allowance: int, enter: set[int], zone: set[int], toll: int, hold: int
) -> list[Walk]:
    """All walks that a unit can pay, none of which goes on after a last step: no search, simply all of them."""
    found: list[Walk] = []

    def go(here: int, path: tuple[int, ...], spent: int) -> None:
        for kind, ends in ((steps, False), (last, True)):
            for a, b, basic in kind:
                cost = spent + basic + (toll if b in zone else 0) + (hold if here in zone else 0)
                if a != here or b not in enter or b in path or b == start or cost > allowance:
                    continue
                found.append(((*path, b), cost))
                if not ends:
                    go(b, (*path, b), cost)

    go(start, (), 0)
    return found


few_steps = st.lists(st.tuples(numbers, numbers, st.integers(1, 3)), max_size=24)


@given(
    few_steps, few_steps, numbers, st.integers(0, 8), sets, sets, st.integers(1, 3), st.integers(1, 3), st.booleans()
)
def test_tolls_and_last_steps_are_those_of_all_walks(
    steps: Steps,
    last: Steps,
    start: int,
    allowance: int,
    enter: set[int],
    zone: set[int],
    toll: int,
    hold: int,
    whole: bool,
) -> None:
    """Tolls at both ends of a step and steps that end the move: reach, cost and way against every walk there is."""
    costs, ending, mask = as_costs(steps), as_costs(last), gather(zone)
    limits = {"toll": mask, "toll_points": toll, "hold": mask, "hold_points": hold}
    with layers_taken_whole(whole):
        layers = reach(start, allowance, costs, enter=gather(enter), **limits)
        stops = last_steps(layers, ending, enter=gather(enter), **limits)
    walks = every_walk(steps, last, start, allowance, enter, zone, toll, hold)
    least: dict[int, int] = {}
    for path, cost in walks:
        least[path[-1]] = min(cost, least.get(path[-1], cost))
    both = [a | b for a, b in zip(layers, stops, strict=True)]
    assert {p: cost_of(both, p) for p in members(union(both))} == least
    for target, cost in least.items():
        path = way(layers, target, costs, last=(stops, ending), **limits)
        assert (path, cost) in walks


def test_a_place_reached_sooner_by_a_last_step_is_left_by_the_dearer_way() -> None:
    """From 0 to 2 straight for 1 point and stop, or by 1 for 2 points and on to 3."""
    costs = ((1, Crossing(4, [(0, 1), (1, 2), (2, 3)])),)
    ending = ((1, Crossing(4, [(0, 2)])),)
    layers = reach(0, 3, costs, enter=0b1111)
    stops = last_steps(layers, ending, enter=0b1111)
    assert members(stops[1]) == [2]
    assert way(layers, 2, costs, last=(stops, ending)) == (2,)
    assert way(layers, 3, costs, last=(stops, ending)) == (1, 2, 3)
