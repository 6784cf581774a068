"""Where units can go (5.1, 5.2): allowances, what may be entered, fields and ways, and why not elsewhere (5.28, 10.2).

All costs are in half movement points.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from ...engine.control import occupied
from ...engine.derived import derived, derived_by_game
from ...engine.flow import Refusal
from ...engine.movement import cost_of, reach, union, way
from ...engine.pieces import Piece, each
from ...engine.places import Place, Places
from ...engine.position import is_on
from ...engine.telling import counted, number
from .model import (
    DISRUPTED,
    FLIPPED,
    MOVED,
    REDUCED,
    Counter,
    S,
    SeelowGame,
    is_night,
    is_twilight,
    light,
    name_of,
    play_area,
    present,
)
from .stacking import no_room, refuse_stacking
from .terrain import MOTZ
from .zones import enemy_zone

# -- allowances --------------------------------------------------------------------------------------


STATES = [bool(flags & (REDUCED | FLIPPED)) + 2 * bool(flags & DISRUPTED) for flags in range(2 * FLIPPED)]
"""Which of four paces a unit has, by its flags: other side up, disrupted."""


class Pace(NamedTuple):
    """What a unit in one state has to move with in one kind of light."""

    halves: int
    """Its allowance in half points."""
    steps: list[int]
    """For each hex the neighbours that it could enter for all of them, units and zones apart."""
    wary: bool
    """Whether its state alone keeps it out of enemy zones."""
    points: int
    """What it counts for stacking."""


def allowance(g: S, piece: int) -> int:
    """5.19, 5.23, 5.28, 10.21, 10.22, R23 Movement points in this turn: disruption first, then the light."""
    return paces(g.game, light(g))[STATES[g.flags[piece]]][piece].halves // 2


@derived_by_game()
def paces(game: SeelowGame, kind: str) -> list[list[Pace]]:
    """The paces of all units in one kind of light, by their state."""
    return [[_pace(game, kind, piece, state) for piece in range(len(game.faces))] for state in range(4)]


def _pace(game: SeelowGame, kind: str, piece: int, state: int) -> Pace:
    halves = 2 * _allowance(game, kind, piece, state)
    steps = game.map.affordable[game.mobility[piece]][halves]
    return Pace(halves, steps, bool(state & 2 or game.artillery >> piece & 1), game.points[piece])


def _allowance(game: SeelowGame, kind: str, piece: int, state: int) -> int:
    points = game.faces[piece][state & 1].allowance
    if state & 2:
        points //= 2
    if kind == "day":
        return points
    if game.artillery >> piece & 1:
        return 0
    return -(-points // 4) if kind == "night" else -(-points // 2)


def shuns_zones(g: S, piece: int) -> bool:
    """5.18b, 5.28c, 7.67, 8.34, 10.23, R1 Whether a unit may not enter an enemy zone by movement."""
    return bool(g.game.artillery >> piece & 1 or g.flags[piece] & DISRUPTED) or _all_shun_zones(g)


def _all_shun_zones(g: S) -> bool:
    """5.28c, 10.23, R1 Whether the light keeps everybody out of enemy zones."""
    return is_night(g) or (is_twilight(g) and is_on(g, "dusk_ezoc_strict"))


def may_enter(g: S, piece: int) -> Places:
    """5.21, 5.25, 5.18b The hexes that a unit may be in during its move."""
    return ground_of(g, g.game.side_of[piece]).open[shuns_zones(g, piece)][g.game.points[piece]]


def could_enter(g: S, piece: int, target: int) -> bool:
    """6.18, 7.18, R7, R62 Whether one step into a hex is within a unit's present allowance, units and zones apart.

    Artillery is tested with the allowance of its Move side, whatever the light.
    """
    unit: Counter = g.game.roster[piece]
    points = unit.march.allowance if unit.march else allowance(g, piece)
    terrain, place = g.game.map, g.where[piece]
    if terrain.affordable[unit.mobility][2 * points][place] >> target & 1:
        return True
    return unit.mobility == MOTZ and points > 0 and terrain.over_stream.has(place, target)


# -- where a unit can go -----------------------------------------------------------------------------


class Field:
    """Where a unit can go with what it has left, what it costs and by which way."""

    def __init__(self, g: S, piece: Piece, spent: int) -> None:
        unit: Counter = g.game.roster[piece]
        terrain, side = g.game.map, g.game.side_of[piece]
        self.start = g.where[piece]
        self.zone = enemy_zone(g, side)
        self.in_zone = bool(self.zone >> self.start & 1)
        self.total = 2 * allowance(g, piece)
        self.left = self.total - spent
        self.enter = may_enter(g, piece)
        self.costs = terrain.costs[unit.mobility]
        self.toll = terrain.leave_zone if self.in_zone else 0
        self.first = Places(g.game.board.all & ~self.zone) if self.in_zone else None
        moved = bool(g.flags[piece] & MOVED)
        if self.in_zone and moved:
            self.left = 0
        self.layers = reach(
            self.start, max(0, self.left - self.toll), self.costs, enter=self.enter, halt=self.zone, first=self.first
        )
        self.plain = union(self.layers)
        self.crossing = Places(0)
        """5.12b, R20 Hexes across a stream that take the whole move."""
        if may_cross(g, piece) and not self.in_zone and self.total > 0:
            self.crossing = Places(terrain.over_stream.targets[self.start] & self.enter & ~self.plain)
        self.exit_cost = self._exit_cost(g, unit)

    def _exit_cost(self, g: S, unit: Counter) -> int | None:
        """5.27, R19 What leaving the map from here costs, None where it cannot be done."""
        cost = g.game.map.edge_cost[unit.mobility].get(self.start)
        if cost is None or cost + self.toll > self.left:
            return None
        return cost + self.toll

    @property
    def all(self) -> Places:
        """Every hex in reach."""
        return Places(self.plain | self.crossing)

    def cost(self, target: int) -> int:
        """5.22 What a hex in reach costs, leaving a zone included."""
        if self.crossing >> target & 1:
            return self.total
        return (cost_of(self.layers, target) or 0) + self.toll

    def way(self, target: Place) -> tuple[Place, ...]:
        """A cheapest way to a hex in reach."""
        if self.crossing >> target & 1:
            return (target,)
        return way(self.layers, target, self.costs, halt=self.zone, first=self.first)


@derived
def field_of(g: S, piece: Piece, spent: int) -> Field:
    """The field of a unit, made once for a position."""
    return Field(g, piece, spent)


def may_cross(g: S, piece: int) -> bool:
    """5.12b, 5.12c Whether a motorized unit may still cross a stream: not moved, not disrupted."""
    return bool(g.game.motz >> piece & 1) and not g.flags[piece] & (MOVED | DISRUPTED)


class Ground:
    """What all units of a side have in common while they look for a step."""

    def __init__(self, g: S, side: int) -> None:
        self.zone = enemy_zone(g, side)
        area = play_area(g) & ~occupied(g, 1 - side)
        free = [Places(area & ~full) for full in no_room(g, side)]
        outside = [Places(hexes & ~self.zone) for hexes in free]
        self.open = [outside if _all_shun_zones(g) else free, outside]
        """5.21, 5.25 The hexes that may be entered, by whether the unit shuns zones and by its stacking points."""

    def movable(self, g: S, side: int) -> list[Piece]:
        """5.16, 5.26 The units on the map that have not moved and can make a step."""
        flags, where, zone, open_ = g.flags, g.where, self.zone, self.open
        known = paces(g.game, light(g))
        found = []
        for piece in each(present(g, side)):
            state = flags[piece]
            if state & MOVED:
                continue
            halves, steps, wary, points = known[STATES[state]][piece]
            if halves <= 0:
                continue
            # Most have an open hex beside them: only for the others, and in zones, a closer look is needed.
            place = where[piece]
            easy = steps[place] & open_[wary][points] and not zone >> place & 1
            if easy or self.has_a_step(g, piece, halves):
                found.append(piece)
        return found

    def has_a_step(self, g: S, piece: int, left: int) -> bool:
        """5.16 Whether a unit on the map can make any step with so many half points, or leave the map."""
        game, flags, place = g.game, g.flags[piece], g.where[piece]
        terrain, mobility = game.map, game.mobility[piece]
        free = self.open[shuns_zones(g, piece)][game.points[piece]]
        if self.zone >> place & 1:
            left, free = left - terrain.leave_zone, Places(free & ~self.zone)
            if left <= 0 or flags & MOVED:
                return False
        elif terrain.over_stream.targets[place] & free and may_cross(g, piece):
            return True
        if terrain.affordable[mobility][left][place] & free:
            return True
        cost = terrain.edge_cost[mobility].get(place)
        return cost is not None and cost <= left


@derived
def ground_of(g: S, side: int) -> Ground:
    """The ground of a side, made once for a position."""
    return Ground(g, side)


# -- why not -----------------------------------------------------------------------------------------


def refuse_entry(g: S, piece: int, target: int) -> Refusal | None:
    """4.12, 4.13, 5.18b, 5.21, 11.0 Why a unit may not be in a hex, however it would get there."""
    game, side = g.game, g.game.side_of[piece]
    if not play_area(g) >> target & 1:
        return Refusal("only rows 01 to 08 are in play", "11.0")
    if occupied(g, 1 - side) >> target & 1:
        return Refusal("an enemy unit is there", "5.21")
    refusal = refuse_stacking(g, piece, target)
    if refusal is not None:
        return refusal
    if not shuns_zones(g, piece) or not enemy_zone(g, side) >> target & 1:
        return None
    if g.flags[piece] & DISRUPTED:
        return Refusal("a disrupted unit stays out of enemy zones of control", "7.67")
    if game.artillery >> piece & 1:
        return Refusal("artillery stays out of enemy zones of control", "8.34")
    if is_night(g):
        return Refusal("nobody enters an enemy zone of control at night", "10.23")
    return Refusal("nobody enters an enemy zone of control at dusk or dawn (option)", "5.28c")


def refuse_move(g: S, piece: Piece, target: Place, field: Field) -> Refusal | None:
    """Why a unit cannot go to a hex in this move."""
    game = g.game
    if target >= game.board.size:
        return Refusal("units move on the map only", "5.0")
    if target == field.start:
        return Refusal("the unit is there already", "5.0")
    if field.all >> target & 1:
        return None
    refusal = refuse_entry(g, piece, target)
    if refusal is not None:
        return refusal
    if field.in_zone and field.zone >> target & 1 and game.board.adjacent[field.start] >> target & 1:
        return Refusal("a unit may not go straight from one enemy zone of control to another", "5.22")
    return _refuse_step(g, piece, target, field) or _refuse_way(g, piece, target, field)


def _refuse_step(g: S, piece: Piece, target: Place, field: Field) -> Refusal | None:
    """4.22, 5.12, 5.16, R36 Why a neighbouring hex cannot be entered."""
    terrain, board, unit = g.game.map, g.game.board, g.game.roster[piece]
    if not board.adjacent[field.start] >> target & 1:
        return None
    if not terrain.passable[unit.mobility].has(field.start, target):
        if "river" in board.side(field.start, target).features:
            return Refusal("a river without a bridge lies between", "5.11")
        return Refusal(f"{unit.name} is motorized and cannot enter swamp off the road", "5.11")
    if unit.mobility == MOTZ and terrain.over_stream.has(field.start, target):
        return _refuse_stream(g, piece, field)
    cost = terrain.step_cost[unit.mobility][field.start, target] + field.toll
    if cost > field.left:
        return Refusal(f"the hex costs {points_of(cost)}, and {number_of(field.left)} are left", "5.16")
    return None


def _refuse_stream(g: S, piece: Piece, field: Field) -> Refusal:
    name = name_of(g, piece)
    if g.flags[piece] & DISRUPTED:
        return Refusal(f"{name} is disrupted and crosses streams by bridge only", "5.12c")
    if field.in_zone:
        return Refusal(f"{name} cannot pay for leaving an enemy zone of control and for the stream", "5.12b")
    return Refusal(f"{name} needs its whole allowance to cross the stream", "5.12b")


def _refuse_way(g: S, piece: Piece, target: Place, field: Field) -> Refusal:
    """Why no way leads to a hex further off: what would have to change first."""
    game, area = g.game, play_area(g)
    if not game.map.passable[game.mobility[piece]].flood(1 << field.start, area) >> target & 1:
        return _refuse_ground(g, piece, target)
    if is_hemmed_in(g, piece):
        return Refusal("all hexes around the unit are in enemy zones of control, as its own is", "5.22")
    left = max(0, field.left - field.toll)
    if not union(reach(field.start, left, field.costs, enter=area)) >> target & 1:
        return Refusal(f"the hex is too far for {points_of(max(0, field.left))}", "5.16")
    empty = Places(area & ~occupied(g, 1 - game.side_of[piece]))
    if not union(reach(field.start, left, field.costs, enter=empty)) >> target & 1:
        return Refusal("enemy units bar the way", "5.21")
    if union(reach(field.start, left, field.costs, enter=field.enter)) >> target & 1:
        return Refusal("the way leads through enemy zones of control, where a unit must stop", "4.24")
    return Refusal("the way leads through full hexes or enemy zones of control", "5.25")


def is_hemmed_in(g: S, piece: Piece) -> bool:
    """5.22 Whether a unit in an enemy zone of control has hexes around it to enter, but none outside such zones."""
    zone = enemy_zone(g, g.game.side_of[piece])
    around = g.game.board.adjacent[g.where[piece]] & may_enter(g, piece)
    return bool(zone >> g.where[piece] & 1 and around and not around & ~zone)


def _refuse_ground(g: S, piece: Piece, target: Place) -> Refusal:
    """5.11 Why no number of points is enough for a hex."""
    name = name_of(g, piece)
    if g.game.mobility[piece] == MOTZ and g.game.board.of_terrain("swamp") >> target & 1:
        return Refusal(f"{name} is motorized and cannot enter swamp off the road", "5.11")
    between = "rivers without a bridge or swamp" if g.game.mobility[piece] == MOTZ else "rivers without a bridge"
    return Refusal(f"{between} lie on every way there", "5.11")


def number_of(halves: int) -> str:
    """Movement points as people write them, from half points: `2½`."""
    return number(Fraction(halves, 2))


def points_of(halves: int) -> str:
    """The same with the word: `2½ points`."""
    return counted(Fraction(halves, 2), "point")
