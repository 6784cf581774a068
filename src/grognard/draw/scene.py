"""A position as a picture: the map with its counters, and arrows and marked places to show something with."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from html import escape

import msgspec

from grognard.engine.about import Flag
from grognard.engine.board import Board, Point
from grognard.engine.face import Face
from grognard.engine.places import members

from .counters import counter_svg
from .fonts import STYLES
from .geometry import anchor, counter_boxes, frame, outline
from .picture import map_svg
from .svg import element, group

COUNTER = 62.0
"""The size of a counter on a hex map, where a hex is 100 wide."""
STEP = 0.14
"""How far each counter of a stack stands off the one below it."""
SHOWN = 4
"""So many of a stack are drawn; the number of all stands beside it."""
TONE = "#d8481f"


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """A counter on the map."""

    place: int
    face: Face
    flags: tuple[str, ...] = ()
    back: bool = False


class Arrow(msgspec.Struct, frozen=True):
    """From one place to another."""

    tail: int
    head: int
    tone: str = TONE


class Note(msgspec.Struct, frozen=True):
    """A flag, a cross or a tick on a place, or between two."""

    shape: str
    places: tuple[int, ...]
    text: str = ""


def scene_svg(
    board: Board,
    counters: Sequence[Standing],
    flags: Sequence[Flag] = (),
    *,
    notes: Sequence[Note] = (),
    arrows: Sequence[Arrow] = (),
    marks: Mapping[int, str] | None = None,
    palette: str = "light",
) -> str:
    """The whole picture."""
    body = base_svg(board, palette)
    return body.replace("</svg>", overlay(board, counters, flags, notes=notes, arrows=arrows, marks=marks) + "</svg>")


@lru_cache(maxsize=8)
def base_svg(board: Board, palette: str = "light") -> str:
    """The map without anything on it; drawn once, because that takes a second."""
    return map_svg(board, legend=False, palette=palette)


def layer_svg(board: Board, counters: Sequence[Standing], flags: Sequence[Flag] = ()) -> str:
    """The counters alone, on nothing, to be laid over a map that was painted before."""
    to = frame(board)
    size = f'viewBox="0 0 {to.width} {to.height}" width="{to.width}" height="{to.height}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{overlay(board, counters, flags)}</svg>\n'


def overlay(
    board: Board,
    counters: Sequence[Standing],
    flags: Sequence[Flag] = (),
    *,
    notes: Sequence[Note] = (),
    arrows: Sequence[Arrow] = (),
    marks: Mapping[int, str] | None = None,
) -> str:
    """What stands on the map: marked places, counters in stacks, notes and arrows."""
    stacks: dict[int, list[Standing]] = {}
    for counter in counters:
        if counter.place < board.size:
            stacks.setdefault(counter.place, []).append(counter)
    out = [_marked(board, place, tone) for place, tone in (marks or {}).items() if place < board.size]
    out += [_note(board, note) for note in notes]
    out += [_stack(board, place, stack, flags) for place, stack in sorted(stacks.items())]
    out += [_arrow(board, arrow) for arrow in arrows]
    return "".join(out)


def counter_size(board: Board) -> float:
    """How large a counter is on the picture."""
    if board.grid is not None:
        return COUNTER
    boxes = [box for place in members(board.all) for box in counter_boxes(board, place)]
    return (boxes[0][2] - boxes[0][0]) * frame(board).scale if boxes else COUNTER


def _stack(board: Board, place: int, stack: list[Standing], flags: Sequence[Flag]) -> str:
    x, y = anchor(board, place)
    size = counter_size(board)
    shown = stack[-SHOWN:]
    lift = size * STEP
    left = x - size / 2 - lift * (len(shown) - 1) / 2
    top = y - size / 2 + lift * (len(shown) - 1) / 2
    out = []
    for n, one in enumerate(shown):
        at = f"translate({left + n * lift:.1f} {top - n * lift:.1f}) scale({size / 100:.3f})"
        up: Collection[str] = one.flags
        out.append(group(counter_svg(one.face, flags, up, back=one.back), transform=at))
    if len(stack) > SHOWN:
        out.append(_count(left + (len(shown) - 1) * lift + size, top - (len(shown) - 1) * lift, len(stack), size))
    return "".join(out)


def _count(x: float, y: float, number: int, size: float) -> str:
    radius = size * 0.2
    disc = element("circle", cx=x, cy=y, r=radius, fill="#14110d", stroke="#ffffff", stroke_width=1.5)
    words = element("text", str(number), x=x, y=y + radius * 0.38, font_size=radius * 1.15, text_anchor="middle")
    return disc + f'<g {STYLES["heavy"]} fill="#ffffff">{words}</g>'


def _marked(board: Board, place: int, tone: str) -> str:
    points = " ".join(f"{x},{y}" for x, y in outline(board, place))
    look = {"fill": escape(tone), "fill_opacity": 0.38, "stroke": escape(tone), "stroke_width": 4}
    return element("polygon", points=points, **look)


def _note(board: Board, note: Note) -> str:
    """Where it stands on two places, in the middle between them."""
    points = [anchor(board, place) for place in note.places if place < board.size]
    if not points:
        return ""
    x, y = sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points)
    half = counter_size(board) * 0.16
    if len(points) == 1:
        y -= counter_size(board) * 0.62
    shapes = {
        "flag": f"M{x - half} {y + half}V{y - half}L{x + half} {y - half / 2}L{x - half} {y}",
        "cross": f"M{x - half} {y - half}L{x + half} {y + half}M{x + half} {y - half}L{x - half} {y + half}",
        "tick": f"M{x - half} {y}L{x - half / 4} {y + half}L{x + half} {y - half}",
    }
    look = {"fill": "none", "stroke": "#14110d", "stroke_width": 4.5, "stroke_linejoin": "round"}
    title = element("title", escape(note.text)) if note.text else ""
    return group(title, element("path", d=shapes.get(note.shape, shapes["flag"]), **look))


def _arrow(board: Board, arrow: Arrow) -> str:
    """A thick line with a head, which ends a little before the middle of its place."""
    if max(arrow.tail, arrow.head) >= board.size:
        return ""
    (x0, y0), (x1, y1) = anchor(board, arrow.tail), anchor(board, arrow.head)
    long = math.dist((x0, y0), (x1, y1))
    if long == 0:
        size = counter_size(board) * 0.75
        return element("circle", cx=x0, cy=y0, r=size, fill="none", stroke=escape(arrow.tone), stroke_width=7)
    size = counter_size(board)
    ux, uy = (x1 - x0) / long, (y1 - y0) / long
    tip = (x1 - ux * size * 0.15, y1 - uy * size * 0.15)
    neck = (tip[0] - ux * size * 0.45, tip[1] - uy * size * 0.45)
    head = [tip, _beside(neck, ux, uy, size * 0.24), _beside(neck, ux, uy, -size * 0.24)]
    tone = escape(arrow.tone)
    line = element("line", x1=x0, y1=y0, x2=neck[0], y2=neck[1], stroke=tone, stroke_width=size * 0.15)
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in head)
    return group(line, element("polygon", points=points, fill=tone), opacity=0.86, stroke_linecap="round")


def _beside(at: Point, ux: float, uy: float, far: float) -> Point:
    return at[0] - uy * far, at[1] + ux * far
