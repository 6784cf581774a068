"""The furniture of a zone map that has frames of its own: title, turn track, legend, compass, credits."""

from __future__ import annotations

import math
from dataclasses import replace

from grognard.engine.board import Board
from grognard.engine.places import members

from . import terrain
from .areas import Area, Clearings, wavy
from .curves import line_path, smooth_path
from .fonts import STYLES
from .furniture import Sample, cartouche_title, compass, credit_lines, legend_at, terrain_sample, wave
from .geometry import Frame, frame, has_panel
from .labels import Box
from .lettering import text
from .marks import mark_rows, mark_svg, owners
from .palette import Palette, kind_of, legend_table, mix
from .roads import coats, stroke
from .sides import Course, line_tone, wall_lines, water_lines
from .svg import group, path, rectangle

WALL = "3"
"""The tone of works on zone maps."""
ROAD = "autobahn"
"""Roads matter more on zone maps than on hex maps: they are drawn as strong as a motorway."""


def frame_box(board: Board, name: str) -> Box | None:
    """A frame of the drawing in picture units."""
    given = board.info.get("frames", {}).get(name)
    if given is None:
        return None
    to: Frame = frame(board)
    (x0, y0), (x1, y1) = to.point((given[0], given[1])), to.point((given[0] + given[2], given[1] + given[3]))
    return x0, y0, x1, y1


def panels(board: Board, pal: Palette) -> str:
    """Turn track and legend in the frames the map keeps for them."""
    return turn_track(board, pal) + (legend_panel(board, pal) if has_panel(board) else "")


def turn_track(board: Board, pal: Palette) -> str:
    """Square boxes side by side, numbered, in the frame for the turn track."""
    box = frame_box(board, "turn_track")
    if box is None:
        return ""
    left, top, right, bottom = box
    count = max(1, round((right - left) / (bottom - top)))
    side = (right - left) / count
    out, numbers = [rectangle(box, fill=mix(pal.paper, pal.light, 0.5 * pal.quiet**2))], []
    for i in range(count):
        x = left + i * side
        out.append(rectangle((x, top, x + side, bottom), fill="none", stroke=pal.ink, stroke_width=1.6))
        tab = f"M{x:.0f} {top:.0f}h30v18q0 8-8 8h-22z"
        out.append(f'<path d="{tab}" fill="{pal.floor(0.2)}" stroke="{pal.ink}" stroke-width="1"/>')
        numbers.append(text(str(i + 1), x + 15, top + 19, 18))
    out.append(rectangle(box, fill="none", stroke=pal.ink, stroke_width=2.8))
    title = text("Turns", left, top - 10, 22, anchor="start")
    return (
        "".join(out)
        + f'<g {STYLES["heavy"]} fill="{pal.ink}">{"".join(numbers)}</g>'
        + f'<g {STYLES["italic"]} fill="{pal.ink}">{title}</g>'
    )


def legend_panel(board: Board, pal: Palette) -> str:
    """Title, compass and credits to the left, the legend in two columns beside them."""
    box = frame_box(board, "legend")
    assert box is not None
    left, top, right, bottom = box
    wide = (right - left) * 0.31
    head, y = cartouche_title(board.title, pal, left, left + wide, top)
    foot, lowest = credit_lines(board, pal, left, left + wide, bottom - 4)
    size = min(96.0, (lowest - y) / 2 - 26)
    rose = compass((left + wide / 2, (y + lowest) / 2 + 10), size, pal) if size > 30 else ""
    rows = zone_rows(board, pal)
    half = math.ceil(len(rows) / 2)
    column = (right - left - wide - 60) / 2
    out = [head, rose, foot]
    for i, part in enumerate((rows[:half], rows[half:])):
        x = left + wide + 40 + i * (column + 20)
        out.append(legend_at(part, pal, x, x + column, top, (bottom - top) / max(1, half)))
    return "".join(out)


def zone_rows(board: Board, pal: Palette) -> list[tuple[str, Sample]]:
    """The rows of a zone map's legend: terrain, lines and symbols that occur on the map."""
    rows: list[tuple[str, Sample]] = []
    used = {board.terrain[p] for p in members(board.all)}
    terrains = legend_table(board.info, "terrain")
    for name in [n for n in terrains if n in used] + sorted(used - set(terrains)):
        rows.append((str(terrains.get(name, {}).get("label", name.capitalize())), _ground_sample(name, pal)))
    for name, entry in legend_table(board.info, "lines", "sides", "side").items():
        if name in LINES:
            rows.append((str(entry.get("label", name.capitalize())), _line_sample(name, pal)))
    for label, samples in mark_rows(board):
        rows.append((label, _mark_sample(board, samples, pal)))
    return rows


def _ground_sample(name: str, pal: Palette) -> Sample:
    """A small zone of a terrain, made by the same brush as the map."""
    kind = kind_of(name)

    def sample(x: float, y: float) -> str:
        ring = wavy([(x - 38, y - 20), (x + 38, y - 20), (x + 38, y + 20), (x - 38, y + 20)], size=4.0)
        area, clear = Area([ring]), Clearings()
        ground = path(area.path, fill=pal.land)
        if kind == "land":
            ground += terrain.fields(area, pal, clear, strength=0.9)
        elif kind == "rough":
            ground += terrain.wooded(area, pal, clear, cover=-0.75)
        elif kind in ("city", "suburb"):
            ground += terrain.built_up(area, pale_city(pal), clear, dense=kind == "city", name=f"sample-{name}")
        else:
            return terrain_sample(name, pal)(x, y)
        return ground + border_line(area.path, pal)

    return sample


def pale_city(pal: Palette) -> Palette:
    """Houses that names, symbols and counters stand out from."""
    return replace(pal, block=mix(pal.block, pal.city, 0.42), block_dark=mix(pal.block_dark, pal.city, 0.34))


def _mark_sample(board: Board, samples: list[tuple[str, str]], pal: Palette) -> Sample:
    def sample(x: float, y: float) -> str:
        first = x - 15.0 * (len(samples) - 1)
        drawn = [
            mark_svg(kind, value, (first + 30.0 * i, y), 28.0, pal, owners(board))
            for i, (kind, value) in enumerate(samples)
        ]
        return f'<g {STYLES["heavy"]} text-anchor="middle" stroke-linejoin="round">{"".join(drawn)}</g>'

    return sample


LINES = ("river", "minor-river", "stream", "border", "front", "defence", "line", "road", "connector")


def _line_sample(name: str, pal: Palette) -> Sample:
    """A short piece of a line, as on the map."""

    def sample(x: float, y: float) -> str:
        if name == "river":
            return water_lines([Course("river", "", wave(x, y), RIVER)], pal)
        if name in ("minor-river", "stream"):
            return water_lines([Course("stream", "", wave(x, y), STREAM)], pal)
        if name in ("defence", "line"):
            course = Course("line", WALL, wave(x, y + 3, 3.0), 3.0, frozenset({"behind"}))
            return wall_lines([course], pal, lambda n: line_tone(n, pal))
        if name == "road":
            way = smooth_path(wave(x, y, 4.0))
            return group(*(stroke(way, *coat) for coat in coats(ROAD, pal)), fill="none")
        line = line_path([(x - 40, y), (x + 40, y)])
        return {"front": front_line, "connector": connector_line}.get(name, border_line)(line, pal)

    return sample


RIVER, STREAM = 7.4, 1.9


def border_line(line: str, pal: Palette) -> str:
    """The border between two zones."""
    return path(line, stroke=pal.halo, stroke_opacity=0.55, stroke_width=5) + path(
        line, stroke=mix(pal.ink, pal.soft_ink, 0.55), stroke_width=2
    )


def front_line(line: str, pal: Palette) -> str:
    """The boundary between two commands."""
    return path(line, stroke=pal.halo, stroke_opacity=0.35, stroke_width=5.4) + path(
        line, stroke=pal.boundary, stroke_width=3.6, stroke_dasharray="16 6 3 6"
    )


def connector_line(line: str, pal: Palette) -> str:
    """White lines between zones that are drawn apart: all edges first, so that they run into each other."""
    style = {"stroke_linejoin": "round", "stroke_linecap": "round"}
    edge = mix(pal.shade, pal.paper, 0.15 if pal.name == "light" else 0.0)
    return path(line, stroke=edge, stroke_width=7, **style) + path(
        line, stroke=mix(pal.light, "#ffffff", 0.8), stroke_width=4.2, **style
    )


def scale_bar(per_km: float, x: float, y: float, most: float, pal: Palette) -> str:
    """Kilometres in a frame that has one scale everywhere."""
    step = max((n for n in (1, 2, 5, 10, 20, 50) if n * per_km <= most), default=1)
    out = []
    for i in range(2):
        fill = pal.ink if i == 0 else pal.paper
        at = (x + i * step * per_km / 2, y, x + (i + 1) * step * per_km / 2, y + 7)
        out.append(rectangle(at, fill=fill, stroke=pal.ink, stroke_width=1))
    words = text("0", x, y - 6, 15) + text(f"{step:g} km", x + step * per_km, y - 6, 15)
    return "".join(out) + f'<g {STYLES["serif"]} fill="{pal.ink}">{words}</g>'
