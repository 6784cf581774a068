"""How good a position looks, for bots: material, the way to what decides, and what blows promise."""

from __future__ import annotations

from ...engine.control import occupied
from ...engine.flow import Seat
from ...engine.pieces import each
from ...engine.places import Place, Places
from ...engine.position import carried_along
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
from .remembered import remembered, scene
from .sight import sight
from .victory import FIRST_DATE, LINK_POINTS, controlled, places_taken
from .worth import GUNS, LEADER, POINT, wanted, worth
from .zones import zone

WON = 1000.0
AT_THE_GATE = 90.0
"""12.42a What it is worth to stand next to Seelow when turn 7 ends."""
THREE_PLACES = (0.0, 4.0, 10.0, 45.0)
"""12.42b What the seven places are worth by number, when turn 7 ends."""
CANAL = 25.0
"""12.43 What it costs to be held at the canal."""
TOWN = (0.0, 10.0, 24.0, 44.0, 110.0)
"""12.44, 12.45 What hexes of Seelow are worth by number."""
ROAD = 3.0
LINE = (0.9, 0.6, 0.42, 0.3, 0.21, 0.15, 0.1, 0.07, 0.04, 0.02, 0.01)
"""How likely a pocket unit will be linked, by the number of hexes that bar its line."""
LASTING = 0.5
"""How much of that hangs on whether the line will still be open when the Soviets have moved, who move last."""
HOLDING = 5.0
"""Over how many turns before the end the way of the relief force loses its weight."""
EXPOSED = 0.8
"""What is left of that in the open, where the guns find it."""
GUN_RANGE = 0.12
"""What each target within range is worth to a gun, for each point of strength; three are enough."""
TARGETS = 3
EXPECTED = 2
"""Targets that the defender's emplaced guns count at least: the enemy comes to them."""
LIMBERED = 0.75
"""How much of its worth a limbered gun keeps, while it can still be emplaced in the night."""
ON_THE_WAY = 0.3
"""What it is worth to be limbered while a day is left to move up."""
HAUL = 0.004
"""What a point of strength loses by each half point that a limbered gun still has to go."""
FRONT, AT_HAND = 2, 0.4
"""8.33 How near the enemy a limbered gun is in the front line, and the share of its strength that it loses there."""
EYE = 0.3
"""10.12 What each enemy hex is worth that Zhukov sees; six are enough."""
SEEN = 6
PERIL, ALONE = 1.0, 4
"""What it costs to have Zhukov beside the enemy, and how near the enemy may come while nobody guards him."""


def score(g: S, seat: Seat) -> float:
    """Points for a seat: the Soviets' standing, or its opposite."""
    if g.outcome is not None:
        if g.outcome.winner is None:
            return 0.0
        return WON if g.outcome.winner == seat else -WON
    value = _material(g) + (_heights(g) if is_seelow(g) else _relief(g))
    value += _guns(g, SOVIET) - _guns(g, GERMAN) + _eye(g)
    value += ahead(g) if phasing(g) == SOVIET else -ahead(g)
    harm = next((f for f in reversed(g.stack) if isinstance(f, Harm)), None)
    if harm is not None:
        value += pending(g) if harm.side == GERMAN else -pending(g)
    return value if seat == SOVIET else -value


def _material(g: S) -> float:
    return _strength(g, SOVIET) - _strength(g, GERMAN)


def _strength(g: S, side: int) -> float:
    """What a side's units are worth; it hangs on who is there in which state, not where."""
    units = present(g, side)
    known, key = remembered(g, _strength, scene(g)), (units, shaken(g, side) & units, turned(g, side) & units)
    found: float | None = known.get(key)
    return known.keep(key, sum(worth(g, piece) for piece in each(units))) if found is None else found


# -- Seelow ------------------------------------------------------------------------------------------


def _heights(g: S) -> float:
    """12.4 How near the Soviets are to what decides, and what they hold of it."""
    turn, held = g.state.turn, controlled(g)
    terrain = g.game.map
    value = heights(g, wanted(g))
    if turn <= FIRST_DATE:
        time = (max(turn, 1) / FIRST_DATE) ** 2
        reds = occupied(g, SOVIET)
        value += THREE_PLACES[min(3, places_taken(g))] * (0.5 + 0.5 * time)
        value += AT_THE_GATE * (turn / FIRST_DATE) * breach(g)
        value -= CANAL * time * (not reds & terrain.west_of_canal)
    time = turn / TURNS
    value += TOWN[(held & terrain.seelow).bit_count()] * (0.4 + 0.6 * time)
    return value + ROAD * (held & terrain.beyond).bit_count() * time


# -- Küstrin -----------------------------------------------------------------------------------------


def _relief(g: S) -> float:
    """11.4 Lines that are open or may be opened, and the way of the relief force; units lost count as material."""
    time = 0.4 + 0.6 * g.state.turn / TURNS
    links = 0.0
    now, lasting = _lines(g), _lines(g, lasting=True)
    for piece in each(on_map(g, g.game.pocket)):
        place = g.where[piece]
        link = (1 - LASTING) * LINE[now.bars(place)] + LASTING * LINE[lasting.bars(place)]
        links += link * (1.0 if g.game.map.cover >> place & 1 else EXPOSED)
    # Who is through has to hold the way open, not to join the others in the pocket.
    onward = min(1.0, (TURNS - g.state.turn) / HOLDING)
    return -POINT * LINK_POINTS * links * time - onward * relief(g)


class Lines:
    """11.43 How many hexes in Soviet hands or zones lie on each hex's best line to the west."""

    def __init__(self, game: SeelowGame, free: Places) -> None:
        self.steps, self.area, self.free = game.map.line_steps, game.map.north, free
        self.rings = [self.steps.flood(game.map.west_column & free, free)]
        """The hexes whose line is barred by none, by one and so on, as far as somebody has asked."""
        self.reached: Places = self.rings[0]
        self._bars: dict[Place, int] = {}

    def bars(self, place: Place) -> int:
        """The number for a hex; the most that counts, where there are more or no line at all."""
        found = self._bars.get(place)
        if found is None:
            found = self._bars[place] = self._count(place)
        return found

    def _count(self, place: Place) -> int:
        while not self.reached >> place & 1 and len(self.rings) < len(LINE):
            self._widen()
        for number, ring in enumerate(self.rings):
            if ring >> place & 1:
                return number
        return len(LINE) - 1

    def _widen(self) -> None:
        """The unit's own hex counts as open, so what borders on the reached hexes is reached at the same price."""
        front = self.steps.spread(self.reached) & self.area & ~self.reached
        self.rings.append(Places(self.steps.flood(front, self.free | front) & ~self.reached))
        self.reached = Places(self.reached | self.rings[-1])


def _lines(g: S, *, lasting: bool = False) -> Lines:
    """The lines as things stand, or as they will when Soviets near them have moved; remembered by the open hexes."""
    barred = zone(g, SOVIET)
    if lasting:
        barred = Places(barred | g.game.board.steps.spread(barred))
    free = Places(g.game.map.north & ~occupied(g, SOVIET) & (~barred | occupied(g, GERMAN)))
    known = remembered(g, Lines)
    found: Lines | None = known.get(free)
    return known.keep(free, Lines(g.game, free)) if found is None else found


# -- guns --------------------------------------------------------------------------------------------

Battery = tuple[Places, float, bool, Place]
"""The hexes in a gun's range, what a target in it is worth, whether the gun is limbered, and where it stands."""


def _gun_moved(g: S, side: int, guns: list[Battery], piece: int, origin: int, target: int) -> list[Battery]:
    return _batteries.compute(g, side) if g.game.artillery >> piece & 1 else guns


@carried_along(_gun_moved, flags=FLIPPED)
def _batteries(g: S, side: int) -> list[Battery]:
    """8.1 The guns of a side on the map."""
    found = []
    for gun in each(g.game.artillery & g.game.roster.of_side[side]):
        unit: Counter = g.game.roster[gun]
        place = g.where[gun]
        if place < g.game.board.size:
            in_range = g.game.map.within(place, unit.range)
            found.append((in_range, GUN_RANGE * GUNS * unit.full.combat, bool(g.flags[gun] & FLIPPED), place))
    return found


def _guns(g: S, side: int) -> float:
    """8.1, 8.3 What guns can reach, now or when they have been emplaced in the night."""
    guns = _batteries(g, side)
    if not guns:
        return 0.0
    enemies, waits = occupied(g, 1 - side), side == _defender(g)
    least = EXPECTED if waits else 0
    total = 0.0
    for in_range, power, limbered, place in guns:
        if not limbered:
            total += power * min(TARGETS, max(least, (in_range & enemies).bit_count()))
        elif g.state.turn <= NIGHT_TURN:  # after the night it does not fire again
            targets = in_range & enemies if waits else in_range & (enemies | _gun_goals(g))
            total += LIMBERED * power * min(TARGETS, targets.bit_count())
            total += 0.0 if waits else _haul(g, power, place)
        if limbered and g.game.map.within(place, FRONT) & enemies:
            total -= AT_HAND * power / GUN_RANGE
    return total


def _haul(g: S, power: float, place: Place) -> float:
    """8.3 What it is worth to an attacker's gun to be on its way, and how far it still has to go."""
    way = HAUL * power / GUN_RANGE * distances(g.game, "motz", _gun_goals(g))[place]
    return (ON_THE_WAY if g.state.turn < NIGHT_TURN else 0.0) - way


def _defender(g: S) -> int:
    """The side that waits for the other: the Germans at Seelow, the Soviets around Küstrin."""
    return GERMAN if is_seelow(g) else SOVIET


def _gun_goals(g: S) -> Places:
    """What guns that move up should have in range on the second day."""
    return Places(g.game.map.near_seelow | g.game.map.seelow) if is_seelow(g) else g.game.map.pocket


def _eye(g: S) -> float:
    """10.12 What Zhukov sees for the guns, and the danger he is in."""
    value, size = 0.0, g.game.board.size
    for piece in each(g.game.leaders & present(g, SOVIET)):
        place = g.where[piece]
        if place < size:
            enemies = occupied(g, GERMAN)
            value += EYE * min(SEEN, (sight(g.game).seen(place, True) & enemies).bit_count())
            guarded = g.here[place] != 1 << piece
            near = g.game.map.within(place, 1 if guarded else ALONE) & enemies
            value -= (PERIL if guarded else LEADER) * bool(near)
    return value


def focus(g: S) -> Places:
    """Hexes where something is at stake: around the enemy, and the objectives."""
    steps = g.game.board.steps
    contact = occupied(g, SOVIET) & steps.spread(steps.spread(occupied(g, GERMAN)))
    front = occupied(g, GERMAN) & steps.spread(steps.spread(occupied(g, SOVIET)))
    return Places(contact | front | steps.spread(contact | front) | g.game.map.objectives)
