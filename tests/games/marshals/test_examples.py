"""Worked examples: whole situations from the suggested set-up, computed to the end.

The numbers are those of the list of examples that goes with the rules.
"""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.marshals.helpers import (
    Pieces,
    allocation,
    attack,
    battle,
    calculated,
    choose,
    defence,
    game,
    hexes,
    movement,
    odds,
    panel,
    planned,
    roll,
    shifts,
)
from tests.support import flagged, play, refused, rule, targets, texts, where

from grognard.engine import Position
from grognard.games.marshals.zones import controlled, first_steps


def historical(phase: str, **state: Any) -> Position[Any, Any]:
    """The suggested set-up, on turn 1 unless said otherwise."""
    pieces: Pieces = {}
    for unit in game.roster.units:
        if unit.side == "german" and unit.mobile and not unit.arrival:
            pieces[unit.setup] = f"{pieces.get(unit.setup, '')} {unit.id}"
    return game.position(pieces, phase=phase, base="start", **state)


def shift_terms(g: Position[Any, Any]) -> dict[str, str]:
    """The shifts in the present panel."""
    return {t.rule: t.value for t in panel(g).terms if t.value in ("+1", "−1")}


def steps(g: Position[Any, Any], unit: str) -> set[str]:
    """The neighbouring hexes into which a unit may step."""
    return hexes(first_steps(g, game.names.piece(unit)))


@rule("CRT.2")
def test_example_1_reading_the_die() -> None:
    g = battle({"0811": "G-342", "0911": "R-25TK"}, "0811", "R-25TK", 4)
    assert "stay" not in texts(g), "A: DW"
    g = battle({"0811": "R-25TK", "0911": "G-275"}, "0811", "G-275", 4, player=1)
    assert flagged(g, "R-25TK", "disrupted"), "B: row 3, D"
    assert game.crt.read(3, 4) == "DW"
    assert game.crt.read(3, 3) == "D"


@rule("CRT.3", "CRT.4")
@pytest.mark.parametrize(
    ("attacking", "defending", "column"),
    [(13, 6, "2:1"), (7, 4, "3:2"), (29, 6, "4:1"), (26, 4, "5:1"), (40, 4, "7:1"), (1, 5, "1:5")],
)
def test_example_2_odds(attacking: int, defending: int, column: str) -> None:
    assert game.crt.label(game.crt.column(attacking, defending)) == column


@rule("TER.H", "TER.D", "AIR.1", "T1.2", "RES.DW1")
def test_example_3_seelow() -> None:
    g = choose(historical("allocation"), "1306", "R-5SHK R-8GD R-11TK")
    assert shift_terms(g) == {"TER.H": "−1", "TER.D": "−1", "AIR.1": "+1", "T1.2": "+1"}
    assert "13 against 6" in {t.reason for t in panel(g).terms}
    assert panel(g).column == "2:1"
    play(g, "confirm, end-allocation")
    roll(g, 4)
    assert texts(g) == {"pick G-20PG", "pick G-MUE", "pick G-TIG"}, "DW for all three"
    g = choose(historical("allocation", turn=2), "1306", "R-5SHK R-8GD R-11TK")
    assert panel(g).column == "3:2"
    play(g, "confirm, end-allocation")
    roll(g, 4)
    assert texts(g) == {"pick G-20PG", "pick G-MUE", "pick G-TIG"}


@rule("TER.R1", "TER.R2", "TER.D", "T1.2", "RES.DR1")
def test_example_4_forst() -> None:
    g = choose(historical("allocation"), "1514", "R-3GD R-25TK R-13")
    assert "10 against 2" in {t.reason for t in panel(g).terms}
    assert shift_terms(g) == {"TER.R1": "−1", "TER.D": "−1", "AIR.1": "+1", "T1.2": "+1"}
    assert panel(g).column == "5:1"
    play(g, "confirm, end-allocation")
    roll(g, 3)
    # 1415 lies next to 1515, but the 344. stands there.
    assert targets(g, "retreat") == {"1413", "1414", "1415"}
    play(g, "retreat 1414, retreat 1313, stop")
    assert where(g, "G-342") == "1313"
    assert flagged(g, "G-342", "disrupted")


@rule("BMB.1", "BMB.3", "RET.1", "RET.2", "ADV.1")
def test_example_5_ground_and_bombardment() -> None:
    g = choose(historical("allocation"), "1305", "R-3SHK R-9TK *R-47 *R-8GD")
    assert "12 against 4" in {t.reason for t in panel(g).terms}
    assert shift_terms(g) == {"TER.D": "−1", "AIR.1": "+1", "T1.2": "+1"}
    assert panel(g).column == "4:1"
    play(g, "confirm, end-allocation")
    roll(g, 4)
    play(g, "pick G-309")
    assert targets(g, "retreat") == {"1205", "1304"}
    assert refused(g, "retreat 1306") == "STK.5", "not barred, but full"
    assert refused(g, "retreat 1404") == "RET.1"
    play(g, "retreat 1205, retreat 1105, stop, retreat 1205, retreat 1105, stop")
    assert refused(g, "end-advance") == "ADV.1"
    assert refused(g, "advance R-47") == "BMB.3"
    assert refused(g, "advance R-8GD") == "BMB.3"
    play(g, "advance R-3SHK")
    assert {"advance R-9TK", "end-advance"} == texts(g)


@rule("BMB.1", "BMB.2", "RES.D1", "RES.D2")
def test_example_6_bombardment_only() -> None:
    g = choose(historical("allocation"), "1305", "*R-47 *R-8GD")
    assert "4 against 4" in {t.reason for t in panel(g).terms}
    assert panel(g).column == "3:2"
    play(g, "confirm, end-allocation")
    dash = roll(g.copy(), 1)
    assert not flagged(dash, "G-309", "disrupted")
    roll(g, 2)
    play(g, "pick G-309")
    assert {"stay", "retreat 1304"} <= texts(g)
    play(g, "stay, retreat 1304, stop")
    assert flagged(g, "G-309", "disrupted")
    assert not flagged(g, "G-9FJ", "disrupted")


@rule("TER.C1", "NR.2", "TER.R1", "T1.2", "NR.1")
def test_example_7_frankfurt() -> None:
    g = historical("movement")
    play(g, "pick R-3, go 1508, end, attack 1408, ground R-69, ground R-3")
    assert "7 against 5" in {t.reason for t in panel(g).terms}
    assert shift_terms(g) == {"TER.D": "−1", "T1.2": "+1"}
    assert panel(g).column == "1:1"
    play(g, "confirm, end-allocation")
    held = roll(g.copy(), 5, hold="G-RAE")
    assert flagged(held, "G-FFO", "disrupted")
    assert flagged(held, "G-RAE", "disrupted")
    roll(g, 5)
    assert (where(g, "G-FFO"), flagged(g, "G-FFO", "disrupted")) == ("1408", True)
    play(g, "retreat 1309, stop")
    assert where(g, "G-RAE") == "1309"


@rule("TER.C1")
def test_example_8_the_frankfurt_defenders_have_no_bonus() -> None:
    assert defence({"1408": "G-FFO", "1407": "R-69"}, "1408", "R-69") == 3
    assert defence({"1408": "G-FFO G-303 G-286", "1407": "R-69 R-8GD"}, "1408", "R-69 R-8GD") == 8


@rule("TER.C2", "TER.D", "SHK.1")
def test_example_9_berlin() -> None:
    pieces = {"0906": "G-B0906 G-11SS", "1006": "R-5SHK/moved R-8GD", "0905": "R-2GT R-47"}
    assert odds(pieces, "0906", "R-5SHK R-8GD") == ("9 against 7", "1:2")
    assert shifts(pieces, "0906", "R-5SHK R-8GD") == {"TER.D": "−1"}
    assert odds(pieces, "0906", "R-5SHK R-8GD R-2GT R-47") == ("19 against 7", "3:2")
    g = battle(pieces, "0906", "R-5SHK R-8GD", 4)
    assert flagged(g, "G-B0906", "disrupted"), "1:2, 4: D"
    assert "stay" in texts(g)


@rule("TER.L1", "TER.L2", "TER.L3")
def test_example_10_mueggelsee() -> None:
    g = choose(allocation({"0906": "G-342", "0907": "R-8GD"}), "0906", "*R-8GD")
    assert "confirm" in texts(g)
    play(g, "leave R-8GD")
    assert refused(g, "ground R-8GD") == "TER.L2"
    g = movement({"0907": "R-8GD"})
    assert "0906" not in steps(g, "R-8GD")
    assert "0906" not in hexes(controlled(g, 0))


@rule("NR.2", "DIS.6", "VIC.C1", "TER.C3")
def test_example_11_hitler() -> None:
    pieces = {"0806": "G-HIT G-9FJ", "0906": "R-5SHK/moved R-8GD", "0805": "R-3SHK/moved"}
    units = "R-5SHK R-8GD R-3SHK"
    assert odds(pieces, "0806", units) == ("13 against 6", "2:1")
    g = battle(pieces, "0806", units, 5)
    assert where(g, "G-HIT") == where(g, "G-9FJ") == "dead"
    assert g.outcome is not None
    assert g.outcome.winner == 0
    g = battle(pieces, "0806", units, 3)
    assert flagged(g, "G-9FJ", "disrupted")
    assert not flagged(g, "G-HIT", "disrupted")


@rule("RES.AE", "TER.R2", "TER.R1")
def test_example_12_ae_across_the_neisse() -> None:
    pieces = {"1515": "R-13", "1415": "G-21PZ G-344"}
    calculation = calculated(pieces, "1515", "G-21PZ G-344", player=1)
    assert ("1:2", "2½ against 4") in {(t.value, t.reason) for t in calculation.terms}
    assert calculation.column == "1:3"
    g = battle(pieces, "1515", "G-21PZ G-344", 4, player=1)
    assert where(g, "G-21PZ") == where(g, "G-344") == "dead", "printed factors 3 + 1 are just enough"


@rule("DIS.4", "RES.AE", "SEQ.A3c")
def test_example_13_individual_reading() -> None:
    pieces = {"0811": "G-20PG G-MUE/disrupted", "0911": "R-1POL R-25TK"}
    g = battle(pieces, "0811", "R-1POL R-25TK", 2)
    play(g, "stay")
    assert (flagged(g, "G-20PG", "disrupted"), flagged(g, "G-MUE", "disrupted")) == (False, True)
    g = battle(pieces, "0811", "R-1POL R-25TK", 1)
    assert (where(g, "R-1POL"), where(g, "R-25TK")) == ("dead", "0911"), "3 factors, those of the 20. alone"
    assert not flagged(g, "G-MUE", "disrupted")


@rule("DIS.4", "RES.DW2", "SEQ.A3c")
@pytest.mark.parametrize(("die", "disrupted"), [(2, True), (5, True), (6, False)])
def test_example_14_a_disrupted_russian_defender(die: int, disrupted: bool) -> None:
    pieces = {"0811": "R-8GD/disrupted", "0911": "G-HG1 G-HG2"}
    g = battle(pieces, "0811", "G-HG1 G-HG2", die, player=1)
    assert where(g, "R-8GD") == "0811"
    assert flagged(g, "R-8GD", "disrupted") == disrupted


@rule("ZOC.5", "MIN.1")
def test_example_15_a_slide() -> None:
    g = movement({"1106": "G-KUR", "1206": "R-9TK"})
    assert steps(g, "R-9TK") == {"1205", "1207", "1306"}
    g = movement({"1106": "G-KUR", "1206": "R-9TK", "1105": "R-47"})
    assert "1105" in steps(g, "R-9TK")
    assert "1107" not in steps(g, "R-9TK")


@rule("ZOC.4", "ZOC.5", "MIN.2")
def test_example_16_two_enemies() -> None:
    g = movement({"1106": "G-KUR", "1204": "G-25PG", "1206": "R-9TK"})
    assert steps(g, "R-9TK") == {"1205", "1207", "1306"}
    play(g, "pick R-9TK, go 1205")
    assert refused(g, "pick R-9TK") == "ZOC.4"


@rule("DIS.1", "DIS.2", "MOV.4", "SET.2", "SEQ.A2")
def test_example_17_the_28_army() -> None:
    g = historical("movement")
    play(g, "pick R-28")
    assert {"1716", "1615"} <= targets(g, "go"), "one hex and two"
    assert refused(g, "go 1913") == "MOV.4"
    play(g, "go 1715, end, end-allocation, end")
    assert flagged(g, "R-28", "disrupted")
    play(g, "end-allocation")
    assert not flagged(g, "R-28", "disrupted")


@rule("T1.1", "STK.3")
def test_example_18_first_turn() -> None:
    g = historical("movement")
    assert flagged(g, "R-69", "adjacent")
    assert not flagged(g, "R-1GT", "adjacent")
    play(g, "pick R-1GT")
    assert refused(g, "go 1406") == "STK.3"
    assert refused(g, "go 1405") == "STK.3"
    play(g, "go 1605, pick R-11TK, go 1506, pick R-2GT")
    assert refused(g, "go 1406") == "STK.3", "the corps leaving is not enough"
    g = historical("movement")
    play(g, "pick R-8GD, go 1506, pick R-1GT, go 1406, end, attack 1306")
    assert "ground R-1GT" in texts(g)
    assert refused(g, "ground R-8GD") == "T1.1"


@rule("TER.R3", "MOV.3", "MOV.5", "MOV.1")
def test_example_19_river_and_allowance() -> None:
    g = movement({"1206": "G-KUR", "1606": "R-1GT"})
    play(g, "pick R-1GT, go 1306, end")
    assert targets(g, "attack") == {"1206"}, "three hexes and the Oder: 4"
    g = movement({"1206": "G-KUR", "1706": "R-1GT"})
    play(g, "pick R-1GT, go 1306, end")
    assert refused(g, "attack 1206") == "MOV.3"
    g = movement({"1906": "R-1GT"})
    play(g, "pick R-1GT")
    assert "1306" in targets(g, "go"), "six hexes whatever is crossed"
    g = movement({"1306": "G-KUR", "1606": "R-8GD"})
    play(g, "pick R-8GD, go 1406, end")
    assert targets(g, "attack") == {"1306"}


@rule("SHK.1")
def test_example_20_shock_army() -> None:
    g = movement({"1205": "G-342", "1405": "R-3SHK"})
    play(g, "pick R-3SHK, go 1305, end, attack 1205, ground R-3SHK")
    assert panel(g).terms[0].value == "4"
    play(g, "cancel, end-allocation, end, end-allocation, end, attack 1205, ground R-3SHK")
    assert panel(g).terms[0].value == "6"


@rule("STK.5", "STK.6")
def test_example_21_stacking_in_retreat() -> None:
    pieces = {"1305": "G-309 G-9FJ", "1205": "G-606", "1304": "R-61", "1306": "R-47", "1405": "R-3SHK R-2GT"}
    g = battle(pieces, "1305", "R-3SHK R-2GT", 4)
    assert texts(g) == {"pick G-309", "pick G-9FJ"}
    play(g, "pick G-9FJ, retreat 1205, retreat 1105, stop")
    assert (where(g, "G-9FJ"), where(g, "G-309")) == ("1105", "dead")
    # Moving operationally both pass through 1205.
    g = movement({"1305": "G-309 G-9FJ", "1205": "G-606"}, player=1)
    for unit in ("G-309", "G-9FJ"):
        play(g, f"pick {unit}, go 1205, pick {unit}, go 1105")
    assert where(g, "G-309") == where(g, "G-9FJ") == "1105"


@rule("DUAL.4", "DUAL.5", "DUAL.8")
def test_example_22_dual_targets() -> None:
    garrisons = {hex_: f"G-B{hex_}" for hex_ in ("0706", "0906", "0707")}
    g = allocation({**garrisons, "0806": "G-HIT", "0807": "R-3GT"}, scenario="dual", player=1)
    assert targets(g, "attack") == {"0806", "0707"}
    assert refused(g, "attack 0906") == "DUAL.5"
    g = allocation({"0807": "G-B0807", "0806": "G-HIT", "0906": "R-8GD"}, scenario="dual")
    assert targets(g, "attack") == {"0806"}
    assert refused(g, "attack 0807") == "DUAL.4"
    g = movement({"0908": "G-275", "1007": "R-9TK"}, scenario="dual")
    play(g, "pick R-9TK, go 0907")
    assert refused(g, "pick R-9TK") == "ZOC.4"


@rule("DUAL.6")
def test_example_23_dual_retreat() -> None:
    g = battle({"1111": "G-303", "1210": "R-8GD"}, "1111", "R-8GD", 6, scenario="dual")
    assert where(g, "G-303") == "dead"


@rule("TER.R4")
def test_example_24_river_or_line() -> None:
    pieces = {"1310": "G-342 G-344", "1410": "R-8GD R-1PTK", "1209": "R-3GD"}
    units = "R-8GD R-1PTK R-3GD"
    assert shifts(pieces, "1310", units, turn=3) == {"TER.R4": "−1", "AIR.1": "+1"}
    assert odds(pieces, "1310", units, turn=3) == ("11 against 4", "2:1")


@rule("TIG.1", "TER.H", "TER.D", "AIR.1")
def test_example_25_tigers() -> None:
    pieces = {"1306": "G-TIG", "1406": "R-11TK"}
    assert odds(pieces, "1306", "R-11TK") == ("2 against 0", "5:1")
    assert defence({"1306": "G-TIG G-303", "1406": "R-8GD"}, "1306", "R-8GD") == 3


@rule("RES.DR2")
def test_example_26_routed_into_berlin() -> None:
    g = battle({"1006": "G-KUR", "1106": "R-47"}, "1006", "R-47", 6)
    play(g, "retreat 0906")
    assert {"stop", "retreat 0806"} <= texts(g)
    play(g, "stop")
    assert (where(g, "G-KUR"), flagged(g, "G-KUR", "disrupted")) == ("0906", True)


@rule("MIN.2", "MIN.1", "ZOC.3")
def test_example_27_along_the_front() -> None:
    front = {"1305": "G-309", "1306": "G-20PG", "1307": "G-303", "1406": "R-11TK"}
    assert "1407" in steps(movement({**front, "1408": "G-FFO G-RAE"}), "R-11TK")
    assert "1407" not in steps(movement({**front, "1408": "G-FFO"}), "R-11TK")
    assert "1407" in steps(movement({**front, "1408": "G-FFO", "1407": "R-69"}), "R-11TK")


@rule("TIG.1")
def test_example_28_tiger_attack() -> None:
    g = planned({"1307": "G-169 G-TIG", "1407": "R-11TK"}, "1407", "G-TIG", player=1)
    assert panel(g).column == "2:1"
    assert shift_terms(g) == {}
    g = movement({"1307": "G-169 G-TIG", "1407": "R-11TK"}, player=1)
    play(g, "pick G-169, go 1308, end, attack 1407, ground G-TIG")
    assert refused(g, "confirm") == "TIG.1"


@rule("RES.AE", "TER.C1")
def test_example_29_ae_in_the_city() -> None:
    pieces = {"1314": "G-342", "1214": "R-25TK R-1PTK"}
    g = attack(pieces, "1314", "R-25TK R-1PTK")
    assert "3 against 3" in {t.reason for t in panel(g).terms}
    roll(g, 1)
    assert where(g, "R-25TK") == where(g, "R-1PTK") == "dead"
