"""What players did, as examples to learn from: what the seat saw, what it was offered, and what it chose."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from ..bots.base import onward_actions
from ..engine.flow import CHANCE, Seat
from ..engine.record import Record, begin
from ..games import load_game
from .numbering import onward
from .playing import meanings
from .sight import Seen, Sight


class Example(msgspec.Struct, frozen=True):
    """One decision."""

    seat: str
    player: str
    """Who decided, as the record names him."""
    seen: Seen
    offered: list[int]
    """The numbers of the answers that an environment would have offered, the chosen one included."""
    chosen: int
    result: float
    """How the game ended for the seat: 1, 0 or -1; 0 for one that goes on."""


def examples(records: Iterable[Record], player: str = "", seat: str = "") -> Iterator[Example]:
    """The decisions of some games, or those of one player or one seat."""
    for record in records:
        yield from _of_game(record, player, seat)


def _of_game(record: Record, player: str, seat: str) -> Iterator[Example]:
    game = load_game(record.game)
    numbering, channels = meanings(game)
    g = begin(game, record)
    seats = [info.id for info in game.seats(g.setup)]
    wanted = {n for n, name in enumerate(seats) if _is_wanted(record, name, player, seat)}
    sights = {n: Sight(channels, Seat(n)) for n in wanted}
    results = _results(record, len(seats))
    for entry in record.entries:
        asked = g.to_decide
        action = game.parse(entry.action)
        if asked is not None and asked != CHANCE and asked in wanted:
            offered = onward(g) or onward_actions(g)
            if action not in offered:  # a take-back or an aside
                offered = [*offered, action]
            numbers = numbering.numbers(g, asked, offered)
            yield Example(
                seats[asked],
                record.players.get(seats[asked], ""),
                sights[asked].look(g),
                numbers,
                numbers[offered.index(action)],
                results[asked],
            )
        g.play(action)


def _is_wanted(record: Record, name: str, player: str, seat: str) -> bool:
    return (not seat or name == seat) and (not player or record.players.get(name) == player)


def _results(record: Record, seats: int) -> list[float]:
    """How the game ended for each seat."""
    g: Any = begin(load_game(record.game), record)
    for entry in record.entries:
        g.play(entry.action)
    if g.outcome is None or g.outcome.winner is None:
        return [0.0] * seats
    return [1.0 if g.outcome.winner == n else -1.0 for n in range(seats)]
