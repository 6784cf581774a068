"""Marks on a sheet, in millimetres: crop marks, a ruler to check the printer by, captions."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from grognard.draw.fonts import STYLES

from .sizes import MARGIN, Paper

HAIR = 0.12
"""The width of a mark's line."""
MARK = 4.0
"""The length of a crop mark,"""
OFF = 1.5
"""and how far it stays from what is cut."""
RULER = 100.0
INK = "#3a342c"


def sheet(paper: Paper, *parts: str) -> str:
    """A page as SVG whose units are millimetres."""
    size = f'viewBox="0 0 {paper.width:g} {paper.height:g}" width="{paper.width:g}" height="{paper.height:g}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{"".join(parts)}</svg>\n'


def line(x0: float, y0: float, x1: float, y1: float, *, wide: float = HAIR, dashes: str = "") -> str:
    """A thin line."""
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    ends = f'x1="{x0:.3f}" y1="{y0:.3f}" x2="{x1:.3f}" y2="{y1:.3f}"'
    return f'<line {ends} stroke="{INK}" stroke-width="{wide:g}"{dashed}/>'


def words(text: str, x: float, y: float, size: float = 3.0, *, anchor: str = "start", style: str = "sans") -> str:
    """A line of text."""
    place = f'x="{x:.2f}" y="{y:.2f}" font-size="{size:g}" text-anchor="{anchor}"'
    return f'<text {place} {STYLES[style]} fill="{INK}">{escape(text)}</text>'


def crop_marks(xs: Iterable[float], ys: Iterable[float]) -> str:
    """Marks outside a block for every cut, at these lines."""
    across, down = list(xs), list(ys)
    left, right, top, bottom = across[0] - OFF, across[-1] + OFF, down[0] - OFF, down[-1] + OFF
    upright = [line(x, y, x, y + step) for x in across for y, step in ((top, -MARK), (bottom, MARK))]
    level = [line(x, y, x + step, y) for y in down for x, step in ((left, -MARK), (right, MARK))]
    return "".join(upright + level)


def ruler(paper: Paper) -> str:
    """100 mm at the foot of the sheet: whoever prints sees at once whether the size is true."""
    x, y = MARGIN, paper.height - 4.0
    ticks = [line(x + n, y, x + n, y - (2.4 if n % 50 == 0 else 1.6 if n % 10 == 0 else 0.8)) for n in range(0, 101, 5)]
    return line(x, y, x + RULER, y) + "".join(ticks) + words("100 mm", x + RULER + 2, y, 2.6)


def caption(paper: Paper, text: str) -> str:
    """What the sheet is, at its foot."""
    return words(text, paper.width - MARGIN, paper.height - 4.0, 2.6, anchor="end")
