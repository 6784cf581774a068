"""Movement and zones of control (2, 3), reinforcements (6), the option (9)."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.games import load_game

GAME = load_game("skirmish")
rule = pytest.mark.rule


def offers(g: Any, verb: str) -> set[str]:
    """What can be done with a verb now."""
    return {action.text.partition(" ")[2] for action in g.actions() if action.verb == verb}


@rule("2.1")
def test_a_unit_moves_once_as_far_as_its_points_go() -> None:
    g = GAME.position({"0103": "B1 ", "0108": "BH"}, phase="movement")
    g.play("pick B1")
    assert "0503" not in offers(g, "go")  # 1 + 1 + 2 for the hills at 0403, and one more
    assert str(g.why_not("go 0503")) == "2.2: it is further than 4 movement points"
    assert str(g.why_not("go reserve")) == "2.1: units move on the map only"
    g.play("go 0303")
    assert str(g.why_not("pick B1")) == "2.1: 1st Rifles has moved in this turn"
    assert offers(g, "pick") == {"BH"}


@rule("2.1")
def test_only_own_units_on_the_map_move() -> None:
    g = GAME.position({"0103": "B1", "0903": "R1"}, phase="movement")
    assert str(g.why_not("pick R1")) == "2.1: 1st Fusiliers is not yours"
    assert str(g.why_not("pick B2")) == "2.1: 2nd Rifles is not on the map"


@rule("2.2")
@pytest.mark.parametrize(("target", "cost"), [("0503", "1"), ("0404", "1"), ("0402", "2")])
def test_terrain_has_its_price(target: str, cost: str) -> None:
    g = GAME.position({"0403": "B1"}, phase="movement")
    g.play("pick B1")
    assert g.frame.hint(g, GAME.parse(f"go {target}")).cost == cost


@rule("2.2")
def test_a_town_costs_no_more_than_clear_ground() -> None:
    g = GAME.position({"0103": "B1"}, phase="movement")
    g.play("pick B1")
    assert g.frame.hint(g, GAME.parse("go 0203")).cost == "1"


@rule("2.3")
def test_the_river_costs_two_points_more_where_there_is_no_bridge() -> None:
    g = GAME.position({"0504": "B1", "0502": "B2"}, phase="movement")
    g.play("pick B1")
    assert g.frame.hint(g, GAME.parse("go 0604")).cost == "3"
    g.play("back")
    g.play("pick B2")
    assert g.frame.hint(g, GAME.parse("go 0602")).cost == "1"


@rule("2.4")
def test_nobody_enters_a_hex_with_an_enemy() -> None:
    g = GAME.position({"0303": "B1", "0304": "R1"}, phase="movement")
    g.play("pick B1")
    assert str(g.why_not("go 0304")) == "2.4: an enemy unit is there"


@rule("2.5")
def test_a_hex_holds_one_unit_but_own_units_let_pass() -> None:
    g = GAME.position({"0104": "B1", "0204": "B2"}, phase="movement")
    g.play("pick B1")
    assert str(g.why_not("go 0204")) == "2.5: a hex holds one unit only"
    # Round the other unit it would take a point more.
    assert g.frame.hint(g, GAME.parse("go 0304")).cost == "2"
    crowded = GAME.position({"0104": "B1 B2"}, phase="movement")
    assert [str(found) for found in crowded.status()] == ["2.5: 0104 holds more than one unit"]


@rule("3.1")
def test_the_river_shields_from_zones_of_control_and_bridges_do_not() -> None:
    g = GAME.position({"0602": "R1"}, phase="movement")
    zone = {
        GAME.board.names[p]
        for p in range(GAME.board.size)
        if GAME.overlays(g, None)["Zones of control"]["red"] >> p & 1
    }
    assert zone == {"0502", "0601", "0603", "0702"}


@rule("3.2")
def test_whoever_enters_an_enemy_zone_stops_and_may_leave_it_later() -> None:
    g = GAME.position({"0204": "B1", "0304": "R1"}, phase="movement")
    g.play("pick B1")
    assert "0205" in offers(g, "go")
    assert str(g.why_not("go 0404")) == "3.2: the way leads through an enemy zone of control, where a unit stops"
    inside = GAME.position({"0304": "B1", "0305": "R1"}, phase="movement")
    inside.play("pick B1")
    assert "0302" in offers(inside, "go")


@rule("6.1")
def test_reinforcements_arrive_on_their_turn_in_a_free_entry_hex() -> None:
    early = GAME.position({"reserve": "BG B6"}, phase="arrival", turn=1)
    assert early.frame.title == "Movement"
    g = GAME.position({"reserve": "BG B6"}, phase="arrival", turn=2)
    assert offers(g, "put") == {"0104", "0105"}
    assert str(g.why_not("put 0101")) == "6.1: reinforcements arrive in the entry hexes of their side"
    g.play("put 0104")
    assert g.frame.title == "Movement"  # the 6th Rifles come on turn 3
    assert "BG" in offers(g, "pick")


@rule("6.1")
def test_a_single_hex_is_taken_without_asking_and_without_room_a_unit_waits() -> None:
    g = GAME.position({"reserve": "BG B6", "0104": "B1"}, phase="arrival", turn=3)
    assert g.where[GAME.names.piece("B6")] == GAME.board.place("0105")
    assert g.where[GAME.names.piece("BG")] == GAME.reserve
    assert g.frame.title == "Movement"


@rule("9.1")
def test_at_high_water_the_river_is_crossed_by_bridges_only() -> None:
    g = GAME.position({"0508": "B1", "0502": "B2"}, phase="movement", options=["high_water"])
    g.play("pick B1")
    assert "0608" not in offers(g, "go")
    g.play("back")
    g.play("pick B2")
    assert "0602" in offers(g, "go")
