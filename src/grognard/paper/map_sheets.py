"""The map at true size: on one sheet as large as it needs, or on tiles that overlap."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from grognard.draw import frame
from grognard.engine.game import Game

from .drawing import MARK, OFF, caption, crop_marks, line, ruler, sheet, words
from .sizes import MARGIN, Paper, map_scale

OVERLAP = 8.0
"""How much of the map is printed twice where two tiles meet, in millimetres."""
FOOT = 6.0
EDGE = MARGIN + 3.0
"""From the edge of a sheet to the map."""


class Window(NamedTuple):
    """A part of the map on a sheet: where it is on the sheet and on the map, and its size, in millimetres."""

    left: float
    top: float
    x: float
    y: float
    width: float
    height: float


class Tile(NamedTuple):
    """A sheet with a part of the map, and its marks as SVG."""

    paper: Paper
    window: Window
    marks: str


class Grid(NamedTuple):
    """How a map is cut: the paper it is cut for, how many columns and rows, and the part that each shows."""

    paper: Paper
    columns: int
    rows: int
    width: float
    height: float


def map_size(game: Game[Any], counter: float, *, legend: bool) -> tuple[float, float]:
    """Width and height of the map, in millimetres."""
    whole, scale = frame(game.board, legend=legend), map_scale(game.board, counter)
    return whole.width * scale, whole.height * scale


def whole_map(game: Game[Any], counter: float) -> Tile:
    """All of the map on one sheet, for a plotter or a print shop."""
    wide, high = map_size(game, counter, legend=True)
    paper = Paper(max(wide + 2 * EDGE, RULER_ROOM), high + 2 * EDGE + FOOT)
    window = Window(EDGE, EDGE, 0.0, 0.0, wide, high)
    return Tile(paper, window, sheet(paper, ruler(paper), caption(paper, f"{game.title} · map")))


RULER_ROOM = 180.0
"""The narrowest sheet that has room for ruler and caption."""


def tiled_map(game: Game[Any], paper: Paper, counter: float) -> list[Tile]:
    """The map without its legend on as few sheets as possible, row by row."""
    wide, high = map_size(game, counter, legend=False)
    grid = min((_grid(one, wide, high) for one in (paper, paper.lying)), key=lambda g: g.columns * g.rows)
    return [_tile(game, grid, wide, high, n) for n in range(grid.columns * grid.rows)]


def _grid(paper: Paper, wide: float, high: float) -> Grid:
    room_x, room_y = paper.width - 2 * EDGE, paper.height - 2 * EDGE - FOOT
    columns = max(1, math.ceil((wide - OVERLAP) / (room_x - OVERLAP)))
    rows = max(1, math.ceil((high - OVERLAP) / (room_y - OVERLAP)))
    # All tiles show equally much, so that none is a strip.
    width = (wide + (columns - 1) * OVERLAP) / columns
    height = (high + (rows - 1) * OVERLAP) / rows
    return Grid(paper, columns, rows, width, height)


def _tile(game: Game[Any], grid: Grid, wide: float, high: float, number: int) -> Tile:
    row, column = divmod(number, grid.columns)
    paper = grid.paper
    x, y = column * (grid.width - OVERLAP), row * (grid.height - OVERLAP)
    window = Window(EDGE, EDGE, x, y, min(grid.width, wide - x), min(grid.height, high - y))
    name = tile_name(row, column)
    title = f"{game.title} · map {name}, sheet {number + 1} of {grid.columns * grid.rows}"
    marks = [ruler(paper), caption(paper, title), _corners(window), _joins(grid, window, row, column)]
    return Tile(paper, window, sheet(paper, *marks))


def tile_name(row: int, column: int) -> str:
    """`A1` is the upper left tile, `B1` the one below it."""
    letters = ""
    row += 1
    while row:
        row, rest = divmod(row - 1, 26)
        letters = chr(65 + rest) + letters
    return f"{letters}{column + 1}"


def _corners(window: Window) -> str:
    return crop_marks([window.left, window.left + window.width], [window.top, window.top + window.height])


def _joins(grid: Grid, window: Window, row: int, column: int) -> str:
    """Where the next tile begins: trim here, and lay it on this sheet."""
    right, low = window.left + window.width, window.top + window.height
    out = []
    if column + 1 < grid.columns:
        x, name = right - OVERLAP, tile_name(row, column + 1)
        out += [line(x, y, x, y + step) for y, step in ((window.top - OFF, -MARK), (low + OFF, MARK))]
        out.append(words(f"{name} →", right, window.top - OFF - 1, 2.6, anchor="end"))
    if row + 1 < grid.rows:
        y, name = low - OVERLAP, tile_name(row + 1, column)
        out += [line(x, y, x + step, y) for x, step in ((window.left - OFF, -MARK), (right + OFF, MARK))]
        out.append(words(f"↓ {name}", window.left + 8, low + OFF + 3, 2.6))
    return "".join(out)
