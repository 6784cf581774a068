"""Hex coordinates: printed numbers, the six directions, distance, rings and lines.

Two layouts, each with either shift: *flat* hexes stand in columns (directions N NE SE S SW NW), *pointy*
hexes lie in rows (NE E SE SW W NW). `shifted` says which columns sit half a hex lower, or which rows half a hex further
right. Internally a hex is an axial pair (q, r), in which distance and lines are simple.
"""

from __future__ import annotations

import math
from typing import Literal, NamedTuple

Layout = Literal["flat", "pointy"]
Shift = Literal["odd", "even"]

FLAT_DIRECTIONS = ("N", "NE", "SE", "S", "SW", "NW")
POINTY_DIRECTIONS = ("NE", "E", "SE", "SW", "W", "NW")

# Axial steps. Flat: q is the column, r runs down. Pointy: r is the row, q runs right.
_FLAT_STEPS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
_POINTY_STEPS = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))

_ROOT3 = math.sqrt(3)
_TOUCH = 1e-7
"""Parts of a line shorter than this are a touched corner, or an error of rounding."""

Point = tuple[float, float]


class Hex(NamedTuple):
    """Column and row as printed on the map."""

    column: int
    row: int

    @property
    def number(self) -> str:
        """The printed number, CCRR."""
        return f"{self.column:02d}{self.row:02d}"


def parse_number(text: str) -> Hex:
    """`"1409"` is column 14, row 9."""
    if len(text) != 4 or not (text.isascii() and text.isdigit()):
        raise ValueError(f"'{text}' is not a hex number of the form CCRR")
    return Hex(int(text[:2]), int(text[2:]))


class HexGrid:
    """The geometry of one map; knows nothing of what lies in the hexes."""

    def __init__(self, layout: Layout, shifted: Shift) -> None:
        self.layout: Layout = layout
        self.shifted: Shift = shifted
        self.directions = FLAT_DIRECTIONS if layout == "flat" else POINTY_DIRECTIONS
        self._steps = _FLAT_STEPS if layout == "flat" else _POINTY_STEPS
        # Angles are clockwise from the right because y runs down.
        angles = [math.radians((-120 if layout == "flat" else -90) + 60 * i) for i in range(6)]
        self._corners = [(math.cos(angle) / _ROOT3, math.sin(angle) / _ROOT3) for angle in angles]

    def _is_shifted(self, line: int) -> bool:
        return (line % 2 == 1) == (self.shifted == "odd")

    def _pushed(self, line: int) -> int:
        """How many of the lines from 0 up to this one add half a hex: turns offset into axial numbers."""
        return (line - (line & 1)) // 2 if self.shifted == "odd" else (line + (line & 1)) // 2

    def axial(self, hex_: Hex) -> tuple[int, int]:
        """The axial pair of a printed hex."""
        if self.layout == "flat":
            return hex_.column, hex_.row - self._pushed(hex_.column)
        return hex_.column - self._pushed(hex_.row), hex_.row

    def printed(self, q: int, r: int) -> Hex:
        """The printed hex of an axial pair."""
        if self.layout == "flat":
            return Hex(q, r + self._pushed(q))
        return Hex(q + self._pushed(r), r)

    def neighbour(self, hex_: Hex, direction: str) -> Hex:
        """The hex next to this one in a direction of the layout."""
        q, r = self.axial(hex_)
        dq, dr = self._steps[self.directions.index(direction)]
        return self.printed(q + dq, r + dr)

    def neighbours(self, hex_: Hex) -> list[Hex]:
        """All six, in the order of `directions`, whether on the map or not."""
        q, r = self.axial(hex_)
        return [self.printed(q + dq, r + dr) for dq, dr in self._steps]

    def distance(self, a: Hex, b: Hex) -> int:
        """Hexes from one to the other; neighbours are 1 apart."""
        (aq, ar), (bq, br) = self.axial(a), self.axial(b)
        dq, dr = aq - bq, ar - br
        return (abs(dq) + abs(dr) + abs(dq + dr)) // 2

    def ring(self, centre: Hex, radius: int) -> list[Hex]:
        """The hexes at exactly this distance."""
        if radius == 0:
            return [centre]
        q, r = self.axial(centre)
        dq, dr = self._steps[4]
        q, r = q + dq * radius, r + dr * radius
        found = []
        for dq, dr in self._steps:
            for _ in range(radius):
                found.append(self.printed(q, r))
                q, r = q + dq, r + dr
        return found

    def line(self, a: Hex, b: Hex) -> list[list[Hex]]:
        """Every hex through which the straight line between two middles passes, in order from a to b.

        Each entry holds one hex, or the two hexes of a side along which the line runs. A corner that is only touched
        does not count.
        """
        if a == b:
            return [[a]]
        near = {hex_ for sample in self._samples(a, b) for hex_ in (sample, *self.neighbours(sample))}
        start, end = self.centre(a), self.centre(b)
        passed: list[tuple[float, Hex]] = []
        for hex_ in near:
            enters, leaves = _clipped(start, end, self.corners(hex_))
            if leaves - enters > _TOUCH:
                passed.append(((enters + leaves) / 2, hex_))
        line: list[list[Hex]] = []
        last = -1.0
        for middle, hex_ in sorted(passed):
            if middle - last < _TOUCH:
                line[-1].append(hex_)
            else:
                line.append([hex_])
            last = middle
        return [sorted(entry) for entry in line]

    def _samples(self, a: Hex, b: Hex) -> list[Hex]:
        """One hex for each step of the way: the line passes through these and at most their neighbours."""
        (aq, ar), (bq, br) = self.axial(a), self.axial(b)
        steps = self.distance(a, b)
        return [
            self.printed(*_round((aq * (steps - i) + bq * i) / steps, (ar * (steps - i) + br * i) / steps))
            for i in range(steps + 1)
        ]

    def centre(self, hex_: Hex) -> tuple[float, float]:
        """The middle of a hex; neighbours' middles are 1 apart; x to the right, y down."""
        if self.layout == "flat":
            half = 0.5 if self._is_shifted(hex_.column) else 0.0
            return hex_.column * _ROOT3 / 2, hex_.row + half
        half = 0.5 if self._is_shifted(hex_.row) else 0.0
        return hex_.column + half, hex_.row * _ROOT3 / 2

    def corners(self, hex_: Hex) -> list[tuple[float, float]]:
        """The six corners; corner i and corner i+1 bound the side in direction i."""
        x, y = self.centre(hex_)
        return [(x + dx, y + dy) for dx, dy in self._corners]


def _round(q: float, r: float) -> tuple[int, int]:
    """The axial pair whose hex holds a point."""
    s = -q - r
    rq, rr, rs = round(q), round(r), round(s)
    dq, dr, ds = abs(rq - q), abs(rr - r), abs(rs - s)
    if dq > dr and dq > ds:
        rq = -rr - rs
    elif dr > ds:
        rr = -rq - rs
    return rq, rr


def _clipped(start: Point, end: Point, corners: list[Point]) -> tuple[float, float]:
    """From where to where (0 to 1) a line runs inside a convex shape with clockwise corners, its border included."""
    enters, leaves = 0.0, 1.0
    dx, dy = end[0] - start[0], end[1] - start[1]
    for (x0, y0), (x1, y1) in zip(corners, (*corners[1:], corners[0]), strict=True):
        # How far inside this side the line starts, and how fast it moves outwards.
        inside = (x1 - x0) * (start[1] - y0) - (y1 - y0) * (start[0] - x0)
        outwards = (y1 - y0) * dx - (x1 - x0) * dy
        if abs(outwards) < _TOUCH:
            if inside < -_TOUCH:
                return 0.0, 0.0
        elif outwards > 0:
            leaves = min(leaves, inside / outwards)
        else:
            enters = max(enters, inside / outwards)
    return enters, max(enters, leaves)
