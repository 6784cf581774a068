"""Zones of control (ZOC) and the minimum move (MIN)."""

from __future__ import annotations

import pytest
from tests.games.marshals.helpers import hexes, movement
from tests.support import play, refused, rule, targets, where

from grognard.games.marshals.zones import controlled

# 1012, 1010 and 1011 hold pieces without zones of control: from 0911 only 0910 and 0912 are free.
BOXED = {"1012": "G-B0707", "1010": "G-B0807", "1011": "G-FFO"}


@rule("ZOC.1")
def test_the_zone_is_the_six_neighbours() -> None:
    g = movement({"0811": "G-342"})
    assert hexes(controlled(g, 1)) == {"0711", "0810", "0812", "0910", "0911", "0912"}


@rule("ZOC.1")
def test_the_zone_reaches_into_occupied_hexes_and_over_rivers() -> None:
    g = movement({"1514": "G-342", "1515": "R-13", "1413": "G-344"})
    assert {"1515", "1614", "1413", "1513"} <= hexes(controlled(g, 1))


@rule("ZOC.2")
@pytest.mark.parametrize(
    ("unit", "blocks"),
    [("G-36SS", True), ("G-36SS/disrupted", False), ("G-342/disrupted", True), ("G-RAE/disrupted", False)],
)
def test_weak_disrupted_units_block_nothing(unit: str, blocks: bool) -> None:
    # From 1012 to 0812 two hexes lead through 0912 only.
    g = movement({"0811": unit, "1012": "R-13/disrupted"})
    play(g, "pick R-13")
    assert ("0812" in targets(g, "go")) != blocks
    assert bool(controlled(g, 1)) == blocks


@rule("ZOC.3")
@pytest.mark.parametrize("unit", ["G-FFO", "G-B0707", "G-HIT", "G-TIG"])
def test_units_without_zones(unit: str) -> None:
    g = movement({"0811": unit, "1011": "R-3GT"})
    assert not controlled(g, 1)
    play(g, "pick R-3GT, go 0911, pick R-3GT, go 0912, pick R-3GT")
    assert "0812" in targets(g, "go"), "moving past it is free"


@rule("ZOC.4")
def test_a_unit_that_enters_an_enemy_zone_stops() -> None:
    g = movement({"0811": "G-342", "1012": "R-13/disrupted"})
    play(g, "pick R-13")
    assert refused(g, "go 0812") == "ZOC.4"
    play(g, "go 0912")
    assert refused(g, "pick R-13") == "ZOC.4"


@rule("ZOC.4")
def test_no_way_leads_through_enemy_zones() -> None:
    # A wall of divisions from 0806 to 0812: nothing gets through, though the hexes between them are empty.
    wall = {
        "0807": "G-342",
        "0809": "G-344",
        "0811": "G-275",
        "0813": "G-214",
        "0805": "G-35SS",
        "0815": "G-17",
    }
    g = movement({**wall, "1010": "R-25TK"})
    play(g, "pick R-25TK")
    assert "0710" not in targets(g, "go")
    assert refused(g, "go 0710") == "ZOC.4"


@rule("ZOC.4")
def test_a_unit_may_leave_the_zone_it_starts_in_and_go_on() -> None:
    g = movement({"0811": "G-342", "0911": "R-3GT"})
    play(g, "pick R-3GT")
    assert "1411" in targets(g, "go")


@rule("ZOC.5")
def test_no_step_from_zone_to_zone_of_the_same_enemy() -> None:
    g = movement({"0811": "G-342", "0911": "R-13", **BOXED})
    assert refused(g, "pick R-13") == "ZOC.5", "both free hexes lie in the zone of the same division"
    g = movement({"0811": "G-342", "0911": "R-13"})
    play(g, "pick R-13")
    assert "0912" in targets(g, "go"), "round by 1012 it is a legal move of two hexes"
    play(g, "go 0912")
    assert refused(g, "pick R-13") == "ZOC.4"


@rule("ZOC.5")
def test_why_a_slide_is_refused() -> None:
    g = movement({"0811": "G-342", "0911": "R-13/disrupted", "1012": "G-B0707", "1010": "G-HIT"})
    play(g, "pick R-13")
    refusal = g.why_not("go 0912")
    assert refusal is not None
    assert (refusal.rule, "0811" in refusal.text) == ("ZOC.5", True)


@rule("ZOC.5")
def test_disrupted_weak_units_do_not_hinder_a_slide() -> None:
    g = movement({"0811": "G-36SS/disrupted", "0911": "R-13"})
    play(g, "pick R-13, go 0912, pick R-13")
    assert "0812" in targets(g, "go")


@rule("MIN.1")
def test_one_hex_onto_a_friend_is_always_possible() -> None:
    g = movement({"0811": "G-342", "0911": "R-13", "0912": "R-28", **BOXED})
    play(g, "pick R-13")
    assert targets(g, "go") == {"0912"}
    assert refused(g, "go 0910") == "ZOC.5"
    play(g, "go 0912")
    assert refused(g, "pick R-13") == "ZOC.4", "it is the whole move"


@rule("MIN.1")
def test_hitlers_piece_is_no_friend() -> None:
    """R56 It is no unit; the Frankfurt defenders are."""
    russians = {"0811": "R-13", "1012": "R-28", "1010": "R-3GD", "1011": "R-52"}
    g = movement({**russians, "0911": "G-342", "0912": "G-HIT"}, player=1)
    assert refused(g, "pick G-342") == "ZOC.5"
    g = movement({**russians, "0911": "G-342", "0912": "G-HIT G-FFO"}, player=1)
    assert targets(play(g, "pick G-342"), "go") == {"0912"}


@rule("MIN.1")
def test_a_friend_who_arrived_in_this_phase_will_do() -> None:
    g = movement({"0811": "G-342", "0911": "R-13", "0913": "R-28", **BOXED})
    assert refused(g, "pick R-13") == "ZOC.5"
    play(g, "pick R-28, go 0912, pick R-13, go 0912")
    assert where(g, "R-13") == "0912"


@rule("MIN.1")
def test_a_friend_may_leave_afterwards() -> None:
    g = movement({"0811": "G-342", "0911": "R-13", "0912": "R-28", **BOXED})
    play(g, "pick R-13, go 0912, pick R-28, go 0913")
    assert where(g, "R-28") == "0913"


@rule("MIN.1")
def test_not_for_disrupted_units_nor_beyond_stacking() -> None:
    g = movement({"0811": "G-342", "0911": "R-13/disrupted", "0912": "R-28", **BOXED})
    assert refused(g, "pick R-13") == "ZOC.5"
    g = movement({"0811": "G-342", "0911": "R-13", "0912": "R-28 R-3GD", **BOXED})
    assert refused(g, "pick R-13") == "ZOC.5"


# The 342. in 0811 controls 0911 and 0912. Divisions in 0910 (left) and 0913 (met) make the step possible.
@rule("MIN.2")
@pytest.mark.parametrize(
    ("left", "met", "legal"),
    [
        ("G-344", "G-275", True),
        ("G-344", "", False),
        ("", "G-275", False),
        ("G-344/disrupted", "G-275", False),
        ("G-344", "G-275/disrupted", True),
        ("G-344", "G-36SS/disrupted", False),
    ],
)
def test_one_hex_between_two_enemies(left: str, met: str, legal: bool) -> None:
    g = movement({"0811": "G-342", "0911": "R-13", "0910": left, "0913": met, **BOXED})
    if not legal:
        assert refused(g, "pick R-13") == "ZOC.5"
        return
    play(g, "pick R-13")
    assert targets(g, "go") == {"0912"}


@rule("MIN.2")
def test_not_for_disrupted_units() -> None:
    g = movement({"0811": "G-342", "0911": "R-13/disrupted", "0910": "G-344", "0913": "G-275", **BOXED})
    assert refused(g, "pick R-13") == "ZOC.5"


@rule("MIN.2")
def test_a_stack_cannot_be_slid_along() -> None:
    # Two units of one stack control the same hexes: neither is left nor met.
    g = movement({"0811": "G-342 G-344", "0911": "R-13", **BOXED})
    assert refused(g, "pick R-13") == "ZOC.5"
