"""What was chosen before a game, and what came of it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from .about import SeatInfo
from .errors import ActionError, short
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


def agreed_outcome(seats: Sequence[SeatInfo], how: str) -> Outcome:
    """The outcome of a game that its players ended: `draw`, or `resign` and the seat that gave up.

    No rule of a game has a part in it, so the position does not know of it.
    """
    if how == "draw":
        return Outcome(winner=None, text="A draw was agreed.", rule="")
    verb, _, who = how.partition(" ")
    found = [info for info in seats if info.id == who]
    if verb != "resign" or not found:
        raise ActionError(f"'{short(how)}' is not a way to end a game")
    others = [Seat(number) for number, info in enumerate(seats) if info.id != who]
    if len(others) != 1:
        return Outcome(winner=None, text=f"{found[0].title} resigned.", rule="")
    winner = others[0]
    return Outcome(winner=winner, text=f"{found[0].title} resigned: victory for {seats[winner].title}.", rule="")
