"""Retreats: barred hexes, no way out, stacking on the way (RET, STK.5)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.marshals.helpers import allocation, battle, choose, roll
from tests.support import flagged, play, refused, rule, targets, texts, where

from grognard.engine import Position
from grognard.engine.events import Removed


def removals(g: Position[Any, Any], action: str) -> dict[str, str]:
    """Who is removed by an action, and by which rule."""
    return {g.game.names.pieces[event.piece]: event.rule for event in g.play(action) if isinstance(event, Removed)}


@rule("RET.1")
def test_hexes_next_to_the_attackers_are_barred() -> None:
    g = battle({"0811": "G-342", "0911": "R-25TK"}, "0811", "R-25TK", 6)
    assert targets(g, "retreat") == {"0810", "0711", "0812"}
    assert refused(g, "retreat 0912") == "RET.1"
    assert refused(g, "retreat 0910") == "RET.1"


@rule("RET.1")
def test_a_hex_with_an_enemy_is_closed() -> None:
    g = battle({"0811": "G-342", "0911": "R-25TK", "0711": "R-13"}, "0811", "R-25TK", 6)
    assert targets(g, "retreat") == {"0810", "0812"}, "13. Army does not attack: it bars its own hex only"
    assert refused(g, "retreat 0711") == "RET.1"


@rule("RET.1")
def test_a_friend_opens_a_barred_hex() -> None:
    g = battle({"0811": "G-342", "0911": "R-25TK", "0912": "G-344"}, "0811", "R-25TK", 6)
    assert "0912" in targets(g, "retreat")
    assert "0910" not in targets(g, "retreat")


@rule("RET.1")
def test_hitlers_piece_opens_no_barred_hex() -> None:
    """R56 It is no unit; a garrison beside it is."""
    pieces = {"0811": "G-342", "0911": "R-25TK", "0912": "G-HIT"}
    assert refused(battle(pieces, "0811", "R-25TK", 6), "retreat 0912") == "RET.1"
    pieces["0912"] = "G-HIT G-B0707"
    assert "0912" in targets(battle(pieces, "0811", "R-25TK", 6), "retreat")


@rule("RET.1")
def test_every_hex_of_the_way_must_be_open() -> None:
    g = battle({"0811": "G-342", "0911": "R-25TK", "0912": "G-344"}, "0811", "R-25TK", 6)
    play(g, "retreat 0912")
    assert targets(g, "retreat") == {"0813", "0913"}
    assert refused(g, "retreat 1012") == "RET.1", "1012 lies next to 0911 too"


def two_attacks(second: str) -> Position[Any, Any]:
    """0811 is attacked from 0911, and the friend in 0912 from 1012."""
    pieces = {"0811": "G-342", "0912": "G-344", "0911": "R-25TK", "1012": "R-3GD"}
    g = choose(allocation(pieces), "0811", "R-25TK")
    play(g, "confirm")
    choose(g, "0912", second)
    return play(g, "confirm, end-allocation")


@rule("RET.1")
def test_a_friend_who_is_still_to_be_attacked_opens_nothing() -> None:
    g = two_attacks("R-3GD")
    play(g, "resolve 0811")
    roll(g, 6)
    assert refused(g, "retreat 0912") == "RET.1"


@rule("RET.1")
def test_a_friend_whose_battle_is_over_opens_the_hex() -> None:
    g = two_attacks("R-3GD")
    play(g, "resolve 0912")
    roll(g, 1, hold="G-344")
    roll(g, 6)
    assert "0912" in targets(g, "retreat")


@rule("RET.1", "RET.2")
def test_a_friend_who_is_only_to_be_bombarded_opens_the_hex() -> None:
    g = two_attacks("*R-3GD")
    play(g, "resolve 0811")
    roll(g, 6)
    assert "0912" in targets(g, "retreat")


@rule("RET.1")
def test_who_retreats_with_the_unit_does_not_open_a_hex_for_it() -> None:
    # Both units are routed; 0912 is not opened by anyone who was not there before.
    pieces = {"0811": "G-342 G-344", "0911": "R-13"}
    g = battle(pieces, "0811", "R-13", 6)
    play(g, "pick G-342, retreat 0812, retreat 0813, stop")
    assert "0912" not in targets(g, "retreat")


@rule("RET.2")
def test_bombardment_bars_no_hex() -> None:
    g = battle({"0811": "G-342", "0911": "R-3GD"}, "0811", "*R-3GD", 6)
    assert targets(g, "retreat") == {"0810", "0711", "0812", "0910", "0912"}
    g = battle({"0811": "G-342", "0911": "R-25TK", "0812": "R-3GD"}, "0811", "R-25TK *R-3GD", 6)
    assert "0711" in targets(g, "retreat"), "next to the bombarding army only"


@rule("RET.3")
@pytest.mark.parametrize(("die", "fate"), [(6, "dead"), (5, "0811"), (3, "0811")])
def test_a_unit_without_a_way_dies_by_dr_and_is_disrupted_by_dw(die: int, fate: str) -> None:
    g = battle({"0811": "G-342", "0911": "R-25TK", "0711": "R-1PTK"}, "0811", "R-25TK R-1PTK", die)
    assert where(g, "G-342") == fate
    assert fate == "dead" or flagged(g, "G-342", "disrupted")


@rule("RET.3")
def test_a_unit_that_cannot_complete_a_rout_is_eliminated() -> None:
    # In the corner there is one free hex: enough for DW, not for DR.
    pieces = {"0201": "G-342", "0301": "R-25TK", "0202": "R-13", "0102": "R-28"}
    g = battle(pieces, "0201", "R-25TK", 6)
    assert where(g, "G-342") == "dead"
    g = battle(pieces, "0201", "R-25TK", 5)
    play(g, "retreat 0101")
    assert where(g, "G-342") == "0101"


@rule("RET.3")
def test_no_step_leads_into_a_dead_end() -> None:
    pieces = {"0201": "G-342", "0301": "R-25TK", "0102": "R-28"}
    g = battle(pieces, "0201", "R-25TK", 6)
    assert targets(g, "retreat") == {"0202"}
    assert refused(g, "retreat 0101") == "RET.3"


@rule("TER.L1")
def test_no_retreat_across_a_lake() -> None:
    g = battle({"0910": "G-342", "0810": "R-25TK"}, "0910", "R-25TK", 6)
    assert targets(g, "retreat") == {"0909", "0911"}
    assert refused(g, "retreat 1010") == "TER.L1"


# 0711 is the only way out, and the 36. SS stands there.
NARROW = {"0811": "G-342 G-344", "0911": "R-13", "0810": "R-28", "0812": "R-5GD", "0711": "G-36SS"}


@rule("STK.5")
def test_only_one_of_two_routed_units_passes_a_hex_with_one() -> None:
    g = battle(NARROW, "0811", "R-13", 6)
    play(g, "pick G-342, retreat 0711, retreat 0611")
    assert removals(g, "stop") == {"G-344": "STK.5"}
    assert where(g, "G-342") == "0611"


@rule("STK.5")
def test_the_owner_chooses_who_gets_through() -> None:
    g = battle(NARROW, "0811", "R-13", 6)
    play(g, "pick G-344, retreat 0711, retreat 0611, stop")
    assert (where(g, "G-342"), where(g, "G-344")) == ("dead", "0611")


@rule("STK.5")
def test_a_withdrawal_stopped_by_stacking_alone_eliminates() -> None:
    g = battle(NARROW, "0811", "R-13", 5)
    play(g, "pick G-342, retreat 0711")
    assert removals(g, "stop") == {"G-344": "STK.5"}


@rule("STK.5")
def test_a_voluntary_withdrawal_without_room_is_not_offered() -> None:
    g = battle(NARROW, "0811", "R-13", 3)
    play(g, "pick G-342, retreat 0711, stop")
    assert where(g, "G-344") == "0811"
    assert flagged(g, "G-344", "disrupted")


@rule("STK.5")
def test_a_full_hex_is_no_way() -> None:
    pieces = {"0811": "G-342", "0911": "R-25TK", "0711": "G-36SS G-344"}
    g = battle(pieces, "0811", "R-25TK", 6)
    assert refused(g, "retreat 0711") == "STK.5"
    assert targets(g, "retreat") == {"0810", "0812"}


@rule("STK.5")
def test_the_tigers_need_no_room() -> None:
    pieces = {"0811": "G-342 G-TIG", "0911": "R-13", "0711": "G-36SS G-344"}
    g = battle(pieces, "0811", "R-13", 4)
    play(g, "pick G-TIG")
    assert "retreat 0711" in texts(g)


@rule("STK.5", "STK.3")
def test_a_russian_tank_army_cannot_flee_to_another() -> None:
    pieces = {"0811": "R-3GT", "0911": "G-HG1 G-10SS", "0711": "R-4GT"}
    g = battle(pieces, "0811", "G-HG1 G-10SS", 1, player=1)
    assert refused(g, "retreat 0711") == "STK.5"
