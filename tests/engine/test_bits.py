"""The innermost loops in C against the same loops in Python, argument by argument."""

from __future__ import annotations

import json
from importlib.machinery import ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from random import Random
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


class Crossing:
    """What has steps, and knows them backwards."""

    def __init__(self, ways: Any) -> None:
        self.ways = ways

    def into(self, target: int) -> int:
        return sum(1 << source for source, ends in enumerate(self.ways.targets) if ends >> target & 1)


class Dice:
    """Sets and steps that are neither empty nor full, so that there is something to tell apart."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)

    def set(self) -> int:
        """Places at random, few or many."""
        share = self.rng.choice((0.05, 0.3, 0.7, 0.95))
        return sum(1 << place for place in range(SIZE) if self.rng.random() < share)

    def any_set(self) -> int:
        """The same, or all but such a set, or one with places off the map."""
        return self.rng.choice((self.set(), ~self.set(), -1, 0, self.set() | self.set() << 2 * SIZE))

    def steps(self) -> tuple[Any, list[int], int]:
        """Steps by the difference of their numbers, as on a hex map, or any steps at all."""
        targets: list[int] = [0] * SIZE
        shifts: dict[int, int] = {}
        if regular := self.rng.random() < 0.7:
            for shift in self.rng.sample((-61, -31, -30, -12, -1, 1, 11, 29, 30, 60), self.rng.randrange(1, 9)):
                inside = sum(1 << p for p in range(SIZE) if 0 <= p + shift < SIZE)
                shifts[shift] = self.set() & inside
        pairs = [(p, p + shift) for shift, starts in shifts.items() for p in range(SIZE) if starts >> p & 1]
        for source, target in pairs or [(self.place(), self.place()) for _ in range(200)]:
            targets[source] |= 1 << target
        starts = sum(1 << place for place, ends in enumerate(targets) if ends)
        return tuple(sorted(shifts.items())) if regular and pairs else None, targets, starts

    def place(self) -> int:
        """A place of the map."""
        return self.rng.randrange(SIZE)

    def costs(self) -> list[tuple[int, Any]]:
        """Steps by what they cost."""
        return [(self.rng.randrange(1, 5), self.steps()) for _ in range(self.rng.randrange(4))]


@pytest.mark.parametrize("seed", range(150))
def test_steps(both: Any, seed: int) -> None:
    dice = Dice(seed)
    steps = dice.steps()
    plain, in_c = (module.Steps(*steps) for module in both)
    assert (in_c.shifts, in_c.targets, in_c.starts) == steps
    for _ in range(5):
        start, within, most = dice.set(), dice.any_set(), dice.rng.randrange(-1, 9)
        assert in_c.spread(start) == plain.spread(start)
        assert in_c.flood(start, within) == plain.flood(start, within)
        assert in_c.rings(start, within, most) == plain.rings(start, within, most)


@pytest.mark.parametrize("seed", range(300))
def test_fields(both: Any, seed: int) -> None:
    dice = Dice(seed)
    costs, last, start, allowance = dice.costs(), dice.costs(), dice.place(), dice.rng.randrange(-1, 13)
    enter, halt, first = dice.any_set(), dice.any_set(), dice.rng.choice((None, None, dice.any_set()))
    limits = dice.set(), dice.rng.randrange(5), dice.rng.choice((0, dice.set())), dice.rng.randrange(5)
    found = []
    for module in both:
        own, ending = ([(cost, Crossing(module.Steps(*steps))) for cost, steps in kind] for kind in (costs, last))
        layers = module.reach(start, allowance, own, enter, halt, first, *limits)
        stops = module.last_steps(layers, ending, enter, halt, *limits)
        costs_of = [module.cost_of(layers, place) for place in range(SIZE)]
        ways = (
            module.Ways(layers, own, (stops, ending), halt, first, *limits),
            module.Ways(layers, own, None, halt, first, *limits),
        )
        found.append(
            (
                layers,
                stops,
                module.union(layers),
                costs_of,
                module.costs_of(layers, SIZE - 7, 99),
                [[way_to(way, place) for place in range(SIZE)] for way in ways],
            )
        )
    assert found[0] == found[1]
    assert found[0][4] == [99 if cost is None else cost for cost in found[0][3][: SIZE - 7]]


def way_to(ways: Any, place: int) -> Any:
    """A way, or that there is none: dearer than what is free to leave, a field may be left from a place of `hold`."""
    try:
        return ways.to(place)
    except AssertionError:
        return "no way"


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
