"""What people read about a decision: the question, what an answer would mean, and why not."""

from __future__ import annotations

from typing import Literal

import msgspec

from .pieces import Piece
from .places import Place
from .terms import Calculation, CalculationSeen


class Refusal(msgspec.Struct, frozen=True):
    """Why an action is not possible: a sentence and the rule behind it."""

    text: str
    rule: str = ""
    unfit: bool = False
    """Whether the verb is not meant for such a piece or place at all: who clicked on it meant another verb."""

    def __str__(self) -> str:
        return f"{self.rule}: {self.text}" if self.rule else self.text


Measure = Literal["movement points", "hexes", "units", "steps", "factors", "points", "attempts"]


class Left(msgspec.Struct, frozen=True):
    """How much of something the question has still to give out, to spend or to take."""

    number: float
    of: Measure


class Ask(msgspec.Struct, frozen=True, kw_only=True):
    """What a decision looks like to people: the prompt, its rule and what it is about."""

    prompt: str
    rule: str = ""
    pieces: tuple[Piece, ...] = ()
    """The counters in question, shown as chosen."""
    places: tuple[Place, ...] = ()
    """The places in question."""
    panel: Calculation | None = None
    """A calculation to show beside the map."""
    left: Left | None = None
    """What is left, where the prompt says how much."""
    doomed: bool = False
    """Whether the pieces in question are lost whatever is answered."""


class Hint(msgspec.Struct, frozen=True, kw_only=True, cache_hash=True):
    """What a choice would mean: shown on hover, never needed to decide legality."""

    cost: str = ""
    path: tuple[Place, ...] = ()
    area: tuple[Place, ...] = ()
    """The places it would affect, shown while the choice is looked at."""
    text: str = ""
    rule: str = ""
    panel: Calculation | None = None


class Offer(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One legal answer as a client draws it."""

    action: str
    verb: str
    piece: str = ""
    """The counter that is clicked, if it is one."""
    place: str = ""
    """The place that is clicked, if it is one."""
    label: str = ""
    """What a button says; only for answers that are neither a counter nor a place."""
    takes_back: bool = False
    aside: bool = False
    """Possible, but seldom meant: not to be done by a single click."""
    rival: bool = False
    """One of several between which the player has to choose: none of them is the usual one."""
    cost: str = ""
    path: tuple[str, ...] = ()
    area: tuple[str, ...] = ()
    """The places it would affect."""
    text: str = ""
    rule: str = ""
    panel: CalculationSeen | None = None


class Decision(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What is asked, of whom, and every legal answer (empty for seats that are not asked)."""

    seat: str
    prompt: str
    rule: str = ""
    frame: str = ""
    pieces: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    panel: CalculationSeen | None = None
    left: Left | None = None
    doomed: bool = False
    offers: tuple[Offer, ...] = ()
