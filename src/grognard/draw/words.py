"""The words of maps and counters that can be drawn."""

from __future__ import annotations

from .counters import COLOURS as COLOURS
from .furniture import SIDE_WORDS as SIDE_WORDS
from .palette import KINDS, legend_table
from .symbols import symbol_name

EMBLEMS = ("disc", "airfield", "tower", "star", "source")
"""Shapes of emblems."""
TERRAINS = tuple(KINDS)


def is_symbol(word: str) -> bool:
    """Whether there is a symbol for a kind of unit."""
    return word == "unknown" or symbol_name(word) != "unknown"


def named_in_legend(info: dict[str, object], *tables: str) -> set[str]:
    """The words that a map's own legend explains."""
    return set(legend_table(info, *tables))
