"""The legend as single samples, each drawn by the brush of the map: for boards that set it themselves."""

from __future__ import annotations

from grognard.engine.board import Board

from .furniture import ROW, SWATCH, legend_rows
from .palette import palette_for
from .panels import zone_rows


def legend_samples(board: Board, palette: str = "light") -> list[tuple[str, str]]:
    """What is on this map and what it means: a text, and its sample as an SVG document."""
    pal = palette_for(board.info, palette)
    rows = zone_rows(board, pal) if board.grid is None else legend_rows(board, pal)
    size = f'viewBox="0 0 {SWATCH:g} {ROW:g}" width="{SWATCH:g}" height="{ROW:g}"'
    return [
        (
            label.replace(" - ", " – "),
            f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{sample(SWATCH / 2, ROW / 2)}</svg>',
        )
        for label, sample in rows
    ]
