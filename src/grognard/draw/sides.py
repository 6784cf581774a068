"""What lies on hexsides: rivers as smooth courses, lakes as shapes, bridges, defence lines with teeth."""

from __future__ import annotations

import math
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from grognard.engine.board import Point, Side
from grognard.engine.places import members

from .areas import Area, eased
from .curves import between, length, line_path, noise, resample, round_corners, smooth_path, unit, wobble
from .geometry import HexSheet, key
from .palette import Palette, mix
from .svg import path

WATERS = ("river", "canal", "stream")


@dataclass
class Course:
    """A drawn line along hexsides."""

    kind: str
    name: str
    points: list[Point]
    width: float = 6.0
    marks: frozenset[str] = field(default_factory=frozenset)


def hexsides(sheet: HexSheet, feature: str) -> Iterator[tuple[int, int, Side]]:
    """Each side with a feature, once."""
    for (a, b), side in sheet.board.sides.items():
        if a < b and feature in side.features:
            yield a, b, side


def trails(edges: list[tuple[Point, Point]]) -> list[list[Point]]:
    """Edges joined into lines as long as possible, begun at loose ends and forks."""
    near: dict[tuple[int, int], list[int]] = {}
    for i, (a, b) in enumerate(edges):
        near.setdefault(key(a), []).append(i)
        near.setdefault(key(b), []).append(i)
    left = set(range(len(edges)))
    starts = [k for k, found in near.items() if len(found) % 2 == 1] + list(near)
    lines = []
    for start in starts:
        line = _trail(start, edges, near, left)
        if len(line) > 1:
            lines.append(line)
    return lines


def _trail(
    at: tuple[int, int],
    edges: list[tuple[Point, Point]],
    near: dict[tuple[int, int], list[int]],
    left: set[int],
) -> list[Point]:
    line: list[Point] = []
    while True:
        options = [i for i in near[at] if i in left]
        if not options:
            return line
        i = options[0]
        left.discard(i)
        a, b = edges[i] if key(edges[i][0]) == at else edges[i][::-1]
        line = line or [a]
        line.append(b)
        at = key(b)


# -- water ---------------------------------------------------------------------------------------


def _river_name(side: Side, kind: str) -> str:
    return side.extra.get("name") or side.extra.get(kind) or ""


def rivers(sheet: HexSheet, widths: dict[str, float]) -> list[Course]:
    """Every river, canal and stream as a course, tributaries joined to what they flow into."""
    groups: dict[tuple[str, str, str], list[tuple[Point, Point]]] = {}
    for kind in WATERS:
        for a, b, side in hexsides(sheet, kind):
            grade = "minor" if "minor" in side.features else "major" if "major" in side.features else ""
            groups.setdefault((kind, _river_name(side, kind), grade), []).append(sheet.side(sheet.of(a), sheet.of(b)))
    lines = [(k, n, g, trail) for (k, n, g), edges in groups.items() for trail in trails(edges)]
    through: dict[tuple[int, int], Point] = {}
    for _, _, _, line in lines:
        for before, corner, after in zip(line, line[1:], line[2:], strict=False):
            through.setdefault(key(corner), between(corner, between(before, after, 0.5), 0.25))
    ends = [key(p) for _, _, _, line in lines for p in (line[0], line[-1])]
    courses = []
    for kind, name, grade, line in lines:
        line = _led_out(sheet, line, through, ends)
        width = widths.get(kind, 6.0) * {"minor": 0.62, "major": 1.15}.get(grade, 1.0)
        courses.append(Course(kind, name, _course(line, kind), width))
    return courses


def _led_out(
    sheet: HexSheet, line: list[Point], through: dict[tuple[int, int], Point], ends: list[tuple[int, int]]
) -> list[Point]:
    """Ends that meet another river reach its bed; ends at the map's edge run off the map."""
    line = list(line)
    for i, inner in ((0, 1), (-1, -2)):
        corner = key(line[i])
        if corner in through:
            line[i] = through[corner]
        elif ends.count(corner) == 1 and _on_edge(sheet, line[i]):
            dx, dy = unit(line[inner], line[i])
            out = (line[i][0] + dx * 60, line[i][1] + dy * 60)
            line.insert(0, out) if i == 0 else line.append(out)
    return line


def _on_edge(sheet: HexSheet, at: Point) -> bool:
    return key(at) in _edge_corners(sheet)


def _edge_corners(sheet: HexSheet) -> frozenset[tuple[int, int]]:
    found: frozenset[tuple[int, int]] | None = getattr(sheet, "_edge", None)
    if found is None:
        found = frozenset(key(c) for g in sheet.ghosts for c in sheet.corners(g))
        sheet._edge = found  # type: ignore[attr-defined]
    return found


def _course(line: list[Point], kind: str) -> list[Point]:
    """A river's line: rounded at corners and winding a little; canals stay straight."""
    smooth = round_corners(line, steps=5)
    if kind == "canal":
        return smooth
    fine = resample(smooth, 9.0)
    return [fine[0]] + [wobble(p, 3.4, 17.0, 40) for p in fine[1:-1]] + [fine[-1]]


def water_lines(courses: list[Course], pal: Palette) -> str:
    """Rivers in three coats: bank, water, a light on the stream."""
    lines = [smooth_path(eased(course.points)) for course in courses]
    # One line under several coats of paint is written once; its name comes from its shape, as the legend has some too.
    names = [f"g-river{zlib.crc32(line.encode()):x}" for line in lines]
    defined = "".join(f'<path id="{name}" d="{line}"/>' for name, line in zip(names, lines, strict=True))
    coats = [f"<defs>{defined}</defs>"] if lines else []
    for grow, tone, opacity in (
        (3.2, mix(pal.land, pal.shade, 0.28), 0.55),
        (1.4, pal.water_line, 1),
        (-1.0, mix(pal.water_line, pal.water, 0.62), 1),
    ):
        paths = []
        for name, course in zip(names, courses, strict=True):
            paths.append(f'<use href="#{name}" stroke-width="{max(0.6, course.width + grow):.1f}"/>')
        coats.append(f'<g stroke="{tone}" stroke-opacity="{opacity}">{"".join(paths)}</g>')
    return f'<g fill="none" stroke-linecap="round" stroke-linejoin="round">{"".join(coats)}</g>'


def lakes(sheet: HexSheet) -> list[tuple[str, Area, Point]]:
    """Lakes on hexsides as shapes, with their names and middles."""
    groups: dict[str, list[tuple[Point, Point]]] = {}
    for a, b, side in hexsides(sheet, "lake"):
        groups.setdefault(side.extra.get("lake") or side.extra.get("name") or "", []).append(
            sheet.side(sheet.of(a), sheet.of(b))
        )
    found = []
    for name, edges in groups.items():
        for line in trails(edges):
            found.append((name, Area([shore(line)]), between(line[0], line[-1], 0.5)))
    return found


def shore(line: list[Point]) -> list[Point]:
    """A ribbon of changing width along a line, with rounded, uneven ends."""
    fine = resample(round_corners(line) if len(line) > 2 else line, 6.0)
    total = len(fine) - 1
    left: list[Point] = []
    right: list[Point] = []
    for i, at in enumerate(fine):
        dx, dy = unit(fine[max(0, i - 1)], fine[min(total, i + 1)])
        t = i / total
        body = math.sin(math.pi * (0.09 + 0.82 * t)) ** 0.55
        for store, sign, salt in ((left, -1, 61), (right, 1, 62)):
            half = body * (9.5 + 5.0 * noise(at[0] / 13, at[1] / 13, salt))
            store.append((at[0] - dy * half * sign, at[1] + dx * half * sign))
    return eased(left + right[::-1], closed=True)


def lake_shapes(found: list[tuple[str, Area, Point]], pal: Palette) -> str:
    """Lakes with a shore line and a lighter middle."""
    out = []
    for _, area, _ in found:
        edge, bank = area.path, mix(pal.land, pal.shade, 0.28)
        out.append(
            path(edge, fill=pal.water, stroke=bank, stroke_opacity=0.55, stroke_width=4.4)
            + path(edge, fill=mix(pal.water, pal.water_line, 0.25), stroke=pal.water_line, stroke_width=2)
        )
        inner = _shrunk(area.rings[0], 0.62)
        out.append(f'<path d="{smooth_path(inner, closed=True)}" fill="{mix(pal.water, pal.light, 0.22)}"/>')
    return f'<g stroke-linejoin="round">{"".join(out)}</g>'


def _shrunk(ring: list[Point], share: float) -> list[Point]:
    """A ring drawn in towards its middle line."""
    half = len(ring) // 2
    out = []
    for i, at in enumerate(ring):
        across = ring[len(ring) - 1 - i]
        middle = between(at, across, 0.5)
        out.append(between(middle, at, share))
    cx, cy = sum(x for x, _ in out) / len(out), sum(y for _, y in out) / len(out)
    return [between((cx, cy), p, 0.86) for p in out] if half else out


# -- bridges -------------------------------------------------------------------------------------


def bridge_at(gates: list[Point], along: Point) -> str:
    """A bridge: two parapets across the water that hold all ways between them."""
    dx, dy = along
    middle = (sum(x for x, _ in gates) / len(gates), sum(y for _, y in gates) / len(gates))
    half = max(abs((x - middle[0]) * -dy + (y - middle[1]) * dx) for x, y in gates) + 4.4
    parts = []
    for side in (-half, half):
        x, y = middle[0] - dy * side, middle[1] + dx * side
        a, b = (x - dx * 7, y - dy * 7), (x + dx * 7, y + dy * 7)
        flare = 2.2 if side > 0 else -2.2
        a2 = (a[0] - dx * 2.2 - dy * flare, a[1] - dy * 2.2 + dx * flare)
        b2 = (b[0] + dx * 2.2 - dy * flare, b[1] + dy * 2.2 + dx * flare)
        parts.append(line_path([a2, a, b, b2]))
    return "".join(parts)


# -- lines ---------------------------------------------------------------------------------------


def walls(sheet: HexSheet, inset: float = 10.0) -> list[Course]:
    """Defence lines just inside the hexes they protect, which lie to their right."""
    groups: dict[tuple[str, str], list[tuple[Point, Point]]] = {}
    for a, b, side in hexsides(sheet, "line"):
        number = side.extra.get("line") or ""
        behind = sheet.board.number.get(side.extra.get("behind") or "")
        if behind is None:
            groups.setdefault((number, "both"), []).append(sheet.side(sheet.of(a), sheet.of(b)))
            continue
        p, q = sheet.side(sheet.of(behind), sheet.of(b if behind == a else a))
        groups.setdefault((number, "behind"), []).append((p, q))
    courses = []
    for (number, guarded), edges in groups.items():
        chains = chained(edges) if guarded == "behind" else trails(edges)
        for chain in chains:
            points = _inset(chain, inset) if guarded == "behind" else chain
            courses.append(Course("line", number, _rounded(points), 3.0, frozenset({guarded})))
    return courses


def _rounded(points: list[Point]) -> list[Point]:
    """A line with rounded corners; a ring stays a ring without a seam."""
    if key(points[0]) != key(points[-1]):
        return round_corners(points, steps=5)
    ring = round_corners(points[:-1], closed=True, steps=5)
    return ring if ring[0] == ring[-1] else [*ring, ring[0]]


def chained(edges: list[tuple[Point, Point]]) -> list[list[Point]]:
    """Directed edges joined end to start."""
    starts = {key(a): (a, b) for a, b in edges}
    entered = {key(b) for _, b in edges}
    heads = [k for k in starts if k not in entered] + list(starts)
    chains = []
    for head in heads:
        if head not in starts:
            continue
        chain = [starts[head][0]]
        at = head
        while at in starts:
            _, b = starts.pop(at)
            chain.append(b)
            at = key(b)
        chains.append(chain)
    return chains


def _inset(chain: list[Point], far: float) -> list[Point]:
    """A chain moved to its right by a fixed distance, corners mitred."""
    closed = key(chain[0]) == key(chain[-1])
    moved = []
    for i, at in enumerate(chain):
        before = chain[i - 1] if i > 0 else chain[-2] if closed else None
        after = chain[i + 1] if i + 1 < len(chain) else chain[1] if closed else None
        normals = []
        for a, b in ((before, at), (at, after)):
            if a is not None and b is not None:
                dx, dy = unit(a, b)
                normals.append((-dy, dx))
        nx, ny = sum(n[0] for n in normals), sum(n[1] for n in normals)
        square = nx * nx + ny * ny
        grow = far * len(normals) / square if square else 0.0
        moved.append((at[0] + nx * grow, at[1] + ny * grow))
    return moved


def wall_lines(courses: list[Course], pal: Palette, tone: Callable[[str], str]) -> str:
    """Works: a strong line with teeth towards the attacker."""
    out = []
    for course in courses:
        colour = tone(course.name)
        fine = resample(course.points, 2.0)
        base = smooth_path(resample(course.points, 8.0))
        sides = (-1.0,) if "behind" in course.marks else (-1.0, 1.0)
        teeth = "".join(_teeth(fine, s) for s in sides)
        out.append(
            f'<path d="{base}" fill="none" stroke="{pal.halo}" stroke-opacity=".75" stroke-width="5.6"/>'
            f'<path d="{teeth}" fill="{colour}" stroke="{pal.halo}" stroke-opacity=".75" stroke-width=".8"/>'
            f'<path d="{base}" fill="none" stroke="{colour}" stroke-width="2.7"/>'
        )
    return f'<g stroke-linecap="round" stroke-linejoin="round">{"".join(out)}</g>'


def line_tone(name: str, pal: Palette) -> str:
    """The colour of a defence line by its number."""
    index = int(name) - 1 if name.isdigit() else 0
    return pal.lines[index % len(pal.lines)]


def _teeth(fine: list[Point], side: float) -> str:
    """Triangles along a line, pointing to one side (-1 is to the left of the walker)."""
    total = length(fine)
    count = max(1, round(total / 11.5))
    gap = total / count
    parts = []
    stations = resample(fine, gap / 2)[1::2]
    for i, at in enumerate(stations):
        a, b = stations[max(0, i - 1)], stations[min(len(stations) - 1, i + 1)]
        dx, dy = unit(a, b) if a != b else unit(fine[0], fine[-1])
        nx, ny = -dy * side, dx * side
        foot, tip = 3.5, 7.2
        parts.append(
            line_path(
                [
                    (at[0] - dx * foot, at[1] - dy * foot),
                    (at[0] + nx * tip, at[1] + ny * tip),
                    (at[0] + dx * foot, at[1] + dy * foot),
                ],
                closed=True,
            )
        )
    return "".join(parts)


def gully(side: tuple[Point, Point], pal: Palette) -> str:
    """A cut on a lower level along a hexside: its floor, with short strokes down both banks."""
    (ax, ay), (bx, by) = side
    far = math.hypot(bx - ax, by - ay)
    ux, uy = (bx - ax) / far, (by - ay) / far
    banks = []
    for i in range(1, 8):
        x, y = ax + ux * far * i / 8, ay + uy * far * i / 8
        for out, rim in ((-9, -3), (9, 3)):
            top, foot = (x - uy * out, y + ux * out), (x - uy * rim, y + ux * rim)
            banks.append(line_path([top, foot]))
    floor = line_path([(ax, ay), (bx, by)])
    tone = mix(pal.hill, pal.ink, 0.45)
    return path(floor, stroke=pal.land, stroke_width=6, stroke_opacity=0.9) + path(
        "".join(banks), stroke=tone, stroke_width=1.4, stroke_opacity=0.85
    )


def boundaries(sheet: HexSheet, feature: str) -> list[list[Point]]:
    """Plain lines along hexsides, such as boundaries between commands."""
    edges = [sheet.side(sheet.of(a), sheet.of(b)) for a, b, _ in hexsides(sheet, feature)]
    return [round_corners(line, steps=4) for line in trails(edges)]


def edge_path(sheet: HexSheet) -> str:
    """The quiet grid: every side once."""
    seen: set[tuple[tuple[int, int], tuple[int, int]]] = set()
    edges = []
    for place in members(sheet.board.all):
        corners = sheet.corners(sheet.of(place))
        for a, b in zip(corners, corners[1:] + corners[:1], strict=True):
            pair = (min(key(a), key(b)), max(key(a), key(b)))
            if pair not in seen:
                seen.add(pair)
                edges.append((a, b))
    return "".join(line_path(line) for line in trails(edges))
