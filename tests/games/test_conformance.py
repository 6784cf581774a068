"""Properties that hold for every game, scenario and option, over whole random games."""

from __future__ import annotations

from grognard.games import BUILT_IN
from grognard.testing.audit import KeptValues
from grognard.testing.conformance import Conformance


class TestConformance(Conformance):
    games = tuple(BUILT_IN)


class TestKeptValues(KeptValues):
    games = tuple(BUILT_IN)
