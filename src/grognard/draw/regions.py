"""Names of regions, seas and heights that the map's data spells out: large, spaced, beneath everything else.

`[[label]]` tables of `map.toml` give `text` and `kind`, and either `along` (two hexes between whose middles
the name runs) or `at` (latitude and longitude) with `angle` in degrees counter-clockwise and `size`.
"""

from __future__ import annotations

import math
from typing import Any

from grognard.engine.board import Board, Point

from .fonts import STYLES, text_width
from .geometry import HexSheet
from .lettering import text, tone_of
from .palette import Palette
from .svg import group

LARGEST = 90.0


def georeferenced(board: Board, sheet: HexSheet, lat: float, lon: float) -> Point | None:
    """The picture point of a place on the globe, if the map says where it lies."""
    geo = board.info.get("georeference", {})
    if "metres_per_degree_lat" not in geo:
        return None
    x0, y0 = sheet.centre(board.hexes[min(board.number.values())])
    per_metre = sheet.to.scale / float(board.info.get("hex_metres", 1000))
    east = (lon - geo["lon0"]) * geo["metres_per_degree_lon"]
    south = (geo["lat0"] - lat) * geo["metres_per_degree_lat"]
    turn = math.radians(float(geo.get("turn_degrees", 0.0)))
    right = east * math.cos(turn) - south * math.sin(turn)
    down = east * math.sin(turn) + south * math.cos(turn)
    return x0 + right * per_metre, y0 + down * per_metre


def regions_svg(board: Board, sheet: HexSheet, pal: Palette) -> str:
    """All names that the map's data places itself, except those of rivers."""
    entries = [entry for entry in board.info.get("label", []) if entry.get("kind") != "water"]
    return "".join(_region(board, sheet, entry, pal) for entry in entries)


def _region(board: Board, sheet: HexSheet, entry: dict[str, Any], pal: Palette) -> str:
    spot = _spot(board, sheet, entry)
    if spot is None:
        return ""
    (x, y), angle, room, size = spot
    name, kind = str(entry["text"]), str(entry.get("kind", "region"))
    face = "italic" if kind in ("sea", "country") else "bold"
    letters = max(1, len(name) - 1)
    if room:
        size = min(size, room / max(1.0, text_width(name, face, 1.0)) * 0.75)
    spacing = max(0.0, (room - text_width(name, face, size)) / letters) if room else size * 0.22
    word = text(name, x + spacing / 2, y + size * 0.3, size, extra=f' letter-spacing="{spacing:.1f}"')
    turned = f"rotate({angle:.1f} {x:.0f} {y:.0f})" if angle else None
    style = f'<g {STYLES[face]} fill="{tone_of(kind, pal)}" fill-opacity=".62" stroke="{pal.halo}"'
    return group(f'{style} stroke-width="3" stroke-opacity=".4" paint-order="stroke">{word}</g>', transform=turned)


def _spot(board: Board, sheet: HexSheet, entry: dict[str, Any]) -> tuple[Point, float, float, float] | None:
    """Middle, angle, room and size of a name."""
    if "along" in entry:
        a, b = (sheet.centre(sheet.of(board.place(name))) for name in entry["along"])
        middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
        return middle, math.degrees(math.atan2(b[1] - a[1], b[0] - a[0])), math.dist(a, b) + 60, 40.0
    if "at" in entry:
        middle_ = georeferenced(board, sheet, *map(float, entry["at"]))
        # Sizes are meant for a hex of about 25 units.
        return middle_ and (
            middle_,
            -float(entry.get("angle", 0)),
            0.0,
            min(LARGEST, 3.6 * float(entry.get("size", 9))),
        )
    return None
