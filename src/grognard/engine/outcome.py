"""What was chosen before a game, and what came of it."""

from __future__ import annotations

import msgspec

from .flow import Seat


class Setup(msgspec.Struct, frozen=True):
    """What was chosen before the game began."""

    scenario: str
    options: frozenset[str] = frozenset()


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """How a game ended: who won (None for a draw), in words, and by which rule."""

    winner: Seat | None
    text: str
    rule: str
    degree: str = ""
    """A word for the size of the victory, where the rules have one."""
