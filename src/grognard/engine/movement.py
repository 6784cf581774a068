"""Cost fields and reach: where a unit can go, what it costs, and by which way.

All units of cost are whole numbers (half points are doubled by the game). A field is a list of layers:
layer *c* holds the places whose least cost is exactly *c*.
"""

from __future__ import annotations

from collections.abc import Sequence

from .places import Crossing, Place, Places

Costs = Sequence[tuple[int, Crossing]]
"""The steps a unit may make, grouped by what they cost; every cost is at least 1."""


def reach(
    start: int, allowance: int, costs: Costs, *, enter: int, halt: int = 0, first: int | None = None
) -> list[Places]:
    """The layers a unit can reach from a place.

    `enter` is the set of places it may enter at all, `halt` the places it may enter but not leave in this
    move, and `first` limits the places of its very first step.
    """
    ahead = [0] * (allowance + 1)
    seen = fresh = 1 << start
    layers = [Places(fresh)]
    for spent in range(allowance + 1):
        if spent:
            fresh = ahead[spent] & ~seen
            layers.append(Places(fresh))
            seen |= fresh
            fresh &= ~halt
        if not fresh or spent == allowance:
            continue
        open_to = enter if first is None or spent else enter & first
        for cost, crossing in costs:
            if spent + cost <= allowance:
                ahead[spent + cost] |= crossing.spread(fresh) & open_to
    return layers


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
    layers: Sequence[int], target: int, costs: Costs, *, halt: int = 0, first: int | None = None
) -> tuple[Place, ...]:
    """A cheapest way to a place of the field, the start left out; `halt` and `first` as the field was made with."""
    spent = cost_of(layers, target)
    if spent is None:
        return ()
    steps = [Place(target)]
    while spent:
        spent, before = _step_back(layers, steps[-1], spent, costs, halt, first)
        steps.append(before)
    return tuple(reversed(steps[:-1]))


def _step_back(
    layers: Sequence[int], place: Place, spent: int, costs: Costs, halt: int, first: int | None
) -> tuple[int, Place]:
    for cost, crossing in costs:
        if cost > spent or (cost == spent and first is not None and not first >> place & 1):
            continue
        # Only the start may be left although it is in the halt set.
        from_layer = layers[spent - cost] & (~halt if spent - cost else -1)
        before = crossing.into(place) & from_layer
        if before:
            return spent - cost, Place((before & -before).bit_length() - 1)
    raise AssertionError("a place of a field has a way to it")
