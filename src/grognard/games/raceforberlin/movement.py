"""Movement (7): costs, entry, reach. Costs are counted in half movement points."""

from __future__ import annotations

from heapq import heappop, heappush

from ...engine.derived import derived
from ...engine.flow import Refusal
from ...engine.pieces import Piece
from ...engine.places import Place, Places, gather, members
from .model import GERMAN, OOS, SOVIET, R
from .zones import conquered_city, hot, occupation, prizes, stray

ROAD, PLAIN, RIVER = 1, 2, 4
Field = dict[int, int]
"""Zones in reach with the least cost of each."""


def step_cost(g: R, piece: int, a: int, b: int) -> int:
    """7.1.2, E.2 Half points to go from a zone to its neighbour."""
    terrain = g.game.map
    if terrain.road[a] >> b & 1:
        return ROAD
    if terrain.river[a] >> b & 1 and not fords(g, piece):
        return RIVER
    return PLAIN


def fords(g: R, piece: int) -> bool:
    """E.2 Whether the unit belongs to the army that chit 2 names."""
    return g.state.event == 2 and g.game.units[piece].army == g.state.army


def may_enter(g: R, piece: int, *, held_back: bool = False) -> Places:
    """4.2.1, 2.2.3, 7.2.1, 7.2.2b, 7.3.2a, 7.4.2, 7.4.5 The zones a unit may enter at all when it moves.

    `held_back` says that Hitler's permission was refused.
    """
    game, here = g.game, occupation(g)
    terrain, berlin = game.map, game.map.berlin
    zones = game.board.all & ~g.state.us
    if game.side_of[piece] == GERMAN:
        zones &= ~terrain.east & ~(here.soviet & ~berlin)
        if held_back:
            zones &= terrain.at_least[terrain.index[g.where[piece]]]
        if hot(g) >> g.where[piece] & 1:
            zones &= berlin
        return Places(zones)
    camp = game.camp[piece]
    zones &= ~(here.german & ~berlin) & ~(here.soviet_of[1 - camp] & berlin)
    if not stray(g, piece):
        zones &= terrain.front[camp]
    return Places(zones)


def may_end(g: R, piece: int) -> Places:
    """6.1.1, 7.3.3a The zones with room for a unit; Soviets of the other camp bar a zone."""
    here, side = occupation(g), g.game.side_of[piece]
    zones = g.game.board.all & ~here.full[side]
    if side == SOVIET:
        zones &= ~here.soviet_of[1 - g.game.camp[piece]]
    return Places(zones)


def _onward(g: R, side: int, zone: int) -> int:
    """7.4.1, 7.4.4 The neighbours that can be entered from a zone, Berlin's middle included for Germans."""
    terrain = g.game.map
    if side == SOVIET:
        return terrain.next[zone]
    if not terrain.berlin >> zone & 1:
        return terrain.next[zone] & ~hot(g)
    return terrain.next[zone] | terrain.nexus[zone]


def halts(g: R, side: int) -> Places:
    """7.4.3, 7.4.6 The zones where a move ends at once."""
    return hot(g) if side == GERMAN else Places(g.game.map.berlin & ~conquered_city(g))


def field(g: R, piece: int, allowance: int, *, held_back: bool = False) -> Field:
    """7.1.1-7.1.3 Every zone a unit can enter with so many half points, the minimum move included."""
    return _field(g, piece, allowance, held_back)


@derived
def _field(g: R, piece: int, allowance: int, held_back: bool) -> Field:
    side, start = g.game.side_of[piece], g.where[piece]
    enter, halt = may_enter(g, piece, held_back=held_back), halts(g, side)
    terrain = g.game.map
    road, river = terrain.road, terrain.river
    river_cost = PLAIN if fords(g, piece) else RIVER
    one_zone = bool(g.flags[piece] & OOS)
    field: Field = {}
    first = _onward(g, side, start) & enter
    layers = [0] * (allowance + RIVER + 1)
    for zone in members(first):
        cost = ROAD if road[start] >> zone & 1 else river_cost if river[start] >> zone & 1 else PLAIN
        field[zone] = cost
        if cost < allowance and not one_zone and not halt >> zone & 1:
            layers[cost] |= 1 << zone
    seen = 1 << start
    for spent in range(1, allowance):
        fresh = layers[spent] & ~seen
        seen |= fresh
        for zone_ in members(fresh):
            for near in members(_onward(g, side, zone_) & enter & ~seen):
                cost = spent + (ROAD if road[zone_] >> near & 1 else river_cost if river[zone_] >> near & 1 else PLAIN)
                if cost > allowance or field.get(near, 99) <= cost:
                    continue
                field[near] = cost
                if not halt >> near & 1:
                    layers[cost] |= 1 << near
    return field


def destinations(g: R, piece: int, allowance: int, *, held_back: bool = False) -> Places:
    """7.1, 6.1.1 Where a unit can end its move."""
    found = gather(field(g, piece, allowance, held_back=held_back))
    return Places(found & may_end(g, piece) & ~(1 << g.where[piece]))


def path_to(g: R, piece: Piece, end: Place, allowance: int, *, held_back: bool = False) -> tuple[Place, ...]:
    """7.1.1-7.1.3, R26 Of all ways to a zone the one that takes most victory zones in passing, then the cheapest.

    A way is followed from zone to zone together with the victory zones entered so far; the start is left out.
    """
    near = {g.where[piece], *field(g, piece, allowance, held_back=held_back)}
    worth = {zone: points for zone, points in prizes(g, piece).items() if zone in near and zone != end}
    enter, side = may_enter(g, piece, held_back=held_back), g.game.side_of[piece]
    last = halts(g, side) if not g.flags[piece] & OOS else g.game.board.all
    queue: list[tuple[int, int, int, tuple[Place, ...]]] = [(0, 0, 0, ())]
    seen: set[tuple[int, int]] = set()
    ways: dict[int, tuple[Place, ...]] = {}
    while queue:
        spent, steps, taken, way = heappop(queue)
        here = way[-1] if way else g.where[piece]
        if (here, taken) in seen:
            continue
        seen.add((here, taken))
        if here == end:
            ways.setdefault(sum(points for zone, points in worth.items() if taken >> zone & 1), way)
            if not worth:
                break
        if way and (spent >= allowance or last >> here & 1):
            continue
        for onward in members(_onward(g, side, here) & enter):
            cost = spent + step_cost(g, piece, here, onward)
            # 7.1.3 One zone can always be entered.
            if cost <= allowance or not way:
                prize = 1 << onward if onward in worth else 0
                heappush(queue, (cost, steps + 1, taken | prize, (*way, Place(onward))))
    return ways[max(ways)]


def why_not_there(g: R, piece: Piece, zone: Place, allowance: int, *, held_back: bool = False) -> Refusal:
    """The reason why a unit cannot end its move in a zone."""
    game, here = g.game, occupation(g)
    title, side = game.place_title(zone), game.side_of[piece]
    one = 1 << zone
    if zone >= game.board.size:
        return Refusal("that is not a zone of the map", "7.1.1")
    if zone == g.where[piece]:
        return Refusal("the unit is there already", "7.1.1")
    if g.state.us & one:
        return Refusal(f"{title} is American", "2.2.3")
    if side == GERMAN and game.map.east & one:
        return Refusal("Germans may not cross the Oder and Neisse", "7.2.1")
    enemy = here.soviet if side == GERMAN else here.german
    if enemy & one & ~game.map.berlin:
        return Refusal(f"{title} holds enemy units", "4.2.1a")
    if side == SOVIET:
        camp = game.camp[piece]
        if here.soviet_of[1 - camp] & one:
            rule = "7.4.5" if game.map.berlin & one else "7.3.3a"
            return Refusal(f"{title} holds Soviets of the other camp", rule)
        if not stray(g, piece) and not game.map.front[camp] & one:
            return Refusal(f"{title} belongs to the other front", "7.3.2a")
    if here.full[side] & one:
        return Refusal(f"{title} is full", "6.1.2b" if game.map.berlin & one else "6.1.2a")
    if held_back and game.map.index[zone] < game.map.index[g.where[piece]]:
        return Refusal("Hitler forbids to go west", "7.2.2b")
    if side == GERMAN and hot(g) & one:
        return Refusal(f"{title} cannot be entered from outside the city", "7.4.1")
    if side == GERMAN and hot(g) >> g.where[piece] & 1 and not game.map.berlin & one:
        return Refusal("the unit cannot leave the city", "7.4.2")
    if g.flags[piece] & OOS and not game.map.next[g.where[piece]] & one:
        return Refusal("a unit out of supply moves one zone at most", "3.1.3b")
    return Refusal(f"{title} is out of reach", "7.1.1")
