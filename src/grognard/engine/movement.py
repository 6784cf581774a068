"""Cost fields and reach: where a unit can go, what it costs, and by which way.

All units of cost are whole numbers (half points are doubled by the game). A field is a list of layers:
layer *c* holds the places whose least cost is exactly *c*.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from . import bits
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
    reached = 0
    for layer in layers[1:]:
        reached |= layer
    return Places(reached)


def cost_of(layers: Sequence[int], place: int) -> int | None:
    """The least cost of a place, None where it is out of reach."""
    for cost, layer in enumerate(layers):
        if layer >> place & 1:
            return cost
    return None


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
    limits = Limits(halt, first, toll, toll_points, hold, hold_points)
    return Ways(layers, costs, limits, last).to(target)


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
    return Ways(layers, costs, Limits(halt, None, toll, toll_points, hold, hold_points), last)


class Limits:
    """The limits that a field was made with, for going back along a way."""

    def __init__(self, halt: int, first: int | None, toll: int, toll_points: int, hold: int, hold_points: int) -> None:
        self.halt = halt
        self.first = first
        self.toll = toll
        self.toll_points = toll_points
        self.hold = hold
        self.hold_points = hold_points

    def step_back(self, layers: Sequence[int], place: Place, spent: int, costs: Costs) -> tuple[int, Place]:
        """The cost and the place from which a cheapest step leads here."""
        more = self.toll_points if self.toll >> place & 1 else 0
        for basic, crossing in costs:
            cost = spent - basic - more
            if cost < 0:
                continue
            sources = crossing.into(place)
            before = sources & self._layer(layers, cost, place)
            if self.hold:
                before &= ~self.hold
                if not before:
                    cost -= self.hold_points
                    before = sources & self._layer(layers, cost, place) & self.hold
            if before:
                return cost, Place((before & -before).bit_length() - 1)
        raise AssertionError("a place of a field has a way to it")

    def _layer(self, layers: Sequence[int], spent: int, place: Place) -> int:
        """The places of a layer from which a step to this place may be made."""
        if spent < 0 or (not spent and self.first is not None and not self.first >> place & 1):
            return 0
        # Only the start may be left although it is in the halt set.
        return layers[spent] & (~self.halt if spent else -1)


class Ways:
    """Cheapest ways to the places of a field; each step of them is looked for once, because most ways begin alike."""

    def __init__(
        self, layers: Sequence[int], costs: Costs, limits: Limits, last: tuple[Sequence[int], Costs] | None
    ) -> None:
        self.layers = layers
        self.costs = costs
        self.limits = limits
        self.last = last
        self._before: dict[tuple[int, Place], tuple[int, Place]] = {}
        """From where a step leads to a place, both with their costs."""

    def to(self, target: int) -> tuple[Place, ...]:
        """A cheapest way to a place, the start left out."""
        spent, place = cost_of(self.layers, target), Place(target)
        ending = cost_of(self.last[0], target) if self.last is not None else None
        steps: list[Place] = []
        if self.last is not None and ending is not None and (spent is None or ending < spent):
            steps.append(place)
            spent, place = self.limits.step_back(self.layers, place, ending, self.last[1])
        while spent:
            steps.append(place)
            here = (spent, place)
            before = self._before.get(here)
            if before is None:
                before = self._before[here] = self.limits.step_back(self.layers, place, spent, self.costs)
            spent, place = before
        steps.reverse()
        return tuple(steps)
