"""How good a position looks, for bots."""

from __future__ import annotations

from ...engine.flow import Seat
from ...engine.places import Places
from .model import S


def score(g: S, seat: Seat) -> float:
    """Nothing yet."""
    return 0.0


def focus(g: S) -> Places:
    """Everywhere."""
    return g.game.board.all
