"""A unit that was picked can be put back, in every game: no undo is needed, and the position is the one before."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.conformance import Pos, every_setup, random_play

from grognard.engine.flow import Action, Choice, Mark
from grognard.engine.pieces import Piece
from grognard.games import load_game

SETUPS = [setup for setup in every_setup() if not setup[2]]


def in_hand(before: Pos, action: Action) -> Pos | None:
    """The position after an action that only takes a unit in hand: it asks about that unit, and nothing has moved."""
    if before.game.kinds(action.verb) != (Piece,):
        return None
    after = before.copy()
    after.apply(action)
    frame: Any = after.frame if after.stack else None
    asked = isinstance(frame, Choice) and after.to_decide == before.to_decide
    deeper = len(after.stack) > len(before.stack) and after.where == before.where
    return after if asked and deeper and getattr(frame, "unit", None) == action.args[0] else None


def back(g: Pos) -> list[Action]:
    """The answers that take something back."""
    frame = g.frame
    assert isinstance(frame, Choice)
    return [action for action in g.actions() if action.verb in frame.marked(Mark.TAKES_BACK)]


@pytest.mark.parametrize(("game", "scenario", "options"), SETUPS)
def test_a_unit_in_hand_can_be_put_back(game: str, scenario: str, options: tuple[str, ...]) -> None:
    g = load_game(game).start(scenario, options)
    met: dict[tuple[str, str], int] = {}
    for _, before, _ in random_play(g, 21):
        if not isinstance(before.frame, Choice):
            continue
        for action in before.actions():
            key = before.frame.title, action.verb
            if met.get(key, 0) > 20:
                continue
            after = in_hand(before, action)
            if after is None:
                continue
            met[key] = met.get(key, 0) + 1
            answers = back(after)
            assert len(answers) == 1, f"{key}: {answers} at {after.frame}"
            after.play(answers[0])
            assert after.hash() == before.hash(), key
    assert met


def test_a_unit_that_is_to_retreat_can_be_put_back_where_another_may_go_first() -> None:
    """`seelow` 7.57: the battalion must go, the company may; where nobody else can go there is nothing to take back."""
    seelow = load_game("seelow")
    pieces = {"1102": "DE-300-I DE-MunPz-1", "1101": "SU-47G-137", "1002": "SU-47G-140", "3401": "SU-295-883"}
    g = seelow.position({**pieces, "3403": "DE-302-II"}, phase="combat", scenario="seelow", turn=3)
    for action in ("attack 1102", "all", "fight", "roll 1", "retreat"):
        g.play(action)
    before = g.hash()
    g.play("pick DE-300-I")
    assert [action.text for action in back(g)] == ["back"]
    g.play("back")
    assert g.hash() == before
    g.play("pick DE-MunPz-1")
    g.play("back")
    assert g.hash() == before
