"""How good a position looks, for bots."""

from __future__ import annotations

from ...engine.flow import Seat
from .model import GERMAN, K
from .victory import german_hexes


def score(g: K, seat: Seat) -> float:
    """Victory hexes."""
    held = german_hexes(g)
    return float(held if seat == GERMAN else 14 - held)
