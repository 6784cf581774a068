"""Which games, scenarios and options a class of tests is run for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

import pytest

from ..games import load_game
from ..lab.setups import all_on

Setup = tuple[str, str, tuple[str, ...]]
"""Game, scenario, options."""


class Suite:
    """Tests that take `game`, or `game` and `scenario`, or these and `options`, for each of some games."""

    games: ClassVar[Iterable[str]]
    """The ids of the games to test."""

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        """A test for each game, scenario or set of options that it asks for."""
        if "options" in metafunc.fixturenames:
            metafunc.parametrize(("game", "scenario", "options"), every_setup(self.games))
        elif "scenario" in metafunc.fixturenames:
            metafunc.parametrize(("game", "scenario"), every_scenario(self.games))
        elif "game" in metafunc.fixturenames:
            metafunc.parametrize("game", list(self.games))


def every_scenario(games: Iterable[str]) -> list[tuple[str, str]]:
    """Each scenario of some games."""
    return [(name, scenario.id) for name in games for scenario in load_game(name).scenarios]


def every_setup(games: Iterable[str]) -> list[Setup]:
    """Each scenario: all options off, and all on, leaving out one or the other of two that exclude."""
    found: list[Setup] = []
    for name, scenario in every_scenario(games):
        options = sorted(all_on(load_game(name)))
        found += [(name, scenario, chosen) for chosen in ((), *options)]
    return found
