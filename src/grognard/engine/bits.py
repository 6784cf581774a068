"""The innermost loops: steps from whole sets of places, fields of reach, and what stands in a set.

A set is an int with a bit for each place, and a large int costs the processor more than the interpreter does. So this
module is there twice: here, as everything else is written, and in C (`bits.c`), which the compiled build puts in its
place. Both do the same; a test compares them. There is no rule in here, nor anything that a rule could depend on.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Generic, Protocol, TypeVar

T = TypeVar("T")

_SINGLE = [1 << i for i in range(4096)]
"""The set of each place alone, as far as boards go: to look one up is cheaper than to make it."""
_CROWDED, _SHARE = 20, 10
"""If one place in ten is in a set, and twenty more, reading it byte by byte is faster than taking its bits off."""
_FEW = 8
"""Up to so many places of a layer, taking them one by one is faster than to spread the layer for every cost."""


def gather(places: Iterable[int]) -> int:
    """The set of the given places."""
    mask = 0
    for place in places:
        mask |= 1 << place
    return mask


class ByPlace(Generic[T]):
    """Things that there are one of for each place, to be listed for whole sets."""

    __slots__ = ("_bytes", "things")

    def __init__(self, things: Sequence[T]) -> None:
        self.things = things
        self._bytes: dict[int, tuple[T, ...]] = {}
        """The things of each byte that has been met, by its position and value."""

    def of(self, mask: int) -> list[T]:
        """The things of the places of a set, lowest number first."""
        if not mask:
            return []
        length = mask.bit_length()
        if (mask.bit_count() - _CROWDED) * _SHARE > length or length > len(_SINGLE):
            return self._by_bytes(mask)
        things = self.things
        found = []
        # From the top, because what is left then becomes a smaller int each time.
        while mask:
            top = mask.bit_length() - 1
            found.append(things[top])
            mask ^= _SINGLE[top]
        found.reverse()
        return found

    def _by_bytes(self, mask: int) -> list[T]:
        known = self._bytes
        found: list[T] = []
        first = ((mask & -mask).bit_length() - 1) >> 3
        mask >>= 8 * first
        for i, byte in enumerate(mask.to_bytes((mask.bit_length() + 7) >> 3, "little"), first):
            if byte:
                key = i << 8 | byte
                if key not in known:
                    known[key] = tuple(self.things[8 * i + k] for k in range(8) if byte >> k & 1)
                found += known[key]
        return found


class Steps:
    """Directed steps between places.

    `shifts` groups them by the difference of their numbers: each with the set of places from which such a step leads;
    None where there are too many groups. `targets` is for each place the set of those to which a step leads from it.
    """

    __slots__ = ("_down", "_up", "shifts", "starts", "targets")

    def __init__(self, shifts: tuple[tuple[int, int], ...] | None, targets: list[int], starts: int) -> None:
        self.shifts = shifts
        self.targets = targets
        self.starts = starts
        # Those up and those down apart, so that nothing has to be asked in the loop.
        self._up = [(shift, sources) for shift, sources in shifts or () if shift > 0]
        self._down = [(-shift, sources) for shift, sources in shifts or () if shift <= 0]

    def spread(self, mask: int) -> int:
        """All places one step away from some place of the set (not the set itself)."""
        reached = 0
        if self.shifts is None:
            while mask:
                low = mask & -mask
                reached |= self.targets[low.bit_length() - 1]
                mask ^= low
            return reached
        for shift, sources in self._up:
            moving = mask & sources
            if moving:
                reached |= moving << shift
        for shift, sources in self._down:
            moving = mask & sources
            if moving:
                reached |= moving >> shift
        return reached

    def flood(self, start: int, within: int) -> int:
        """Everything that can be reached from `start` without leaving `within`; `start` included."""
        fresh = start & within
        left = within & ~fresh
        while fresh:
            fresh = self.spread(fresh) & left
            left ^= fresh
        return within & ~left

    def rings(self, start: int, within: int, most: int) -> list[int]:
        """`start`, then what is one step away, two steps away and so on, within a set; `most` of them, all for -1."""
        rings = [start]
        left = within & ~start
        while most < 0 or len(rings) <= most:
            fresh = self.spread(rings[-1]) & left
            if not fresh:
                break
            left ^= fresh
            rings.append(fresh)
        return rings


class Stepping(Protocol):
    """What has steps: a crossing."""

    @property
    def ways(self) -> Any:
        """Its steps."""

    def into(self, target: int) -> int:
        """The places from which one of them leads to this one."""


Costs = Sequence[tuple[int, Stepping]]


def reach(
    start: int,
    allowance: int,
    costs: Costs,
    enter: int,
    halt: int,
    first: int | None,
    toll: int,
    toll_points: int,
    hold: int,
    hold_points: int,
) -> list[int]:
    """The layers that can be reached from a place; `movement.reach` explains the arguments."""
    ahead = [0] * (allowance + 1)
    fresh = 1 << start
    layers = [fresh]
    left = enter & ~fresh
    free = ~toll
    for spent in range(allowance):
        _leave(ahead, spent, fresh & ~halt if halt and spent else fresh, costs, hold, hold_points)
        if not spent and first is not None:
            ahead = [places & first for places in ahead]
        fresh = ahead[spent + 1]
        if toll:
            fresh &= free
            if spent >= toll_points - 1:
                fresh |= ahead[spent + 1 - toll_points] & toll
        fresh &= left
        left ^= fresh
        layers.append(fresh)
    return layers


def last_steps(
    layers: Sequence[int],
    costs: Costs,
    enter: int,
    halt: int,
    toll: int,
    toll_points: int,
    hold: int,
    hold_points: int,
) -> list[int]:
    """The layers that a last step from a field can reach; see `movement.last_steps`."""
    allowance = len(layers) - 1
    ahead = [0] * (allowance + 1)
    for spent, layer in enumerate(layers[:-1]):
        _leave(ahead, spent, layer & ~halt if halt and spent else layer, costs, hold, hold_points)
    if not any(ahead):
        return [0] * (allowance + 1)
    left = enter & ~layers[0]
    free = ~toll
    found = [0]
    for spent in range(1, allowance + 1):
        fresh = ahead[spent]
        if toll:
            fresh &= free
            if spent >= toll_points:
                fresh |= ahead[spent - toll_points] & toll
        fresh &= left
        left ^= fresh
        found.append(fresh)
    return found


def _leave(ahead: list[int], spent: int, leaving: int, costs: Costs, hold: int, hold_points: int) -> None:
    """Note where steps from the places of a layer lead: at once, or after what it costs to leave a place of `hold`."""
    held = leaving & hold
    if held:
        leaving ^= held
        _look_ahead(ahead, spent + hold_points, held, costs)
    if leaving:
        _look_ahead(ahead, spent, leaving, costs)


def _look_ahead(ahead: list[int], spent: int, leaving: int, costs: Costs) -> None:
    """Note where steps from some places lead, each at its cost."""
    most = len(ahead) - 1 - spent
    for cost, crossing in costs:
        if cost > most:
            continue
        ways = crossing.ways
        here = leaving & ways.starts
        if here.bit_count() > _FEW:
            ahead[spent + cost] |= ways.spread(here)
            continue
        targets, ends = ways.targets, ahead[spent + cost]
        while here:
            top = here.bit_length() - 1
            ends |= targets[top]
            here ^= 1 << top
        ahead[spent + cost] = ends


def union(layers: Sequence[int]) -> int:
    """All places of the layers behind the first."""
    reached = 0
    for layer in layers[1:]:
        reached |= layer
    return reached


def cost_of(layers: Sequence[int], place: int) -> int | None:
    """The least cost of a place: the first layer that holds it; None where it is out of reach."""
    for cost, layer in enumerate(layers):
        if layer >> place & 1:
            return cost
    return None


def costs_of(layers: Sequence[int], size: int, beyond: int) -> list[int]:
    """By place its least cost; `beyond` where it is out of reach."""
    found = [beyond] * size
    for cost in range(len(layers) - 1, -1, -1):
        mask = layers[cost]
        while mask:
            top = mask.bit_length() - 1
            if top < size:
                found[top] = cost
            mask ^= 1 << top
    return found


class Ways:
    """Cheapest ways to the places of a field; `movement.way` explains the arguments."""

    __slots__ = ("_before", "_limits", "costs", "last", "layers")

    def __init__(
        self,
        layers: Sequence[int],
        costs: Costs,
        last: tuple[Sequence[int], Costs] | None,
        halt: int,
        first: int | None,
        toll: int,
        toll_points: int,
        hold: int,
        hold_points: int,
    ) -> None:
        self.layers = layers
        self.costs = costs
        self.last = last
        self._limits = halt, first, toll, toll_points, hold, hold_points
        self._before: dict[tuple[int, int], tuple[int, int]] = {}
        """From where a step leads to a place, both with their costs: most ways begin alike."""

    def to(self, target: int) -> tuple[Any, ...]:
        """A cheapest way to a place, the start left out."""
        spent, place = cost_of(self.layers, target), target
        ending = cost_of(self.last[0], target) if self.last is not None else None
        steps: list[int] = []
        if self.last is not None and ending is not None and (spent is None or ending < spent):
            steps.append(place)
            spent, place = self._step_back(place, ending, self.last[1])
        while spent:
            steps.append(place)
            here = (spent, place)
            before = self._before.get(here)
            if before is None:
                before = self._before[here] = self._step_back(place, spent, self.costs)
            spent, place = before
        steps.reverse()
        return tuple(steps)

    def _step_back(self, place: int, spent: int, costs: Costs) -> tuple[int, int]:
        """The cost and the place from which a cheapest step leads here."""
        _, _, toll, toll_points, hold, hold_points = self._limits
        more = toll_points if toll >> place & 1 else 0
        for basic, crossing in costs:
            cost = spent - basic - more
            if cost < 0:
                continue
            sources = crossing.into(place)
            before = sources & self._layer(cost, place) & ~hold
            if hold and not before:
                cost -= hold_points
                before = sources & self._layer(cost, place) & hold
            if before:
                return cost, (before & -before).bit_length() - 1
        raise AssertionError("a place of a field has a way to it")

    def _layer(self, spent: int, place: int) -> int:
        """The places of a layer from which a step to this place may be made."""
        halt, first = self._limits[:2]
        if spent < 0 or (not spent and first is not None and not first >> place & 1):
            return 0
        # Only the start may be left although it is in the halt set.
        return self.layers[spent] & (~halt if spent else -1)
