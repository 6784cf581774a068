"""What each combat result does (RES)."""

from __future__ import annotations

import pytest
from tests.games.marshals.helpers import Pieces, attack, battle
from tests.support import flagged, play, refused, rule, targets, texts, where

from grognard.engine.events import Calculated, Said

FAIR: Pieces = {"0811": "G-342", "0911": "R-25TK"}
"""1:1 in the arena: 6 DR, 5 and 4 DW, 3 D, 2 dash, 1 AE."""
RETURNED: Pieces = {"0811": "R-25TK", "0911": "G-275"}
"""1:1 in player turn B, Germans attack: 1 DR, 2 and 3 DW, 4 D, 5 dash, 6 AE."""


@rule("RES.DR1", "RES.DW1", "RES.D1", "RES.0", "RES.AE")
@pytest.mark.parametrize(
    ("die", "reason"),
    [(6, "RES.DR1"), (5, "RES.DW1"), (4, "RES.DW1"), (3, "RES.D1"), (2, "RES.0"), (1, "RES.AE")],
)
def test_the_log_names_the_result_and_its_rule(die: int, reason: str) -> None:
    g = play(attack(FAIR, "0811", "R-25TK"), "fight")
    said = [event for event in g.play(f"roll {die}") if isinstance(event, Said)]
    assert [event.rule for event in said] == [reason]
    assert said[0].pieces == (g.game.names.piece("G-342"),)


@rule("CRT.1")
def test_the_log_lays_the_calculation_open_before_the_die() -> None:
    g = attack(FAIR, "0811", "R-25TK")
    (calculated,) = [event for event in g.play("fight") if isinstance(event, Calculated)]
    assert [term.value for term in calculated.calculation.terms] == ["2", "2", "1:1"]
    assert calculated.calculation.column == "1:1"


@rule("RES.DE")
def test_de_eliminates_the_defenders() -> None:
    g = battle({"0811": "G-342 G-36SS", "0911": "R-3GT R-3GD"}, "0811", "R-3GT R-3GD", 6)
    assert where(g, "G-342") == where(g, "G-36SS") == "dead"


@rule("RES.DR1")
def test_dr_routs_two_or_three_hexes_and_disrupts() -> None:
    g = battle(FAIR, "0811", "R-25TK", 6)
    assert refused(g, "stay") == "RES.DR1"
    play(g, "retreat 0711")
    assert refused(g, "stop") == "RES.DR1", "one hex is not enough"
    play(g, "retreat 0611")
    assert "stop" in texts(g)
    third = g.copy()
    play(g, "stop")
    assert where(g, "G-342") == "0611"
    assert flagged(g, "G-342", "disrupted")
    play(third, "retreat 0511")
    assert where(third, "G-342") == "0511", "the third hex is the last"
    assert flagged(third, "G-342", "disrupted")


@rule("RES.DR1")
def test_every_hex_of_a_retreat_leads_away_from_the_battle() -> None:
    g = battle(FAIR, "0811", "R-25TK", 6)
    play(g, "retreat 0711")
    assert targets(g, "retreat") == {"0611", "0710", "0712"}
    assert refused(g, "retreat 0810") == "RES.DR1"


@rule("RES.DR1")
def test_russians_are_routed_too() -> None:
    g = battle(RETURNED, "0811", "G-275", 1, player=1)
    play(g, "retreat 0711, retreat 0611, stop")
    assert where(g, "R-25TK") == "0611"
    assert flagged(g, "R-25TK", "disrupted")


@rule("RES.DR2")
def test_one_hex_into_berlin_is_enough_for_germans() -> None:
    g = battle({"1006": "G-KUR", "1106": "R-47"}, "1006", "R-47", 6)
    berlin, far = g.copy(), g.copy()
    play(berlin, "retreat 0906, stop")
    assert where(berlin, "G-KUR") == "0906"
    assert flagged(berlin, "G-KUR", "disrupted")
    play(far, "retreat 0906, retreat 0806, retreat 0706")
    assert where(far, "G-KUR") == "0706", "two or three hexes are allowed"
    play(g, "retreat 0905")
    assert refused(g, "stop") == "RES.DR1", "0905 is not Berlin"


@rule("RES.DR2")
def test_one_hex_in_berlin_is_enough_even_if_no_second_is_open() -> None:
    # Behind 0707 every further hex is Russian.
    behind = {"0706": "R-28", "0607": "R-13", "0708": "R-5GD"}
    g = battle({**behind, "0807": "G-342", "0908": "R-3GD"}, "0807", "R-3GD", 6)
    play(g, "retreat 0707")
    assert where(g, "G-342") == "0707"
    assert flagged(g, "G-342", "disrupted")


@rule("RES.DR2")
def test_russians_have_no_shelter_in_berlin() -> None:
    g = battle({"1006": "R-1PTK", "1106": "G-275"}, "1006", "G-275", 1, player=1)
    play(g, "retreat 0906")
    assert refused(g, "stop") == "RES.DR1"


@rule("RES.DW1")
@pytest.mark.parametrize("die", [4, 5])
def test_dw_withdraws_germans_one_hex_in_order_or_more_disrupted(die: int) -> None:
    g = battle(FAIR, "0811", "R-25TK", die)
    assert refused(g, "stay") == "RES.DW1"
    assert refused(g, "stop") == "RES.DW1"
    play(g, "retreat 0711")
    near, far = g.copy(), g.copy()
    play(near, "stop")
    assert where(near, "G-342") == "0711"
    assert not flagged(near, "G-342", "disrupted")
    play(far, "retreat 0611, stop")
    assert flagged(far, "G-342", "disrupted")
    play(g, "retreat 0611, retreat 0511")
    assert where(g, "G-342") == "0511"
    assert flagged(g, "G-342", "disrupted")


@rule("RES.DW2")
@pytest.mark.parametrize("die", [2, 3])
def test_dw_disrupts_russians_where_they_stand(die: int) -> None:
    g = battle(RETURNED, "0811", "G-275", die, player=1)
    assert where(g, "R-25TK") == "0811"
    assert flagged(g, "R-25TK", "disrupted")


@rule("RES.D1")
def test_d_disrupts() -> None:
    g = battle(FAIR, "0811", "R-25TK", 3)
    play(g, "stay")
    assert where(g, "G-342") == "0811"
    assert flagged(g, "G-342", "disrupted")
    g = battle(RETURNED, "0811", "G-275", 4, player=1)
    assert flagged(g, "R-25TK", "disrupted")


@rule("RES.D2")
def test_germans_may_withdraw_instead_of_being_disrupted() -> None:
    g = battle(FAIR, "0811", "R-25TK", 3)
    assert {"stay", "retreat 0711"} <= texts(g)
    far = g.copy()
    play(g, "retreat 0711, stop")
    assert not flagged(g, "G-342", "disrupted")
    assert where(g, "R-25TK") == "0811", "the attacker must advance"
    play(far, "retreat 0711, retreat 0611, stop")
    assert flagged(far, "G-342", "disrupted")


@rule("RES.D2")
def test_the_option_is_each_units_own_and_never_the_russians() -> None:
    g = battle({"0811": "G-342 G-344", "0911": "R-13"}, "0811", "R-13", 3)
    play(g, "pick G-342, retreat 0711, stop, stay")
    assert where(g, "G-344") == "0811"
    assert flagged(g, "G-344", "disrupted")
    assert not flagged(g, "G-342", "disrupted")
    assert where(g, "R-13") == "0911", "the hex is not empty: no advance"
    g = battle(RETURNED, "0811", "G-275", 4, player=1)
    assert where(g, "R-25TK") == "0811"
    assert not targets(g, "retreat")


@rule("RES.0")
def test_a_dash_changes_nothing() -> None:
    g = battle(FAIR, "0811", "R-25TK", 2)
    assert (where(g, "G-342"), where(g, "R-25TK")) == ("0811", "0911")
    assert not flagged(g, "G-342", "disrupted")
    assert not flagged(g, "R-25TK", "disrupted")


@rule("RES.AE")
def test_ae_takes_attackers_equal_to_the_defence() -> None:
    # Defence 5, attackers 2 + 2 + 2: two are not enough.
    pieces = {"0811": "G-169 G-342", "0911": "R-25TK R-4GTK R-7GMC"}
    g = battle(pieces, "0811", "R-25TK R-4GTK R-7GMC", 1)
    play(g, "lose R-25TK, lose R-4GTK")
    assert {where(g, u) for u in ("R-25TK", "R-4GTK", "R-7GMC")} == {"dead"}
    assert {where(g, u) for u in ("G-169", "G-342")} == {"0811"}


@rule("RES.AE")
def test_ae_takes_no_unit_more_than_needed() -> None:
    # 5 + 2 + 1 against 7: the corps of 1 would be superfluous.
    pieces = {"0811": "G-169 G-5JG G-TIG", "0911": "R-3GD R-25TK R-1PTK"}
    g = battle(pieces, "0811", "R-3GD R-25TK R-1PTK", 1)
    assert texts(g) == {"lose R-3GD", "lose R-25TK"}
    assert refused(g, "lose R-1PTK") == "RES.AE"
    play(g, "lose R-25TK")
    assert (where(g, "R-3GD"), where(g, "R-1PTK")) == ("dead", "0911")


@rule("RES.AE")
def test_ae_takes_all_if_all_are_too_few() -> None:
    g = battle({"0811": "G-169", "0911": "R-25TK"}, "0811", "R-25TK", 1)
    assert where(g, "R-25TK") == "dead"


@rule("RES.AE")
def test_ae_counts_the_factor_a_shock_army_used() -> None:
    # Moved, the 3. Shock counts 4: alone it does not pay for 5.
    pieces = {"0811": "G-169 G-342", "0911": "R-3SHK/moved R-1PTK"}
    g = battle(pieces, "0811", "R-3SHK R-1PTK", 1)
    assert where(g, "R-3SHK") == where(g, "R-1PTK") == "dead", "nobody is asked where all must go"


@rule("RES.AE")
def test_ae_spares_the_unit_with_factor_0_unless_all_are_lost() -> None:
    pieces = {"0811": "R-25TK", "0911": "G-275 G-RAE"}
    g = battle(pieces, "0811", "G-275 G-RAE", 6, player=1)
    assert (where(g, "G-275"), where(g, "G-RAE")) == ("dead", "0911")
    pieces = {"0811": "R-4GTK", "0911": "G-275 G-RAE"}
    g = battle(pieces, "0811", "G-275 G-RAE", 6, player=1)
    assert (where(g, "G-275"), where(g, "G-RAE")) == ("dead", "dead")
