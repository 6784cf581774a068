"""The look of each terrain: fields, tree masses, city blocks, marsh, water; each as SVG text."""

from __future__ import annotations

import math
import random

from grognard.engine.board import Point

from .areas import Area, Clearings
from .curves import dots, line_path, noise, number, seeded
from .palette import Palette, mix
from .svg import element, group, path, rectangle

STRIP = 9.0
"""Trees are painted in strips of this height, from the north, so that each row stands before the last."""


def land(page: tuple[float, float, float, float], pal: Palette) -> str:
    """The open land, with broad soft stains so that no two corners are alike."""
    x0, y0, x1, y1 = page
    rng = seeded("stains")
    tones = (
        mix(pal.land, "#b79a58", 0.30 * pal.quiet),
        mix(pal.land, "#93a36a", 0.32 * pal.quiet),
        mix(pal.land, pal.light, 0.7 * pal.quiet**2),
    )
    out = [
        element("defs", *(_stain(i, tone) for i, tone in enumerate(tones))),
        rectangle(page, fill=pal.land),
    ]
    for _ in range(round((x1 - x0) * (y1 - y0) / 70000)):
        x, y = round(rng.uniform(x0, x1)), round(rng.uniform(y0, y1))
        wide, high, tone = rng.randint(110, 300), rng.randint(80, 200), rng.randrange(3)
        out.append(element("ellipse", cx=x, cy=y, rx=wide, ry=high, fill=f"url(#g-stain{tone})"))
    return "".join(out)


def _stain(i: int, tone: str) -> str:
    """A colour that fades outwards."""
    full = element("stop", stop_color=tone, stop_opacity=0.55)
    none = element("stop", offset=1, stop_color=tone, stop_opacity=0)
    return element("radialGradient", full, none, id=f"g-stain{i}")


def fields(area: Area, pal: Palette, clear: Clearings, strength: float = 0.55) -> str:
    """Open country: a faint patchwork of fields and a few tufts."""
    rng = seeded("fields")
    tints: list[list[str]] = [[], [], []]
    for at in area.strewn(rng, 41.0, 33.0, margin=9):
        if rng.random() < 0.72 and clear.clear(at, 6):
            tints[rng.randrange(3)].append(_patch(at, rng))
    quiet = pal.quiet
    warm = (
        mix(pal.land, "#c9a45a", 0.28 * quiet),
        mix(pal.land, "#a8b070", 0.3 * quiet),
        mix(pal.land, pal.light, 0.55 * quiet**2),
    )
    paths = [f'<path fill="{c}" d="{"".join(t)}"/>' for c, t in zip(warm, tints, strict=True) if t]
    return group(*paths, fill_opacity=strength) + _furrows(area, pal, clear)


def _patch(at: Point, rng: random.Random) -> str:
    """One field: a crooked quadrilateral, aligned with its neighbours."""
    angle = noise(at[0] / 260, at[1] / 260, 7) * 1.3 + rng.uniform(-0.08, 0.08)
    w, h = rng.uniform(9, 19), rng.uniform(6, 12)
    c, s = math.cos(angle), math.sin(angle)
    ring = []
    for dx, dy in ((-w, -h), (w, -h), (w, h), (-w, h)):
        dx, dy = dx * rng.uniform(0.8, 1.1), dy * rng.uniform(0.8, 1.1)
        ring.append((at[0] + dx * c - dy * s, at[1] + dx * s + dy * c))
    return line_path([(round(x), round(y)) for x, y in ring], closed=True)


def _furrows(area: Area, pal: Palette, clear: Clearings) -> str:
    """Plough lines on some fields."""
    rng = seeded("furrows")
    parts = []
    for at in area.strewn(rng, 66.0, 58.0, margin=14):
        if rng.random() < 0.55 and clear.clear(at, 9):
            angle = noise(at[0] / 260, at[1] / 260, 7) * 1.3
            c, s = math.cos(angle), math.sin(angle)
            for k in range(rng.randint(3, 4)):
                x, y = at[0] - s * 3.2 * k, at[1] + c * 3.2 * k
                long = rng.uniform(9, 15)
                parts.append(line_path([(x - c * long / 2, y - s * long / 2), (x + c * long / 2, y + s * long / 2)]))
    tone = pal.against(pal.land, 0.35)
    return f'<path fill="none" stroke="{tone}" stroke-width=".7" stroke-opacity=".3" d="{"".join(parts)}"/>'


def forest(area: Area, pal: Palette, clear: Clearings, grain: float = 1.0) -> str:
    """Woods: a soft floor and a mass of trees, lit from the north-west; a coarser grain makes fewer, larger trees."""
    if not area.rings:
        return ""
    rng = seeded("forest")
    floor = pal.forest
    out = [
        f'<path d="{area.path}" fill="{floor}" stroke="{mix(floor, pal.land, 0.45)}" stroke-width="7"'
        ' stroke-linejoin="round"/>',
        f'<path d="{area.path}" fill="{floor}"/>',
    ]
    strewn = area.strewn(rng, 10.6 * grain, 8.6 * grain, margin=1.0)
    trees = [(at, rng.choice((3.7, 4.5, 5.4)) * grain) for at in strewn]
    standing = [(at, r) for at, r in trees if clear.clear(at, r * 0.6)]
    standing = [
        tree for tree in standing if rng.random() > 0.04 + 0.22 * (noise(tree[0][0] / 45, tree[0][1] / 45, 3) > 0.35)
    ]
    return "".join(out) + tree_strips(standing, pal)


def tree_strips(trees: list[tuple[Point, float]], pal: Palette) -> str:
    """Trees as discs: shadow, crown and light, strip by strip."""
    strips: dict[int, list[tuple[Point, float]]] = {}
    for tree in trees:
        strips.setdefault(int(tree[0][1] // STRIP), []).append(tree)
    deep = pal.against(pal.forest, 0.52)
    crown = pal.against(mix(pal.forest, "#5f8a4c", 0.55), 0.10)
    light = mix(crown, "#d9e2a4" if pal.name == "light" else "#8fa673", 0.42)
    out = []
    for strip in sorted(strips):
        for shift, tone, grow in (((1.2, 1.4), deep, 1.7), ((0, 0), crown, 0.0), ((-1.3, -1.4), light, None)):
            out.append(_tree_layer(strips[strip], shift, tone, grow))
    return f'<g fill="none" stroke-linecap="round">{"".join(out)}</g>'


def _tree_layer(trees: list[tuple[Point, float]], shift: Point, tone: str, grow: float | None) -> str:
    """One coat of paint over a strip of trees, one path for each size."""
    sizes: dict[float, list[Point]] = {}
    for (x, y), radius in trees:
        sizes.setdefault(radius, []).append((x + shift[0], y + shift[1]))
    out = []
    for radius, points in sorted(sizes.items()):
        width = radius * 0.85 if grow is None else radius * 2 + grow
        out.append(f'<path stroke="{tone}" stroke-width="{number(width)}" d="{dots(points)}"/>')
    return "".join(out)


def rough(area: Area, pal: Palette, clear: Clearings) -> str:
    """Difficult ground: a green tint with scattered copses."""
    if not area.rings:
        return ""
    rng = seeded("rough")
    trees = []
    for x, y in area.strewn(rng, 46.0, 40.0, margin=14):
        if rng.random() < 0.8:
            for _ in range(rng.randint(3, 7)):
                at = (x + rng.gauss(0, 8), y + rng.gauss(0, 5))
                if clear.clear(at, 6):
                    trees.append((at, rng.choice((4.0, 5.0))))
    trees.sort(key=lambda t: t[0][1])
    return f'<path d="{area.path}" fill="{pal.rough}" fill-rule="evenodd"/>' + tree_strips(trees, pal)


def wooded(area: Area, pal: Palette, clear: Clearings, cover: float = -0.08) -> str:
    """Difficult ground of whole zones: a green tint, and masses of trees wherever there is room for them."""
    if not area.rings:
        return ""
    rng = seeded("wooded")
    trees = []
    for at in area.strewn(rng, 10.6, 8.6, margin=9.0):
        radius = rng.choice((3.7, 4.5, 5.4))
        dense = noise(at[0] / 62, at[1] / 62, 3) + 0.35 * noise(at[0] / 23, at[1] / 23, 8)
        within = area.holds((at[0], at[1] + 8)) and area.holds((at[0], at[1] - 8))
        if dense > cover + rng.uniform(-0.1, 0.1) and within and clear.clear(at, radius):
            trees.append((at, radius))
    floor = path(dots([at for at, _ in trees]), stroke=pal.forest, stroke_width=22, stroke_linecap="round")
    tint = path(area.path, fill=pal.rough, fill_rule="evenodd")
    return tint + group(floor, stroke_opacity=0.9) + tree_strips(trees, pal)


def built_up(
    area: Area, pal: Palette, clear: Clearings, *, dense: bool = True, name: str = "", grain: float = 1.0
) -> str:
    """A city: streets and blocks in a grid that bends, with light on the roofs."""
    if not area.rings:
        return ""
    floor = pal.city if dense else pal.suburb
    out = [
        f'<path d="{area.path}" fill="{floor}" stroke="{mix(floor, pal.shade, 0.22)}" stroke-width="1.6"'
        ' stroke-linejoin="round" fill-rule="evenodd"/>'
    ]
    roofs = _blocks(area, clear, dense, seeded("city", name), grain)
    out.append(_roofs(roofs, pal, dense, name))
    return "".join(out)


def _blocks(area: Area, clear: Clearings, dense: bool, rng: random.Random, grain: float) -> list[list[Point]]:
    """City blocks as quadrilaterals on a bent street grid."""
    left, top, right, bottom = area.box
    cx, cy = (left + right) / 2, (top + bottom) / 2
    reach = math.hypot(right - left, bottom - top) / 2
    turn = rng.uniform(-0.35, 0.35)
    c, s = math.cos(turn), math.sin(turn)

    def bent(u: float, v: float) -> Point:
        u, v = u + 9 * noise(u / 90, v / 90, 21), v + 9 * noise(u / 90, v / 90, 22)
        return cx + u * c - v * s, cy + u * s + v * c

    blocks = []
    gap = 0.9 if dense else 2.2
    v = -reach
    while v < reach:
        high = grain * (rng.uniform(6.5, 9.5) if dense else rng.uniform(9, 13))
        u = -reach + rng.uniform(0, 9)
        while u < reach:
            wide = grain * rng.uniform(6.5, 13.5)
            corners = (
                (u + gap, v + gap),
                (u + wide - gap, v + gap),
                (u + wide - gap, v + high - gap),
                (u + gap, v + high - gap),
            )
            middle = bent(u + wide / 2, v + high / 2)
            if rng.random() < (0.93 if dense else 0.42) and area.holds(middle) and clear.clear(middle, 2.6):
                ring = [bent(*p) for p in corners]
                if all(area.holds(corner, 2.0) for corner in ring):
                    blocks.append(ring)
            u += wide
        v += high
    return blocks


def _roofs(roofs: list[list[Point]], pal: Palette, dense: bool, name: str) -> str:
    """Blocks in three tones, each cast as a shadow first."""
    rng = seeded("roofs", name)
    tones = [pal.block, mix(pal.block, pal.city, 0.3), mix(pal.block, pal.block_dark, 0.45)]
    if not dense:
        tones = [mix(tone, pal.suburb, 0.35) for tone in tones]
    layers: list[list[str]] = [[], [], []]
    for ring in roofs:
        layers[rng.randrange(3)].append(line_path(ring, closed=True))
    names = [f"g-roof-{name}{i}" for i in range(3)]
    paths = [f'<path id="{n}" d="{"".join(layer)}"/>' for n, layer in zip(names, layers, strict=True)]
    shadow = "".join(f'<use href="#{n}"/>' for n in names)
    roof = "".join(f'<use href="#{n}" fill="{tone}"/>' for n, tone in zip(names, tones, strict=True))
    cast = group(shadow, fill=pal.shade, fill_opacity=0.3, transform="translate(1.3 1.5)")
    return f"<defs>{''.join(paths)}</defs>{cast}{roof}"


def town(at: Point, size: float, pal: Palette, name: str) -> str:
    """A town: a knot of blocks about its market."""
    rng = seeded("town", name)
    turn = rng.uniform(-0.6, 0.6)
    c, s = math.cos(turn), math.sin(turn)
    ring, shadow = [], []
    for i in range(-2, 3):
        for j in range(-2, 3):
            far = math.hypot(i, j)
            if far > size or (far > 1.2 and rng.random() < 0.32) or ((i, j) == (0, 0) and size > 1.5):
                continue
            w, h = rng.uniform(2.0, 2.9), rng.uniform(1.7, 2.5)
            u, v = i * 6.0 + rng.uniform(-0.8, 0.8), j * 5.2 + rng.uniform(-0.8, 0.8)
            quad = [
                (at[0] + (u + a * w) * c - (v + b * h) * s, at[1] + (u + a * w) * s + (v + b * h) * c)
                for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))
            ]
            ring.append(line_path(quad, closed=True))
            shadow.append(line_path([(x + 0.9, y + 1.0) for x, y in quad], closed=True))
    return (
        f'<path fill="{pal.shade}" fill-opacity=".4" d="{"".join(shadow)}"/>'
        f'<path fill="{pal.roof}" d="{"".join(ring)}"/>'
    )


def marsh(area: Area, pal: Palette, clear: Clearings) -> str:
    """Wet ground: water strokes and reeds."""
    if not area.rings:
        return ""
    rng = seeded("marsh")
    strokes, reeds = [], []
    for x, y in area.strewn(rng, 22.0, 9.0, margin=5):
        if not clear.clear((x, y), 5):
            continue
        long = rng.uniform(5, 9)
        strokes.append(line_path([(x - long, y), (x + long, y)]))
        if rng.random() < 0.45:
            reeds.append("".join(line_path([(x + d, y), (x + d * 1.7, y - 6 + abs(d))]) for d in (-1.6, 0, 1.6)))
    return (
        f'<path d="{area.path}" fill="{pal.marsh}" fill-rule="evenodd"/>'
        + path("".join(strokes), stroke=pal.water_line, stroke_width=1, stroke_opacity=0.6)
        + path("".join(reeds), stroke=pal.against(pal.forest, 0.4), stroke_width=0.9)
    )


def open_water(area: Area, pal: Palette, clip: str) -> str:
    """Sea and lakes: lines that follow the shore, paler and paler."""
    if not area.rings:
        return ""
    edge, shore = area.path, mix(pal.water, pal.water_line, 0.4)
    lines = []
    for width, share in ((44, 0.10), (30, 0.18), (17, 0.28)):
        lines.append(path(edge, stroke=mix(pal.water, pal.water_line, share), stroke_width=width))
        lines.append(path(edge, stroke=mix(pal.water, pal.light, 0.3 * pal.quiet), stroke_width=width - 7))
    lines.append(path(edge, stroke=shore, stroke_width=6))
    return (
        element("clipPath", path(edge, clip_rule="evenodd"), id=clip)
        + path(edge, fill=pal.water, fill_rule="evenodd")
        + group(*lines, clip_path=f"url(#{clip})", stroke_linejoin="round")
        + path(edge, stroke=pal.water_line, stroke_width=1.6)
    )
