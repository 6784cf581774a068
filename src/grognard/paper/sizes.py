"""Sizes in millimetres: papers, counters, and what is kept free."""

from __future__ import annotations

import math
from typing import NamedTuple

from grognard.draw import frame, outline
from grognard.engine.board import Board
from grognard.engine.places import members

MARGIN = 10.0
"""What printers leave free, and where marks and captions stand."""
INCH = 25.4

COUNTERS = {"5/8": 5 / 8 * INCH, "1/2": INCH / 2, "14mm": 14.0}
"""The sides of counters."""
ROOM = 1.2
"""A hex is so many times as wide as a counter, so that a stack lies in it."""
SHARE = 0.66
"""On zone maps a counter is as large as on the board: this share of the middling zone."""


class Paper(NamedTuple):
    """A sheet, upright."""

    width: float
    height: float

    @property
    def lying(self) -> Paper:
        """The same sheet on its side."""
        return Paper(self.height, self.width)


PAPERS = {"a4": Paper(210.0, 297.0), "letter": Paper(8.5 * INCH, 11 * INCH)}


def map_scale(board: Board, counter: float) -> float:
    """Millimetres for a unit of the map's picture, so that counters of this size fit its places."""
    if board.grid is not None:
        return counter * ROOM / frame(board).scale
    sides = sorted(math.sqrt(_area(outline(board, int(place)))) for place in members(board.all))
    return counter / (SHARE * sides[len(sides) // 2])


def _area(ring: list[tuple[float, float]]) -> float:
    around = zip(ring, [*ring[1:], ring[0]], strict=True)
    return abs(sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in around)) / 2
