"""The weights of a score: named, explained, and changed without touching the game they came from."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.engine.situations import situations

from grognard.engine import read_record, replay
from grognard.engine.game import Game
from grognard.engine.weights import described
from grognard.games import game_names, load_game
from grognard.testing.checks import random_play

GOLDEN = Path(__file__).parents[1] / "games" / "golden"
ASIDE = 20
"""From every so many positions of a golden game somebody plays on at random."""
AT_RANDOM = 40
"""So many actions."""


@pytest.mark.parametrize("name", game_names())
def test_every_weight_has_a_unit_and_a_sentence(name: str) -> None:
    for weight, value, note in described(load_game(name).weights):
        assert isinstance(value, int | float | tuple), weight
        assert note.unit, weight
        assert note.meaning[0].isupper(), weight
        assert note.meaning.endswith("."), weight


def test_a_game_with_other_weights_scores_otherwise_and_leaves_the_first_alone() -> None:
    game = load_game("marshals")
    other = game.reweighted(closeness=0.3)
    g = game.start()
    before = game.score(g, 0)
    after = other.score(other.from_json(g.to_json()), 0)
    assert after > before + 1
    assert game.score(g, 0) == before
    assert game.score(game.from_json(g.to_json()), 0) == before
    assert other.weights.win == game.weights.win


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"nearness": 1.0}, "there is no weight 'nearness'; known are win, "),
        ({"closeness": "much"}, "the weight 'closeness' is a number, not something else"),
        ({"closeness": (1.0, 2.0)}, "the weight 'closeness' is a number, not a row of 2 numbers"),
    ],
)
def test_a_wrong_weight_is_named(changes: dict[str, object], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        load_game("marshals").reweighted(**changes)


@cache
def positions(name: str) -> list[str]:
    """Staged positions, and those of golden games, some of which are played on at random, in any order."""
    game = load_game(name)
    staged, met = [g.to_json() for g in situations(game)], []
    for scenario in game.scenarios:
        record = read_record((GOLDEN / f"{name}-{scenario.id}.record").read_text(encoding="utf-8"))
        for number, (_, g, _) in enumerate(replay(game, record)):
            met.append(g.to_json())
            if number % ASIDE == 0:
                met += aside(g, number)
    Random(1).shuffle(met)
    return staged + met


def aside(g: Any, seed: int) -> Iterator[str]:
    """Positions of random play from here."""
    for number, found, _ in random_play(g.copy(), seed):
        if number > AT_RANDOM:
            break
        if number % 3 == 0:
            yield found.to_json()


def few_positions(name: str) -> list[str]:
    """Staged positions, and some of the first golden game."""
    game = load_game(name)
    record = read_record((GOLDEN / f"{name}-{game.scenarios[0].id}.record").read_text(encoding="utf-8"))
    met = [g for number, (_, g, _) in enumerate(replay(game, record)) if number % 60 == 0]
    return [g.to_json() for g in (*list(situations(game))[:10], *met[:20])]


@cache
def looks(name: str, text: str) -> Any:
    """How a position looks to the game as it is."""
    return look(load_game(name), text)


def look(game: Game[Any], text: str) -> Any:
    """What weights can change: the score, and where the search looks first."""
    g = game.from_json(text)
    return game.score(g, 0), () if g.outcome else (game.focus(g, 0), game.focus(g, 1))


def larger(value: Any) -> Any:
    """A weight larger by a fifth; a whole number by one at least."""
    if isinstance(value, tuple):
        return tuple(larger(each) for each in value)
    return value + max(1, round(value / 5)) if isinstance(value, int) else 1.2 * value


@pytest.mark.long
@pytest.mark.parametrize("name", game_names())
def test_every_weight_counts_in_some_position(name: str) -> None:
    game = load_game(name)
    weights = list(described(game.weights))
    assert weights
    for weight, value, _ in weights:
        other = game.reweighted(**{weight: larger(value)})
        assert any(look(other, text) != looks(name, text) for text in positions(name)), f"{weight} changes nothing"


@pytest.mark.parametrize("name", game_names())
def test_games_with_other_weights_do_not_disturb_each_other(name: str) -> None:
    """Both look at the same positions by turns; each sees what it sees alone."""
    game = load_game(name)
    changes = {weight: larger(value) for weight, value, _ in described(game.weights)}
    texts = few_positions(name)
    other, here, there = game.reweighted(**changes), game.reweighted(), game.reweighted(**changes)
    alone = [look(other, text) for text in texts]
    both = [(look(here, text), look(there, text)) for text in texts]
    assert [first for first, _ in both] == [looks(name, text) for text in texts]
    assert [second for _, second in both] == alone
    assert all(first != second for first, second in both if first[0])
