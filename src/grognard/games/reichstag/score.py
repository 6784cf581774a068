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
from .prospects import GARRISON, Stage, ahead, planned, stage
from .terrain import untouched_prices
from .weights import ReichstagWeights

FAR = 45
"""Movement points beyond which an objective does not pull."""


def score(g: R, seat: Seat) -> float:
    """The seat's own standing less the other's."""
    if g.outcome is not None:
        weights: ReichstagWeights = g.game.weights
        if g.outcome.winner is None:
            return weights.nobody
        return weights.win if g.outcome.winner == seat else -weights.win
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
    breach: float = g.game.weights.breach
    gained += breach * fallen * _at_the_door(g, side)
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
    weights: ReichstagWeights = g.game.weights
    spent = g.state.spent[side]
    return (1 - weights.thrift) * spent - weights.waste * max(0.0, spent - weights.pace * (g.state.turn + 1))


def _inside(g: R, seat: Seat) -> float:
    """4.3.V.A A unit in the Reichstag ends the game this turn: good for the player who leads."""
    for side in FRONTS:
        if occupied(g, side) & g.game.map.reichstag_hex:
            lead = _won(g, UF) - _won(g, BF)
            winner = UF if lead >= 0 else BF
            inside: float = g.game.weights.inside
            return inside if winner == seat else -inside
    return 0.0


def _strength(g: R, side: int) -> float:
    """Soviet units in play; they matter less as the days go by."""
    weights: ReichstagWeights = g.game.weights
    left = 1 - (g.state.turn / g.game.turns) * weights.fading
    total = _in_play(g, side)
    return left * (weights.strength * total + weights.scarce * min(total, weights.needed))


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
    approach: float = g.game.weights.approach
    return approach * total


def _at_the_door(g: R, side: int) -> float:
    """Whether the Front is near enough to the Reichstag to make use of it when its garrison falls: from 0 to 1."""
    enough: float = g.game.weights.enough
    return min(1.0, _near_the_door(g, side) / enough)


def _to_the_door(g: R, side: int, before: int, piece: int, origin: int, target: int) -> int:
    size, cost = g.game.board.size, distances(g.game, side, g.game.map.reichstag)
    near: int = g.game.weights.at_the_door
    change = (target < size and cost[target] <= near) - (origin < size and cost[origin] <= near)
    return before + change * g.game.strength[piece]


@carried_along(_to_the_door)
def _near_the_door(g: R, side: int) -> int:
    """The strength of a Front near the Reichstag."""
    strength, where, size = g.game.strength, g.where, g.game.board.size
    cost = distances(g.game, side, g.game.map.reichstag)
    near: int = g.game.weights.at_the_door
    units = each(g.game.roster.of_side[side])
    return sum(strength[p] for p in units if where[p] < size and cost[where[p]] <= near)


def wanted(g: R, side: int) -> Places:
    """The objectives that a Front does not hold, and always the Reichstag while its rival is not in it."""
    game = g.game
    mine = game.map.objectives & game.map.sector[side] & ~g.state.held[side]
    taken = occupied(g, other(side)) & game.map.reichstag_hex
    return Places(mine if taken else mine | game.map.reichstag_hex)


@derived_by_game(most=500)
def wish_field(game: ReichstagGame, side: int, goals: Places, turn: int) -> list[float]:
    """For each hex how strongly a unit there is pulled on a given day: by one objective, and by the Reichstag."""
    weights: ReichstagWeights = game.weights
    field = [0.0] * game.board.size
    pull = [weights.pull**cost for cost in range(FAR + 1)]
    for goal in members(goals & ~game.map.reichstag_hex):
        for place, cost in enumerate(distances(game, side, goal)):
            if cost <= FAR:
                field[place] = max(field[place], game.map.value[goal] * pull[cost])
    if goals & game.map.reichstag_hex:
        prize = weights.prize + weights.urgency * turn
        pull = [weights.prize_pull**cost for cost in range(FAR + 1)]
        for place, cost in enumerate(distances(game, side, game.map.reichstag)):
            if cost <= FAR:
                field[place] += prize * pull[cost]
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
    weights: ReichstagWeights = game.weights
    german_unit, german_strength = weights.german_unit, weights.german_strength
    guard, guard_near = weights.guard, weights.guard_near
    strength, where = game.strength, g.where
    field = wish_field(game, side, goals, 0)
    total = 0.0
    for piece in each(germans_in(g, side)):
        place = where[piece]
        worth = game.map.value.get(place, 0)
        total += german_unit + strength[piece] * (german_strength + guard * max(worth, guard_near * field[place]))
    return total


def focus(g: R, seat: Seat) -> Places:
    """Hexes where something is at stake: around the Germans in contact, and the objectives."""
    near = 0
    for side in FRONTS:
        reds = occupied(g, side)
        close = g.game.board.steps.spread(reds | g.game.board.steps.spread(reds))
        near |= occupied(g, GERMAN) & close
    return Places(near | g.game.map.objectives)
