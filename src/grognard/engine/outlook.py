"""What a score has meant in games that were played: from a lead in points to a share of the game.

The score measures what bots care for; its zero is not an even game, and a point counts for more at the end. An outlook
is fitted to games that were played to their end (`grognard outlook`), one for each scenario.
"""

from __future__ import annotations

import math

import msgspec

FARTHEST = 4.0
"""Units of the lead beyond which more changes nothing: a promise of victory is worth thousands of points."""


class Outlook(msgspec.Struct, frozen=True, kw_only=True):
    """The share of a game that the first seat can expect: 1 for a win, ½ for a draw. A logistic curve."""

    centre: float
    """The usual lead in points."""
    unit: float
    """By how many points games usually differ from it."""
    base: float
    turn: float
    """What a whole game adds."""
    lead: float
    """What a unit of the lead adds in the middle of the game,"""
    late: float
    """and what more it adds over a whole game."""
    move: float
    """What it adds to be on the move."""

    def terms(self, lead: float, passed: float, moving: bool) -> tuple[float, float, float, float, float]:
        """What the numbers are multiplied with: the lead of the first seat, how much of the game has passed (0 to 1),
        and whether that seat is on the move."""
        units = max(-FARTHEST, min(FARTHEST, (lead - self.centre) / self.unit))
        late = passed - 0.5
        return 1.0, late, units, units * late, 1.0 if moving else -1.0

    def share(self, lead: float, passed: float, moving: bool) -> float:
        """What the first seat can expect."""
        found = self.terms(lead, passed, moving)
        numbers = (self.base, self.turn, self.lead, self.late, self.move)
        return 1 / (1 + math.exp(-sum(number * term for number, term in zip(numbers, found, strict=True))))
