"""Zones of control, against plain sets."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from grognard.engine.control import ZoneOfControl
from grognard.engine.places import Crossing, gather, members

SIZE = 10
numbers = st.integers(0, SIZE - 1)
exerted = st.lists(st.tuples(numbers, numbers), max_size=40)


@given(exerted, st.sets(numbers), numbers, numbers)
def test_control(steps: list[tuple[int, int]], units: set[int], a: int, b: int) -> None:
    zone = ZoneOfControl(Crossing(SIZE, steps))
    mask = gather(units)
    over_a = {unit for unit in units if (unit, a) in steps}
    over_b = {unit for unit in units if (unit, b) in steps}
    assert set(members(zone.controlled(mask))) == {t for u, t in steps if u in units}
    assert set(members(zone.controls_both(a, b, mask))) == over_a & over_b


def test_a_zone_may_reach_one_way_only() -> None:
    """Out of a tower, not into it."""
    zone = ZoneOfControl(Crossing(2, [(0, 1)]))
    assert members(zone.controlled(0b01)) == [1]
    assert members(zone.controlled(0b10)) == []
    assert members(zone.controls_both(0, 1, 0b10)) == []
