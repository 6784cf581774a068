"""Cost fields and reach: where a unit can go, what it costs, and by which way.

All units of cost are whole numbers (half points are doubled by the game). A field is a list of layers:
layer *c* holds the places whose least cost is exactly *c*.
"""

from __future__ import annotations

from collections.abc import Sequence

from .places import Crossing, Place, Places, members

Costs = Sequence[tuple[int, Crossing]]
"""The steps a unit may make, grouped by what they cost; every cost is at least 1."""

_FEW = 8
"""Up to so many places of a layer, taking them one by one is faster than to spread the layer for every cost."""


def reach(
    start: int, allowance: int, costs: Costs, *, enter: int, halt: int = 0, first: int | None = None, toll: int = 0
) -> list[Places]:
    """The layers a unit can reach from a place.

    `enter` is the set of places it may enter at all, `halt` the places it may enter but not leave in this
    move, `first` limits the places of its very first step, and entering a place of `toll` costs one more.
    """
    ahead = [0] * (allowance + 1)
    fresh = 1 << start
    layers = [Places(fresh)]
    left = enter & ~fresh
    for spent in range(allowance):
        leaving = fresh & ~halt if spent else fresh
        if leaving:
            _look_ahead(ahead, spent, leaving, costs)
        if not spent and first is not None:
            ahead = [places & first for places in ahead]
        fresh = ahead[spent + 1]
        if toll:
            fresh = fresh & ~toll | ahead[spent] & toll
        fresh &= left
        left ^= fresh
        layers.append(Places(fresh))
    return layers


def _look_ahead(ahead: list[int], spent: int, leaving: int, costs: Costs) -> None:
    """Note where steps from the places of a layer lead, each at its cost."""
    most = len(ahead) - 1 - spent
    few = members(leaving) if leaving.bit_count() <= _FEW else None
    for cost, crossing in costs:
        if cost > most or not leaving & crossing.starts:
            continue
        if few is None:
            ahead[spent + cost] |= crossing.spread(leaving)
            continue
        targets, ends = crossing.targets, 0
        for place in few:
            ends |= targets[place]
        ahead[spent + cost] |= ends


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
    layers: Sequence[int], target: int, costs: Costs, *, halt: int = 0, first: int | None = None, toll: int = 0
) -> tuple[Place, ...]:
    """A cheapest way to a place of the field, the start left out; the limits as the field was made with."""
    spent = cost_of(layers, target)
    if spent is None:
        return ()
    steps = [Place(target)]
    while spent:
        spent, before = _step_back(layers, steps[-1], spent, costs, halt, first, toll)
        steps.append(before)
    return tuple(reversed(steps[:-1]))


def _step_back(
    layers: Sequence[int], place: Place, spent: int, costs: Costs, halt: int, first: int | None, toll: int
) -> tuple[int, Place]:
    more = toll >> place & 1
    for basic, crossing in costs:
        cost = basic + more
        if cost > spent or (cost == spent and first is not None and not first >> place & 1):
            continue
        # Only the start may be left although it is in the halt set.
        from_layer = layers[spent - cost] & (~halt if spent - cost else -1)
        before = crossing.into(place) & from_layer
        if before:
            return spent - cost, Place((before & -before).bit_length() - 1)
    raise AssertionError("a place of a field has a way to it")
