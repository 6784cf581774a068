"""What every game must hold, whatever its rules: these tests come with Grognard."""

from __future__ import annotations

from pathlib import Path

from grognard.testing.audit import KeptValues
from grognard.testing.bounds import Bounds
from grognard.testing.conformance import Conformance
from grognard.testing.golden import Golden, Perft
from grognard.testing.words import Words

GAMES = ("skirmish",)
HERE = Path(__file__).parent


class TestConformance(Conformance):
    games = GAMES


class TestKeptValues(KeptValues):
    games = GAMES


class TestBounds(Bounds):
    games = GAMES


class TestWords(Words):
    games = GAMES


class TestGolden(Golden):
    games = GAMES
    folder = HERE / "golden"


class TestPerft(Perft):
    games = GAMES
    folder = HERE / "perft"
