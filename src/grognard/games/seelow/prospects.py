"""What barrages, shots and attacks promise, in points of the score; for bots.

Each is weighed by its exact chances. A plan that is being made counts as if it were carried out now; what could still
be done counts a little less.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, reduce
from operator import or_
from typing import Any, NamedTuple

import msgspec

from ...engine.control import occupied
from ...engine.derived import carried_along, derived, derived_from, wherever
from ...engine.pieces import Pieces, band, each
from ...engine.places import Place, Places, members
from ...engine.results import ResultsChart
from .antitank import AntitankFire, AssignFire
from .barrage import AimGuns, Barrage
from .barrage import aims as barrage_aims
from .combat import CombatPhase, PlanAttack
from .fire import barrage_strength, fire_value, light_modifiers, shot_modifiers, targets_in
from .harm import Harm
from .model import (
    ATTACKED,
    DEFENDED,
    DISRUPTED,
    FIRED,
    FLIPPED,
    GERMAN,
    HELPLESS,
    REDUCED,
    SOVIET,
    TARGETED,
    S,
    is_night,
    morale,
    on_map,
    phasing,
    shaken,
    values,
    with_flags,
)
from .odds import Attack, defenders, die_modifiers, final_column
from .reach import could_enter
from .results import combat_result, fire_result
from .retreats import Retreat, ways
from .weights import SeelowWeights
from .worth import ground, worth, worth_reduced
from .zones import zone

FACES = range(1, 7)


class Blow(msgspec.Struct, frozen=True):
    """The chances of a blow against units of one morale."""

    dies: float
    step: float
    """That a step is lost at once."""
    fails: float
    """That the unit must go back or pay."""


@lru_cache(maxsize=4096)
def fire_blow(table: ResultsChart, column: int, modifier: int, rating: int) -> Blow:
    """6.5 Chances of fire against a unit of this morale."""
    dies = step = fails = 0.0
    for face in FACES:
        result = fire_result(table.read(column, face + modifier))
        if result.eliminates:
            dies += 1
        elif not result.nothing:
            step += result.circled
            fails += 1 - max(0, min(6, rating - result.number)) / 6
    return Blow(dies / 6, step / 6, fails / 6)


@lru_cache(maxsize=4096)
def attack_blow(table: ResultsChart, column: int, modifier: int, rating: int, side: str) -> Blow:
    """7.4 Chances of an attack against units of this morale: the defender's, or the attacker's own."""
    dies = step = fails = 0
    for face in FACES:
        result = combat_result(table.read(column, face + modifier))
        if result.side == side:
            dies += result.eliminates
            step += result.circled
            fails += not result.eliminates and rating < result.number
    return Blow(dies / 6, step / 6, fails / 6)


def cost_of_blow(g: S, piece: int, blow: Blow, *, trapped: bool = False) -> float:
    """What a blow is expected to cost the owner of a unit; 7.58b where it is trapped it is lost or pays a step."""
    value = worth(g, piece)
    last = g.game.roster[piece].steps == 1 or g.flags[piece] & REDUCED
    step = value if last else value - worth_reduced(g, piece)
    weights: SeelowWeights = g.game.weights
    shaken = weights.shaken_again if g.flags[piece] & DISRUPTED else weights.shaken
    driven = value if g.game.artillery >> piece & 1 else min(step, value if trapped else shaken * value)
    return blow.dies * value + blow.step * step + blow.fails * driven


# -- single blows ------------------------------------------------------------------------------------


def barrage_worth(g: S, place: int, guns: int) -> float:
    """8.14 What a barrage promises."""
    side = g.game.side_of[each(guns)[0]]
    total = barrage_strength(g, guns, place)
    if not total:
        return 0.0
    table = g.game.fire_table
    column, modifier = table.column(total, 1), sum(value for value, _, _ in light_modifiers(g, ""))
    weights: SeelowWeights = g.game.weights
    gain = 0.0
    for piece in each(targets_in(g, place, side)):
        blow = fire_blow(table, column, modifier, morale(g, piece))
        gain += cost_of_blow(g, piece, blow) + (blow.dies + weights.fire_clears * blow.fails) * ground(g, place)
    return gain - weights.spent * sum(values(g, gun).combat for gun in each(guns))


def shot_worth(g: S, target: int, firers: int) -> float:
    """6.2 What a shot promises."""
    place, table = g.where[target], g.game.fire_table
    total = sum(fire_value(g, piece, place) for piece in each(firers))
    modifier = sum(value for value, _, _ in shot_modifiers(g, target))
    blow = fire_blow(table, table.column(total, 1), modifier, morale(g, target))
    fire_clears: float = g.game.weights.fire_clears
    return cost_of_blow(g, target, blow) + (blow.dies + fire_clears * blow.fails) * ground(g, place)


def attack_worth(g: S, attack: Attack, side: int) -> float:
    """7.2 What an attack promises: the defenders' harm and the ground, less what it may cost."""
    weights: SeelowWeights = g.game.weights
    table = g.game.crt
    column = final_column(g, attack, side)
    modifier = sum(value for value, _, _ in die_modifiers(g, attack, side))
    gain, gone, trapped = 0.0, 0.0, bool(_traps(g, side) >> attack.target & 1)
    for piece in each(defenders(g, attack.target, side)):
        blow = attack_blow(table, column, modifier, morale(g, piece), "D")
        gain += cost_of_blow(g, piece, blow, trapped=trapped)
        gone = blow.dies + weights.attack_clears * blow.fails
    gain += gone * ground(g, attack.target)
    for piece in each(attack.units):
        own = attack_blow(table, column, modifier, morale(g, piece), "A")
        share = Blow(own.dies, own.step / attack.units.bit_count(), own.fails)
        gain -= cost_of_blow(g, piece, share) + weights.spent * values(g, piece).combat
    return gain


# -- all that is possible ----------------------------------------------------------------------------


MARKS = (DISRUPTED, REDUCED | FLIPPED, ATTACKED, DEFENDED, FIRED, TARGETED, HELPLESS)
"""The flags that change what a blow promises."""
ANY_MARK = reduce(or_, MARKS)


@carried_along(wherever, flags=ANY_MARK)
def _marked(g: S, side: int) -> list[Pieces]:
    """The units of a side with each of the marks."""
    marked = each(with_flags(g, side, ANY_MARK))
    return [band(piece for piece in marked if g.flags[piece] & mark) for mark in MARKS]


@derived
def _marks(g: S) -> tuple[int, ...]:
    """The units of both sides with each of the marks."""
    return tuple(map(or_, _marked(g, SOVIET), _marked(g, GERMAN)))


@lru_cache(maxsize=4096)
def _one_by_one(places: int) -> tuple[Place, ...]:
    """The places of a set; most moves leave the front where it was."""
    return tuple(members(places))


Front = tuple[int, int, tuple[int, ...]]
"""The enemies' hexes next to a side's units, the side's hexes next to those, and the units in all of them."""


@derived
def _front(g: S, side: int) -> Front:
    """The front of a side against its enemies: who stands where."""
    spread, here = g.game.board.steps.spread, g.here
    theirs = occupied(g, 1 - side) & spread(occupied(g, side))
    ours = occupied(g, side) & spread(theirs)
    return theirs, ours, tuple([here[place] for place in _one_by_one(theirs | ours)])


@derived
def _traps(g: S, side: int) -> Places:
    """7.53 The hexes of a side's enemies from which there is no way to fall back."""
    enemies = occupied(g, 1 - side)
    free = g.game.board.all & ~occupied(g, side) & (~zone(g, side) | enemies)
    return Places(enemies & ~g.game.board.steps.spread(free))


class Plan(NamedTuple):
    """A blow that is being planned: who takes part and against which hex. Nobody and nowhere, if there is none."""

    units: int = 0
    target: Place | None = None


NO_PLAN = Plan()

Weigh = Callable[[S, Place, int, int], float]
"""What an action against a hex with these units of a side promises."""


def _front_and_marks(g: S, side: int, weigh: Weigh, plan: Plan) -> tuple[Any, ...]:
    front = _front(g, side)
    return weigh, side, front, _marks(g), _traps(g, side) & front[0], g.state.turn, plan


Marks = tuple[int, ...]


def _around(g: S, target: Place, units: int, side: int, weigh: Weigh, marks: Marks, traps: int) -> tuple[Any, ...]:
    """What an action against a hex depends on: who is there and next to it in which state, and the day's light."""
    here, both = g.here, units | g.here[target]
    places = tuple([here.get(near, 0) & units for near in g.game.map.neighbours[target]])
    return weigh, side, g.state.turn, target, both, places, traps >> target & 1, *[pieces & both for pieces in marks]


@derived_from(_around)
def _value_of(g: S, target: Place, units: int, side: int, weigh: Weigh, marks: Marks, traps: int) -> float:
    return weigh(g, target, units, side)


@derived_from(_front_and_marks)
def best_shares(g: S, side: int, weigh: Weigh, plan: Plan) -> float:
    """The sum over a front if every unit is used once, what is planned left out: the best target comes first."""
    here, neighbours, marks, traps = g.here, g.game.map.neighbours, _marks(g), _traps(g, side)
    able = g.game.roster.of_side[side] & ~shaken(g, side) & ~plan.units
    open_: dict[Place, tuple[int, float]] = {}
    for target in _one_by_one(_front(g, side)[0]):
        units = 0
        for near in neighbours[target]:
            units |= here.get(near, 0) & able
        worth_it = _value_of(g, target, units, side, weigh, marks, traps) if units and target != plan.target else 0.0
        if worth_it > 0:
            open_[target] = units, worth_it
    total = 0.0
    while open_:
        best = max(open_, key=lambda target: open_[target][1])
        used, gain = open_.pop(best)
        total += gain
        for target, (units, _) in list(open_.items()):
            if units & used:
                left = units & ~used
                again = _value_of(g, target, left, side, weigh, marks, traps) if left else 0.0
                if again > 0:
                    open_[target] = left, again
                else:
                    del open_[target]
    return total


def attacks(g: S, side: int, plan: Plan) -> float:
    """What a side could still gain by attacks from where it stands."""
    return best_shares(g, side, _attack_on, plan)


def _attack_on(g: S, target: Place, units: int, side: int) -> float:
    """What the best attack on a hex promises, with all who can; nothing if it is not worth while."""
    if not any(not g.flags[p] & (DEFENDED | HELPLESS) for p in each(defenders(g, target, side))):
        return 0.0
    able = 0
    for piece in each(units):
        flags = g.flags[piece]
        if flags & ATTACKED or (flags & FLIPPED and g.game.artillery >> piece & 1):
            continue
        if values(g, piece).combat and could_enter(g, piece, target):
            able |= 1 << piece
    return max(0.0, attack_worth(g, Attack(target, Pieces(able)), side)) if able else 0.0


def shots(g: S, side: int, plan: Plan) -> float:
    """What a side could still gain by antitank fire."""
    return best_shares(g, side, _shot_at, plan)


def _shot_at(g: S, place: Place, firers: int, side: int) -> float:
    """What fire at the armor of a hex promises; several targets share it (6.15)."""
    armor = g.here[place] & g.game.roster.of_side[1 - side] & g.game.armored
    targets = [p for p in each(armor) if not g.flags[p] & TARGETED]
    able = 0
    for piece in each(firers):
        flags = g.flags[piece]
        limbered = flags & FLIPPED and g.game.artillery >> piece & 1
        if not flags & FIRED and not limbered and values(g, piece).antitank and could_enter(g, piece, place):
            able |= 1 << piece
    if not targets or not able:
        return 0.0
    several: float = g.game.weights.several
    return shot_worth(g, targets[0], able) * (1.0 if len(targets) == 1 else several)


# -- for the score -----------------------------------------------------------------------------------


def ahead(g: S) -> float:
    """What is still to come in this Player-Turn, for the phasing side; the enemy's next turn counts against it."""
    if not g.state.turn or is_night(g):
        return 0.0
    weights: SeelowWeights = g.game.weights
    ready, side = weights.ready, phasing(g)
    plan = g.stack[-1] if g.stack else None
    gain = planned(g)
    if not _over(g):
        attack = Plan(plan.units, plan.target) if isinstance(plan, PlanAttack) else NO_PLAN
        gain += ready * attacks(g, side, attack)
    firing = next((f for f in reversed(g.stack) if isinstance(f, AntitankFire)), None)
    if firing is None and not g.under_way(CombatPhase):
        gain += ready * (shots(g, side, NO_PLAN) - shots(g, 1 - side, NO_PLAN))
    elif firing is not None:
        fire = Plan(plan.assigned, plan.place) if isinstance(plan, AssignFire) else NO_PLAN
        sign = 1 if firing.side == side else -1
        gain += sign * ready * shots(g, firing.side, fire)
    return gain - weights.threat * attacks(g, 1 - side, NO_PLAN)


def _over(g: S) -> bool:
    """Whether the combat phase of this Player-Turn has passed."""
    from .sequence import PLAYER_TURN, PlayerTurn

    turn = next((f for f in reversed(g.stack) if isinstance(f, PlayerTurn)), None)
    return turn is None or (turn.phase == len(PLAYER_TURN) and not g.under_way(CombatPhase))


def planned(g: S) -> float:
    """What the barrage, the fire or the attack that is being planned promises the phasing side."""
    weights: SeelowWeights = g.game.weights
    plan = g.stack[-1] if g.stack else None
    if isinstance(plan, AimGuns):
        if not plan.units:
            return weights.empty_plan
        others = barrage_aims(g) & ~g.find(Barrage).barraged & ~(1 << plan.target)
        used = weights.elsewhere * sum(values(g, gun).combat for gun in each(plan.units)) if others else 0.0
        return barrage_worth(g, plan.target, plan.units) - used
    if isinstance(plan, PlanAttack):
        return attack_worth(g, plan.attack, phasing(g)) if plan.units else weights.empty_plan
    if isinstance(plan, AssignFire):
        firing = plan.side(g)
        gain = sum(shot_worth(g, shot.target, shot.firers) for shot in plan.shots if shot.firers)
        gain += weights.empty_plan * (plan.refuse_fire(g) is not None)
        return gain if firing == phasing(g) else -gain
    return 0.0


def pending(g: S) -> float:
    """What a result under way still costs its side: units that have to go back, for the side that suffers."""
    harm = next((f for f in reversed(g.stack) if isinstance(f, Harm)), None)
    if harm is None:
        return 0.0
    waiting = int(harm.failed)
    top = g.stack[-1]
    if isinstance(top, Retreat):
        waiting |= 1 << top.unit  # 7.57 who goes along unforced is shaken too, and gives the ground up
    weights: SeelowWeights = g.game.weights
    cost = 0.0
    for piece in each(on_map(g, waiting)):
        lost = g.game.artillery >> piece & 1 or not ways(g, piece, harm.fleeing | harm.failed, harm.shaken).ways
        shaken = weights.shaken_again if g.flags[piece] & DISRUPTED else weights.shaken
        cost += worth(g, piece) * (1.0 if lost else shaken) + weights.going_back * ground(g, g.where[piece])
    return cost
