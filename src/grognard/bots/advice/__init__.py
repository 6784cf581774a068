"""Advice for people: what to answer now and why (`hints`), and why somebody answered as he did (`whys`).

All of it is found from what a seat sees, in the way in which a marshal plans.
"""

from __future__ import annotations

from .forecast import Forecast, Risk
from .hints import Answer, Hints, hints
from .whys import Explanation, why

__all__ = ["Answer", "Explanation", "Forecast", "Hints", "Risk", "hints", "why"]
