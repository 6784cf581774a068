"""Victory (VIC)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.marshals.helpers import attack, battle, movement
from tests.support import flagged, play, refused, rule, where

from grognard.engine import Position

MITTE = {"0806": "G-HIT", "0906": "R-8GD R-47"}
"""9 against 3 is 3:1, without a shift: 6 DE, 5 and 4 DR, 3 and 2 DW, 1 D."""
SOUTH = {"0806": "G-HIT", "0807": "R-3GD R-13"}


def ended(g: Position[Any, Any]) -> tuple[int | None, str, str]:
    """Winner, rule and degree of a game that is over."""
    assert g.outcome is not None
    assert g.actions() == []
    return g.outcome.winner, g.outcome.rule, g.outcome.degree


@rule("VIC.C1")
@pytest.mark.parametrize("die", [4, 5, 6])
def test_the_russians_win_the_instant_hitler_falls(die: int) -> None:
    g = battle(MITTE, "0806", "R-8GD R-47", die)
    assert ended(g) == (0, "VIC.C1", "")
    assert where(g, "G-HIT") == "dead"


@rule("VIC.C1")
@pytest.mark.parametrize("die", [1, 2, 3])
def test_hitler_survives_lesser_results(die: int) -> None:
    g = battle(MITTE, "0806", "R-8GD R-47", die)
    assert g.outcome is None
    assert where(g, "G-HIT") == "0806"


@rule("VIC.C1")
def test_attacks_still_to_come_are_not_fought() -> None:
    pieces = {**MITTE, "0811": "G-342", "0911": "R-25TK"}
    g = attack(pieces, "0806", "R-8GD R-47")
    assert "roll 6" in {a.text for a in g.actions()}
    play(g, "roll 6")
    assert ended(g)[0] == 0
    assert refused(g, "end") == ""


@rule("VIC.D1")
def test_dual_the_player_whose_russians_kill_hitler_wins() -> None:
    g = battle(MITTE, "0806", "R-8GD R-47", 6, scenario="dual", player=0)
    assert ended(g) == (0, "VIC.D1", "")
    g = battle(SOUTH, "0806", "R-3GD R-13", 1, scenario="dual", player=1)
    assert ended(g) == (1, "VIC.D1", "")


@rule("VIC.D2")
def test_dual_a_draw_after_turn_8() -> None:
    g = movement({"0806": "G-HIT"}, scenario="dual", turn=8)
    play(g, "end, end-allocation")
    assert g.outcome is None, "player turn B is still to come"
    play(g, "end, end-allocation")
    assert ended(g) == (None, "VIC.D2", "")


@rule("VIC.C2")
def test_the_germans_win_after_turn_8() -> None:
    g = movement({"0806": "G-HIT"}, turn=7, player=1)
    play(g, "end, end-allocation")
    assert (g.state.turn, g.outcome) == (8, None)
    play(g, "end, end-allocation, end, end-allocation")
    assert ended(g) == (1, "VIC.C2", "")


@rule("VIC.D3")
@pytest.mark.parametrize(
    ("dead", "held_by", "smashing"),
    [("G-FFO", "zhukov", True), ("", "zhukov", False), ("G-FFO", "busse", False), ("G-FFO", "koniev", False)],
)
def test_dual_zhukov_wins_a_smashing_victory_with_frankfurt(dead: str, held_by: str, smashing: bool) -> None:
    fortress = {"dead": dead} if dead else {"1408": "G-FFO"}
    g = battle({**MITTE, **fortress}, "0806", "R-8GD R-47", 6, scenario="dual", frankfurt=held_by)
    assert ended(g) == ((0, "VIC.D3", "smashing") if smashing else (0, "VIC.D1", ""))


@rule("VIC.D3")
def test_dual_koniev_never_wins_a_smashing_victory() -> None:
    pieces = {**SOUTH, "dead": "G-FFO"}
    g = battle(pieces, "0806", "R-3GD R-13", 1, scenario="dual", player=1, frankfurt="zhukov")
    assert ended(g) == (1, "VIC.D1", "")


@rule("VIC.C3")
@pytest.mark.parametrize(
    ("held_by", "smashing"), [("zhukov", True), ("koniev", True), ("busse", False), ("graeser", False)]
)
def test_conventional_smashing_victory(held_by: str, smashing: bool) -> None:
    g = battle({**MITTE, "dead": "G-FFO"}, "0806", "R-8GD R-47", 6, frankfurt=held_by)
    assert ended(g) == ((0, "VIC.C3", "smashing") if smashing else (0, "VIC.C1", ""))


@rule("VIC.C3", "VIC.D3")
def test_frankfurt_is_taken_by_an_advance_and_lost_by_a_german_who_passes() -> None:
    # 9 against 3, with the line 2:1: the defenders cannot be routed and are eliminated.
    g = battle({"1408": "G-FFO", "1407": "R-8GD R-69"}, "1408", "R-8GD R-69", 6)
    assert where(g, "G-FFO") == "dead"
    assert g.state.frankfurt == "busse", "nobody is in it yet"
    play(g, "advance R-8GD, end-advance")
    assert g.state.frankfurt == "zhukov"
    g = movement({"dead": "G-FFO", "1308": "G-342"}, player=1, frankfurt="zhukov")
    play(g, "pick G-342, go 1408, pick G-342, go 1409")
    assert g.state.frankfurt == "graeser"


@rule("VIC.C3")
def test_the_frankfurt_defenders_hold_it_even_disrupted() -> None:
    g = battle({"1408": "G-FFO", "1407": "R-8GD R-69"}, "1408", "R-8GD R-69", 4)
    assert flagged(g, "G-FFO", "disrupted")
    assert g.state.frankfurt == "busse"
