"""The score that bots play by: what is carried along and remembered gives what a fresh look would give."""

from __future__ import annotations

from random import Random

import pytest
from tests.games.conformance import check_carried
from tests.games.seelow.helpers import HOME, game

from grognard.bots.base import onward_actions
from grognard.engine.flow import Seat
from grognard.engine.pack import Pack
from grognard.games.seelow import Seelow
from grognard.games.seelow.model import GERMAN, SOVIET, S
from grognard.games.seelow.score import _guns, _heights, _material, _relief

forgetful = Seelow(Pack(HOME))
"""The same game, whose memory is cleared before each look."""


def standing(g: S, scenario: str) -> list[float]:
    """The parts of the score that say how things stand."""
    way = _heights(g) if scenario == "seelow" else _relief(g)
    return [_material(g), way, _guns(g, SOVIET), _guns(g, GERMAN)]


@pytest.mark.parametrize("scenario", ["kustrin", "seelow"])
def test_what_is_remembered_does_not_change_the_score(scenario: str) -> None:
    rng = Random(5)
    g = game.start(scenario)
    looks = 0
    while g.to_decide is not None:
        g.apply(rng.choice(onward_actions(g)))
        after, now = game.score(g, Seat(SOVIET)), standing(g, scenario)
        if g.to_decide is not None and rng.random() < 0.1:
            check_carried(g)
            forgetful.remembered.clear()
            assert now == standing(forgetful.from_json(g.to_json()), scenario)
            assert game.score(g, Seat(GERMAN)) == -after
            looks += 1
    assert looks > 40
