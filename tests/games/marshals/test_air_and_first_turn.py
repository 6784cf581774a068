"""The Red Air Force and the first turn (AIR, T1)."""

from __future__ import annotations

import pytest
from tests.games.marshals.helpers import allocation, movement, shifts
from tests.support import flagged, play, refused, rule, targets, texts


@rule("AIR.1")
@pytest.mark.parametrize(
    ("target", "origin", "air"),
    [
        ("0610", "0710", True),
        ("1306", "1206", True),
        ("0811", "0911", False),
        ("1408", "1308", False),
        ("0906", "1006", False),
        ("0806", "0906", False),
        ("1314", "1214", False),
    ],
)
def test_the_air_force_helps_in_the_open_and_on_hills_only(target: str, origin: str, air: bool) -> None:
    found = shifts({target: "G-342", origin: "R-8GD"}, target, "R-8GD")
    assert (found.get("AIR.1") == "+1") == air


@rule("AIR.1")
def test_germans_have_no_air_force() -> None:
    assert shifts({"0610": "R-25TK", "0710": "G-275"}, "0610", "G-275", player=1) == {}


@rule("AIR.1")
def test_the_air_force_flies_for_bombardments_and_for_both_fronts() -> None:
    pieces = {"0610": "G-342", "0710": "R-13"}
    assert shifts(pieces, "0610", "*R-13")["AIR.1"] == "+1"
    assert shifts(pieces, "0610", "R-13", scenario="dual", player=1)["AIR.1"] == "+1"


@rule("T1.1")
def test_on_turn_1_a_unit_next_to_germans_does_not_move_to_attack() -> None:
    pieces = {"1307": "G-303", "1407": "R-69", "1406": "R-8GD"}
    g = movement(pieces, turn=1)
    play(g, "pick R-8GD, go 1407, end, attack 1307")
    assert texts(g, "ground") == {"ground R-69"}
    assert refused(g, "ground R-8GD") == "T1.1"
    assert refused(g, "bombard R-8GD") == "T1.1"


@rule("T1.1")
def test_it_may_attack_unmoved_or_move_without_attack() -> None:
    g = movement({"1307": "G-303", "1407": "R-69"}, turn=1)
    stay = g.copy()
    play(stay, "end")
    assert targets(stay, "attack") == {"1307"}
    play(g, "pick R-69")
    assert "1704" in targets(g, "go"), "up to four hexes"
    play(g, "go 1406, end")
    assert refused(g, "attack 1307") == "T1.1"


@rule("T1.1")
def test_who_is_not_adjacent_may_move_to_attack_and_from_turn_2_everyone() -> None:
    g = movement({"1307": "G-303", "1507": "R-3"}, turn=1)
    play(g, "pick R-3, go 1407, end")
    assert targets(g, "attack") == {"1307"}
    g = movement({"1307": "G-303", "1407": "R-69"}, turn=2)
    play(g, "pick R-69, go 1406, end")
    assert targets(g, "attack") == {"1307"}


@rule("T1.1")
def test_germans_are_not_bound_by_it() -> None:
    g = movement({"1307": "G-303", "1407": "R-69"}, turn=1, player=1)
    assert not flagged(g, "G-303", "adjacent")
    play(g, "pick G-303, go 1408, end")
    assert targets(g, "attack") == {"1407"}


@rule("T1.1")
def test_adjacent_across_a_lake_is_adjacent() -> None:
    g = movement({"0906": "G-303", "0907": "R-69"}, turn=1)
    assert flagged(g, "R-69", "adjacent")


@rule("T1.2")
@pytest.mark.parametrize(("turn", "bonus"), [(1, True), (2, False), (8, False)])
def test_one_column_more_on_the_first_turn(turn: int, bonus: bool) -> None:
    found = shifts({"1306": "G-303", "1406": "R-8GD"}, "1306", "R-8GD", turn=turn)
    assert (found.get("T1.2") == "+1") == bonus


@rule("T1.2")
def test_the_bonus_counts_for_everyone_behind_the_line_but_not_east_of_it() -> None:
    # 0811 is far behind the line; 1406 in the bridgehead and 1506 beyond the Oder lie east of it.
    assert "T1.2" in shifts({"0811": "G-303", "0911": "R-8GD"}, "0811", "R-8GD", turn=1)
    assert "T1.2" not in shifts({"1406": "G-303", "1407": "R-8GD"}, "1406", "R-8GD", turn=1)
    assert "T1.2" not in shifts({"1506": "G-303", "1505": "R-8GD"}, "1506", "R-8GD", turn=1)


@rule("T1.2")
def test_germans_have_no_first_turn_bonus() -> None:
    assert "T1.2" not in shifts({"1306": "R-25TK", "1206": "G-KUR"}, "1306", "G-KUR", turn=1, player=1)


@rule("T1.2")
def test_the_bonus_is_in_the_panel_before_the_attack_is_confirmed() -> None:
    g = allocation({"1306": "G-303", "1406": "R-8GD"}, turn=1)
    play(g, "attack 1306, ground R-8GD")
    panel = g.frame.ask(g).panel  # type: ignore[attr-defined]
    assert [(t.value, t.rule) for t in panel.terms][-2:] == [("+1", "AIR.1"), ("+1", "T1.2")]
