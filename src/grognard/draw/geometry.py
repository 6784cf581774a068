"""Where places lie on the picture: the frame, outlines, anchors, and the hexes just off the map.

Board units become picture units by `x = left + scale * board_x` and `y = top + scale * board_y`. On hex maps
a hex is 100 units from middle to middle. The legend stands in a strip to the right of the map, so the
frame's `scale`, `left` and `top` are the same with and without it.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from grognard.engine.board import Board, Point
from grognard.engine.hexgrid import Hex
from grognard.engine.places import members

HEX = 100.0
"""Picture units from the middle of one hex to the middle of the next."""
BLEED = 34.0
"""How far the land runs on beyond the outermost hexes."""
BORDER = 26.0
"""The paper border around the land."""
STRIP = 380.0
"""The width of the legend strip beside a map of `STRIP_HEIGHT`; it grows with the map."""
STRIP_HEIGHT = 1560.0


@dataclass(frozen=True)
class Frame:
    """The transform from board units to picture units, and the size of the picture."""

    scale: float
    left: float
    top: float
    width: float
    height: float

    def point(self, at: Point) -> Point:
        """A board point on the picture."""
        return self.left + self.scale * at[0], self.top + self.scale * at[1]


def _extent(board: Board) -> tuple[float, float, float, float]:
    """The rectangle, in board units, that holds every place and the drawing's own page."""
    points = [p for place in members(board.all) for p in _shape(board, place)]
    page = board.info.get("drawing", {})
    if board.grid is None and "width" in page:
        points += [(0.0, 0.0), (float(page["width"]), float(page["height"]))]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def _zone_scale(width: float, height: float) -> float:
    """Zone maps bring their own units; they are kept if they give a picture of a sensible size."""
    size = max(width, height, 1e-9)
    return 1.0 if 1200 <= size <= 5000 else 2400.0 / size


@lru_cache(maxsize=32)
def frame(board: Board, *, legend: bool = False) -> Frame:
    """The transform and the size of the picture of a board."""
    x0, y0, x1, y1 = _extent(board)
    scale = HEX if board.grid is not None else _zone_scale(x1 - x0, y1 - y0)
    edge = BLEED + BORDER
    height = (y1 - y0) * scale + 2 * edge
    width = (x1 - x0) * scale + 2 * edge + (STRIP * strip_scale(height) if legend and not has_panel(board) else 0.0)
    return Frame(scale, edge - x0 * scale, edge - y0 * scale, round(width, 1), round(height, 1))


def has_panel(board: Board) -> bool:
    """Whether the drawing keeps a frame for its legend, so that it needs no strip beside it."""
    return board.grid is None and "legend" in board.info.get("frames", {})


def strip_scale(height: float) -> float:
    """How much the legend strip is enlarged beside a map of this height."""
    return max(0.7, height / STRIP_HEIGHT)


def _shape(board: Board, place: int) -> list[Point]:
    """The outline of a place in board units (of the largest part, if a zone has several)."""
    if board.grid is not None:
        return board.grid.corners(board.hexes[place])
    parts = board.outlines.get(place)  # type: ignore[call-overload]
    if not parts:
        x, y = board.centre(place)
        return [(x - 1, y - 1), (x + 1, y - 1), (x + 1, y + 1), (x - 1, y + 1)]
    return _open(max(parts, key=lambda ring: abs(signed_area(ring))))


def _open(ring: list[Point]) -> list[Point]:
    return ring[:-1] if len(ring) > 1 and ring[0] == ring[-1] else ring


def outline(board: Board, place: int) -> list[Point]:
    """The polygon of a place in picture units: hex corners, or the zone's outline."""
    to = frame(board)
    return [(round(x, 2), round(y, 2)) for x, y in (to.point(p) for p in _shape(board, place))]


def anchor(board: Board, place: int) -> Point:
    """Where a stack of counters is centred, in picture units."""
    to = frame(board)
    x, y = to.point(board.centre(place))
    if board.grid is None:
        x, y = to.point(_zone_anchor(board, place))
    return round(x, 2), round(y, 2)


@lru_cache(maxsize=8)
def positions(board: Board) -> dict[int, dict[str, Any]]:
    """Where the data puts the name, the symbols and the counters of each zone, in board units."""
    file = "map/zones.geojson"
    if board.grid is not None or not board.pack.has(file):
        return {}
    found = {}
    for feature in json.loads(board.pack.text(file))["features"]:
        given = feature["properties"]
        if given.get("id") in board.number:
            found[int(board.number[given["id"]])] = given.get("positions") or {}
    return found


def counter_boxes(board: Board, place: int) -> list[tuple[float, float, float, float]]:
    """The squares a zone keeps free for counters, in board units; none if the data names none."""
    given = positions(board).get(place, {}).get("counters", {})
    half = float(given.get("size", 38.0)) / 2
    spots = dict.fromkeys(tuple(at) for spots in given.values() if isinstance(spots, list) for at in spots)
    return [(x - half, y - half, x + half, y + half) for x, y in spots]


def _counter_anchor(boxes: list[tuple[float, float, float, float]]) -> Point:
    """The middle of the squares for counters, if a counter there stays on them; else the square nearest to it."""
    x = (min(b[0] for b in boxes) + max(b[2] for b in boxes)) / 2
    y = (min(b[1] for b in boxes) + max(b[3] for b in boxes)) / 2
    half, gap = (boxes[0][2] - boxes[0][0]) / 2, 5.0
    corners = [(x + i * half / 2, y + j * half / 2) for i in range(-2, 3) for j in range(-2, 3)]
    if all(any(b[0] - gap <= u <= b[2] + gap and b[1] - gap <= v <= b[3] + gap for b in boxes) for u, v in corners):
        return x, y
    middles = [((b[0] + b[2]) / 2, (b[1] + b[3]) / 2) for b in boxes]
    return min(middles, key=lambda at: math.dist(at, (x, y)))


@lru_cache(maxsize=1024)
def _zone_anchor(board: Board, place: int) -> Point:
    """The middle of a zone's squares for counters, or the inside point furthest from its outline."""
    boxes = counter_boxes(board, place)
    if boxes:
        return _counter_anchor(boxes)
    ring = _shape(board, place)
    xs, ys = [x for x, _ in ring], [y for _, y in ring]
    best, middle = -1.0, board.centre(place)
    for i in range(1, 16):
        for j in range(1, 16):
            at = (min(xs) + (max(xs) - min(xs)) * i / 16, min(ys) + (max(ys) - min(ys)) * j / 16)
            if inside(ring, at):
                room = min(segment_distance(at, a, b) for a, b in zip(ring, ring[1:] + ring[:1], strict=True))
                if room > best:
                    best, middle = room, at
    return middle


# -- plain geometry ------------------------------------------------------------------------------


def signed_area(ring: list[Point]) -> float:
    """Positive when the ring runs clockwise on the picture (y runs down)."""
    pairs = zip(ring, ring[1:] + ring[:1], strict=True)
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairs) / 2


def inside(ring: list[Point], at: Point) -> bool:
    """Whether a point lies inside a ring."""
    x, y = at
    hit = False
    for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1], strict=True):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            hit = not hit
    return hit


def segment_distance(at: Point, a: Point, b: Point) -> float:
    """From a point to a straight piece."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    long = dx * dx + dy * dy
    t = 0.0 if long == 0 else max(0.0, min(1.0, ((at[0] - a[0]) * dx + (at[1] - a[1]) * dy) / long))
    return math.hypot(at[0] - a[0] - t * dx, at[1] - a[1] - t * dy)


def key(at: Point) -> tuple[int, int]:
    """A name for a corner that is the same from every place that touches it."""
    return round(at[0] * 8), round(at[1] * 8)


# -- the hex grid on the picture -----------------------------------------------------------------


class HexSheet:
    """Hex geometry in picture units, including the hexes just beyond the map's edge."""

    def __init__(self, board: Board) -> None:
        assert board.grid is not None
        self.board = board
        self.grid = board.grid
        self.to = frame(board)
        self.hexes = {board.hexes[p]: p for p in members(board.all)}
        self.ghosts = sorted({n for h in self.hexes for n in self.grid.neighbours(h)} - set(self.hexes))

    def centre(self, hex_: Hex) -> Point:
        """The middle of a hex, on the map or off it."""
        return self.to.point(self.grid.centre(hex_))

    def corners(self, hex_: Hex) -> list[Point]:
        """Its six corners."""
        return [self.to.point(p) for p in self.grid.corners(hex_)]

    def side(self, a: Hex, b: Hex) -> tuple[Point, Point]:
        """The two corners that two neighbours share."""
        i = self.grid.neighbours(a).index(b)
        corners = self.corners(a)
        return corners[i], corners[(i + 1) % 6]

    def of(self, place: int) -> Hex:
        """The hex of a place."""
        return self.board.hexes[place]


@lru_cache(maxsize=8)
def sheet_of(board: Board) -> HexSheet:
    """The hex sheet of a board, made once."""
    return HexSheet(board)
