"""What the players are told: who holds out, what is given up, dice with their verdict, sums in words."""

from __future__ import annotations

import pytest
from tests.games.reichstag.fights import Fight
from tests.games.reichstag.helpers import at, blank
from tests.games.reichstag.phases import TWO, on, prompt, real
from tests.support import lines, play, rule

from grognard.games.reichstag import stavka
from grognard.games.reichstag.model import BF
from grognard.games.reichstag.terrain import unchecked_bridges
from grognard.games.reichstag.victory import tally

OBJECTIVE = "suburban objective vp-5"


# -- battles -------------------------------------------------------------------------------------


@rule("13.6a")
def test_holding_out_is_told() -> None:
    """A single German attacks out of the objective hex, has to retreat, and stays."""
    board = blank({(0, 0): OBJECTIVE})
    fight = Fight({(0, 0): "m2 m2b", (0, -1): "tc9"}, on=board, player_turn=1).attack("0,-1", "mobile").play("roll 6")
    assert lines(fight.g, "hold G-FLJ1") == [f"1/FLJ holds out in {at(0, 0)}."]


@rule("13.4b")
def test_statics_that_hold_out_are_told() -> None:
    """36 against 8 is 450 percent; 5 is DD: one of the two is lost, the other would have to retreat."""
    pieces = {(0, 0): "s2 s2b", (0, -1): "tc9 bd3", (1, -1): "tc9b bd3b", (1, 0): "tc9c bd3c"}
    fight = Fight(pieces, on=blank({(0, 0): OBJECTIVE})).attack("0,0", "assault").play("roll 5; lose s2")
    name = fight.game.roster[fight.game.names.piece("GS-KM-2")].name
    assert f"{name} holds out in {at(0, 0)}." in lines(fight.g, "enough")


@rule("12.24c")
def test_what_is_given_up_of_ones_own_will_is_told_as_such() -> None:
    """21 against 7 is 300 percent; 5 is DP: the strongest unit is lost, the other one is given up as well."""
    fight = Fight({(0, 0): "m4 m3", (0, -1): "tc9 bd3", (1, -1): "tc9b"}).attack("0,0", "mobile").play("roll 5")
    name = fight.game.roster[fight.game.names.piece("G-GD")].name
    assert prompt(fight.g) == "The losses are enough. You may give up further units in addition."
    assert fight.g.frame.label(fight.g, fight.game.parse("give-up G-GD")) == f"Give up {name} as well"  # type: ignore[attr-defined]
    assert f"{name} in {at(0, 0)} is given up as well." in lines(fight.g, "give-up G-GD")


def test_the_battle_line_reads_as_sentences() -> None:
    fight = Fight({(0, 0): "m4", (0, -1): "tc9 bd3"})
    fight.play("attack 0,0")
    if "all" in fight.texts():
        fight.play("all")
    line = next(line for line in lines(fight.g, "mobile") if line.startswith("Attack on"))
    assert line.endswith("12 against 4 is 300% (12.22). Column 300-399%.")
    assert " against 4 from " in line
    assert "; :" not in line


def test_a_unit_is_turned_up_somewhere() -> None:
    g = on(blank(), "reinforcement", {(0, 0): "GS-CP-Ost/face-down"}, player=TWO)
    if g.to_decide == -1:
        g.play("roll 6")
    assert any(line.endswith(f"is turned face up in {at(0, 0)}.") for line in lines(g, "reveal GS-CP-Ost"))


# -- dice and sums -------------------------------------------------------------------------------


def test_fatigue_says_against_what_the_dice_count() -> None:
    g = real("fatigue", {"3403": "1BF-35GRD"})
    assert "Fatigue of the 1BF, two dice against 0 large units lost, 7: not fatigued." in lines(g, "roll 7")


def test_a_die_for_a_static_unit_comes_with_its_verdict() -> None:
    g = on(blank(), "reinforcement", {(0, 0): "G-AX"}, boxes={"pool": "GS-VS-1"}, player=TWO)
    assert "A static unit from the pool for the 1BF sector, 3: none comes (needs 2 or less)." in lines(g, "roll 3")


def test_the_final_count_has_one_kind_of_minus() -> None:
    g = real("movement", {"3403": "1BF-35GRD"}, spent=(12, 0))
    assert [(t.value, t.reason) for t in tally(g, BF).terms] == [("−12", "12 Stavka points spent")]
    assert tally(g, BF).total == "−12 points in all"


@pytest.mark.parametrize(("cost", "words"), [(1, "1 Stavka point"), (2, "2 Stavka points")])
def test_what_something_costs(cost: int, words: str) -> None:
    g = real("movement", {"3403": "1BF-35GRD"}, spent=(60, 40))
    refusal = stavka.refuse_pay(g, cost)
    assert refusal is not None
    assert refusal.text == f"it costs {words} and the purse of both players holds 0"


@pytest.mark.parametrize(("posts", "words"), [(1, "for a point more"), (2, "each for a point more")])
def test_command_posts_are_a_point_each(posts: int, words: str) -> None:
    units = " ".join(["GS-CP-Ost/face-down", "GS-CP-West/face-down"][:posts])
    g = on(blank(), "reinforcement", {(0, 0): units}, player=TWO)
    if g.to_decide == -1:
        play(g, "roll 6")
    assert f"can be turned up, {words} on the movement die" in prompt(g)


def test_a_die_for_a_bridge_says_when_it_falls() -> None:
    g = real("movement", {"4024": "1BF-60GRD"})
    play(g, "pick 1BF-60GRD")
    bridged = next(a.text for a in g.actions() if a.verb == "go" and unchecked_bridges(g, a.args[0]))
    assert any(line.endswith("on 3 or less: rolled 6.") for line in lines(g, bridged, "roll 6"))
