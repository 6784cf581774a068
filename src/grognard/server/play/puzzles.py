"""The puzzles of a game, as the lobby lists them and as tables begin with them."""

from __future__ import annotations

import logging
from functools import lru_cache
from typing import Any

import msgspec

from ...bots.puzzles import Puzzle, book_of, position_of, still_sound
from ...engine import Game, GrognardError, Position
from ..errors import Unknown

log = logging.getLogger("grognard.server")


class PuzzleCard(msgspec.Struct, frozen=True, kw_only=True):
    """A puzzle as it is offered: without its solution."""

    id: str
    scenario: str
    seat: str
    turn: int
    headline: str
    prompt: str
    theme: str
    """What is to be found, in a word."""
    gain: float
    """Of the game: what the solution gains over the plan that comes to mind."""


@lru_cache(maxsize=32)
def puzzles_of(game: Game[Any]) -> dict[str, Puzzle]:
    """The puzzles of a game by id; those that the present rules do not allow any more are left out."""
    try:
        puzzles = book_of(game).puzzles
    except GrognardError as problem:
        log.warning("%s: %s", game.id, problem)
        return {}
    found = {}
    for puzzle in puzzles:
        if trouble := still_sound(game, puzzle):
            log.warning("%s: %s", game.id, trouble)
        else:
            found[puzzle.id] = puzzle
    return found


def puzzle_of(game: Game[Any], name: str) -> tuple[Puzzle, Position[Any, Any]]:
    """A puzzle and the position that it begins with."""
    found = puzzles_of(game).get(name)
    if found is None:
        raise Unknown(f"{game.id} has no such puzzle")
    return found, position_of(game, found)


def cards(game: Game[Any]) -> list[PuzzleCard]:
    """The puzzles of a game as they are offered."""
    return [
        PuzzleCard(
            id=one.id,
            scenario=one.scenario,
            seat=one.seat,
            turn=one.turn,
            headline=one.headline,
            prompt=one.prompt,
            theme=one.theme,
            gain=one.gain,
        )
        for one in puzzles_of(game).values()
    ]
