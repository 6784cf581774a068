"""What every position of every game must hold, whatever its rules."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

from ..bots.base import onward_actions
from ..engine import CHANCE, Game, Position
from ..engine.flow import Action, Chance, Choice
from ..engine.pieces import Piece, each
from ..engine.places import Place

Pos = Position[Any, Any]


def random_play(g: Pos, seed: int) -> Iterator[tuple[int, Pos, Action]]:
    """Play at random to the end; before each action its number, the position and the action."""
    rng = random.Random(seed)
    number = 0
    while g.to_decide is not None:
        actions = g.actions()
        assert actions, f"nothing can be done at {g.stack}"
        # Take-backs are legal and tried too, but seldom, or games would never end.
        pool = actions if rng.random() < 0.1 else onward_actions(g)
        action = rng.choice(pool)
        yield number, g, action
        g.play(action)
        number += 1


def check_sound(g: Pos) -> None:
    """The game itself finds nothing wrong with a position that was played."""
    assert g.status() == [], f"{g.status()} at {g.stack}"


def check_conservation(g: Pos) -> None:
    """Every piece is in exactly one place, and both books agree on it."""
    seen = 0
    for place, stack in g.here.items():
        assert stack, f"{place} is listed without a piece"
        assert not seen & stack, "a piece stands in two places"
        seen |= stack
        for piece in each(stack):
            assert g.where[piece] == place
    assert seen == (1 << len(g.where)) - 1


def check_carried(g: Pos) -> None:
    """What is carried along with the moves is what a fresh look would find."""
    for side, memo in enumerate(g.place_memo):
        for value, found in memo.items():
            assert found == value.compute(g, side), value.__doc__


def check_refusals(g: Pos) -> int:
    """`why_not` and the frame's own reasons agree with the list of legal actions, for every thinkable argument."""
    frame = g.frame
    if not isinstance(frame, Choice):
        return 0
    legal = set(g.actions())
    count = 0
    for verb in g.game.verbs_of(type(frame)):
        for action in every_action(g.game, verb):
            reason = frame.refusal(g, action)
            assert (reason is None) == (action in legal), f"{action}: {reason} at {frame}"
            assert (g.why_not(action) is None) == (action in legal)
            if reason is not None:
                assert reason.text, f"{action} is refused without a word"
                assert reason.rule in g.game.ledger.by_number, f"{action}: '{reason.rule}' is not in the ledger"
            count += 1
    return count


def every_action(game: Game[Any], verb: str) -> Sequence[Action]:
    """All actions of a verb that takes nothing, one piece or one place."""
    kinds = game.kinds(verb)
    if not kinds:
        return [game.act(verb)]
    if kinds in ((Piece,), (Place,)):
        return game.acts(verb)
    return []


def check_chances(g: Pos) -> None:
    """Luck's weights are whole, positive and without doubles."""
    frame = g.frame
    if g.to_decide == CHANCE:
        assert isinstance(frame, Chance)
        chances = g.chances()
        assert all(isinstance(weight, int) and weight > 0 for _, weight in chances)
        assert len({action for action, _ in chances}) == len(chances)
