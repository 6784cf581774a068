"""How good a position looks to a seat, for bots: victory hexes, strength, the way to more, and what attacks promise.

No rule is decided here. A victory hex is worth ten points. Everything is counted for the Soviets less the Germans.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache

import msgspec

from ...engine.flow import Seat
from ...engine.movement import reach
from ...engine.pieces import Pieces, each
from ...engine.places import Crossing, Place, Places, gather, members
from ...engine.position import carried_along, derived_by_side
from .air import Aircraft
from .battle import Battle
from .combat import Attacks, Plan, able
from .command import Activation, Independents, net
from .model import GERMAN, ISOLATED, OOS, SOVIET, K, KonigsbergGame, attack_of, defence_of, on_map
from .movement import Movement, MoveUnit
from .odds import Attack, defence_total, defenders_in, final_column, ladder
from .stacking import stacks
from .zones import zone

WIN = 1000.0
HEX = 10.0
"""What a victory hex is worth."""
CAPITAL = 2.5
"""How much more Königsberg and Elbing are wanted than other victory hexes."""
FAR = 40
"""Movement points from which on a victory hex does not draw any more."""
PULL = [0.88**cost for cost in range(FAR + 1)] + [0.0]
FINE = 1 << 20
"""Pulls are counted in whole numbers of this fineness, so that they can be carried along without rounding."""
DRAW, ENOUGH = 80.0, 80.0
"""What it is worth to have strength around a victory hex, and how much strength is nearly enough."""
HQ_PULL = 4
"""As how many attack factors an HQ counts in that: it must lead the way, or its units would never leave its range."""
GERMAN_FACTOR, SOVIET_FACTOR = 0.9, 0.45
"""What a defence factor of the Germans and an attack factor of the Soviets is worth."""
STORMED = 120.0
"""What a supplied Soviet unit in Königsberg or Elbing is worth: the game, if it stays there to the end of the turn."""
HQ = 20.0
"""12.1c What an HQ is worth: without it its units are independents, and its chit is gone."""
FADING = 0.6
"""How much of their worth units lose until the end."""
OUT_OF_SUPPLY, CUT_OFF, SURROUNDED = 0.25, 0.5, 0.35
"""The shares of its worth that a unit has lost out of supply, isolated, and with no way out."""
GUARD = 0.35
"""Points for each defence factor in a victory hex that is threatened."""
KEPT = 15.0
"""What it is worth to the Soviets to leave somebody in a victory hex that Germans could walk into."""
LAST_DITCH = 6.0
"""How much more Königsberg and Elbing are guarded than other victory hexes."""
PRESENCE = 0.12
"""Points for each defence factor near a victory hex that is threatened."""
RELIEF, RELIEVED = 20.0, 30.0
"""What it is worth to have strength around a victory hex that is threatened, and how much is nearly enough."""
RISK = 0.3
"""What threatened losses count, measured by losses."""
READINESS = 0.75
"""What an attack that could still be planned counts, measured by one that is."""
GOOD_ODDS, HOPE = 4, 0.6
"""The odds for which units gather, and what a gathering counts, measured by an attack."""
ALONE, RAID = 10.0, 6
"""12.1d What an HQ without escort costs, and within how many hexes of the enemy: anybody may overrun it."""
LEFT_BEHIND = 1.0
"""What a unit out of its HQ's range costs."""
READY_AIR, REFIT_AIR = 1.0, 0.55
ENDS = 28
"""How many hexes are looked at for a unit in hand."""
TAKEN = 40.0
"""What it is worth to push one out of a victory hex: the hex, and that strength around it is free for others."""
BREAK_IN = 8.0
"""What it is worth to push an enemy stack out of a hex."""


def score(g: K, seat: Seat) -> float:
    """Points for a seat."""
    if g.outcome is not None:
        return WIN if g.outcome.winner == seat else -WIN
    lasting = _lasting(g)
    total = _hexes(g) + _approach(g, SOVIET) - _guards(g) + _air(g)
    total += lasting * (_strength(g, SOVIET) - _strength(g, GERMAN) - _risk(g))
    activation, prospects = _prospects(g)
    total += prospects if activation == SOVIET else -prospects
    return total if seat == SOVIET else -total


def focus(g: K, seat: Seat) -> Places:
    """Where something is at stake: around the front, and victory hexes; for a unit in hand the best ends."""
    top = g.stack[-1] if g.stack else None
    if isinstance(top, MoveUnit):
        return _best_ends(g, top)
    steps = g.game.board.steps
    near: list[int] = [stacks(g, GERMAN)[0], stacks(g, SOVIET)[0]]
    for _ in range(3):
        near = [mask | steps.spread(mask) for mask in near]
    return Places(near[0] & near[1] | g.game.map.objectives)


def _best_ends(g: K, top: MoveUnit) -> Places:
    """The hexes that look best for a unit at a glance."""
    game = g.game
    hexes = gather(action.args[0] for action in g.actions())
    enemies = stacks(g, 1 - top.side)[0]
    contact = game.board.steps.spread(enemies)
    if top.side == SOVIET:
        wish = values(game).field(Places(game.map.objectives & ~g.state.soviet_held))
    else:
        wish = _wish_of_germans(g)
    objectives = game.map.objectives
    rated = [(wish[h] + 0.12 * (contact >> h & 1) + (objectives >> h & 1), h) for h in members(hexes)]
    rated.sort(reverse=True)
    return gather(place for _, place in rated[:ENDS])


def _wish_of_germans(g: K) -> list[float]:
    """For each hex how much a German unit there guards victory hexes that are threatened."""
    known, threats = values(g.game), _threats(g, SOVIET)
    german = g.game.map.objectives & ~g.state.soviet_held
    found = [0.0] * g.game.board.size
    for objective in members(german):
        threat = (0.1 + threats[objective]) * known.want[objective]
        for place, cost in enumerate(known.far[objective]):
            pull = threat * PULL[cost]
            if pull > found[place]:
                found[place] = pull
    return found


# -- what never changes --------------------------------------------------------------------------


class Chances(msgspec.Struct, frozen=True):
    """What a column of the table promises against one kind of hex, on average."""

    cleared: float
    defender: float
    attacker: float


class Values:
    """What can be known of a loaded game beforehand."""

    def __init__(self, game: KonigsbergGame) -> None:
        self.far: dict[Place, list[int]] = {o: _distances(game, o) for o in members(game.map.objectives)}
        """Movement points of every hex from each victory hex."""
        self.want = {o: CAPITAL if game.map.sudden_death >> o & 1 else 1.0 for o in self.far}
        kinds = ("open", "village", "town")
        self.chances = {kind: [_chances(game, c, kind) for c in range(game.crt.last + 1)] for kind in kinds}
        self.kind = ["open"] * game.board.size
        for place in members(game.map.settlements):
            self.kind[place] = "town" if game.map.towns >> place & 1 else "village"
        self.near = [game.board.within(p, 2) & ~(1 << p) for p in range(game.board.size)]
        self.reach = [game.board.within(p, RAID) for p in range(game.board.size)]
        self.around = [members(near) for near in self.near]
        self.pulls = [tuple(round(FINE * PULL[far[p]]) for far in self.far.values()) for p in range(game.board.size)]
        """For each hex how much strength there counts for each victory hex."""
        self.close = [tuple(o for o, far in self.far.items() if 0 < far[p] <= 4) for p in range(game.board.size)]
        """For each hex the victory hexes that are near."""
        self.leaves = Crossing(game.board.size, _steps_back(game.map.enter[0]))
        """From each hex to those that units on foot can leave for it."""
        self.risks: list[dict[int, float]] = [{}, {}]
        """What stacks of each side risk, by enemy strength around, own strength and hex."""
        self.fields: dict[Places, list[float]] = {}

    def field(self, wanted: Places) -> list[float]:
        """For each hex how strongly a Soviet unit there is drawn by the victory hexes that are not Soviet."""
        found = self.fields.get(wanted)
        if found is None:
            size = len(self.kind)
            found = [0.0] * size
            for objective in members(wanted):
                want, far = self.want[objective], self.far[objective]
                for place in range(size):
                    pull = want * PULL[far[place]]
                    if pull > found[place]:
                        found[place] = pull
            self.fields[wanted] = found
        return found


@lru_cache(maxsize=8)
def values(game: KonigsbergGame) -> Values:
    """The values of a loaded game."""
    return Values(game)


def _steps_back(crossing: Crossing) -> Iterator[tuple[int, int]]:
    for start in members(crossing.starts):
        for end in members(crossing.targets[start]):
            yield end, start


def _distances(game: KonigsbergGame, start: Place) -> list[int]:
    row = [FAR + 1] * game.board.size
    for cost, layer in enumerate(reach(start, FAR, game.map.costs[0], enter=game.map.land)):
        for place in members(layer):
            row[place] = cost
    return row


def _chances(game: KonigsbergGame, column: int, kind: str) -> Chances:
    """The averages of one column."""
    cleared = defender = attacker = 0.0
    for odds in game.crt.odds(column, range(1, 7)):
        cost = game.tables["crt"]["results"][odds.result]
        chance = float(odds.chance)
        hexes = cost["retreat"] - (kind != "open")
        steps = max(0, cost["defender"] - (kind == "town"))
        held = kind != "open" and cost["retreat"] == 1
        cleared += chance * (hexes > 0)
        defender += chance * steps
        attacker += chance * (cost["attacker"] + (cost["attacker_if_held"] if held else 0))
    return Chances(cleared, defender, attacker)


# -- what is on the map --------------------------------------------------------------------------


def _hexes(g: K) -> float:
    """Victory hexes, and more for the lead that decides, the later the more."""
    held = (g.state.soviet_held & g.game.map.objectives).bit_count()
    lead = max(-3.0, min(3.0, held - 6.5))
    total = HEX * held + lead * (0.2 + 0.08 * g.state.turn) * HEX
    for place in members(stacks(g, SOVIET)[0] & g.game.map.sudden_death):
        units = g.here[place] & g.game.combat
        if any(not g.flags[p] & (OOS | ISOLATED) for p in each(units)):
            total += STORMED
    return total - KEPT * _open(g)


def _open(g: K) -> int:
    """14.1 How many victory hexes the Soviets have taken and left, with Germans near who could walk in."""
    left = g.state.soviet_held & g.game.map.objectives & ~stacks(g, SOVIET)[0]
    reach, germans = values(g.game).reach, stacks(g, GERMAN)[0]
    return sum(1 for place in members(left) if reach[place] & germans)


def _weight(flags: int) -> float:
    """What lack of supply leaves of a unit's worth."""
    return 1.0 - (CUT_OFF if flags & ISOLATED else OUT_OF_SUPPLY if flags & OOS else 0.0)


def _lasting(g: K) -> float:
    """How much of their worth units still have: in the end only victory hexes count."""
    return 1.0 - FADING * g.state.turn / g.game.turns


@derived_by_side
def _strength(g: K, side: int) -> float:
    """Units and HQs, at their worth in the beginning."""
    headquarters, left_behind, _ = _commands(g, side)
    return _material(g, side) + (headquarters * HQ - left_behind * LEFT_BEHIND)


def _material(g: K, side: int) -> float:
    flags, total = g.flags, 0.0
    for piece, worth in _fit(g, side):
        impaired = flags[piece] & (ISOLATED | OOS)
        total += worth * _weight(impaired) if impaired else worth
    return total * (SOVIET_FACTOR if side == SOVIET else GERMAN_FACTOR)


Worth = list[tuple[int, float]]


def _fit_changed(g: K, side: int, before: Worth, piece: int, origin: int, target: int) -> Worth:
    size = g.game.board.size
    if (origin < size) == (target < size) or not g.game.combat >> piece & 1:
        return before
    return _fit.compute(g, side)


@carried_along(_fit_changed)
def _fit(g: K, side: int) -> Worth:
    """The units of a side on the map, and what each would be worth in supply."""
    units, steps, where, size = g.game.units, g.steps, g.where, g.game.board.size
    found: Worth = []
    # Not by `on_map`, which is still the old one while a move is carried along.
    for piece in each(g.game.roster.of_side[side] & g.game.combat):
        if where[piece] >= size:
            continue
        attack, defence, _ = units[piece].values[steps[piece] - 1]
        found.append((piece, attack + 0.3 * defence if side == SOVIET else defence + 0.3 * attack))
    return found


def _approach(g: K, side: int) -> float:
    """How near the Soviets are to the victory hexes that they want; what is enough for one is not counted twice."""
    wanted = g.game.map.objectives & ~g.state.soviet_held
    total = 0.0
    for (objective, want), gathered in zip(values(g.game).want.items(), _gathered(g, side), strict=True):
        # What is held counts as if all strength were there: nobody may lose by taking what he came for.
        total += want * DRAW * (gathered if wanted >> objective & 1 else 1.0)
    return total


@derived_by_side
def _gathered(g: K, side: int) -> list[float]:
    """For each victory hex how much of what is nearly enough is around it, from 0 to 1."""
    return [1.0 - math.exp(-pressure / ENOUGH) for pressure in _pressure(g, side).values()]


def _pulled(g: K, side: int, before: list[int], piece: int, origin: int, target: int) -> list[int]:
    attack = _drive(g, piece, side)
    if not attack:
        return before
    pulls = values(g.game).pulls
    if origin < g.game.board.size:
        before = [strength - attack * pull for strength, pull in zip(before, pulls[origin], strict=True)]
    if target < g.game.board.size:
        before = [strength + attack * pull for strength, pull in zip(before, pulls[target], strict=True)]
    return before


def _drive(g: K, piece: int, side: int) -> int:
    """What a piece counts for the victory hexes around it: Soviets by attack, Germans by defence."""
    if g.game.with_zoc >> piece & 1:
        return int(g.game.units[piece].values[g.steps[piece] - 1][side == GERMAN])
    return HQ_PULL if g.game.hqs >> piece & 1 else 0


@carried_along(_pulled)
def _pull(g: K, side: int) -> list[int]:
    """For each victory hex the strength around it, counted less the further away it is, in fine numbers."""
    pulls = values(g.game).pulls
    found = [0] * len(values(g.game).far)
    for piece in each(on_map(g, side) & (g.game.with_zoc | g.game.hqs)):
        drive = _drive(g, piece, side)
        found = [strength + drive * pull for strength, pull in zip(found, pulls[g.where[piece]], strict=True)]
    return found


@derived_by_side
def _pressure(g: K, side: int) -> dict[Place, float]:
    """For each victory hex a side's strength around it."""
    return {objective: fine / FINE for objective, fine in zip(values(g.game).far, _pull(g, side), strict=True)}


Commands = tuple[int, int, list[int]]
"""How many HQs, how many units out of range, and for each piece the hexes in which it is not, all for those at ease."""


def _moved_in_net(g: K, side: int, before: Commands, piece: int, origin: int, target: int) -> Commands:
    if g.game.hqs >> piece & 1:
        return _commands.compute(g, side)
    headquarters, left_behind, inside = before
    at_ease, size = inside[piece], g.game.board.size
    out = (target < size and not at_ease >> target & 1) - (origin < size and not at_ease >> origin & 1)
    return headquarters, left_behind + out, inside


@carried_along(_moved_in_net)
def _commands(g: K, side: int) -> Commands:
    """HQs, and the mobile units out of their own HQ's range; independents want to be in anybody's."""
    game, where, size = g.game, g.where, g.game.board.size
    hqs = [hq for hq in each(game.roster.of_side[side] & game.hqs) if where[hq] < size]
    inside_any = 0
    for hq in hqs:
        inside_any |= net(g, hq)
    inside = [-1] * len(where)
    for piece in each(game.roster.of_side[side] & game.combat & ~game.immobile):
        inside[piece] = inside_any
    for hq in hqs:
        for piece in each(game.formation[hq]):
            inside[piece] = net(g, hq)
    left_behind = sum(1 for piece, place in enumerate(where) if place < size and not inside[piece] >> place & 1)
    return len(hqs), left_behind, inside


@derived_by_side
def _threats(g: K, side: int) -> dict[Place, float]:
    """For each victory hex how much Soviet strength is near: from 0 to 1."""
    return {objective: min(1.0, pressure / 60) for objective, pressure in _pressure(g, side).items()}


ByHex = dict[int, int]


def _defence_moved(g: K, side: int, before: ByHex, piece: int, origin: int, target: int) -> ByHex:
    if not g.game.combat >> piece & 1:
        return before
    defence, after, size = defence_of(g, piece), before.copy(), g.game.board.size
    if origin < size:
        after[origin] -= defence
    if target < size:
        after[target] = after.get(target, 0) + defence
    return after


@carried_along(_defence_moved)
def _defence_by_hex(g: K, side: int) -> ByHex:
    where: list[Place] = g.where
    found: ByHex = {}
    for piece in each(on_map(g, side) & g.game.combat):
        found[where[piece]] = found.get(where[piece], 0) + defence_of(g, piece)
    return found


def _guards(g: K) -> float:
    """How well the victory hexes that are threatened are held, and how near help is."""
    german, last_ditch = g.game.map.objectives & ~g.state.soviet_held, g.game.map.sudden_death
    total = 0.0
    for (objective, threat), guard, relief in zip(
        _threats(g, SOVIET).items(), _guarded(g, GERMAN), _relief(g, GERMAN), strict=True
    ):
        if not german >> objective & 1:
            continue
        threat *= LAST_DITCH if last_ditch >> objective & 1 else 1.0
        if threat < 0.05:
            continue
        total += threat * guard
        total += threat * RELIEF * relief
    return total


@derived_by_side
def _guarded(g: K, side: int) -> list[float]:
    """For each victory hex what guards it: the defence factors in it and near it."""
    known, defence = values(g.game), _defence_by_hex(g, side)
    around: ByHex = {}
    for place, strength in defence.items():
        for objective in known.close[place]:
            around[objective] = around.get(objective, 0) + strength
    found = []
    for objective in known.far:
        inside = min(12, defence.get(objective, 0))
        found.append(GUARD * inside + PRESENCE * min(24, around.get(objective, 0)) + (2.0 if inside else 0.0))
    return found


@derived_by_side
def _relief(g: K, side: int) -> list[float]:
    """For each victory hex how near help is, from 0 to 1."""
    return [1.0 - math.exp(-help_ / RELIEVED) for help_ in _pressure(g, side).values()]


def _risk(g: K) -> float:
    """What both sides may lose by attacks and encirclement: German risks count for the Soviets."""
    return _risk_of(g, SOVIET) - _risk_of(g, GERMAN)


Threat = tuple[list[int], int]
"""For each hex the attack factors near it, and the hexes that have any."""


def _threatened(g: K, side: int, before: Threat, piece: int, origin: int, target: int) -> Threat:
    attack = attack_of(g, piece) if g.game.with_zoc >> piece & 1 else 0
    if not attack:
        return before
    known, size = values(g.game), g.game.board.size
    after, under = before[0][:], before[1]
    if origin < size:
        for place in known.around[origin]:
            after[place] -= attack
            if not after[place]:
                under ^= 1 << place
    if target < size:
        for place in known.around[target]:
            after[place] += attack
        under |= known.near[target]
    return after, under


@carried_along(_threatened)
def _threat(g: K, side: int) -> Threat:
    """For each hex the attack factors of a side within two hexes."""
    around, found = values(g.game).around, [0] * g.game.board.size
    for piece in each(on_map(g, side) & g.game.with_zoc):
        attack = attack_of(g, piece)
        for near in around[g.where[piece]]:
            found[near] += attack
    return found, gather(place for place, attack in enumerate(found) if attack)


def _risk_of(g: K, side: int) -> float:
    """What a side may lose where strong enemies stand next to it or near, and where it has no way out."""
    game, enemy = g.game, 1 - side
    known, posts, enemies = values(game), stacks(g, side)[0], stacks(g, enemy)[0]
    threat, under = _threat(g, enemy)
    defence, risks = _defence_by_hex(g, side), known.risks[side]
    total = 0.0
    for place in members(posts & under):
        strength = defence[place]
        key = (threat[place] << 8 | strength) << 12 | place
        risk = risks.get(key)
        if risk is None:
            risk = risks[key] = _risk_at(game, known, place, threat[place], strength)
        total += risk
    free = game.board.all & ~(zone(g, enemy) | enemies)
    lost = sum([defence[place] for place in members(posts & under & ~known.leaves.spread(free))])
    lone_hqs = stacks(g, side)[2] & ~posts
    alone = ALONE * sum([1 for place in members(lone_hqs) if known.reach[place] & enemies]) if lone_hqs else 0.0
    factor = GERMAN_FACTOR if side == GERMAN else SOVIET_FACTOR
    return factor * (total + SURROUNDED * lost) + alone


def _risk_at(game: KonigsbergGame, known: Values, place: Place, attack: int, strength: int) -> float:
    """What half of the strength around could do to a stack, in factors."""
    kind = known.kind[place]
    covered = kind != "open" or bool(game.map.rough >> place & 1)
    column = min(game.crt.last, ladder(max(1, attack // 2), max(1, strength))) - covered
    if column < 0:
        return 0.0
    odds = known.chances[kind][column]
    return RISK * strength * (0.3 * odds.defender + 0.15 * odds.cleared)


def _air(g: K) -> float:
    game = g.game
    total = 0.0
    for pool, box in enumerate(game.air_box):
        sign = -1 if pool == 0 else 1
        total += sign * READY_AIR * Pieces(g.here.get(box, 0)).bit_count()
    for piece in each(g.here.get(game.refit, 0)):
        total += -REFIT_AIR if game.side_of[piece] == GERMAN else REFIT_AIR
    return total


# -- what attacks promise ------------------------------------------------------------------------


def _prospects(g: K) -> tuple[int, float]:
    """Who is acting, and what the attack that is planned and those that could be are worth to him."""
    if not g.stack:
        return SOVIET, 0.0
    top = g.stack[-1]
    if isinstance(top, Movement | MoveUnit | Attacks | Plan | Independents):
        return _of_activation(g, top)
    battle = next((f for f in g.stack if isinstance(f, Battle)), None)
    if battle is None or battle.result or battle.barrage:
        return SOVIET, 0.0
    if not isinstance(top, Aircraft) and battle.stage > 1:
        return SOVIET, 0.0
    rest = READINESS * _promise(g, able(g) & g.game.with_zoc, battle.side)
    return battle.side, _worth(g, battle.attack, battle.side) + rest


def _of_activation(g: K, top: Movement | MoveUnit | Attacks | Plan | Independents) -> tuple[int, float]:
    activation = next((f for f in g.stack if isinstance(f, Activation)), None)
    if activation is None or not activation.fights:
        return top.side, 0.0
    units = activation.units
    if isinstance(top, Independents):
        units = Pieces(units | top.chosen)
    total = 0.02 * sum(attack_of(g, p) for p in each(units & g.game.combat))
    if isinstance(top, Independents):
        return top.side, total
    free: int = able(g) & g.game.with_zoc
    if isinstance(top, Plan):
        total += max(-20.0, _worth(g, top.attack, top.side))
        free &= ~top.units
    gathering = isinstance(top, Movement | MoveUnit)
    return top.side, total + READINESS * _promise(g, free, top.side, gathering=gathering)


def _promise(g: K, free: int, side: int, *, gathering: bool = False) -> float:
    """The best attacks that units could still make, each used once; while units gather, what is half there counts."""
    game, where = g.game, g.where
    enemies = stacks(g, 1 - side)[0]
    by_target: dict[Place, int] = {}
    for piece in each(free):
        for target in members(game.map.enter[game.mech >> piece & 1].targets[where[piece]] & enemies):
            by_target[target] = by_target.get(target, 0) | 1 << piece
    judge = _hope if gathering else _worth
    worth = [(judge(g, Attack(target, Pieces(units)), side), target) for target, units in by_target.items()]
    total, used = 0.0, 0
    for value, target in sorted(worth, reverse=True):
        if value <= 0:
            break
        units = by_target[target]
        if units & used:
            value = judge(g, Attack(target, Pieces(units & ~used)), side) if units & ~used else 0.0
        if value > 0:
            total += value
            used |= units
    return total


def _hope(g: K, attack: Attack, side: int) -> float:
    """What an attack is worth to which others may still come: part of a good one, as far as the strength is there."""
    defence = max(1, defence_total(g, defenders_in(g, attack.target, 1 - side)))
    share = min(1.0, sum(attack_of(g, p) for p in each(attack.units)) / (GOOD_ODDS * defence))
    hoped = HOPE * share * _worth_at(g, attack, side, GOOD_ODDS)
    return max(hoped, _worth(g, attack, side))


def _worth(g: K, attack: Attack, side: int) -> float:
    """What an attack is worth on average: ground, enemy steps, own steps."""
    enemy = 1 - side
    if not attack.units:
        return -20.0
    column = final_column(g, attack, enemy)
    return -3.0 if column is None else _worth_at(g, attack, side, column)


def _worth_at(g: K, attack: Attack, side: int, column: int) -> float:
    """What an attack is worth on a column."""
    game, enemy = g.game, 1 - side
    known, target = values(game), attack.target
    odds = known.chances[known.kind[target]][column]
    defenders = defenders_in(g, target, enemy)
    strength = max(1, defence_total(g, defenders))
    lasting = _lasting(g)
    mine, theirs = (GERMAN_FACTOR, SOVIET_FACTOR) if side == GERMAN else (SOVIET_FACTOR, GERMAN_FACTOR)
    strongest = max(attack_of(g, p) for p in each(attack.units))
    step = lasting * theirs * strength / max(1, sum(g.steps[p] for p in each(defenders)))
    cleared = odds.cleared
    if defenders & game.immobile:
        cleared = min(1.0, cleared * 0.5 + 0.15 * odds.defender)
    ground = BREAK_IN
    if side == SOVIET and game.map.objectives & ~g.state.soviet_held & 1 << target:
        ground += TAKEN * known.want[target]
    elif side == GERMAN and game.map.objectives & g.state.soviet_held & 1 << target:
        ground += TAKEN
    trapped = 0.0
    if not game.map.enter[0].targets[target] & ~(zone(g, side) | stacks(g, side)[0]):
        trapped = cleared * step
    return cleared * ground + odds.defender * step + trapped - odds.attacker * lasting * mine * 0.5 * strongest
