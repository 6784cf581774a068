"""Advance after combat (ADV)."""

from __future__ import annotations

import pytest
from tests.games.marshals.helpers import Pieces, battle
from tests.support import play, refused, rule, targets, texts, where

SEVEN: Pieces = {"0811": "G-342 G-344", "0911": "R-13 R-25TK R-1PTK"}
"""4 + 2 + 1 against 4, 3:2: 6 is DR, 5 and 4 DW."""
ALL = "R-13 R-25TK R-1PTK"


@rule("ADV.1")
def test_attackers_equal_to_the_defence_must_follow_a_retreat() -> None:
    g = battle(SEVEN, "0811", ALL, 5)
    play(g, "pick G-342, retreat 0711, stop, retreat 0711, stop")
    assert refused(g, "end-advance") == "ADV.1"
    play(g, "advance R-25TK")
    assert refused(g, "end-advance") == "ADV.1", "2 is less than 4"
    play(g, "advance R-13")
    assert "end-advance" in texts(g)
    play(g, "end-advance")
    assert (where(g, "R-13"), where(g, "R-25TK"), where(g, "R-1PTK")) == ("0811", "0811", "0911")


@rule("ADV.1")
def test_one_unit_may_be_enough() -> None:
    g = battle(SEVEN, "0811", ALL, 5)
    play(g, "pick G-342, retreat 0711, stop, retreat 0711, stop, advance R-13, end-advance")
    assert where(g, "R-25TK") == "0911"


@rule("ADV.1")
def test_if_all_are_too_few_all_must_go() -> None:
    g = battle({"0811": "G-342 G-344", "0911": "R-25TK R-1GCAV"}, "0811", "R-25TK R-1GCAV", 6)
    play(g, "pick G-342, retreat 0711, retreat 0611, stop, retreat 0711, retreat 0710, stop")
    play(g, "advance R-1GCAV")
    assert where(g, "R-1GCAV") == "0811"
    assert where(g, "R-25TK") == "0811", "it follows without being asked"


@rule("ADV.1", "STK.3")
def test_stacking_limits_the_duty() -> None:
    # 12 against 7: two armies of 3 are all that fits, whatever the defence was.
    pieces = {"0811": "G-169 G-5JG G-TIG", "0911": "R-1POL R-61", "0912": "R-52 R-2POL"}
    g = battle(pieces, "0811", "R-1POL R-61 R-52 R-2POL", 5)
    play(g, "pick G-169, retreat 0711, stop, pick G-5JG, retreat 0711, stop, retreat 0711, stop")
    play(g, "advance R-61")
    assert refused(g, "end-advance") == "ADV.1"
    play(g, "advance R-52")
    assert refused(g, "advance R-1POL") != "ADV.1"
    assert {where(g, u) for u in ("R-1POL", "R-2POL")} == {"0911", "0912"}


TWO_TANK_ARMIES: Pieces = {"0811": "G-169 G-5JG G-TIG", "0911": "R-3GT", "0912": "R-4GT"}
"""6 + 5 against 7, 3:2, and room for one tank army in the hex."""
FLIGHT = "pick G-169, retreat 0711, retreat 0611, stop, pick G-5JG, retreat 0711, retreat 0611, stop"


@rule("ADV.1", "ADV.2")
@pytest.mark.parametrize(("first", "second"), [("R-3GT", "R-4GT"), ("R-4GT", "R-3GT")])
def test_tanks_are_never_driven_on_to_the_second_hex(first: str, second: str) -> None:
    """R55 Who stays may do so; the duty to bring others in counts as far as stacking then allows."""
    g = battle(TWO_TANK_ARMIES, "0811", "R-3GT R-4GT", 6)
    play(g, f"{FLIGHT}, retreat 0711, retreat 0611, stop")
    assert refused(g, "end-advance") == "ADV.1"
    play(g, f"advance {first}")
    assert texts(g) == {"on 0711", "halt"}
    g.play("halt")
    assert g.frame.title != "Advance", "there is no room for the other tank army: nothing is owed"
    assert where(g, second) in ("0911", "0912")


@rule("ADV.1", "ADV.2")
def test_who_goes_on_makes_room_for_others_that_must_follow() -> None:
    g = battle(TWO_TANK_ARMIES, "0811", "R-3GT R-4GT", 6)
    play(g, f"{FLIGHT}, retreat 0711, retreat 0611, stop, advance R-3GT, on 0711")
    assert where(g, "R-4GT") == "0811", "6 is less than 7: it follows without being asked"


@rule("ADV.1")
def test_the_duty_counts_factors_halved_by_a_river() -> None:
    # 3. Guards Tank counts 3 across the Neisse, the 13. Army 4: the tanks alone do not match 4.
    pieces = {"1514": "G-342 G-344", "1515": "R-3GT R-13"}
    g = battle(pieces, "1514", "R-3GT R-13", 5)
    play(g, "pick G-342, retreat 1413, stop, retreat 1413, stop, advance R-3GT")
    assert where(g, "R-13") == "1514", "it follows without being asked"


@rule("ADV.1")
def test_after_elimination_the_advance_is_free() -> None:
    g = battle({"0811": "G-342", "0911": "R-3GT R-3GD"}, "0811", "R-3GT R-3GD", 6)
    assert {"advance R-3GT", "advance R-3GD", "end-advance"} == texts(g)
    play(g, "end-advance")
    assert where(g, "R-3GT") == "0911"


@rule("ADV.1")
def test_nobody_advances_while_a_defender_stays() -> None:
    g = battle(SEVEN, "0811", ALL, 5, hold="G-342")
    play(g, "retreat 0711, stop")
    assert where(g, "G-342") == "0811"
    assert not targets(g, "advance")


@rule("ADV.1", "STK.4")
def test_no_advance_beyond_stacking() -> None:
    pieces = {"0811": "G-342", "0911": "R-3GT R-3GD", "0912": "R-13 R-25TK"}
    g = battle(pieces, "0811", "R-3GT R-3GD R-13 R-25TK", 6)
    play(g, "advance R-3GD, advance R-13")
    assert texts(g) == {"advance R-25TK", "end-advance"}
    assert refused(g, "advance R-3GT") == "STK.4"


@rule("ADV.2")
def test_tanks_go_on_after_an_elimination_in_any_direction() -> None:
    g = battle({"0811": "G-342", "0911": "R-3GT R-3GD"}, "0811", "R-3GT R-3GD", 6)
    play(g, "advance R-3GT")
    assert targets(g, "on") == {"0711", "0810", "0812", "0910", "0912", "0911"}
    play(g, "on 0711")
    assert where(g, "R-3GT") == "0711"
    play(g, "advance R-3GD")
    assert where(g, "R-3GD") == "0811"
    assert not targets(g, "on"), "infantry advances one hex"


@rule("ADV.2")
def test_tanks_follow_the_path_of_a_long_retreat_only() -> None:
    g = battle({"0811": "G-342", "0911": "R-25TK"}, "0811", "R-25TK", 6)
    play(g, "retreat 0711, retreat 0611, stop")
    assert targets(g, "on") == {"0711"}
    assert refused(g, "on 0810") == "ADV.2"
    play(g, "halt")
    assert where(g, "R-25TK") == "0811"


@rule("ADV.2")
def test_no_second_hex_after_a_retreat_of_one() -> None:
    g = battle({"0811": "G-342", "0911": "R-25TK"}, "0811", "R-25TK", 5)
    play(g, "retreat 0711, stop")
    assert where(g, "R-25TK") == "0811"
    assert not targets(g, "on")


@rule("ADV.2")
def test_no_second_hex_if_one_died_and_one_withdrew_one_hex() -> None:
    # 3:2 for the ready unit (DW) and 2:1 for the Disrupted one (DR) on a 5; the latter may not retreat.
    pieces = {"0811": "G-342 G-36SS/disrupted", "0911": "R-4GT"}
    g = battle(pieces, "0811", "R-4GT", 5, hold="G-36SS")
    assert where(g, "G-36SS") == "dead"
    play(g, "retreat 0711, stop")
    assert where(g, "R-4GT") == "0811"
    assert not targets(g, "on")


@rule("ADV.2")
def test_if_one_died_and_one_was_routed_the_routed_one_leads_the_way() -> None:
    # 4:1 for the ready unit (DR) and 5:1 for the Disrupted one (DE) on a 4.
    pieces = {"0811": "G-342 G-36SS/disrupted", "0911": "R-3GT R-3GD R-1PTK"}
    g = battle(pieces, "0811", "R-3GT R-3GD R-1PTK", 4)
    assert where(g, "G-36SS") == "dead"
    play(g, "retreat 0711, retreat 0611, stop, advance R-3GT")
    assert targets(g, "on") == {"0711"}


@rule("ADV.2")
def test_panzers_go_on_and_panzergrenadiers_do_not() -> None:
    g = battle({"0811": "R-1PTK", "0911": "G-HG1 G-HG2"}, "0811", "G-HG1 G-HG2", 1, player=1)
    play(g, "advance G-HG2")
    assert where(g, "G-HG2") == "0811"
    assert not targets(g, "on")
    play(g, "advance G-HG1")
    assert "0711" in targets(g, "on")


@rule("ADV.2", "STK.3")
def test_the_second_hex_is_free_of_enemies_and_has_room() -> None:
    pieces = {"0811": "G-342", "0911": "R-3GT", "0711": "G-344", "0812": "R-4GT"}
    g = battle(pieces, "0811", "R-3GT", 6)
    play(g, "advance R-3GT")
    assert targets(g, "on") == {"0810", "0910", "0911", "0912"}
    assert refused(g, "on 0711") == "ADV.2"
    assert refused(g, "on 0812") == "STK.4"


@rule("TER.L1")
def test_no_advance_across_a_lake() -> None:
    g = battle({"0910": "G-342", "0810": "R-3GT"}, "0910", "R-3GT", 6)
    play(g, "advance R-3GT")
    assert refused(g, "on 1010") == "TER.L1"
    assert "0909" in targets(g, "on")


@rule("ADV.3")
def test_an_advance_ignores_zones_of_control() -> None:
    # The 344. in 0810 controls 0811 and 0711 alike: no operational move could go from one to the other.
    g = battle({"0811": "G-342", "0810": "G-344", "0911": "R-3GT"}, "0811", "R-3GT", 6)
    play(g, "advance R-3GT, on 0711")
    assert where(g, "R-3GT") == "0711"
