"""How good a position looks to a side, for bots."""

from __future__ import annotations

from ...engine.flow import Seat
from .model import M


def score(g: M, seat: Seat) -> float:
    """Points for a seat; a first, plain measure."""
    return 0.0
