"""Whole games at random, from the start and from crowded positions, with every check that all games must pass."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from tests.games.raceforberlin.helpers import SEELOW, Pos, fight, game, impulse
from tests.support import play, rule

from grognard.bots import make_bot
from grognard.bots.base import onward_actions
from grognard.engine import Seat, Table, imagine, view
from grognard.engine.pieces import Piece
from grognard.engine.places import gather, iterate, members
from grognard.games.raceforberlin.model import OOS
from grognard.games.raceforberlin.movement import _onward, destinations, halts, may_enter, path_to, step_cost
from grognard.games.raceforberlin.score import promises
from grognard.games.raceforberlin.zones import prizes
from grognard.testing.checks import check_chances, check_conservation, check_refusals, random_play
from grognard.testing.leaks import all_seats, check_leaks

OPTIONS: list[tuple[str, ...]] = [(), tuple(option.id for option in game.options)]


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("seed", range(3))
def test_random_games_end_and_stay_sound(options: tuple[str, ...], seed: int) -> None:
    g = game.start(options=options)
    for number, before, action in random_play(g, seed):
        check_conservation(before)
        check_chances(before)
        assert before.status() == [], f"before {action}: {before.status()}"
        if number % 25 == 0:
            again = game.from_json(before.to_json())
            assert again.to_json() == before.to_json()
            assert [a.text for a in again.actions()] == [a.text for a in before.actions()]
    assert g.outcome is not None
    assert g.outcome.rule in game.ledger.by_number


def crowded(seed: int) -> Pos:
    """Units of both sides scattered in and around Berlin, some reduced, some zones contested, at any turn."""
    rng = random.Random(seed)
    g = game.start()
    west = [z for z in range(game.board.size) if not game.map.east >> z & 1]
    for piece in range(len(game.units)):
        if game.side_of[piece] < 2 and rng.random() < 0.75:
            free = [z for z in west if _fits(g, piece, z)]
            near = [z for z in free if (game.map.berlin | game.map.beside_berlin) >> z & 1]
            if free:
                g._shift(piece, rng.choice(near if near and rng.random() < 0.5 else free))  # type: ignore[arg-type]
                g.flags[piece] |= rng.random() < 0.3
    g.state.turn = rng.randint(1, 9)
    inside = [bool(g.here.get(z, 0) & game.soviets) for z in game.map.city]
    g.state.levels = tuple(rng.choice([0, 0, 1, 2, 3]) if here else 0 for here in inside)
    g.forget()
    return g


def _fits(g: Any, piece: int, zone: int) -> bool:
    here = g.here.get(zone, 0)
    red, green = here & game.soviets, here & game.germans
    city = game.map.berlin >> zone & 1
    if game.side_of[piece] == 0:
        crossing = here & game.soviet_of[1 - game.camp[piece]]
        own = game.map.front[game.camp[piece]] >> zone & 1
        return bool(own and red.bit_count() < 2 and (city or not green) and not crossing)
    return bool(green.bit_count() < (1 if city else 3) and (city or not red))


def walks(g: Pos, piece: int, allowance: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every walk that a unit can pay, with its cost, found by trying; whoever is out of supply makes one step."""
    enter, side = may_enter(g, piece), game.side_of[piece]
    stop = halts(g, side)

    def onward(way: tuple[int, ...], spent: int) -> Iterator[tuple[tuple[int, ...], int]]:
        here = way[-1] if way else g.where[piece]
        if way:
            yield way, spent
            if spent >= allowance or stop >> here & 1 or g.flags[piece] & OOS:
                return
        for near in iterate(_onward(g, side, here) & enter):
            cost = spent + step_cost(g, piece, here, near)
            if cost <= allowance or not way:
                yield from onward((*way, near), cost)

    return onward((), 0)


@rule("7.1.1", "7.1.2", "7.3.4a")
@pytest.mark.parametrize("seed", range(6))
def test_no_way_takes_more_or_costs_less_than_the_one_that_is_gone(seed: int) -> None:
    """R26 Compared with all walks there are, from crowded positions with markers here and there."""
    rng = random.Random(seed)
    g = crowded(seed)
    zones = list(iterate(game.map.victory))
    g.state.held = tuple(gather(z for z in zones if rng.random() < 0.3) for _ in range(2))
    g.state.held = (g.state.held[0], g.state.held[1] & ~g.state.held[0])
    movers = [p for p in range(len(game.units)) if game.side_of[p] < 2 and g.where[p] < game.board.size]
    for piece in rng.sample(movers, 12):
        allowance, worth = min(game.units[piece].mp, 5), prizes(g, piece)
        best: dict[int, tuple[int, int]] = {}
        for way, cost in walks(g, piece, allowance):
            gain = sum(points for zone, points in worth.items() if zone in way and zone != way[-1])
            best[way[-1]] = max(best.get(way[-1], (-99, 0)), (gain, -cost))
        for zone in members(destinations(g, piece, allowance)):
            way = path_to(g, Piece(piece), zone, allowance)
            gain = sum(points for place, points in worth.items() if place in way and place != zone)
            cost = sum(step_cost(g, piece, a, b) for a, b in pairwise((g.where[piece], *way)))
            assert (gain, -cost) == best[zone], f"{game.roster[piece].id} to {game.board.names[zone]}"


@pytest.mark.parametrize("seed", range(4))
def test_crowded_games_refuse_with_reasons(seed: int) -> None:
    rng = random.Random(seed)
    g = crowded(seed)
    met: dict[str, int] = {}
    while g.to_decide is not None:
        title = g.frame.title
        met[title] = met.get(title, 0) + 1
        if met[title] <= 3 or met[title] % 40 == 0:
            check_refusals(g)
        assert g.status() == []
        g.play(rng.choice(onward_actions(g)))
    assert g.outcome is not None


@pytest.mark.parametrize("seed", range(2))
def test_crowded_games_leak_nothing(seed: int) -> None:
    for seat in all_seats(game):
        assert check_leaks(random_play(crowded(seed + 10), seed), seat, random.Random(seed), every=8) > 100


@pytest.mark.parametrize("seed", range(2))
def test_imagined_crowded_games_look_the_same(seed: int) -> None:
    for number, before, _ in random_play(crowded(seed + 10), seed):
        seat = before.to_decide
        if number % 12 or seat is None or seat < 0:
            continue
        seen = view(before, seat)
        assert view(imagine(game, seen, random.Random(1)), seat) == seen


def test_a_move_promises_nothing_once_movement_is_over() -> None:
    pieces = {"kw": "S-8GA-1 S-8GA-2", "beeskow": "S-69-1", "fuerstenwalde": "G-286"}
    g = play(impulse(1, pieces), "move S-8GA-1, combat S-69-1, done")
    assert g.frame.title == "Movement"
    hopeful = promises(g)
    play(g, "end")
    assert g.frame.title == "Combats"
    assert promises(g) < hopeful


def test_an_attack_promises_what_those_who_take_part_can_do() -> None:
    g = play(fight(1, SEELOW), "attack seelow")
    strong = promises(g)
    assert promises(play(g, "drop S-8GA-1, drop S-8GA-2")) < strong


@pytest.mark.parametrize("names", [("staff", "random"), ("random", "staff")])
def test_the_staff_officer_beats_chance(names: tuple[str, str]) -> None:
    table = Table(game, seed=(20).to_bytes(32, "big"))
    bots = [make_bot(name, game, seed=20 + i) for i, name in enumerate(names)]
    while not table.over:
        seat = Seat(table.position.to_decide or 0)
        table.play(bots[seat].choose(table.view(seat)), seat)
    assert table.position.outcome is not None
    assert table.position.outcome.winner == names.index("staff")
