"""Retreat paths: ways of a given length that lead away, with look-ahead so that nobody walks into a dead end."""

from __future__ import annotations

from collections.abc import Callable

from .board import Board
from .places import Place, Places, iterate

MayEnter = Callable[[Place, Place], bool]
"""Whether a retreating unit may go from one place to the next."""


def further(board: Board, origin: int, place: int) -> Places:
    """The neighbours of a place that lie one step further from the origin than it does."""
    far = board.distances(origin)
    wanted = far[place] + 1
    found = 0
    for near in iterate(board.adjacent[place]):
        if far[near] == wanted:
            found |= 1 << near
    return Places(found)


def can_go_on(board: Board, origin: int, place: Place, steps: int, may_enter: MayEnter) -> bool:
    """Whether a unit can still make so many steps, each further from the origin than the last."""
    if steps <= 0:
        return True
    return any(
        may_enter(place, near) and can_go_on(board, origin, near, steps - 1, may_enter)
        for near in iterate(further(board, origin, place))
    )


def next_steps(board: Board, origin: int, place: Place, steps: int, may_enter: MayEnter) -> list[Place]:
    """Where a unit that has at least `steps` steps to make may go next without getting stuck."""
    return [
        near
        for near in iterate(further(board, origin, place))
        if may_enter(place, near) and can_go_on(board, origin, near, steps - 1, may_enter)
    ]
