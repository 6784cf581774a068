"""The score that bots play by: what is carried along and kept gives what a fresh look would give."""

from __future__ import annotations

from random import Random

import pytest
from tests.games.seelow.helpers import HOME, game

from grognard.bots.base import onward_actions
from grognard.engine.flow import Seat
from grognard.engine.pack import Pack
from grognard.games.seelow import Seelow
from grognard.games.seelow.model import GERMAN, SOVIET
from grognard.testing.checks import check_carried

forgetful = Seelow(Pack(HOME))
"""The same game, which forgets all scores before each look."""


def forget(loaded: Seelow) -> None:
    """Drop all values that are kept with the game."""
    loaded.kept.clear()


@pytest.mark.parametrize(("scenario", "seed"), [("kustrin", 1), ("seelow", 2)])
def test_what_is_kept_does_not_change_the_score(scenario: str, seed: int) -> None:
    forget(game)
    rng = Random(seed)
    g = game.start(scenario)
    looks = 0
    while g.to_decide is not None:
        after = g.copy()
        after.apply(rng.choice(onward_actions(after)))
        game.score(after, Seat(SOVIET))
        g.apply(rng.choice(onward_actions(g)))
        now = game.score(g, Seat(SOVIET))
        if g.to_decide is not None and rng.random() < 0.25:
            check_carried(g)
            forget(forgetful)
            assert now == forgetful.score(forgetful.from_json(g.to_json()), Seat(SOVIET))
            assert game.score(g, Seat(GERMAN)) == -now
            looks += 1
    assert looks > 100
