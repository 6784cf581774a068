"""The innermost loops in C against the same loops in Python, argument by argument."""

from __future__ import annotations

import json
from importlib.machinery import ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard import compiled

SIZE = 97
"""Places: more than three digits of an int, and not a multiple of them."""


def loaded(name: str, file: str, loader: Any = None) -> ModuleType:
    """A module by its file, whichever build runs."""
    spec = spec_from_file_location(name, file, loader=loader)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def both() -> tuple[ModuleType, ModuleType]:
    """The module in Python and in C."""
    if not (compiled.FOLDER / compiled.LISTED).exists():
        pytest.skip("nothing is compiled here: there is no C compiler, or 'make compile' has not been run")
    listed = json.loads((compiled.FOLDER / compiled.LISTED).read_text("utf-8"))
    library = str(compiled.FOLDER / listed["modules"]["grognard.engine.bits"])
    in_c = loaded("bits", library, ExtensionFileLoader("bits", library))
    return loaded("plain_bits", str(compiled.source_of("grognard.engine.bits"))), in_c


sets = st.integers(0, (1 << SIZE) - 1)
any_sets = sets | sets.map(lambda mask: ~mask) | st.just(-1) | st.integers(0, 1 << 3 * SIZE)
places = st.integers(0, SIZE - 1)
regular = st.lists(st.sampled_from((-31, -30, -12, -1, 1, 11, 29, 30, 60)), max_size=8, unique=True)


@st.composite
def all_steps(draw: st.DrawFn) -> tuple[Any, list[int], int]:
    """Steps by the difference of their numbers, as on a hex map, or any steps at all."""
    targets, shifts = [0] * SIZE, {}
    if draw(st.booleans()):
        for shift in draw(regular):
            inside = sum(1 << p for p in range(SIZE) if 0 <= p + shift < SIZE)
            shifts[shift] = draw(sets) & inside
            for place in range(SIZE):
                if shifts[shift] >> place & 1:
                    targets[place] |= 1 << place + shift
        return tuple(sorted(shifts.items())), targets, _starts(targets)
    for source, target in draw(st.lists(st.tuples(places, places), max_size=60)):
        targets[source] |= 1 << target
    return None, targets, _starts(targets)


def _starts(targets: list[int]) -> int:
    return sum(1 << place for place, ends in enumerate(targets) if ends)


class Crossing:
    """What has steps."""

    def __init__(self, ways: Any) -> None:
        self.ways = ways


@given(all_steps(), sets, any_sets, any_sets, st.integers(-1, 9))
def test_steps(both: Any, steps: Any, mask: int, start: int, within: int, most: int) -> None:
    plain, in_c = (module.Steps(*steps) for module in both)
    assert in_c.spread(mask) == plain.spread(mask)
    assert (in_c.shifts, in_c.targets, in_c.starts) == steps
    start = max(start, 0) & (1 << SIZE) - 1
    assert in_c.flood(start, within) == plain.flood(start, within)
    assert in_c.rings(start, within, most) == plain.rings(start, within, most)


points = st.integers(0, 4)
prices = st.lists(st.tuples(st.integers(1, 4), all_steps()), max_size=3)


limiting = st.tuples(sets, points, sets, points)


@given(prices, prices, places, st.integers(-1, 12), any_sets, any_sets, st.none() | any_sets, limiting)
def test_fields(
    both: Any, costs: Any, last: Any, start: int, allowance: int, enter: int, halt: int, first: Any, limits: Any
) -> None:
    found = []
    for module in both:
        own, ending = ([(cost, Crossing(module.Steps(*steps))) for cost, steps in kind] for kind in (costs, last))
        layers = module.reach(start, allowance, own, enter, halt, first, *limits)
        found.append((layers, module.last_steps(layers, ending, enter, halt, *limits)))
    assert found[0] == found[1]


@given(st.integers(0, (1 << 200) - 1))
def test_things(both: Any, mask: int) -> None:
    things = [f"{number}" for number in range(200)]
    plain, in_c = (module.ByPlace(things) for module in both)
    assert in_c.of(mask) == plain.of(mask) == [things[i] for i in range(200) if mask >> i & 1]
    assert in_c.things == plain.things == things


def test_nonsense_is_refused_and_never_a_crash(both: Any) -> None:
    bits = both[1]
    steps = bits.Steps(((1, 1),), [2, 0], 1)
    crossing = Crossing(steps)
    for wrong in (
        lambda: bits.Steps(None, [2, "x"], 1),
        lambda: bits.Steps([(1, 1)], [2], 1),
        lambda: bits.Steps(((1,),), [2], 1),
        lambda: steps.__init__(None, [], 0),
        lambda: steps.spread("x"),
        lambda: steps.flood(1),
        lambda: steps.flood(1, 1 << 400_000),
        lambda: steps.rings(1, 1, 1 << 70),
        lambda: bits.Steps.__new__(bits.Steps).starts,
        lambda: bits.ByPlace.__new__(bits.ByPlace).of(1),
        lambda: bits.ByPlace([1, 2]).of(4),
        lambda: bits.ByPlace([1, 2]).of(-1),
        lambda: bits.reach(0, 3, [(0, crossing)], 3, 0, None, 0, 1, 0, 1),
        lambda: bits.reach(0, 3, [(1, steps)], 3, 0, None, 0, 1, 0, 1),
        lambda: bits.reach(-1, 3, [], 3, 0, None, 0, 1, 0, 1),
        lambda: bits.reach(1 << 40, 3, [], 3, 0, None, 0, 1, 0, 1),
        lambda: bits.reach(0, 1 << 40, [], 3, 0, None, 0, 1, 0, 1),
        lambda: bits.reach(0, 3, [(1, crossing)], 3, 0, None, 1, -5, 1, 1),
        lambda: bits.reach(0, 3, [(1, crossing)], 3, 0, None, 1, 1, 1, -5),
        lambda: bits.reach(0, 3, [(1, crossing)] * 99, 3, 0, None, 0, 1, 0, 1),
        lambda: bits.last_steps([], [(1, crossing)], 3, 0, 0, 1, 0, 1),
        lambda: bits.last_steps([1, None], [(1, crossing)], 3, 0, 0, 1, 0, 1),
    ):
        with pytest.raises((TypeError, ValueError, IndexError, AttributeError, OverflowError)):
            wrong()
