"""The test for leaks: exchange what a seat cannot know, play on, and nothing it is handed may differ by a byte.

Two tables play the same game in parallel. In the second, pieces that the seat cannot tell apart have changed places,
and every later action and answer of luck is exchanged likewise. That goes on until the rules themselves tell the
difference: an exchanged piece is revealed, or what was done with it cannot be done with the other.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from random import Random
from typing import Any

import msgspec

from ..engine import Game, Position, Seat, Table, decision, view
from ..engine.concealment import names_for, standing_seen
from ..engine.events import Shown
from ..engine.flow import Action, Refusal
from ..engine.judging import judge
from ..engine.pieces import Piece, Pieces, each
from ..server.play.queries import why_clicked

Pos = Position[Any, Any]
Exchange = dict[Piece, Piece]
"""Who stands for whom."""
Sent = Callable[[Pos, Seat | None], bytes]
"""What a seat is handed of a position."""
LONGEST = 60
"""After so many actions another exchange is tried."""


def has_secrets(game: Game[Any]) -> bool:
    """Whether a game ever conceals pieces."""
    return type(game).concealed is not Game.concealed


def exchange_of(g: Pos, seat: Seat | None, rng: Random) -> Exchange:
    """Concealed pieces with the same back, shuffled; only those that change."""
    by_back: dict[str, list[Piece]] = {}
    for piece in each(g.game.concealed(g, seat)):
        by_back.setdefault(g.game.back(piece), []).append(piece)
    exchange: Exchange = {}
    for group in by_back.values():
        exchange |= dict(zip(group, rng.sample(group, len(group)), strict=True))
    return {a: b for a, b in exchange.items() if a != b}


def exchanged(g: Pos, exchange: Exchange) -> Pos:
    """The same position with identities exchanged, wherever a piece is named."""
    names = g.game.names.pieces
    called = {names[a]: names[b] for a, b in exchange.items()}

    def swap(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: swap(item) for key, item in value.items()}
        if isinstance(value, list):
            return [swap(item) for item in value]
        return called.get(value, value) if isinstance(value, str) else value

    return g.game.from_json(json.dumps(swap(json.loads(g.to_json()))))


def exchanged_action(game: Game[Any], action: Action, exchange: Exchange) -> Action:
    """The same action with the other pieces."""
    kinds = game.kinds(action.verb)
    args = [exchange.get(a, a) if k is Piece else a for k, a in zip(kinds, action.args, strict=True)]
    return game.act(action.verb, *args)


def seen_bytes(g: Pos, seat: Seat | None) -> bytes:
    """Everything a client of this seat is sent about a position, and why it cannot do what it cannot do."""
    names = names_for(g, seat)[0]
    points = [standing_seen(g, Seat(of), names) for of in range(len(g.game.seats(g.setup)))]
    sent: list[Any] = [view(g, seat, hints=True), decision(g, seat), points]
    if seat is not None and g.to_decide == seat:
        sent += _reasons(g, seat)
    return msgspec.json.encode(sent, enc_hook=str)


def _reasons(g: Pos, seat: Seat) -> list[str]:
    """What a seat is answered that tries something with a concealed piece."""
    names, concealed = names_for(g, seat)
    verbs = [verb for verb in g.game.verbs_of(type(g.frame)) if g.game.kinds(verb) == (Piece,)]
    tried = sorted(f"{verb} {names.pieces[piece]}" for verb in verbs for piece in concealed)
    judged = [(text, judge(g, seat, text)) for text in tried]
    reasons = [f"{text}: {answer if isinstance(answer, Refusal) else 'legal'}" for text, answer in judged]
    # Clicks on places where some of several pieces are concealed: the order of the others would tell something.
    secret = set(concealed)
    mixed = {g.where[p] for p in secret} & {g.where[p] for p in range(len(g.where)) if p not in secret}
    places = sorted(names.places[place] for place in mixed)[:12]
    return reasons + [f"{place}: {why_clicked(g, seat, place=place)}" for place in places]


class Given(Table):
    """A table where the answers of luck are given like all others."""

    def _answer_chance(self, secrets: tuple[Pieces, ...]) -> bool:
        return False

    def give(self, action: Action) -> None:
        """Apply an answer, a player's or luck's."""
        self._apply(action, self._secrets())

    def told_bytes(self, seat: Seat | None, since: int) -> bytes:
        """What a client of this seat receives, from a line of the log on."""
        return msgspec.json.encode(self.told(seat, since), enc_hook=str)


class Pair:
    """A game and its exchanged twin, as one seat sees them."""

    def __init__(self, g: Pos, seat: Seat | None, exchange: Exchange, sent: Sent | None = None) -> None:
        self.seat = seat
        self.sent = sent or seen_bytes
        self.exchange = exchange
        self.table = Given(g.game, position=g)
        self.other = Given(g.game, position=exchanged(g, exchange))
        self.apart = False
        """Whether the rules have revealed the difference, so that there is nothing left to compare."""

    def look(self) -> None:
        """Both positions look the same."""
        ours, theirs = self.sent(self.table.position, self.seat), self.sent(self.other.position, self.seat)
        assert ours == theirs, f"seat {self.seat} sees an exchange at {self.table.position.frame}"

    def play(self, action: Action) -> None:
        """Both play on and receive the same, unless the difference comes to light."""
        since = len(self.table.log)
        twin = exchanged_action(self.table.game, action, self.exchange)
        if self.other.position.why_not(twin) is not None:
            self.look()  # that it cannot be done may be known to those who ask for it, not before
            self.apart = True
            return
        self.table.give(action)
        self.other.give(twin)
        if any(revealed(table, since, self.seat, self.exchange) for table in (self.table, self.other)):
            self.apart = True
            return
        ours, theirs = self.table.told_bytes(self.seat, since), self.other.told_bytes(self.seat, since)
        assert ours == theirs, f"seat {self.seat} is told an exchange after '{action}' / '{twin}'"


def revealed(table: Table, since: int, seat: Seat | None, exchange: Exchange) -> bool:
    """Whether an exchanged piece lies open, or was shown on purpose and hidden again, from a line of the log on."""
    unknown = table.game.concealed(table.position, seat)
    shown = {piece for h in table.log[since:] if isinstance(h.event, Shown) for piece in h.event.pieces}
    return any(not unknown >> piece & 1 or piece in shown for piece in exchange)


def check_leaks(
    game: Iterable[tuple[int, Pos, Action]],
    seat: Seat | None,
    rng: Random,
    *,
    every: int = 1,
    sent: Sent | None = None,
) -> int:
    """Follow a game with one exchange after another; says how many actions were compared while one was in force.

    Events are compared after every action, views after every so many and wherever an exchange begins. `sent` gives
    what a seat is handed of a position, where that is not the usual view.
    """
    pair: Pair | None = None
    compared = 0
    for number, g, action in game:
        if pair is None:
            exchange = exchange_of(g, seat, rng)
            if not exchange:
                continue
            pair = Pair(g, seat, exchange, sent)
        if number % every == 0 or not pair.table.entries:
            pair.look()
        pair.play(action)
        compared += not pair.apart
        if pair.apart or len(pair.table.entries) == LONGEST:
            pair = None
    return compared


def all_seats(game: Game[Any], scenario: str | None = None) -> list[Seat | None]:
    """Every seat of a scenario, and a spectator."""
    found = game.scenario(scenario or game.scenarios[0].id)
    return [*(Seat(i) for i in range(len(found.seats))), None]
