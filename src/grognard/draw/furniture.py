"""The strip beside the map: title, compass, legend, scale bar and credits."""

from __future__ import annotations

import math
from collections.abc import Callable

from grognard.engine.board import Board, Point
from grognard.engine.places import members

from . import relief, terrain
from .areas import Area, Clearings, wavy
from .curves import number, smooth_path
from .emblems import Emblem, emblem_svg, emblems
from .fonts import STYLES, text_width
from .geometry import BORDER, STRIP, frame, strip_scale
from .lettering import text
from .palette import Palette, kind_of, legend_table, level_tone, mix
from .roads import ORDER, coats, stroke
from .sides import Course, bridge_at, gully, lake_shapes, line_tone, shore, wall_lines, water_lines
from .svg import element
from .winter import icy, is_frozen

ROW = 46.0
SWATCH = 84.0


Sample = Callable[[float, float], str]
Rows = list[tuple[str, Sample]]


def strip(board: Board, pal: Palette, left: float, height: float, entries: Rows | None = None) -> str:
    """The legend strip, set for a standard height and scaled to the map's."""
    grow = strip_scale(height)
    border = BORDER / grow
    x0, x1 = 2.0, STRIP - border
    top, bottom = border - 5 / grow, height / grow - border
    head, y = cartouche_title(board.title, pal, x0, x1, top)
    rows, y = _legend(legend_rows(board, pal) if entries is None else entries, pal, x0 + 6, x1, y + 10)
    foot, lowest = credit_lines(board, pal, x0 + 6, x1, bottom)
    bar, lowest = _scale_bar(board, pal, (x0 + x1) / 2, x1 - x0 - 30, lowest - 12)
    rose = compass(((x0 + x1) / 2, max(y + 100, (y + lowest) / 2 + 12)), 78, pal) if lowest - y > 220 else ""
    return f'<g transform="translate({number(left)} 0) scale({grow:.4f})">{head}{rows}{rose}{bar}{foot}</g>'


def wrapped(content: str, face: str, size: float, width: float) -> list[str]:
    """Text cut into lines that fit."""
    lines: list[str] = []
    for word in content.split():
        if lines and text_width(f"{lines[-1]} {word}", face, size) <= width:
            lines[-1] += " " + word
        else:
            lines.append(word)
    return lines


def balanced(content: str, face: str, size: float, width: float) -> list[str]:
    """Text cut into as few lines as fit, all about as long."""
    lines = wrapped(content, face, size, width)
    narrow = width
    while len(wrapped(content, face, size, narrow - 4)) == len(lines) and narrow > 40:
        narrow -= 4
    return wrapped(content, face, size, narrow)


def cartouche_title(title: str, pal: Palette, x0: float, x1: float, y: float) -> tuple[str, float]:
    """The title as a cartouche; what follows a comma or colon is set smaller."""
    for mark in (", ", ": "):
        if mark in title:
            head, tail = title.split(mark, 1)
            break
    else:
        head, tail = title, ""
    middle = (x0 + x1) / 2
    out = []
    heads = balanced(head, "bold", 35, x1 - x0 - 24)
    tails = wrapped(tail.replace(" - ", " – "), "italic", 21, x1 - x0 - 24)
    high = 26 + 38 * len(heads) + 26 * len(tails) + 14
    out.append(_cartouche(x0, y, x1, y + high, pal))
    base = y + 14
    for line in heads:
        base += 36
        out.append(f'<g {STYLES["bold"]} fill="{pal.ink}">{text(line, middle, base, 35)}</g>')
    for line in tails:
        base += 28
        out.append(f'<g {STYLES["italic"]} fill="{pal.soft_ink}">{text(line, middle, base, 21)}</g>')
    return "".join(out), y + high + 14


def _cartouche(x0: float, y0: float, x1: float, y1: float, pal: Palette) -> str:
    """A frame with notched corners."""
    out = []
    for inset, width, notch in ((0.0, 2.4, 12.0), (5.0, 0.9, 11.0)):
        a, b, c, d, n = x0 + inset, y0 + inset, x1 - inset, y1 - inset, notch
        arc = f"a{n:.0f} {n:.0f} 0 0 0"
        path = (
            f"M{a + n:.0f} {b:.0f}H{c - n:.0f}{arc} {n:.0f} {n:.0f}V{d - n:.0f}{arc} -{n:.0f} {n:.0f}"
            f"H{a + n:.0f}{arc} -{n:.0f} -{n:.0f}V{b + n:.0f}{arc} {n:.0f} -{n:.0f}z"
        )
        fill = mix(pal.paper, pal.light, 0.45 * pal.quiet**2) if inset == 0 else "none"
        out.append(f'<path d="{path}" fill="{fill}" stroke="{pal.ink}" stroke-width="{width}"/>')
    return "".join(out)


def compass(at: Point, size: float, pal: Palette) -> str:
    """A compass rose: eight points, light and dark halves, north marked."""
    x, y = at
    ring_style = {"fill": "none", "stroke": pal.soft_ink}
    ticks = f"1 {size * 0.72 * math.tau / 72 - 1:.2f}"
    out = [
        element("circle", cx=x, cy=y, r=size * 0.66, **ring_style, stroke_width=1),
        element("circle", cx=x, cy=y, r=size * 0.72, **ring_style, stroke_width=0.6, stroke_dasharray=ticks),
    ]
    for turn, long in [(45 + 90 * i, 0.62) for i in range(4)] + [(90 * i, 1.0) for i in range(4)]:
        a, side = math.radians(turn - 90), size * 0.15
        tip = (x + math.cos(a) * size * long, y + math.sin(a) * size * long)
        for sign, fill in ((-1, pal.paper), (1, pal.ink)):
            b = a + sign * math.pi / 4
            flank = (x + math.cos(b) * side, y + math.sin(b) * side)
            ring = " ".join(f"{number(px)},{number(py)}" for px, py in (at, flank, tip))
            out.append(element("polygon", points=ring, fill=fill, stroke=pal.ink, stroke_width=0.9))
    letter = text("N", x, y - size - 6, 21)
    return "".join(out) + f'<g {STYLES["bold"]} fill="{pal.ink}">{letter}</g>'


# -- legend --------------------------------------------------------------------------------------


def _legend(entries: Rows, pal: Palette, x0: float, x1: float, y: float) -> tuple[str, float]:
    """One row for each thing that is on this map: a sample drawn as on the map, and what it is."""
    out = []
    for label, sample in entries:
        label = label.replace(" - ", " – ")
        lines = wrapped(label, "serif", 18.5, x1 - x0 - SWATCH - 14)
        high = max(ROW, 20.0 * len(lines) + 10)
        out.append(sample(x0 + SWATCH / 2, y + high / 2))
        base = y + high / 2 - 10 * (len(lines) - 1) + 6
        rows = [text(line, x0 + SWATCH + 14, base + 20 * i, 18.5, anchor="start") for i, line in enumerate(lines)]
        out.append(f'<g {STYLES["serif"]} fill="{pal.ink}">{"".join(rows)}</g>')
        y += high + 5
    return "".join(out), y


def legend_at(entries: Rows, pal: Palette, x0: float, x1: float, y: float, row: float) -> str:
    """Rows of a legend at a fixed distance from each other."""
    out = []
    for i, (label, sample) in enumerate(entries):
        lines = wrapped(label, "serif", 18.5, x1 - x0 - SWATCH - 12)
        middle = y + (i + 0.5) * row
        out.append(sample(x0 + SWATCH / 2, middle))
        base = middle - 10 * (len(lines) - 1) + 6
        words = [text(line, x0 + SWATCH + 12, base + 20 * j, 18.5, anchor="start") for j, line in enumerate(lines)]
        out.append(f'<g {STYLES["serif"]} fill="{pal.ink}">{"".join(words)}</g>')
    return "".join(out)


def legend_rows(board: Board, pal: Palette) -> list[tuple[str, Sample]]:
    """The rows of the legend: terrain, sides, lines and ways that occur on the map."""
    rows: list[tuple[str, Sample]] = []
    used = {board.terrain[p] for p in members(board.all)}
    terrains = legend_table(board.info, "terrain")
    for name in [n for n in terrains if n in used] + sorted(used - set(terrains)):
        rows.append((terrains.get(name, {}).get("label", name.capitalize()), terrain_sample(name, pal)))
    rows += _level_rows(board, pal)
    features = {f for side in board.sides.values() for f in side.features}
    sides = legend_table(board.info, "sides", "side", "lines")
    for name in [n for n in sides if n in features and n in SIDE_WORDS]:
        rows += _side_rows(board, name, str(sides[name]["label"]), pal)
    kinds = {p.kind for p in board.paths}
    paths = legend_table(board.info, "paths", "path")
    for name in [n for n in paths if n in kinds]:
        rows.append((str(paths[name]["label"]), _way_sample(name, pal)))
    return rows + emblem_rows(board)


def _level_rows(board: Board, pal: Palette) -> list[tuple[str, Sample]]:
    """The heights of a map with levels, lowest first, as the map tints them."""
    used = sorted({board.level[p] for p in members(board.all)})
    named = legend_table(board.info, "level", "levels")
    rows: list[tuple[str, Sample]] = []
    for i, level in enumerate(used if len(used) > 1 else []):

        def sample(x: float, y: float, i: int = i) -> str:
            ring = _hexagon(x, y, 19.5)
            base = "M" + "L".join(f"{number(px)} {number(py)}" for px, py in ring) + "z"
            return f'<path d="{base}" fill="{level_tone(i, pal)}" stroke="{pal.grid}" stroke-opacity=".6"/>'

        label = str(named.get(str(level), {}).get("label", ""))
        rows.append((f"Level {level}: {label}" if label else f"Level {level}", sample))
    return rows


def emblem_rows(board: Board) -> list[tuple[str, Sample]]:
    """The rows for emblems; those that say the same are one row."""
    rows: dict[str, Sample] = {}
    for emblem in emblems(board):
        tagged = [board.tags[p] for p in members(board.tagged(emblem.tag))]
        if tagged and emblem.text not in rows:
            value = emblem.value(tagged[0])

            def sample(x: float, y: float, emblem: Emblem = emblem, value: str = value) -> str:
                return f'<g {STYLES["heavy"]} text-anchor="middle">{emblem_svg(emblem, value, (x, y), 15)}</g>'

            rows[emblem.text] = sample
    return list(rows.items())


def _hexagon(x: float, y: float, size: float) -> list[Point]:
    wide = size * 1.9
    return [
        (x - wide, y),
        (x - wide + size * 0.7, y - size),
        (x + wide - size * 0.7, y - size),
        (x + wide, y),
        (x + wide - size * 0.7, y + size),
        (x - wide + size * 0.7, y + size),
    ]


def terrain_sample(name: str, pal: Palette) -> Sample:
    """A patch of terrain, made by the same brush as the map."""

    def sample(x: float, y: float) -> str:
        ring = _hexagon(x, y, 19.5)
        base = "M" + "L".join(f"{number(px)} {number(py)}" for px, py in ring) + "z"
        area, clear = Area([wavy(ring, size=2.0)]), Clearings()
        kind = kind_of(name)
        ground = f'<path d="{base}" fill="{pal.land}" stroke="{pal.grid}" stroke-opacity=".6" stroke-width="1"/>'
        if kind == "land":
            spot = (
                terrain.town((x, y), 2.2 if name == "town" else 1.1, pal, name) if name in ("town", "village") else ""
            )
            return ground + terrain.fields(area, pal, clear) + spot
        if kind == "hill":
            return ground + relief.hills(area, [(x - 14, y), (x + 16, y + 2)], pal, clear, 48.0)
        if kind in ("city", "suburb"):
            return ground + terrain.built_up(area, pal, clear, dense=kind == "city", name=f"sample-{name}")
        brush = {"forest": terrain.forest, "marsh": terrain.marsh, "rough": terrain.rough}.get(kind)
        if brush:
            return ground + brush(area, pal, clear)
        return f'<path d="{area.path}" fill="{pal.water}" stroke="{pal.water_line}" stroke-width="1.6"/>'

    return sample


def wave(x: float, y: float, bend: float = 5.0) -> list[Point]:
    return [(x - 40 + 5 * i, y + bend * math.sin(i / 16 * math.tau)) for i in range(17)]


SIDE_WORDS = ("river", "major", "minor", "canal", "stream", "lake", "line", "bridge", "boundary", "festung", "gully")


def _side_rows(board: Board, name: str, label: str, pal: Palette) -> list[tuple[str, Sample]]:
    if name == "lake":
        pal = icy(pal) if is_frozen(board, "lake") else pal
        return [
            (
                label,
                lambda x, y: lake_shapes([("", Area([shore([(x - 30, y + 3), (x + 30, y - 3)])]), (x, y))], pal),
            )
        ]
    if name == "bridge":
        return [(label, lambda x, y: _bridge_sample(x, y, pal))]
    if name == "gully":
        return [(label, lambda x, y: gully(((x - 30, y), (x + 30, y)), pal))]
    if name == "line":
        meanings = {str(k): str(v) for k, v in board.info.get("lines", {}).items()}
        used = sorted({s.extra.get("line") or "" for s in board.sides.values() if "line" in s.features})
        found = [(meanings[n][:1].upper() + meanings[n][1:], _wall_sample(n, pal)) for n in used if n in meanings]
        return found or [(label, _wall_sample("1", pal))]
    if name in ("boundary", "festung"):
        return [
            (
                label,
                lambda x, y: _stroke_sample(
                    wave(x, y, 0), pal.boundary if name == "boundary" else pal.lines[2], "12 6"
                ),
            )
        ]
    width = {"river": 6.2, "major": 7.2, "minor": 3.9, "canal": 4.4}.get(name, 3.0)
    return [(label, lambda x, y: water_lines([Course("river", "", wave(x, y), width)], pal))]


def _bridge_sample(x: float, y: float, pal: Palette) -> str:
    river = water_lines([Course("river", "", [(x, y - 16), (x + 2, y), (x, y + 16)], 6.2)], pal)
    road = "".join(stroke(f"M{x - 40:.0f} {y:.0f}h80", *coat) for coat in coats("road", pal))
    rails = f'<path d="{bridge_at([(x, y)], (1.0, 0.0))}" fill="none" stroke="{pal.ink}" stroke-width="1.5"/>'
    return river + road + rails


def _wall_sample(name: str, pal: Palette) -> Sample:
    def sample(x: float, y: float) -> str:
        course = Course("line", name, wave(x, y + 3, 3.0), 3.0, frozenset({"behind"}))
        return wall_lines([course], pal, lambda n: line_tone(n, pal))

    return sample


def _stroke_sample(points: list[Point], tone: str, dashes: str) -> str:
    return f'<g fill="none">{stroke(smooth_path(points), 3.2, tone, dashes)}</g>'


def _way_sample(name: str, pal: Palette) -> Sample:
    def sample(x: float, y: float) -> str:
        if name not in ORDER:
            return _stroke_sample(wave(x, y, 0), pal.boundary, "16 6 3 6")
        path = smooth_path(wave(x, y, 4.0))
        return f'<g fill="none">{"".join(stroke(path, *coat) for coat in coats(name, pal))}</g>'

    return sample


# -- scale and credits ---------------------------------------------------------------------------


def _scale_bar(board: Board, pal: Palette, middle: float, most: float, bottom: float) -> tuple[str, float]:
    """Kilometres, and what one hex measures; returns how high it reaches."""
    metres = board.info.get("hex_metres")
    if not metres:
        return "", bottom
    per_km = 100.0 * 1000.0 / float(metres) / strip_scale(frame(board).height)
    step = max(
        (n for n in (0.25, 0.5, 1, 2, 2.5, 5, 10, 20, 25, 50, 100, 200) if n * 4 * per_km <= most),
        default=0.1,
    )
    wide = step * per_km
    x0, y = middle - 2 * wide, bottom - 34
    out = []
    for i in range(4):
        fill = pal.ink if i % 2 == 0 else pal.paper
        place = f'x="{number(x0 + i * wide)}" y="{number(y)}" width="{number(wide)}" height="6"'
        out.append(f'<rect {place} fill="{fill}" stroke="{pal.ink}" stroke-width="1"/>')
    marks = [text(f"{step * i:g}" + (" km" if i == 4 else ""), x0 + i * wide, y - 6, 14) for i in (0, 2, 4)]
    hexes = text(f"One hex is {float(metres) / 1000:g} km across", middle, y + 24, 15)
    return "".join(out) + f'<g {STYLES["serif"]} fill="{pal.ink}">{"".join(marks)}{hexes}</g>', y - 20


def credit_lines(board: Board, pal: Palette, x0: float, x1: float, bottom: float) -> tuple[str, float]:
    """Whose data the map is made of, at the foot; returns how high it reaches."""
    lines = [line for credit in board.credits for line in wrapped(credit, "serif", 11.5, x1 - x0)]
    if not lines:
        return "", bottom
    first = bottom - 13.5 * (len(lines) - 1)
    rows = [text(line, x0, first + 13.5 * i, 11.5, anchor="start") for i, line in enumerate(lines)]
    return f'<g {STYLES["serif"]} fill="{pal.soft_ink}">{"".join(rows)}</g>', first - 16
