"""Positions made by hand: whether the rules think them possible, and whether they can be played on.

A position can be well-formed, within all bounds, and still make no sense: a battle of units that are not there, a
result that no table has. No list of such things is complete, so a copy is simply played on for a while, at random.
"""

from __future__ import annotations

from random import Random
from typing import Any

from .asking import Refusal
from .errors import GrognardError
from .flow import CHANCE, Seat
from .position import Position
from .view import view

TRIES, ACTIONS = 6, 80
"""So many times it is tried, with so many actions each time."""


def soundness(g: Position[Any, Any]) -> list[Refusal]:
    """What is wrong with a position from outside; empty if nothing was found."""
    try:
        found = g.status()
        if not found:
            look(g)
            for number in range(TRIES):
                _play_on(g.copy(), Random(number))
    except GrognardError as problem:
        return [Refusal(f"it cannot be played on: {problem}")]
    except Exception as problem:  # rules that meet nonsense may fail in any way
        return [Refusal(f"it cannot be played on ({type(problem).__name__})")]
    return found


def look(g: Position[Any, Any]) -> None:
    """Every seat can look at it."""
    for number in range(len(g.game.seats(g.setup))):
        view(g, Seat(number), hints=True)
    view(g, None)


def _play_on(g: Position[Any, Any], rng: Random) -> None:
    for _ in range(ACTIONS):
        if g.outcome is not None:
            return
        actions = [action for action, _ in g.chances()] if g.to_decide == CHANCE else g.actions()
        g.play(rng.choice(actions))
