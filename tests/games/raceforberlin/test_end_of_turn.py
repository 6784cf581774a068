"""The End of Turn Phase (5) and victory (10)."""

from __future__ import annotations

import pytest
from tests.games.raceforberlin.helpers import dice, fight, impulse, levels, mask, step
from tests.support import flagged, play, refused, rule, targets, texts, where

from grognard.games.raceforberlin.end_of_turn import end_modifier
from grognard.games.raceforberlin.victory import points, tally

RING = {
    "wedding": "S-47-1", "prenzlauer_berg": "S-5SHA-1", "friedrichshain": "S-8GA-1", "neukoelln": "S-1GTA-1",
    "tempelhof": "S-3GTA-1", "zehlendorf": "S-4GTA-1",
}  # fmt: skip


@rule("5.1a")
def test_free_moves() -> None:
    g = step("end", {"beeskow": "S-69-1 S-69-2/turned S-33-1/oos"})
    assert targets(g, "pick") == {"S-69-1"}
    play(g, "pick S-69-1")
    assert "go fuerstenwalde" in texts(g), "the Spree does not matter"
    assert "frankfurt" in targets(g, "go")
    assert "lebus" not in targets(g, "go")
    play(g, "go fuerstenwalde")
    assert where(g, "S-69-1") == "fuerstenwalde"


@rule("5.1b")
def test_limits_of_the_free_move() -> None:
    g = play(step("end", {"zossen": "S-13-1"}), "pick S-13-1")
    assert refused(g, "go tempelhof") == "5.1b"
    german = play(step("end", {"seelow": "G-303"}, turn=3), "pick G-303")
    assert refused(german, "go letschin") == "5.1b"
    play(german, "permission, roll 3")
    assert refused(german, "go letschin") == "5.1b"
    assert "go lebus" in texts(german)
    free = play(step("end", {"seelow": "G-303"}, turn=3), "pick G-303, permission, roll 4")
    assert "go letschin" in texts(free)


@rule("5.1c")
def test_the_order_of_free_moves() -> None:
    g = step("end", {"kuestrin": "S-8GA-1", "triebel": "S-13-1", "seelow": "G-303", "calau": "G-344"})
    found = []
    while g.frame.title == "FreeMove":
        found.append(next(iter(targets(g, "pick"))))
        play(g, "end")
    assert found == ["S-8GA-1", "S-13-1", "G-303", "G-344"]


@rule("5.2a")
def test_when_the_end_is_tested() -> None:
    assert dice(step("end-test", RING, turn=7)) == "End of the game"
    assert dice(step("end-test", RING, turn=6)) != "End of the game"
    assert dice(step("end-test", {k: v for k, v in RING.items() if k != "wedding"}, turn=8)) != "End of the game"


@rule("5.2b", "5.2c")
def test_worked_example_21() -> None:
    state = levels(wedding=2, prenzlauer_berg=2, friedrichshain=3, neukoelln=1, tempelhof=0, zehlendorf=4)
    g = step("end-test", RING, turn=8, levels=state)
    assert end_modifier(g) == 6
    assert play(g.copy(), "roll 3").outcome is not None
    assert play(g.copy(), "roll 2").outcome is None


@rule("5.2c", "10.0")
def test_turn_10_is_the_last() -> None:
    g = step("end-test", {"kuestrin": "S-8GA-1"}, turn=10, booked=(2, 1))
    assert g.outcome is not None
    assert (g.outcome.winner, g.outcome.rule) == (0, "10.0")
    draw = step("end-test", {"kuestrin": "S-8GA-1"}, turn=10, booked=(1, 1))
    assert draw.outcome is not None
    assert draw.outcome.winner is None


@rule("5.3", "5.6")
def test_turning_back_and_the_next_turn() -> None:
    g = step("end-test", {"kuestrin": "S-8GA-1/turned"}, turn=3)
    assert not flagged(g, "S-8GA-1", "turned")
    assert g.state.turn == 4


@rule("5.5a")
def test_discarding_a_chit() -> None:
    g = step("discards", {"hand-zhukov": "C7", "hand-koniev": "C1"})
    assert texts(g) == {"keep", "discard C7"}
    play(g, "discard C7")
    assert where(g, "C7") == "cup"
    kept = play(step("discards", {"hand-zhukov": "C7"}), "keep")
    assert where(kept, "C7") == "hand-zhukov"


@rule("5.5b")
def test_chit_1_is_not_discarded() -> None:
    g = step("discards", {"hand-koniev": "C1 C7"})
    assert refused(g, "discard C1") == "5.5b"
    nobody = step("discards", {"hand-koniev": "C1"})
    assert nobody.frame.title != "Discard"


@rule("10.1.1", "7.3.4a")
def test_territory() -> None:
    g = step("replacements", RING, levels=levels(tempelhof=2, wedding=1), held=(mask("frankfurt"), mask("cottbus")))
    assert (points(g, 0), points(g, 1)) == (2, 4)
    assert sorted(t.value for t in tally(g, 1).terms) == ["1", "3"]


@rule("10.2.1")
def test_worked_example_28() -> None:
    g = impulse(2, {"zossen": "S-13-1 S-13-2", "luebben": "S-3GA-1 S-3GA-2"})
    assert refused(g, "shell S-3GA-1") == "10.2.1"
    play(g, "shell S-13-1, done")
    assert points(g, 1) == 1
    assert flagged(g, "S-13-1", "turned")
    later = play(impulse(1, {"bernau": "S-8GA-1"}, shelled=True), "shell S-8GA-1, done")
    assert points(later, 0) == 0


@rule("10.2.2")
def test_first_progress() -> None:
    pieces = {"tempelhof": "S-8GA-1/combat S-8GA-2/combat"}
    g = play(fight(1, pieces, support=(2, 0)), "city tempelhof, fight, roll 6")
    assert g.state.booked == (2, 0)
    again = play(fight(1, pieces, support=(2, 0), entered=True), "city tempelhof, fight, roll 6")
    assert again.state.booked == (0, 0)


@rule("10.2.3a", "10.2.3b")
@pytest.mark.parametrize(("state", "ring", "winner"), [
    ({"wedding": 4, "tempelhof": 3}, True, 0), ({"wedding": 4, "tempelhof": 4}, True, None),
    ({"wedding": 3}, True, None), ({"wedding": 4}, False, None), ({"tempelhof": 5, "wedding": 4}, True, 1),
])  # fmt: skip
def test_the_highest_progress(state: dict[str, int], ring: bool, winner: int | None) -> None:
    pieces = RING if ring else {k: v for k, v in RING.items() if k != "neukoelln"}
    g = step("end-test", pieces, turn=10, levels=levels(**state))
    assert g.state.booked == tuple(5 if camp == winner else 0 for camp in (0, 1))


@rule("9.1.5a", "9.1.5b", "9.1.5E")
@pytest.mark.parametrize(("before", "lost", "booked"), [(3, 6, -3), (1, 3, -3), (0, 3, -3)])
def test_worked_example_22(before: int, lost: int, booked: int) -> None:
    pieces = {"tempelhof": "S-8GA-1", "bernau": "S-5SHA-1"}
    g = impulse(1, pieces, levels=levels(tempelhof=before))
    total = points(g, 0)
    play(g, "move S-8GA-1, done, pick S-8GA-1, go neukoelln")
    assert g.state.levels == levels()
    assert points(g, 0) == total - lost
    assert g.state.booked == (booked, 0)


@rule("9.1.5b")
def test_losses_are_not_leaving() -> None:
    g = fight(3, {"tempelhof": "S-61-1/reduced G-18PzGr/combat"}, turn=7)
    play(g, "city tempelhof, fight, roll 6")
    assert where(g, "S-61-1") == "dead"
    assert g.state.booked == (0, 0)


@rule("9.1.5b")
def test_a_zone_that_is_entered_again_is_not_left() -> None:
    pieces = {"tempelhof": "S-8GA-1", "neukoelln": "S-8GA-2 S-5SHA-1", "frankfurt": "G-286"}
    g = play(impulse(1, pieces), "move S-8GA-1, move S-8GA-2, done")
    play(g, "pick S-8GA-1, go zehlendorf, pick S-8GA-2, go tempelhof")
    assert points(g, 0) == 0


@rule("9.1.5b")
def test_a_zone_is_paid_for_once() -> None:
    g = play(impulse(1, {"tempelhof": "S-8GA-1", "kuestrin": "S-5SHA-1"}), "move S-8GA-1, done")
    play(g, "pick S-8GA-1, go neukoelln")
    assert points(g, 0) == -3
    play(g, "done, done, done")
    assert points(g, 0) == -3
