"""What a position is worth to the bots: Berlin, and the lead."""

from __future__ import annotations

import pytest
from tests.games.raceforberlin.helpers import game, impulse, levels, mask, step, zone
from tests.support import play

from grognard.bots import make_bot
from grognard.engine import Seat
from grognard.engine.view import view
from grognard.games.raceforberlin.score import (
    _berlin,
    _besides_control,
    _entry,
    _expected,
    _in_berlin,
    _lead,
    _soviets,
    _tomorrow,
)
from grognard.games.raceforberlin.weights import RaceWeights

ZHUKOV = Seat(0)
WEIGHTS: RaceWeights = game.weights


def mask_of(*units: str) -> int:
    """The set of some units."""
    return sum(1 << game.names.piece(unit) for unit in units)


def test_a_complete_army_promises_more_in_berlin_than_its_counters_apart() -> None:
    """8.1.2b, 9.2.3 It adds one to the die, and both counters to the strength."""
    together = impulse(1, {"neukoelln": "S-2GTA-1 S-2GTA-2"}, turn=4)
    apart = impulse(1, {"neukoelln": "S-2GTA-1", "friedrichshain": "S-2GTA-2"}, turn=4)
    promised = _tomorrow(together, ZHUKOV, mask("neukoelln"))
    assert promised > _tomorrow(apart, ZHUKOV, mask("neukoelln", "friedrichshain")) > 0


def test_nothing_is_promised_for_the_day_after_the_last() -> None:
    last = impulse(1, {"neukoelln": "S-2GTA-1 S-2GTA-2"}, turn=10)
    assert _tomorrow(last, ZHUKOV, mask("neukoelln")) == 0


def test_who_is_cut_off_promises_nothing_who_is_merely_marked_does() -> None:
    """3.1.3 No roll could be paid for tomorrow; but today's marker is gone by then if the line is open."""
    ring = {"kw": "G-303", "strausberg": "G-20PzGr", "zossen": "G-404"}
    army = {"neukoelln": "S-2GTA-1/oos S-2GTA-2/oos"}
    assert _tomorrow(impulse(1, army | ring, turn=4), ZHUKOV, mask("neukoelln")) == 0
    assert _tomorrow(impulse(1, army, turn=4), ZHUKOV, mask("neukoelln")) > 0


def test_the_rear_pays_for_the_rolls_in_berlin() -> None:
    """3.2.2b Units in the rear are put out of supply for support points, after the replacement point has been used."""
    rear = "S-61-1 S-61-2 S-1POL-1 S-1POL-2 S-47-1 S-47-2 S-69-1 S-69-2 S-33-1 S-33-2 S-3-1 S-3-2 S-3SHA-1 S-3SHA-2"
    berlin = {"neukoelln": "S-2GTA-1 S-2GTA-2", "friedrichshain": "S-8GA-1 S-8GA-2"}
    g = step("replacements", {"kuestrin": rear, "triebel": "S-13-1"} | berlin, turn=5)
    staff = make_bot("staff", game, 1)
    answers = []
    while g.to_decide == ZHUKOV:
        answers.append(staff.choose(view(g, ZHUKOV)))
        g = play(g, answers[-1])
    assert answers[0] == "convert"
    assert [a.split("-")[0] for a in answers[1:]] == ["starve S"] * 3 + ["end"], "two rolls, each with its extra point"
    assert not {"starve S-2GTA-1", "starve S-2GTA-2", "starve S-8GA-1", "starve S-8GA-2"} & set(answers)


def test_a_shortage_costs_more_the_nearer_a_unit_is_to_its_goals() -> None:
    """3.1.3 Who has nothing to do is not missed."""
    near, far = ({zone: "S-8GA-1 S-8GA-2"} for zone in ("strausberg", "kuestrin"))
    starved = [dict.fromkeys(pieces, "S-8GA-1/oos S-8GA-2/oos") for pieces in (near, far)]
    prices = [
        _soviets(impulse(1, well), ZHUKOV) - _soviets(impulse(1, short), ZHUKOV)
        for well, short in zip((near, far), starved, strict=True)
    ]
    assert prices[0] > 3 * prices[1] > 0


def test_a_counter_enters_berlin_where_its_sister_can_follow() -> None:
    """9.2 Alone it lays a claim and no more; with its sister near, or inside already, it promises a roll."""
    piece, target = game.names.piece("S-2GTA-1"), zone("neukoelln")
    alone, followed, joining = (
        _entry(impulse(1, {"kw": "S-2GTA-1", "neukoelln": "G-303"} | sister, turn=4), piece, target)
        for sister in ({"kuestrin": "S-2GTA-2"}, {"friedrichshain": "S-2GTA-2"}, {"neukoelln": "G-303 S-2GTA-2"})
    )
    assert alone == WEIGHTS.contested
    assert followed > alone + 0.5
    assert joining > followed - WEIGHTS.contested


def test_no_roll_is_promised_to_who_enters_berlin_without_a_line() -> None:
    """3.1.1b, 9.2.2a Units out of supply make no roll; a claim that nobody can follow up is worth little."""
    ring = {"strausberg": "G-303", "beeskow": "G-20PzGr", "zossen": "G-404", "bernau": "G-606"}
    army = {"kw": "S-2GTA-1 S-2GTA-2"}
    piece, target = game.names.piece("S-2GTA-1"), zone("neukoelln")
    assert _entry(impulse(1, army | ring, turn=4), piece, target) == WEIGHTS.forlorn < WEIGHTS.contested
    assert _entry(impulse(1, army, turn=4), piece, target) > WEIGHTS.contested
    inside = {"neukoelln": "S-2GTA-1 S-2GTA-2"}
    held, cut_off = (_berlin(impulse(1, inside | more, turn=10), ZHUKOV) for more in ({}, {**ring, "kw": "G-712"}))
    assert held - cut_off == pytest.approx(WEIGHTS.contested - WEIGHTS.forlorn)


def test_a_roll_in_berlin_is_worth_what_its_points_do_to_the_lead() -> None:
    """10.0 The same progress counts for more in a close race than in one that is decided."""
    army = {"neukoelln": "S-2GTA-1 S-2GTA-2"}
    units = mask_of("S-2GTA-1", "S-2GTA-2")
    first = levels(neukoelln=1)
    close, decided = (
        _expected(impulse(1, army, turn=8, levels=first, booked=(0, k)), "city", units, zone("neukoelln"))
        for k in (2, 14)
    )
    assert close > 2 * decided > 0


def test_a_first_level_on_the_last_day_is_worth_nothing() -> None:
    """9.1.4 It makes no points, and there is no tomorrow."""
    army = {"neukoelln": "S-2GTA-1 S-2GTA-2"}
    assert _besides_control(impulse(1, army, turn=9), ZHUKOV, zone("neukoelln"), 1) > 0
    assert _besides_control(impulse(1, army, turn=10), ZHUKOV, zone("neukoelln"), 1) == 0


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
