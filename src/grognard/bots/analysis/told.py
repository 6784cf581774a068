"""The result of an analysis, as data: for tables, sentences, JSON and boards.

Shares of a game go from 0 to 1: a win is 1, a draw ½. Numbers of actions are those of a replay.
"""

from __future__ import annotations

from typing import Literal

import msgspec

FORM = 3
"""Counts up when what is told, or how it is found, changes: analyses that were kept are made anew then."""
Judgement = Literal["best", "good", "inaccurate", "mistake", "blunder"]
JUDGEMENTS: tuple[Judgement, ...] = ("best", "good", "inaccurate", "mistake", "blunder")
BEST = 0.01
"""What may be given away of a game by a decision that is still called best,"""
GOOD = 0.04
"""or good,"""
INACCURATE = 0.08
"""or inaccurate,"""
MISTAKE = 0.15
"""or a mistake; what gives away more is a blunder."""


def judged(loss: float) -> Judgement:
    """What a decision is called that gave away so much of the game."""
    for limit, word in zip((BEST, GOOD, INACCURATE, MISTAKE), JUDGEMENTS, strict=False):
        if loss < limit:
            return word
    return "blunder"


class Moved(msgspec.Struct, frozen=True, kw_only=True):
    """A counter that a plan takes from one place to another; one that stays has the same place twice."""

    piece: str
    name: str
    origin: str
    target: str


class Order(msgspec.Struct, frozen=True, kw_only=True):
    """Something that is ordered without a counter moving, such as an attack."""

    text: str
    pieces: list[str]
    """The counters that are named, and those that fight without being named."""
    origins: list[str]
    """Where these counters stand."""
    places: list[str]
    """The places that are named."""
    verb: str = ""


class PlanLine(msgspec.Struct, frozen=True, kw_only=True):
    """A plan: what to do until luck or the other side answers."""

    actions: list[str]
    """In the words of the seat, as a record writes them."""
    words: list[str]
    """What comes of them, in sentences."""
    moves: list[Moved]
    share: float
    """What the seat could expect after the reply."""
    orders: list[Order] = []


class Other(msgspec.Struct, frozen=True, kw_only=True):
    """A counter that the better plan takes elsewhere than it went."""

    piece: str
    name: str
    played: str
    better: str


class Reason(msgspec.Struct, frozen=True, kw_only=True):
    """A term of the score in which two plans differ after the reply."""

    name: str
    meaning: str
    points: float
    """How much better the better plan does in it, for the seat."""


class Aim(msgspec.Struct, frozen=True, kw_only=True):
    """Something that counts for the seat, and how often each plan has it after the reply, from 0 to 1."""

    text: str
    played: float
    better: float


class Judged(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat did until luck or the other side had the word, and what it was worth."""

    at: int
    """How many actions had been played before it,"""
    until: int
    """and after it."""
    seat: str
    turn: int
    phase: str
    headline: str
    share: float
    """What the seat could expect before it, by what it knew."""
    loss: float
    """What it gave away against the best plan that was found; 0 where that may be chance."""
    error: float
    """The standard error of the loss."""
    futures: int
    """In how many futures both were compared; 0 where a glance was enough."""
    judgement: Judgement
    played: PlanLine
    better: PlanLine | None = None
    others: list[Other] = []
    """Where counters go in the better plan that went elsewhere,"""
    besides: list[str] = []
    """and what else it does, in sentences."""
    why: list[Reason] = []
    aims: list[Aim] = []


class Roll(msgspec.Struct, frozen=True, kw_only=True):
    """An answer of luck: for whom it was good, and how much of the game it was worth."""

    at: int
    """After so many actions."""
    seat: str
    change: float
    text: str
    turn: int
    phase: str
    headline: str


class Point(msgspec.Struct, frozen=True, kw_only=True):
    """What the first seat could expect before an action, as things stood."""

    at: int
    turn: int
    share: float
    begins: bool = False
    """Whether a player turn begins or the game ends here: in between, while attacks are planned, shares jump."""


class Tally(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat's decisions and luck came to: in a phase, or (with an empty one) in all of the game."""

    seat: str
    phase: str
    decisions: int
    counts: dict[str, int]
    """By judgement."""
    loss: float
    """All that was given away."""
    luck: float
    """All that luck gave or took."""

    @property
    def mean(self) -> float:
        """What a decision gave away on average."""
        return self.loss / self.decisions if self.decisions else 0.0


class Player(msgspec.Struct, frozen=True, kw_only=True):
    """A seat, and who sat there."""

    seat: str
    title: str
    name: str


class Analysis(msgspec.Struct, frozen=True, kw_only=True):
    """All that an analysis says of a game, and what can be learnt from it."""

    game: str
    scenario: str
    players: list[Player]
    outcome: str
    """How it ended; empty while it goes on."""
    winner: str
    """The seat that won; empty for a draw, or while it goes on."""
    actions: int
    course: list[Point]
    decisions: list[Judged]
    unjudged: int
    """Decisions for which there was no time."""
    rolls: list[Roll]
    """The answers of luck that mattered."""
    dice: int
    unweighed: int
    """Answers of luck that could not be weighed: too many were possible."""
    tallies: list[Tally]
    lesson: list[str]
    notes: list[str]
    """What a reader must know of the numbers."""


def written(analysis: Analysis) -> str:
    """An analysis as JSON."""
    return msgspec.json.encode(analysis).decode()


def read(text: str) -> Analysis:
    """The analysis of a JSON text."""
    return msgspec.json.decode(text, type=Analysis)
