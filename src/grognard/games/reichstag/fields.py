"""How far units get: allowances (9.2, 9.3), what steps cost them (9.9-9.11, 15.4, 19.1), and fields of movement."""

from __future__ import annotations

from itertools import pairwise

from ...engine.derived import derived
from ...engine.movement import Costs, Ways, cost_of, reach, union, way, ways
from ...engine.pieces import Piece, each
from ...engine.places import Place, Places
from ...engine.position import is_on
from .model import GERMAN, R, front
from .stacking import crowded
from .terrain import free_steps, prices, ready_engineers
from .zones import barrage_zone, enemies, enemy_zone, territory


def basic_allowance(g: R, piece: int) -> int:
    """9.2, 9.3 Movement points without a forced march: six for Soviets, the phase's roll for Germans."""
    if g.game.side_of[piece] == GERMAN:
        return g.state.points
    points: int = g.game.entry("movement", "soviet_points")
    return points


def forced_allowance(g: R, piece: int) -> int:
    """6.5, 9.2, 25.2 Movement points of a Soviet unit on a forced march."""
    if is_on(g, "highly_mobile_units") and g.game.highly_mobile >> piece & 1:
        points: int = g.game.entry("movement", "forced_march_total_highly_mobile")
    else:
        points = g.game.entry("movement", "forced_march_total")
    return points


def may_enter(g: R, piece: int) -> Places:
    """5.2, 9.5, 10.4 The hexes that a unit may enter at all: own sector, no enemy, room enough."""
    game = g.game
    side = game.side_of[piece]
    large = game.large >> piece & 1
    sector = front(g) if side == GERMAN else side
    return _open_to(g, side, sector, large)


@derived
def _open_to(g: R, side: int, sector: int, large: int) -> Places:
    area = g.game.map.land[sector] if side == GERMAN else territory(g, side)
    return Places(area & ~enemies(g, side) & ~crowded(g, side)[large])


def costs_of(g: R, piece: int, points: int) -> Costs:
    """9.9-9.11, 19.1 What steps cost a unit but for barrage: engineers help their own Front.

    An engineer helps only while it stays where it is, so it never helps itself.
    """
    costs = prices(g).up_to(points)
    side = g.game.side_of[piece]
    if side == GERMAN:
        return costs
    for engineer in each(ready_engineers(g, side)):
        if engineer != piece:
            costs = (*costs, *free_steps(g.game, side, g.where[engineer]))
    return costs


def interdicted(g: R, piece: int) -> Places:
    """15.4, R40 The hexes that cost a unit one point more to enter: for Germans the barrage zones."""
    return barrage_zone(g, front(g)) if g.game.side_of[piece] == GERMAN else Places(0)


class Field:
    """Where a unit can go with so many points, at what cost and by which way."""

    def __init__(self, g: R, piece: Piece, points: int, disengaging: bool) -> None:
        zone = enemy_zone(g, g.game.side_of[piece])
        self.start, self.points, self.wet = g.where[piece], points, g.game.map.wet
        self.costs = costs_of(g, piece, points)
        self.plain = prices(g).up_to(points)
        self.toll = interdicted(g, piece)
        # 11.5, R30 Who began in an enemy zone may not enter another; who did not must stop in the first.
        self.halt = 0 if disengaging else int(zone)
        self.enter = may_enter(g, piece) & (~zone if disengaging else -1)
        self.layers = self._layers(self.costs)
        self.all = union(self.layers)
        self._unsupported: list[Places] | None = None
        self._ways: Ways | None = None

    def _layers(self, costs: Costs) -> list[Places]:
        return reach(self.start, self.points, costs, enter=self.enter, halt=self.halt, toll=self.toll)

    @property
    def unsupported(self) -> list[Places]:
        """The same field without engineers; only made where somebody asks."""
        if self._unsupported is None:
            self._unsupported = self.layers if self.costs is self.plain else self._layers(self.plain)
        return self._unsupported

    def way(self, target: int) -> tuple[Place, ...]:
        """A cheapest way to a hex; if one of them needs no engineer (19.2), that."""
        if self._ways is None:
            self._ways = ways(self.layers, self.costs, halt=self.halt, toll=self.toll)
        path = self._ways.to(target)
        if self.costs is self.plain:
            return path
        dry = not any(self.wet.has(a, b) for a, b in pairwise((self.start, *path)))
        if dry or cost_of(self.unsupported, target) != cost_of(self.layers, target):
            return path
        return way(self.unsupported, target, self.plain, halt=self.halt, toll=self.toll)

    def cost(self, target: int) -> int:
        """What the way there costs."""
        return cost_of(self.layers, target) or 0


@derived
def field_of(g: R, piece: Piece, points: int, disengaging: bool) -> Field:
    """The field of a unit, made once for a position."""
    return Field(g, piece, points, disengaging)


def reachable(g: R, piece: Piece) -> Places:
    """9.0 Where a unit could go with its basic allowance; for Germans before the roll with a six."""
    points = basic_allowance(g, piece) or 6
    side = g.game.side_of[piece]
    return Field(g, piece, points, bool(enemy_zone(g, side) >> g.where[piece] & 1)).all
