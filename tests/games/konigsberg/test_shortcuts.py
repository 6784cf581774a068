"""What is found by a look around, or remembered, is what the whole rule finds, all through games played at random."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from tests.games.konigsberg.helpers import Pos, game

from grognard.engine.control import occupied
from grognard.engine.flow import CHANCE
from grognard.engine.movement import cost_of, reach, union
from grognard.engine.pieces import Pieces, each
from grognard.engine.places import members
from grognard.games.konigsberg import Konigsberg
from grognard.games.konigsberg.command import available
from grognard.games.konigsberg.fields import (
    HALF,
    Field,
    Road,
    allowance,
    can_march,
    can_walk,
    costs_of,
    ground,
    road_costs,
)
from grognard.games.konigsberg.model import GERMAN, SOVIET, on_map
from grognard.games.konigsberg.refugees import can_end, ends_for
from grognard.games.konigsberg.reinforcements import rail_hexes
from grognard.games.konigsberg.score import _air, _air_in
from grognard.games.konigsberg.stacking import refugees
from grognard.games.konigsberg.volksturm import behind_german_lines, near_soviets


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
            on = ground(g, game.side_of[piece])
            for points in range(1, allowance(g, piece) + 1):
                field, road = Field(g, piece, points), Road(g, piece, HALF * points)
                assert can_walk(g, piece, points, on) == bool(field.all or field.drives)
                assert can_march(g, piece, HALF * points, on) == bool(road.all or road.drives)
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
            road = Road(g, piece, HALF * allowance(g, piece))
            if road.crowds and road.costs is road.plain and game.hqs >> piece & 1:
                left_out += 1
                dear = reach(road.start, road.points, road_costs(game, road.crowds), enter=road.enter)
                assert union(dear) == road.all
                assert all(cost_of(dear, place) == road.cost(place) for place in members(road.all))
    assert left_out


@pytest.mark.parametrize("seed", range(3))
def test_what_is_kept_while_one_side_stands_still_is_what_a_fresh_look_finds(seed: int) -> None:
    """Lines and tracks are kept with the enemy's pieces, ways of refugees with the map."""
    for g in positions(seed, 7):
        fresh = g.copy()
        fresh.forget()
        assert behind_german_lines(g) == behind_german_lines(fresh)
        assert near_soviets(g) == near_soviets(fresh)
        for piece in each(g.here.get(game.arriving, 0) | g.here.get(game.due, 0) & game.combat):
            assert rail_hexes(g, piece) == rail_hexes(fresh, piece)
        for hq in each((on_map(g, GERMAN) | on_map(g, SOVIET)) & game.hqs):
            assert available(g, hq) == available(fresh, hq)


def test_refugees_whom_nobody_bars_trek_as_far_as_the_map_says() -> None:
    """12.2a The ways of the map are those that are looked for where Soviets stand."""
    for start in members(game.map.road_hexes):
        assert game.map.treks[start] == game.map.trek(start, game.board.all)
    for g in positions(1, 40):
        closed = occupied(g, SOVIET)
        for start in members(refugees(g)):
            cities = 1 << game.map.konigsberg | 1 << game.map.elbing
            assert ends_for(g, start) == game.map.trek(start, ~closed) & (can_end(g) | cities)


@pytest.mark.parametrize("seed", range(2))
def test_air_units_are_worth_the_same_wherever_they_were_counted(seed: int) -> None:
    another = Konigsberg(game.pack)
    for g in positions(seed, 30):
        boxes = tuple(g.here.get(box, Pieces(0)) for box in (*game.air_box, game.refit))
        assert _air(g) == _air_in(another, boxes)
