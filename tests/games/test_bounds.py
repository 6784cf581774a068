"""Positions from strangers: every field has bounds, and what is let in can be played on."""

from __future__ import annotations

import pytest

from grognard.games import BUILT_IN
from grognard.testing.bounds import Bounds, fuzz


class TestBounds(Bounds):
    games = tuple(BUILT_IN)


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", BUILT_IN)
def test_thousands_of_absurd_positions_are_refused_or_can_be_played_on(name: str) -> None:
    for seed in range(2, 5):
        ends = fuzz(name, seed, 700)
        assert min(ends["refused"], ends["unsound"], ends["played"]) > 0, ends
