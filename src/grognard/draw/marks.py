"""The symbols printed in zones: numbers, stars, shields, flags, track and supply marks, each from a column."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from grognard.engine.board import Board, Point
from grognard.engine.places import members

from .curves import line_path, number
from .fonts import STYLES, text_width
from .geometry import frame, positions
from .lettering import text
from .palette import Palette, legend_table, mix
from .svg import element, path

COLUMNS = {
    "index": "index",
    "star": "vp",
    "shield": "garrison",
    "flag": "setup_flag",
    "us": "us_tracks",
    "supply": "supply",
}
"""Which column of the zones' table each symbol shows."""
NOTHING = ("", "0", "none")
"""Values for which nothing is printed, except by the index."""
BLACK, CREAM, RED, GREEN = "#211b17", "#fbf5e4", "#b02a20", "#3c7a3f"
SUPPLIES = ("#9c2b20", "#b4702a", "#5a625a", "#3f5f86", "#6b4a7a")
"""The colours of supply marks, in the order in which their owners appear in the table."""


@dataclass(frozen=True)
class Mark:
    """One symbol: what it is, what it says, its middle and the side of its box."""

    kind: str
    place: int
    value: str
    at: Point
    size: float

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, right, bottom."""
        (x, y), half = self.at, self.size / 2
        return x - half, y - half, x + half, y + half


def sizes(board: Board, place: int) -> dict[str, float]:
    """The sizes of counters, symbols and names in the frame of a zone, in picture units."""
    given = board.info.get("sizes", {}).get(board.extra[place].get("frame", ""), {})
    scale = frame(board).scale
    wanted = {"counter": 38.0, "icon": 26.0, "label": 16.0, "index": 11.0} | given
    return {name: float(size) * scale for name, size in wanted.items()}


@lru_cache(maxsize=8)
def marks_of(board: Board) -> tuple[Mark, ...]:
    """Every symbol of a zone board, where the data puts it or else in a row above the zone's town."""
    found: list[Mark] = []
    for place in members(board.all):
        loose: list[tuple[str, str]] = []
        spots = positions(board).get(place, {})
        for kind, value in _values(board, place):
            at = _spot(spots.get(kind), value)
            if at is None:
                loose.append((kind, value))
            else:
                found.append(Mark(kind, place, value, frame(board).point(at), _side(board, place, kind)))
        if "marker" in spots:
            at = frame(board).point(_pair(spots["marker"]))
            found.append(Mark("marker", place, "", at, _side(board, place, "marker")))
        found += _row(board, place, loose)
    return tuple(found)


def _values(board: Board, place: int) -> list[tuple[str, str]]:
    """What a zone has to show: symbol and value, several for a list such as `1;2`."""
    found = []
    for kind, column in COLUMNS.items():
        for value in (board.extra[place].get(column) or "").split(";"):
            if value.strip() and (kind == "index" or value.strip() not in NOTHING):
                found.append((kind, value.strip()))
    return found


def _spot(given: Any, value: str) -> Point | None:
    """Where the data wants a symbol; a table has one place for each value."""
    if isinstance(given, dict):
        given = given.get(value)
    return None if given is None else _pair(given)


def _pair(given: Any) -> Point:
    return float(given[0]), float(given[1])


def _side(board: Board, place: int, kind: str) -> float:
    size = sizes(board, place)
    return 2 * size["index"] if kind == "index" else size["icon"]


def _row(board: Board, place: int, loose: list[tuple[str, str]]) -> list[Mark]:
    x, y = frame(board).point(board.centre(place))
    step = sizes(board, place)["icon"] * 1.15
    left = x - step * (len(loose) - 1) / 2
    return [
        Mark(kind, place, value, (left + i * step, y - step), _side(board, place, kind))
        for i, (kind, value) in enumerate(loose)
    ]


def owners(board: Board) -> list[str]:
    """Who has supply marks on this map, in the order of the table."""
    found = (board.extra[p].get(COLUMNS["supply"]) or "" for p in members(board.all))
    return [owner for owner in dict.fromkeys(found) if owner not in NOTHING]


# -- drawing -------------------------------------------------------------------------------------


def marks_svg(board: Board, pal: Palette) -> str:
    """All symbols of a board."""
    drawn = "".join(mark_svg(m.kind, m.value, m.at, m.size, pal, owners(board)) for m in marks_of(board))
    return f'<g {STYLES["heavy"]} text-anchor="middle" stroke-linejoin="round">{drawn}</g>' if drawn else ""


def mark_svg(kind: str, value: str, at: Point, size: float, pal: Palette, supplied: list[str]) -> str:
    """One symbol in a box of this size."""
    x, y = at
    if kind == "index":
        return _disc(at, size / 2, BLACK, CREAM) + _word(value, x, y, size * 0.66, size * 0.8, CREAM)
    if kind == "us":
        return _disc(at, size * 0.44, GREEN, "#ffffff") + _word(value, x, y, size * 0.62, size * 0.6, "#ffffff")
    if kind == "star":
        return _star(at, size * 0.58) + _word(value, x, y + size * 0.05, size * 0.52, size * 0.5, "#ffffff")
    if kind == "shield":
        return _shield(at, size) + _word(value, x, y - size * 0.04, size * 0.56, size * 0.62, BLACK)
    if kind == "flag":
        return _flag(at, size, pal) + _word(value, x + size * 0.05, y - size * 0.12, size * 0.5, size * 0.62, BLACK)
    if kind == "supply":
        tone = SUPPLIES[supplied.index(value) % len(SUPPLIES)] if value in supplied else SUPPLIES[-1]
        return _plate(at, size * 0.78, tone) + _word(value[:1].upper(), x, y, size * 0.6, size * 0.6, CREAM)
    return element("circle", cx=x, cy=y, r=size * 0.42, fill=mix(pal.land, pal.light, 0.3 * pal.quiet),
                   fill_opacity=0.45, stroke=pal.soft_ink, stroke_width=1.1, stroke_dasharray="2.4 2.2")  # fmt: skip


def _word(value: str, x: float, y: float, size: float, room: float, tone: str) -> str:
    """A number or letter in the middle of a symbol, made small enough to stay inside."""
    fit = min(size, size * room / max(text_width(value, "heavy", size), 1e-9))
    return text(value, x, y + fit * 0.345, fit, anchor="", extra=f' fill="{tone}"')


def _disc(at: Point, radius: float, tone: str, rim: str) -> str:
    return element("circle", cx=at[0], cy=at[1], r=radius - 0.6, fill=tone, stroke=rim, stroke_width=1.2)


def _star(at: Point, radius: float) -> str:
    points = []
    for i in range(10):
        far, turn = radius * (1.0 if i % 2 == 0 else 0.46), math.radians(36 * i - 90)
        points.append((at[0] + far * math.cos(turn), at[1] + far * math.sin(turn) + radius * 0.06))
    return path(line_path(points, closed=True), fill=RED, stroke=CREAM, stroke_width=1)


def _shield(at: Point, size: float) -> str:
    x, y, w, h = at[0], at[1], size * 0.42, size * 0.48
    d = (
        f"M{number(x - w)} {number(y - h)}Q{number(x)} {number(y - h * 0.72)} {number(x + w)} {number(y - h)}"
        f"V{number(y)}C{number(x + w)} {number(y + h * 0.6)} {number(x + w * 0.4)} {number(y + h * 0.9)}"
        f" {number(x)} {number(y + h)}C{number(x - w * 0.4)} {number(y + h * 0.9)} {number(x - w)}"
        f" {number(y + h * 0.6)} {number(x - w)} {number(y)}z"
    )
    return path(d, fill=CREAM, stroke=BLACK, stroke_width=1.8)


def _flag(at: Point, size: float, pal: Palette) -> str:
    x, y = at[0] - size * 0.38, at[1]
    wide, high, top = size * 0.82, size * 0.58, y - size * 0.42
    cloth = [(x, top), (x + wide, top), (x + wide * 0.88, top + high / 2), (x + wide, top + high), (x, top + high)]
    pole = line_path([(x, top - 1), (x, y + size * 0.48)])
    return path(line_path(cloth, closed=True), fill=CREAM, stroke=BLACK, stroke_width=1) + path(
        pole, stroke=pal.ink, stroke_width=1.8, stroke_linecap="round"
    )


def _plate(at: Point, side: float, tone: str) -> str:
    place = {"x": at[0] - side / 2, "y": at[1] - side / 2, "width": side, "height": side, "rx": side * 0.18}
    return element("rect", **place, fill=tone, stroke=CREAM, stroke_width=1.2)


# -- legend --------------------------------------------------------------------------------------


def mark_rows(board: Board) -> list[tuple[str, list[tuple[str, str]]]]:
    """The symbols on this map with what the legend says of them: a text, and a few symbols with values."""
    named = legend_table(board.info, "symbols")
    used: dict[str, list[str]] = {}
    for mark in marks_of(board):
        used.setdefault(mark.kind, []).append(mark.value)
    rows = []
    for kind in [k for k in named if k in used] + [k for k in used if k not in named]:
        label = str(named.get(kind, {}).get("label", kind))
        values = owners(board) if kind == "supply" else sorted(set(used[kind]))[:1]
        if kind == "us":
            values = sorted(set(used[kind]))[:3]
        for owner in owners(board):
            label = label.replace(owner, owner.capitalize())
        rows.append((label[:1].upper() + label[1:], [(kind, value) for value in values]))
    return rows
