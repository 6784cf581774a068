"""Lines drawn by hand: smooth curves, gentle deterministic noise, path text with short numbers."""

from __future__ import annotations

import hashlib
import itertools
import math
import random
from collections.abc import Iterable, Sequence

from grognard.engine.board import Point


def seeded(*words: object) -> random.Random:
    """A source of jitter that depends on names only, never on the run."""
    digest = hashlib.blake2b("|".join(str(w) for w in words).encode(), digest_size=8).digest()
    return random.Random(int.from_bytes(digest, "big"))


def _lattice(ix: int, iy: int, salt: int) -> float:
    """A fixed pseudo-random number in -1..1 for a lattice point."""
    n = (ix * 374761393 + iy * 668265263 + salt * 2147483647) & 0xFFFFFFFF
    n = ((n ^ (n >> 13)) * 1274126177) & 0xFFFFFFFF
    return ((n ^ (n >> 16)) & 0xFFFF) / 32767.5 - 1.0


def noise(x: float, y: float, salt: int = 0) -> float:
    """Smooth value noise in -1..1; features are about one unit wide."""
    ix, iy = math.floor(x), math.floor(y)
    fx, fy = x - ix, y - iy
    ux, uy = fx * fx * (3 - 2 * fx), fy * fy * (3 - 2 * fy)
    top = _lattice(ix, iy, salt) * (1 - ux) + _lattice(ix + 1, iy, salt) * ux
    low = _lattice(ix, iy + 1, salt) * (1 - ux) + _lattice(ix + 1, iy + 1, salt) * ux
    return top * (1 - uy) + low * uy


def wobble(at: Point, size: float, reach: float, salt: int = 0) -> Point:
    """A point moved a little, the same way for everything that passes there."""
    x, y = at
    return (
        x + size * noise(x / reach, y / reach, salt),
        y + size * noise(x / reach, y / reach, salt + 101),
    )


def between(a: Point, b: Point, t: float) -> Point:
    """The point a share `t` of the way from a to b."""
    return a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t


def unit(a: Point, b: Point) -> Point:
    """The direction from a to b."""
    long = math.hypot(b[0] - a[0], b[1] - a[1]) or 1.0
    return (b[0] - a[0]) / long, (b[1] - a[1]) / long


def length(points: Sequence[Point]) -> float:
    """How long a line is."""
    return sum(math.dist(a, b) for a, b in itertools.pairwise(points))


def round_corners(points: Sequence[Point], closed: bool = False, steps: int = 6) -> list[Point]:
    """A smooth line that passes through the middle of every piece and rounds every corner."""
    pts = list(points)
    if len(pts) < 3:
        return pts
    ring = pts + pts[:2] if closed else pts
    line = [between(ring[0], ring[1], 0.5)] if closed else [ring[0]]
    for i in range(1, len(ring) - 1):
        first_end = closed or i > 1
        last_end = closed or i < len(ring) - 2
        a = between(ring[i - 1], ring[i], 0.5) if first_end else ring[0]
        b = between(ring[i], ring[i + 1], 0.5) if last_end else ring[-1]
        line += [_quadratic(a, ring[i], b, k / steps) for k in range(1, steps + 1)]
    return line


def _quadratic(a: Point, c: Point, b: Point, t: float) -> Point:
    s = 1 - t
    return (
        s * s * a[0] + 2 * s * t * c[0] + t * t * b[0],
        s * s * a[1] + 2 * s * t * c[1] + t * t * b[1],
    )


def resample(points: Sequence[Point], step: float) -> list[Point]:
    """Points at even distances along a line, both ends included."""
    total = length(points)
    count = max(1, round(total / step))
    gap, line, walked, wanted = total / count, [points[0]], 0.0, 1
    for a, b in itertools.pairwise(points):
        piece = math.dist(a, b)
        while piece > 0 and wanted < count and walked + piece >= wanted * gap:
            line.append(between(a, b, (wanted * gap - walked) / piece))
            wanted += 1
        walked += piece
    line.append(points[-1])
    return line


def offset(points: Sequence[Point], far: float) -> list[Point]:
    """A line beside a line: to the right of the walker when `far` is positive (y runs down)."""
    moved = []
    for i, at in enumerate(points):
        dx, dy = unit(points[max(0, i - 1)], points[min(len(points) - 1, i + 1)])
        moved.append((at[0] - dy * far, at[1] + dx * far))
    return moved


# -- path text -----------------------------------------------------------------------------------


def number(value: float) -> str:
    """A number with at most one decimal and nothing superfluous."""
    text = f"{value:.1f}"
    return text[:-2] if text.endswith(".0") else text


def _pair(x: float, y: float) -> str:
    a, b = number(x), number(y)
    if a == "-0":
        a = "0"
    if b == "-0":
        b = "0"
    return a + b if b.startswith("-") else f"{a} {b}"


def line_path(points: Sequence[Point], closed: bool = False) -> str:
    """A polyline as path text with relative coordinates."""
    x, y = (round(v, 1) for v in points[0])
    parts = [f"M{_pair(x, y)}l"]
    for px, py in points[1:]:
        dx, dy = round(px - x, 1), round(py - y, 1)
        x, y = x + dx, y + dy
        text = _pair(dx, dy)
        parts.append(text if parts[-1].endswith("l") or text.startswith("-") else " " + text)
    return "".join(parts) + ("z" if closed else "")


def smooth_path(points: Sequence[Point], closed: bool = False) -> str:
    """A curve through every point (Catmull-Rom as cubic pieces), as path text."""
    pts = list(points)
    count = len(pts)
    if count < 3:
        return line_path(pts, closed)
    x, y = (round(v, 1) for v in pts[0])
    parts = [f"M{_pair(x, y)}c"]
    for i in range(count if closed else count - 1):
        a, b = pts[i], pts[(i + 1) % count]
        before = pts[i - 1] if closed or i > 0 else a
        after = pts[(i + 2) % count] if closed or i + 2 < count else b
        c1 = (a[0] + (b[0] - before[0]) / 6, a[1] + (b[1] - before[1]) / 6)
        c2 = (b[0] - (after[0] - a[0]) / 6, b[1] - (after[1] - a[1]) / 6)
        for px, py in (c1, c2, b):
            text = _pair(px - x, py - y)
            parts.append(text if parts[-1].endswith("c") or text.startswith("-") else " " + text)
        x, y = x + round(b[0] - x, 1), y + round(b[1] - y, 1)
    return "".join(parts) + ("z" if closed else "")


def dots(points: Iterable[Point]) -> str:
    """Points as path text of pieces without length: round line caps make discs of them."""
    parts = []
    x = y = 0.0
    for px, py in points:
        dx, dy = round(px - x), round(py - y)
        parts.append(f"m{_pair(dx, dy)}h0")
        x, y = x + dx, y + dy
    return "M0 0" + "".join(parts) if parts else ""
