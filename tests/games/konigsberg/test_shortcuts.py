"""What is found by a look around, or remembered, is what the whole rule finds, all through games played at random."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from tests.games.konigsberg.helpers import Pos, game

from grognard.engine.flow import CHANCE
from grognard.engine.pieces import each
from grognard.games.konigsberg.fields import HALF, Field, Road, allowance, can_march, can_walk, costs_of
from grognard.games.konigsberg.model import GERMAN, SOVIET, on_map


def positions(seed: int, every: int) -> Iterator[Pos]:
    """Some positions of a game that is played at random; the same one goes on from each to the next."""
    rng, g, step = Random(seed), game.start(), 0
    while g.to_decide is not None:
        g.play(rng.choice(g.actions()))
        step += 1
        if step % every == 0 and g.to_decide not in (None, CHANCE):
            yield g


@pytest.mark.parametrize("seed", range(3))
def test_a_look_around_tells_whether_a_unit_can_walk_or_march(seed: int) -> None:
    crowded = 0
    for g in positions(seed, 60):
        for piece in each((on_map(g, GERMAN) | on_map(g, SOVIET)) & ~game.immobile):
            for points in range(1, allowance(g, piece) + 1):
                field, road = Field(g, piece, points), Road(g, piece, HALF * points)
                assert can_walk(g, piece, points) == bool(field.all or field.drives)
                assert can_march(g, piece, HALF * points) == bool(road.all or road.drives)
                crowded += bool(field.crowds)
    assert crowded, "refugees were on the roads"


@pytest.mark.parametrize("seed", range(2))
def test_refugees_out_of_reach_make_no_way_dearer(seed: int) -> None:
    """12.2c A field leaves them out of its costs, and is the same with them."""
    left_out = 0
    for g in positions(seed, 60):
        for piece in each((on_map(g, GERMAN) | on_map(g, SOVIET)) & ~game.immobile):
            field = Field(g, piece, allowance(g, piece))
            layers = field.layers
            if field.crowds and field.costs is game.map.costs[field.klass]:
                left_out += 1
                field.costs = costs_of(game, field.klass, field.crowds)
                assert field._reach(len(layers) - 1, field.enter) == layers
    assert left_out
