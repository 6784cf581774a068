"""Water that is not open: ice on lakes, lagoons behind the coast, and the sand spits that close them.

`map.toml` says what there is: `frozen` lists terrains and sides that are ice, `[[lagoon]]` names the tag of its hexes,
`[[spit]]` gives the points of a spit that is drawn but not playable, as latitude and longitude.
"""

from __future__ import annotations

from dataclasses import replace

from grognard.engine.board import Board, Point

from .areas import Area, hex_area
from .curves import line_path, noise, smooth_path
from .geometry import HexSheet
from .palette import Palette, mix
from .regions import georeferenced
from .svg import path

ICE, LAGOON = 0.62, 0.34
"""How far ice is from open water to white, and a lagoon from open water to marsh."""
CRACKS = 26.0
"""The distance of the cracks on ice."""


def is_frozen(board: Board, name: str) -> bool:
    """Whether a terrain or a kind of side is ice."""
    return name in board.info.get("frozen", ())


def icy(pal: Palette) -> Palette:
    """The colours of ice: water, nearly white, with quiet shores."""
    white = mix(pal.water, pal.light, ICE)
    return replace(pal, water=white, water_line=mix(pal.water_line, white, 0.35))


def on_water(board: Board, sheet: HexSheet, pal: Palette) -> str:
    """Lagoons, ice and spits, over the open water."""
    return lagoons(board, sheet, pal) + ice(board, sheet, pal) + spits(board, sheet, pal)


def lagoons(board: Board, sheet: HexSheet, pal: Palette) -> str:
    """Lagoons in a tone of their own."""
    out = []
    for entry in board.info.get("lagoon", ()):
        tag = str(entry.get("tag", ""))
        area = hex_area(sheet, lambda p, tag=tag: tag in board.tags[p], ghosts=False)  # type: ignore[misc]
        if area.rings:
            tone = mix(pal.water, pal.marsh, LAGOON)
            out.append(path(area.path, fill=tone, fill_opacity=0.85, fill_rule="evenodd"))
            out.append(path(area.path, stroke=pal.water_line, stroke_width=1.2, stroke_opacity=0.7))
    return "".join(out)


def ice(board: Board, sheet: HexSheet, pal: Palette) -> str:
    """Hexes of ice, with cracks."""
    area = hex_area(sheet, lambda p: is_frozen(board, board.terrain[p]), ghosts=False)
    if not area.rings:
        return ""
    cold = icy(pal)
    cracks = "".join(line_path(crack) for crack in _cracks(area))
    return path(area.path, fill=cold.water, fill_rule="evenodd", stroke=cold.water_line, stroke_width=2) + path(
        cracks, stroke=cold.water_line, stroke_width=0.9, stroke_opacity=0.7
    )


def _cracks(area: Area) -> list[list[Point]]:
    """Short broken lines inside an area."""
    found = []
    for ring in area.rings:
        left, right = min(x for x, _ in ring), max(x for x, _ in ring)
        top, bottom = min(y for _, y in ring), max(y for _, y in ring)
        x, y = (left + right) / 2, (top + bottom) / 2
        wide, high = (right - left) * 0.28, (bottom - top) * 0.28
        for turn in (-1, 0, 1):
            bend = CRACKS * 0.25 * noise(x / 9 + turn, y / 9, 17)
            found.append(
                [(x - wide, y + turn * high), (x, y + turn * high + bend), (x + wide * 0.9, y + turn * high - bend)]
            )
    return found


def spits(board: Board, sheet: HexSheet, pal: Palette) -> str:
    """Narrow strips of sand."""
    sand, shore = mix(pal.land, pal.hill, 0.35), mix(pal.land, pal.shade, 0.45)
    out = []
    for entry in board.info.get("spit", ()):
        given = [georeferenced(board, sheet, float(lat), float(lon)) for lat, lon in entry.get("points", ())]
        points = [at for at in given if at is not None]
        if len(points) > 1:
            strip = smooth_path(points)
            out.append(path(strip, stroke=shore, stroke_width=8.5, stroke_linecap="round", fill="none"))
            out.append(path(strip, stroke=sand, stroke_width=6.2, stroke_linecap="round", fill="none"))
    return "".join(out)
