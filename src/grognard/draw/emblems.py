"""Emblems printed in hexes: objectives, airfields, towers, entry stars, each for a tag that the map's data names.

`map.toml` lists them as `[[emblem]]`: the tag, a shape, what the legend says, and, where a number stands in it, how the
tag begins that ends with the number.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from grognard.engine.board import Board, Point
from grognard.engine.places import Place, members

from .curves import line_path
from .fonts import STYLES
from .geometry import HexSheet
from .lettering import text
from .palette import Palette
from .svg import element, path
from .vocabulary import vocabulary

GOLD, DARK, CREAM = "#e2b33c", "#2a211b", "#fbf5e4"
SPOTS: tuple[Point, ...] = ((0, 32), (-25, 26), (25, 26), (-33, 0), (33, 0))
"""Where the emblems of a hex stand, in order; counters cover the middle."""
SIZE = 9.0
RING, WALLED = 0.93, 0.83
"""How far out the ring of a hex runs; further in where walls are drawn along its sides."""


class Emblem:
    """One kind of emblem as the map's data describes it."""

    def __init__(self, entry: dict[str, str]) -> None:
        self.tag = entry.get("tag", "")
        self.shape = entry.get("shape", "star")
        self.text = entry.get("text", self.tag)
        self.number = entry.get("number", "")
        self.colours = entry.get("colours", "")
        self.ring = bool(entry.get("ring", False))

    def value(self, tags: frozenset[str]) -> str:
        """The number that stands in it."""
        endings = [tag.removeprefix(self.number) for tag in sorted(tags) if self.number and tag.startswith(self.number)]
        return endings[0] if endings else ""


def emblems(board: Board) -> list[Emblem]:
    """The kinds of emblem on a map."""
    return [Emblem(entry) for entry in board.info.get("emblem", []) if isinstance(entry, dict)]


def _placed(board: Board) -> Iterator[tuple[Place, list[Emblem]]]:
    kinds = emblems(board)
    for place in members(board.all):
        found = [kind for kind in kinds if kind.tag in board.tags[place]]
        if found:
            yield place, found


def emblem_boxes(board: Board, sheet: HexSheet) -> list[tuple[float, float, float, float]]:
    """The room that emblems take, for the names to keep clear of."""
    boxes = []
    for place, kinds in _placed(board):
        x, y = sheet.centre(sheet.of(place))
        for _, (dx, dy) in zip(kinds, SPOTS, strict=False):
            boxes.append((x + dx - SIZE, y + dy - SIZE, x + dx + SIZE, y + dy + SIZE))
    return boxes


def emblems_svg(board: Board, sheet: HexSheet, pal: Palette) -> str:
    """All emblems of a map, and a ring around the hexes that matter most."""
    rings, signs = [], []
    for place, kinds in _placed(board):
        x, y = sheet.centre(sheet.of(place))
        if any(kind.ring for kind in kinds):
            share = WALLED if _walled(board, place) else RING
            inset = [(x + (px - x) * share, y + (py - y) * share) for px, py in sheet.corners(sheet.of(place))]
            rings.append(line_path(inset, closed=True))
        for kind, (dx, dy) in zip(kinds, SPOTS, strict=False):
            signs.append(emblem_svg(kind, kind.value(board.tags[place]), (x + dx, y + dy), SIZE))
    if not signs:
        return ""
    ring = "".join(rings)
    under = path(ring, stroke=pal.halo, stroke_width=7, stroke_opacity=0.55, stroke_linejoin="round") if ring else ""
    over = path(ring, stroke=GOLD, stroke_width=3.4, stroke_linejoin="round") if ring else ""
    return f'{under}{over}<g {STYLES["heavy"]} text-anchor="middle" stroke-linejoin="round">{"".join(signs)}</g>'


def _walled(board: Board, place: Place) -> bool:
    """Whether a fortress or a defence line runs along a side of the hex."""
    return any(board.side(place, other).features & {"fortress", "line"} for other in members(board.adjacent[place]))


def _fill(word: str, otherwise: str) -> str:
    """The card's colour in a set of counter colours."""
    sets = vocabulary().colours
    return sets[word].fill if word in sets else otherwise


def emblem_svg(kind: Emblem, value: str, at: Point, size: float) -> str:
    """One emblem of this half size."""
    fill = _fill(kind.colours, GOLD)
    x, y = at
    if kind.shape == "disc":
        disc = element("circle", cx=x, cy=y, r=size, fill=GOLD, stroke=DARK, stroke_width=1.6)
        return disc + _word(value.upper(), at, size)
    if kind.shape == "source":
        return _source(kind.colours.split(), at, size)
    if kind.shape == "airfield":
        disc = element("circle", cx=x, cy=y, r=size, fill=CREAM, stroke=DARK, stroke_width=1.4)
        return disc + path(_plane(at, size * 0.72), fill=DARK)
    if kind.shape == "tower":
        return path(_tower(at, size), fill="#8b8577", stroke=DARK, stroke_width=1.6)
    return path(_star(at, size), fill=fill, stroke=DARK, stroke_width=1.2)


def _source(colours: list[str], at: Point, size: float) -> str:
    """A supply source: a disc in two halves, of its owner and cream, or of its two owners."""
    left, right = [_fill(name, CREAM) for name in [*colours, "", ""][:2]]
    x, y = at
    half = f"M{x:.1f} {y - size:.1f}A{size} {size} 0 0 0 {x:.1f} {y + size:.1f}z"
    disc = element("circle", cx=x, cy=y, r=size, fill=right, stroke=DARK, stroke_width=1.6)
    rim = element("circle", cx=x, cy=y, r=size, fill="none", stroke=DARK, stroke_width=1.6)
    return (
        disc
        + path(half, fill=left)
        + path(f"M{x - size:.1f} {y:.1f}h{2 * size:.1f}", stroke=DARK, stroke_width=1.2)
        + rim
    )


def _word(value: str, at: Point, size: float) -> str:
    wide = size * (1.35 if len(value) < 2 else 1.15)
    return text(value, at[0], at[1] + wide * 0.345, wide, anchor="", extra=f' fill="{DARK}"')


def _star(at: Point, radius: float) -> str:
    points = []
    for i in range(10):
        far, turn = radius * (1.0 if i % 2 == 0 else 0.44), math.radians(36 * i - 90)
        points.append((at[0] + far * math.cos(turn), at[1] + far * math.sin(turn)))
    return line_path(points, closed=True)


def _plane(at: Point, size: float) -> str:
    """An aeroplane seen from above, nose up."""
    half = ((0, -1), (0.16, -0.75), (0.16, -0.3), (1, 0.12), (1, 0.32), (0.16, 0.1), (0.14, 0.6), (0.42, 0.82),
            (0.42, 0.98), (0, 0.88))  # fmt: skip
    outline = [*half, *((-x, y) for x, y in reversed(half[1:-1]))]
    return line_path([(at[0] + x * size, at[1] + y * size) for x, y in outline], closed=True)


def _tower(at: Point, size: float) -> str:
    """A battlemented block."""
    outline = ((-0.9, 0.9), (-0.9, -0.35), (-1, -0.35), (-1, -0.95), (-0.55, -0.95), (-0.55, -0.6), (-0.22, -0.6),
               (-0.22, -0.95), (0.22, -0.95), (0.22, -0.6), (0.55, -0.6), (0.55, -0.95), (1, -0.95), (1, -0.35),
               (0.9, -0.35), (0.9, 0.9))  # fmt: skip
    return line_path([(at[0] + x * size, at[1] + y * size) for x, y in outline], closed=True)
