"""What happened, as typed events that cite a rule. Text for people is made from them.

An event holds pieces and places by number, never by name, so that the same event can be told to a seat that may
not know which counter it was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Literal, NewType

import msgspec

from .pieces import Piece
from .places import Place
from .telling import counted, tell_calculation, tell_roll
from .terms import Calculation, Reading

Value = NewType("Value", object)
"""Any value of a state; it becomes text only when it is told, because large sets take long to write."""


Cause = Literal["ordered", "setup", "arrival", "advance", "retreat", "forced"]
"""Why a piece moved: on its player's order, at the set-up, as a reinforcement, after a battle in either direction, or
because a rule moved it."""
Exit = Literal["loss", "exit"]
"""Why a piece left the map: it was lost, or it went."""


class Event(msgspec.Struct, frozen=True, tag=True, kw_only=True, gc=False):
    """Anything worth telling; `rule` is the rule that made it so. The garbage collector need not look at values."""

    rule: str = ""


class Moved(Event, frozen=True):
    """A piece went from one place to another: `how` is a word like moves, advances, retreats, arrives.

    It is empty where another line tells of many such moves at once.
    """

    piece: Piece
    origin: Place
    target: Place
    path: tuple[Place, ...] = ()
    how: str = "moves"
    cause: Cause = "ordered"


class Removed(Event, frozen=True):
    """A piece left the map."""

    piece: Piece
    origin: Place
    how: str = "is eliminated"
    cause: Exit = "loss"


class Marked(Event, frozen=True):
    """A flag of a piece was set or cleared; `text` says it in words (`is Disrupted`, `recovers`)."""

    piece: Piece
    flag: str
    on: bool
    text: str = ""


class Stepped(Event, frozen=True):
    """A piece lost or regained steps."""

    piece: Piece
    steps: int


class Rolled(Event, frozen=True):
    """Chance answered; `verdict` says what comes of it, where no other line does.

    `pieces` and `places` are those whose fate it decides.
    """

    answer: str
    purpose: str
    verdict: str = ""
    readings: tuple[Reading, ...] = ()
    """Where in the charts it was read."""
    pieces: tuple[Piece, ...] = ()
    places: tuple[Place, ...] = ()


class Changed(Event, frozen=True):
    """A value of the game's state changed; only told when `text` is given."""

    name: str
    value: Value
    text: str = ""


class Calculated(Event, frozen=True):
    """A calculation was made; `pieces` take part in it, `places` is what it is about."""

    calculation: Calculation
    pieces: tuple[Piece, ...] = ()
    places: tuple[Place, ...] = ()


class Said(Event, frozen=True):
    """A plain sentence; `{p0}` stands for the first of `pieces`, `{h0}` for the first of `places`."""

    text: str
    pieces: tuple[Piece, ...] = ()
    places: tuple[Place, ...] = ()


class Read(Said, frozen=True, kw_only=True):
    """A sentence that says what a die brought: the result as it stands in the table, and what it means for `pieces`."""

    result: str
    meaning: str = ""


class BattleBegan(Event, frozen=True):
    """An attack, a barrage or a shot began: `pieces` take part in it, `places` are attacked.

    It lasts until its end is told, or another or a phase begins. An advance that follows at once belongs to it.
    """

    pieces: tuple[Piece, ...] = ()
    places: tuple[Place, ...] = ()


class BattleEnded(Event, frozen=True):
    """All that a result demanded has been done."""


class Shown(Said, frozen=True):
    """A sentence that shows its pieces to everybody, even if they are hidden again at once."""


PHASE = 3
"""The level of the heading of a phase."""


class Began(Event, frozen=True):
    """A turn (level 1), a player turn (2) or a phase (3) began."""

    title: str
    level: int = PHASE
    name: str = ""
    """What began, for programs: `turn`, `player-turn`, or the phase's own name."""


class Over(Event, frozen=True):
    """The game ended."""

    text: str
    scores: tuple[Fraction | None, ...] = ()
    """The points of each seat, None for one that counts none; empty where points do not decide."""


def without_empty_phases(events: Iterable[Event]) -> list[Event]:
    """What happened, without the headings of phases that were over before anything was told or asked."""
    found: list[Event] = []
    for event in events:
        if isinstance(event, Began):
            _drop_headings(found)
        found.append(event)
    return found


def _drop_headings(events: list[Event]) -> None:
    """Take back the headings of phases after which nothing was told."""
    for at in range(len(events) - 1, -1, -1):
        event = events[at]
        if isinstance(event, Began) and event.level == PHASE:
            del events[at]
        elif not isinstance(event, Changed | Marked) or event.text:
            return


def forced(event: Event) -> bool:
    """Whether something happened to a piece, rather than that somebody ordered it."""
    if isinstance(event, Moved):
        return event.cause in ("retreat", "forced")
    return isinstance(event, Removed | Stepped)


Namer = Callable[[int], str]


def tell(event: Event, piece: Namer, place: Namer) -> str:
    """The sentence for people; empty for events that are not worth a line."""
    if isinstance(event, Moved):
        return _tell_move(event, piece, place)
    if isinstance(event, Removed):
        origin = place(event.origin)
        return f"{piece(event.piece)}{f' in {origin}' if origin else ''} {event.how}."
    if isinstance(event, Marked):
        return f"{piece(event.piece)} {event.text}." if event.text else ""
    if isinstance(event, Stepped):
        return f"{piece(event.piece)} has {counted(event.steps, 'step')} now."
    if isinstance(event, Rolled):
        return tell_roll(event.purpose, event.answer.split()[1:], event.verdict)
    if isinstance(event, Calculated):
        return tell_calculation(event.calculation)
    if isinstance(event, Said):
        words = {f"p{i}": piece(p) for i, p in enumerate(event.pieces)}
        words |= {f"h{i}": place(h) for i, h in enumerate(event.places)}
        return event.text.format(**words)
    if isinstance(event, Began):
        return event.title
    if isinstance(event, Changed | Over):
        return event.text
    return ""


def _tell_move(event: Moved, piece: Namer, place: Namer) -> str:
    """Boxes off the map have no name here: a piece that comes from one appears, and one that goes there leaves."""
    if not event.how:
        return ""
    origin, target = place(event.origin), place(event.target)
    through = " – ".join(place(p) for p in event.path[:-1])
    where = f" from {origin} to {target}" if origin and target else f" in {target}" if target else ""
    return f"{piece(event.piece)} {event.how}{where}{f' by {through}' if through else ''}."
