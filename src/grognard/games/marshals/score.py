"""How good a position looks to a seat, for bots: material, the way to Berlin, and what attacks promise.

No rule is decided here. Values are points of about one attack factor.
"""

from __future__ import annotations

from functools import lru_cache

from ...engine.control import occupied
from ...engine.derived import derived_by_game, derived_by_side
from ...engine.flow import Seat
from ...engine.movement import costs_of, reach
from ...engine.pieces import Pieces, each
from ...engine.places import Place, Places, iterate, members
from ...engine.results import ResultsChart
from .allocation import Allocation, PlanAttack, attackable, refuse_attack
from .battle import Battle
from .model import DISRUPTED, GERMAN, MOVED, RUSSIAN, SPENT, Division, M, MarshalsGame, is_dual, owned_by
from .movement import Movement
from .odds import Attack, attack_factor, attacker_side, defence_factors, final_column, strength
from .resolution import Combat
from .weights import MarshalsWeights
from .zones import controlled

FARTHEST = 40
"""Steps from Hitler beyond which nearness counts for nothing."""


def score(g: M, seat: Seat) -> float:
    """Points for a seat: its own prospects less the other's."""
    if g.outcome is not None:
        if g.outcome.winner is None:
            return 0.0
        win: float = g.game.weights.win
        return win if g.outcome.winner == seat else -win
    value = _standing(g)
    if not is_dual(g):
        total = value[0] + value[1]
    else:
        total = value[0] - value[1]
    mine = total if seat == 0 else -total
    prospects = _prospects(g)
    return mine + (prospects if seat == g.state.player else -prospects)


class Values:
    """What never changes in a game: what units are worth, and what results against them are."""

    def __init__(self, game: MarshalsGame) -> None:
        units: list[Division] = game.roster.units
        weights: MarshalsWeights = game.weights
        self.weights = weights
        self.worth = [worth(weights, unit) for unit in units]
        self.in_place = [_gains_from(weights, unit, fixed=True) for unit in units]
        self.in_the_open = [_gains_from(weights, unit, fixed=not unit.mobile) for unit in units]
        self.russians = [(i, u.attack, int(u.command == "koniev")) for i, u in enumerate(units) if u.side == "russian"]
        self.germans = [(i, u, int(u.command == "graeser")) for i, u in enumerate(units) if u.side == "german"]


@derived_by_game()
def values(game: MarshalsGame) -> Values:
    """The values of a loaded game."""
    return Values(game)


def worth(by: MarshalsWeights, unit: Division) -> float:
    """What a unit is worth in points."""
    if unit.type == "leader":
        return 0.0
    if unit.side == "russian":
        return by.russian_attack * unit.attack + by.russian_defence * unit.defence
    return by.german_attack * unit.attack + by.german_defence * unit.defence


def _gains_from(by: MarshalsWeights, unit: Division, *, fixed: bool) -> dict[str, float]:
    """What each result against a unit is worth to the attacker; a fixed unit cannot retreat."""
    if unit.type == "leader":
        return {"DE": by.win, "DR": by.win}
    points = worth(by, unit)
    shaken = by.disruption * points
    if fixed:
        return {"DE": points, "DR": points, "DW": shaken, "D": shaken}
    if unit.side == "german":
        back = by.german_withdrawal * points
        return {"DE": points, "DR": by.german_rout * points, "DW": back, "D": back}
    return {"DE": points, "DR": by.russian_rout * points, "DW": shaken, "D": shaken}


def _standing(g: M) -> tuple[float, float]:
    """For Zhukov's and Koniev's front: the Russians' worth and nearness less the worth of the Germans before them."""
    german, russian = _germans(g, GERMAN), _russians(g, RUSSIAN)
    fronts = [russian.worth[0] - german[0], russian.worth[1] - german[1]]
    closeness: float = g.game.weights.closeness
    steps = way_to_hitler(g, GERMAN)
    for front in (0, 1):
        nearness = 0
        for place, attack in russian.attack[front].items():
            nearness += (FARTHEST - steps[place]) * attack
        fronts[front] += closeness * nearness
    return fronts[0], fronts[1]


class Russians:
    """The Russians of each front: their worth, and the attack factors in each hex."""

    __slots__ = ("attack", "worth")

    def __init__(self) -> None:
        self.worth = [0.0, 0.0]
        self.attack: tuple[dict[int, int], dict[int, int]] = ({}, {})


@derived_by_side
def _russians(g: M, side: int) -> Russians:
    """What the Russians are worth and where they stand."""
    known = values(g.game)
    size, where, flags, shaken = g.game.board.size, g.where, g.flags, 1 - known.weights.disruption
    found = Russians()
    for piece, attack, front in known.russians:
        place = where[piece]
        if place >= size:
            continue
        found.worth[front] += known.worth[piece] * (shaken if flags[piece] & DISRUPTED else 1)
        found.attack[front][place] = found.attack[front].get(place, 0) + attack
    return found


@derived_by_side
def _germans(g: M, side: int) -> tuple[float, float]:
    """The worth of Busse's and Graeser's units, more in Berlin."""
    game = g.game
    known = values(game)
    weights = known.weights
    fronts = [0.0, 0.0]
    berlin, centre, dead, size = game.map.berlin, game.map.centre, game.dead, game.board.size
    for piece, unit, front in known.germans:
        place = g.where[piece]
        if place == dead:
            continue
        points = known.worth[piece]
        if place < size:
            if g.flags[piece] & DISRUPTED:
                points -= weights.disruption * points
            if berlin >> place & 1 and unit.mobile:
                points += (weights.centre_guard if place == centre else weights.district_guard) * unit.defence
        fronts[front] += points
    return fronts[0], fronts[1]


@derived_by_side
def way_to_hitler(g: M, side: int) -> list[int]:
    """By hex its steps to central Berlin, with German units and zones of control in the way."""
    return _steps_to_hitler(g.game, occupied(g, side), controlled(g, side))


@derived_by_game(most=2_000)
def _steps_to_hitler(game: MarshalsGame, germans: Places, zones: Places) -> list[int]:
    """The same for units and zones, which come up again and again while somebody looks ahead."""
    weights: MarshalsWeights = game.weights
    centre = game.map.centre
    # What a German stack costs is counted when it is left: no Russian stands in one.
    layers = reach(
        centre,
        FARTHEST - 1,
        ((1, game.map.open),),
        enter=game.board.all,
        toll=zones & ~germans,
        toll_points=weights.zone_steps,
        hold=germans & ~(1 << centre),
        hold_points=weights.unit_steps - 1,
    )
    return costs_of(layers, game.board.size, FARTHEST)


def _prospects(g: M) -> float:
    """What the phasing player may expect of attacks: planned ones, or those his units stand ready for."""
    total = 0.0
    weights: MarshalsWeights = g.game.weights
    for frame in g.stack:
        if isinstance(frame, Movement):
            total += weights.readiness * _contact(g, Pieces(0), Places(0))
        elif isinstance(frame, Combat):
            total += sum(promise(g, attack) for attack in frame.attacks)
        elif isinstance(frame, Allocation):
            total += sum(promise(g, attack) for attack in frame.attacks)
            total += weights.readiness * _contact(g, frame.engaged(), frame.targets())
        elif isinstance(frame, PlanAttack):
            total += weights.forbidden if refuse_attack(g, frame.attack) else promise(g, frame.attack)
        elif isinstance(frame, Battle) and not frame.results:
            total += promise(g, frame.attack)
        elif isinstance(frame, Battle):
            total += sum(_gains(g, piece).get(frame.result(piece), 0.0) for piece in each(frame.pending))
    return total


def promise(g: M, attack: Attack) -> float:
    """The expected gain of an attack for the attacker."""
    if attack.units >> g.game.tiger & 1:
        # What the Tiger unit can do depends on who stands beside it.
        return _promise(g, attack)
    where, flags = g.where, g.flags
    stand = tuple([(piece, where[piece], flags[piece] & MOVED) for piece in each(attack.units)])
    return _promised(g, 1 - attacker_side(g, attack), attack, stand)


@derived_by_side
def _promised(g: M, defender: int, attack: Attack, stand: tuple[tuple[int, int, int], ...]) -> float:
    """It depends on the defenders' side, and on how the attackers stand, which is there as a key only."""
    return _promise(g, attack)


def _promise(g: M, attack: Attack) -> float:
    power = strength(g, attack)
    forbidden: float = g.game.weights.forbidden
    if not power.halves:
        return forbidden
    defence = defence_factors(g, attack.target)
    column = final_column(g, attack, power, sum(defence.values()))
    if column < 0:
        return forbidden
    risk = sum(attack_factor(g, p) for p in each(attack.ground))
    return _expectation(g, attack.target, column, defence, float(risk))


def _expectation(g: M, target: Place, column: int, defence: dict[int, int], risk: float) -> float:
    """The mean over the six faces of what is gained less what is lost."""
    weights: MarshalsWeights = g.game.weights
    taken = weights.district_taken if g.game.map.berlin >> target & 1 else weights.hex_taken
    total = lost_share = 0.0
    for piece, factor in defence.items():
        results = _faces(g.game.crt, column + bool(g.flags[piece] & DISRUPTED))
        gains = _gains(g, piece)
        total += sum(chance * gains.get(result, 0.0) for result, chance in results)
        lost_share += sum(chance for result, chance in results if result == "AE") * factor
    opened = sum(chance for result, chance in _faces(g.game.crt, column) if result in ("DE", "DR", "DW"))
    return total - weights.attackers_lost * min(lost_share, risk) + opened * taken


@lru_cache(maxsize=64)
def _faces(table: ResultsChart, column: int) -> tuple[tuple[str, float], ...]:
    """The chances of each result in a column."""
    return tuple((odds.result, float(odds.chance)) for odds in table.odds(column, range(1, 7)))


def _gains(g: M, piece: int) -> dict[str, float]:
    """What each result against a defender is worth to the attacker where it stands."""
    known = values(g.game)
    return (known.in_place if g.where[piece] == g.game.map.centre else known.in_the_open)[piece]


def _contact(g: M, engaged: Pieces, taken: Places) -> float:
    """The promise of attacks that units in contact could still make, each lent to its most important target."""
    game = g.game
    where, flags = g.where, g.flags
    nearer = _nearer(game)
    fringe = (_fringe(g, RUSSIAN), _fringe(g, GERMAN))
    attackers: dict[Place, int] = {}
    in_contact = _those_at(g, GERMAN, fringe[RUSSIAN]) | _those_at(g, RUSSIAN, fringe[GERMAN])
    for piece in each(owned_by(g, g.state.player) & game.mobile & in_contact & ~engaged):
        if flags[piece] & (DISRUPTED | SPENT):
            continue
        place = where[piece]
        near = game.map.open.targets[place] & attackable(g, piece) & ~taken
        if near:
            target = next(there for there in nearer[place] if near >> there & 1)
            attackers[target] = attackers.get(target, 0) | 1 << piece
    return sum(max(0.0, promise(g, Attack(target, Pieces(units)))) for target, units in attackers.items())


@derived_by_game()
def _nearer(game: MarshalsGame) -> list[list[Place]]:
    """By hex its neighbours, those nearest to central Berlin first."""
    far = game.board.distances(game.map.centre)
    return [sorted(members(near), key=far.__getitem__) for near in game.map.open.targets]


def _those_at(g: M, side: int, places: int) -> int:
    """The pieces of a side in some hexes."""
    here, found = g.here, 0
    for place in iterate(occupied(g, side) & places):
        found |= here[place]
    return found & g.game.roster.of_side[side]


@derived_by_side
def _fringe(g: M, side: int) -> Places:
    """The hexes next to a unit of this side."""
    return g.game.board.steps.spread(occupied(g, side))
