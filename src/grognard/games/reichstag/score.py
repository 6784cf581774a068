"""How good a position looks, in victory points; for bots.

Each Front has a *standing*: what it has won, what it has left and how near it is to what it wants, less the Germans in
its way. A player's score is his own Front's standing less that of the other, whose obstacles he commands.
"""

from __future__ import annotations

from ...engine.flow import Seat
from ...engine.movement import reach
from ...engine.pieces import each
from ...engine.places import Place, Places, members
from .model import FRONTS, GERMAN, R, ReichstagGame, front, garrison, germans_in, is_soviet_turn, other
from .terrain import untouched_prices
from .zones import barrage_zone, occupied, reichstag_open_to

WON = 1000.0
FAR = 45
"""Movement points beyond which an objective does not pull."""
PULL = [0.93**cost for cost in range(FAR + 1)]
SOVIET_STRENGTH = 0.32
"""What a point of Soviet strength is worth at the start; it falls to a third of that."""
GERMAN_UNIT = 0.6
GERMAN_STRENGTH = 0.3
GUARD = 0.035
"""What a point of defence in an objective is worth for each victory point of it."""
APPROACH = 0.035
"""What a point of strength is worth for each victory point it is near to."""


def score(g: R, seat: Seat) -> float:
    """The seat's own standing less the other's."""
    if g.outcome is not None:
        if g.outcome.winner is None:
            return -WON / 2
        return WON if g.outcome.winner == seat else -WON
    return standing(g, seat) - standing(g, other(seat))


def standing(g: R, side: int) -> float:
    """What a Front has and may hope for; worked out once for a position."""
    key = (standing, side)
    found: float | None = g.memo.get(key)
    if found is None:
        found = _won(g, side) + _strength(g, side) + _approach(g, side) - _defence(g, side) + _contact(g, side)
        g.memo[key] = found
    return found


def _won(g: R, side: int) -> float:
    """27.4 Victory points as they would be counted now; the Reichstag counts fully only with a unit in it."""
    game = g.game
    total = sum(game.map.value[place] for place in members(g.state.held[side]))
    total += 10 * (g.here.get(game.captured[side], 0)).bit_count()
    total += (g.here.get(game.dead[side], 0) & game.mobile & game.roster.of_side[GERMAN]).bit_count()
    return total - g.state.spent[side]


def _strength(g: R, side: int) -> float:
    """Soviet units in play; they matter less as the days go by."""
    left = 1 - (g.state.turn / g.game.turns) * 0.67
    strength = g.game.strength
    size, due = g.game.board.size, g.game.due[side]
    where = g.where
    total = sum(strength[p] for p in each(g.game.roster.of_side[side]) if where[p] < size or where[p] == due)
    return SOVIET_STRENGTH * left * total


def _approach(g: R, side: int) -> float:
    """How near the Front's units are to what is not theirs yet."""
    field = wish_field(g.game, side, wanted(g, side))
    strength, where, size = g.game.strength, g.where, g.game.board.size
    total = 0.0
    for piece in each(g.game.roster.of_side[side]):
        place = where[piece]
        if place < size:
            total += strength[piece] * field[place]
    return APPROACH * total


def wanted(g: R, side: int) -> Places:
    """The objectives that a Front does not hold; the Reichstag as long as none of its units is in it."""
    game = g.game
    mine = game.map.objectives & (game.map.sector[side] | game.map.reichstag_hex) & ~g.state.held[side]
    inside = game.map.reichstag_hex
    if not occupied(g, side) & inside and reichstag_open_to(g, side):
        mine |= inside
    return Places(mine)


def wish_field(game: ReichstagGame, side: int, goals: Places) -> list[float]:
    """For each hex how strongly the goals pull a unit of a Front there."""
    known = game.remembered.setdefault("wishes", {})
    field: list[float] | None = known.get((side, goals))
    if field is None:
        field = [0.0] * game.board.size
        for goal in members(goals):
            value = game.map.value[goal]
            for place, cost in enumerate(distances(game, side, goal)):
                if cost <= FAR:
                    field[place] = max(field[place], value * PULL[cost])
        known[side, goals] = field
    return field


def distances(game: ReichstagGame, side: int, goal: int) -> list[int]:
    """Movement points from each hex of a sector to a goal, with every bridge standing."""
    known = game.remembered.setdefault("distances", {})
    row: list[int] | None = known.get((side, goal))
    if row is None:
        row = [FAR + 1] * game.board.size
        area = game.map.land[side] | game.map.reichstag_hex
        for cost, layer in enumerate(reach(goal, FAR, untouched_prices(game).costs, enter=area)):
            for place in members(layer):
                row[place] = cost
        known[side, goal] = row
    return row


# -- the Germans in the way ----------------------------------------------------------------------


def _defence(g: R, side: int) -> float:
    """The Germans facing a Front: each is an obstacle, and more so in an objective that is not lost."""
    game = g.game
    strength, where = game.strength, g.where
    field = wish_field(game, side, wanted(g, side))
    total = 0.0
    for piece in each(germans_in(g, side)):
        place = where[piece]
        worth = game.map.value.get(place, 0)
        total += GERMAN_UNIT + strength[piece] * (GERMAN_STRENGTH + GUARD * max(worth, 0.6 * field[place]))
    return total + 0.5 * GERMAN_UNIT * garrison(g).bit_count()


# -- contact -------------------------------------------------------------------------------------

GAIN = ((1.0, -1.0), (1.5, -0.5), (2.0, -0.1), (3.0, 0.4), (4.0, 0.8), (6.0, 1.0))
"""What an attack below each ratio is worth to the attacker, for each point of strength at stake."""


def _gain(ratio: float) -> float:
    for limit, worth in GAIN:
        if ratio < limit:
            return worth
    return 0.9


def _contact(g: R, side: int) -> float:
    """What the attacks ahead in this player turn promise the Front; those of its enemies count against it."""
    if front(g) != side or not g.state.turn:
        return 0.0
    if is_soviet_turn(g):
        return 0.5 * _soviet_attacks(g, side)
    return -0.5 * _german_attacks(g, side)


def _soviet_attacks(g: R, side: int) -> float:
    """Soviet strength next to each German hex against its defence; units still to move near by count by half."""
    game = g.game
    adjacent, strength, where = game.board.adjacent, game.strength, g.where
    power: dict[int, int] = {}
    for piece in each(game.roster.of_side[side]):
        if where[piece] < game.board.size:
            power[where[piece]] = power.get(where[piece], 0) + strength[piece]
    total = 0.0
    barrage = barrage_zone(g, side)
    standing_on = occupied(g, side)
    for place in members(occupied(g, GERMAN) & (game.map.sector[side] | game.map.reichstag_hex)):
        near = members(adjacent[place] & standing_on)
        if not near:
            continue
        defence = _defence_of(g, place)
        attack = sum(power[x] / max(1, (adjacent[x] & occupied(g, GERMAN)).bit_count()) for x in near)
        if barrage >> place & 1:
            attack *= 2
        stake = min(defence, 6) + 0.4 * game.map.value.get(place, 0)
        total += _gain(attack / max(defence, 0.5)) * (0.4 + 0.3 * stake)
    return total


def _defence_of(g: R, place: Place) -> float:
    """The defence of a hex, terrain counted; a face-down unit counts as an average one."""
    game = g.game
    total: int = sum(game.strength[p] for p in each(g.here[place] & game.units))
    double = (game.map.objectives | game.map.sbahn) >> place & 1
    return total * (2 if double else 1)


def _german_attacks(g: R, side: int) -> float:
    """German strength next to each Soviet hex against it; units in objectives need not attack."""
    game = g.game
    adjacent, strength, where = game.board.adjacent, game.strength, g.where
    power: dict[int, int] = {}
    for piece in each(germans_in(g, side) & game.attackers):
        if not game.map.objectives >> where[piece] & 1:
            power[where[piece]] = power.get(where[piece], 0) + strength[piece]
    total = 0.0
    for place in members(occupied(g, side)):
        attack = sum(power.get(x, 0) for x in members(adjacent[place] & occupied(g, GERMAN)))
        if attack:
            defence = sum(strength[p] for p in each(g.here[place] & game.units))
            total += _gain(attack / max(defence, 1)) * (0.4 + 0.3 * min(attack, 6))
    return total


def focus(g: R, seat: Seat) -> Places:
    """Hexes where something is at stake: around the Germans in contact, and the objectives."""
    near = 0
    for side in FRONTS:
        reds = occupied(g, side)
        close = g.game.board.steps.spread(reds | g.game.board.steps.spread(reds))
        near |= occupied(g, GERMAN) & close
    return Places(near | g.game.map.objectives)
