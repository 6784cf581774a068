"""How good a position looks, for bots: material, the way to what decides, and what blows promise."""

from __future__ import annotations

from ...engine.control import occupied
from ...engine.flow import Seat
from ...engine.movement import reach
from ...engine.pieces import each
from ...engine.places import Places, iterate, members
from .harm import Harm
from .model import (
    DISRUPTED,
    FLIPPED,
    GERMAN,
    NIGHT_TURN,
    SOVIET,
    TURNS,
    Counter,
    S,
    SeelowGame,
    is_seelow,
    on_map,
    phasing,
    values,
)
from .prospects import ahead, pending
from .terrain import MOBILITIES
from .victory import FIRST_DATE, LINK_POINTS, controlled, places_taken
from .worth import GUNS, POINT, wanted, worth
from .zones import zone

WON = 1000.0
FAR = 60
"""Half points beyond which nothing pulls."""
CLOSER = 0.02
"""What a point of worth gains by each half point nearer to what is wanted."""
GUARD = 0.012
"""The same for Germans who stand before it."""
SHELTER = 0.06
"""What cover is worth to a German unit, for each point of worth."""
AT_THE_GATE = 60.0
"""12.42a What it is worth to stand next to Seelow when turn 7 ends."""
THREE_PLACES = (0.0, 4.0, 10.0, 45.0)
"""12.42b What the seven places are worth by number, when turn 7 ends."""
CANAL = 25.0
"""12.43 What it costs to be held at the canal."""
TOWN = (0.0, 10.0, 24.0, 44.0, 110.0)
"""12.44, 12.45 What hexes of Seelow are worth by number."""
ROAD = 3.0
LINE = (0.9, 0.6, 0.42, 0.3, 0.21, 0.15, 0.1, 0.07, 0.04, 0.02, 0.01)
"""How likely a pocket unit will be linked, by the number of hexes that bar its line."""
GUN_RANGE = 0.12
"""What each target within range is worth to a gun, for each point of strength; three are enough."""
ON_THE_WAY = 0.3
LIMBERED = 0.75
"""How much of that a limbered gun keeps, while it can still be emplaced in the night."""


def score(g: S, seat: Seat) -> float:
    """Points for a seat: the Soviets' standing, or its opposite."""
    if g.outcome is not None:
        if g.outcome.winner is None:
            return 0.0
        return WON if g.outcome.winner == seat else -WON
    value = _material(g) + (_heights(g) if is_seelow(g) else _relief(g))
    value += _guns(g, SOVIET) - _guns(g, GERMAN)
    value += ahead(g) if phasing(g) == SOVIET else -ahead(g)
    harm = next((f for f in reversed(g.stack) if isinstance(f, Harm)), None)
    if harm is not None:
        value += pending(g) if harm.side == GERMAN else -pending(g)
    return value if seat == SOVIET else -value


def _material(g: S) -> float:
    return _strength(g, SOVIET) - _strength(g, GERMAN)


def _strength(g: S, side: int) -> float:
    """What a side's units are worth; the other's moves leave it standing, but not a new turn."""
    memo, key = g.side_memo[side], (_strength, g.state.turn)
    found: float | None = memo.get(key)
    if found is None:
        found = memo[key] = sum(worth(g, piece) for piece in each(on_map(g, g.game.roster.of_side[side])))
    return found


# -- Seelow ------------------------------------------------------------------------------------------


def _heights(g: S) -> float:
    """12.4 How near the Soviets are to what decides, and what they hold of it."""
    turn, held = g.state.turn, controlled(g)
    terrain = g.game.map
    value = _approach(g, wanted(g))
    if turn <= FIRST_DATE:
        time = (max(turn, 1) / FIRST_DATE) ** 2
        reds = occupied(g, SOVIET)
        value += THREE_PLACES[min(3, places_taken(g))] * (0.5 + 0.5 * time)
        value += AT_THE_GATE * time * bool(reds & terrain.near_seelow)
        value -= CANAL * time * (not reds & terrain.west_of_canal)
    time = turn / TURNS
    value += TOWN[(held & terrain.seelow).bit_count()] * (0.4 + 0.6 * time)
    return value + ROAD * (held & terrain.beyond).bit_count() * time


def _approach(g: S, goals: Places) -> float:
    """How near each side's units are to the goals; guns and leaders apart."""
    game = g.game
    fields = {mobility: distances(game, mobility, goals) for mobility in MOBILITIES}
    total = 0.0
    for piece in each(on_map(g, game.with_zone & ~game.artillery)):
        unit: Counter = game.roster[piece]
        place = g.where[piece]
        cost = fields[unit.mobility][place]
        shown = values(g, piece)
        near = (shown.combat + 0.3 * shown.antitank) * (FAR - cost)
        if unit.side == "soviet":
            total += CLOSER * near * (0.6 if g.flags[piece] & DISRUPTED else 1.0)
        else:
            total -= GUARD * near
            total -= SHELTER * shown.combat * (game.map.cover >> place & 1)
    return total


def distances(game: SeelowGame, mobility: str, goals: Places) -> list[int]:
    """Half points from each hex to the nearest goal, units apart; remembered by the game."""
    key = (distances, mobility, goals)
    row: list[int] | None = game.remembered.get(key)
    if row is None:
        row = [FAR] * game.board.size
        for goal in members(goals):
            for cost, layer in enumerate(reach(goal, FAR - 1, game.map.costs[mobility], enter=game.board.all)):
                for place in members(layer):
                    row[place] = min(row[place], cost)
        game.remembered[key] = row
    return row


# -- Küstrin -----------------------------------------------------------------------------------------


def _relief(g: S) -> float:
    """11.4 Lines that are open or may be opened, and the way of the relief force; units lost count as material."""
    time = 0.4 + 0.6 * g.state.turn / TURNS
    links = 0.0
    bars = barred(g)
    for piece in each(on_map(g, g.game.pocket)):
        links += LINE[min(bars[g.where[piece]], len(LINE) - 1)]
    return -POINT * LINK_POINTS * links * time - _relief_force(g)


def _relief_force(g: S) -> float:
    """How near the Germans outside are to the pocket."""
    game = g.game
    pocket = game.map.pocket
    total = 0.0
    for piece in each(on_map(g, game.roster.of_side[GERMAN] & ~game.pocket)):
        unit: Counter = game.roster[piece]
        shown = values(g, piece)
        cost = distances(game, unit.mobility, pocket)[g.where[piece]]
        total += CLOSER * (shown.combat + 0.3 * shown.antitank) * (FAR - cost)
    return total


def barred(g: S) -> list[int]:
    """11.43 For each hex how many hexes in Soviet hands or zones lie on its best line to the west."""
    game = g.game
    steps, area = game.map.line_steps, game.map.north
    reds, friends = occupied(g, SOVIET), occupied(g, GERMAN)
    free = area & ~reds & (~zone(g, SOVIET) | friends)
    bars = [len(LINE)] * game.board.size
    reached = 0
    front = game.map.west_column & area
    for cost in range(len(LINE)):
        inside = steps.flood(front & free, free) if cost == 0 else steps.flood(front, free | front) & ~reached
        for place in iterate(inside):
            bars[place] = cost
        reached |= inside
        # The unit's own hex counts as open, so what borders on the reached hexes is reached at the same price.
        front = steps.spread(reached) & area & ~reached
    return bars


# -- guns --------------------------------------------------------------------------------------------


def _guns(g: S, side: int) -> float:
    """8.1, 8.3 What guns can reach, and that limbered ones can be emplaced in the night."""
    game = g.game
    enemies = occupied(g, 1 - side)
    total = 0.0
    for gun in each(on_map(g, game.artillery & game.roster.of_side[side])):
        unit: Counter = game.roster[gun]
        near = min(3, (game.map.within(g.where[gun], unit.range) & enemies).bit_count())
        value = GUN_RANGE * GUNS * unit.full.combat * near
        if g.flags[gun] & FLIPPED:
            # Out of range it is better to be on the way, as long as there is a day left to move on.
            value = LIMBERED * value + ON_THE_WAY * (g.state.turn < NIGHT_TURN) if g.state.turn <= NIGHT_TURN else 0.0
        total += value
    return total


def focus(g: S) -> Places:
    """Hexes where something is at stake: around the enemy, and the objectives."""
    steps = g.game.board.steps
    contact = occupied(g, SOVIET) & steps.spread(steps.spread(occupied(g, GERMAN)))
    front = occupied(g, GERMAN) & steps.spread(steps.spread(occupied(g, SOVIET)))
    return Places(contact | front | steps.spread(contact | front) | g.game.map.objectives)
