"""How good a position looks, in victory points; for bots.

Each Front has a *standing*: what it has won, what it has left and how near it is to what it wants, less the Germans in
its way. A player's score is his own Front's standing less that of the other, whose obstacles he commands.
"""

from __future__ import annotations

from ...engine.control import occupied
from ...engine.derived import carried_along, derived, derived_by_game, derived_by_side
from ...engine.flow import Seat
from ...engine.movement import reach
from ...engine.pieces import each
from ...engine.places import Places, members
from .model import BF, FRONTS, GERMAN, UF, R, ReichstagGame, garrison, germans_in, other, phasing_seat
from .prospects import BREACH, GARRISON, GERMAN_STRENGTH, GERMAN_UNIT, PACE, Stage, ahead, planned, stage
from .terrain import untouched_prices

WON = 1000.0
FAR = 45
"""Movement points beyond which an objective does not pull."""
PULL = [0.89**cost for cost in range(FAR + 1)]
"""How much of an objective's pull is left at so many movement points."""
PRIZE_PULL = [0.92**cost for cost in range(FAR + 1)]
"""The same for the Reichstag, which pulls further."""
SOVIET_STRENGTH = 0.16
"""What a point of Soviet strength is worth at the start; it falls to a third of that."""
SCARCE, NEEDED = 0.15, 120
"""How much more each of the first points is worth: without so many nobody takes the Reichstag."""
GUARD = 0.035
"""What a point of defence in an objective is worth for each victory point of it."""
INSIDE = 25.0
"""What it is worth to lead with a unit in the Reichstag."""
AT_THE_DOOR = 4
"""Movement points from the Reichstag that count as near."""
ENOUGH = 15
"""Strength near the Reichstag that can take it."""
PRIZE, URGENCY = 60, 12
"""How strongly the Reichstag pulls, and how much more so each day: without it nobody wins."""
THRIFT, WASTE = 0.4, 0.8
"""What a Stavka point spent counts: less than the victory point it costs, for what one leaves the rival may spend. But
points spent ahead of the days count more by the second number."""
APPROACH = 0.02
"""What a point of strength is worth for each victory point it is near to."""


def score(g: R, seat: Seat) -> float:
    """The seat's own standing less the other's."""
    if g.outcome is not None:
        if g.outcome.winner is None:
            return -WON / 2
        return WON if g.outcome.winner == seat else -WON
    plan = planned(g) if phasing_seat(g) == seat else -planned(g)
    return standing(g, seat) - standing(g, other(seat)) + plan + _inside(g, seat)


def standing(g: R, side: int) -> float:
    """What a Front has and may hope for; worked out once for a position."""
    return _standing(g, side, stage(g))


@derived
def _standing(g: R, side: int, stage: Stage) -> float:
    """The stage is part of the key, because frames change without a change of pieces or state."""
    goals, fallen = wanted(g, side), GARRISON - garrison(g).bit_count()
    gained = _won(g, side) + _thrift(g, side)
    gained += _strength(g, side) + _approach(g, side, goals, g.state.turn)
    gained += BREACH * fallen * _at_the_door(g, side)
    return gained - _defence(g, GERMAN, side, goals) + ahead(g, side)


def _won(g: R, side: int) -> float:
    """27.4 Victory points as they would be counted now; the Reichstag counts fully only with a unit in it."""
    game = g.game
    total = _value_of(game, g.state.held[side])
    total += 10 * (g.here.get(game.captured[side], 0)).bit_count()
    total += (g.here.get(game.dead[side], 0) & game.mobile & game.roster.of_side[GERMAN]).bit_count()
    return total - g.state.spent[side]


@derived_by_game()
def _value_of(game: ReichstagGame, places: Places) -> int:
    """The victory points of places, remembered: few sets of them occur."""
    return sum(game.map.value[place] for place in members(places))


def _thrift(g: R, side: int) -> float:
    """6.2 What Stavka points spent count for, besides the victory points that they cost."""
    spent = g.state.spent[side]
    return (1 - THRIFT) * spent - WASTE * max(0, spent - PACE * (g.state.turn + 1))


def _inside(g: R, seat: Seat) -> float:
    """4.3.V.A A unit in the Reichstag ends the game this turn: good for whoever leads."""
    for side in FRONTS:
        if occupied(g, side) & g.game.map.reichstag_hex:
            lead = _won(g, UF) - _won(g, BF)
            winner = UF if lead >= 0 else BF
            return INSIDE if winner == seat else -INSIDE
    return 0.0


def _strength(g: R, side: int) -> float:
    """Soviet units in play; they matter less as the days go by."""
    left = 1 - (g.state.turn / g.game.turns) * 0.67
    total = _in_play(g, side)
    return left * (SOVIET_STRENGTH * total + SCARCE * min(total, NEEDED))


def _came_or_went(g: R, side: int, before: int, piece: int, origin: int, target: int) -> int:
    size, due = g.game.board.size, g.game.due[side]
    change = (target < size or target == due) - (origin < size or origin == due)
    return before + change * g.game.strength[piece]


@carried_along(_came_or_went)
def _in_play(g: R, side: int) -> int:
    """The strength of a Front on the map and on its way."""
    strength, where, size, due = g.game.strength, g.where, g.game.board.size, g.game.due[side]
    return sum(strength[p] for p in each(g.game.roster.of_side[side]) if where[p] < size or where[p] == due)


@derived_by_side
def _approach(g: R, side: int, goals: Places, turn: int) -> float:
    """How near the Front's units are to what is not theirs yet."""
    field = wish_field(g.game, side, goals, turn)
    strength, where, size = g.game.strength, g.where, g.game.board.size
    total = 0.0
    for piece in each(g.game.roster.of_side[side]):
        place = where[piece]
        if place < size:
            total += strength[piece] * field[place]
    return APPROACH * total


def _at_the_door(g: R, side: int) -> float:
    """Whether the Front is near enough to the Reichstag to make use of it when its garrison falls: from 0 to 1."""
    return min(1.0, _near_the_door(g, side) / ENOUGH)


def _to_the_door(g: R, side: int, before: int, piece: int, origin: int, target: int) -> int:
    size, cost = g.game.board.size, distances(g.game, side, g.game.map.reichstag)
    change = (target < size and cost[target] <= AT_THE_DOOR) - (origin < size and cost[origin] <= AT_THE_DOOR)
    return before + change * g.game.strength[piece]


@carried_along(_to_the_door)
def _near_the_door(g: R, side: int) -> int:
    """The strength of a Front near the Reichstag."""
    strength, where, size = g.game.strength, g.where, g.game.board.size
    cost = distances(g.game, side, g.game.map.reichstag)
    units = each(g.game.roster.of_side[side])
    return sum(strength[p] for p in units if where[p] < size and cost[where[p]] <= AT_THE_DOOR)


def wanted(g: R, side: int) -> Places:
    """The objectives that a Front does not hold, and always the Reichstag while its rival is not in it."""
    game = g.game
    mine = game.map.objectives & game.map.sector[side] & ~g.state.held[side]
    taken = occupied(g, other(side)) & game.map.reichstag_hex
    return Places(mine if taken else mine | game.map.reichstag_hex)


@derived_by_game()
def wish_field(game: ReichstagGame, side: int, goals: Places, turn: int) -> list[float]:
    """For each hex how strongly a unit there is pulled on a given day: by one objective, and by the Reichstag."""
    field = [0.0] * game.board.size
    for goal in members(goals & ~game.map.reichstag_hex):
        for place, cost in enumerate(distances(game, side, goal)):
            if cost <= FAR:
                field[place] = max(field[place], game.map.value[goal] * PULL[cost])
    if goals & game.map.reichstag_hex:
        for place, cost in enumerate(distances(game, side, game.map.reichstag)):
            if cost <= FAR:
                field[place] += (PRIZE + URGENCY * turn) * PRIZE_PULL[cost]
    return field


@derived_by_game()
def distances(game: ReichstagGame, side: int, goal: int) -> list[int]:
    """Movement points from each hex of a sector to a goal, with every bridge standing."""
    row = [FAR + 1] * game.board.size
    area = game.map.land[side] | game.map.reichstag_hex
    for cost, layer in enumerate(reach(goal, FAR, untouched_prices(game).costs, enter=area)):
        for place in members(layer):
            row[place] = cost
    return row


# -- the Germans in the way ----------------------------------------------------------------------


@derived_by_side
def _defence(g: R, german: int, side: int, goals: Places) -> float:
    """The Germans facing a Front: each is an obstacle, and more so in an objective that is not lost."""
    game = g.game
    strength, where = game.strength, g.where
    field = wish_field(game, side, goals, 0)
    total = 0.0
    for piece in each(germans_in(g, side)):
        place = where[piece]
        worth = game.map.value.get(place, 0)
        total += GERMAN_UNIT + strength[piece] * (GERMAN_STRENGTH + GUARD * max(worth, 0.6 * field[place]))
    return total


def focus(g: R, seat: Seat) -> Places:
    """Hexes where something is at stake: around the Germans in contact, and the objectives."""
    near = 0
    for side in FRONTS:
        reds = occupied(g, side)
        close = g.game.board.steps.spread(reds | g.game.board.steps.spread(reds))
        near |= occupied(g, GERMAN) & close
    return Places(near | g.game.map.objectives)
