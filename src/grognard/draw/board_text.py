"""A board in characters: one cell a hex, with terrain and who stands there."""

from __future__ import annotations

from typing import Any

from ..engine.codec import Names
from ..engine.pieces import each
from ..engine.places import members
from ..engine.position import Position

_CELL = 4


def board_text(g: Position[Any, Any], names: Names) -> str:
    """The map with the number of units of each side in each hex; for zone maps a list in the names a reader knows."""
    board = g.game.board
    if board.grid is None:
        return _zones(g, names)
    cells = {place: _cell(g, place) for place in members(board.all)}
    width = 1 + max(board.hexes[p].column for p in cells)
    lines: dict[int, list[str]] = {}
    for place, text in cells.items():
        x, y = _where(g, place)
        line = lines.setdefault(y, [" "] * (width * _CELL + _CELL))
        line[x : x + len(text)] = list(text)
    terrains = sorted({board.terrain[p] for p in cells})
    legend = "  ".join(f"{_mark(t)} {t}" for t in terrains)
    sides = "  ".join(f"{side[0].upper()}n {side} units" for side in g.game.roster.sides)
    body = "\n".join("".join(lines[y]).rstrip() for y in sorted(lines))
    return f"{body}\n{legend}  {sides}"


def _where(g: Position[Any, Any], place: int) -> tuple[int, int]:
    """Column and line of a hex on the screen."""
    board = g.game.board
    grid = board.grid
    assert grid is not None
    hex_ = board.hexes[place]
    odd = (hex_.row if grid.layout == "pointy" else hex_.column) % 2 == 1
    shifted = odd == (grid.shifted == "odd")
    if grid.layout == "pointy":
        return hex_.column * _CELL + (_CELL // 2 if shifted else 0), hex_.row
    return hex_.column * _CELL, hex_.row * 2 + shifted


def _cell(g: Position[Any, Any], place: int) -> str:
    board = g.game.board
    pieces = g.here.get(place, 0)  # type: ignore[call-overload]
    if not pieces:
        return _mark(board.terrain[place])
    first = each(pieces)[0]
    side = g.game.roster[first].side
    return f"{side[0].upper()}{len(each(pieces))}"


def _mark(terrain: str) -> str:
    return "·" if terrain in ("clear", "") else terrain[0].lower()


def _zones(g: Position[Any, Any], names: Names) -> str:
    lines = []
    for place in members(g.game.board.all):
        pieces = g.here.get(place, 0)
        if pieces:
            units = ", ".join(sorted(names.pieces[p] for p in each(pieces)))
            lines.append(f"{g.game.place_title(place)}: {units}")
    return "\n".join(lines)
