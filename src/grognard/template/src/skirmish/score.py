"""How good a position looks to a seat, for bots. No rule is decided here; values are victory points."""

from __future__ import annotations

from grognard.api import Pieces, Place, Places, Seat, band, derived, derived_by_game, each, iterate, occupied

from .combat import Combat, PlanAttack, ready
from .model import BLUE, RED, M, SkirmishGame, on_map
from .movement import Movement
from .odds import attack_of, column_of, defence_of
from .victory import held_by, points
from .weights import SkirmishWeights

FAR = 12
"""Hexes from an objective beyond which nearness counts for nothing."""


def score(g: M, seat: Seat) -> float:
    """The seat's points and prospects less the other's."""
    if g.outcome is not None:
        win: float = g.game.weights.win
        return win if g.outcome.winner == seat else -win
    blue = _balance(g)
    attacks = _attacks(g) if g.state.player == BLUE else -_attacks(g)
    return blue + attacks if seat == BLUE else -blue - attacks


@derived
def _balance(g: M) -> float:
    """Points and strength as Blue sees them; what depends on the flow may not be remembered, so it is not in here."""
    return points(g, BLUE) - points(g, RED) + _strength(g, BLUE) - _strength(g, RED)


def _strength(g: M, side: int) -> float:
    """Strength on the map, and how near it is to what can be taken, or else to what must be kept."""
    weights: SkirmishWeights = g.game.weights
    aims = held_by(g, 1 - side) or g.game.map.objectives
    total = 0.0
    for piece in each(g.game.roster.of_side[side]):
        if not on_map(g, piece):
            continue
        attack, place = attack_of(g, piece), g.where[piece]
        far = min(g.game.board.distance(place, aim) for aim in iterate(aims))
        total += weights.strength * (attack + defence_of(g, piece)) + weights.nearness * attack * (FAR - far)
    return total


def _attacks(g: M) -> float:
    """What the phasing player may expect of attacks: the one that is planned, and those that he could still plan."""
    total = 0.0
    ready_share: float = g.game.weights.ready
    plan = g.frame if g.stack and isinstance(g.frame, PlanAttack) else None
    for frame in g.stack:
        if isinstance(frame, Movement):
            total += ready_share * _possible(g, Places(0), Pieces(0))
        elif isinstance(frame, Combat) and plan is None:
            total += ready_share * _possible(g, frame.attacked, Pieces(0))
        elif isinstance(frame, Combat) and plan is not None:
            attacked = Places(frame.attacked | 1 << plan.target)
            total += _planned(g, plan) + ready_share * _possible(g, attacked, band(ready(g, plan.target)))
    return total


def _planned(g: M, plan: PlanAttack) -> float:
    """An attack as it is planned, or as it may become when all have joined: each who does brings it nearer."""
    everybody = band(ready(g, plan.target))
    ready_share: float = g.game.weights.ready
    share = len(each(plan.joined)) / len(each(everybody))
    together = promise(g, plan.target, everybody) * (ready_share + (1 - ready_share) * share)
    return max(together, promise(g, plan.target, plan.joined)) if plan.joined else together


def _possible(g: M, attacked: Places, used: Pieces) -> float:
    """The attacks that could still be made, each unit lent to the first that it can join."""
    total = 0.0
    for target in iterate(occupied(g, 1 - g.state.player) & ~attacked):
        attackers = band(piece for piece in ready(g, target) if not used >> piece & 1)
        if attackers:
            used = Pieces(used | attackers)
            total += max(0.0, promise(g, target, attackers))
    return total


def promise(g: M, target: Place, attackers: Pieces) -> float:
    """4.4 The mean over the faces of the die of what an attack gains."""
    column, table = column_of(g, target, attackers), g.game.crt
    results = [table.read(column, face) for face in range(1, 7)]
    # What is won there, the enemy loses.
    taken = 2 * g.game.value(target) * sum(result in ("DR", "DL", "DE") for result in results)
    gains = gains_by_result(g.game)
    return (sum(gains[result] for result in results) + taken) / 6


@derived_by_game()
def gains_by_result(game: SkirmishGame) -> dict[str, float]:
    """What each result is worth to the attacker: steps, and the ground that he can take."""
    weights: SkirmishWeights = game.weights
    step, ground = weights.step, weights.ground
    return {"AL": -step, "EX": 0.0, "DR": ground, "DL": ground + step, "DE": ground + 2 * step, "-": 0.0}
