"""The review of a finished game: points, losses, the course of the score, luck, turning points, secrets.

Luck is measured by the game's own score (`weighing`).
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import msgspec

from ..engine.events import Began, Event, Moved, Removed
from ..engine.flow import CHANCE, Action, Seat
from ..engine.game import Game
from ..engine.pieces import each
from ..engine.position import Position
from ..engine.record import Record, begin, outcome_of
from ..engine.terms import Term
from .weighing import Weigher, told_of_luck

TURNING_POINTS = 3
AHEAD = 0.8
"""The greatest lead of a game that is not yet won, from 0 to 1."""
LEAST = 0.01
"""A change of the score that is worth telling."""


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """What counts for a seat, term by term."""

    seat: str
    account: str
    terms: list[Term]


class Losses(msgspec.Struct, frozen=True, kw_only=True):
    """What a side has lost for good."""

    side: str
    pieces: list[str]


class Moment(msgspec.Struct, frozen=True, kw_only=True):
    """How it stood at the beginning of a turn, and how it ended."""

    at: int
    title: str
    turn: int
    """The number of the turn; 0 for the end. A game that was played on from another one keeps its turns."""
    score: float
    """How much better the first seat stood than the second, in the points by which bots judge."""
    lead: float
    """The same from −1 to 1; at the end the result: 1, 0 or −1. Where games that were played say what a score means it
    is what could be expected of the game (a sure win is 1, an even game 0), else the score measured against par."""


class TurningPoint(msgspec.Struct, frozen=True, kw_only=True):
    """An answer of luck that changed much: for whom, and by how much."""

    at: int
    """After so many actions, as a replay counts them."""
    text: str
    seat: str
    change: float
    headline: str


class Luck(msgspec.Struct, frozen=True, kw_only=True):
    """The sum of a seat's luck, in the game's points."""

    seat: str
    points: float


class Unveiled(msgspec.Struct, frozen=True, kw_only=True):
    """A counter that was hidden from somebody at the end."""

    piece: str
    name: str
    place: str


class Review(msgspec.Struct, frozen=True, kw_only=True):
    """The whole review of a finished game."""

    standings: list[Standing]
    losses: list[Losses]
    course: list[Moment]
    fitted: bool
    """Whether the course tells what could be expected of the game, and not only scores."""
    luck: list[Luck]
    dice: int
    """How many answers of luck have been weighed."""
    unweighed: int
    """How many could not be: too many answers, or too little time."""
    turning_points: list[TurningPoint]
    hidden: list[Unveiled]


def standings(game: Game[Any], g: Position[Any, Any]) -> list[Standing]:
    """What counts for each seat as things stand."""
    return [
        Standing(seat=info.id, account=game.account(g, Seat(i)), terms=game.standing(g, Seat(i)))
        for i, info in enumerate(game.seats(g.setup))
    ]


class Reviewer:
    """Goes through a record once."""

    def __init__(self, game: Game[Any], record: Record, seconds: float) -> None:
        self.game = game
        self.record = record
        self.until = time.monotonic() + seconds
        self.weigher = Weigher(game, self._score)
        self.lost: dict[int, None] = {}
        self.course: list[tuple[int, str, int, float]] = []
        """Of each turn: after how many actions it began, its title, its number and the score."""
        self.shares: list[float] = []
        """And what the first seat could expect then; empty where nobody knows what scores mean."""
        self.weighed: list[tuple[int, float, str, str]] = []
        self.unweighed = 0

    def review(self) -> Review:
        """The whole of it."""
        g = begin(self.game, self.record)
        self._note(g, 0, g.headings())
        if self.record.origin and not self.course:
            self._turn(g, 0, self.game.headline(g))  # it begins in the middle of a turn
        for n, entry in enumerate(self.record.entries):
            change = self._weigh(g, self.game.parse(entry.action)) if g.to_decide == CHANCE else None
            headline = self.game.headline(g)
            events = g.play(entry.action)
            if change is not None:
                self.weighed.append((n + 1, change, told_of_luck(g, events), headline))
            self._note(g, n + 1, events)
        return self._written(g)

    # -- the score -------------------------------------------------------------------------------

    def _score(self, g: Position[Any, Any]) -> float:
        """How much better the first seat stands than the second."""
        first, second = (self.game.score(g, Seat(seat)) for seat in (0, 1))
        return (first - second) / 2

    def _weigh(self, g: Position[Any, Any], answer: Action) -> float | None:
        """The luck of an answer; None where it was not weighed."""
        late = len(g.chances()) > 1 and time.monotonic() > self.until
        change = None if late else self.weigher.luck(g, answer)
        self.unweighed += change is None
        return change

    # -- what happened ---------------------------------------------------------------------------

    def _note(self, g: Position[Any, Any], at: int, events: list[Event]) -> None:
        for event in events:
            if isinstance(event, Removed):
                self.lost[event.piece] = None
            elif isinstance(event, Moved):
                self.lost.pop(event.piece, None)
            elif isinstance(event, Began) and event.level == 1 and g.outcome is None:
                self._turn(g, at, event.title)

    def _turn(self, g: Position[Any, Any], at: int, title: str) -> None:
        """Note how a turn begins; games that do not number their turns have them counted."""
        number = int(getattr(g.state, "turn", len(self.course) + 1))
        self.course.append((at, title, number, self._score(g)))
        share = self.game.outlook(g, Seat(0))
        self.shares += [share] if share is not None else []

    def _written(self, g: Position[Any, Any]) -> Review:
        seats = self.game.seats(g.setup)
        luck = sum(change for _, change, _, _ in self.weighed)
        points = sorted((w for w in self.weighed if abs(w[1]) >= LEAST and w[2]), key=lambda w: -abs(w[1]))
        return Review(
            standings=standings(self.game, g),
            losses=self._losses(),
            course=measured(self.course, self._result(g), len(self.record.entries), self.shares),
            fitted=bool(self.shares),
            luck=[Luck(seat=seats[i].id, points=round(luck * sign, 1)) for i, sign in ((0, 1), (1, -1))],
            dice=len(self.weighed),
            unweighed=self.unweighed,
            turning_points=[
                TurningPoint(
                    at=at,
                    text=text,
                    seat=seats[0 if change > 0 else 1].id,
                    change=round(abs(change), 1),
                    headline=headline,
                )
                for at, change, text, headline in sorted(points[:TURNING_POINTS])
            ],
            hidden=self._hidden(g),
        )

    def _result(self, g: Position[Any, Any]) -> int:
        """1 if the first seat has won, −1 if the second, 0 if nobody."""
        outcome = outcome_of(self.record, g)
        winner = outcome.winner if outcome is not None else None
        return 0 if winner is None else 1 if winner == 0 else -1

    def _losses(self) -> list[Losses]:
        units = [unit for unit in (self.game.roster[piece] for piece in sorted(self.lost)) if unit.face.values]
        sides = [side for side in self.game.roster.sides if any(unit.side == side for unit in units)]
        return [Losses(side=side, pieces=[u.id for u in units if u.side == side]) for side in sides]

    def _hidden(self, g: Position[Any, Any]) -> list[Unveiled]:
        """What somebody did not know at the end; nobody needs to be kept from it now."""
        seats = range(len(self.game.seats(g.setup)))
        hidden = 0
        for seat in seats:
            hidden |= self.game.concealed(g, Seat(seat))
        units = [(piece, self.game.roster[piece]) for piece in each(hidden)]
        return [Unveiled(piece=u.id, name=u.name, place=self.game.place_title(g.where[p])) for p, u in units]


def measured(
    course: list[tuple[int, str, int, float]], result: int, end: int, shares: Sequence[float] = ()
) -> list[Moment]:
    """What could be expected of the game turn by turn or, where nobody knows, the score against par; and the result.

    The score measures what bots care for, and its zero is not an even game. Par is the score of the first turn; where a
    game ended on the other side of that, it is moved to the last score, because the later winner stood no worse than
    even then. A higher score is always a higher lead.
    """
    if not course:
        return []
    first, last = course[0][3], course[-1][3]
    par = first if (last - first) * result > 0 else last
    most = max(abs(score - par) for *_, score in course) or 1.0
    leads = [2 * share - 1 for share in shares] or [AHEAD * (score - par) / most for *_, score in course]
    found = [
        Moment(at=at, title=title, turn=turn, score=round(score, 2), lead=round(lead, 4))
        for (at, title, turn, score), lead in zip(course, leads, strict=True)
    ]
    return [*found, Moment(at=end, title="Result", turn=0, score=round(last, 2), lead=float(result))]


def review(game: Game[Any], record: Record, seconds: float = 20.0) -> Review:
    """Look back at a game; dice that there is no time for are left unweighed."""
    return Reviewer(game, record, seconds).review()
