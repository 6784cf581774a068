"""Calculations that a player will question: a result and the terms that led to it."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

import msgspec

from .pieces import Piece
from .places import Place

Part = Literal["", "attack", "defence", "odds", "points"]
"""What a term is: a strength of either side in a fight, the odds, points that are counted, or (empty) a modifier."""


class Term(msgspec.Struct, frozen=True):
    """One line of a calculation: what it adds, why, and by which rule; `telling.term` makes those with a number."""

    value: str
    """As people write it: `2½`, `−1`, `3:1`."""
    reason: str
    rule: str = ""
    part: Part = ""
    number: Fraction | None = None
    """The value for programs; None where it is none, such as odds."""
    also: tuple[str, ...] = ()
    """Further rules that had a part in it."""
    pieces: tuple[Piece, ...] = ()
    """The counters that it is about,"""
    places: tuple[Place, ...] = ()
    """and the places, where it is about the ground."""


class Odds(msgspec.Struct, frozen=True):
    """One possible result and its exact chance."""

    result: str
    chance: Fraction
    meaning: str = ""
    table: str = ""
    """The table it is read from, in words, where the player still has the choice."""
    who: str = ""
    """Who reads it, in words, where not all read the same column."""


class Reading(msgspec.Struct, frozen=True, kw_only=True):
    """Where a die was read: table and column as in a calculation, the row, and what stands there."""

    table: str
    column: str
    row: str
    result: str
    pieces: tuple[Piece, ...] = ()
    """Who reads this cell, where not all read the same."""


class Calculation(msgspec.Struct, frozen=True, kw_only=True):
    """A calculation laid open: title, terms, the sum in words, and what may come of it."""

    title: str
    terms: tuple[Term, ...] = ()
    total: str = ""
    table: str = ""
    """The table that is read, as named in the charts."""
    column: str = ""
    """The column of that table; in words where the odds lie outside of it."""
    odds: tuple[Odds, ...] = ()


class TermSeen(msgspec.Struct, frozen=True, kw_only=True):
    """A term in the names that a seat knows."""

    value: str
    reason: str
    rule: str = ""
    part: Part = ""
    number: Fraction | None = None
    also: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()
    places: tuple[str, ...] = ()


class CalculationSeen(msgspec.Struct, frozen=True, kw_only=True):
    """A calculation in the names that a seat knows."""

    title: str
    terms: tuple[TermSeen, ...] = ()
    total: str = ""
    table: str = ""
    column: str = ""
    odds: tuple[Odds, ...] = ()
