"""Shock armies, bombardment and the Tiger unit (SHK, BMB, TIG)."""

from __future__ import annotations

import pytest
from tests.games.marshals.helpers import (
    allocation,
    battle,
    calculated,
    choose,
    defence,
    movement,
    odds,
    panel,
    planned,
)
from tests.support import play, refused, rule, targets, texts, where


@rule("SHK.1")
def test_a_shock_army_uses_its_first_factor_only_if_it_did_not_move() -> None:
    pieces = {"0811": "G-342", "0911": "R-3SHK"}
    assert odds(pieces, "0811", "R-3SHK")[0] == "6 against 2"
    g = movement({"0811": "G-342", "1011": "R-3SHK"})
    play(g, "pick R-3SHK, go 0911, end, attack 0811, ground R-3SHK")
    assert (panel(g).terms[0].value, panel(g).terms[0].rule) == ("4", "SHK.1")


@rule("SHK.1")
def test_a_shock_army_that_moved_has_its_first_factor_again_next_turn() -> None:
    g = movement({"0811": "G-342", "1011": "R-3SHK"})
    play(g, "pick R-3SHK, go 0911, end, end-allocation, end, end-allocation, end, attack 0811, ground R-3SHK")
    assert g.state.turn == 3
    assert panel(g).terms[0].value == "6"


@rule("BMB.1")
@pytest.mark.parametrize(("units", "adds"), [("*R-3GD", "2"), ("*R-3GD *R-13", "4"), ("*R-13", "2"), ("*R-3SHK", "3")])
def test_bombardment_counts_half_rounded_down_in_total(units: str, adds: str) -> None:
    pieces = {"0811": "G-342", "0911": "R-3GD R-13", "0912": "R-3SHK"}
    term = calculated(pieces, "0811", units).terms[0]
    assert (term.value, term.rule) == (adds, "BMB.1")


@rule("BMB.1", "SHK.1")
def test_a_moved_shock_army_bombards_with_its_second_factor() -> None:
    pieces = {"0811": "G-342", "0911": "R-3SHK/moved"}
    assert calculated(pieces, "0811", "*R-3SHK").terms[0].value == "2"


@rule("BMB.1")
@pytest.mark.parametrize("unit", ["R-3GT", "R-25TK", "G-HG1", "G-HG2", "G-TIG"])
def test_only_infantry_and_shock_armies_bombard(unit: str) -> None:
    player = int(unit.startswith("G"))
    enemy = "R-13" if player else "G-342"
    g = choose(allocation({"0811": enemy, "0911": unit}, player=player), "0811", "")
    assert texts(g, "bombard") == set()
    assert refused(g, f"bombard {unit}") == "BMB.1"


@rule("BMB.1")
def test_ground_and_bombardment_add_up() -> None:
    pieces = {"0811": "G-342", "0911": "R-3GD R-13", "0912": "R-5GD"}
    assert odds(pieces, "0811", "R-13 *R-3GD *R-5GD") == ("9 against 2", "4:1")


@rule("BMB.1", "MOV.1")
def test_bombardment_is_an_attack_for_movement() -> None:
    g = movement({"0811": "G-342", "1211": "R-3GD"})
    play(g, "pick R-3GD, go 0911, end")
    assert refused(g, "attack 0811") == "MOV.1"


@rule("BMB.2")
def test_bombarding_units_do_not_suffer_from_ae() -> None:
    g = battle({"0811": "G-342", "0911": "R-3GD"}, "0811", "*R-3GD", 1)
    assert where(g, "R-3GD") == "0911"
    g = battle({"0811": "G-342 G-344", "0911": "R-3GD R-25TK"}, "0811", "*R-3GD R-25TK", 1)
    assert (where(g, "R-3GD"), where(g, "R-25TK")) == ("0911", "dead"), "only ground attackers pay"


@rule("BMB.2")
def test_a_bombarding_unit_cannot_be_given_up() -> None:
    pieces = {"0811": "G-169 G-5JG", "0911": "R-3GD R-25TK", "0912": "R-4GTK R-7GMC R-13"}
    g = battle(pieces, "0811", "*R-13 R-25TK R-4GTK R-7GMC", 1)
    assert where(g, "R-13") == "0912"


@rule("BMB.3")
def test_bombarding_units_do_not_advance() -> None:
    g = battle({"0811": "G-342", "0911": "R-3GD R-25TK"}, "0811", "*R-3GD R-25TK", 6)
    assert where(g, "G-342") == "0811"
    play(g, "retreat 0711, retreat 0611, stop, halt")
    assert (where(g, "R-25TK"), where(g, "R-3GD")) == ("0811", "0911")
    g = battle({"0811": "G-342", "0911": "R-3GT R-3GD R-25TK"}, "0811", "*R-3GD R-25TK R-3GT", 6)
    assert targets(g, "advance") == {"R-3GT", "R-25TK"}
    assert refused(g, "advance R-3GD") == "BMB.3"


@rule("BMB.3")
def test_nobody_advances_after_a_bombardment_only() -> None:
    g = battle({"0811": "G-342", "0911": "R-3GD"}, "0811", "*R-3GD", 6)
    play(g, "retreat 0711, retreat 0611, stop")
    assert where(g, "R-3GD") == "0911"
    assert not targets(g, "advance")


@rule("TIG.1")
@pytest.mark.parametrize(
    ("units", "hex_", "factors"),
    [
        ("G-TIG", "0811", 0),
        ("G-TIG G-342", "0811", 3),
        ("G-TIG G-HIT", "0806", 3),
        ("G-TIG G-B0906", "0906", 4),
    ],
)
def test_the_tigers_defend_with_nothing_unless_stacked(units: str, hex_: str, factors: int) -> None:
    origin = {"0811": "0911", "0806": "0807", "0906": "1006"}[hex_]
    assert defence({hex_: units, origin: "R-3GD R-13"}, hex_, "R-3GD R-13") == factors


@rule("TIG.1", "CRT.4")
def test_a_lone_tiger_unit_is_attacked_at_seven_to_one() -> None:
    assert odds({"0811": "G-TIG", "0911": "R-1PTK"}, "0811", "R-1PTK") == ("1 against 0", "7:1")


@rule("TIG.1")
def test_the_tigers_attack_only_if_stacked() -> None:
    # Company in the hex is enough, it need not attack.
    g = planned({"0811": "R-1PTK", "0911": "G-TIG G-342"}, "0811", "G-TIG", player=1)
    assert panel(g).column == "2:1"
    g = planned({"0811": "R-1PTK", "0911": "G-TIG"}, "0811", "G-TIG", player=1)
    assert refused(g, "confirm") == "TIG.1"
    g = planned({"0811": "R-1PTK", "0911": "G-TIG", "0912": "G-342"}, "0811", "G-TIG G-342", player=1)
    terms = {t.reason: (t.value, t.rule) for t in panel(g).terms}
    assert terms["Tiger unit, alone"] == ("0", "TIG.1"), "a comrade in another hex is no company"
    assert "confirm" in texts(g)
