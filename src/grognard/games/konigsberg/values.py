"""What bots can know of a loaded game beforehand: ways to victory hexes, what columns promise, and how worth fades."""

from __future__ import annotations

from struct import Struct

import msgspec

from ...engine.derived import derived_by_game
from ...engine.movement import reach
from ...engine.places import Place, Places, members
from .model import K, KonigsbergGame
from .weights import KonigsbergWeights

FAR = 40
"""Movement points from which on a victory hex does not draw any more."""
FINE = 1 << 20
"""Pulls are counted in whole numbers of this fineness, so that they can be carried along without rounding."""


def lasting(g: K) -> float:
    """How much of their worth units still have: in the end only victory hexes count."""
    fading: float = g.game.weights.fading
    return 1.0 - fading * g.state.turn / g.game.turns


class Chances(msgspec.Struct, frozen=True):
    """What a column of the table promises against one kind of hex, on average."""

    cleared: float
    defender: float
    attacker: float


class Values:
    """What can be known of a loaded game beforehand."""

    def __init__(self, game: KonigsbergGame) -> None:
        weights: KonigsbergWeights = game.weights
        self.weights = weights
        self.pull = [weights.pull**cost for cost in range(FAR + 1)] + [0.0]
        """How much of a victory hex's pull is left at so many movement points."""
        self.far: dict[Place, list[int]] = {o: _distances(game, o) for o in members(game.map.objectives)}
        """Movement points of every hex from each victory hex."""
        self.want = {o: weights.capital if game.map.sudden_death >> o & 1 else 1.0 for o in self.far}
        self.ditch = [weights.last_ditch if game.map.sudden_death >> o & 1 else 1.0 for o in self.far]
        """How much more each victory hex is guarded than others."""
        kinds = ("open", "village", "town")
        self.chances = {kind: [_chances(game, c, kind) for c in range(game.crt.last + 1)] for kind in kinds}
        self.kind = ["open"] * game.board.size
        for place in members(game.map.settlements):
            self.kind[place] = "town" if game.map.towns >> place & 1 else "village"
        self.near = [game.board.within(p, weights.risk_range) & ~(1 << p) for p in range(game.board.size)]
        self.reach = [game.board.within(p, weights.raid) for p in range(game.board.size)]
        self.close_by = [game.board.within(p, weights.crowd_range) for p in range(game.board.size)]
        self.around = [members(near) for near in self.near]
        self.pulls = [
            _side_by_side([round(FINE * self.pull[far[p]]) for far in self.far.values()])
            for p in range(game.board.size)
        ]
        """For each hex how much strength there counts for each victory hex, all of them in one number."""
        self._lanes = Struct(f"<{len(self.far)}Q")
        self.close = [
            tuple(i for i, far in enumerate(self.far.values()) if 0 < far[p] <= weights.presence_range)
            for p in range(game.board.size)
        ]
        """For each hex the victory hexes that are near, by their numbers in the order of `far`."""

    def apart(self, numbers: int) -> tuple[int, ...]:
        """Numbers that lie side by side in one, each by itself."""
        return self._lanes.unpack(numbers.to_bytes(self._lanes.size, "little"))


@derived_by_game()
def values(game: KonigsbergGame) -> Values:
    """The values of a loaded game."""
    return Values(game)


@derived_by_game()
def each_of(game: KonigsbergGame, hexes: Places) -> tuple[bool, ...]:
    """For each victory hex whether it is among some of them."""
    return tuple(bool(hexes >> objective & 1) for objective in values(game).far)


@derived_by_game(most=500)
def draw_field(game: KonigsbergGame, wanted: Places) -> list[float]:
    """For each hex how strongly a Soviet unit there is drawn by the victory hexes that are not Soviet."""
    known, size = values(game), game.board.size
    left = known.pull
    found = [0.0] * size
    for objective in members(wanted):
        want, far = known.want[objective], known.far[objective]
        for place in range(size):
            pull = want * left[far[place]]
            if pull > found[place]:
                found[place] = pull
    return found


def _side_by_side(numbers: list[int]) -> int:
    """Numbers in one, 64 bits for each.

    So what is carried along for fourteen victory hexes at each move costs one multiplication and one addition. As a
    list it cost ten times as much (1.4 µs), and three times as much to make anew (95 µs).
    """
    return sum(number << 64 * i for i, number in enumerate(numbers))


def _distances(game: KonigsbergGame, start: Place) -> list[int]:
    row = [FAR + 1] * game.board.size
    for cost, layer in enumerate(reach(start, FAR, game.map.costs[0], enter=game.map.land)):
        for place in members(layer):
            row[place] = cost
    return row


def _chances(game: KonigsbergGame, column: int, kind: str) -> Chances:
    """The averages of one column."""
    cleared = defender = attacker = 0.0
    for odds in game.crt.odds(column, range(1, 7)):
        cost = game.tables["crt"]["results"][odds.result]
        chance = float(odds.chance)
        hexes = cost["retreat"] - (kind != "open")
        steps = max(0, cost["defender"] - (kind == "town"))
        held = kind != "open" and cost["retreat"] == 1
        cleared += chance * (hexes > 0)
        defender += chance * steps
        attacker += chance * (cost["attacker"] + (cost["attacker_if_held"] if held else 0))
    return Chances(cleared, defender, attacker)
