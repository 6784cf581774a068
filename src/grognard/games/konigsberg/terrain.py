"""The map as the rules use it: sets of hexes, kinds of step, and what steps cost (4.2, the terrain chart)."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from ...engine.board import Board, Side
from ...engine.movement import Costs, priced, union
from ...engine.places import Crossing, Place, Places, gather, members
from ...engine.results import entry

FOOT, MECH = 0, 1
"""The two classes of movement: non-mechanized units and HQs, mechanized units."""

Exits = tuple[tuple[int, Places], ...]
"""The steps out of a hex, cheapest first: what they cost, and where they lead."""

NEVER = -1
"""The cost of terrain that may not be entered."""


class KonigsbergMap:
    """Sets of hexes and kinds of hexside, made once."""

    def __init__(self, board: Board, tables: Mapping[str, Any]) -> None:
        self.board, self.tables = board, tables
        self.water = board.of_terrain("water")
        self.land = Places(board.all & ~self.water)
        self.lakes = board.of_terrain("lake")
        self.rough = board.of_terrain("forest", "swamp")
        """Terrain with a shift in combat."""
        self._settlements(board)
        self._sources(board)
        self._ways(board)
        self._sides(board)
        ice = self.lakes & ~self.road_hexes
        self.stands: tuple[Places, Places] = (self.land, Places(self.land & ~ice))
        """4.2d, R71 By class, the hexes that a unit can be in: mechanized ones are on no frozen lake."""
        self.costs: tuple[Costs, Costs] = (self._steps(FOOT, stopping=False), self._steps(MECH, stopping=False))
        """By class, the steps after which a unit may go on."""
        self.last: tuple[Costs, Costs] = (self._steps(FOOT, stopping=True), self._steps(MECH, stopping=True))
        """4.2b By class, the steps that end a move: unbridged minor rivers."""
        self.enter: tuple[Crossing, Crossing] = (self._enterable(FOOT), self._enterable(MECH))
        """By class, every step that a unit could make at all: for zones, retreats and advances."""
        self.exits: tuple[list[Exits], list[Exits]] = (self._exits(FOOT), self._exits(MECH))
        """By class and hex, the steps out of it: what they cost, and where they lead."""
        self.hexes_near_haff()

    def _settlements(self, board: Board) -> None:
        self.villages, self.towns = board.tagged("village"), Places(board.tagged("town") | board.tagged("city"))
        self.settlements = Places(self.villages | self.towns)
        self.objectives = board.tagged("objective")
        self.sudden_death = board.tagged("sudden-death")
        self.konigsberg, self.elbing = board.single("konigsberg"), board.single("elbing")
        self.pillau = board.single("pillau")
        near: int = entry(self.tables, "mikosch", "distance")
        self.near_konigsberg = board.within(self.konigsberg, near)

    def _sources(self, board: Board) -> None:
        self.german_sources = Places(board.tagged("supply-german") & ~(1 << self.konigsberg))
        self.soviet_sources = board.tagged("supply-soviet")
        self.split_sources = board.tagged("supply-split")
        self.entries: dict[str, Place] = {letter: board.single(f"entry-{letter.lower()}") for letter in "ABCDEF"}
        self.edges = {name: board.tagged(f"edge-{name}") for name in ("north", "east", "south", "west")}

    def _ways(self, board: Board) -> None:
        roads: set[tuple[Place, Place]] = set()
        rails: set[tuple[Place, Place]] = set()
        self.autobahn = Places(0)
        for path in board.paths:
            kind = rails if path.kind == "rail" else roads
            for a, b in pairwise(path.places):
                kind |= {(a, b), (b, a)}
            if path.kind == "autobahn":
                self.autobahn = Places(self.autobahn | gather(path.places))
        self.road, self.rail = Crossing(board.size, sorted(roads)), Crossing(board.size, sorted(rails))
        self.way = Crossing(board.size, sorted(roads | rails))
        self.road_hexes, self.rail_hexes = self.road.starts, self.rail.starts
        self.to_cities = tuple(self._road_to(city) for city in (self.konigsberg, self.elbing))
        """12.2a The steps by road that lead nearer to Königsberg, and those that lead nearer to Elbing."""
        self.treks = [self.trek(Place(start), board.all) for start in range(board.size)]
        """12.2a For each hex where refugees could come from it if no Soviets barred the roads."""

    def _road_to(self, city: Place) -> Crossing:
        rings = self.road.rings(1 << city, self.road_hexes)
        steps = [
            (a, b) for near, far in pairwise(rings) for a in members(far) for b in members(self.road.targets[a] & near)
        ]
        return Crossing(self.board.size, steps)

    def trek(self, start: Place, through: int) -> Places:
        """12.2a Where refugees in a hex could come through a set of hexes: some road steps, each nearer to one city."""
        steps: int = entry(self.tables, "refugee", "move")
        found = 0
        for nearer in self.to_cities:
            found |= union(nearer.rings(1 << start, through, steps))
        return Places(found)

    def _sides(self, board: Board) -> None:
        def land(a: Place, b: Place) -> bool:
            return not (self.water >> a | self.water >> b) & 1

        def kept(test: Any) -> Crossing:
            return board.crossing(lambda a, b, s: land(a, b) and test(a, b, s))

        self.major_open = kept(lambda a, b, s: self._unbridged(a, b, s, "major"))
        self.major_bridged = kept(lambda a, b, s: "major" in s.features and not self.major_open.has(a, b))
        self.minor_open = kept(lambda a, b, s: self._unbridged(a, b, s, "minor"))
        self.lake_sides = kept(lambda a, b, s: "lake" in s.features)
        self.lines = kept(lambda a, b, s: "line" in s.features)
        self.fortresses = kept(lambda a, b, s: "fortress" in s.features)
        self.command = kept(lambda a, b, s: not self.major_open.has(a, b))
        """2.2e The steps over which command goes on."""
        self.supply = kept(
            lambda a, b, s: self.way.has(a, b) or not (self.major_open.has(a, b) or "lake" in s.features)
        )
        """11.1a, R66, R71 The steps of supply lines."""
        self.dry = Places(self.land & ~(self.lakes & ~self.way.starts))
        """R71 The hexes that supply lines run through: over no frozen lake, but they may begin on one (R65)."""

    def _unbridged(self, a: Place, b: Place, side: Side, size: str) -> bool:
        """0.2k A river side without a bridge: neither road nor railroad crosses."""
        return size in side.features and not self.way.has(a, b)

    # -- what steps cost -------------------------------------------------------------------------

    def step_cost(self, klass: int, a: Place, b: Place) -> int:
        """4.1b, 4.2, R20, R21, R71 What a step costs a class of unit without zones and refugees; -1 for never."""
        if (self.water >> a | self.water >> b) & 1:
            return NEVER
        if self.road.has(a, b):
            cost: int = entry(self.tables["terrain"], "way", "road_mp")
            return cost
        if self.major_open.has(a, b):
            return NEVER
        cost = self.tables["terrain"]["hex"][self.board.terrain[b]]["mp"][klass]
        if cost < 0:
            return NEVER
        if self.lake_sides.has(a, b):
            if klass == MECH:
                return NEVER
            cost += self.tables["terrain"]["side"]["lake"]["extra_mp"]
        if self.minor_open.has(a, b):
            cost += self.tables["terrain"]["side"]["minor"]["extra_mp"]
        return cost

    def _steps(self, klass: int, *, stopping: bool) -> Costs:
        """4.2b The steps after which a class of unit may go on, or those after which it has to stop."""
        return priced(
            self.board, lambda a, b, _: self.step_cost(klass, a, b) if self.stops(a, b) == stopping else NEVER
        )

    def _enterable(self, klass: int) -> Crossing:
        return self.board.crossing(lambda a, b, _: self.step_cost(klass, a, b) >= 0)

    def _exits(self, klass: int) -> list[Exits]:
        steps = self.enter[klass].targets
        found: list[Exits] = []
        for here, ends in enumerate(steps):
            by_cost: dict[int, int] = {}
            for end in members(ends):
                cost = self.step_cost(klass, Place(here), end)
                by_cost[cost] = by_cost.get(cost, 0) | 1 << end
            found.append(tuple((cost, Places(by_cost[cost])) for cost in sorted(by_cost)))
        return found

    def stops(self, a: Place, b: Place) -> bool:
        """4.2b, R20 Whether a step ends the move: an unbridged minor river is crossed."""
        return self.minor_open.has(a, b)

    # -- the Haff --------------------------------------------------------------------------------

    def hexes_near_haff(self) -> None:
        """12.6, R57 The coast of the Frisches Haff, and the hexes that the cruiser can shell."""
        haff = self.board.tagged("zone-frische-haff")
        steps = self.board.steps
        near = steps.spread(haff)
        reach: int = entry(self.tables, "hipper", "distance")
        self.haff_coast = Places(near & self.land)
        self.haff_range = Places(near)
        for _ in range(reach - 1):
            near = Places(near | steps.spread(near))
            self.haff_range = near
        self.haff_range = Places(self.haff_range & self.land)
