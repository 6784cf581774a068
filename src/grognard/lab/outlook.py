"""How a score has turned out: fits the outlook of a scenario to records of games, and says how good it is.

The numbers are those of a logistic regression with a small penalty, found by Newton's method. How good they are is
measured on games that were left out of the fit.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from statistics import median
from typing import Any

import msgspec

from ..engine.flow import CHANCE, Seat
from ..engine.game import Game
from ..engine.outlook import Outlook
from ..engine.position import Position
from ..engine.record import Record, begin

PENALTY = 1.0
"""Keeps numbers small that the games say little about."""
WEIGHT = 8.0
"""For how many independent positions a game counts: those of one game are much alike."""
ROUNDS = 25
FOLDS = 5
"""The games are shared out among so many parts; each is judged by a fit to the others."""
BINS = 5

Vector = list[float]


class Moment(msgspec.Struct, frozen=True):
    """The beginning of a player turn."""

    lead: float
    """How much better the first seat stands, in points."""
    passed: float
    """How much of the game has passed, 0 to 1."""
    moving: bool
    """Whether the first seat is asked."""


class Course(msgspec.Struct, frozen=True):
    """A game that was played to its end."""

    scenario: str
    moments: tuple[Moment, ...]
    share: float
    """What the first seat took: 1, ½ or 0."""


class Quality(msgspec.Struct, frozen=True, kw_only=True):
    """How good an outlook is, on games that it was not fitted to."""

    games: int
    share: float
    """What the first seat took on average."""
    brier: float
    """The mean squared error."""
    blind: float
    """The same for a forecast that always says what is usual."""
    bins: tuple[tuple[float, float, int], ...]
    """Of positions with similar outlooks: what was foreseen, what came, and how many there were."""


def lead_of(game: Game[Any], g: Position[Any, Any]) -> float:
    """How much better the first seat stands than the second, in points."""
    return (game.score(g, Seat(0)) - game.score(g, Seat(1))) / 2


def course_of(game: Game[Any], record: Record) -> Course | None:
    """A record as a course; None if nobody has won or drawn yet."""
    g = begin(game, record)
    moments: list[Moment] = []
    last: tuple[int, ...] = ()
    for entry in record.entries:
        if g.to_decide != CHANCE and game.player_turn(g) != last:
            last = game.player_turn(g)
            moments.append(Moment(lead_of(game, g), game.passed(g), g.to_decide == 0))
        g.play(entry.action)
    if g.outcome is None:
        return None
    share = 0.5 if g.outcome.winner is None else float(g.outcome.winner == 0)
    return Course(g.setup.scenario, tuple(moments), share)


def fit(courses: Sequence[Course]) -> Outlook:
    """The outlook that explains some games best."""
    leads = sorted(moment.lead for course in courses for moment in course.moments)
    centre = median(leads)
    low, high = leads[int(0.16 * len(leads))], leads[int(0.84 * (len(leads) - 1))]
    plain = Outlook(
        centre=round(centre, 1), unit=round(max(1.0, (high - low) / 2), 1), base=0, turn=0, lead=0, late=0, move=0
    )
    rows = [(list(_terms(plain, m)), course.share, WEIGHT / len(course.moments)) for course, m in _each(courses)]
    numbers = [round(number, 3) for number in _regression(rows)]
    return msgspec.structs.replace(plain, **dict(zip(("base", "turn", "lead", "late", "move"), numbers, strict=True)))


def quality(courses: Sequence[Course]) -> Quality:
    """How well games are foreseen by a fit to others of them."""
    foreseen: list[tuple[float, float, float]] = []
    error = blind = 0.0
    for part in range(FOLDS):
        others = [course for n, course in enumerate(courses) if n % FOLDS != part]
        outlook = fit(others)
        usual = sum(course.share for course in others) / len(others)
        for course, moment in _each([course for n, course in enumerate(courses) if n % FOLDS == part]):
            share, weight = outlook.share(moment.lead, moment.passed, moment.moving), 1 / len(course.moments)
            foreseen.append((share, course.share, weight))
            error += weight * (share - course.share) ** 2
            blind += weight * (usual - course.share) ** 2
    games = len(courses)
    return Quality(
        games=games,
        share=sum(course.share for course in courses) / games,
        brier=error / games,
        blind=blind / games,
        bins=tuple(_bins(foreseen)),
    )


def _bins(foreseen: list[tuple[float, float, float]]) -> Iterable[tuple[float, float, int]]:
    for number in range(BINS):
        low, high = number / BINS, (number + 1) / BINS
        inside = [row for row in foreseen if low <= row[0] < high or (row[0] == 1.0 == high)]
        if inside:
            yield sum(row[0] for row in inside) / len(inside), sum(row[1] for row in inside) / len(inside), len(inside)


def _each(courses: Iterable[Course]) -> Iterable[tuple[Course, Moment]]:
    return ((course, moment) for course in courses for moment in course.moments)


def _terms(outlook: Outlook, moment: Moment) -> Sequence[float]:
    return outlook.terms(moment.lead, moment.passed, moment.moving)


def _regression(rows: Sequence[tuple[Vector, float, float]]) -> Vector:
    """Newton's method for terms, what came, and weights; the first number, which is for all alike, has no penalty."""
    size = len(rows[0][0])
    numbers = [0.0] * size
    for _ in range(ROUNDS):
        slope = [0.0 if i == 0 else -PENALTY * number for i, number in enumerate(numbers)]
        curve = [[(PENALTY if i else 1e-3) if i == j else 0.0 for j in range(size)] for i in range(size)]
        for terms, came, weight in rows:
            share = 1 / (1 + math.exp(-sum(number * term for number, term in zip(numbers, terms, strict=True))))
            for i in range(size):
                slope[i] += weight * (came - share) * terms[i]
                for j in range(size):
                    curve[i][j] += weight * share * (1 - share) * terms[i] * terms[j]
        # Games that all end alike would drive the first number to infinity.
        numbers = [max(-6.0, min(6.0, a + b)) for a, b in zip(numbers, _solved(curve, slope), strict=True)]
    return numbers


def _solved(matrix: Sequence[Sequence[float]], vector: Sequence[float]) -> Vector:
    """Gauss's elimination with the largest pivot."""
    rows = [[*row, value] for row, value in zip(matrix, vector, strict=True)]
    size = len(rows)
    for i in range(size):
        best = max(range(i, size), key=lambda k: abs(rows[k][i]))
        rows[i], rows[best] = rows[best], rows[i]
        for k in range(size):
            if k != i:
                factor = rows[k][i] / rows[i][i]
                rows[k] = [a - factor * b for a, b in zip(rows[k], rows[i], strict=True)]
    return [rows[i][size] / rows[i][i] for i in range(size)]
