"""Why one plan is better than another: the terms of the score, and the aims, in which they differ after the reply."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from copy import copy
from typing import Any

from ...engine.derived import Kept
from ...engine.flow import Seat
from ...engine.game import Game
from ...engine.position import Position
from ...engine.weights import changed, described
from .told import Aim, Reason

SMALL = 0.02
"""By such a part a weight is changed to see how much of the score depends on it."""
REASONS = 3
"""Terms that are reported, at most;"""
LEAST = 0.1
"""each is at least such a part of the largest."""
AIMS = 3
OFTEN = 0.3
"""Such a difference in how often an aim is reached is reported."""

Positions = Sequence[Position[Any, Any]]


class Scales:
    """The score of a game taken apart by its weights."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.meanings: dict[str, str] = {}
        self._lighter: dict[str, Game[Any]] = {}
        """By weight the game with a little less of it."""
        for name, value, weight in described(game.weights):
            less = _less(value)
            if less is not None:
                self.meanings[name] = weight.meaning.rstrip(".")
                self._lighter[name] = _reweighted(game, name, less)

    def terms(self, positions: Positions, seat: Seat) -> dict[str, float]:
        """By weight how many points of a seat's lead depend on it, on average over some positions."""
        found = dict.fromkeys(self._lighter, 0.0)
        for g in positions:
            whole = _lead(self.game, g, seat)
            for name, game in self._lighter.items():
                found[name] += (whole - _lead(game, g.in_game(game), seat)) / SMALL / len(positions)
        return found

    def reasons(self, played: Positions, better: Positions, seat: Seat) -> list[Reason]:
        """The terms in which what comes of two plans differs most."""
        before, after = self.terms(played, seat), self.terms(better, seat)
        points = {name: after[name] - before[name] for name in after}
        largest = max(map(abs, points.values()), default=0.0)
        names = sorted(points, key=lambda name: (-abs(points[name]), name))[:REASONS]
        return [
            Reason(name=name, meaning=self.meanings[name], points=round(points[name], 1))
            for name in names
            if abs(points[name]) >= max(LEAST * largest, 0.05)
        ]


def _less(value: Any) -> Any:
    """A weight a little smaller; None for whole numbers, which count steps and cannot be a little smaller."""
    if isinstance(value, float):
        return value * (1 - SMALL)
    if isinstance(value, tuple) and all(isinstance(one, float) for one in value):
        return tuple(one * (1 - SMALL) for one in value)
    return None


def _reweighted(game: Game[Any], name: str, value: Any) -> Game[Any]:
    """Like `Game.reweighted`, but without reading the data again: there are as many of these as weights."""
    other = copy(game)
    other.weights = changed(game.weights, {name: value})
    other.kept = Kept()
    return other


def _lead(game: Game[Any], g: Position[Any, Any], seat: Seat) -> float:
    return (game.score(g, seat) - game.score(g, Seat(1 - seat))) / 2


def aims(played: Positions, better: Positions, seat: Seat) -> list[Aim]:
    """What counts for a seat by the rules, where one plan reaches it clearly more often."""
    before, after = _reached(played, seat), _reached(better, seat)
    texts = sorted({*before, *after})
    found = [Aim(text=text, played=before.get(text, 0.0), better=after.get(text, 0.0)) for text in texts]
    found = [aim for aim in found if abs(aim.better - aim.played) >= OFTEN]
    return sorted(found, key=lambda aim: (-abs(aim.better - aim.played), aim.text))[:AIMS]


def _reached(positions: Positions, seat: Seat) -> dict[str, float]:
    """By aim in which part of some positions the seat has it."""
    count = Counter(text for g in positions for text in {term.reason for term in g.game.standing(g, seat)})
    return {text: number / len(positions) for text, number in count.items()}
