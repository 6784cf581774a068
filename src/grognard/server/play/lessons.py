"""The guided first turns, each played through once when it is first asked for."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from ...engine import Game, Position
from ...engine.lesson import Lesson, load_lesson
from ..errors import Unknown


@lru_cache(maxsize=32)
def lesson_of(game: Game[Any]) -> tuple[Lesson, Position[Any, Any]]:
    """A game's lesson and the position it begins with."""
    found = load_lesson(game)
    if found is None:
        raise Unknown(f"{game.id} has no lesson")
    return found
