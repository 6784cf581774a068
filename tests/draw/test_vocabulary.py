"""One vocabulary: the games use no other words, and the browser has the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.draw.samples import picture_files
from grognard.draw.vocabulary import client_files, drawings, symbol_words, terrain_words, vocabulary
from grognard.engine.places import members
from grognard.games import BUILT_IN, load_game

PROJECT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", client_files())
def test_the_browsers_copy_is_up_to_date(name: str) -> None:
    """`python -m grognard.draw` writes it."""
    assert (PROJECT / "web" / "src" / "lib" / name).read_text(encoding="utf-8") == client_files()[name]


def test_the_documents_pictures_are_up_to_date() -> None:
    """Likewise."""
    for name, picture in picture_files().items():
        assert (PROJECT / "docs" / "pictures" / name).read_text(encoding="utf-8") == picture, name


def test_the_words_fit_together() -> None:
    words = vocabulary()
    names = [word for name, symbol in words.symbols.items() for word in (name, *symbol.also)]
    assert len(names) == len(set(names)), "a word means two symbols"
    assert {symbol.entity for symbol in words.symbols.values()} == set(drawings())
    assert {symbol.mark for symbol in words.symbols.values() if symbol.mark} == set(words.marks)
    terrain = [word for kinds in words.terrain.values() for word in kinds]
    assert len(terrain) == len(set(terrain)), "a word means two kinds of terrain"


@pytest.mark.parametrize("game", BUILT_IN)
def test_counters_use_words_of_the_vocabulary(game: str) -> None:
    words, loaded = vocabulary(), load_game(game)
    faces = [unit.face for unit in loaded.roster.units]
    assert {face.symbol for face in faces} <= set(symbol_words())
    assert {face.size for face in faces} - {""} <= set(words.sizes)
    seats = {seat.colours for scenario in loaded.scenarios for seat in scenario.seats}
    assert seats | {face.colours for face in faces} <= set(words.colours)


@pytest.mark.parametrize("game", BUILT_IN)
def test_maps_use_words_of_the_vocabulary(game: str) -> None:
    words, board = vocabulary(), load_game(game).board
    assert {board.terrain[place] for place in members(board.all)} <= set(terrain_words())
    assert {feature for side in board.sides.values() for feature in side.features} <= set(words.sides)
    shapes = {entry.get("shape", "star") for entry in board.info.get("emblem", [])}
    assert shapes <= set(words.emblems)
