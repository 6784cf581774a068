"""How good a position looks, in victory points; for bots.

Each Front has a *standing*: what it has won, what it has left and how near it is to what it wants, less the Germans in
its way. A player's score is his own Front's standing less that of the other, whose obstacles he commands.
"""

from __future__ import annotations

from collections.abc import Callable

from ...engine.control import occupied
from ...engine.flow import Seat
from ...engine.movement import reach
from ...engine.pieces import Pieces, each
from ...engine.places import Place, Places, gather, iterate, members
from .combat import CombatPhase, PlanAttack
from .duties import contact
from .model import (
    ATTACKED,
    BF,
    DEFENDED,
    FRONTS,
    GERMAN,
    MOVED,
    UF,
    R,
    ReichstagGame,
    front,
    garrison,
    germans_in,
    is_soviet_turn,
    other,
    phasing_seat,
)
from .odds import Attack, attack_strength, column, defence_strength, must_assault
from .results import CRTS, DIE, Crt, Effect
from .terrain import untouched_prices
from .zones import barrage_zone

WON = 1000.0
FAR = 45
"""Movement points beyond which an objective does not pull."""
PULL = [0.89**cost for cost in range(FAR + 1)]
SOVIET_STRENGTH = 0.16
"""What a point of Soviet strength is worth at the start; it falls to a third of that."""
SCARCE, NEEDED = 0.15, 120
"""How much more each of the first points is worth: without so many nobody takes the Reichstag."""
GERMAN_UNIT = 0.6
GERMAN_STRENGTH = 0.3
GUARD = 0.035
"""What a point of defence in an objective is worth for each victory point of it."""
INSIDE = 25.0
"""What it is worth to lead with a unit in the Reichstag."""
GARRISON = 3
BREACH = 7.0
"""What each fallen unit of the garrison is worth to a Front at the door."""
AT_THE_DOOR = 4
"""Movement points from the Reichstag that count as near."""
ENOUGH = 15
"""Strength near the Reichstag that can take it."""
PRIZE, URGENCY = 60, 12
"""How strongly the Reichstag pulls, and how much more so each day: without it nobody wins."""
LAST_DAY = 200
"""What it is worth to storm the Reichstag on the last day; half of it a day before, and so on."""
APPROACH = 0.02
"""What a point of strength is worth for each victory point it is near to."""


def score(g: R, seat: Seat) -> float:
    """The seat's own standing less the other's."""
    if g.outcome is not None:
        if g.outcome.winner is None:
            return -WON / 2
        return WON if g.outcome.winner == seat else -WON
    ahead = _plan(g) if phasing_seat(g) == seat else -_plan(g)
    return standing(g, seat) - standing(g, other(seat)) + ahead + _inside(g, seat)


def standing(g: R, side: int) -> float:
    """What a Front has and may hope for; worked out once for a position."""
    key = (standing, side)
    found: float | None = g.memo.get(key)
    if found is None:
        goals, fallen = wanted(g, side), GARRISON - garrison(g).bit_count()
        gained = _won(g, side) + _part(g, side, _strength, side) + _part(g, side, _approach, side, goals)
        gained += BREACH * fallen * _part(g, side, _at_the_door, side)
        found = g.memo[key] = gained - _part(g, GERMAN, _defence, side, goals) + _contact(g, side)
    return found


def _part(g: R, owner: int, reckon: Callable[..., float], *args: int) -> float:
    """A part that hangs on the units of one owner, the day and these numbers: the others' moves leave it standing."""
    memo, key = g.side_memo[owner], (reckon, g.state.turn, *args)
    found: float | None = memo.get(key)
    if found is None:
        found = memo[key] = reckon(g, *args)
    return found


def _won(g: R, side: int) -> float:
    """27.4 Victory points as they would be counted now; the Reichstag counts fully only with a unit in it."""
    game = g.game
    total = sum(game.map.value[place] for place in members(g.state.held[side]))
    total += 10 * (g.here.get(game.captured[side], 0)).bit_count()
    total += (g.here.get(game.dead[side], 0) & game.mobile & game.roster.of_side[GERMAN]).bit_count()
    return total - g.state.spent[side]


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
    strength = g.game.strength
    size, due = g.game.board.size, g.game.due[side]
    where = g.where
    total = sum(strength[p] for p in each(g.game.roster.of_side[side]) if where[p] < size or where[p] == due)
    return left * (SOVIET_STRENGTH * total + SCARCE * min(total, NEEDED))


def _approach(g: R, side: int, goals: Places) -> float:
    """How near the Front's units are to what is not theirs yet."""
    field = wish_field(g.game, side, goals, g.state.turn)
    strength, where, size = g.game.strength, g.where, g.game.board.size
    total = 0.0
    for piece in each(g.game.roster.of_side[side]):
        place = where[piece]
        if place < size:
            total += strength[piece] * field[place]
    return APPROACH * total


def _at_the_door(g: R, side: int) -> float:
    """Whether the Front is near enough to the Reichstag to make use of it when its garrison falls: from 0 to 1."""
    game = g.game
    strength, where, size = game.strength, g.where, game.board.size
    cost = distances(game, side, game.map.reichstag)
    near = sum(
        strength[p] for p in each(game.roster.of_side[side]) if where[p] < size and cost[where[p]] <= AT_THE_DOOR
    )
    return min(1.0, near / ENOUGH)


def wanted(g: R, side: int) -> Places:
    """The objectives that a Front does not hold, and always the Reichstag while its rival is not in it."""
    game = g.game
    mine = game.map.objectives & game.map.sector[side] & ~g.state.held[side]
    taken = occupied(g, other(side)) & game.map.reichstag_hex
    return Places(mine if taken else mine | game.map.reichstag_hex)


def wish_field(game: ReichstagGame, side: int, goals: Places, turn: int) -> list[float]:
    """For each hex how strongly the goals pull a unit of a Front there on a given day."""
    known = game.remembered.setdefault("wishes", {})
    field: list[float] | None = known.get((side, goals, turn))
    if field is None:
        field = [0.0] * game.board.size
        for goal in members(goals):
            value = PRIZE + URGENCY * turn if goal == game.map.reichstag else game.map.value[goal]
            for place, cost in enumerate(distances(game, side, goal)):
                if cost <= FAR:
                    field[place] = max(field[place], value * PULL[cost])
        known[side, goals, turn] = field
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


def _defence(g: R, side: int, goals: Places) -> float:
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


# -- attacks ahead -------------------------------------------------------------------------------

GAIN = ((0.75, -0.6), (1.0, -0.2), (1.5, 0.1), (2.0, 0.4), (3.0, 0.7), (4.0, 0.9), (FAR, 1.0))
"""What an attack below each ratio promises the attacker, for each point of strength at stake."""
ASSAULT_GAIN = ((1.0, -0.8), (2.0, -0.4), (3.0, 0.1), (4.0, 0.5), (5.0, 0.8), (FAR, 1.0))
"""The same on the assault table, which costs the attacker more."""
STORM = ((1.0, 0.0), (2.0, 0.1), (3.0, 0.3), (4.0, 0.5), (6.0, 0.7), (FAR, 1.0))
"""How much of the Reichstag an attack below each ratio promises."""
JOINING = 0.5
"""How far units that may still move up count."""
TWICE = 1.9
"""What two combat phases are worth, as against one."""
LATER = 1.3
"""How much less an attack is worth that is still to be made; its attackers may be needed elsewhere."""
CALL = 3
"""From how far they may come."""


def _gain(ratio: float, scale: tuple[tuple[float, float], ...] = GAIN) -> float:
    for limit, worth in scale:
        if ratio < limit:
            return worth
    return scale[-1][1]


def _contact(g: R, side: int) -> float:
    """What the attacks ahead in this player turn promise the Front; those of its enemies count against it."""
    if front(g) != side or not g.state.turn:
        return 0.0
    if g.under_way(CombatPhase):
        return _attacks_left(g) if is_soviet_turn(g) else -_attacks_left(g)
    if is_soviet_turn(g):
        # 6.7 A turn of maximum effort fights twice.
        return _soviet_attacks(g, side) * (TWICE if g.state.effort else 1)
    return -_german_attacks(g, side)


def _attacks_left(g: R) -> float:
    """In combat: what the attacks not yet made promise, each with everyone who could take part."""
    now = contact(g)
    total = 0.0
    for target, sources in now.sources.items():
        units = Pieces(0)
        for place in members(sources):
            units = Pieces(units | now.units[place])
        total += _prospect_on_better_table(g, Attack(units, Places(1 << target))) / LATER
    return total


def _soviet_attacks(g: R, side: int) -> float:
    """Before combat: Soviet strength next to each German hex, and what may still join, against its defence."""
    game = g.game
    adjacent, strength, where, flags = game.board.adjacent, game.strength, g.where, g.flags
    power: dict[int, int] = {}
    reserve: dict[int, int] = {}
    for piece in each(game.roster.of_side[side]):
        place = where[piece]
        if place < game.board.size:
            power[place] = power.get(place, 0) + strength[piece]
            if not flags[piece] & MOVED:
                reserve[place] = reserve.get(place, 0) + strength[piece]
    germans, strongholds, waiting = occupied(g, GERMAN), gather(power), gather(reserve)
    reached = int(game.board.steps.spread(occupied(g, side)))
    for _ in range(CALL - 1):
        reached |= game.board.steps.spread(reached)
    barrage = barrage_zone(g, side)
    total = 0.0
    for place in members(germans & reached & (game.map.sector[side] | game.map.reichstag_hex)):
        attack = 0.0
        for near in iterate(adjacent[place] & strongholds):
            attack += power[near] / max(1, (adjacent[near] & germans).bit_count())
        engaged = bool(attack)
        if not g.state.effort:
            attack += JOINING * sum(reserve[x] for x in iterate(_ring(game, place) & waiting))
        if barrage >> place & 1:
            attack *= 2
        defence = _part(g, GERMAN, _defence_of, place)
        stake = 0.8 + 0.4 * min(defence, 8) + 0.3 * game.map.value.get(place, 0)
        ratio = attack / max(defence, 0.5)
        worth = stake * _gain(ratio, ASSAULT_GAIN if game.map.must_assault >> place & 1 else GAIN)
        if place == game.map.reichstag:
            worth += LAST_DAY * 0.5 ** (game.turns - g.state.turn) * _gain(ratio, STORM)
        total += worth if engaged else JOINING * max(0.0, worth)
    return total


def _ring(game: ReichstagGame, place: int) -> Places:
    """The hexes from which units may come to join an attack, those next to the target left out."""
    known = game.remembered.setdefault("callers", {})
    found: Places | None = known.get(place)
    if found is None:
        found = known[place] = Places(game.board.within(place, CALL) & ~game.board.within(place, 1))
    return found


def _defence_of(g: R, place: Place) -> float:
    """The defence of a hex, terrain counted; a face-down unit counts as what it is imagined to be."""
    game = g.game
    total: int = sum(game.strength[p] for p in each(g.here[place] & game.units))
    double = (game.map.objectives | game.map.sbahn) >> place & 1
    return total * (2 if double else 1)


def _german_attacks(g: R, side: int) -> float:
    """German strength next to each Soviet hex against it; units in objectives need not attack."""
    game = g.game
    adjacent, strength, where, flags = game.board.adjacent, game.strength, g.where, g.flags
    power: dict[int, int] = {}
    for piece in each(germans_in(g, side) & game.attackers):
        if not game.map.objectives >> where[piece] & 1 and not flags[piece] & ATTACKED:
            power[where[piece]] = power.get(where[piece], 0) + strength[piece]
    if not power:
        return 0.0
    total = 0.0
    for place in members(occupied(g, side) & game.board.steps.spread(occupied(g, GERMAN))):
        attack = sum(power.get(x, 0) for x in members(adjacent[place]))
        units = g.here[place] & game.units
        if attack and not all(flags[p] & DEFENDED for p in each(units)):
            defence = sum(strength[p] for p in each(units))
            total += _gain(attack / max(defence, 1)) * (0.4 + 0.3 * min(attack, 8))
    return total


# -- an attack being planned -----------------------------------------------------------------------


def _plan(g: R) -> float:
    """What the attack that is being planned may bring the attacker, on the better table."""
    if not g.stack or not isinstance(g.stack[-1], PlanAttack):
        return 0.0
    attack = g.stack[-1].attack
    if not attack.units:
        return -0.5
    return _prospect_on_better_table(g, attack)


def _prospect_on_better_table(g: R, attack: Attack) -> float:
    """12.21 The mean worth of an attack on the table that the attacker would choose."""
    tables = ("assault",) if must_assault(g, attack.targets) else CRTS
    return max(_prospect(g, attack, table) for table in tables)


def _prospect(g: R, attack: Attack, crt: Crt) -> float:
    """The mean worth of an attack: the defender's losses less the attacker's, and the hex if it is taken."""
    game = g.game
    at = column(g, crt, attack_strength(g, attack), defence_strength(g, attack))
    ours = _worths(g, attack.units)
    defenders = Pieces(sum(g.here[place] & game.units for place in members(attack.targets)))
    theirs = _worths(g, defenders)
    prize = 0.4 * sum(game.map.value.get(place, 0) for place in members(attack.targets))
    holds = bool(attack.targets & game.map.objectives)
    results = game.results
    worth = {name: _worth(effects, ours, theirs, prize, holds) for name, effects in results.effects.items()}
    return sum(float(odds.chance) * worth[odds.result] for odds in results.crt[crt].odds(at, DIE))


def _worths(g: R, units: Pieces) -> list[float]:
    """What units are worth to their side, the strongest first."""
    game = g.game
    inside = garrison(g)
    found = []
    for piece in each(units):
        strength = game.strength[piece]
        if game.side_of[piece] != GERMAN:
            found.append(SOVIET_STRENGTH * strength)
        elif inside >> piece & 1:
            found.append(BREACH)
        else:
            found.append(bool(game.mobile >> piece & 1) + GERMAN_UNIT + GERMAN_STRENGTH * strength)
    return sorted(found, reverse=True)


def _worth(effects: tuple[Effect, ...], ours: list[float], theirs: list[float], prize: float, holds: bool) -> float:
    """What a result is worth to the attacker; `holds` says that defenders there need not retreat."""
    total = 0.0
    vacated = False
    for effect in effects:
        units = ours if effect.who == "attacker" else theirs
        sign = -1 if effect.who == "attacker" else 1
        if effect.what == "loss":
            lost = {"strongest": units[0] if units else 0.0, "half": sum(units) * 0.6, "all": sum(units)}
            total += sign * lost[effect.amount]
            vacated |= sign > 0 and (effect.amount == "all" or len(units) <= 1)
        elif effect.what == "retreat":
            total += sign * 0.3
            vacated |= sign > 0 and not holds
    return total + prize if vacated else total


def focus(g: R, seat: Seat) -> Places:
    """Hexes where something is at stake: around the Germans in contact, and the objectives."""
    near = 0
    for side in FRONTS:
        reds = occupied(g, side)
        close = g.game.board.steps.spread(reds | g.game.board.steps.spread(reds))
        near |= occupied(g, GERMAN) & close
    return Places(near | g.game.map.objectives)
