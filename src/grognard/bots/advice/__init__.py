"""Advice for people: what to answer now and why (`hints`), and why somebody answered as he did (`whys`).

All of it is found from what a seat sees, in the way in which a marshal plans.
"""

from __future__ import annotations

from .forecast import Forecast, Risk
from .hints import Answer, Hints, hints
from .whys import Why, why

__all__ = ["Answer", "Forecast", "Hints", "Risk", "Why", "hints", "why"]
