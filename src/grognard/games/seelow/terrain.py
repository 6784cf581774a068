"""The map as the rules use it: costs of steps (5.1), what is barred (R8, R36), edges and objectives.

Costs are in half movement points, because a road costs motorized units one half.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any, Literal

from ...engine.board import Board
from ...engine.control import ZoneOfControl
from ...engine.errors import PackError
from ...engine.movement import Costs, priced
from ...engine.places import Place, Places, gather, members
from ...engine.results import entry

Mobility = Literal["foot", "motz"]
FOOT: Mobility = "foot"
MOTZ: Mobility = "motz"
MOBILITIES: tuple[Mobility, Mobility] = (FOOT, MOTZ)

MOST = 40
"""Half points that nobody has more of."""
EDGES = {"N": "edge-north", "E": "edge-east", "S": "edge-south", "W": "edge-west"}


class SeelowMap:
    """Sets of hexes and kinds of steps, made once."""

    def __init__(self, board: Board, tables: Mapping[str, Any]) -> None:
        self.board = board
        self.level = board.level
        self.neighbours = [members(mask) for mask in board.adjacent]
        """The hexes next to each hex, one by one."""
        self.routes = _routes(board)
        self.prices = _Prices(tables)
        self.leave_zone: int = entry(tables, "movement", "leave_ezoc_x2")
        self._load_sets(board)
        self._load_water(board)
        self.step_cost = {mobility: self._step_costs(mobility) for mobility in MOBILITIES}
        self.costs: dict[str, Costs] = {mobility: self._costs(mobility) for mobility in MOBILITIES}
        self.affordable = {mobility: self._affordable(mobility) for mobility in MOBILITIES}
        """For each number of half points and each hex, the neighbours that can be entered for so many."""
        self.passable = {mobility: board.crossing(self._not_prohibited(mobility)) for mobility in MOBILITIES}
        self.over_stream = board.crossing(self._motz_over_stream)
        """5.12b Steps of motorized units across a stream without a route."""
        self.bridged = board.crossing(lambda a, b, s: self.passable[MOTZ].has(a, b) and not self.over_stream.has(a, b))
        """5.12c Steps that a disrupted motorized unit may make."""
        self.zones = {
            mobility: ZoneOfControl(board.crossing(lambda a, b, s, m=mobility: self._controls(m, a, b)))  # type: ignore[misc]
            for mobility in MOBILITIES
        }
        self.line_steps = board.crossing(lambda a, b, s: "river" not in s.features or (a, b) in self.routes)
        """11.43 Steps of a line of communication."""
        self.edge_cost = {mobility: self._edge_costs(mobility) for mobility in MOBILITIES}
        self.exits = {mobility: gather(self.edge_cost[mobility]) for mobility in MOBILITIES}
        """5.27, R19 Edge hexes from which a class of units may leave the map."""
        self._within: dict[tuple[int, int], Places] = {}
        self._entry_costs: dict[tuple[str, str], dict[Place, int]] = {}
        self._entries: dict[tuple[str, str, int], Places] = {}

    def within(self, place: int, radius: int) -> Places:
        """8.13, 8.26 The hexes at most so far away, the place itself among them; remembered."""
        found = self._within.get((place, radius))
        if found is None:
            found = self._within[place, radius] = self.board.within(place, radius)
        return found

    def _load_sets(self, board: Board) -> None:
        self.north = board.tagged("scenario-1")
        self.west_column = board.tagged("edge-west") & board.tagged("scenario-1")
        self.seelow = board.tagged("seelow")
        self.near_seelow = Places(board.steps.spread(self.seelow) | self.seelow)
        self.pocket = board.tagged("pocket")
        self.turn_7 = board.tagged("turn-7")
        self.beyond = Places(board.tagged("diedersdorf") | board.tagged("diedersdorf-road"))
        self.objectives = board.tagged("objective")
        self.west_of_canal = board.tagged("west-of-canal")
        self.villages = board.of_terrain("village")
        self.cover = board.of_terrain("village", "town", "woods", "swamp")
        """8.14 Where a barrage is halved."""
        self.symbols = board.of_terrain("village", "town", "woods")
        """8.22, 8.25 What hides."""
        if not (self.seelow and self.turn_7 and self.beyond and self.north):
            raise PackError("map/hexes.csv", None, "the tags of Seelow, turn 7, Diedersdorf or scenario 1 are missing")

    def _load_water(self, board: Board) -> None:
        self.wet = board.crossing(lambda a, b, s: bool(s.features & {"stream", "river"}))
        """6.31, 7.33, R36 Sides that weaken fire and attacks, bridge or not."""

    # -- steps ---------------------------------------------------------------------------------------

    def climb(self, a: int, b: int) -> int:
        """5.14, 5.15, R22 Levels climbed by a step, counted from the side between the hexes."""
        low = self.board.side(a, b).extra.get("low_level")
        from_level = int(low) if low else min(self.level[a], self.level[b])
        return max(0, self.level[b] - from_level)

    def _step_costs(self, mobility: Mobility) -> dict[tuple[int, int], int]:
        """5.11-5.15, R21 What each step costs; the cheaper of the open ground and a route over the side."""
        found: dict[tuple[int, int], int] = {}
        for a in members(self.board.all):
            for b in members(self.board.adjacent[a]):
                ways = [c for c in (self._open_cost(mobility, a, b), self._route_cost(mobility, a, b)) if c is not None]
                if ways:
                    found[a, b] = min(ways)
        return found

    def _costs(self, mobility: Mobility) -> Costs:
        known = self.step_cost[mobility]
        return priced(self.board, lambda a, b, _: known.get((a, b), 0))

    def _open_cost(self, mobility: Mobility, a: Place, b: Place) -> int | None:
        features = self.board.side(a, b).features
        ground = self.prices.terrain[mobility].get(self.board.terrain[b])
        if ground is None or "river" in features or ("stream" in features and mobility == MOTZ):
            return None
        cost = ground + self.climb(a, b) * self.prices.level[mobility]
        return cost + self.prices.stream if "stream" in features else cost

    def _route_cost(self, mobility: Mobility, a: Place, b: Place) -> int | None:
        kinds = self.routes.get((a, b), ())
        return min((self.prices.route[mobility][kind] for kind in kinds), default=None)

    def _affordable(self, mobility: Mobility) -> list[list[int]]:
        table = [[0] * self.board.size for _ in range(MOST + 1)]
        for (a, b), cost in self.step_cost[mobility].items():
            for halves in range(cost, MOST + 1):
                table[halves][a] |= 1 << b
        return table

    def _not_prohibited(self, mobility: Mobility) -> Any:
        """R8, R36, R51 Steps that are not barred outright, whatever they cost."""

        def keep(a: Place, b: Place, side: Any) -> bool:
            if (a, b) in self.routes:
                return True
            return "river" not in side.features and self.board.terrain[b] in self.prices.terrain[mobility]

        return keep

    def _motz_over_stream(self, a: Place, b: Place, side: Any) -> bool:
        dry = "stream" not in side.features or "river" in side.features or (a, b) in self.routes
        return not dry and self.board.terrain[b] in self.prices.terrain[MOTZ]

    def _controls(self, mobility: Mobility, a: Place, b: Place) -> bool:
        """4.22, 4.23 Whether a unit in one hex controls the next: not where it could never go, not from 1 up to 3."""
        return self.passable[mobility].has(a, b) and not (self.level[a] == 1 and self.level[b] == 3)

    # -- edges ---------------------------------------------------------------------------------------

    def _edge_costs(self, mobility: Mobility) -> dict[Place, int]:
        """5.27, 9.11, R19, R37 What it costs to cross the map's edge at each hex, out or in."""
        found: dict[Place, int] = {}
        for tag in EDGES.values():
            for place in members(self.board.tagged(tag)):
                cost = self.edge_cost_at(mobility, place)
                if cost is not None:
                    found[place] = cost
        return found

    def edge_cost_at(self, mobility: Mobility, place: Place, edge: str = "") -> int | None:
        """R19, R37 The cost at one hex: its terrain, or a route over the edge (over any edge, if none is named)."""
        routes = self.prices.route[mobility]
        ways = [routes[kind] for kind, letter in self.routes_out(place) if edge in ("", EDGES[letter])]
        ground = self.prices.terrain[mobility].get(self.board.terrain[place])
        if ground is not None:
            ways.append(ground)
        return min(ways, default=None)

    def entry_costs(self, tag: str, mobility: Mobility) -> dict[Place, int]:
        """9.11, R37 What it costs to come onto the map at each of the entry hexes with a tag; remembered."""
        found = self._entry_costs.get((tag, mobility))
        if found is None:
            edge, hexes = self.edge_of_entry(tag), members(self.board.tagged(tag))
            costs = {place: self.edge_cost_at(mobility, place, edge) for place in hexes}
            found = {place: cost for place, cost in costs.items() if cost is not None}
            self._entry_costs[tag, mobility] = found
        return found

    def entries(self, tag: str, mobility: Mobility, halves: int) -> Places:
        """9.11 The entry hexes with a tag that can be paid with so many half points; remembered."""
        found = self._entries.get((tag, mobility, halves))
        if found is None:
            costs = self.entry_costs(tag, mobility)
            found = self._entries[tag, mobility, halves] = gather(p for p in costs if costs[p] <= halves)
        return found

    def ring(self, place: int, radius: int) -> Places:
        """7.51 The hexes at exactly this distance."""
        return Places(self.within(place, radius) & ~self.within(place, radius - 1))

    def edge_of_entry(self, tag: str) -> str:
        """12.2 The edge over which units with these entry hexes come."""
        found = [e["edge"] for e in self.board.info.get("entry", []) if e.get("tag") == tag]
        if len(found) != 1:
            raise PackError("map/map.toml", None, f"there must be one [[entry]] with the tag '{tag}'")
        return f"edge-{found[0]}"

    def routes_out(self, place: Place) -> Iterator[tuple[str, str]]:
        """The routes that lead off the map from a hex: kind and edge."""
        for word in self.board.extra[place].get("exits", "").split():
            kind, _, letter = word.partition(":")
            yield kind, letter


class _Prices:
    """f.4 The Terrain Effects Chart, in half points; what is prohibited is left out."""

    def __init__(self, tables: Mapping[str, Any]) -> None:
        terrain, linear = tables.get("terrain", {}), tables.get("linear", {})
        self.terrain: dict[str, dict[str, int]] = {}
        self.route: dict[str, dict[str, int]] = {}
        self.level: dict[str, int] = {}
        for mobility in MOBILITIES:
            key = f"{mobility}_x2"
            ground = {kind: entry(terrain, kind, key) for kind in terrain}
            self.terrain[mobility] = {kind: cost for kind, cost in ground.items() if cost > 0}
            self.route[mobility] = {kind: entry(linear, kind, key) for kind in linear}
            self.level[mobility] = entry(tables, "movement", f"level_up_{mobility}_x2")
        self.stream: int = entry(tables, "movement", "stream_foot_extra_x2")
        self.shift_left: dict[str, int] = {kind: entry(terrain, kind, "combat_shift_left") for kind in terrain}


def _routes(board: Board) -> dict[tuple[int, int], tuple[str, ...]]:
    """5.13 The sides that a road, track or railroad crosses, in both directions, with the kinds."""
    found: dict[tuple[int, int], tuple[str, ...]] = {}
    for path in board.paths:
        for a, b in pairwise(path.places):
            for step in ((a, b), (b, a)):
                found[step] = (*found.get(step, ()), path.kind)
    return found
