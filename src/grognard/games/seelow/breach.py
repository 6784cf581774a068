"""How near the Soviets are to the gates of Seelow through the Germans before it, for bots."""

from __future__ import annotations

import math

from ...engine.control import occupied
from ...engine.derived import derived_by_game
from ...engine.pieces import each
from ...engine.places import Places
from .model import GERMAN, SOVIET, S, SeelowGame, on_map
from .weights import SeelowWeights
from .zones import zone

FREE = 1
"""What it costs to enter an open hex."""
FARTHEST = 24
"""No way longer than this counts."""


class Ways:
    """The hexes by what the way from there to a hex next to Seelow costs, for one German line."""

    def __init__(self, game: SeelowGame, held: Places, zones: Places) -> None:
        weights: SeelowWeights = game.weights
        self.first, self.nearer = weights.first, _nearer(game)
        self.prices = (FREE, weights.zone_price, weights.held_price)
        self.spread = game.board.steps.spread
        self.held, self.zones = held, Places(zones & ~held)
        self.open = Places(game.board.all & ~zones & ~held)
        self._rings = [game.map.near_seelow]
        """As far as somebody has asked."""
        self._reached: Places = game.map.near_seelow

    def nearness(self, reds: Places) -> float:
        """What the nearest of some hexes promise together: one each for those at the town, less for others."""
        total, left = 0.0, self.first
        for cost in range(FARTHEST):
            if cost == len(self._rings):
                self._widen()
            met = self._rings[cost] & reds
            if met:
                here = min(left, met.bit_count())
                total += here * self.nearer[cost]
                left -= here
                if not left:
                    break
        return total

    def _widen(self) -> None:
        cost, new = len(self._rings), 0
        for price, hexes in zip(self.prices, (self.open, self.zones, self.held), strict=True):
            leaving = self._rings[cost - price] & hexes if cost >= price else 0
            if leaving:
                new |= self.spread(leaving)
        ring = Places(new & ~self._reached)
        self._rings.append(ring)
        self._reached = Places(self._reached | ring)


def breach(g: S) -> float:
    """12.42a How likely a Soviet unit will stand at Seelow when turn 7 ends, from 0 to 1."""
    held, zones, reds = occupied(g, GERMAN), zone(g, GERMAN), occupied(g, SOVIET)
    for leader in each(on_map(g, g.game.leaders)):
        if g.here[g.where[leader]] == 1 << leader:
            reds = Places(reds & ~(1 << g.where[leader]))  # Zhukov does not storm towns by himself
    return 1.0 - math.exp(-_ways(g.game, held, zones).nearness(reds))


@derived_by_game()
def _nearer(game: SeelowGame) -> list[float]:
    """What is left of a unit's promise by the price of its way."""
    weights: SeelowWeights = game.weights
    return [weights.nearer**cost for cost in range(FARTHEST)]


@derived_by_game(most=2000)
def _ways(game: SeelowGame, held: Places, zones: Places) -> Ways:
    return Ways(game, held, zones)
