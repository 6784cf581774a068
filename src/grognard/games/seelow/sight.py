"""Spotting (8.2, 10.1, R42-R45): who sees which hexes, and what hides the rest.

A line runs from middle to middle. It is straight in height too: from the spotter's level to the target's. What it
passes is the same for all hexes that lie the same way from each other, so the shape of each line is worked out once;
the test itself is done in whole numbers.
"""

from __future__ import annotations

import msgspec

from ...engine.derived import derived_by_game, derived_by_side
from ...engine.hexgrid import Hex, HexGrid
from ...engine.pieces import each
from ...engine.places import Place, Places, gather, members
from .model import DISRUPTED, S, SeelowGame, is_night, is_twilight
from .terrain import SeelowMap

RANGE, PER_LEVEL, STAFF_RANGE = 3, 1, 3
"""8.24, 10.12 How far one sees, for each level down, and how much further Zhukov sees from a height."""
TWILIGHT_RANGE = 2
"""8.26"""

Passed = tuple[tuple[tuple[int, int], ...], int, int]
"""What a line passes: a hex or the two hexes of a side, as axial offsets; and how far along, as a fraction."""


class Hidden(msgspec.Struct, frozen=True):
    """8.22, 8.23, 8.25 What hides a hex: the place in the way, and the rule."""

    place: Place
    rule: str


class Sight:
    """Lines of sight on one map; kept by the game and filled as places are asked for."""

    def __init__(self, terrain: SeelowMap) -> None:
        board = terrain.board
        assert board.grid is not None
        self.board = board
        self.within = terrain.within
        self.symbols = terrain.symbols
        self.axial = {place: board.grid.axial(board.hexes[place]) for place in members(board.all)}
        self.inside = {axial: place for place, axial in self.axial.items()}
        levels = sorted({board.level[place] for place in members(board.all)})
        self.at_level = {k: gather(p for p in members(board.all) if board.level[p] == k) for k in levels}
        self._shapes: dict[tuple[int, int], list[Passed]] = {}
        self._seen: dict[tuple[int, bool], Places] = {}
        self._seen_in_twilight: dict[int, Places] = {}

    def hidden_by(self, spotter: Place, target: Place) -> Hidden | None:
        """8.22-8.25, R42, R43 The first thing on the line that hides the target, None where nothing does."""
        (q, r), (tq, tr) = self.axial[spotter], self.axial[target]
        for offsets, along, whole in self.shape(tq - q, tr - r):
            places = [self.inside.get((q + dq, r + dr)) for dq, dr in offsets]
            reasons = [self._blocks(spotter, target, place, along, whole) for place in places]
            # R42 A side hides only if both its hexes do; beyond the map's edge there is nothing that could.
            if all(reasons):
                assert places[0] is not None
                return Hidden(places[0], reasons[0])
        return None

    def _blocks(self, spotter: Place, target: Place, place: Place | None, along: int, whole: int) -> str:
        """R43 The rule by which a hex hides the target: higher ground, or a symbol that reaches the line."""
        if place is None:
            return ""
        level = self.board.level
        rise, fall = level[place] - level[spotter], level[target] - level[spotter]
        if rise * whole > fall * along:
            return "8.23"
        if self.symbols >> place & 1 and (2 * rise + 1) * whole >= 2 * fall * along:
            return "8.22" if fall == 0 else "8.25"
        return ""

    def shape(self, q: int, r: int) -> list[Passed]:
        """f.6 What a line passes that leads so far, in axial offsets; remembered."""
        found = self._shapes.get((q, r))
        if found is None:
            assert self.board.grid is not None
            found = self._shapes[q, r] = _shape(self.board.grid, q, r)
        return found

    def seen(self, place: Place, staff: bool) -> Places:
        """8.24, 10.12 The hexes that a unit sees by day, `staff` being Zhukov; its own hex among them."""
        key = (place, staff)
        found = self._seen.get(key)
        if found is None:
            found = self._seen[key] = self._unhidden(place, self.in_range(place, staff))
        return found

    def seen_in_twilight(self, place: Place) -> Places:
        """8.26 The hexes that a unit sees at dusk and dawn, its own hex among them."""
        found = self._seen_in_twilight.get(place)
        if found is None:
            found = self._seen_in_twilight[place] = self._unhidden(place, self.within(place, TWILIGHT_RANGE))
        return found

    def _unhidden(self, place: Place, near: int) -> Places:
        return gather(target for target in members(near) if self.hidden_by(place, target) is None)

    def in_range(self, place: int, staff: bool) -> Places:
        """8.24, 10.12 The hexes near enough to be seen by day from a hex, hidden or not."""
        level, mask = self.board.level[place], 0
        for below, hexes in self.at_level.items():
            mask |= hexes & self.within(place, self.range_down(level, below, staff))
        return Places(mask)

    def range(self, place: int, target: int, staff: bool) -> int:
        """8.24, 10.12 How far a unit sees towards a hex by day."""
        level = self.board.level
        return self.range_down(level[place], level[target], staff)

    def range_down(self, level: int, below: int, staff: bool) -> int:
        """8.24, 10.12 The same from one level to another."""
        return RANGE + PER_LEVEL * max(0, level - below) + (STAFF_RANGE if staff and level > 1 else 0)


def _shape(grid: HexGrid, dq: int, dr: int) -> list[Passed]:
    """f.6 What a line between two hexes passes, as offsets from the first."""
    # Any hex will do as a start; one far from the first column keeps all numbers positive.
    start = Hex(50, 50)
    q, r = grid.axial(start)
    passed: list[Passed] = []
    for entry in grid.line(start, grid.printed(q + dq, r + dr))[1:-1]:
        offsets = tuple((hq - q, hr - r) for hq, hr in map(grid.axial, entry))
        oq = sum(offset[0] for offset in offsets)
        or_ = sum(offset[1] for offset in offsets)
        whole = len(offsets) * _product(dq, dr, dq, dr)
        passed.append((offsets, _product(dq, dr, oq, or_), whole))
    return passed


def _product(q: int, r: int, other_q: int, other_r: int) -> int:
    """Twice the scalar product of two axial offsets: the foot of a hex on the line, in whole numbers."""
    return 2 * q * other_q + 2 * r * other_r + q * other_r + r * other_q


@derived_by_game()
def sight(game: SeelowGame) -> Sight:
    """The lines of sight of this game's map."""
    return Sight(game.map)


def sees(g: S, piece: int) -> Places:
    """8.24-8.27, 10.12, 10.26, 10.27 What one unit sees in this turn's light, disrupted or not."""
    return sees_from(g, g.where[piece], staff=bool(g.game.leaders >> piece & 1))


def sees_from(g: S, place: Place, *, staff: bool) -> Places:
    """8.24-8.27 What a unit in a hex sees in this turn's light, `staff` being Zhukov."""
    if is_night(g):
        return Places(0)
    lines = sight(g.game)
    return lines.seen_in_twilight(place) if is_twilight(g) else lines.seen(place, staff)


def in_sight_range(g: S, place: Place, *, staff: bool) -> Places:
    """8.24, 8.26, 8.27, 10.12 The hexes that are near enough to be seen from a hex, hidden or not."""
    if is_night(g):
        return Places(0)
    if is_twilight(g):
        return g.game.map.within(place, TWILIGHT_RANGE)
    return sight(g.game).in_range(place, staff)


@derived_by_side
def _seen_by_day(g: S, side: int) -> Places:
    game, where, flags, size = g.game, g.where, g.flags, g.game.board.size
    lines, mask = sight(game), 0
    for piece in each(game.roster.of_side[side]):
        if where[piece] < size and not flags[piece] & DISRUPTED:
            mask |= lines.seen(where[piece], bool(game.leaders >> piece & 1))
    return Places(mask)


@derived_by_side
def _seen_in_twilight(g: S, side: int) -> Places:
    game, where, flags, size = g.game, g.where, g.flags, g.game.board.size
    lines, mask = sight(game), 0
    for piece in each(game.roster.of_side[side]):
        place = where[piece]
        if place < size and not flags[piece] & DISRUPTED:
            mask |= lines.seen_in_twilight(place)
    return Places(mask)


def spotted(g: S, side: int) -> Places:
    """8.19, 8.21, 8.26, 8.27, 7.63, R45 The hexes that a side sees: through every undisrupted unit."""
    if is_night(g):
        return Places(0)
    return _seen_in_twilight(g, side) if is_twilight(g) else _seen_by_day(g, side)
