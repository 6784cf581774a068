"""Calculations that a player will question: a result and the terms that led to it."""

from __future__ import annotations

from fractions import Fraction

import msgspec


class Term(msgspec.Struct, frozen=True):
    """One line of a calculation: what it adds, why, and by which rule."""

    value: str
    reason: str
    rule: str = ""


class Odds(msgspec.Struct, frozen=True):
    """One possible result and its exact chance."""

    result: str
    chance: Fraction
    meaning: str = ""
    table: str = ""
    """The table it is read from, in words, where the player still has the choice."""


class Reckoning(msgspec.Struct, frozen=True, kw_only=True):
    """A calculation laid open: title, terms, the sum in words, and what may come of it."""

    title: str
    terms: tuple[Term, ...] = ()
    total: str = ""
    table: str = ""
    """The table that is read, as named in the charts."""
    column: str = ""
    """The column of that table."""
    odds: tuple[Odds, ...] = ()


def number(value: Fraction | int) -> str:
    """A number as people write it: 4, 2½, 7¼."""
    value = Fraction(value)
    if value < 0:
        return f"-{number(-value)}"
    whole, rest = divmod(value.numerator, value.denominator)
    if not rest:
        return str(whole)
    quarter = {Fraction(1, 2): "½", Fraction(1, 4): "¼", Fraction(3, 4): "¾"}.get(Fraction(rest, value.denominator))
    if quarter is None:
        return f"{value.numerator}/{value.denominator}"
    return f"{whole or ''}{quarter}"


def signed(value: int) -> str:
    """+1, -2, 0 with a real minus sign."""
    return f"+{value}" if value > 0 else f"−{-value}" if value < 0 else "0"


def counted(number: int, noun: str) -> str:
    """So many of a thing, in words: `1 point`, `3 points`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"
