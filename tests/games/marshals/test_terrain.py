"""Terrain: hills, forests, rivers, lakes, defence lines, cities (TER)."""

from __future__ import annotations

import pytest
from tests.games.marshals.helpers import (
    allocation,
    battle,
    calculated,
    choose,
    defence,
    hexes,
    movement,
    odds,
    panel,
    planned,
    shifts,
)
from tests.support import play, refused, rule, targets, texts, where

from grognard.games.marshals.zones import controlled


@rule("TER.0", "TER.H", "TER.R1", "TER.D")
def test_shifts_add_up() -> None:
    # Hills 1305..1307 lie behind the line but not behind the Oder; Forst lies behind line and river.
    assert shifts({"1514": "G-342", "1515": "R-13"}, "1514", "R-13") == {
        "TER.R1": "−1",
        "TER.D": "−1",
        "AIR.1": "+1",
    }
    assert shifts({"1306": "G-20PG", "1406": "R-8GD"}, "1306", "R-8GD") == {
        "TER.H": "−1",
        "TER.D": "−1",
        "AIR.1": "+1",
    }
    # 8 against 2 is 4:1; three columns, two down and one up.
    assert odds({"1514": "G-342", "1515": "R-13 R-28"}, "1514", "R-13 R-28") == ("8 against 2", "3:1")


@rule("TER.H")
@pytest.mark.parametrize(("target", "origin", "hill"), [("1221", "1321", True), ("0610", "0710", False)])
def test_hills(target: str, origin: str, hill: bool) -> None:
    found = shifts({target: "G-342", origin: "R-3GT"}, target, "R-3GT")
    assert ("TER.H" in found) == hill
    assert calculated({target: "G-342", origin: "R-3GT"}, target, "R-3GT").column == ("3:1" if hill else "4:1")


@rule("TER.H")
def test_hills_protect_russians_too() -> None:
    assert shifts({"1221": "R-25TK", "1321": "G-10SS"}, "1221", "G-10SS", player=1) == {"TER.H": "−1"}


@rule("TER.F", "AIR.1")
def test_no_air_shift_into_forests() -> None:
    assert shifts({"0811": "G-342", "0911": "R-13"}, "0811", "R-13") == {}
    assert shifts({"0610": "G-342", "0710": "R-13"}, "0610", "R-13") == {"AIR.1": "+1"}


@rule("TER.R1")
def test_a_river_counts_if_more_than_half_attacks_across_it() -> None:
    # Beeskow 1310: 1209 lies across the Spree, 1311 does not, and neither lies across a line of Beeskow's.
    def river(across: str, dry: str) -> bool:
        pieces = {"1310": "G-342 G-344", "1209": across, "1311": dry}
        return "TER.R1" in shifts(pieces, "1310", f"{across} {dry}")

    assert not river("R-3GD", "R-5GD"), "5 of 10 is not more than half"
    assert river("R-3GD", "R-13"), "5 of 9 is"
    assert not river("R-13", "R-3GD")


@rule("TER.R1")
def test_the_river_rule_counts_factors_as_used() -> None:
    # The tank army counts 3 across the river: 3 of 7 is less than half, though 6 of 10 would be more.
    pieces = {"1310": "G-342 G-344", "1209": "R-3GT", "1311": "R-13"}
    assert "TER.R1" not in shifts(pieces, "1310", "R-3GT R-13")
    # Bombardment counts half, with its part across the river in proportion.
    pieces = {"1310": "G-342 G-344", "1209": "R-3GD R-5GD", "1311": "R-13"}
    assert "TER.R1" in shifts(pieces, "1310", "*R-3GD *R-5GD R-13")
    assert "TER.R1" not in shifts(pieces, "1310", "*R-3GD R-13")


@rule("TER.R1")
def test_rivers_protect_russians_too() -> None:
    assert shifts({"1515": "R-13", "1514": "G-342 G-KUR"}, "1515", "G-342 G-KUR", player=1) == {"TER.R1": "−1"}


@rule("TER.R2")
@pytest.mark.parametrize(("unit", "counts"), [("R-4GT", "2½"), ("R-3GT", "3"), ("R-13", "4")])
def test_tanks_attack_across_a_river_at_half_value(unit: str, counts: str) -> None:
    calculation = calculated({"1514": "G-342", "1515": unit}, "1514", unit)
    assert (calculation.terms[0].value, calculation.terms[0].rule) == (
        counts,
        "TER.R2" if unit != "R-13" else "",
    )


@rule("TER.R2")
def test_panzers_and_tigers_are_halved_and_panzergrenadiers_are_not() -> None:
    pieces = {"1515": "R-13", "1415": "G-21PZ G-BRA", "1514": "G-TIG G-342"}
    calculation = calculated(pieces, "1515", "G-21PZ G-BRA G-TIG", player=1)
    values = {term.reason.split(",")[0]: term.value for term in calculation.terms[:3]}
    assert values == {"Tiger unit": "1", "21. Panzer Div": "1½", "Panzergrenadier Div Brandenburg": "3"}


@rule("TER.R3")
def test_tanks_pay_an_extra_hex_for_a_river_on_the_way_to_an_attack() -> None:
    # From 1606 over the Oder to 1305 is three hexes, four with the river: the corps may still attack.
    pieces = {"1205": "G-342", "1606": "R-9TK"}
    g = movement(pieces)
    play(g, "pick R-9TK, go 1305, end")
    assert targets(g, "attack") == {"1205"}
    # One hex further east it has moved 4 hexes and pays 5.
    g = movement({"1205": "G-342", "1706": "R-9TK"})
    play(g, "pick R-9TK, go 1305, end")
    assert refused(g, "attack 1205") == "MOV.3"


@rule("TER.R3")
def test_the_extra_hex_is_for_attackers_only() -> None:
    g = movement({"1906": "R-9TK"})
    play(g, "pick R-9TK")
    assert {"1405", "1406"} <= targets(g, "go"), "five hexes, the fifth across the Oder"
    assert "1305" in targets(g, "go"), "six hexes whatever is crossed"


@rule("TER.R3")
@pytest.mark.parametrize(("unit", "attacks"), [("R-8GD", True), ("R-3SHK", False)])
def test_shock_armies_pay_and_other_infantry_does_not(unit: str, attacks: bool) -> None:
    # 1605 to 1405 is two hexes, the second across the Oder.
    g = movement({"1305": "G-309", "1605": unit})
    play(g, f"pick {unit}, go 1405, end")
    assert ("attack 1305" in texts(g)) == attacks


@rule("TER.R3")
def test_panzergrenadiers_pay_too() -> None:
    # 1214 to 1415 is three hexes, four with the Spree; from 1314 it is one less.
    g = movement({"1515": "R-13", "1214": "G-BRA"}, player=1)
    play(g, "pick G-BRA, go 1415, end")
    assert refused(g, "attack 1515") == "MOV.2"
    g = movement({"1515": "R-13", "1314": "G-BRA"}, player=1)
    play(g, "pick G-BRA, go 1415, end")
    assert "attack 1515" in texts(g)


@rule("TER.R4")
def test_river_on_one_side_and_line_on_the_other() -> None:
    pieces = {"1310": "G-342 G-344", "1410": "R-8GD R-1PTK", "1209": "R-3GD", "1211": "R-2POL"}
    found = shifts(pieces, "1310", "R-8GD R-1PTK R-3GD")
    assert found == {"TER.R4": "−1", "AIR.1": "+1"}
    assert shifts(pieces, "1310", "R-8GD R-1PTK R-3GD R-2POL") == {"AIR.1": "+1"}, "1211 is neither"
    # Where one of the rules applies by itself, the mixture adds nothing.
    assert shifts(pieces, "1310", "R-8GD R-1PTK") == {"TER.D": "−1", "AIR.1": "+1"}
    assert shifts(pieces, "1310", "R-1PTK R-3GD") == {"TER.R1": "−1", "AIR.1": "+1"}


@rule("TER.L1")
def test_nobody_moves_across_a_lake() -> None:
    g = movement({"0907": "R-8GD"})
    play(g, "pick R-8GD")
    assert "0906" in targets(g, "go"), "round the lake it can be reached"
    g = movement({"0907": "R-8GD/disrupted", "0807": "G-B0807", "1006": "R-47 R-69 R-9TK"})
    play(g, "pick R-8GD")
    assert refused(g, "go 0906") == "TER.L1"


@rule("TER.L1")
def test_no_way_leads_across_a_lake() -> None:
    # 0908 to 0906 is two hexes: by 0907 and the lake, or by 0807, where a garrison stands.
    g = movement({"0908": "R-8GD/disrupted", "0807": "G-B0807"})
    play(g, "pick R-8GD")
    assert "0907" in targets(g, "go")
    assert refused(g, "go 0906") == "MOV.4"
    g = movement({"0908": "R-8GD", "0807": "G-B0807", "0806": "G-342"})
    play(g, "pick R-8GD, go 0907, end")
    assert targets(g, "attack") == {"0807"}


@rule("TER.L1")
def test_the_way_round_a_lake_is_charged_in_full() -> None:
    g = movement({"0907": "R-8GD"})
    play(g, "pick R-8GD, go 0906")
    assert where(g, "R-8GD") == "0906"
    play(g, "pick R-8GD")
    assert "0904" in targets(g, "go")
    assert "0903" not in targets(g, "go"), "two of four hexes were used for the way round"


@rule("TER.L2")
def test_a_lake_lets_only_bombardment_through() -> None:
    g = choose(allocation({"0906": "G-342", "0907": "R-8GD"}), "0906", "")
    assert texts(g, "ground") == set()
    assert refused(g, "ground R-8GD") == "TER.L2"
    play(g, "bombard R-8GD, confirm")
    g = allocation({"0906": "G-342", "0907": "R-1GT"})
    assert refused(g, "attack 0906") == "TER.L2"


@rule("TER.L3", "ZOC.1")
def test_zones_of_control_stop_at_lakes() -> None:
    g = movement({"0907": "R-8GD"}, player=1)
    assert hexes(controlled(g, 0)) == {"1006", "0807", "1007", "0908", "1008"}


@rule("TER.D")
def test_a_line_counts_if_all_russians_attack_across_it() -> None:
    pieces = {"1306": "G-303", "1406": "R-8GD", "1206": "R-9TK"}
    assert "TER.D" in shifts(pieces, "1306", "R-8GD")
    assert "TER.D" not in shifts(pieces, "1306", "R-8GD R-9TK")
    pieces = {"1306": "G-303", "1406": "R-8GD", "1206": "R-47"}
    assert "TER.D" not in shifts(pieces, "1306", "R-8GD *R-47"), "bombarding units count as well"


@rule("TER.D")
def test_a_line_protects_only_who_stands_behind_it() -> None:
    assert "TER.D" not in shifts({"1406": "G-303", "1306": "R-8GD"}, "1406", "R-8GD")
    assert "TER.D" not in shifts({"1406": "R-9TK", "1306": "G-169"}, "1406", "G-169", player=1)
    assert "TER.D" not in shifts({"1306": "R-9TK", "1406": "G-169"}, "1306", "G-169", player=1)


@rule("TER.D")
def test_the_ring_of_berlin_is_a_line() -> None:
    pieces = {"0906": "G-B0906", "1006": "R-8GD", "0806": "R-9TK"}
    assert shifts(pieces, "0906", "R-8GD") == {"TER.D": "−1"}
    assert shifts(pieces, "0906", "R-8GD R-9TK") == {}


@rule("TER.C1")
@pytest.mark.parametrize(
    ("units", "factors"),
    [
        ("G-342", 3),
        ("G-342 G-344", 5),
        ("G-BRA", 4),
        ("G-21PZ", 2),
        ("G-21PZ G-342", 5),
    ],
)
def test_a_major_city_adds_one_for_infantry_or_panzergrenadiers(units: str, factors: int) -> None:
    assert defence({"1314": units, "1214": "R-3GD R-13"}, "1314", "R-3GD R-13") == factors


@rule("TER.C1")
@pytest.mark.parametrize(("units", "factors"), [("G-FFO", 3), ("G-FFO G-RAE", 5), ("G-FFO G-303 G-286", 8)])
def test_the_frankfurt_defenders_have_no_city_bonus(units: str, factors: int) -> None:
    assert defence({"1408": units, "1407": "R-8GD R-69"}, "1408", "R-8GD R-69") == factors


@rule("TER.C1")
def test_russians_have_no_city_bonus() -> None:
    assert defence({"1314": "R-13", "1214": "G-21PZ"}, "1314", "G-21PZ", player=1) == 4


@rule("TER.C1", "RES.AE")
def test_the_ready_unit_carries_the_bonus() -> None:
    # 5 against 2 + 1 + 2 is 1:1; on a 1 only the ready 344. reads AE, and it counts 3.
    pieces = {"1314": "G-342/disrupted G-344", "1214": "R-25TK R-4GTK R-1PTK"}
    g = battle(pieces, "1314", "R-25TK R-4GTK R-1PTK", 1)
    play(g, "lose R-25TK, lose R-1PTK")
    assert where(g, "R-4GTK") == "1214"


@rule("TER.C2")
@pytest.mark.parametrize(
    ("units", "factors"),
    [("G-B0906", 3), ("G-B0906 G-342", 6), ("G-11SS G-342", 7), ("G-MUE G-342 G-TIG", 6), ("G-MUE", 2)],
)
def test_in_berlin_every_infantry_panzergrenadier_and_garrison_gains_one(units: str, factors: int) -> None:
    assert defence({"0906": units, "1006": "R-8GD R-47"}, "0906", "R-8GD R-47") == factors


@rule("TER.C2")
def test_the_panel_names_the_bonus() -> None:
    g = planned({"0906": "G-B0906 G-MUE", "1006": "R-8GD"}, "0906", "R-8GD")
    assert [(t.value, t.rule) for t in panel(g).terms[1:3]] == [("2", ""), ("3", "TER.C2")]


@rule("TER.C3")
def test_hitler_defends_with_three() -> None:
    assert defence({"0806": "G-HIT", "0906": "R-8GD"}, "0806", "R-8GD") == 3
