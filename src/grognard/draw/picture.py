"""The whole picture of a map: paper, land, names, neat line; with the legend strip or without."""

from __future__ import annotations

from html import escape

from grognard.engine.board import Board
from grognard.engine.places import members

from .curves import number
from .fonts import STYLES
from .furniture import strip
from .geometry import BORDER, Frame, frame, has_panel
from .hexmap import HexMap, hex_map
from .labels import Label
from .lettering import text
from .palette import Palette, palette_for
from .panels import panels, zone_rows
from .svg import rectangle
from .zonemap import ZoneMap, zone_map


def map_svg(board: Board, *, numbers: bool = True, legend: bool = True, palette: str = "light") -> str:
    """The map as SVG; `frame(board, legend=legend)` says where board points lie on it."""
    pal = palette_for(board.info, palette)
    art = art_of(board, numbers)
    to, whole = frame(board), frame(board, legend=legend)
    page = (BORDER, BORDER, to.width - BORDER, to.height - BORDER)
    body = [
        _paper(whole, pal),
        f'<g clip-path="url(#g-page)">{art.base(page, pal)}{art.ground(pal, "g-water")}',
        art.grid(pal),
        art.lines(pal),
        art.wash(pal, page),
        "</g>",
        art.names(pal),
        _neat_line(page, pal),
    ]
    if not legend:
        body.append(_credits(board, to, pal))
    elif board.grid is None:
        body.append(panels(board, pal))
    if legend and not has_panel(board):
        rows = zone_rows(board, pal) if board.grid is None else None
        body.append(strip(board, pal, to.width, to.height, rows))
    return _document(board, whole, page, "".join(body))


def art_of(board: Board, numbers: bool) -> HexMap | ZoneMap:
    """The layers of a board's picture, hexes or zones."""
    return hex_map(board, numbers) if board.grid is not None else zone_map(board, numbers)


def place_labels(board: Board, *, numbers: bool = True) -> list[Label]:
    """Every name on the map with the boxes it fills, as `map_svg` sets them."""
    return art_of(board, numbers).labels


def zone_names(board: Board) -> dict[int, tuple[float, float, float]]:
    """Where the name of each zone is set, and how large: the middle of its lines and the size of its letters."""
    if board.grid is not None:
        return {}
    towns = {label.text: label for label in place_labels(board) if label.kind == "town" and label.lines}
    found = {}
    for place in members(board.all):
        label = towns.get(board.label[place])
        if label is not None:
            boxes = label.boxes
            middle = (min(b[0] for b in boxes) + max(b[2] for b in boxes)) / 2
            height = (min(b[1] for b in boxes) + max(b[3] for b in boxes)) / 2
            found[int(place)] = (round(middle, 1), round(height, 1), round(label.size, 1))
    return found


def _document(board: Board, to: Frame, page: tuple[float, float, float, float], body: str) -> str:
    wide, high = number(to.width), number(to.height)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}">'
        f"<title>{escape(board.title)}</title>"
        f'<defs><clipPath id="g-page">{rectangle(page)}</clipPath></defs>'
        f"{body}</svg>\n"
    )


def _paper(to: Frame, pal: Palette) -> str:
    return f'<rect width="{number(to.width)}" height="{number(to.height)}" fill="{pal.paper}"/>'


def _neat_line(page: tuple[float, float, float, float], pal: Palette) -> str:
    x0, y0, x1, y1 = page
    out = []
    for grow, width in ((0, 1.2), (5, 3.0)):
        box = (x0 - grow, y0 - grow, x1 + grow, y1 + grow)
        out.append(rectangle(box, fill="none", stroke=pal.ink, stroke_width=width))
    return "".join(out)


def _credits(board: Board, to: Frame, pal: Palette) -> str:
    """Whose data it is, in the lower border."""
    if not board.credits:
        return ""
    line = " · ".join(board.credits)
    note = text(line, to.width - BORDER, to.height - 5, 9.5, anchor="end")
    return f'<g {STYLES["serif"]} fill="{pal.soft_ink}">{note}</g>'
