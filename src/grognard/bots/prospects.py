"""What a seat can expect of a game that stands so: its share of it, 1 for a win and ½ for a draw.

The outlook of the scenario says it. Where a scenario has none yet, the lead in points is bent into the same range.
"""

from __future__ import annotations

import math
from typing import Any

from ..engine.flow import Seat
from ..engine.game import Game
from ..engine.position import Position

SCALE = 200.0
"""Points of gain that are a lot, where there is no outlook."""


class Prospects:
    """Measures the positions of one game."""

    def __init__(self, game: Game[Any], first: Position[Any, Any]) -> None:
        """`first` is a position that counts as even where nobody knows better: that of the first turn."""
        self.game = game
        self.outlook = game.outlooks.get(first.setup.scenario)
        self.par = self.lead(first, Seat(0))
        """The lead of the first seat that counts as an even game, where there is no outlook."""

    @property
    def fitted(self) -> bool:
        """Whether games that were played say what a lead means."""
        return self.outlook is not None

    def lead(self, g: Position[Any, Any], seat: Seat) -> float:
        """How much better a seat stands than the other, in the game's points."""
        first, second = (self.game.score(g, Seat(number)) for number in (0, 1))
        return (first - second) / 2 if seat == 0 else (second - first) / 2

    def share(self, g: Position[Any, Any], seat: Seat) -> float:
        """What a seat can expect.

        Who is on the move is asked of the turn, not of the question: within a turn the other side, or luck,
        may be asked something, which makes nobody's prospects better.
        """
        if g.outcome is not None:
            return 0.5 if g.outcome.winner is None else float(g.outcome.winner == seat)
        lead = self.lead(g, Seat(0))
        if self.outlook is None:
            first = (1 + math.tanh((lead - self.par) / SCALE)) / 2
        else:
            first = self.outlook.share(lead, self.game.passed(g), self._moves_first(g))
        return first if seat == 0 else 1 - first

    def worth(self, g: Position[Any, Any], points: float) -> float:
        """What so many points more would be worth in an even game at this time: the most that they can be worth."""
        if self.outlook is None:
            return points / SCALE / 2
        slope = self.outlook.lead + self.outlook.late * (self.game.passed(g) - 0.5)
        return slope * points / self.outlook.unit / 4

    def _moves_first(self, g: Position[Any, Any]) -> bool:
        try:
            return self.game.phasing(g) == 0
        except NotImplementedError:  # where every question names its seat, nobody need be phasing
            return g.to_decide == 0
