"""How far units get: allowances (4.1a, 11.3b), what steps cost (4.2, 3.0a, 12.2c), fields of movement (4.4)."""

from __future__ import annotations

from typing import Literal

from ...engine.control import occupied
from ...engine.derived import derived, derived_by_game
from ...engine.movement import Costs, Ways, cost_of, last_steps, reach, union, way, ways
from ...engine.pieces import Piece
from ...engine.places import Crossing, Place, Places, gather, members
from .model import ISOLATED, SOVIET, K, KonigsbergGame
from .stacking import lone_hqs, refugees, stacks
from .zones import zone

Mode = Literal["ordinary", "strategic"]
MOST_CROWDS = 64
"""So many sets of hexes with refugees are kept, with what steps cost around them."""
HALF = 2
"""4.4 Strategic movement is counted in half points."""


def allowance(g: K, piece: int) -> int:
    """4.1a, 11.3b, R86 Movement points: the printed ones, half of them rounded down for isolated units."""
    points = g.game.units[piece].values[g.steps[piece] - 1][2]
    return points // 2 if g.flags[piece] & ISOLATED else points


class Ground:
    """What units of a side meet on their way, the same for all of them: made once for a position."""

    def __init__(self, g: K, side: int) -> None:
        enemy = 1 - side
        self.zone = zone(g, enemy)
        self.crowds = refugees(g)
        free = g.game.map.land & ~occupied(g, enemy)
        self.enter = Places(free), Places(free | lone_hqs(g, enemy))
        """4.3(1), R76 The hexes without enemies, and those with a lone HQ to overrun besides."""
        _, full, hqs = stacks(g, side)
        self.closed = Places(full | self.crowds), hqs
        """5.0, 5.2, 12.2b The hexes in which combat units may not end, and those in which HQs may not."""
        self.calm = Places(free & ~(self.zone | self.closed[0] | hqs))
        """Hexes in which any unit may end: no enemies, zones, refugees or HQs there, and room."""


@derived
def ground(g: K, side: int) -> Ground:
    """What a side's units meet on their way."""
    return Ground(g, side)


def may_pass(g: K, piece: int) -> Places:
    """4.3(1), R76 The hexes a unit may enter in ordinary movement: without enemies, or with a lone HQ to overrun."""
    return ground(g, g.game.side_of[piece]).enter[g.game.overruns >> piece & 1]


def can_walk(g: K, piece: Piece, points: int, on: Ground) -> bool:
    """4.1 Whether ordinary movement leads anywhere; mostly one look around tells."""
    game, here = g.game, g.where[piece]
    toll, hold = game.zone_points
    left = points - hold if on.zone >> here & 1 else points
    near = 0
    for cost, ends in game.map.exits[game.mech >> piece & 1][here]:
        if cost > left:
            break
        if ends & on.calm:
            return True
        near |= ends if cost + toll <= left else ends & ~on.zone
    near &= on.enter[game.overruns >> piece & 1]
    if not near:
        return False
    if near & ~(on.closed[game.hqs >> piece & 1] | on.crowds):
        return True
    # Only through others, or through refugees, for whom there are tolls (12.2c) and other ways (12.3).
    field = field_of(g, piece, points)
    return bool(field.all or field.drives)


def can_march(g: K, piece: Piece, half_points: int, on: Ground) -> bool:
    """4.4 Whether strategic movement leads anywhere; mostly one look around tells."""
    game, here = g.game, g.where[piece]
    near = game.map.road.targets[here] & on.enter[game.overruns >> piece & 1] & ~on.zone
    if not half_points or not near or on.zone >> here & 1:
        return False
    if near & ~(on.closed[game.hqs >> piece & 1] | on.crowds):
        return True
    road = road_of(g, piece, half_points)
    return bool(road.all or road.drives)


@derived_by_game(most=MOST_CROWDS)
def costs_of(game: KonigsbergGame, klass: int, crowds: int) -> Costs:
    """12.2c, R53 What steps cost a class, dearer along roads into hexes with refugees."""
    road = game.map.road
    steps = [(a, b) for b in members(crowds) for a in members(road.into(b))]
    plain: int = game.tables["terrain"]["way"]["road_mp"]
    dear = plain + game.entry("refugee", "road_toll")[klass]
    by_cost = dict(game.map.costs[klass])
    by_cost[plain] = by_cost[plain].changed(without=steps)
    before = by_cost.get(dear)
    by_cost[dear] = before.changed(plus=steps) if before else Crossing(game.board.size, steps)
    return tuple(sorted(by_cost.items()))


@derived_by_game(most=MOST_CROWDS)
def road_costs(game: KonigsbergGame, crowds: int) -> Costs:
    """4.4, R53 Steps of strategic movement in half points for HQs, which may pass refugees and pay for it."""
    steps = [(a, b) for b in members(crowds) for a in members(game.map.road.into(b))]
    dear = 1 + HALF * game.entry("refugee", "road_toll")[0]
    free = game.map.road.changed(without=steps)
    return ((1, free), (dear, Crossing(game.board.size, steps)))


Driven = tuple[list[Places], list[Places]]
"""Hexes by the cost of coming there, by steps that go on and by steps that stop."""


class Field:
    """Where a unit can go by ordinary movement with so many points, at what cost and by which way."""

    def __init__(self, g: K, piece: Piece, points: int) -> None:
        game = g.game
        self.game = game
        self.start, self.klass = g.where[piece], game.mech >> piece & 1
        self.soviet, self.is_hq = game.side_of[piece] == SOVIET, bool(game.hqs >> piece & 1)
        on = ground(g, game.side_of[piece])
        self.crowds, self.zone = on.crowds, on.zone
        self.enter, self.closed = on.enter[game.overruns >> piece & 1], on.closed[self.is_hq]
        self.costs = game.map.costs[self.klass]
        self.last = game.map.last[self.klass]
        self.layers = self._reach(points, self.enter)
        self.gone = union(self.layers)
        """The hexes from which the unit may go on."""
        if self.gone & self.crowds:  # those out of reach make nothing dearer
            self.costs = costs_of(game, self.klass, self.crowds)
            self.layers = self._reach(points, self.enter)
            self.gone = union(self.layers)
        self.stops = self._last_steps(self.layers, self.last, self.enter)
        self.all = Places((self.gone | union(self.stops)) & ~self.closed)
        """Every hex in which the move can end."""
        self._driven: Driven | None = None
        self._any: Ways | None = None
        self._clear: Ways | None = None

    def _reach(self, points: int, enter: int) -> list[Places]:
        """The hexes in which the unit may go on, by what they cost."""
        zone, (toll, hold) = self.zone, self.game.zone_points
        return reach(
            self.start, points, self.costs, enter=enter, toll=zone, toll_points=toll, hold=zone, hold_points=hold
        )

    def _last_steps(self, layers: list[Places], steps: Costs, enter: int) -> list[Places]:
        """The hexes into which one of these steps is the last, by what they cost."""
        zone, (toll, hold) = self.zone, self.game.zone_points
        return last_steps(layers, steps, enter=enter, toll=zone, toll_points=toll, hold=zone, hold_points=hold)

    def _ways(self, layers: list[Places], last: tuple[list[Places], Costs]) -> Ways:
        zone, (toll, hold) = self.zone, self.game.zone_points
        return ways(layers, self.costs, toll=zone, toll_points=toll, hold=zone, hold_points=hold, last=last)

    def cost(self, target: int) -> int:
        """What the way to a hex costs."""
        return self.cost_and_stop(target)[0]

    def stops_at(self, target: int) -> bool:
        """4.2b, R20 Whether the cheapest way there ends with a river crossing."""
        return self.cost_and_stop(target)[1]

    def cost_and_stop(self, target: int) -> tuple[int, bool]:
        """What the way to a hex costs, and whether it ends with a river crossing."""
        return _cheaper(cost_of(self.layers, target), cost_of(self.stops, target))

    def way(self, target: int) -> tuple[Place, ...]:
        """R102 A cheapest way to a hex; if one of them meets no refugees, that."""
        if self._any is None:
            self._any = self._ways(self.layers, (self.stops, self.last))
        path: tuple[Place, ...] = self._any.to(target)
        if not self.crowds or not gather(path[:-1]) & self.crowds:
            return path
        free = self._clear_ways(target)
        assert free.last is not None
        on, stop = cost_of(free.layers, target), cost_of(free.last[0], target)
        return free.to(target) if self.cost(target) in (on, stop) else path

    def _clear_ways(self, target: int) -> Ways:
        """The ways that meet no refugees, but in the hex where the move ends; mostly there are none there either."""
        met = self.crowds >> target & 1
        if self._clear is None or met:
            enter = self.enter & ~(self.crowds & ~(1 << target))
            layers = self._reach(len(self.layers) - 1, enter)
            found = self._ways(layers, (self._last_steps(layers, self.last, enter), self.last))
            if met:
                return found
            self._clear = found
        return self._clear

    # -- atrocities ------------------------------------------------------------------------------

    @property
    def driven(self) -> Driven:
        """12.3, R54 Refugee hexes by the cost of driving through them, by steps that go on and by steps that stop."""
        if self._driven is None:
            self._driven = self._find_driven()
        return self._driven

    def _find_driven(self) -> Driven:
        hexes = self.crowds & self.enter & (~self.closed if self.is_hq else -1) if self.soviet else 0
        near = self.game.board.steps.spread(self.gone | 1 << self.start) if hexes else 0
        if not hexes & near:
            return [], []
        on = self._last_steps(self.layers, self.game.map.costs[self.klass], hexes)
        return on, self._last_steps(self.layers, self.last, hexes)

    @property
    def drives(self) -> Places:
        """Refugee hexes that the unit can drive through, removing the counter."""
        if not self.crowds or not self.soviet:
            return Places(0)
        on, stop = self.driven
        return Places(union(on) | union(stop))

    def drive_cost(self, target: int) -> int:
        """What it costs to drive into refugees."""
        return self.drive_cost_and_stop(target)[0]

    def drive_cost_and_stop(self, target: int) -> tuple[int, bool]:
        """What it costs to drive into refugees, and whether the move ends there, because a river is crossed."""
        on, stop = self.driven
        return _cheaper(cost_of(on, target), cost_of(stop, target))

    def drive_way(self, target: int) -> tuple[Place, ...]:
        """The way into refugees."""
        on, stop = self.driven
        last = (stop, self.last) if self.drive_cost_and_stop(target)[1] else (on, self.game.map.costs[self.klass])
        layers = [Places(layer & ~(1 << target)) for layer in self.layers]
        return self._ways(layers, last).to(target)


def _cheaper(on: int | None, stop: int | None) -> tuple[int, bool]:
    """The lower cost, and whether it is that of a move that stops; one of them is there."""
    if stop is None or (on is not None and on <= stop):
        assert on is not None
        return on, False
    return stop, True


class Road:
    """4.4 Where a unit can go by strategic movement, at what cost in half points and by which way."""

    def __init__(self, g: K, piece: Piece, half_points: int) -> None:
        game = g.game
        self.start = g.where[piece]
        self.soviet, is_hq = game.side_of[piece] == SOVIET, bool(game.hqs >> piece & 1)
        on = ground(g, game.side_of[piece])
        self.crowds = on.crowds
        free = on.enter[game.overruns >> piece & 1] & ~on.zone
        self.enter = Places(free & ~on.closed[is_hq])
        # R54 Who drives refugees away finds room where they were.
        self.drivable = Places(self.crowds & (self.enter if is_hq else free))
        self.plain: Costs = ((1, game.map.road),)
        self.costs: Costs = self.plain
        may_start = game.map.road_hexes & ~on.zone
        self.points = half_points if may_start >> self.start & 1 else 0
        self.layers = game.map.road.rings(1 << self.start, self.enter, self.points)
        self.all = union(self.layers)
        """Every hex in which the march can end."""
        if self.all & self.crowds:  # only HQs come there
            self.costs = road_costs(game, self.crowds)
            self.layers = reach(self.start, self.points, self.costs, enter=self.enter)
            self.all = union(self.layers)
        self._driven: list[Places] | None = None
        self._ways: Ways | None = None

    def cost(self, target: int) -> int:
        """What the march to a hex costs, in half points."""
        return cost_of(self.layers, target) or 0

    def way(self, target: int) -> tuple[Place, ...]:
        """A shortest way by road."""
        if self._ways is None:
            self._ways = ways(self.layers, self.costs)
        return self._ways.to(target)

    @property
    def driven(self) -> list[Places]:
        """12.3 Refugee hexes by the cost of driving through them."""
        if self._driven is None:
            self._driven = self._find_driven()
        return self._driven

    def _find_driven(self) -> list[Places]:
        if not self.soviet or not self.drivable & self.plain[0][1].spread(self.all | 1 << self.start):
            return []
        padded = [*self.layers, *[Places(0)] * (self.points + 1 - len(self.layers))]
        return last_steps(padded, self.plain, enter=self.drivable)

    @property
    def drives(self) -> Places:
        """12.3 Refugee hexes that the unit can drive through on its march."""
        return union(self.driven) if self.crowds and self.soviet else Places(0)

    def drive_cost(self, target: int) -> int:
        """What it costs to drive into refugees, in half points."""
        return cost_of(self.driven, target) or 0

    def drive_way(self, target: int) -> tuple[Place, ...]:
        """The way into refugees."""
        layers = [Places(layer & ~(1 << target)) for layer in self.layers]
        padded = [*layers, *[Places(0)] * (self.points + 1 - len(layers))]
        return way(padded, target, self.costs, last=(self.driven, self.plain))


@derived
def field_of(g: K, piece: Piece, points: int) -> Field:
    """The field of a unit, made once for a position."""
    return Field(g, piece, points)


@derived
def road_of(g: K, piece: Piece, half_points: int) -> Road:
    """The roads before a unit, made once for a position."""
    return Road(g, piece, half_points)


def reachable(g: K, piece: Piece) -> Places:
    """4.0 Where a unit could go with all its points, on foot or by road."""
    points = allowance(g, piece)
    return Places(field_of(g, piece, points).all | road_of(g, piece, HALF * points).all)
