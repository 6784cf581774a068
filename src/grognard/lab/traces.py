"""What happened in a game that was played, in numbers: turns, scores, losses, luck, and where it happened."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec

from ..bots.weighing import Weigher
from ..engine.events import BattleBegan, Began, Event, Moved, Removed
from ..engine.flow import CHANCE
from ..engine.game import Game
from ..engine.position import Position
from ..engine.record import Record, begin
from .outlook import lead_of

Pos = Position[Any, Any]


class Turn(msgspec.Struct, frozen=True):
    """How it stood when a turn began."""

    number: int
    lead: float
    """How much better the first seat stood than the second, in the points by which bots judge."""


class Lost(msgspec.Struct, frozen=True):
    """Counters of a side that were lost in a turn."""

    turn: int
    side: str
    counters: int


class Trace(msgspec.Struct, frozen=True, kw_only=True):
    """A game in numbers."""

    turns: tuple[Turn, ...]
    losses: tuple[Lost, ...]
    luck: float
    """What the dice gave the first seat beyond what was to be expected, in points."""
    dice: int
    """How many answers of luck that weighs."""
    visits: dict[str, dict[str, int]]
    """By side and place, how often a counter went there."""
    battles: dict[str, int]
    """By place, how often it was attacked."""


class Tracer:
    """Follows a record once."""

    def __init__(self, game: Game[Any], record: Record, *, luck: bool = True) -> None:
        self.game = game
        self.record = record
        self.weigher = Weigher(game, lambda g: lead_of(game, g)) if luck else None
        self.turns: list[Turn] = []
        self.losses: Counter[tuple[int, str]] = Counter()
        self.visits: dict[str, Counter[str]] = {side: Counter() for side in game.roster.sides}
        self.battles: Counter[str] = Counter()
        self.luck = 0.0
        self.dice = 0

    def trace(self) -> Trace:
        """All of it."""
        g = begin(self.game, self.record)
        self._note(g, g.headings())
        for entry in self.record.entries:
            if self.weigher is not None and g.to_decide == CHANCE:
                self._weigh(g, self.weigher, entry.action)
            self._note(g, g.play(entry.action))
        return Trace(
            turns=tuple(self.turns),
            losses=tuple(Lost(turn, side, count) for (turn, side), count in sorted(self.losses.items())),
            luck=round(self.luck, 2),
            dice=self.dice,
            visits={side: dict(sorted(where.items())) for side, where in self.visits.items() if where},
            battles=dict(sorted(self.battles.items())),
        )

    def _weigh(self, g: Pos, weigher: Weigher, answer: str) -> None:
        change = weigher.luck(g, self.game.parse(answer))
        if change is not None:
            self.luck += change
            self.dice += 1

    def _note(self, g: Pos, events: list[Event]) -> None:
        for event in events:
            if isinstance(event, Began) and event.level == 1 and g.outcome is None:
                number = int(getattr(g.state, "turn", len(self.turns) + 1))
                self.turns.append(Turn(number, round(lead_of(self.game, g), 2)))
            elif isinstance(event, Removed) and event.cause == "loss":
                turn = self.turns[-1].number if self.turns else 0
                self.losses[turn, self._side(event.piece)] += 1
            elif isinstance(event, Moved) and event.cause != "setup":
                self._follow(event)
            elif isinstance(event, BattleBegan):
                self.battles.update(self._names(event.places))

    def _side(self, piece: int) -> str:
        return str(self.game.roster[piece].side)

    def _follow(self, event: Moved) -> None:
        way = event.path or (event.target,)
        self.visits[self._side(event.piece)].update(self._names(way))

    def _names(self, places: tuple[Any, ...]) -> list[str]:
        names, size = self.game.names.places, self.game.board.size
        return [names[place] for place in places if place < size]


def trace(game: Game[Any], record: Record, *, luck: bool = True) -> Trace:
    """A record in numbers."""
    return Tracer(game, record, luck=luck).trace()
