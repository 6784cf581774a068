"""What a game says about itself: seats, scenarios, options, flags, and what is drawn on its map while it is played."""

from __future__ import annotations

from typing import Literal

import msgspec

from .pieces import Piece
from .places import Place

Difficulty = Literal["easy", "medium", "hard", "very hard"]
"""How much there is to learn before a game can be played well."""


class SeatInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A player's seat: its id as typed by people, its title and what it commands."""

    id: str
    title: str
    commands: str
    colours: str = ""


class Scenario(msgspec.Struct, frozen=True, kw_only=True):
    """A way to begin."""

    id: str
    title: str
    text: str
    seats: tuple[SeatInfo, ...]


class Option(msgspec.Struct, frozen=True, kw_only=True):
    """A rule or reading that can be switched on."""

    id: str
    title: str
    text: str
    rule: str = ""
    excludes: str = ""
    """The id of an option that cannot be chosen together with this one."""


class Flag(msgspec.Struct, frozen=True, kw_only=True):
    """A state a piece can be in: its bit, its name and whether counters show it."""

    bit: int
    name: str
    title: str = ""
    shown: bool = True


class Sign(msgspec.Struct, frozen=True, kw_only=True):
    """Something drawn on the map while a game is played: on a place, or between two neighbours."""

    shape: Literal["flag", "cross", "tick"]
    """A flag for a place held, a cross for something destroyed, a tick for something safe."""
    places: tuple[Place, ...]
    text: str
    colours: str = ""
    mark: str = ""
    """A letter or a number written on it."""


class Cup(msgspec.Struct, frozen=True, kw_only=True):
    """Chits drawn from a cup: the turn so far as a row of them, and what is left, for all to see."""

    title: str
    drawn: tuple[Piece, ...] = ()
    """In the order in which they came."""
    left: tuple[Piece, ...] = ()
    void: tuple[Piece, ...] = ()
    """Those of the drawn that had no effect."""
    now: Piece | None = None
    """The one that is being carried out."""
    note: str = ""
    """What is being done with it, in a few words."""
    limits: tuple[str, ...] = ()
    """What may still be done, in a few words each: `2BR 3 of 5`."""
