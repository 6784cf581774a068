"""How good a position looks to a seat, for bots: victory hexes, strength, the way to more, and what attacks promise.

No rule is decided here. A victory hex is worth ten points. Everything is counted for the Soviets less the Germans.
"""

from __future__ import annotations

import math
from array import array

from ...engine.derived import carried_along, derived_by_game, derived_by_side
from ...engine.flow import Seat
from ...engine.pieces import Piece, Pieces, each
from ...engine.places import Place, Places, gather, members
from .command import net
from .model import GERMAN, ISOLATED, OOS, SOVIET, K, KonigsbergGame, attack_of, defence_of, on_map
from .movement import MoveUnit
from .odds import ladder
from .prospects import prospects
from .refugees import on_roads
from .stacking import stacks
from .values import FINE, draw_field, each_of, lasting, values
from .weights import KonigsbergWeights
from .zones import zone

SLIGHT = 0.05
"""Threats that are less than this share of a full one are not looked at."""
ENDS = 28
"""How many hexes are looked at for a unit in hand."""


def score(g: K, seat: Seat) -> float:
    """Points for a seat."""
    if g.outcome is not None:
        win: float = g.game.weights.win
        return win if g.outcome.winner == seat else -win
    left = lasting(g)
    total = _hexes(g) + _approach(g, SOVIET) - _guards(g) + _air(g) + _crowds(g)
    total += left * (_strength(g, SOVIET) - _strength(g, GERMAN) - _risk(g))
    acting, promised = prospects(g)
    total += promised if acting == SOVIET else -promised
    if acting == GERMAN and g.state.turn <= g.game.weights.line_turns:
        total -= _line(g)
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
    hexes = gather(action.args[0] for action in g.actions() if action.args)
    enemies = stacks(g, 1 - top.side)[0]
    contact = game.board.steps.spread(enemies)
    if top.side == SOVIET:
        wish = draw_field(game, Places(game.map.objectives & ~g.state.soviet_held))
    else:
        wish = _wish_of_germans(g)
    objectives = game.map.objectives
    near, aims = set(members(hexes & contact)), set(members(hexes & objectives))
    weights: KonigsbergWeights = game.weights
    in_contact, at_goal = weights.end_in_contact, weights.end_at_goal
    rated = [(wish[h] + in_contact * (h in near) + at_goal * (h in aims), h) for h in members(hexes)]
    rated.sort(reverse=True)
    return gather(place for _, place in rated[:ENDS])


def _wish_of_germans(g: K) -> list[float]:
    """For each hex how much a German unit there guards victory hexes that are threatened."""
    return _wish_against(g.game, Places(g.game.map.objectives & ~g.state.soviet_held), tuple(_threats(g, SOVIET)))


@derived_by_game(most=64)
def _wish_against(game: KonigsbergGame, german: Places, threats: tuple[float, ...]) -> list[float]:
    known = values(game)
    left, base = known.pull, known.weights.end_as_guard
    found = [0.0] * game.board.size
    for objective, near in zip(known.far, threats, strict=True):
        if not german >> objective & 1:
            continue
        threat = (base + near) * known.want[objective]
        for place, cost in enumerate(known.far[objective]):
            pull = threat * left[cost]
            if pull > found[place]:
                found[place] = pull
    return found


# -- what is on the map --------------------------------------------------------------------------


def _hexes(g: K) -> float:
    """Victory hexes, and more for the lead that decides, the later the more."""
    weights: KonigsbergWeights = g.game.weights
    held = (g.state.soviet_held & g.game.map.objectives).bit_count()
    lead = max(-weights.lead, min(weights.lead, held - weights.even))
    total = weights.hex * held + lead * (weights.lead_share + weights.lead_turn * g.state.turn) * weights.hex
    for place in members(stacks(g, SOVIET)[0] & g.game.map.sudden_death):
        units = g.here[place] & g.game.combat
        if any(not g.flags[p] & (OOS | ISOLATED) for p in each(units)):
            total += weights.stormed
    return total - weights.kept * _open(g)


def _open(g: K) -> int:
    """14.1 How many victory hexes the Soviets have taken and left, with Germans near who could walk in."""
    left = g.state.soviet_held & g.game.map.objectives & ~stacks(g, SOVIET)[0]
    if not left:
        return 0
    reach, germans = values(g.game).reach, stacks(g, GERMAN)[0]
    return sum([1 for place in members(left) if reach[place] & germans])


def _left(weights: KonigsbergWeights, flags: int) -> float:
    """What lack of supply leaves of a unit's worth."""
    return 1.0 - (weights.cut_off if flags & ISOLATED else weights.out_of_supply if flags & OOS else 0.0)


@derived_by_side
def _strength(g: K, side: int) -> float:
    """Units and HQs, at their worth in the beginning."""
    weights: KonigsbergWeights = g.game.weights
    left_behind, nets, _ = _commands(g, side)
    return _material(g, side) + (len(nets) * weights.hq - left_behind * weights.left_behind)


def _material_changed(g: K, side: int, before: float, piece: int, origin: int, target: int) -> float:
    size = g.game.board.size
    if (origin < size) == (target < size) or not g.game.combat >> piece & 1:
        return before
    return _material.compute(g, side)


@carried_along(_material_changed, flags=ISOLATED | OOS)
def _material(g: K, side: int) -> float:
    """The units of a side on the map, by what supply leaves of their worth."""
    units, steps, flags, where, size = g.game.units, g.steps, g.flags, g.where, g.game.board.size
    weights: KonigsbergWeights = g.game.weights
    lesser = weights.lesser
    total = 0.0
    # Not by `on_map`, which is still the old one while a move is carried along.
    for piece in each(g.game.roster.of_side[side] & g.game.combat):
        if where[piece] >= size:
            continue
        attack, defence, _ = units[piece].values[steps[piece] - 1]
        worth = attack + lesser * defence if side == SOVIET else defence + lesser * attack
        impaired = flags[piece] & (ISOLATED | OOS)
        total += worth * _left(weights, impaired) if impaired else worth
    return total * (weights.soviet_factor if side == SOVIET else weights.german_factor)


def _approach(g: K, side: int) -> float:
    """How near the Soviets are to the victory hexes that they want; what is enough for one is not counted twice."""
    wanted = each_of(g.game, Places(g.game.map.objectives & ~g.state.soviet_held))
    return _approach_to(g, side, wanted)


@derived_by_side
def _approach_to(g: K, side: int, wanted: tuple[bool, ...]) -> float:
    known = values(g.game)
    draw, enough = known.weights.draw, known.weights.enough
    total = 0.0
    for is_wanted, want, pressure in zip(wanted, known.want.values(), _pressure(g, side), strict=True):
        # What is held counts as if all strength were there: nobody may lose by taking what he came for.
        missing = math.exp(-pressure / enough) if is_wanted else 0.0
        total += want * draw * (1.0 - missing)
    return total


def _pulled(g: K, side: int, before: int, piece: int, origin: int, target: int) -> int:
    drive = _drive(g, piece, side)
    if not drive:
        return before
    pulls, size = values(g.game).pulls, g.game.board.size
    left = pulls[origin] if origin < size else 0
    come = pulls[target] if target < size else 0
    return before + drive * (come - left)


def _drive(g: K, piece: int, side: int) -> int:
    """What a piece counts for the victory hexes around it: Soviets by attack, Germans by defence."""
    if g.game.with_zoc >> piece & 1:
        return int(g.game.units[piece].values[g.steps[piece] - 1][side == GERMAN])
    hq_pull: int = g.game.weights.hq_pull
    return hq_pull if g.game.hqs >> piece & 1 else 0


@carried_along(_pulled)
def _pull(g: K, side: int) -> int:
    """For each victory hex the strength around it, counted less the further away it is: fine numbers side by side."""
    pulls, found = values(g.game).pulls, 0
    for piece in each(on_map(g, side) & (g.game.with_zoc | g.game.hqs)):
        found += _drive(g, piece, side) * pulls[g.where[piece]]
    return found


@derived_by_side
def _pressure(g: K, side: int) -> list[float]:
    """For each victory hex a side's strength around it."""
    return [fine / FINE for fine in values(g.game).apart(_pull(g, side))]


Nets = dict[Piece | None, Places]
"""The net of each HQ."""
Commands = tuple[int, Nets, Places]
"""How many units are out of range, the net of each HQ, and all nets together."""


def _moved_in_net(g: K, side: int, before: Commands, piece: int, origin: int, target: int) -> Commands:
    game, size = g.game, g.game.board.size
    if game.hqs >> piece & 1:
        return (
            _hq_moved(g, side, before, Piece(piece)) if origin < size and target < size else _commands.compute(g, side)
        )
    left_behind, nets, inside_any = before
    hq = game.hq_of[piece]
    if not game.combat >> piece & 1 or (hq not in nets and game.immobile >> piece & 1):
        return before
    inside = nets.get(hq, inside_any)
    out = (target < size and not inside >> target & 1) - (origin < size and not inside >> origin & 1)
    return left_behind + out, nets, inside_any


def _hq_moved(g: K, side: int, before: Commands, hq: Piece) -> Commands:
    """An HQ has moved on the map: only its own units and independents can have come into range or out of it."""
    left_behind, nets, inside_any = before
    after, own = nets | {hq: net(g, hq)}, g.game.formation[hq]
    left_behind += _out_of(g, own, after[hq]) - _out_of(g, own, nets[hq])
    any_after = _together(after)
    if any_after != inside_any:
        others = _independents(g, side, nets)
        left_behind += _out_of(g, others, any_after) - _out_of(g, others, inside_any)
    return left_behind, after, any_after


def _out_of(g: K, pieces: int, hexes: int) -> int:
    """How many of some units are on the map and not in these hexes."""
    where, size, count = g.where, g.game.board.size, 0
    for piece in each(pieces):
        if where[piece] < size and not hexes >> where[piece] & 1:
            count += 1
    return count


def _together(nets: Nets) -> Places:
    """All nets as one."""
    found = 0
    for inside in nets.values():
        found |= inside
    return Places(found)


def _independents(g: K, side: int, nets: Nets) -> Pieces:
    """The mobile units of a side, wherever they are, but those of HQs on the map."""
    game = g.game
    found: int = game.roster.of_side[side] & game.combat & ~game.immobile
    for hq in nets:
        assert hq is not None
        found &= ~game.formation[hq]
    return Pieces(found)


@carried_along(_moved_in_net)
def _commands(g: K, side: int) -> Commands:
    """HQs, and the mobile units out of their own HQ's range; independents want to be in anybody's."""
    game, where, size = g.game, g.where, g.game.board.size
    nets: Nets = {hq: net(g, hq) for hq in each(game.roster.of_side[side] & game.hqs) if where[hq] < size}
    left_behind, inside_any = 0, _together(nets)
    for hq, inside in nets.items():
        assert hq is not None
        left_behind += _out_of(g, game.formation[hq], inside)
    return left_behind + _out_of(g, _independents(g, side, nets), inside_any), nets, inside_any


@derived_by_side
def _threats(g: K, side: int) -> list[float]:
    """For each victory hex how much Soviet strength is near: from 0 to 1."""
    threat: float = g.game.weights.threat
    return [1.0 if pressure >= threat else pressure / threat for pressure in _pressure(g, side)]


ByHex = dict[int, int]


def _defence_moved(g: K, side: int, before: ByHex, piece: int, origin: int, target: int) -> ByHex:
    if not g.game.combat >> piece & 1:
        return before
    defence, after, size = defence_of(g, piece), before.copy(), g.game.board.size
    if origin < size:
        after[origin] -= defence
        if not g.here.get(Place(origin), 0) & g.game.combat & g.game.roster.of_side[side]:
            del after[origin]
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
    known = values(g.game)
    full_relief = known.weights.relief
    german = each_of(g.game, Places(g.game.map.objectives & ~g.state.soviet_held))
    threats, guards, help_ = _threats(g, SOVIET), _guarded(g, GERMAN), _relief(g, GERMAN)
    total = 0.0
    for is_german, ditch, threat, guard, relief in zip(german, known.ditch, threats, guards, help_, strict=True):
        if not is_german:
            continue
        threat *= ditch
        if threat < SLIGHT:
            continue
        total += threat * guard
        total += threat * full_relief * relief
    return total


def _passed_by(g: K, side: int, before: list[int], piece: int, origin: int, target: int) -> list[int]:
    close, size = values(g.game).close, g.game.board.size
    left = close[origin] if origin < size else ()
    come = close[target] if target < size else ()
    if left == come or not g.game.combat >> piece & 1:
        return before
    defence, after = defence_of(g, piece), before[:]
    for number in left:
        after[number] -= defence
    for number in come:
        after[number] += defence
    return after


@carried_along(_passed_by)
def _close_by(g: K, side: int) -> list[int]:
    """For each victory hex the defence factors near it, those in it left out."""
    close, found = values(g.game).close, [0] * len(values(g.game).far)
    for piece in each(on_map(g, side) & g.game.combat):
        for number in close[g.where[piece]]:
            found[number] += defence_of(g, piece)
    return found


@derived_by_side
def _guarded(g: K, side: int) -> list[float]:
    """For each victory hex what guards it: the defence factors in it and near it."""
    known, defence = values(g.game), _defence_by_hex(g, side)
    weights = known.weights
    guard, guard_most, garrison = weights.guard, weights.guard_most, weights.garrison
    presence, presence_most = weights.presence, weights.presence_most
    found = []
    for objective, near in zip(known.far, _close_by(g, side), strict=True):
        inside = min(guard_most, defence.get(objective, 0))
        found.append(guard * inside + presence * min(presence_most, near) + (garrison if inside else 0.0))
    return found


@derived_by_side
def _relief(g: K, side: int) -> list[float]:
    """For each victory hex how near help is, from 0 to 1."""
    relieved: float = g.game.weights.relieved
    return [1.0 - math.exp(-help_ / relieved) for help_ in _pressure(g, side)]


def _line(g: K) -> float:
    """What the German line is worth: the strength and the HQs before the enemy, and the reserves behind them."""
    weights: KonigsbergWeights = g.game.weights
    near, total = _nearness(g, SOVIET), 0.0
    for place, defence in _defence_by_hex(g, GERMAN).items():
        total += defence * near[place]
    for place in members(stacks(g, GERMAN)[2]):
        total += weights.hq_pull * near[place]
    return weights.line * total


@derived_by_side
def _nearness(g: K, side: int) -> list[float]:
    """For each hex how near the stacks of a side are: from 0 to 1."""
    near: int = stacks(g, side)[0]
    found = [0.0] * g.game.board.size
    fresh = near
    weights: KonigsbergWeights = g.game.weights
    nothing, full = weights.line_far, weights.line_near
    for far in range(nothing):
        for place in members(fresh):
            found[place] = min(1.0, (nothing - far) / (nothing - full))
        fresh = g.game.board.steps.spread(near) & ~near
        near |= fresh
    return found


def _risk(g: K) -> float:
    """What both sides may lose by attacks and encirclement: German risks count for the Soviets."""
    return _risk_of(g, SOVIET) - _risk_of(g, GERMAN)


Threat = tuple["array[int]", int]
"""For each hex the attack factors near it, in an array because every move copies it, and the hexes that have any."""


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
    """For each hex the attack factors of a side near it."""
    known, found, under = values(g.game), array("H", [0]) * g.game.board.size, 0
    for piece in each(on_map(g, side) & g.game.with_zoc):
        attack, place = attack_of(g, piece), g.where[piece]
        if attack:
            under |= known.near[place]
            for near in known.around[place]:
                found[near] += attack
    return found, under


class Risks(dict[int, float]):
    """What a stack risks by the enemy strength around it, filled as it is asked for."""

    def __init__(self, game: KonigsbergGame, place: Place, strength: int) -> None:
        super().__init__()
        self.game = game
        self.place = place
        self.strength = strength

    def __missing__(self, attack: int) -> float:
        value = self[attack] = _risk_at(self.game, self.place, attack, self.strength)
        return value


@derived_by_game()
def _risks_at(game: KonigsbergGame, place: Place, strength: int) -> Risks:
    return Risks(game, place, strength)


Post = tuple[Place, int, Risks, int]
"""A stack under threat: its hex, its defence factors, what it risks by the enemy strength around, its ways out."""


@derived_by_side
def _posts_among(g: K, side: int, hexes: int) -> list[Post]:
    """The stacks of a side in some hexes."""
    game, defence, ways_out = g.game, _defence_by_hex(g, side), g.game.map.enter[0].targets
    return [
        (place, defence[place], _risks_at(game, place, defence[place]), ways_out[place]) for place in members(hexes)
    ]


def _risk_of(g: K, side: int) -> float:
    """What a side may lose where strong enemies stand next to it or near, and where it has no way out."""
    game, enemy = g.game, 1 - side
    weights: KonigsbergWeights = game.weights
    posts, enemies = stacks(g, side)[0], stacks(g, enemy)[0]
    threat, under = _threat(g, enemy)
    free = game.board.all & ~(zone(g, enemy) | enemies)
    total, lost = 0.0, 0
    for place, strength, risks, ways_out in _posts_among(g, side, posts & under):
        total += risks[threat[place]]
        if not ways_out & free:
            lost += strength
    lone_hqs = stacks(g, side)[2] & ~posts
    alone = weights.alone * sum([1 for place in members(lone_hqs) if _open_to(g, place, enemy)]) if lone_hqs else 0.0
    factor = weights.german_factor if side == GERMAN else weights.soviet_factor
    return factor * (total + weights.surrounded * lost) + alone


def _open_to(g: K, place: Place, enemy: int) -> bool:
    """12.1d Whether an enemy near a lone HQ finds a way to it between its own side's stacks and zones."""
    side, near = 1 - enemy, values(g.game).reach[place]
    enemies = stacks(g, enemy)[0] & near
    if not enemies:
        return False
    return _finds_a_way(g.game, place, enemies, zone(g, side) & near, stacks(g, side)[0] & near)


@derived_by_game()
def _finds_a_way(game: KonigsbergGame, place: Place, enemies: int, zones: int, posts: int) -> bool:
    weights: KonigsbergWeights = game.weights
    spread, left, through = game.board.steps.spread, game.board.all & ~posts & ~(1 << place), weights.through
    rings = [1 << place]
    """The hexes by the price of the way from there."""
    for cost in range(weights.raid):
        around = spread(rings[cost])
        if around & enemies:
            return True
        fresh = around & left & ~zones
        if cost >= through:
            fresh |= spread(rings[cost - through]) & left & zones
        rings.append(fresh)
        left &= ~fresh
    return False


def _crowds(g: K) -> float:
    """12.2c, 12.3 Refugees near Germans hamper them; near Soviets they are in the way."""
    refugees = on_roads(g)
    if not refugees:
        return 0.0
    weights: KonigsbergWeights = g.game.weights
    reach, germans, soviets = values(g.game).close_by, stacks(g, GERMAN)[0], stacks(g, SOVIET)[0]
    total, most = 0, weights.crowd_most
    for piece in each(refugees):
        near = reach[g.where[piece]]
        total += min(most, (near & germans).bit_count()) - (near & soviets).bit_count()
    return weights.crowd * total


def _risk_at(game: KonigsbergGame, place: Place, attack: int, strength: int) -> float:
    """What half of the strength around could do to a stack, in factors."""
    known = values(game)
    kind = known.kind[place]
    covered = kind != "open" or bool(game.map.rough >> place & 1)
    column = min(game.crt.last, ladder(max(1, attack // 2), max(1, strength))) - covered
    if column < 0:
        return 0.0
    odds, weights = known.chances[kind][column], known.weights
    return weights.risk * strength * (weights.risk_step * odds.defender + weights.risk_ground * odds.cleared)


def _air(g: K) -> float:
    """Air units that are ready or refit."""
    game, here = g.game, g.here
    return _air_in(game, tuple([here.get(box, Pieces(0)) for box in (*game.air_box, game.refit)]))


@derived_by_game()
def _air_in(game: KonigsbergGame, boxes: tuple[Pieces, ...]) -> float:
    """What the air units in the boxes of the three pools and in that for refitting are worth."""
    *ready, refit = boxes
    weights: KonigsbergWeights = game.weights
    total = 0.0
    for pool, units in enumerate(ready):
        sign = -1 if pool == 0 else 1
        total += sign * weights.ready_air * units.bit_count()
    for piece in each(refit):
        total += -weights.refit_air if game.side_of[piece] == GERMAN else weights.refit_air
    return total
