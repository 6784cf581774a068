"""How good a position looks (for bots): points so far, the road to further points, strength, and the fights at hand.

All values are in Victory Points.
"""

from __future__ import annotations

from math import tanh
from typing import Any

from ...engine.derived import derived, derived_by_game, derived_from
from ...engine.flow import Frame
from ...engine.pieces import Piece, each
from ...engine.places import Place, iterate
from ...engine.supply import traced
from ...engine.weights import Row
from .americans import after_step, track_for
from .attackers import attackers_of, city_fighters, city_refusal, fighters, targets
from .battle import FIRST_PROGRESS, Battle, Outcomes
from .city import CityAttack
from .combat import Attack
from .designation import Designation, actors, limit
from .duties import camp_of, cohesion_zones, needs_sister, split_now
from .ground import by_ground
from .model import ACTED, FOUGHT, GUEST, MODES, MOVE, OOS, REDUCED, RESERVE, SHELL, SOVIET, TURNED, R, RaceGame
from .movement import destinations
from .odds import Kind, all_modifiers, column, outcomes
from .sequence import FIGHTING, MOVING, Impulse
from .supply import soviet_lines, soviet_net
from .victory import HIGHEST, highest_progress, points
from .ways import attraction, left_at, posts_of, ways
from .weights import RaceWeights
from .zones import level, nationality, occupation, on_map

CONTROL = 2
"""9.1.4 The level that makes the points."""
HEINRICI_PLAYED = 5


def score(g: R, seat: int) -> float:
    """The standing of a seat against the other."""
    if g.outcome is not None:
        weights: RaceWeights = g.game.weights
        if g.outcome.winner is None:
            return weights.both_beaten if g.outcome.rule == "2.2.9" else 0.0
        return weights.win if g.outcome.winner == seat else -weights.win
    return _standing(g, seat) - _standing(g, 1 - seat) + _lead(g, seat) + _at_hand(g, seat) - _danger(g)


@derived_from(by_ground)
def _lead(g: R, seat: int) -> float:
    """10.0 Who is ahead at the end wins by whatever margin: the last points that make the difference count for more."""
    return _lead_by(g, points(g, seat) - points(g, 1 - seat))


def _lead_by(g: R, ahead: int) -> float:
    weights: RaceWeights = g.game.weights
    return float(weights.ahead * tanh(ahead / weights.margin) * (g.state.turn / g.game.turns) ** 2)


def worth_of(g: R, camp: int, vp: int) -> float:
    """10.0 What some points more are worth to a camp: themselves, and what they do to its lead."""
    ahead = points(g, camp) - points(g, 1 - camp)
    return vp + _lead_by(g, ahead + vp) - _lead_by(g, ahead)


@derived_from(by_ground)
def _danger(g: R) -> float:
    """2.2.9 How near the Americans are to Berlin with no Soviet unit before them."""
    tracks = open_tracks(g)
    if not tracks:
        return 0.0
    far_from, apart = ways(g.game), split_now(g, 0) | split_now(g, 1)
    free = {g.where[p] for p in on_map(g, g.game.soviets & ~apart)}  # counters that are apart can only close up
    weights: RaceWeights = g.game.weights
    total, farthest = 0.0, len(weights.decay)
    for track, rest in tracks.items():
        far = min((far_from[here][zone] for here in free for zone in rest), default=farthest)
        total += _peril(g, track) * (1 - weights.at_hand * left_at(weights, far))
    return total


def _peril(g: R, track: int) -> float:
    """2.2.9 The price of losing to the Americans by a track, times its chance in the turns left."""
    met = occupation(g).soviet & g.game.map.on_tracks
    price: float = g.game.weights.both_lose
    return price * _in_berlin(g.game, g.state.turn, g.state.tracks, met)[track]


@derived_by_game(most=65536)
def _in_berlin(game: RaceGame, turn: int, steps: tuple[int, ...], met: int) -> tuple[float, ...]:
    """2.2.1-2.2.9 The chance that the Americans reach Berlin, by each track, before they meet a Soviet unit.

    Soviets stand where they stand; to meet them on one track ends the advance on all (2.2.4).
    """
    chances = [0.0] * len(steps)
    if turn == game.turns:
        return tuple(chances)
    for face in range(1, 7):
        track = track_for(game, turn + 1, face) - 1
        zone = game.map.tracks[track][steps[track]] if track >= 0 else None
        if zone is not None and met >> zone & 1:
            continue
        if zone is not None and game.map.berlin >> zone & 1:
            chances[track] += 1 / 6
            continue
        later = steps if zone is None else after_step(game, steps, zone)
        for i, chance in enumerate(_in_berlin(game, turn + 1, later, met)):
            chances[i] += chance / 6
    return tuple(chances)


def open_tracks(g: R) -> dict[int, tuple[int, ...]]:
    """2.2.4 The American tracks on which no Soviet unit stands, each with what is left of it."""
    if g.state.halted:
        return {}
    soviet = occupation(g).soviet
    rests = {i: g.game.map.tracks[i][taken:] for i, taken in enumerate(g.state.tracks)}
    return {i: rest for i, rest in rests.items() if not any(soviet >> zone & 1 for zone in rest)}


def _standing(g: R, camp: int) -> float:
    """Points, Berlin, strength and nearness of a camp's Soviets; strength and posts of its Germans."""
    scored, abandoned, deepest = _scored(g, camp)
    return scored + _berlin(g, camp) + _soviets(g, camp) + _germans(g, camp) - abandoned + deepest


@derived_from(by_ground)
def _scored(g: R, camp: int) -> tuple[float, float, float]:
    """Points, and what is due: for zones given up (9.1.5b), and for the deepest progress."""
    weights: RaceWeights = g.game.weights
    abandoned = weights.abandoned * (g.state.vacated[camp] & ~occupation(g).soviet).bit_count()
    return float(points(g, camp)), abandoned, float(HIGHEST) if highest_progress(g) == camp else 0.0


def _berlin(g: R, camp: int) -> float:
    """Zones that are being fought for, and the means to go on."""
    mine, claims, tomorrow = _claims(g, camp)
    return claims + _support(g, camp, mine) + tomorrow if mine else 0.0


@derived_from(by_ground)
def _claims(g: R, camp: int) -> tuple[int, float, float]:
    """The Berlin zones in which a camp stands, what they are worth, and what they promise for the next turn."""
    mine = occupation(g).soviet_of[camp] & g.game.map.berlin
    if not mine:
        return 0, 0.0, 0.0
    weights: RaceWeights = g.game.weights
    total, lines = 0.0, soviet_lines(g, camp)
    for zone, progress in zip(g.game.map.city, g.state.levels, strict=True):
        if mine >> zone & 1:
            total += weights.contested if lines >> zone & 1 else weights.forlorn
            total += _besides_control(g, camp, zone, progress)
    return mine, total, _tomorrow(g, camp, mine)


def _besides_control(g: R, camp: int, zone: int, progress: int) -> float:
    """9.3.3 What a City Progress level is worth besides the points that it makes."""
    weights: RaceWeights = g.game.weights
    if progress != 1:
        return weights.levels[min(progress, len(weights.levels) - 1)]
    return weights.halfway * worth_of(g, camp, g.game.map.vp[zone]) if g.state.turn < g.game.turns else 0.0


def _tomorrow(g: R, camp: int, mine: int) -> float:
    """9.2 What the units in Berlin promise for the next turn, with support in full: a complete army does best."""
    if g.state.turn == g.game.turns:
        return 0.0
    found = []
    for zone in iterate(mine & soviet_lines(g, camp)):
        units = g.here[Place(zone)] & g.game.soviet_of[camp]
        found.append(max(0.0, _expected(g, "city", units, zone, True)))
    tomorrow: Row = g.game.weights.tomorrow
    return sum(worth * share for worth, share in zip(sorted(found, reverse=True), tomorrow, strict=False))


def _support(g: R, camp: int, mine: int) -> float:
    """9.2.1c, 9.2.5 What the support points are worth: the rolls they pay for, and better rolls."""
    points = g.state.support[camp]
    if not points:
        return 0.0
    found = []
    for zone in iterate(mine & ~g.state.attacked):
        here = each(g.here[Place(zone)] & g.game.soviet_of[camp])
        units = sum(1 << p for p in here if not g.flags[p] & (OOS | TURNED | FOUGHT | MOVE | RESERVE | SHELL))
        if units:
            worth = max(0.0, _expected(g, "city", units, zone))
            found.append((worth, max(0.0, _expected(g, "city", units, zone, True) - worth)))
    found.sort(reverse=True)
    weights: RaceWeights = g.game.weights
    soon, later = weights.rolls, weights.later
    rolls = [each_worth * (1 if n < soon else later) for n, both in enumerate(found) for each_worth in both]
    return weights.support * sum(sorted(rolls, reverse=True)[:points])


def _value(g: R, piece: int) -> int:
    unit = g.game.units[piece]
    return unit.reduced if g.flags[piece] & REDUCED else unit.strength


def _weight(g: R, piece: int) -> float:
    """How much a unit is attracted; a lost step makes no difference."""
    nearness: float = g.game.weights.nearness
    return nearness * g.game.units[piece].strength


@derived_from(by_ground)
def _soviets(g: R, camp: int) -> float:
    near = attraction(g.game, _open_zones(g, camp))
    weights: RaceWeights = g.game.weights
    most = weights.crowd
    total = -shortage(g, camp) - weights.split * split_now(g, camp).bit_count() / 2
    for piece in on_map(g, g.game.soviet_of[camp]):
        value, zone = _value(g, piece), g.where[piece]
        crowd = (g.here[zone] & g.game.soviets).bit_count()
        total += value * weights.strength + _weight(g, piece) * near[zone] * min(1.0, most / crowd)
        if g.flags[piece] & OOS:
            total -= weights.shortage * min(1.0, near[zone] / weights.thick)
    return total


def shortage(g: R, camp: int, taken: int = 0) -> float:
    """What a camp's Soviets lack in supply once they have taken some zones: for each unit that no line reaches, the
    number of barred zones on its way."""
    weights: RaceWeights = g.game.weights
    sources, free = soviet_net(g, camp, taken)
    cut_off: int = occupation(g).soviet_of[camp]
    total = 0.0
    for barred in range(weights.most_barred + 1):
        sources = traced(sources, g.game.board.steps, free)
        cut_off &= ~sources
        if not cut_off:
            break
        units = sum((g.here[Place(zone)] & g.game.soviet_of[camp]).bit_count() for zone in iterate(cut_off))
        total += (weights.cut_off if not barred else weights.further) * units
    return total


@derived_from(by_ground)
def _germans(g: R, camp: int) -> float:
    """Germans are worth what they cost the other marshal: in his way, in Berlin, in his victory zones."""
    weights: RaceWeights = g.game.weights
    posts = _posts(g, camp)
    total = 0.0
    for piece in on_map(g, g.game.german_of[camp]):
        total += _value(g, piece) * (weights.german_strength + weights.post * posts[g.where[piece]])
    return total


def _open_zones(g: R, camp: int) -> int:
    """Victory zones that a camp could still take."""
    game, state = g.game, g.state
    taken = state.held[0] | state.held[1] | state.us
    city = game.map.berlin & ~occupation(g).soviet_of[1 - camp]
    return (game.map.victory & game.map.front[camp] & ~taken) | city


def _posts(g: R, camp: int) -> tuple[float, ...]:
    """Where a camp's Germans stand in the other marshal's way."""
    enemy = occupation(g).soviet_of[1 - camp]
    return posts_of(g.game, _open_zones(g, 1 - camp), enemy & ~g.game.map.east)


# -- what is at hand -----------------------------------------------------------------------------


def _at_hand(g: R, seat: int) -> float:
    """What the seat's designated units promise, and the fight whose die is due."""
    if not g.stack:
        return 0.0
    weights: RaceWeights = g.game.weights
    total = 0.0
    fight = next((frame for frame in reversed(g.stack) if isinstance(frame, Battle)), None)
    if fight is not None and not fight.result and fight.stage < HEINRICI_PLAYED:
        worth = weights.due * _expected(g, fight.kind, fight.units, fight.zone, fight.extra)
        total += worth if camp_of(g.state.impulse) == seat else -worth
    if camp_of(g.state.impulse) != seat:
        return total
    total += weights.ground * len(g.state.conquered)
    if g.state.event:
        total += weights.event
    return total + promises(g)


def promises(g: R) -> float:
    """The best the designated units can do in the steps of the impulse that are left."""
    impulse = next((frame for frame in g.stack if isinstance(frame, Impulse)), None)
    if impulse is None:
        return 0.0
    top = g.stack[-1]
    plan = (top.zone, top.units) if isinstance(top, Attack | CityAttack) else ()
    return _promises_from(g, impulse.step, type(top), plan)


@derived
def _promises_from(g: R, step: int, top: type[Frame], plan: tuple[int, ...]) -> float:
    """Frames change without a change of pieces or state, so what matters of them is part of the key."""
    return _movers(g, step) + _combats(g, step)


def _movers(g: R, step: int) -> float:
    """4.2.1, 4.2.3, 10.2.1 What moves, reserve moves and shelling promise; each only until its step is over."""
    camp = camp_of(g.state.impulse)
    weights: RaceWeights = g.game.weights
    units = [p for p in on_map(g, actors(g)) if g.flags[p] & MODES]
    total = -weights.slot * len(units) if isinstance(g.stack[-1], Designation) else 0.0
    if step <= MOVING and not g.state.shelled and any(g.flags[p] & SHELL for p in units):
        total += weights.shelling
    ahead = MOVE | RESERVE if step <= MOVING else RESERVE
    movers = [p for p in units if g.flags[p] & ahead and not g.flags[p] & ACTED]
    if nationality(g.state.impulse) == SOVIET:
        return total + _journeys(g, camp, movers)
    posts = _posts(g, camp)
    return total + sum(_share_of(g, p) * _better_post(g, p, posts) for p in movers)


def _combats(g: R, step: int) -> float:
    """4.2.2 What the combat step promises."""
    top = g.stack[-1]
    if isinstance(top, Attack | CityAttack):
        extra = isinstance(top, CityAttack) and g.state.support[camp_of(g.state.impulse)] > 1
        planned: float = g.game.weights.planned
        return planned * _expected(g, top.kind, top.units, top.zone, extra)
    return _fights(g) if step <= FIGHTING else 0.0


def _share_of(g: R, piece: int) -> float:
    """How much of a move is credited before it is made: reserves may find their way closed."""
    weights: RaceWeights = g.game.weights
    return weights.moving if g.flags[piece] & MOVE else weights.reserve


def _reach(g: R, piece: int) -> int:
    return _range(g, piece, g.game.units[piece].mp // (1 if g.flags[piece] & MOVE else 2))


@derived_from(by_ground)
def _range(g: R, piece: int, points: int) -> int:
    return destinations(g, piece, points)


def _better_post(g: R, piece: int, posts: tuple[float, ...]) -> float:
    """What a German unit gains by the best post in its reach."""
    post: float = g.game.weights.post
    best = max((posts[zone] for zone in iterate(_reach(g, piece))), default=0.0)
    return max(0.0, best - posts[g.where[piece]]) * post * _value(g, piece)


def _journeys(g: R, camp: int, movers: list[Piece]) -> float:
    """What Soviet units gain by their moves: each by its best, and the Americans barred once."""
    if not movers:
        return 0.0
    weights: RaceWeights = g.game.weights
    near = attraction(g.game, _open_zones(g, camp))
    lines = soviet_lines(g, camp)
    unbarred = open_tracks(g)
    total = 0.0
    for piece in movers:
        if g.flags[piece] & MOVE and g.state.split >> piece & 1:
            total += _closing(g, piece, near)
            continue
        reach = _reach(g, piece)
        barred = [track for track, rest in unbarred.items() if any(reach >> zone & 1 for zone in rest)]
        unbarred = {track: rest for track, rest in unbarred.items() if track not in barred}
        here, best = _best_stay(g, piece, reach, near, lines)
        leaving = weights.leaving if _alone_in_berlin(g, piece) else 0.0
        relief = weights.barring * sum(_peril(g, track) for track in barred)
        total += max(0.0, _share_of(g, piece) * (best - here) + relief - leaving)
    return total


@derived_from(by_ground)
def _best_stay(g: R, piece: int, reach: int, near: tuple[float, ...], lines: int) -> tuple[float, float]:
    """What it is worth to a Soviet unit to stay where it is, and to go where it is best."""
    here = _stay(g, piece, g.where[piece], near, lines)
    return here, max((_stay(g, piece, zone, near, lines) for zone in iterate(reach)), default=here)


def _stay(g: R, piece: int, zone: int, near: tuple[float, ...], lines: int) -> float:
    """What it is worth to a Soviet unit to stand in a zone."""
    terrain, camp = g.game.map, g.game.camp[piece]
    weights: RaceWeights = g.game.weights
    worth = _weight(g, piece) * near[zone]
    if not lines >> zone & 1:
        worth -= weights.cut_off
    if zone != g.where[piece]:
        if terrain.berlin >> zone & 1:
            worth += _entry(g, piece, zone)
        elif terrain.victory & ~(g.state.held[0] | g.state.held[1]) & 1 << zone:
            worth += worth_of(g, camp, terrain.vp[zone])
    sister = g.game.sister.get(piece)
    if sister is not None and g.where[sister] < g.game.board.size and g.game.next_to[zone][g.where[sister]] > 1:
        worth -= weights.split
    return worth


def _entry(g: R, piece: int, zone: int) -> float:
    """9.1.2, 9.2 What a unit brings that enters a Berlin zone: a claim to it, and with its sister a roll."""
    weights: RaceWeights = g.game.weights
    camp = g.game.camp[piece]
    inside = g.here.get(Place(zone), 0) & g.game.soviet_of[camp]
    sources, free = soviet_net(g, camp, 1 << zone)
    supplied = traced(sources, g.game.board.steps, free) >> zone & 1
    claim = 0.0 if inside else weights.contested if supplied else weights.forlorn
    if not supplied or g.state.turn == g.game.turns:
        return claim
    sister, share = g.game.sister.get(piece), weights.tomorrow[0]
    force = inside | 1 << piece
    near = sister is not None and g.where[sister] < g.game.board.size and g.game.next_to[zone][g.where[sister]] <= 1
    if sister is not None and near and not inside:
        force, share = force | 1 << sister, share * weights.to_come
    before = max(0.0, _expected(g, "city", inside, zone, True)) if inside else 0.0
    return claim + share * max(0.0, _expected(g, "city", force, zone, True) - before)


def _closing(g: R, piece: int, near: tuple[float, ...]) -> float:
    """What a counter gains or loses that has to close up to its sister."""
    zones = cohesion_zones(g, piece)
    if not zones:
        return 0.0
    weights: RaceWeights = g.game.weights
    gain = weights.split / 2 + (max(near[z] for z in iterate(zones)) - near[g.where[piece]]) * _weight(g, piece)
    sister = g.game.sister[piece]
    if not g.flags[sister] & MODES and _alone_in_berlin(g, sister) and needs_sister(g, piece):
        gain -= weights.leaving
    return gain - (weights.leaving if _alone_in_berlin(g, piece) else 0.0)


def _alone_in_berlin(g: R, piece: int) -> bool:
    """Whether a Soviet unit alone holds a Berlin zone."""
    zone = g.where[piece]
    return bool(g.game.map.berlin >> zone & 1) and (g.here[zone] & g.game.soviets).bit_count() == 1


def _fights(g: R) -> float:
    """The fights that combat-mode units can still have, each unit in its best one."""
    units = fighters(g)
    if not units:
        return 0.0
    slots = limit(g) - sum(1 for p in on_map(g, actors(g)) if g.flags[p] & MODES)
    planning = slots > 0 and isinstance(g.stack[-1], Designation)
    near = 0
    for piece in units:
        near |= g.game.map.next[g.where[piece]]
    best: dict[int, float] = {}
    for zone in iterate(targets(g) & near):
        chosen = attackers_of(g, zone)
        if chosen:
            force = chosen | _friends(g, zone, chosen, slots) if planning else chosen
            _share(g, best, chosen, force, _expected(g, "combat", force, zone))
    for zone in {g.where[p] for p in units if g.game.map.berlin >> g.where[p] & 1}:
        if city_refusal(g, zone) is None:
            chosen = city_fighters(g, zone)
            inside = g.here[zone] & actors(g)
            force = chosen | (sum(1 << p for p in each(inside) if not g.flags[p] & TURNED) if planning else 0)
            extra = g.state.support[camp_of(g.state.impulse)] > 1
            _share(g, best, chosen, force, _expected(g, "city", force, zone, extra))
    ready: float = g.game.weights.ready
    return ready * sum(best.values())


def _share(g: R, best: dict[int, float], chosen: int, force: int, worth: float) -> None:
    """Credit the chosen units with their part of what the whole force promises."""
    total = sum(_value(g, p) for p in each(force))
    mine = sum(_value(g, p) for p in each(chosen))
    early: float = g.game.weights.early
    credit = worth * (early + (1 - early) * mine / total)
    for piece in each(chosen):
        best[piece] = max(best.get(piece, 0.0), credit * _value(g, piece) / mine)


def _friends(g: R, zone: int, chosen: int, slots: int) -> int:
    """The strongest units that could still be designated for the same attack."""
    near = g.game.map.next[zone]
    free = [
        p
        for p in on_map(g, actors(g))
        if near >> g.where[p] & 1 and not g.flags[p] & (TURNED | MODES | GUEST) and not g.state.split >> p & 1
    ]
    sisters = {g.game.sister.get(p) for p in each(chosen)}
    free.sort(key=lambda p: (p not in sisters, -_value(g, p)))
    return sum(1 << p for p in free[:slots])


def _expected(g: R, kind: Kind, units: int, zone: int, extra: bool = False) -> float:
    """What a fight promises the attacker."""
    return _promise_of(g, kind, units, zone, extra)


@derived_from(by_ground)
def _promise_of(g: R, kind: Kind, units: int, zone: int, extra: bool) -> float:
    weights: RaceWeights = g.game.weights
    soviet = bool(units & g.game.soviets)
    enemy = g.here.get(zone, 0) & (g.game.germans if soviet else g.game.soviets)  # type: ignore[call-overload]
    price, gain = _prices(g, units), _prices(g, enemy)
    ground = weights.ground + weights.ground_points * g.game.map.vp[zone]
    if kind == "combat" and soviet and all(_alone_in_berlin(g, p) for p in each(units)):
        ground -= weights.leaving
    relief = shortage(g, camp_of(g.state.impulse)) if kind == "combat" and soviet else 0.0
    if relief:
        relief -= shortage(g, camp_of(g.state.impulse), 1 << zone)
    total = 0.0
    for chance, found in _chances(g, kind, units, zone, extra):
        worth = sum(gain[: found.defender], 0.0) - sum(price[: found.attacker], 0.0)
        if found.retreat:
            worth += ground + relief
        if found.progress:
            worth += _progress(g, units, zone, found.progress if soviet else -found.progress)
        total += chance * worth
    return total


def _column_and_modifier(g: R, kind: Kind, units: int, zone: int, extra: bool) -> tuple[Any, ...]:
    modifier = sum(value for value, _, _ in all_modifiers(g, kind, units, zone, extra))
    return kind, column(g, kind, units, zone), modifier


@derived_from(_column_and_modifier)
def _chances(g: R, kind: Kind, units: int, zone: int, extra: bool) -> list[tuple[float, Outcomes]]:
    """The results of a fight with their chances."""
    return [(float(odd.chance), Outcomes(odd.result)) for odd in outcomes(g, kind, units, zone, extra)]


def _prices(g: R, units: int) -> list[float]:
    """8.2 What each step is worth to the owner of some units, the cheapest first; a unit's last one costs all of it."""
    weights: RaceWeights = g.game.weights
    found = []
    for piece in each(units):
        unit, soviet = g.game.units[piece], bool(g.game.soviets >> piece & 1)
        camp, zone = g.game.camp[piece], g.where[piece]
        if soviet:
            each_point, place = weights.strength, _weight(g, piece) * attraction(g.game, _open_zones(g, camp))[zone]
        else:
            each_point, place = weights.german_strength + weights.post * _posts(g, camp)[zone], 0.0
        if not g.flags[piece] & REDUCED:
            found.append(each_point * (unit.strength - unit.reduced))
        found.append(each_point * unit.reduced + place)
    return sorted(found)


def _progress(g: R, units: int, zone: int, change: int) -> float:
    """What a change of the City Progress level is worth to the attacker."""
    now = level(g, zone)
    then = max(0, now + change)
    camp = g.game.camp[each(units)[0]]
    if change > 0:
        first = 0 if g.state.entered else FIRST_PROGRESS
        control = g.game.map.vp[zone] if now < CONTROL <= then else 0
        gained = _besides_control(g, camp, zone, then) - _besides_control(g, camp, zone, now)
        return gained + worth_of(g, camp, first + control)
    control = g.game.map.vp[zone] if then < CONTROL <= now else 0
    lost = _besides_control(g, camp, zone, now) - _besides_control(g, camp, zone, then)
    repelled: float = g.game.weights.repelled
    return lost + worth_of(g, camp, control) + repelled * max(0, -change - now)
