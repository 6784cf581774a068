"""What a learner sees: the view of its seat and nothing else, whatever was looked at before."""

from __future__ import annotations

from copy import copy
from random import Random
from typing import Any

import pytest

from grognard.engine import Position, Seat, imagine, view
from grognard.games import game_names, load_game
from grognard.rl.numbering import onward
from grognard.rl.playing import meanings
from grognard.rl.sight import Seen, Sight
from grognard.testing.checks import random_play
from grognard.testing.leaks import check_leaks, has_secrets

GAMES = game_names()
SECRET = [name for name in GAMES if has_secrets(load_game(name))]
Pos = Position[Any, Any]


def look(g: Pos, seat: int) -> Seen:
    """What a seat sees that looks for the first time."""
    return Sight(meanings(g.game)[1], Seat(seat)).look(g)


def same(a: Seen, b: Seen) -> bool:
    return as_bytes(a) == as_bytes(b)


def as_bytes(seen: Seen) -> bytes:
    return b"".join(part.tobytes() for part in (seen.planes, seen.boxes, seen.counters, seen.state))


@pytest.mark.parametrize("name", GAMES)
def test_what_is_kept_is_what_a_fresh_look_finds(name: str) -> None:
    game = load_game(name)
    g = game.start(game.scenarios[-1].id)
    seats = range(len(game.seats(g.setup)))
    kept = [Sight(meanings(game)[1], Seat(seat)) for seat in seats]
    rng = Random(5)
    for number, now, _ in random_play(g, 2):
        for seat in seats:
            if rng.random() < 0.4:
                seen = kept[seat].look(now)
                if number % 7 == 0:
                    assert same(seen, look(now, seat)), f"decision {number}, seat {seat}"
    assert same(kept[0].look(g), look(g, 0))


@pytest.mark.parametrize("name", GAMES)
def test_it_is_made_of_the_view(name: str) -> None:
    """Whatever stands behind a view, the seat that is asked sees the same."""
    game = load_game(name)
    g = game.start(game.scenarios[0].id)
    rng = Random(1)
    compared = 0
    for number, now, _ in random_play(g, 4):
        seat = now.to_decide
        if number % 9 or seat is None or seat < 0:
            continue
        behind = imagine(game, view(now, seat), rng)
        assert same(look(now, seat), look(behind, seat)), f"decision {number}: {now}"
        compared += 1
    assert compared > 20


def handed(g: Pos, seat: Seat | None) -> bytes:
    """All that a learner is handed: arrays, and the numbers of what it is offered."""
    assert seat is not None
    seen = look(g, seat)
    numbers: list[int] = []
    if g.to_decide == seat:
        numbers = sorted(meanings(g.game)[0].numbers(g, seat, onward(g, take_backs=True, asides=True)))
    points = [g.game.victory_points(g, Seat(n)) for n in range(len(g.game.seats(g.setup)))]  # of shaped rewards
    return as_bytes(seen) + str((numbers, points)).encode()


@pytest.mark.parametrize("name", SECRET)
@pytest.mark.parametrize("seat", [0, 1])
def test_nothing_leaks(name: str, seat: int) -> None:
    """What a seat cannot know is exchanged, and what it is handed stays the same by the byte."""
    game = load_game(name)
    compared = 0
    for scenario in game.scenarios:
        for seed in range(2):
            g = game.start(scenario.id)
            compared += check_leaks(random_play(g, seed), Seat(seat), Random(seed), every=3, sent=handed)
    assert compared > 100


@pytest.mark.parametrize("name", SECRET)
def test_the_test_for_leaks_finds_one(name: str) -> None:
    """An observation made of the true position is found out."""
    game = load_game(name)

    def careless(g: Pos, seat: Seat | None) -> bytes:
        channels = copy(meanings(game)[1])
        channels.secrets = False
        sight = Sight(channels, Seat(seat or 0))
        return as_bytes(sight.look(g))

    def play_for_both() -> None:
        for seat in range(2):
            check_leaks(random_play(game.start(), 1), Seat(seat), Random(1), sent=careless)

    with pytest.raises(AssertionError, match="sees an exchange"):
        play_for_both()


def test_counters_values_and_flags_are_where_they_are_said_to_be() -> None:
    game = load_game("marshals")
    g = game.position({"1405": "R-47 R-9TK/moved", "1305": "G-309"}, phase="movement", turn=3)
    channels = meanings(game)[1]
    seen = look(g, 0)
    at = divmod(channels.cell[game.names.place("1405")], channels.columns)
    values = dict(zip(channels.channels, seen.planes[at].tolist(), strict=True))
    units = [game.roster[game.names.piece(name)].face for name in ("R-47", "R-9TK")]
    assert values["russian counters"] == 2
    assert values["german counters"] == 0
    assert values["russian value 1"] == sum(int(face.values[0].split("/")[0]) for face in units)
    assert values["flag moved"] == 1
    assert seen.planes.sum(axis=(0, 1))[channels.channels.index("german counters")] == 1
    state = dict(zip(channels.entries, seen.state.tolist(), strict=True))
    assert state["state turn"] == 3
    assert state["asks Movement"] == 1
    assert state["own seat 0"] == state["asked seat 0"] == 1


@pytest.mark.parametrize("name", GAMES)
def test_the_list_of_channels_names_them_all(name: str) -> None:
    channels = meanings(load_game(name))[1]
    text = channels.to_text()
    assert len(set(channels.channels)) == len(channels.channels)
    assert len(set(channels.entries)) == len(channels.entries)
    assert all(f" {word}\n" in text for word in channels.channels + channels.entries)
    names, planes = channels.terrain()
    assert planes.shape == (channels.rows, channels.columns, len(names))
    assert planes[..., names.index("on the map")].sum() == bin(channels.game.board.all).count("1")
