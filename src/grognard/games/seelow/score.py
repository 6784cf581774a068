"""How good a position looks, for bots: material, the way to what decides, and what blows promise."""

from __future__ import annotations

from ...engine.control import occupied
from ...engine.derived import carried_along, derived_by_game, derived_from
from ...engine.flow import Seat
from ...engine.pieces import each
from ...engine.places import Place, Places
from .approach import distances, heights, relief
from .breach import breach
from .harm import Harm
from .model import (
    FLIPPED,
    GERMAN,
    NIGHT_TURN,
    SOVIET,
    TURNS,
    Counter,
    S,
    SeelowGame,
    is_seelow,
    on_map,
    phasing,
    present,
    shaken,
    turned,
)
from .prospects import ahead, pending
from .sight import sight
from .victory import FIRST_DATE, LINK_POINTS, controlled, places_taken
from .weights import SeelowWeights
from .worth import wanted, worth
from .zones import zone


def score(g: S, seat: Seat) -> float:
    """Points for a seat: the Soviets' standing, or its opposite."""
    if g.outcome is not None:
        if g.outcome.winner is None:
            return 0.0
        win: float = g.game.weights.win
        return win if g.outcome.winner == seat else -win
    value = _material(g) + (_heights(g) if is_seelow(g) else _relief(g))
    value += _guns(g, SOVIET) - _guns(g, GERMAN) + _eye(g)
    value += ahead(g) if phasing(g) == SOVIET else -ahead(g)
    harm = next((f for f in reversed(g.stack) if isinstance(f, Harm)), None)
    if harm is not None:
        value += pending(g) if harm.side == GERMAN else -pending(g)
    return value if seat == SOVIET else -value


def _material(g: S) -> float:
    return _strength(g, SOVIET) - _strength(g, GERMAN)


def _states(g: S, side: int) -> tuple[int, ...]:
    """The day, and who of a side is there in which state, wherever."""
    units = present(g, side)
    return g.state.turn, units, shaken(g, side) & units, turned(g, side) & units


@derived_from(_states)
def _strength(g: S, side: int) -> float:
    """What a side's units are worth."""
    return sum(worth(g, piece) for piece in each(present(g, side)))


# -- Seelow ------------------------------------------------------------------------------------------


def _heights(g: S) -> float:
    """12.4 How near the Soviets are to what decides, and what they hold of it."""
    weights: SeelowWeights = g.game.weights
    turn, held = g.state.turn, controlled(g)
    terrain = g.game.map
    value = heights(g, wanted(g))
    if turn <= FIRST_DATE:
        time = (max(turn, 1) / FIRST_DATE) ** 2
        reds = occupied(g, SOVIET)
        early = weights.places_early
        value += weights.places[min(len(weights.places) - 1, places_taken(g))] * (early + (1 - early) * time)
        value += weights.at_the_gate * (turn / FIRST_DATE) * breach(g)
        value -= weights.canal * time * (not reds & terrain.west_of_canal)
    time = turn / TURNS
    early = weights.town_early
    value += weights.town[(held & terrain.seelow).bit_count()] * (early + (1 - early) * time)
    return value + weights.road * (held & terrain.beyond).bit_count() * time


# -- Küstrin -----------------------------------------------------------------------------------------


def _relief(g: S) -> float:
    """11.4 Lines that are open or may be opened, and the way of the relief force; units lost count as material."""
    weights: SeelowWeights = g.game.weights
    time = weights.links_early + (1 - weights.links_early) * g.state.turn / TURNS
    line, stays, exposed = weights.line, weights.lasting, weights.exposed
    links = 0.0
    now, lasting = _lines(g), _lines(g, lasting=True)
    for piece in each(on_map(g, g.game.pocket)):
        place = g.where[piece]
        link = (1 - stays) * line[now.bars(place)] + stays * line[lasting.bars(place)]
        links += link * (1.0 if g.game.map.cover >> place & 1 else exposed)
    # Who is through has to hold the way open, not to join the others in the pocket.
    onward = min(1.0, (TURNS - g.state.turn) / weights.holding)
    return -weights.point * LINK_POINTS * links * time - onward * relief(g)


class Lines:
    """11.43 How many hexes in Soviet hands or zones lie on each hex's best line to the west."""

    def __init__(self, game: SeelowGame, free: Places) -> None:
        weights: SeelowWeights = game.weights
        self.steps, self.area, self.free = game.map.line_steps, game.map.north, free
        self.most = len(weights.line)
        """So many numbers of hexes that bar a line are told apart."""
        self._rings = [self.steps.flood(game.map.west_column & free, free)]
        """The hexes whose line is barred by none, by one and so on, as far as somebody has asked."""
        self._reached: Places = self._rings[0]
        self._bars: dict[Place, int] = {}

    def bars(self, place: Place) -> int:
        """The number for a hex; the most that counts, where there are more or no line at all."""
        found = self._bars.get(place)
        if found is None:
            found = self._bars[place] = self._count(place)
        return found

    def _count(self, place: Place) -> int:
        while not self._reached >> place & 1 and len(self._rings) < self.most:
            self._widen()
        for number, ring in enumerate(self._rings):
            if ring >> place & 1:
                return number
        return self.most - 1

    def _widen(self) -> None:
        """The unit's own hex counts as open, so what borders on the reached hexes is reached at the same price."""
        front = self.steps.spread(self._reached) & self.area & ~self._reached
        self._rings.append(Places(self.steps.flood(front, self.free | front) & ~self._reached))
        self._reached = Places(self._reached | self._rings[-1])


def _lines(g: S, *, lasting: bool = False) -> Lines:
    """The lines as things stand, or as they will when Soviets near them have moved."""
    barred = zone(g, SOVIET)
    if lasting:
        barred = Places(barred | g.game.board.steps.spread(barred))
    free = Places(g.game.map.north & ~occupied(g, SOVIET) & (~barred | occupied(g, GERMAN)))
    return _lines_among(g.game, free)


@derived_by_game(most=2000)
def _lines_among(game: SeelowGame, free: Places) -> Lines:
    return Lines(game, free)


# -- guns --------------------------------------------------------------------------------------------

Battery = tuple[Places, float, bool, Place]
"""The hexes in a gun's range, what a target in it is worth, whether the gun is limbered, and where it stands."""


def _gun_moved(g: S, side: int, guns: list[Battery], piece: int, origin: int, target: int) -> list[Battery]:
    return _batteries.compute(g, side) if g.game.artillery >> piece & 1 else guns


@carried_along(_gun_moved, flags=FLIPPED)
def _batteries(g: S, side: int) -> list[Battery]:
    """8.1 The guns of a side on the map."""
    weights: SeelowWeights = g.game.weights
    found = []
    for gun in each(g.game.artillery & g.game.roster.of_side[side]):
        unit: Counter = g.game.roster[gun]
        place = g.where[gun]
        if place < g.game.board.size:
            in_range = g.game.map.within(place, unit.range)
            power = weights.gun_range * weights.guns * unit.full.combat
            found.append((in_range, power, bool(g.flags[gun] & FLIPPED), place))
    return found


def _guns(g: S, side: int) -> float:
    """8.1, 8.3 What guns can reach, now or when they have been emplaced in the night."""
    guns = _batteries(g, side)
    if not guns:
        return 0.0
    weights: SeelowWeights = g.game.weights
    enemies, waits = occupied(g, 1 - side), side == _defender(g)
    least, most, limbered_share = weights.expected if waits else 0, weights.targets, weights.limbered
    total = 0.0
    for in_range, power, limbered, place in guns:
        if not limbered:
            total += power * min(most, max(least, (in_range & enemies).bit_count()))
        elif g.state.turn <= NIGHT_TURN:  # after the night it does not fire again
            targets = in_range & enemies if waits else in_range & (enemies | _gun_goals(g))
            total += limbered_share * power * min(most, targets.bit_count())
            total += 0.0 if waits else _haul(g, power, place)
        if limbered and g.game.map.within(place, weights.gun_front) & enemies:
            total -= weights.gun_in_front * power / weights.gun_range
    return total


def _haul(g: S, power: float, place: Place) -> float:
    """8.3 What it is worth to an attacker's gun to be on its way, and how far it still has to go."""
    weights: SeelowWeights = g.game.weights
    way = weights.haul * power / weights.gun_range * distances(g.game, "motz", _gun_goals(g))[place]
    return (weights.on_the_way if g.state.turn < NIGHT_TURN else 0.0) - way


def _defender(g: S) -> int:
    """The side that waits for the other: the Germans at Seelow, the Soviets around Küstrin."""
    return GERMAN if is_seelow(g) else SOVIET


def _gun_goals(g: S) -> Places:
    """What guns that move up should have in range on the second day."""
    return Places(g.game.map.near_seelow | g.game.map.seelow) if is_seelow(g) else g.game.map.pocket


def _eye(g: S) -> float:
    """10.12 What Zhukov sees for the guns, and the danger he is in."""
    weights: SeelowWeights = g.game.weights
    value, size = 0.0, g.game.board.size
    for piece in each(g.game.leaders & present(g, SOVIET)):
        place = g.where[piece]
        if place < size:
            enemies = occupied(g, GERMAN)
            value += weights.eye * min(weights.seen, (sight(g.game).seen(place, True) & enemies).bit_count())
            guarded = g.here[place] != 1 << piece
            near = g.game.map.within(place, 1 if guarded else weights.alone) & enemies
            value -= (weights.peril if guarded else weights.leader) * bool(near)
    return value


def focus(g: S) -> Places:
    """Hexes where something is at stake: around the enemy, and the objectives."""
    steps = g.game.board.steps
    contact = occupied(g, SOVIET) & steps.spread(steps.spread(occupied(g, GERMAN)))
    front = occupied(g, GERMAN) & steps.spread(steps.spread(occupied(g, SOVIET)))
    return Places(contact | front | steps.spread(contact | front) | g.game.map.objectives)
