"""What a player that reads text can do at a seat, here and at a served table; and that no text tells a secret."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from grognard.agents.chairs import OwnTable, ServedTable
from grognard.agents.desk import Desk
from grognard.agents.mcp import TOOLS
from grognard.engine import ActionError, GrognardError, Position, Seat, SetupError, Table
from grognard.games import game_names, load_game
from grognard.server.bench import serving
from grognard.server.settings import Settings
from grognard.testing.checks import random_play
from grognard.testing.leaks import all_seats, check_leaks, has_secrets


def desk(game: str = "marshals", **how: Any) -> Desk:
    return Desk(OwnTable(game, seed=bytes(32), opponent="random", **how))


def first_answer(one: Desk) -> str:
    decision = one.chair.sight().decision
    assert decision is not None
    return next(offer.action for offer in decision.offers if not offer.takes_back)


@pytest.mark.parametrize("game", game_names())
def test_a_seat_is_played_by_text_alone(game: str) -> None:
    """Look, list, explain, play, for a while: everything is said, and nothing raises."""
    one, rng = desk(game), Random(3)
    assert load_game(game).title in one.about()
    for number in range(60):
        seen = one.look()
        assert "Question: " in seen
        assert "Counters:" in seen
        listed = one.answers().splitlines()
        decision = one.chair.sight().decision
        assert decision is not None
        action = rng.choice([offer for offer in decision.offers if not offer.takes_back] or decision.offers).action
        if len(decision.offers) <= 80:
            assert any(line.startswith(action) for line in listed)
        if number % 5 == 0:
            assert one.explain(action).startswith(action)
        said = one.play(action)
        assert said.startswith("Played."), said
        if one.chair.outcome:
            break


def test_what_is_not_possible_has_its_rule() -> None:
    one = desk(scenario="dual", seat="zhukov")
    assert one.play("pick G-309").startswith("Not played: ")
    assert "is not an action" in one.why_not("fly away")
    assert one.why_not(first_answer(one)) == "It is possible."
    assert one.explain("pick G-309") == one.why_not("pick G-309")
    with pytest.raises(GrognardError, match="has no scenario"):
        desk(scenario="nowhere")


def test_rules_units_and_notes_can_be_looked_up() -> None:
    one = desk()
    assert "zone" in one.rules("zone of control").lower()
    assert one.rules("xyzzy") == "No rule is called or contains 'xyzzy'."
    assert "attack" in one.unit("R-47")
    assert one.unit("R-9999") == "There is no counter 'R-9999'."
    assert one.notes() == "There are no notes."
    one.note("hold the river")
    assert one.notes() == "1. hold the river"
    assert "None of the" in one.answers("xyzzy")


def test_what_happened_is_told_once() -> None:
    one = desk()
    one.look()
    one.play(first_answer(one))
    lines = one.look().split("What happened since you looked:\n")[1].split("\nCounters:")[0]
    assert lines.strip() == ""


class Shadow(OwnTable):
    """A seat at any position."""

    def __init__(self, g: Position[Any, Any], seat: Seat) -> None:
        self.game = g.game
        self.table = Table(g.game, position=g)
        self.scenario = g.setup.scenario
        self.number = seat
        self.seat = g.game.seats(g.setup)[seat].id


@pytest.mark.parametrize("name", [name for name in game_names() if has_secrets(load_game(name))])
def test_no_text_tells_a_secret(name: str) -> None:
    game = load_game(name)

    def said(g: Position[Any, Any], seat: Seat | None) -> bytes:
        assert seat is not None
        if g.outcome is not None or g.to_decide not in range(2):
            return b""
        one = Desk(Shadow(g, seat))
        decision = one.chair.sight().decision
        texts = [one.look(), one.answers(), *(one.unit(unit.id) for unit in list(game.roster)[::40])]
        if decision is not None:
            texts += [one.explain(offer.action) for offer in decision.offers[:4]]
        return "\n".join(texts).encode()

    compared = 0
    for seat in all_seats(game):
        if seat is not None:
            compared += check_leaks(random_play(game.start(), 2), seat, Random(2), every=80, sent=said)
    assert compared > 50


# -- a served table --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder: Path = tmp_path_factory.mktemp("served")
    with serving(Settings(database=f"sqlite:///{folder / 'tables.db'}")) as address:
        yield address


def opened(server: str, seats: dict[str, str], game: str = "marshals") -> dict[str, Any]:
    body = json.dumps({"game": game, "scenario": load_game(game).scenarios[0].id, "seats": seats}).encode()
    request = urllib.request.Request(f"{server}/api/tables", body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        found: dict[str, Any] = json.loads(answer.read())
    return found


def test_a_seat_at_a_served_table(server: str) -> None:
    table = opened(server, {"russian": "human", "german": "human"})
    german = Desk(ServedTable(server, table["table"], table["token"], "german"))
    russian = Desk(ServedTable(server, table["table"], table["token"], "russian"))
    asked, other = (german, russian) if german.chair.asked else (russian, german)
    assert "Question: " in asked.look()
    assert other.answers() == "You are not asked now."
    assert asked.explain(first_answer(asked)).startswith(first_answer(asked))
    assert asked.play(first_answer(asked)).startswith("Played.")
    assert asked.play("nonsense").startswith("Not played: ")
    assert "is not an action" in asked.why_not("nonsense")
    with pytest.raises(GrognardError, match="no pictures of served tables"):
        asked.picture()


def test_tokens_and_addresses_are_checked(server: str) -> None:
    table = opened(server, {"russian": "human", "german": "human"})
    with pytest.raises(SetupError, match=r"that token holds several seats \(.*\): say which with --as"):
        ServedTable(server, table["table"], table["token"])
    with pytest.raises(SetupError, match="does not hold the seat 'zhukov'"):
        ServedTable(server, table["table"], table["token"], "zhukov")
    with pytest.raises(SetupError, match="that token holds no seat: it can only watch"):
        ServedTable(server, table["table"], table["spectator"])
    with pytest.raises(ActionError):
        ServedTable(server, table["table"], "wrong" * 8)
    with pytest.raises(SetupError, match="the server does not answer"):
        ServedTable("http://127.0.0.1:9", "x", "y")


def test_every_tool_says_what_it_does() -> None:
    for name in TOOLS:
        assert getattr(Desk, name).__doc__
