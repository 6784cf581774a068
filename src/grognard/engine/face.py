"""What is printed on a counter."""

from __future__ import annotations

import msgspec


class Face(msgspec.Struct, frozen=True, kw_only=True):
    """What is printed on a counter, for boards and pictures; the rules never look at it."""

    symbol: str
    """Kind of unit in words that a symbol exists for: `infantry`, `tank`, `headquarters` …"""
    size: str = ""
    """`army`, `corps`, `division` …"""
    colours: str = ""
    """Name of a colour set: which nationality and which command."""
    short: str = ""
    """What people call it: `8 Gd`."""
    values: tuple[str, ...] = ()
    """Printed values from left to right."""
    titles: tuple[str, ...] = ()
    """What each value is, in words."""
    reverse: tuple[str, ...] = ()
    """The values of the reduced side, where a counter has one."""
    steps: int = 1
    """The steps of the front; with fewer the counter lies on its reduced side. A game may use a flag for it instead."""
    corner: str = ""
    """A number in a corner of its own, such as a range."""
    corner_title: str = ""
    """What that number is, in words."""
