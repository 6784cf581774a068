"""What people read of every game: lesson, charts, names, sentences."""

from __future__ import annotations

import pytest

from grognard.engine.charts import load_charts
from grognard.games import BUILT_IN, load_game
from grognard.testing.words import Words


class TestWords(Words):
    games = tuple(BUILT_IN)


@pytest.mark.parametrize("game", BUILT_IN)
def test_every_game_of_ours_has_a_turn_track_and_an_order_of_battle(game: str) -> None:
    assert {"Turn track", "Order of battle"} <= {page.title for page in load_charts(load_game(game)).pages}
