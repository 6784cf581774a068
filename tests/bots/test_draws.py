"""What a bot thinks of a draw: measured by its own score against par, from what it sees."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from grognard.bots import make_bot
from grognard.engine import read_record, replay
from grognard.engine.events import Began
from grognard.engine.flow import Seat
from grognard.engine.view import View, view
from grognard.games import load_game

GOLDEN = Path(__file__).parents[1] / "games" / "golden"
NAMES = sorted(path.stem for path in GOLDEN.glob("*.record"))


def views(name: str) -> tuple[Any, list[list[View]]]:
    """What each seat of a golden game sees when its turns begin."""
    record = read_record((GOLDEN / f"{name}.record").read_text(encoding="utf-8"))
    game = load_game(record.game)
    found: list[list[View]] = []
    for _, g, events in replay(game, record):
        if g.outcome is None and any(isinstance(event, Began) and event.level == 1 for event in events):
            found.append([view(g, Seat(seat), hints=False) for seat in (0, 1)])
    return game, found


@pytest.mark.parametrize("name", NAMES)
def test_nobody_gives_a_game_away_that_has_not_begun(name: str) -> None:
    game, turns = views(name)
    bot = make_bot("staff", game, seed=1)
    assert not any(bot.accepts_draw(seen, seen) for seen in turns[0])
    assert not any(bot.accepts_draw(seen, None) for seen in turns[-1]), "there is nothing to judge by"
    for seen in turns[1:-1]:
        answers = [bot.accepts_draw(one, first) for one, first in zip(seen, turns[0], strict=True)]
        assert not all(answers), "only one of two can stand worse"


@pytest.mark.parametrize("name", NAMES)
def test_nobody_agrees_to_a_draw_in_the_first_half_of_a_game(name: str) -> None:
    """Whoever defends loses ground first: Germans of `konigsberg` used to be glad of a draw on turn 2."""
    game, turns = views(name)
    bot = make_bot("staff", game, seed=1)
    first_half = turns[: (game.most_turns - 1) // 2]
    assert len(first_half) > 2
    for seen in first_half:
        assert not any(bot.accepts_draw(one, first) for one, first in zip(seen, turns[0], strict=True))


@pytest.mark.parametrize(("name", "worse"), [("raceforberlin-campaign", 0), ("reichstag-campaign", 1)])
@pytest.mark.parametrize("bot", ["staff", "random"])
def test_who_stands_clearly_worse_is_glad_of_a_draw(name: str, worse: int, bot: str) -> None:
    game, turns = views(name)
    player = make_bot(bot, game, seed=1)
    for seen in turns[4:]:
        assert player.accepts_draw(seen[worse], turns[0][worse])
        assert not player.accepts_draw(seen[1 - worse], turns[0][1 - worse])


def test_on_the_last_turn_a_bot_accepts_unless_it_is_ahead() -> None:
    """Par itself: not clearly worse before the last turn, and not better on it."""
    reached = 0
    for name in NAMES:
        game, turns = views(name)
        if turns[-1][0].position["state"]["turn"] < game.most_turns:
            continue  # it ended before its last turn
        if turns[-1][0].hidden:
            continue  # what a seat imagines is another position each time
        bot = make_bot("staff", game, seed=1)
        assert not bot.accepts_draw(turns[-2][0], turns[-2][0])
        assert bot.accepts_draw(turns[-1][0], turns[-1][0])
        reached += 1
    assert reached
