"""What a position is worth to the bots: Berlin, and the lead."""

from __future__ import annotations

from tests.games.raceforberlin.helpers import impulse, mask

from grognard.engine import Seat
from grognard.games.raceforberlin.score import _lead, _tomorrow

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
