"""What attacks promise, in victory points; for the score.

Before combat a quick look at strengths has to do: who stands next to a German hex, and who could still come. In combat
each attack is weighed by its exact chances on the better table.
"""

from __future__ import annotations

from bisect import bisect_right

from ...engine.control import occupied
from ...engine.derived import carried_along, derived_by_game, derived_by_side
from ...engine.pieces import Pieces, each
from ...engine.places import Place, Places, gather, members
from ...engine.weights import Row
from .combat import CombatPhase, PlanAttack
from .duties import contact
from .model import (
    ATTACKED,
    DEFENDED,
    GERMAN,
    MOVED,
    UF,
    R,
    ReichstagGame,
    front,
    garrison,
    germans_in,
    is_soviet_turn,
)
from .odds import Attack, attack_strength, column, defence_strength, must_assault
from .results import CRTS, DIE, Crt, Effect
from .stacking import crowded
from .weights import ReichstagWeights
from .zones import barrage_zone, enemy_zone

GARRISON = 3
SURE = 6.0
"""The odds against nobody."""
NOBODY = -0.5
"""A plan in which nobody can take part: no weight, for the rules offer none."""
MOST_PROMISES = 100_000
"""So many promises are remembered."""


def ahead(g: R, side: int) -> float:
    """What the attacks ahead in this player turn promise the Front; those of its enemies count against it."""
    if front(g) != side or not g.state.turn:
        return 0.0
    if g.under_way(CombatPhase):
        return _attacks_left(g) if is_soviet_turn(g) else -_attacks_left(g)
    if is_soviet_turn(g):
        # 6.7 A turn of maximum effort fights twice.
        twice: float = g.game.weights.twice
        return _soviet_attacks(g, side) * (twice if g.state.effort else 1)
    return -_german_attacks(g, side)


Stage = tuple[bool, Attack | None]
"""What `ahead` sees of the flow: whether combat is under way, and the attack that is being planned."""


def stage(g: R) -> Stage:
    """The stage of a position."""
    plan = g.stack[-1] if g.stack else None
    return g.under_way(CombatPhase), plan.attack if isinstance(plan, PlanAttack) else None


def storm_today(g: R, ratio: float) -> float:
    """What it is worth to storm the Reichstag on this day: without it nobody wins, and the days run out.

    With good odds it is worth more while the purse is full: nobody knows for how long there will be barrage.
    """
    weights: ReichstagWeights = g.game.weights
    turn = g.state.turn
    calm, hurry = (weights.last_day * weights.day_before ** (day - turn) for day in (g.game.turns, _empty_purse(g)))
    return float(calm + (hurry - calm) * _impatience(weights, front(g), ratio))


def _impatience(weights: ReichstagWeights, side: int, ratio: float) -> float:
    """From 0 to 1 how much better it is not to wait for more: 1BF is at the door early and can try again."""
    below, above = weights.patience[side], weights.impatience[side]
    if ratio >= above:
        return 1.0
    return 0.0 if ratio <= below else (ratio - below) / (above - below)


def _empty_purse(g: R) -> float:
    """The day on which the purse will be empty, if the rival spends on as he has done, or the last one.

    Once it is empty nothing is lost by waiting. What the Front itself has spent does not count here, or spending would
    look like a reason to storm.
    """
    rival = 1 - front(g)
    days = g.state.turn - 1 if rival == UF else g.state.turn
    pace: float = g.game.weights.pace
    rate = pace + g.state.spent[rival] / max(days, 1)
    empty = g.game.purse / rate
    return float(empty if g.state.turn < empty < g.game.turns else g.game.turns)


def scaled(ratio: float, odds: Row, values: Row) -> float:
    """What holds at a ratio of attack to defence."""
    if ratio <= odds[0]:
        return values[0]
    if ratio >= odds[-1]:
        return values[-1]
    at = bisect_right(odds, ratio)
    below, above, less, more = odds[at - 1], odds[at], values[at - 1], values[at]
    return less + (more - less) * (ratio - below) / (above - below)


# -- before combat ---------------------------------------------------------------------------------


def _soviet_attacks(g: R, side: int) -> float:
    """Soviet strength next to each German hex, and what may still join, against its defence."""
    game = g.game
    weights: ReichstagWeights = game.weights
    joining, hope, risk = weights.joining, weights.hope, weights.risk
    adjacent, spread = game.board.adjacent, game.board.steps.spread
    strongholds = reached = int(occupied(g, side))
    for _ in range(weights.call):
        reached |= spread(reached)
    germans, contact, room_for = _facing(g, GERMAN, side)
    places = room_for & ~crowded(g, side)[1]
    reserve = {} if g.state.effort else _reserve(g, side)
    waiting = gather(reserve)
    barrage = barrage_zone(g, side)
    attacks = _shared_out(g, side, strongholds & contact, germans, barrage)
    owed = germans & ~game.map.objectives & spread(strongholds)
    total = 0.0
    for target in members(germans & reached):
        times = 2 if barrage >> target & 1 else 1
        attack = attacks.get(target, 0)
        now = _promise(g, target, attack, times) if attack or owed >> target & 1 else 0.0
        total += now
        near = _callers(game, target) & waiting
        room = (adjacent[target] & places).bit_count() if near else 0
        if room:
            coming = [reserve[x] for x in members(near)]
            if len(coming) > room:
                coming = sorted(coming, reverse=True)[:room]
            then = _promise(g, target, attack + joining * sum(coming), times)
            total += hope * max(0.0, then - (now if now > 0 else risk * now))
    return total


@derived_by_side
def _facing(g: R, german: int, side: int) -> tuple[int, int, int]:
    """The Germans before a Front, the hexes around them, and those that units may come to from outside German zones.

    10.2, 11.4 It depends on the Germans alone.
    """
    terrain, spread = g.game.map, g.game.board.steps.spread
    germans = occupied(g, german) & (terrain.sector[side] | terrain.reichstag_hex)
    land = terrain.land[side] & ~germans
    return germans, spread(germans), land & spread(land & ~enemy_zone(g, side))


def _shared_out(g: R, side: int, near: int, germans: int, barrage: int) -> dict[int, int]:
    """12.9 Each stack attacks one German hex: first those who have no choice, the others where it helps most."""
    attacks: dict[int, int] = {}
    if not near:
        return attacks
    adjacent, objectives, power = g.game.board.adjacent, g.game.map.objectives, _power(g, side)

    def gain(target: Place, strength: int) -> float:
        times = 2 if barrage >> target & 1 else 1
        before = attacks.get(target, 0)
        idle = 0.0 if not before and objectives >> target & 1 else _promise(g, target, before, times)
        return _promise(g, target, before + strength, times) - idle

    in_contact = [x for x in members(near) if adjacent[x] & germans]
    for place in sorted(in_contact, key=lambda x: ((adjacent[x] & germans).bit_count(), -power[x])):
        strength, targets = power[place], members(adjacent[place] & germans)
        target = targets[0] if len(targets) == 1 else max(targets, key=lambda t: gain(t, strength))
        attacks[target] = attacks.get(target, 0) + strength
    return attacks


def _power_moved(g: R, side: int, before: dict[int, int], piece: int, origin: int, target: int) -> dict[int, int]:
    strength, after, size = g.game.strength[piece], before.copy(), g.game.board.size
    if origin < size:
        after[origin] -= strength
        if not g.here.get(Place(origin), 0) & g.game.roster.of_side[side]:
            del after[origin]
    if target < size:
        after[target] = after.get(target, 0) + strength
    return after


@carried_along(_power_moved)
def _power(g: R, side: int) -> dict[int, int]:
    """The strength of a Front in each hex."""
    strength, where, size = g.game.strength, g.where, g.game.board.size
    found: dict[int, int] = {}
    for piece in each(g.game.roster.of_side[side]):
        place = where[piece]
        if place < size:
            found[place] = found.get(place, 0) + strength[piece]
    return found


def _reserve(g: R, side: int) -> dict[int, int]:
    """The strength in each hex of a Front's units which may still move."""
    strength, where, flags, size = g.game.strength, g.where, g.flags, g.game.board.size
    found: dict[int, int] = {}
    for piece in each(g.game.roster.of_side[side]):
        place = where[piece]
        if place < size and not flags[piece] & MOVED:
            found[place] = found.get(place, 0) + strength[piece]
    return found


def _promise(g: R, target: Place, attack: float, times: int) -> float:
    """What an attack of so much strength, which counts so many times, promises at a hex; the day counts in one hex."""
    defence = _defences(g, GERMAN)[target]
    worth = _promised(g.game, target, attack, times, defence)
    if target == g.game.map.reichstag:
        ratio = times * attack / max(defence, 0.5)
        weights: ReichstagWeights = g.game.weights
        worth += storm_today(g, ratio) * scaled(ratio, weights.storm_odds, weights.storm)
    return worth


@derived_by_game(most=MOST_PROMISES)
def _promised(game: ReichstagGame, target: Place, attack: float, times: int, defence: float) -> float:
    weights: ReichstagWeights = game.weights
    stake = weights.stake + weights.stake_defence * min(defence, weights.stake_most)
    stake += weights.stake_value * game.map.value.get(target, 0)
    ratio = times * attack / max(defence, 0.5)
    if not game.map.must_assault >> target & 1:
        return stake * scaled(ratio, weights.gain_odds, weights.gain)
    lost = weights.loss * 0.5 * attack * scaled(ratio, weights.both_odds, weights.both)
    return stake * scaled(ratio, weights.assault_odds, weights.assault_gain) - lost


@derived_by_game()
def _callers(game: ReichstagGame, place: int) -> Places:
    """The hexes from which units may come to join an attack, those next to the target left out."""
    call: int = game.weights.call
    return Places(game.board.within(place, call) & ~game.board.within(place, 1))


@derived_by_side
def _defences(g: R, side: int) -> dict[int, float]:
    """The defence of each hex of a side, terrain counted; a face-down unit counts as what it is imagined to be."""
    game = g.game
    strength, double = game.strength, game.map.objectives | game.map.sbahn
    found: dict[int, float] = {}
    for place in members(occupied(g, side)):
        total = sum([strength[p] for p in each(g.here[place] & game.units)])
        found[place] = total * (2 if double >> place & 1 else 1)
    return found


def _german_attacks(g: R, side: int) -> float:
    """German strength next to each Soviet hex against it; units in objectives need not attack."""
    game = g.game
    weights: ReichstagWeights = game.weights
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
            stake = weights.german_stake + weights.german_stake_attack * min(attack, weights.stake_most)
            total += scaled(attack / max(defence, 1), weights.gain_odds, weights.gain) * stake
    return total


# -- in combat ------------------------------------------------------------------------------------


def _attacks_left(g: R) -> float:
    """What the attacks neither made nor planned yet promise, each with everyone who could take part."""
    now = contact(g)
    plan = _planned(g)
    later: float = g.game.weights.later
    total = 0.0
    for target, sources in now.sources.items():
        units = 0
        for place in members(sources):
            units |= now.units[place] & ~plan.units
        if units and not plan.targets >> target & 1:
            total += _prospect_on_better_table(g, Attack(Pieces(units), Places(1 << target))) / later
    return total


def planned(g: R) -> float:
    """What the attack that is being planned may bring the attacker, on the better table."""
    if not g.stack or not isinstance(g.stack[-1], PlanAttack):
        return 0.0
    attack = _planned(g)
    return _prospect_on_better_table(g, attack) if attack.units else NOBODY


def _planned(g: R) -> Attack:
    """The attack that is being planned: as long as nobody takes part, with everyone who can; none if there is none."""
    plan = g.stack[-1]
    if not isinstance(plan, PlanAttack):
        return Attack(Pieces(0), Places(0))
    return plan.attack if plan.units else Attack(plan.everyone(g), plan.targets)


def _prospect_on_better_table(g: R, attack: Attack) -> float:
    """12.21 The mean worth of an attack on the table that the attacker would choose."""
    tables = ("assault",) if must_assault(g, attack.targets) else CRTS
    return max(_prospect(g, attack, table) for table in tables)


def _prospect(g: R, attack: Attack, crt: Crt) -> float:
    """The mean worth of an attack: the defender's losses less the attacker's, and the hex if it is taken."""
    game = g.game
    weights: ReichstagWeights = game.weights
    strength, against = attack_strength(g, attack), defence_strength(g, attack)
    at = column(g, crt, strength, against)
    storm = storm_today(g, strength / against if against else SURE)
    ours = _worths(g, attack.units, storm)
    defenders = Pieces(sum(g.here[place] & game.units for place in members(attack.targets)))
    theirs = _worths(g, defenders, storm)
    prize = weights.taken * sum(game.map.value.get(place, 0) for place in members(attack.targets))
    if attack.targets & game.map.reichstag_hex:
        prize += storm
    holds = bool(attack.targets & game.map.objectives)
    results = game.results
    worth = {name: _worth(weights, effects, ours, theirs, prize, holds) for name, effects in results.effects.items()}
    return sum(float(odds.chance) * worth[odds.result] for odds in results.crt[crt].odds(at, DIE))


def _worths(g: R, units: Pieces, storm: float) -> list[float]:
    """What units are worth to their side, the strongest first; the garrison is worth its share of the storm."""
    game = g.game
    weights: ReichstagWeights = game.weights
    inside = garrison(g)
    found = []
    for piece in each(units):
        strength = game.strength[piece]
        if game.side_of[piece] != GERMAN:
            found.append(weights.loss * strength)
        elif inside >> piece & 1:
            found.append(weights.breach + storm / GARRISON)
        else:
            points = bool(game.mobile >> piece & 1) + weights.german_unit
            found.append(points + weights.german_strength * strength)
    return sorted(found, reverse=True)


def _worth(
    weights: ReichstagWeights,
    effects: tuple[Effect, ...],
    ours: list[float],
    theirs: list[float],
    prize: float,
    holds: bool,
) -> float:
    """What a result is worth to the attacker; `holds` says that defenders there need not retreat."""
    total = 0.0
    vacated = False
    for effect in effects:
        units = ours if effect.who == "attacker" else theirs
        sign = -1 if effect.who == "attacker" else 1
        if effect.what == "loss":
            lost = {"strongest": units[0] if units else 0.0, "half": sum(units) * weights.half, "all": sum(units)}
            total += sign * lost[effect.amount]
            vacated |= sign > 0 and (effect.amount == "all" or len(units) <= 1)
        elif effect.what == "retreat":
            total += sign * weights.retreat
            vacated |= sign > 0 and not holds
    if not vacated:
        return total
    enters = any(effect.what == "advance" and effect.who == "attacker" for effect in effects)
    return total + (prize if enters else weights.left_empty * prize)
