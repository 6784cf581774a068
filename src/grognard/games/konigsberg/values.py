"""What bots can know of a loaded game beforehand: ways to victory hexes, what columns promise, and how worth fades."""

from __future__ import annotations

from struct import Struct

import msgspec

from ...engine.derived import derived_by_game
from ...engine.movement import reach
from ...engine.places import Place, Places, members
from .model import K, KonigsbergGame

CAPITAL = 2.5
"""How much more Königsberg and Elbing are wanted than other victory hexes."""
LAST_DITCH = 2.5
"""How much more Königsberg and Elbing are guarded than other victory hexes."""
FAR = 40
"""Movement points from which on a victory hex does not draw any more."""
PULL = [0.88**cost for cost in range(FAR + 1)] + [0.0]
FINE = 1 << 20
"""Pulls are counted in whole numbers of this fineness, so that they can be carried along without rounding."""
RAID = 6
"""12.1d Within how many hexes of the enemy an HQ without escort is in danger."""
CLOSE = 3
"""12.2c Within how many hexes refugees are in the way."""
GERMAN_FACTOR, SOVIET_FACTOR = 0.9, 0.45
"""What a defence factor of the Germans and an attack factor of the Soviets is worth."""
FADING = 0.6
"""How much of their worth units lose until the end."""


def lasting(g: K) -> float:
    """How much of their worth units still have: in the end only victory hexes count."""
    return 1.0 - FADING * g.state.turn / g.game.turns


class Chances(msgspec.Struct, frozen=True):
    """What a column of the table promises against one kind of hex, on average."""

    cleared: float
    defender: float
    attacker: float


class Values:
    """What can be known of a loaded game beforehand."""

    def __init__(self, game: KonigsbergGame) -> None:
        self.far: dict[Place, list[int]] = {o: _distances(game, o) for o in members(game.map.objectives)}
        """Movement points of every hex from each victory hex."""
        self.want = {o: CAPITAL if game.map.sudden_death >> o & 1 else 1.0 for o in self.far}
        self.ditch = [LAST_DITCH if game.map.sudden_death >> o & 1 else 1.0 for o in self.far]
        """How much more each victory hex is guarded than others."""
        kinds = ("open", "village", "town")
        self.chances = {kind: [_chances(game, c, kind) for c in range(game.crt.last + 1)] for kind in kinds}
        self.kind = ["open"] * game.board.size
        for place in members(game.map.settlements):
            self.kind[place] = "town" if game.map.towns >> place & 1 else "village"
        self.near = [game.board.within(p, 2) & ~(1 << p) for p in range(game.board.size)]
        self.reach = [game.board.within(p, RAID) for p in range(game.board.size)]
        self.close_by = [game.board.within(p, CLOSE) for p in range(game.board.size)]
        self.around = [members(near) for near in self.near]
        self.pulls = [
            _side_by_side([round(FINE * PULL[far[p]]) for far in self.far.values()]) for p in range(game.board.size)
        ]
        """For each hex how much strength there counts for each victory hex, all of them in one number."""
        self._lanes = Struct(f"<{len(self.far)}Q")
        self.close = [
            tuple(i for i, far in enumerate(self.far.values()) if 0 < far[p] <= 4) for p in range(game.board.size)
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


@derived_by_game()
def draw_field(game: KonigsbergGame, wanted: Places) -> list[float]:
    """For each hex how strongly a Soviet unit there is drawn by the victory hexes that are not Soviet."""
    known, size = values(game), game.board.size
    found = [0.0] * size
    for objective in members(wanted):
        want, far = known.want[objective], known.far[objective]
        for place in range(size):
            pull = want * PULL[far[place]]
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
