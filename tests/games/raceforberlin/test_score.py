"""What a position is worth to the bots: Berlin, and the lead."""

from __future__ import annotations

import pytest
from tests.games.raceforberlin.helpers import game, impulse, mask

from grognard.engine import Seat
from grognard.games.raceforberlin.score import _in_berlin, _lead, _tomorrow

ZHUKOV = Seat(0)


def test_a_complete_army_promises_more_in_berlin_than_its_counters_apart() -> None:
    """8.1.2b, 9.2.3 It adds one to the die, and both counters to the strength."""
    together = impulse(1, {"neukoelln": "S-2GTA-1 S-2GTA-2"}, turn=4)
    apart = impulse(1, {"neukoelln": "S-2GTA-1", "friedrichshain": "S-2GTA-2"}, turn=4)
    promised = _tomorrow(together, ZHUKOV, mask("neukoelln"))
    assert promised > _tomorrow(apart, ZHUKOV, mask("neukoelln", "friedrichshain")) > 0


def test_nothing_is_promised_for_the_day_after_the_last() -> None:
    last = impulse(1, {"neukoelln": "S-2GTA-1 S-2GTA-2"}, turn=10)
    assert _tomorrow(last, ZHUKOV, mask("neukoelln")) == 0


def test_who_is_out_of_supply_promises_nothing() -> None:
    """3.1.3 He could not be paid for."""
    starved = impulse(1, {"neukoelln": "S-2GTA-1/oos S-2GTA-2/oos"}, turn=4)
    assert _tomorrow(starved, ZHUKOV, mask("neukoelln")) == 0


def test_the_points_that_make_the_difference_count_for_more_and_late_ones_most() -> None:
    """10.0 The winner needs one more than the other, not many more."""
    pieces = {"bridgehead": "S-8GA-1 S-8GA-2"}
    level, ahead, far_ahead = (_lead(impulse(1, pieces, turn=8, booked=(n, 0)), ZHUKOV) for n in (0, 3, 6))
    assert level == 0
    assert ahead > 2 * (far_ahead - ahead) > 0
    assert ahead > _lead(impulse(1, pieces, turn=4, booked=(3, 0)), ZHUKOV) > 0


def test_the_chance_that_the_americans_reach_berlin_is_exact() -> None:
    """2.2.1, 2.2.9 One step from Tempelhof: two faces of the die on each turn that is left."""
    assert _in_berlin(game, 9, (6, 1, 0), 0) == pytest.approx((1 / 3, 0, 0))
    assert _in_berlin(game, 8, (6, 1, 0), 0) == pytest.approx((1 - (2 / 3) ** 2, 0, 0))
    assert _in_berlin(game, 10, (6, 1, 0), 0) == (0, 0, 0)


def test_a_meeting_on_one_track_saves_the_others_too() -> None:
    """2.2.4 The advance is over for good wherever the two armies meet."""
    free, met = (_in_berlin(game, 8, (5, 4, 0), soviets) for soviets in (0, mask("trebbin")))
    assert free == pytest.approx((1 / 9, 1 / 3 + 2 / 9, 0))
    assert met == pytest.approx((0, 1 / 3 + 1 / 9, 0)), "who meets them in Trebbin spares Zehlendorf the next die"
