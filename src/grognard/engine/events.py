"""What happened, as typed events that cite a rule. Text for people is made from them.

An event holds pieces and places by number, never by name, so that the same event can be told to a seat that may
not know which counter it was.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from .pieces import Piece
from .places import Place
from .terms import Reckoning, counted


class Event(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """Anything worth telling; `rule` is the rule that made it so."""

    rule: str = ""


class Moved(Event, frozen=True):
    """A piece went from one place to another: `how` is a word like moves, advances, retreats, arrives."""

    piece: Piece
    origin: Place
    target: Place
    path: tuple[Place, ...] = ()
    how: str = "moves"


class Removed(Event, frozen=True):
    """A piece left the map."""

    piece: Piece
    origin: Place
    how: str = "is eliminated"


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
    """Chance answered."""

    answer: str
    purpose: str


class Changed(Event, frozen=True):
    """A value of the game's state changed; only told when `text` is given."""

    name: str
    value: str
    text: str = ""


class Reckoned(Event, frozen=True):
    """A calculation was made."""

    reckoning: Reckoning


class Said(Event, frozen=True):
    """A plain sentence; `{p0}` stands for the first of `pieces`, `{h0}` for the first of `places`."""

    text: str
    pieces: tuple[Piece, ...] = ()
    places: tuple[Place, ...] = ()


class Shown(Said, frozen=True):
    """A sentence that shows its pieces to everybody, even if they are hidden again at once."""


class Began(Event, frozen=True):
    """A turn (level 1), a player turn (2) or a phase (3) began."""

    title: str
    level: int = 3


class Over(Event, frozen=True):
    """The game ended."""

    text: str


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
        return f"{event.purpose}: {event.answer}."
    if isinstance(event, Reckoned):
        return _tell_reckoning(event.reckoning)
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
    """Boxes off the map have no name here: whoever comes from one just appears, and who goes to one just leaves."""
    origin, target = place(event.origin), place(event.target)
    through = " – ".join(place(p) for p in event.path[:-1])
    where = f" from {origin} to {target}" if origin and target else f" in {target}" if target else ""
    return f"{piece(event.piece)} {event.how}{where}{f' by {through}' if through else ''}."


def _tell_reckoning(reckoning: Reckoning) -> str:
    terms = "; ".join(f"{t.value} {t.reason}" + (f" ({t.rule})" if t.rule else "") for t in reckoning.terms)
    return f"{reckoning.title}: {terms}. {reckoning.total}".strip()
