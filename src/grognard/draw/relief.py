"""Relief: hills as layered tints under hachures, and the slopes between levels, lit from the north-west."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator

from grognard.engine.board import Point

from .areas import Area, Clearings, Ring, eased
from .curves import line_path, noise, resample, seeded, smooth_path
from .palette import Palette, mix
from .svg import path

Field = Callable[[float, float], float]
STEP = 11.0
"""The mesh on which contours are traced."""
SUN = (-0.64, -0.77)
"""The direction towards the light."""


def hills(area: Area, tops: list[Point], pal: Palette, clear: Clearings, size: float = 100.0) -> str:
    """Hill country: a tinted foot, layered heights with cast shadows, hachures down the slopes."""
    if not area.rings:
        return ""
    field = _heights(tops, size)
    foot = mix(pal.hill, pal.land, 0.35)
    out = [
        path(area.path, fill=foot, stroke=mix(foot, pal.land, 0.5), stroke_width=7, stroke_linejoin="round"),
        f'<path d="{area.path}" fill="{foot}" fill-rule="evenodd"/>',
    ]
    drawn: list[Ring] = []
    for i, level in enumerate((0.30, 0.46, 0.62, 0.78, 0.94)):
        rings = contours(field, area.box, level)
        drawn += rings
        if rings:
            out.append(_layer(rings, mix(foot, pal.against(pal.hill, 0.04 + 0.06 * i), 0.3 + 0.17 * i), pal))
    out.append(hachures(area, drawn, pal, clear))
    return "".join(out)


def _layer(rings: list[Ring], tone: str, pal: Palette) -> str:
    """One height: shadow to the south-east, a light rim to the north-west, then the tint."""
    edge = "".join(smooth_path(ring, closed=True) for ring in rings)
    return (
        path(edge, transform="translate(2.6 3)", fill=pal.shade, fill_opacity=0.13)
        + path(edge, transform="translate(-1.3 -1.5)", fill=pal.light, fill_opacity=0.5 * pal.quiet)
        + path(edge, fill=tone)
    )


def _heights(tops: list[Point], size: float) -> Field:
    """A height that swells in every hill hex and is broken by valleys."""
    spread = (0.50 * size) ** 2

    def field(x: float, y: float) -> float:
        swell = sum(math.exp(-((x - a) ** 2 + (y - b) ** 2) / spread) for a, b in tops)
        rise = min(1.0, swell) * 0.82
        return rise + 0.30 * noise(x / 46, y / 46, 11) * min(1.0, swell * 1.4) + 0.12 * noise(x / 19, y / 19, 12)

    return field


def hachures(area: Area, rings: list[Ring], pal: Palette, clear: Clearings) -> str:
    """Strokes down the slope from each contour, thick in the shade and thin in the light."""
    rng = seeded("hachures")
    strokes: dict[float, list[str]] = {0.5: [], 0.9: [], 1.4: []}
    for ring in rings:
        for at, (nx, ny) in _outward(ring, 4.2):
            if not clear.clear(at, 3) or not area.holds(at, 3):
                continue
            lit = nx * SUN[0] + ny * SUN[1]
            width = 0.5 if lit > 0.25 else 0.9 if lit > -0.35 else 1.4
            far = rng.uniform(5.5, 9.5) * (1.0 - 0.3 * lit)
            tilt = rng.uniform(-0.12, 0.12)
            strokes[width].append(line_path([at, (at[0] + (nx - ny * tilt) * far, at[1] + (ny + nx * tilt) * far)]))
    tone = pal.against(pal.hill, 0.6)
    paths = [f'<path stroke-width="{w}" d="{"".join(d)}"/>' for w, d in strokes.items() if d]
    return f'<g fill="none" stroke="{tone}" stroke-opacity=".55" stroke-linecap="round">{"".join(paths)}</g>'


def _outward(ring: Ring, step: float) -> Iterator[tuple[Point, Point]]:
    """Points along a ring with the direction out of it: rings run clockwise, so out is to the left."""
    line = resample([*ring, ring[0]], step)
    for a, b in itertools.pairwise(line):
        long = math.dist(a, b) or 1.0
        yield a, ((b[1] - a[1]) / long, -(b[0] - a[0]) / long)


def slopes(area: Area, pal: Palette, tone: str) -> str:
    """The edge of higher ground: tint, shadow outside, and hachures that run down from it."""
    if not area.rings:
        return ""
    rng = seeded("slopes")
    edge = area.path
    marks: dict[float, list[str]] = {0.6: [], 1.1: [], 1.7: []}
    for ring in area.rings:
        for a, (nx, ny) in _outward(ring, 5.0):
            lit = nx * SUN[0] + ny * SUN[1]
            width = 0.6 if lit > 0.3 else 1.1 if lit > -0.35 else 1.7
            far = rng.uniform(6, 12) * (1.25 if lit < 0 else 0.85)
            marks[width].append(line_path([a, (a[0] + nx * far, a[1] + ny * far)]))
    ink = pal.against(pal.hill, 0.5)
    hatch = [f'<path stroke-width="{w}" d="{"".join(d)}"/>' for w, d in marks.items() if d]
    return (
        path(edge, transform="translate(4 4.6)", fill=pal.shade, fill_opacity=0.14, fill_rule="evenodd")
        + path(edge, fill=tone, stroke=pal.light, stroke_opacity=0.5, stroke_width=1.4, fill_rule="evenodd")
        + f'<g fill="none" stroke="{ink}" stroke-opacity=".45" stroke-linecap="round">{"".join(hatch)}</g>'
    )


# -- contours ------------------------------------------------------------------------------------


def contours(field: Field, box: tuple[float, float, float, float], level: float) -> list[Ring]:
    """Closed lines of equal height, traced over a mesh (marching squares)."""
    left, top, right, bottom = (round(v / STEP) for v in box)
    columns, rows = range(left - 2, right + 4), range(top - 2, bottom + 4)
    rim = {columns[0], columns[-1]}
    lift = {}
    for i in columns:
        for j in rows:
            outer = i in rim or j in (rows[0], rows[-1])
            lift[i, j] = -1.0 if outer else field(i * STEP, j * STEP) - level
    links: dict[tuple[int, int, int], tuple[tuple[int, int, int], Point]] = {}
    for i in columns[:-1]:
        for j in rows[:-1]:
            _cell(lift, i, j, links)
    return [eased(r, closed=True) for r in _rings(links) if len(r) > 7]


def _cell(lift: dict[tuple[int, int], float], i: int, j: int, links: dict) -> None:
    """The piece of contour in one mesh cell, with high ground to its right."""
    corners = ((i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1))
    high = [lift[c] > 0 for c in corners]
    if all(high) or not any(high):
        return
    # Edge k runs from corner k to corner k+1; its name is the same from both cells.
    names = ((i, j, 0), (i + 1, j, 1), (i, j + 1, 0), (i, j, 1))
    enters = [k for k in range(4) if high[k] and not high[(k + 1) % 4]]
    leaves = [k for k in range(4) if not high[k] and high[(k + 1) % 4]]
    for a in enters:
        b = min(leaves, key=lambda k: (k - a) % 4)
        p, q = corners[a], corners[(a + 1) % 4]
        t = lift[p] / (lift[p] - lift[q])
        at = ((p[0] + (q[0] - p[0]) * t) * STEP, (p[1] + (q[1] - p[1]) * t) * STEP)
        links[names[a]] = (names[b], at)


def _rings(links: dict) -> list[Ring]:
    """Pieces joined into rings."""
    rings = []
    while links:
        name = next(iter(links))
        ring: Ring = []
        while name in links:
            name, at = links.pop(name)
            ring.append(at)
        rings.append(ring)
    return rings
