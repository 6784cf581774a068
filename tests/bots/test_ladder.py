"""Bots: the staff officer beats random play, in time, from either side; a bot sees a view and nothing else."""

from __future__ import annotations

import gc
import random
from typing import Any

import pytest

from grognard.bots import BOTS, make_bot
from grognard.bots.base import going_on
from grognard.bots.staff import StaffBot, StaffPolicy
from grognard.engine import CHANCE, GrognardError, Position, Seat, Table
from grognard.engine.view import imagine
from grognard.games import load_game
from grognard.lab.match import plan, play_game

LADDER_GAMES = 2
"""Games a case; every one must be won (95 of 100 is what a long match must show, see `grognard sim`)."""


@pytest.mark.parametrize("case", [0, pytest.param(1, marks=pytest.mark.long)])
def test_staff_takes_berlin_from_random_germans(case: int) -> None:
    match = plan("marshals", "conventional", (), ["staff", "random"], seed=case + 7)
    winners = [play_game(match, number).winner for number in range(LADDER_GAMES)]
    assert winners == ["russian"] * LADDER_GAMES


@pytest.mark.parametrize("case", [0, pytest.param(1, marks=pytest.mark.long)])
def test_staff_holds_berlin_against_random_russians(case: int) -> None:
    match = plan("marshals", "conventional", (), ["random", "staff"], seed=case + 7)
    assert play_game(match, 0).winner == "german"


@pytest.mark.long
@pytest.mark.parametrize(("players", "winner"), [(["staff", "random"], "zhukov"), (["random", "staff"], "koniev")])
def test_staff_wins_the_race_from_either_seat(players: list[str], winner: str) -> None:
    match = plan("raceforberlin", None, (), players, seed=5)
    winners = [play_game(match, number).winner for number in range(3)]
    assert winners.count(winner) >= 2


@pytest.mark.long
@pytest.mark.parametrize(("players", "winner"), [(["staff", "random"], "1bf"), (["random", "staff"], "1uf")])
def test_staff_gets_to_the_reichstag_with_either_front(players: list[str], winner: str) -> None:
    """One long game a seat; random play spends its points and loses by far."""
    match = plan("reichstag", None, (), players, seed=5)
    assert play_game(match, 0).winner == winner


@pytest.mark.long
@pytest.mark.parametrize("scenario", ["kustrin", "seelow"])
@pytest.mark.parametrize(("players", "winner"), [(["staff", "random"], "soviet"), (["random", "staff"], "german")])
def test_staff_wins_on_the_oder_from_either_side(scenario: str, players: list[str], winner: str) -> None:
    match = plan("seelow", scenario, (), players, seed=5)
    assert play_game(match, 0).winner == winner


@pytest.mark.long
@pytest.mark.parametrize(("players", "winner"), [(["staff", "random"], "german"), (["random", "staff"], "soviet")])
def test_staff_holds_and_takes_east_prussia(players: list[str], winner: str) -> None:
    """One long game a seat."""
    match = plan("konigsberg", None, (), players, seed=5)
    assert play_game(match, 0).winner == winner


def test_the_same_seed_gives_the_same_game() -> None:
    match = plan("marshals", "dual", (), ["random", "random"], seed=3)
    assert play_game(match, 5) == play_game(match, 5)
    assert play_game(match, 5).record != play_game(match, 6).record


@pytest.mark.parametrize("name", sorted(BOTS))
def test_a_bot_answers_with_an_offer_and_keeps_no_position(name: str) -> None:
    """What a bot is given leads to no position: neither directly nor through anything the view refers to."""
    game = load_game("marshals")
    table = Table(game, "dual", seed=bytes(32))
    rng = random.Random(2)
    bot = make_bot(name, game, seed=1)
    for _ in range(150):
        seat = table.position.to_decide
        assert seat is not None
        seen = table.view(Seat(seat))
        assert not reaches_a_position(seen)
        if _ % 30 == 0:
            assert bot.choose(seen) in {offer.action for offer in going_on(seen)}
        table.play(rng.choice(going_on(seen)).action, Seat(seat))


@pytest.mark.parametrize("name", ["marshals", "konigsberg"])
def test_what_staff_remembers_of_the_decision_before_is_true(name: str) -> None:
    """Where a unit goes is asked after it was picked for where it could go: the same values, not worked out again."""
    game = load_game(name)
    table = Table(game, seed=bytes(32))
    bots = [StaffBot(game, random.Random(seat)) for seat in range(2)]
    remembered = 0
    for _ in range(60):
        seat = table.position.to_decide
        assert seat is not None
        seen = table.view(Seat(seat))
        g = imagine(game, seen, random.Random(0))
        fresh = StaffPolicy(game)
        for choice, value in bots[seat].policy._seen.get(g.key(), {}).items():
            assert fresh.value(g, choice, Seat(seat)) == value
            remembered += 1
        table.play(bots[seat].choose(seen), Seat(seat))
    assert remembered > 50


def reaches_a_position(root: Any) -> bool:
    """Whether a position can be reached from an object by following references."""
    seen: set[int] = set()
    todo = [root]
    while todo:
        item = todo.pop()
        if isinstance(item, Position):
            return True
        if id(item) in seen or isinstance(item, type | str | int):
            continue
        seen.add(id(item))
        todo.extend(gc.get_referents(item))
    return False


def test_unknown_bots_and_wrong_numbers_of_players_are_refused() -> None:
    with pytest.raises(GrognardError, match="there is no bot 'clever'"):
        plan("marshals", None, (), ["clever", "random"])
    with pytest.raises(GrognardError, match="needs 2 players"):
        plan("marshals", None, (), ["random"])


def test_chance_is_never_asked_of_a_bot() -> None:
    table = Table(load_game("marshals"), seed=bytes(32))
    rng = random.Random(1)
    for _ in range(300):
        assert table.position.to_decide != CHANCE
        if table.over:
            break
        table.play(rng.choice(table.position.actions()))
