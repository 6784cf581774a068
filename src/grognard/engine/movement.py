"""Cost fields and reach: where a unit can go, what it costs, and by which way.

All units of cost are whole numbers (half points are doubled by the game). A field is a list of layers:
layer *c* holds the places whose least cost is exactly *c*.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from . import bits
from .places import Crossing, Place, Places

Costs = Sequence[tuple[int, Crossing]]
"""The steps a unit may make, grouped by what they cost; every cost is at least 1."""


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
    limits = _Tolls(halt, first, toll, toll_points, hold, hold_points)
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
    return Ways(layers, costs, _Tolls(halt, None, toll, toll_points, hold, hold_points), last)


class Ways:
    """Cheapest ways to the places of a field; each once, because most are the start of others."""

    def __init__(
        self, layers: Sequence[int], costs: Costs, limits: _Tolls, last: tuple[Sequence[int], Costs] | None
    ) -> None:
        self.layers = layers
        self.costs = costs
        self.last = last
        self._limits = limits
        self._known: dict[tuple[int, Place], tuple[Place, ...]] = {}

    def to(self, target: int) -> tuple[Place, ...]:
        """A cheapest way to a place, the start left out."""
        spent, place = cost_of(self.layers, target), Place(target)
        ending = cost_of(self.last[0], target) if self.last is not None else None
        if self.last is None or ending is None or (spent is not None and spent <= ending):
            return self._to(spent, place)
        before = self._limits.step_back(self.layers, place, ending, self.last[1])
        return (*self._to(*before), place)

    def _to(self, spent: int | None, place: Place) -> tuple[Place, ...]:
        """A way to a place that costs so much."""
        known = self._known
        path: tuple[Place, ...] = ()
        steps: list[tuple[int, Place]] = []
        while spent:
            step = (spent, place)
            if step in known:
                path = known[step]
                break
            steps.append(step)
            spent, place = self._limits.step_back(self.layers, place, spent, self.costs)
        while steps:
            step = steps.pop()
            path = known[step] = (*path, step[1])
        return path


class _Tolls(NamedTuple):
    """The limits that a field was made with, for going back along a way."""

    halt: int
    first: int | None
    toll: int
    toll_points: int
    hold: int
    hold_points: int

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
