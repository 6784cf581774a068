"""What a browser is sent over the live connection tells nothing hidden, not even by what is sent and what is not.

Two tables play the same game. In the second, pieces that a seat cannot tell apart have changed places. Until the rules
tell the difference, every message to that seat must be the same byte for byte; whether the server remembers what it
wrote before makes no difference.
"""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from grognard.engine import Game, Seat
from grognard.engine.flow import Action
from grognard.games import BUILT_IN, load_game
from grognard.server.live import view_delta
from grognard.server.live.table import Listener, LiveTable
from grognard.server.play import position_text
from grognard.server.play.game import PlayedGame, Unreadable
from grognard.server.storage.rows import Row, Stored, Token
from grognard.testing.leaks import (
    LONGEST,
    Exchange,
    all_seats,
    exchange_of,
    exchanged,
    exchanged_action,
    has_secrets,
    revealed,
)

SPECTATOR = Token("t", "spectator", "")
PLAYED = 400
"""Actions of a short game."""


def live_table(game: Game[Any], scenario: str, seed: int, origin: str | None = None) -> LiveTable:
    """A table whose seats are held by guests; luck is as lucky as the rows say."""
    seats = [info.id for info in game.scenario(scenario).seats]
    stored = Stored(
        id="t",
        game=game.id,
        version=game.version,
        data=game.pack_hash,
        scenario=scenario,
        options=(),
        players=dict.fromkeys(seats, "guest"),
        seed=f"{seed:064x}",
        origin=origin,
        pace="fast",
        created=0.0,
        touched=0.0,
        headline="",
        outcome="",
    )
    live = LiveTable(PlayedGame(game, stored, strict=False))
    live.listeners = {Listener(SPECTATOR, -1): None}
    return live


class Twins:
    """A table and its exchanged twin, as the browser of one seat is told of them."""

    def __init__(self, live: LiveTable, seat: Seat | None, exchange: Exchange) -> None:
        game, g = live.played.game, live.played.position
        self.seat, self.exchange, self.game = seat, exchange, game
        self.token = SPECTATOR if seat is None else Token("t", "guest", game.seats(g.setup)[seat].id)
        scenario = live.played.stored.scenario
        self.tables = [live_table(game, scenario, 0, at.to_json()) for at in (g, exchanged(g, exchange))]
        self.since = 0
        self.played = 0

    def look(self) -> int:
        """Both are sent the same: what is new, and the whole; gives how often that was compared."""
        for first in (not self.played, True):
            ours, theirs = (live.message(self.token, self.since, first=first) for live in self.tables)
            assert ours == theirs, f"seat {self.seat} of {self.game.id} is sent an exchange"
        self.since = self.tables[0].played.seq
        return 2

    def play(self, rows: list[Row]) -> bool:
        """Both play on; False if the rules have told the difference."""
        self.played += 1
        logs = [len(live.played.table.log) for live in self.tables]
        start = self.since
        for live, exchange in zip(self.tables, ({}, self.exchange), strict=True):
            told = [self._row(row, start + n, exchange) for n, row in enumerate(rows, 1)]
            try:
                live.played.read(told)
            except Unreadable:
                return False
            live.changed()
        both = zip(self.tables, logs, strict=True)
        return not any(revealed(live.played.table, log, self.seat, self.exchange) for live, log in both)

    def _row(self, row: Row, seq: int, exchange: Exchange) -> Row:
        if row.kind not in ("action", "chance"):
            return msgspec.structs.replace(row, seq=seq, check=None)
        action: Action = exchanged_action(self.game, self.game.parse(row.text), exchange)
        return msgspec.structs.replace(row, seq=seq, text=action.text, check=None)


def compare(game: Game[Any], scenario: str, seat: Seat | None, number: int, most: int) -> int:
    """Play a game at random with one exchange after another; gives how many messages were compared."""
    rng = random.Random(number)
    live = live_table(game, scenario, number)
    twins: Twins | None = None
    compared = 0
    for _ in range(most):
        played = live.played
        if played.position.outcome is not None:
            break
        if twins is None and (exchange := exchange_of(played.position, seat, rng)):
            twins = Twins(live, seat, exchange)
            compared += twins.look()
        if played.table.can_undo and rng.random() < 0.1:
            rows = played.undo(None)
        else:
            actions = played.position.actions()
            asked = game.seats(played.position.setup)[played.position.to_decide or 0].id
            rows = played.play(asked, _named(played, asked, rng.choice(actions)), None)
        if twins is None:
            continue
        if not twins.play(rows):
            twins = None
            continue
        compared += twins.look()
        if twins.played == LONGEST:
            twins = None
    return compared


def _named(played: PlayedGame, seat: str, action: Action) -> str:
    """An action in the names that a seat knows."""
    names, _ = played.names(played.seat(seat))
    own = {played.game.names.pieces[n]: called for n, called in enumerate(names.pieces)}
    verb, *words = action.text.split(" ")
    return " ".join([verb, *(own.get(word, word) for word in words)])


SECRET = [name for name in BUILT_IN if has_secrets(load_game(name))]
ENOUGH = 100_000
"""Messages that are compared in all."""


@pytest.fixture(params=["remembered", "forgotten"])
def caches(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was written and worked out before is remembered, or forgotten each time."""
    if request.param == "remembered":
        return
    monkeypatch.setattr(view_delta, "MOST_WRITTEN", -1)
    monkeypatch.setattr(position_text, "MOST_WRITTEN", -1)
    look = LiveTable.message

    def forgetful(self: LiveTable, token: Token, since: int, *, first: bool) -> str:
        self.played._called.clear()
        self.played._names.clear()
        self.played.position.forget()
        return look(self, token, since, first=first)

    monkeypatch.setattr(LiveTable, "message", forgetful)


@pytest.mark.usefixtures("caches")
@pytest.mark.parametrize("name", SECRET)
def test_live_messages_tell_nothing_hidden(name: str) -> None:
    game = load_game(name)
    scenario = game.scenarios[0].id
    for seat in all_seats(game, scenario):
        assert compare(game, scenario, seat, 3, PLAYED) > 100, "there was hardly anything to find out"


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.usefixtures("caches")
@pytest.mark.parametrize("name", SECRET)
def test_a_hundred_thousand_live_messages_tell_nothing_hidden(name: str) -> None:
    """All games with secrets together, with and without what was remembered."""
    game = load_game(name)
    compared = number = 0
    while compared < ENOUGH / len(SECRET) / 2:
        for scenario in game.scenarios:
            for seat in all_seats(game, scenario.id):
                compared += compare(game, scenario.id, seat, number, 2000)
                number += 1
