"""What attacks promise, for bots: the one that is planned, and those that could still be made."""

from __future__ import annotations

from typing import TypeVar

from ...engine.derived import carried_along, derived_by_side, wherever
from ...engine.flow import Frame
from ...engine.pieces import Pieces, each
from ...engine.places import Place, members
from .air import Aircraft
from .battle import Battle
from .combat import Attacks, Plan
from .command import Activation, Independents
from .model import ATTACKED, GERMAN, ISOLATED, OOS, SOVIET, K, attack_of
from .movement import Movement, MoveUnit
from .odds import Attack, defence_total, defenders_in, final_column
from .stacking import stacks
from .values import lasting, values
from .weights import KonigsbergWeights
from .zones import zone

ACTING = (Movement, MoveUnit, Attacks, Plan, Independents)
"""The decisions of an activation before its dice."""


def prospects(g: K) -> tuple[int, float]:
    """Who is acting, and what the attack that is planned and those that could be are worth to him."""
    if not g.stack:
        return SOVIET, 0.0
    top = g.stack[-1]
    if isinstance(top, ACTING):
        return _of_activation(g, top)
    battle = _first(g, Battle)
    if battle is None or battle.result or battle.barrage:
        return SOVIET, 0.0
    if not isinstance(top, Aircraft) and battle.stage > 1:
        return SOVIET, 0.0
    readiness: float = g.game.weights.readiness
    rest = readiness * _promise(g, g.find(Activation).units, battle.side)
    return battle.side, _worth(g, battle.attack, battle.side) + rest


F = TypeVar("F", bound=Frame)


def _first(g: K, kind: type[F]) -> F | None:
    """The lowest frame of a kind on the stack, if there is one."""
    for frame in g.stack:
        if isinstance(frame, kind):
            return frame
    return None


def _of_activation(g: K, top: Movement | MoveUnit | Attacks | Plan | Independents) -> tuple[int, float]:
    activation = _first(g, Activation)
    if activation is None:
        return top.side, 0.0
    weights: KonigsbergWeights = g.game.weights
    units: int = activation.units
    if not activation.fights:
        return top.side, weights.free * _factors(g, units, top.side)
    if isinstance(top, Independents):
        return top.side, weights.active * _factors(g, units | top.chosen, top.side)
    total = weights.active * _factors(g, units, top.side)
    if isinstance(top, Plan):
        total += max(weights.nobody, _worth(g, top.attack, top.side))
        units &= ~top.units
    gathering = isinstance(top, (Movement, MoveUnit))
    return top.side, total + weights.readiness * _promise(g, units, top.side, gathering=gathering)


def _factors(g: K, units: int, side: int) -> int:
    """The attack factors of units of a side."""
    of = _attack_by_piece(g, side)
    return sum([of[p] for p in each(units & g.game.combat)])


@carried_along(wherever)
def _attack_by_piece(g: K, side: int) -> list[int]:
    """The attack factors of each unit of a side, wherever it is: moves leave them standing, steps drop them."""
    found = [0] * len(g.where)
    for piece in each(g.game.roster.of_side[side] & g.game.combat):
        found[piece] = attack_of(g, piece)
    return found


def _promise(g: K, units: int, side: int, *, gathering: bool = False) -> float:
    """The best attacks that units could still make, each used once; while units gather, what is half there counts."""
    by_target = _targets(g, units, side)
    if not by_target:
        return 0.0
    worth = [(_judged(g, target, units, side, gathering), target) for target, units in by_target.items()]
    total, used = 0.0, 0
    for value, target in sorted(worth, reverse=True):
        if value <= 0:
            break
        units = by_target[target]
        if units & used:
            value = _judged(g, target, units & ~used, side, gathering) if units & ~used else 0.0
        if value > 0:
            total += value
            used |= units
    return total


def _targets(g: K, units: int, side: int) -> dict[Place, int]:
    """For each hex that could be attacked the units that could do so."""
    game, where, flags, size = g.game, g.where, g.flags, g.game.board.size
    enemies, enter = stacks(g, 1 - side)[0], g.game.map.enter
    found: dict[Place, int] = {}
    for piece in each(units & game.with_zoc):
        if where[piece] >= size or flags[piece] & ATTACKED:
            continue
        near = enter[game.mech >> piece & 1].targets[where[piece]] & enemies
        if near:
            for target in members(near):
                found[target] = found.get(target, 0) | 1 << piece
    return found


Held = tuple[int, int, bool]
"""What defends a hex: its strength, its steps, and whether part of it cannot move."""


@derived_by_side
def _held(g: K, side: int, place: Place) -> Held:
    """What a side has in a hex."""
    defenders = defenders_in(g, place, side)
    strength, steps = max(1, defence_total(g, defenders)), max(1, sum(g.steps[p] for p in each(defenders)))
    return strength, steps, bool(defenders & g.game.immobile)


def _worth(g: K, attack: Attack, side: int) -> float:
    """What an attack is worth on average: ground, enemy steps, own steps."""
    weights: KonigsbergWeights = g.game.weights
    if not attack.units:
        return weights.nobody
    column = final_column(g, attack, 1 - side)
    if column is None:
        return weights.hopeless
    return _worth_at(g, attack.target, _step(g, attack.units), side, column)


def _step(g: K, units: int) -> float:
    """What a step of attackers costs, in attack factors."""
    weights: KonigsbergWeights = g.game.weights
    strongest, most = 0, 0
    for piece in each(units):
        strongest, most = max(strongest, attack_of(g, piece)), max(most, g.steps[piece])
    return strongest * (weights.step if most > 1 else weights.last_step)


def _judge(g: K, target: Place, units: int, side: int, gathering: bool) -> float:
    """What an attack is worth, or one to which others may still come.

    The latter is part of a good one, as far as the strength is there.
    """
    worth = _worth(g, Attack(target, Pieces(units)), side)
    if not gathering:
        return worth
    weights: KonigsbergWeights = g.game.weights
    good_odds = weights.good_odds
    factors = [attack_of(g, p) for p in each(units)]
    share = min(1.0, sum(factors) / (good_odds * _held(g, 1 - side, target)[0]))
    return max(weights.hope * share * _worth_at(g, target, _step(g, units), side, good_odds), worth)


def _judged(g: K, target: Place, units: int, side: int, gathering: bool) -> float:
    """The same, with all that it depends on."""
    where, steps, flags, state = g.where, g.steps, g.flags, g.state
    attackers = tuple([(p, where[p], steps[p], flags[p] & (OOS | ISOLATED)) for p in each(units)])
    moment = state.turn, state.soviet_held >> target & 1, _trapped(g, target, side)
    return _judged_by(g, 1 - side, target, units, gathering, attackers, moment)


@derived_by_side
def _judged_by(
    g: K,
    enemy: int,
    target: Place,
    units: int,
    gathering: bool,
    attackers: tuple[tuple[int, int, int, int], ...],
    moment: tuple[int, int, bool],
) -> float:
    """It depends on the defenders' side; how the attackers stand and the moment are there as keys only."""
    return _judge(g, target, units, 1 - enemy, gathering)


def _trapped(g: K, target: Place, side: int) -> bool:
    """Whether there is no way out of a hex but through a side's units and zones."""
    return not g.game.map.enter[0].targets[target] & ~(zone(g, side) | stacks(g, side)[0])


def _worth_at(g: K, target: Place, own_step: float, side: int, column: int) -> float:
    """What an attack is worth on a column; `own_step` is what each step costs the attacker, in factors."""
    game, known = g.game, values(g.game)
    weights = known.weights
    odds = known.chances[known.kind[target]][column]
    strength, steps, immobile = _held(g, 1 - side, target)
    left = lasting(g)
    mine, theirs = weights.german_factor, weights.soviet_factor
    if side == SOVIET:
        mine, theirs = theirs, mine
    step = left * theirs * strength / steps
    cleared = odds.cleared
    if immobile:
        cleared = min(1.0, cleared * weights.immobile + weights.immobile_step * odds.defender)
    ground = weights.break_in[side]
    if side == SOVIET and game.map.objectives & ~g.state.soviet_held & 1 << target:
        ground += weights.taken * known.want[target]
    elif side == GERMAN and game.map.objectives & g.state.soviet_held & 1 << target:
        ground += weights.taken
    trapped = cleared * step if _trapped(g, target, side) else 0.0
    lost = odds.attacker * left * mine * own_step
    return cleared * ground + odds.defender * step + trapped - lost
