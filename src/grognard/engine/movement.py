"""Cost fields and reach: where a unit can go, what it costs, and by which way.

All units of cost are whole numbers (half points are doubled by the game). A field is a list of layers:
layer *c* holds the places whose least cost is exactly *c*.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from . import bits
from .bits import Ways as Ways
from .bits import cost_of as cost_of
from .bits import costs_of as costs_of
from .board import Board, Side
from .places import Crossing, Place, Places, members

Costs = Sequence[tuple[int, Crossing]]
"""The steps a unit may make, grouped by what they cost; every cost is at least 1."""


def priced(board: Board, price: Callable[[Place, Place, Side], int]) -> Costs:
    """The steps between neighbours, grouped by their price; what costs less than 1 is no step at all."""
    by_cost: dict[int, list[tuple[Place, Place]]] = {}
    for a in members(board.all):
        for b in members(board.adjacent[a]):
            cost = price(a, b, board.side(a, b))
            if cost >= 1:
                by_cost.setdefault(cost, []).append((a, b))
    return tuple((cost, Crossing(board.size, by_cost[cost])) for cost in sorted(by_cost))


def reach(
    start: int,
    allowance: int,
    costs: Costs,
    *,
    enter: int,
    halt: int = 0,
    first: int | None = None,
    toll: int = 0,
    toll_points: int = 1,
    hold: int = 0,
    hold_points: int = 1,
) -> list[Places]:
    """The layers a unit can reach from a place.

    `enter` is the set of places it may enter at all, `halt` the places it may enter but not leave in this
    move, and `first` limits the places of its very first step. Entering a place of `toll` costs `toll_points`
    more, leaving a place of `hold` costs `hold_points` more.
    """
    found: list[Any] = bits.reach(start, allowance, costs, enter, halt, first, toll, toll_points, hold, hold_points)
    return found


def last_steps(
    layers: Sequence[int],
    costs: Costs,
    *,
    enter: int,
    halt: int = 0,
    toll: int = 0,
    toll_points: int = 1,
    hold: int = 0,
    hold_points: int = 1,
) -> list[Places]:
    """The layers of places that a step after which the unit stops can reach from a field.

    `layers` is a field made by `reach` of the steps after which it may go on; the limits are those of the field.
    """
    found: list[Any] = bits.last_steps(layers, costs, enter, halt, toll, toll_points, hold, hold_points)
    return found


def union(layers: Sequence[int]) -> Places:
    """All places of a field but the start."""
    return Places(bits.union(layers))


def way(
    layers: Sequence[int],
    target: int,
    costs: Costs,
    *,
    halt: int = 0,
    first: int | None = None,
    toll: int = 0,
    toll_points: int = 1,
    hold: int = 0,
    hold_points: int = 1,
    last: tuple[Sequence[int], Costs] | None = None,
) -> tuple[Place, ...]:
    """A cheapest way to a place of the field, the start left out; the limits as the field was made with.

    `last` are the layers of `last_steps` and the costs they were made of: such a step can only end the way.
    """
    return Ways(layers, costs, last, halt, first, toll, toll_points, hold, hold_points).to(target)


def ways(
    layers: Sequence[int],
    costs: Costs,
    *,
    halt: int = 0,
    toll: int = 0,
    toll_points: int = 1,
    hold: int = 0,
    hold_points: int = 1,
    last: tuple[Sequence[int], Costs] | None = None,
) -> Ways:
    """What finds ways to many places of a field."""
    return Ways(layers, costs, last, halt, None, toll, toll_points, hold, hold_points)
