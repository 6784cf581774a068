"""Spotting (8.2, 10.1, R42-R45): who sees which hexes, and what hides the rest.

A line runs from middle to middle. It is straight in height too: from the spotter's level to the target's. What it
passes is the same for all hexes that lie the same way from each other, so the shape of each line is worked out once;
the test itself is done in whole numbers.
"""

from __future__ import annotations

import msgspec

from ...engine.board import Board
from ...engine.hexgrid import Hex
from ...engine.pieces import each
from ...engine.places import Place, Places, gather, members
from ...engine.position import derived_by_side
from .model import DISRUPTED, S, SeelowGame, is_night, is_twilight

FARTHEST = 8
"""10.12 Zhukov on the heights, looking two levels down."""
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

    def __init__(self, board: Board, symbols: Places) -> None:
        assert board.grid is not None
        self.board = board
        self.symbols = symbols
        self.inside = {board.grid.axial(board.hexes[place]): place for place in members(board.all)}
        self.shapes = _shapes(board)
        self._clear: dict[int, Places] = {}
        self._seen: dict[tuple[int, bool], Places] = {}

    def clear(self, place: int) -> Places:
        """8.21-8.23, 8.25 The hexes up to eight away to which nothing hides the line, either way."""
        found = self._clear.get(place)
        if found is None:
            near = self.board.within(place, FARTHEST) & ~(1 << place)
            mask = sum(1 << target for target in members(near) if self.hidden_by(Place(place), target) is None)
            found = self._clear[place] = Places(mask)
        return found

    def hidden_by(self, spotter: Place, target: Place) -> Hidden | None:
        """8.22-8.25, R42, R43 The first thing on the line that hides the target, None where nothing does."""
        grid, hexes = self.board.grid, self.board.hexes
        assert grid is not None
        (q, r), (tq, tr) = grid.axial(hexes[spotter]), grid.axial(hexes[target])
        for offsets, along, whole in self.shapes[tq - q, tr - r]:
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

    def seen(self, place: int, staff: bool) -> Places:
        """8.24, 10.12 The hexes that a unit sees by day, `staff` being Zhukov; its own hex among them."""
        key = (place, staff)
        found = self._seen.get(key)
        if found is None:
            found = self._seen[key] = self._look(place, staff)
        return found

    def _look(self, place: int, staff: bool) -> Places:
        mask, clear = 1 << place, self.clear(place)
        for target in members(clear):
            if self.board.distance(place, target) <= self.range(place, target, staff):
                mask |= 1 << target
        return Places(mask)

    def range(self, place: int, target: int, staff: bool) -> int:
        """8.24, 10.12 How far a unit sees towards a hex by day."""
        level = self.board.level
        down = max(0, level[place] - level[target])
        return RANGE + PER_LEVEL * down + (STAFF_RANGE if staff and level[place] > 1 else 0)


def _shapes(board: Board) -> dict[tuple[int, int], list[Passed]]:
    """f.6 For each way from one hex to another what the line passes, as offsets."""
    grid = board.grid
    assert grid is not None
    # Any hex will do as a start; one far from the first column keeps all numbers positive.
    start = Hex(50, 50)
    q, r = grid.axial(start)
    shapes: dict[tuple[int, int], list[Passed]] = {}
    for radius in range(1, FARTHEST + 1):
        for end in grid.ring(start, radius):
            tq, tr = grid.axial(end)
            dq, dr = tq - q, tr - r
            passed = []
            for entry in grid.line(start, end)[1:-1]:
                offsets = tuple((hq - q, hr - r) for hq, hr in map(grid.axial, entry))
                oq = sum(offset[0] for offset in offsets)
                or_ = sum(offset[1] for offset in offsets)
                whole = len(offsets) * _product(dq, dr, dq, dr)
                passed.append((offsets, _product(dq, dr, oq, or_), whole))
            shapes[dq, dr] = passed
    return shapes


def _product(q: int, r: int, other_q: int, other_r: int) -> int:
    """Twice the scalar product of two axial offsets: the foot of a hex on the line, in whole numbers."""
    return 2 * q * other_q + 2 * r * other_r + q * other_r + r * other_q


def sight(game: SeelowGame) -> Sight:
    """The lines of sight of this game's map."""
    found: Sight | None = game.remembered.get(Sight)
    if found is None:
        found = game.remembered[Sight] = Sight(game.board, game.map.symbols)
    return found


def sees(g: S, piece: int) -> Places:
    """8.24-8.27, 10.12, 10.26, 10.27 What one unit sees in this turn's light, disrupted or not."""
    return sees_from(g, g.where[piece], staff=bool(g.game.leaders >> piece & 1))


def sees_from(g: S, place: Place, *, staff: bool) -> Places:
    """8.24-8.27 What a unit in a hex sees in this turn's light, `staff` being Zhukov."""
    return Places(sight(g.game).seen(place, staff) & in_sight_range(g, place, staff=staff))


def in_sight_range(g: S, place: Place, *, staff: bool) -> Places:
    """8.24, 8.26, 8.27, 10.12 The hexes that are near enough to be seen from a hex, hidden or not."""
    if is_night(g):
        return Places(0)
    if is_twilight(g):
        return g.game.map.within(place, TWILIGHT_RANGE)
    lines, board = sight(g.game), g.game.board
    near = members(g.game.map.within(place, FARTHEST))
    return gather(p for p in near if board.distance(place, p) <= lines.range(place, p, staff))


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
            near = game.map.within(place, TWILIGHT_RANGE)
            mask |= lines.seen(place, bool(game.leaders >> piece & 1)) & near
    return Places(mask)


def spotted(g: S, side: int) -> Places:
    """8.19, 8.21, 8.26, 8.27, 7.63, R45 The hexes that a side sees: through every undisrupted unit."""
    if is_night(g):
        return Places(0)
    return _seen_in_twilight(g, side) if is_twilight(g) else _seen_by_day(g, side)
