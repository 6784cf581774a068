"""Terrain that flows over hex borders: places joined into areas with wavy outlines, points strewn in them."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property

from grognard.engine.board import Board, Point
from grognard.engine.hexgrid import Hex
from grognard.engine.places import members

from .curves import between, line_path, smooth_path, wobble
from .geometry import HexSheet, frame, key

Ring = list[Point]


def merge(polygons: Iterable[Ring]) -> list[Ring]:
    """The outlines of polygons joined along the borders they share."""
    ends: dict[tuple[int, int], list[tuple[Point, Point]]] = {}
    edges: dict[tuple[tuple[int, int], tuple[int, int]], tuple[Point, Point]] = {}
    for ring in polygons:
        for a, b in zip(ring, ring[1:] + ring[:1], strict=True):
            ka, kb = key(a), key(b)
            if (kb, ka) in edges:
                del edges[kb, ka]
            elif ka != kb:
                edges[ka, kb] = (a, b)
    for (ka, _), edge in edges.items():
        ends.setdefault(ka, []).append(edge)
    rings = []
    while ends:
        rings.append(_walk(ends))
    return rings


def _walk(ends: dict[tuple[int, int], list[tuple[Point, Point]]]) -> Ring:
    """Follow edges from the first corner left until the ring closes."""
    at = next(iter(ends))
    ring = []
    while at in ends:
        a, b = ends[at].pop()
        if not ends[at]:
            del ends[at]
        ring.append(a)
        at = key(b)
    return ring


def wavy(ring: Ring, size: float = 8.5, step: float = 9.6) -> Ring:
    """A ring as a hand would draw it: cut fine, shaken a little by place, corners eased."""
    fine: Ring = []
    for a, b in zip(ring, ring[1:] + ring[:1], strict=True):
        pieces = max(1, round(math.dist(a, b) / step))
        fine += [wobble(wobble(between(a, b, i / pieces), size, 33.0), size * 0.3, 11.0, 5) for i in range(pieces)]
    return eased(fine, closed=True)


def eased(points: Ring, closed: bool = False) -> Ring:
    """Every point drawn halfway to the middle of its neighbours."""
    count = len(points)
    out = []
    for i, (x, y) in enumerate(points):
        if not closed and i in (0, count - 1):
            out.append((x, y))
            continue
        (ax, ay), (bx, by) = points[i - 1], points[(i + 1) % count]
        out.append(((ax + 2 * x + bx) / 4, (ay + 2 * y + by) / 4))
    return out


class Area:
    """A joined piece of one terrain, drawn with curves if `smooth`, else straight from point to point."""

    BAND = 24.0

    def __init__(self, rings: list[Ring], smooth: bool = True) -> None:
        self.rings = rings
        self.smooth = smooth
        self._bands: dict[int, list[tuple[Point, Point]]] = {}
        for ring in rings:
            for a, b in zip(ring, ring[1:] + ring[:1], strict=True):
                low, high = sorted((a[1], b[1]))
                for band in range(int(low // self.BAND), int(high // self.BAND) + 1):
                    self._bands.setdefault(band, []).append((a, b))

    @cached_property
    def path(self) -> str:
        """The outline as path text."""
        draw = smooth_path if self.smooth else line_path
        return "".join(draw(ring, closed=True) for ring in self.rings)

    def spans(self, y: float) -> list[tuple[float, float]]:
        """The stretches of a horizontal line that lie inside."""
        cuts = []
        for (ax, ay), (bx, by) in self._bands.get(int(y // self.BAND), ()):
            if (ay > y) != (by > y):
                cuts.append(ax + (bx - ax) * (y - ay) / (by - ay))
        cuts.sort()
        return list(zip(cuts[::2], cuts[1::2], strict=False))

    def holds(self, at: Point, margin: float = 0.0) -> bool:
        """Whether a point lies inside, and not within the margin of the edge to its left or right."""
        return any(a + margin < at[0] < b - margin for a, b in self.spans(at[1]))

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, right, bottom."""
        xs = [x for ring in self.rings for x, _ in ring]
        ys = [y for ring in self.rings for _, y in ring]
        return min(xs), min(ys), max(xs), max(ys)

    def strewn(self, rng: random.Random, gap: float, row: float, margin: float = 0.0) -> Iterator[Point]:
        """Points spread evenly but not regularly, row by row from the top."""
        if not self.rings:
            return
        _, top, _, bottom = self.box
        y, odd = top + row / 2, False
        while y < bottom:
            for left, right in self.spans(y):
                x = (math.floor(left / gap) + (0.5 if odd else 0.0)) * gap
                while x < right:
                    at = (x + rng.uniform(-0.36, 0.36) * gap, y + rng.uniform(-0.3, 0.3) * row)
                    if left + margin < at[0] < right - margin:
                        yield at
                    x += gap
            y, odd = y + row, not odd


class Clearings:
    """Where texture must not grow: along roads and rivers, under numbers, in towns."""

    CELL = 24.0

    def __init__(self) -> None:
        self._discs: dict[tuple[int, int], list[tuple[float, float, float]]] = {}

    def add(self, at: Point, radius: float) -> None:
        """Keep a disc clear."""
        reach = math.ceil(radius / self.CELL)
        cx, cy = int(at[0] // self.CELL), int(at[1] // self.CELL)
        for i in range(cx - reach, cx + reach + 1):
            for j in range(cy - reach, cy + reach + 1):
                self._discs.setdefault((i, j), []).append((at[0], at[1], radius))

    def add_line(self, points: Ring, radius: float) -> None:
        """Keep a line clear."""
        for at in points:
            self.add(at, radius)

    def clear(self, at: Point, radius: float = 0.0) -> bool:
        """Whether something of this radius may stand here."""
        near = self._discs.get((int(at[0] // self.CELL), int(at[1] // self.CELL)), ())
        return all((at[0] - x) ** 2 + (at[1] - y) ** 2 > (r + radius) ** 2 for x, y, r in near)


# -- the areas of a board ------------------------------------------------------------------------


def hex_area(sheet: HexSheet, wanted: Callable[[int], bool], ghosts: bool = True) -> Area:
    """The hexes that pass a test, joined; hexes just off the map follow what they touch."""
    chosen = {h for h, p in sheet.hexes.items() if wanted(p)}
    if ghosts:
        chosen |= {g for g in sheet.ghosts if _mostly(sheet, g, chosen)}
    return Area([wavy(ring) for ring in merge(sheet.corners(h) for h in sorted(chosen))])


def _mostly(sheet: HexSheet, ghost: Hex, chosen: set[Hex]) -> bool:
    near = [n for n in sheet.grid.neighbours(ghost) if n in sheet.hexes]
    return 2 * sum(n in chosen for n in near) > len(near)


def zone_area(board: Board, wanted: Callable[[int], bool]) -> Area:
    """The zones that pass a test, joined, with their outlines as they are."""
    to = frame(board)
    rings = []
    for place in members(board.all):
        if wanted(place):
            for part in board.outlines.get(place, []):
                rings.append([to.point(p) for p in (part[:-1] if part[0] == part[-1] else part)])
    return Area(merge(rings), smooth=False)
