"""One name for a counter: what is printed on it is part of what prompts, log and lists call it."""

from __future__ import annotations

import pytest

from grognard.games import BUILT_IN, load_game

LEGIBLE = 11
"""More letters than these cannot be read on a counter."""


@pytest.mark.parametrize("game", BUILT_IN)
def test_what_stands_on_a_counter_is_part_of_its_name(game: str) -> None:
    for unit in load_game(game).roster:
        assert unit.face.short.casefold() in unit.name.casefold(), f"{unit.id}: {unit.face.short} is {unit.name}"


@pytest.mark.parametrize("game", BUILT_IN)
def test_what_stands_on_a_counter_can_be_read(game: str) -> None:
    for unit in load_game(game).roster:
        assert len(unit.face.short) <= LEGIBLE, unit.face.short
        assert unit.face.short == unit.face.short.strip()


@pytest.mark.parametrize("game", BUILT_IN)
def test_no_two_counters_have_the_same_name(game: str) -> None:
    names = [unit.name for unit in load_game(game).roster]
    assert sorted(names) == sorted(set(names))
