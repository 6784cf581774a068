"""The weights of a score: named, explained, and changed without touching the game they came from."""

from __future__ import annotations

import pytest

from grognard.engine.weights import described
from grognard.games import game_names, load_game


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
