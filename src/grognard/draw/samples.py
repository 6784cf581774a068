"""Sheets of samples for the documents: every word of the vocabulary with its picture, made by the drawing code."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

from grognard.engine.about import Flag
from grognard.engine.face import Face

from .counters import counter_svg
from .emblems import Emblem, emblem_svg
from .fonts import STYLES
from .furniture import ROW, SWATCH, side_sample, terrain_sample, way_sample
from .palette import LIGHT
from .vocabulary import symbol_words, vocabulary

Sample = tuple[str, str]
"""A word, and its picture in a box of 100 by 100 or of a legend's row."""


def picture_files() -> dict[str, str]:
    """Every sheet by its file name."""
    return {
        "symbols.svg": _counters([(name, _counter(symbol=name)) for name in vocabulary().symbols]),
        "colours.svg": _counters([(name, _counter(colours=name)) for name in vocabulary().colours]),
        "sizes.svg": _counters([(name, _counter(size=name)) for name, mark in vocabulary().sizes.items() if mark]),
        "flags.svg": _counters(_flagged()),
        "terrain.svg": _rows(_terrain()),
        "sides.svg": _rows([(name, sample(SWATCH / 2, ROW / 2)) for name, sample in _sides()]),
        "paths.svg": _rows([(name, way_sample(name, LIGHT)(SWATCH / 2, ROW / 2)) for name in vocabulary().paths]),
        "emblems.svg": _rows([(name, _emblem(name)) for name in vocabulary().emblems]),
    }


def _counter(symbol: str = "infantry", colours: str = "slate", size: str = "division") -> str:
    if symbol_words()[symbol].worded:
        return counter_svg(Face(symbol=symbol, colours=colours, short="4 AP"))
    return counter_svg(Face(symbol=symbol, colours=colours, size=size, short="47", values=("4", "6")))


def _flagged() -> list[Sample]:
    """A counter in each state that has a look of its own, and one with a badge."""
    looks = vocabulary().flags
    names = [looks.tilted[0], looks.flipped[0], looks.covered[0], looks.done[0], "isolated"]
    flags = [Flag(bit=1 << i, name=name) for i, name in enumerate(names)]
    face = Face(symbol="infantry", colours="brick", size="division", short="47", values=("4", "6"), reverse=("2", "6"))
    return [(name, counter_svg(face, flags, [name])) for name in names] + [("its back", counter_svg(face, back=True))]


def _terrain() -> list[Sample]:
    return [
        (", ".join(words), terrain_sample(words[0], LIGHT)(SWATCH / 2, ROW / 2))
        for words in vocabulary().terrain.values()
    ] + [(name, terrain_sample(name, LIGHT)(SWATCH / 2, ROW / 2)) for name in ("village", "town")]


def _sides() -> list[tuple[str, Callable[[float, float], str]]]:
    """Those that are drawn by themselves."""
    found = [(name, side_sample(name, LIGHT)) for name in vocabulary().sides]
    return [(name, sample) for name, sample in found if sample is not None]


def _emblem(shape: str) -> str:
    kind = Emblem({"shape": shape, "colours": "brick slate" if shape == "source" else "brick"})
    drawn = emblem_svg(kind, "5" if shape == "disc" else "", (SWATCH / 2, ROW / 2), 15)
    return f'<g {STYLES["heavy"]} text-anchor="middle">{drawn}</g>'


def _counters(samples: list[Sample], across: int = 8) -> str:
    wide, high = 124, 136
    return _sheet(samples, across, wide, high, lambda picture: f'<g transform="translate(12 4)">{picture}</g>', 62, 124)


def _rows(samples: list[Sample], across: int = 3) -> str:
    wide, high = int(SWATCH) + 210, int(ROW) + 8
    return _sheet(samples, across, wide, high, lambda picture: picture, SWATCH + 12, ROW / 2 + 5, "start")


def _sheet(
    samples: list[Sample],
    across: int,
    wide: int,
    high: int,
    placed: Callable[[str], str],
    x: float,
    y: float,
    anchor: str = "middle",
) -> str:
    """Samples in rows, each with its word at x, y of its box."""
    out = []
    for i, (word, picture) in enumerate(samples):
        at = f"translate({i % across * wide} {i // across * high})"
        words = (
            f'<text x="{x:g}" y="{y:g}" font-size="14" text-anchor="{anchor}" {STYLES["sans"]}>{escape(word)}</text>'
        )
        out.append(f'<g transform="{at}">{placed(picture)}{words}</g>')
    columns, rows = min(across, len(samples)), -(-len(samples) // across)
    size = f'viewBox="0 0 {columns * wide} {rows * high}" width="{columns * wide}" height="{rows * high}"'
    paper = f'<rect width="{columns * wide}" height="{rows * high}" fill="{LIGHT.paper}"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{paper}{"".join(out)}</svg>\n'
