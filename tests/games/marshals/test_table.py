"""The combat results table: columns, dice, limits, the unit with attack factor 0 (CRT)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.games.marshals.helpers import (
    allocation,
    attack,
    battle,
    calculated,
    choose,
    game,
    odds,
    panel,
    planned,
)
from tests.support import flagged, play, refused, rule, targets, texts, where

COLUMNS = ["1:4", "1:3", "1:2", "1:1", "3:2", "2:1", "3:1", "4:1", "5:1", "7:1"]
PRINTED = {
    6: "D DR DR DR DR DR DE DE DE DE",
    5: "D DW DW DW DW DR DR DE DE DE",
    4: "AE - D DW DW DW DR DR DE DE",
    3: "AE AE - D D DW DW DR DR DE",
    2: "AE AE AE - D D DW DW DR DR",
    1: "AE AE AE AE - D D DW DW DR",
}


@rule("CRT.1")
@pytest.mark.parametrize("row", PRINTED)
def test_every_cell_of_the_table(row: int) -> None:
    assert game.crt.columns == tuple(COLUMNS)
    assert [game.crt.read(column, row) for column in range(10)] == PRINTED[row].split()


@rule("CRT.1")
def test_the_panel_gives_the_exact_chances_of_the_column() -> None:
    calculation = calculated({"0811": "G-342", "0911": "R-13"}, "0811", "R-13")
    assert calculation.column == "2:1"
    chances = {o.result: o.chance for o in calculation.odds}
    assert chances == {"DR": Fraction(1, 3), "DW": Fraction(1, 3), "D": Fraction(1, 3)}


@rule("CRT.1", "DIS.4")
def test_the_panel_tells_ready_and_disrupted_defenders_apart() -> None:
    calculation = calculated({"0811": "G-342 G-344/disrupted", "0911": "R-13"}, "0811", "R-13")
    assert calculation.column == "1:1"
    chances = {(o.who, o.result): o.chance for o in calculation.odds}
    assert chances["Other units", "AE"] == Fraction(1, 6)
    assert ("Disrupted units", "AE") not in chances
    assert chances["Disrupted units", "D"] == Fraction(1, 3)


@rule("CRT.2")
def test_player_turn_a_reads_the_die_upwards_and_b_downwards() -> None:
    g = battle({"0811": "G-342", "0911": "R-25TK"}, "0811", "R-25TK", 4)
    assert "stay" not in texts(g), "DW leaves no choice to stay"
    g = battle({"0811": "R-25TK", "0911": "G-275"}, "0811", "G-275", 4, player=1)
    assert flagged(g, "R-25TK", "disrupted"), "row 3 at 1:1 is D"
    g = battle({"0811": "R-25TK", "0911": "G-275"}, "0811", "G-275", 5, player=1)
    assert not flagged(g, "R-25TK", "disrupted"), "row 2 at 1:1 is a dash"


@rule("CRT.3")
def test_final_odds_below_one_to_four_are_not_allowed() -> None:
    stack = {"0811": "G-169 G-5JG", "0911": "R-1GCAV R-1PTK"}
    g = planned(stack, "0811", "R-1GCAV")
    assert panel(g).total.startswith("1:6")
    assert refused(g, "confirm") == "CRT.3"
    play(g, "ground R-1PTK")
    assert panel(g).column == "1:3"
    assert "confirm" in texts(g)


@rule("CRT.3")
def test_a_shift_can_bring_an_attack_back_to_one_to_four() -> None:
    # 1 against 5 is 1:5: in the forest no attack, in the open the Red Air Force makes it 1:4.
    forest = planned({"0811": "G-169 G-342", "0911": "R-1GCAV"}, "0811", "R-1GCAV")
    assert refused(forest, "confirm") == "CRT.3"
    clear = planned({"0610": "G-169 G-342", "0710": "R-1GCAV"}, "0610", "R-1GCAV")
    assert panel(clear).column == "1:4"
    assert "confirm" in texts(clear)


@rule("CRT.3")
def test_disrupted_defenders_do_not_make_an_attack_legal() -> None:
    g = planned({"0811": "G-169/disrupted G-342/disrupted", "0911": "R-1GCAV"}, "0811", "R-1GCAV")
    assert refused(g, "confirm") == "CRT.3"


@rule("CRT.3")
def test_a_bombardment_that_rounds_to_nothing_is_no_attack() -> None:
    g = planned({"0811": "G-36SS", "0911": "R-1GCAV"}, "0811", "*R-1GCAV")
    assert refused(g, "confirm") == "CRT.3"


@rule("CRT.4")
@pytest.mark.parametrize(
    ("attackers", "column"),
    [("R-3GT", "3:1"), ("R-3GT R-4GTK", "4:1"), ("R-3GT R-3GD", "5:1"), ("R-3GT R-3GD R-7GMC", "5:1")],
)
def test_odds_are_rounded_in_the_defenders_favour(attackers: str, column: str) -> None:
    pieces = {"0811": "G-342", "0911": "R-3GT R-3GD R-4GTK", "0912": "R-7GMC"}
    assert odds(pieces, "0811", attackers)[1] == column


@rule("CRT.4")
def test_no_odds_above_seven_to_one() -> None:
    # 20 against 2 with the air shift stays at 7:1; shifts down count from 7:1, not from 10:1.
    pieces = {"0610": "G-342", "0710": "R-3GT R-3GD R-4GTK", "0609": "R-5GD R-28"}
    assert odds(pieces, "0610", "R-3GT R-3GD R-5GD R-28") == ("20 against 2 (7:1 is the highest column)", "7:1")
    hill = {"1221": "G-36SS", "1321": "R-3GT R-3GD", "1220": "R-5GD R-28"}
    calculation = calculated(hill, "1221", "R-3GT R-3GD R-5GD R-28")
    assert [t.value for t in calculation.terms][-3:] == ["7:1", "−1", "+1"]
    assert calculation.column == "7:1"


@rule("CRT.5")
def test_attacks_are_voluntary() -> None:
    g = allocation({"0811": "G-342", "0911": "R-3GD"})
    assert "end-allocation" in texts(g)
    play(g, "end-allocation")
    assert g.state.player == 1


@rule("CRT.5")
@pytest.mark.parametrize(("target", "reason"), [("0911", "CRT.5"), ("0310", "CRT.5"), ("0611", "CRT.5")])
def test_only_hexes_with_enemies_next_to_a_unit_are_attacked(target: str, reason: str) -> None:
    g = allocation({"0811": "G-342", "0911": "R-3GD", "0912": "R-13", "0611": "G-344"})
    assert targets(g, "attack") == {"0811"}
    assert refused(g, f"attack {target}") == reason


@rule("CRT.6")
def test_the_unit_with_attack_factor_0_may_not_attack_alone() -> None:
    pieces = {"0811": "R-25TK", "0911": "G-RAE", "0912": "G-286"}
    g = planned(pieces, "0811", "G-RAE", player=1)
    assert refused(g, "confirm") == "CRT.6"
    play(g, "bombard G-286")
    assert refused(g, "confirm") == "CRT.6", "bombardment is no company"
    play(g, "leave G-286, ground G-286")
    assert panel(g).column == "1:1"
    assert "confirm" in texts(g)
    assert [t.value for t in panel(g).terms][:2] == ["0", "1"]


@rule("CRT.7")
def test_the_unit_with_attack_factor_0_denies_retreats_and_advances() -> None:
    # A corps routed from 0911 alone has three ways; with Raegener in 0912 two, with him in 0711 none.
    pieces = {"0811": "R-1PTK", "0911": "G-HG1", "0711": "G-RAE"}
    g = battle(pieces, "0811", "G-HG1 G-RAE", 3, player=1)
    assert where(g, "R-1PTK") == "dead"
    pieces = {"0811": "R-1PTK", "0911": "G-HG1"}
    g = battle(pieces, "0811", "G-HG1", 3, player=1)
    assert targets(g, "retreat") == {"0810", "0711", "0812"}
    pieces = {"0811": "R-1PTK", "0911": "G-HG1", "0912": "G-RAE"}
    g = battle(pieces, "0811", "G-HG1 G-RAE", 3, player=1)
    assert targets(g, "retreat") == {"0810", "0711"}, "0812 lies next to Raegener's hex"
    play(g, "retreat 0711, retreat 0611, stop")
    assert "advance G-RAE" in texts(g)


@rule("CRT.6")
def test_a_lone_unit_with_attack_factor_0_joins_from_another_hex_only_in_the_same_attack() -> None:
    pieces = {"0811": "R-25TK", "0911": "G-RAE", "0710": "R-1PTK", "0611": "G-286"}
    g = choose(allocation(pieces, player=1), "0811", "G-RAE")
    assert refused(g, "confirm") == "CRT.6"


@rule("CRT.2")
def test_the_die_has_six_equally_likely_faces() -> None:
    g = attack({"0811": "G-342", "0911": "R-25TK"}, "0811", "R-25TK")
    play(g, "fight")
    assert [(a.text, weight) for a, weight in g.chances()] == [(f"roll {n}", 1) for n in range(1, 7)]
