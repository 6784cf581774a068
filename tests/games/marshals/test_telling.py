"""What the players are told: columns read, orders, losses, retreats, reasons."""

from __future__ import annotations

import pytest
from tests.games.marshals.helpers import allocation, attack, battle, calculated, game, panel
from tests.support import lines, play, refused, rule, texts, where

from grognard.engine import Position
from grognard.engine.flow import CHANCE
from grognard.engine.reporting import told
from grognard.games.marshals.resolution import in_words

Pos = Position


def prompt(g: Pos) -> str:  # type: ignore[type-arg]
    """The present question."""
    text: str = g.frame.ask(g).prompt  # type: ignore[attr-defined]
    return text


def why_not(g: Pos, action: str) -> str:  # type: ignore[type-arg]
    """The reason why an action is refused."""
    refusal = g.why_not(action)
    assert refusal is not None
    return refusal.text


# -- DIS.4 ---------------------------------------------------------------------------------------

SHAKEN = {"0911": "R-13", "0811": "G-342/disrupted"}
"""4 against 2 is 2:1, and the column is 3:1."""


@rule("DIS.4")
def test_the_panel_reads_a_disrupted_defender_one_column_further() -> None:
    calculation = calculated(SHAKEN, "0811", "R-13")
    assert (calculation.column, calculation.total) == ("3:1", "column 3:1")
    assert ("+1", "the defenders are Disrupted", "DIS.4") in {(t.value, t.reason, t.rule) for t in calculation.terms}


@rule("DIS.4")
def test_question_log_and_die_say_the_same() -> None:
    g = attack(SHAKEN, "0811", "R-13")
    assert panel(g).total == "column 3:1"
    begun = lines(g, "fight")
    assert begun[-1].endswith("+1: the defenders are Disrupted (DIS.4). Column 3:1.")
    assert g.to_decide == CHANCE
    assert g.frame.purpose(g) == "Attack on Baruth 0811 at 3:1"  # type: ignore[attr-defined]


@rule("DIS.4")
def test_ready_and_disrupted_defenders_are_read_at_two_columns() -> None:
    calculation = calculated({"0911": "R-13", "0811": "G-342 G-36SS/disrupted"}, "0811", "R-13")
    name = game.roster[game.names.piece("G-36SS")].name
    assert (calculation.column, calculation.total) == ("1:1", f"column 1:1, for {name} at 3:2")
    assert calculation.terms[-1].reason == f"for {name}, Disrupted"


@rule("DIS.4")
def test_there_is_no_column_right_of_the_last() -> None:
    calculation = calculated({"0911": "R-3GT R-13 R-28", "0811": "G-36SS/disrupted"}, "0811", "R-3GT R-13 R-28")
    assert calculation.column == "7:1"
    assert "DIS.4" not in {t.rule for t in calculation.terms}


@rule("RES.DW1", "RES.DW2", "RES.D2")
def test_the_panel_says_what_a_result_means_for_those_who_defend() -> None:
    germans = {o.result: o.meaning for o in calculated({"0911": "R-25TK", "0811": "G-342"}, "0811", "R-25TK").odds}
    assert germans["DW"] == "defenders withdraw 1–3 hexes, after more than one Disrupted"
    assert germans["D"] == "defenders Disrupted, or withdrawn instead"
    pieces = {"0911": "G-275", "0811": "R-25TK"}
    russians = {o.result: o.meaning for o in calculated(pieces, "0811", "G-275", player=1).odds}
    assert russians["DW"] == russians["D"] == "defenders Disrupted"
    assert not any(nation in words for words in (*germans.values(), *russians.values()) for nation in ("Germ", "Russ"))


# -- the log -------------------------------------------------------------------------------------


def test_no_retreat_orders_are_told() -> None:
    g = play(attack({"0811": "G-342 G-344", "0911": "R-13"}, "0811", "R-13"), "hold G-342, hold G-344")
    assert lines(g, "fight")[0] == "342. Inf Div and 344. Inf Div have No Retreat orders."
    g = attack({"0811": "G-342 G-344", "0911": "R-13"}, "0811", "R-13")
    assert not any("No Retreat" in line for line in lines(g, "fight")), "no order, no line"


def test_a_unit_disrupted_again_is_told() -> None:
    g = play(attack(SHAKEN, "0811", "R-13"), "hold G-342, fight")
    assert "342. Inf Div is Disrupted again." in lines(g, "roll 2")


def test_bombarders_lose_nothing_and_the_log_says_so() -> None:
    g = attack({"0911": "R-13", "0811": "G-342"}, "0811", "*R-13")
    g.play("fight")
    assert "No attacker is lost: they only bombard." in lines(g, "roll 1")


@rule("DUAL.6")
def test_who_dies_at_the_demarcation_line_is_told_by_its_rule() -> None:
    pieces = {"1111": "G-303", "1210": "R-8GD"}
    g = attack(pieces, "1111", "R-8GD", scenario="dual")
    if "fight" in texts(g):
        g.play("fight")
    line = next(told(g, event, 0) for event in g.play("roll 6") if type(event).__name__ == "Removed")
    assert line.rule == "DUAL.6"
    assert line.text.endswith("cannot retreat across the demarcation line and is eliminated.")


def test_the_game_turn_and_the_player_turns_cite_their_rules() -> None:
    g = game.start("conventional")
    begun = [e for action in ("suggested", "done") for e in g.play(action) if type(e).__name__ == "Began"]
    assert [e.rule for e in begun if getattr(e, "level", 3) == 2] == ["SEQ.A1"]


# -- questions -----------------------------------------------------------------------------------


def test_who_has_to_decide_is_not_asked_to_retreat() -> None:
    """Both read D: they may withdraw, or stay Disrupted."""
    g = battle({"0811": "G-342 G-344", "0911": "R-13"}, "0811", "R-13", 3)
    assert prompt(g) == "Which unit decides next, to withdraw or to stay?"


def test_where_nobody_can_retreat_nobody_is_asked() -> None:
    """Surrounded, both are routed and die."""
    ring = {"0711": "R-28", "0810": "R-52", "0812": "R-61", "0910": "R-3GD", "0912": "R-5GD"}
    g = battle({"0811": "G-342 G-344", "0911": "R-13", **ring}, "0811", "R-13", 6)
    assert {where(g, "G-342"), where(g, "G-344")} == {"dead"}


def test_a_rout_into_berlin_may_be_short() -> None:
    g = battle({"0708": "G-342", "0709": "R-25TK"}, "0708", "R-25TK", 6)
    assert prompt(g).endswith("retreat it 2 or 3 hexes; one hex is enough in Berlin.")
    g = battle({"0811": "G-342", "0911": "R-25TK"}, "0811", "R-25TK", 6)
    assert prompt(g).endswith("retreat it 2 or 3 hexes.")


# -- reasons -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("target", "because"),
    [
        ("0711", "an enemy unit is there"),
        ("0611", "the second hex must be next to the first"),
        ("0812", "there is no room in the hex"),
    ],
)
def test_why_a_tank_cannot_go_on(target: str, because: str) -> None:
    pieces = {"0811": "G-342", "0911": "R-3GT", "0711": "G-344", "0812": "R-4GT"}
    g = play(battle(pieces, "0811", "R-3GT", 6), "advance R-3GT")
    assert why_not(g, f"on {target}") == because


def test_a_second_hex_off_the_way_of_a_long_retreat() -> None:
    g = play(battle({"0811": "G-342", "0911": "R-25TK"}, "0811", "R-25TK", 6), "retreat 0711, retreat 0611, stop")
    assert why_not(g, "on 0810") == "the second hex must follow a defender who retreated more than one hex"


def test_an_attack_on_an_own_hex() -> None:
    g = allocation({"0811": "R-28", "0911": "R-13", "0912": "G-342"})
    assert why_not(g, "attack 0811") == "your own units are in Baruth 0811"
    assert why_not(g, "attack 0910") == "no enemy unit is in Teupitz 0910"


def test_the_sector_is_named() -> None:
    pieces = {"0906": "R-3GT", "1006": "G-342"}
    g = allocation(pieces, scenario="dual", player=1)
    assert refused(g, "attack 1006") == "DUAL.5"
    assert why_not(g, "attack 1006") == (
        "3. Guards Tank Army may only attack hexes of the southern sector or central Berlin"
    )


# -- results -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("result", "german", "words"),
    [
        ("DW", True, "DW, must withdraw 1 to 3 hexes"),
        ("DW", False, "DW, Disrupted"),
        ("AE", True, "AE, attackers of the same strength are lost"),
        ("-", True, "no effect"),
    ],
)
def test_a_result_is_told_in_words(result: str, german: bool, words: str) -> None:
    assert in_words(result, german=german) == words


def test_the_log_says_what_the_defenders_have_read() -> None:
    g = play(attack({"0811": "G-342", "0911": "R-25TK"}, "0811", "R-25TK"), "fight")
    said = {line for die in range(1, 7) for line in lines(g.copy(), f"roll {die}")}
    assert "342. Inf Div: DW, must withdraw 1 to 3 hexes." in said


def test_why_an_attack_cannot_be_planned_is_said_at_once() -> None:
    g = play(allocation({"0811": "G-342 G-344", "0911": "R-2GCAV"}), "attack 0811, bombard R-2GCAV")
    assert "confirm" not in texts(g)
    assert prompt(g).startswith("Who attacks Baruth 0811? ")
    assert prompt(g).endswith(f"{why_not(g, 'confirm')[1:]}.")


def test_where_nobody_can_be_attacked_the_question_says_so() -> None:
    assert prompt(allocation({"0811": "G-342", "1512": "R-13"})) == "None of your units can attack anybody."
