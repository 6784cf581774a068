"""Positions in which a player of some experience knows what to do; `test_positions` asks the staff officer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from grognard.engine import Position

Pos = Position[Any, Any]


class Case(NamedTuple):
    """A position, how far it is played on by its seat's bot, and what must hold then."""

    name: str
    build: Callable[[], Pos]
    holds: Callable[[Pos, Pos], bool]
    """Of the position before and after."""
    whole_phase: bool = True
    """Whether the bot plays until somebody else is asked or the phase is over, or gives one answer only."""
    wrong: tuple[str, ...] = ()
    """Answers after which it does not hold: what a beginner might do."""


def place_of(g: Pos, unit: str) -> str:
    """Where a unit stands."""
    found: str = g.game.names.places[g.where[g.game.names.piece(unit)]]
    return found


def stays(*units: str) -> Callable[[Pos, Pos], bool]:
    """Whether units are where they were."""
    return lambda before, after: all(place_of(before, unit) == place_of(after, unit) for unit in units)
