"""The suggested set-up: how well a hex suits a unit, as whole-number weights from which luck draws.

Nothing here is a rule. The ground is looked at once: which ways the Soviets will come, how deep a hex lies, which
hexes guard something. Every kind of German unit then shares itself out between kinds of ground, and within a kind of
ground it prefers hexes that are still thinly held; so what stands face down cannot be read off its hex. The Soviets
share themselves out between their goals, and start where the way to a goal is short.
"""

from __future__ import annotations

from ...engine.control import occupied
from ...engine.derived import derived, derived_by_game
from ...engine.movement import reach, way
from ...engine.places import Place, Places, gather, members
from .model import BF, GERMAN, R, ReichstagGame
from .score import FAR, distances
from .terrain import untouched_prices
from .zones import enemy_zone

SCALE = 10_000
"""Weights are whole numbers: this many parts to a share."""

EDGES = (("north", "east", "south"), ("south",))
"""The map edges from which each Front comes."""

PULL = [0.89**cost for cost in range(FAR + 1)]
"""How much of an objective's pull is left at so many movement points: no weight of the score, for luck draws by it."""

NEAR_EDGE = 2
"""Approaches begin so many hexes behind the rows in which the Soviets set up."""

STORMERS = 4
"""How many of the Soviets make for the Reichstag, for one who makes for another goal: nobody wins without it."""

SHARES: dict[str, dict[str, int]] = {
    "precious": {"deep": 70, "objectives": 15, "gates": 10, "aura": 5},
    "airfield": {"deep": 40, "objectives": 25, "gates": 10, "aura": 15, "ring": 10},
    "strong": {"deep": 20, "objectives": 40, "gates": 10, "ring": 15, "approaches": 15},
    "weak": {"deep": 10, "objectives": 35, "gates": 5, "ring": 15, "approaches": 35},
    "mobile": {"aura": 25, "objectives": 30, "gates": 10, "ring": 15, "approaches": 20},
}
"""How each kind of German unit shares itself out between kinds of ground, in hundredths."""


class Ground:
    """One sector as its German commander sees it."""

    def __init__(self, game: ReichstagGame, sector: int) -> None:
        terrain = game.map
        area = Places(terrain.land[sector] | terrain.reichstag_hex)
        outside = Places(terrain.land[sector])
        rows = [start_row(game, sector, edge) for edge in EDGES[sector]]
        start = 0
        for row in rows:
            start |= row
        self.goals = members(terrain.objectives & area)
        ways = 0
        for goal in self.goals:
            for row in rows:
                ways |= _way(game, goal, row, area)
        near = start
        for _ in range(NEAR_EDGE):
            near |= game.board.steps.spread(near)
        ways &= outside & ~near & ~terrain.objectives
        objectives = members(terrain.objectives & outside)
        depth = {
            place: min((distances(game, sector, place)[p] for p in members(start)), default=0) for place in objectives
        }
        deep = sorted(objectives, key=lambda place: -depth[place])[: (len(objectives) + 1) // 2]
        aura = 0
        for tower in terrain.towers.values():
            aura |= game.board.within(tower, game.entry("radii", "flak_tower")) if outside >> tower & 1 else 0
        self.kinds: dict[str, Places] = {
            "deep": gather(deep),
            "objectives": gather(objectives),
            "gates": Places(game.board.adjacent[terrain.reichstag] & outside),
            "ring": Places(terrain.sbahn & outside & (ways | game.board.steps.spread(ways))),
            "approaches": Places(ways),
            "aura": Places(aura & outside),
        }
        self.pull: dict[Place, int] = {}
        """How good a start row hex is for the Soviets of the sector."""
        for row in rows:
            self._pull(game, sector, row)

    def _pull(self, game: ReichstagGame, sector: int, row: Places) -> None:
        """Each goal counts by its points and nearness, and there the hexes by the way to it, best by road."""
        prize = game.map.reichstag
        nearest = {goal: _nearest(game, sector, goal, row) for goal in self.goals}
        shares = {goal: int(100 * game.map.value[goal] * PULL[cost]) for goal, cost in nearest.items() if cost <= FAR}
        if prize in shares:
            shares[prize] = STORMERS * sum(share for goal, share in shares.items() if goal != prize)
        for goal, share in shares.items():
            far = distances(game, sector, goal)
            suited = {place: 512 >> min(far[place] - nearest[goal], 9) for place in members(row)}
            suited |= {place: 2 * suited[place] for place in members(row & game.map.roads)}
            _share_out(self.pull, suited, share)


def start_row(game: ReichstagGame, sector: int, edge: str) -> Places:
    """The edge row of a sector from which Soviets come, and the next one; 1UF not from beyond the Havel."""
    row = game.map.edge[edge]
    hexes = (row | game.board.steps.spread(row)) & game.map.land[sector]
    return Places(hexes if sector == BF else hexes & ~game.map.west_of_havel)


def _nearest(game: ReichstagGame, sector: int, goal: Place, row: Places) -> int:
    """Movement points from a row to a goal."""
    far = distances(game, sector, goal)
    return min((far[place] for place in members(row)), default=FAR + 1)


def _way(game: ReichstagGame, goal: Place, start: Places, area: Places) -> Places:
    """The hexes on a cheapest way between a goal and a set of hexes."""
    costs = untouched_prices(game).costs
    layers = reach(goal, FAR, costs, enter=area)
    for layer in layers:
        if layer & start:
            return gather(way(layers, members(layer & start)[0], costs))
    return Places(0)


@derived_by_game()
def ground(game: ReichstagGame, sector: int) -> Ground:
    """The ground of a sector, looked at once."""
    return Ground(game, sector)


# -- weights -------------------------------------------------------------------------------------


def suggested_weights(g: R, player: int, piece: int, hexes: Places) -> list[tuple[Place, int]]:
    """How well each of some hexes suits a unit; where none suits at all, all are alike."""
    german = g.game.side_of[piece] == GERMAN
    weights = _german_weights(g, player, piece, hexes) if german else _soviet_weights(g, piece, hexes)
    return [(place, weights[place]) for place in sorted(weights)] or [(place, 1) for place in members(hexes)]


def _kind(g: R, piece: int) -> str:
    if g.game.emergency_airfields >> piece & 1:
        return "airfield"
    if g.game.zeros >> piece & 1:
        return "precious"
    if g.game.mobile >> piece & 1:
        return "mobile"
    return "strong" if g.game.strength[piece] > 1 else "weak"


def _german_weights(g: R, player: int, piece: int, hexes: Places) -> dict[Place, int]:
    """Shares of the kinds of ground, divided among their hexes: the fewer Germans there, the better."""
    area, rooms = ground(g.game, 1 - player), _rooms(g)
    weights: dict[Place, int] = {}
    for name, share in SHARES[_kind(g, piece)].items():
        ground_of_kind = area.kinds[name] & hexes
        parts = [(room, wanting) for room, places in rooms if (wanting := ground_of_kind & places)]
        total = sum([room * wanting.bit_count() for room, wanting in parts])
        for room, wanting in parts:
            weight = max(1, share * SCALE * room // total)
            for place in members(wanting):
                weights[place] = weights.get(place, 0) + weight
    return weights


@derived
def _rooms(g: R) -> list[tuple[int, Places]]:
    """Hexes by how much they want another German unit: objectives are worth three, other hexes two."""
    germans, taken, objectives = g.game.roster.of_side[GERMAN], occupied(g, GERMAN), g.game.map.objectives
    left = [0, 0, g.game.board.all & ~taken & ~objectives, objectives & ~taken]
    for place in members(taken):
        room = (3 if objectives >> place & 1 else 2) - (g.here[place] & germans).bit_count()
        if room > 0:
            left[room] |= 1 << place
    return [(room * room, Places(places)) for room, places in enumerate(left) if room]


def _soviet_weights(g: R, piece: int, hexes: Places) -> dict[Place, int]:
    """How near a hex is to the goals; small units go with large ones, and nobody likes to start in contact."""
    game = g.game
    side = game.side_of[piece]
    zone, mine = enemy_zone(g, side), occupied(g, side)
    together = 1 if game.large >> piece & 1 else 32
    pull = ground(game, side).pull
    weights: dict[Place, int] = {}
    for place in members(hexes):
        weight = pull.get(place, 1) * (together if mine >> place & 1 else 1)
        weights[place] = weight // 4 + 1 if zone >> place & 1 else weight
    return weights


def _share_out(weights: dict[Place, int], parts: dict[Place, int], share: int) -> None:
    """Divide a share among hexes by their parts, on top of what they have."""
    total = sum(parts.values())
    shares = {part: max(1, share * SCALE * part // total) for part in set(parts.values()) if part}
    for place, part in parts.items():
        if part:
            weights[place] = weights.get(place, 0) + shares[part]
