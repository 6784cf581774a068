"""How a seat calls the pieces that it may not know.

A concealed piece goes by an anonymous handle made of its place and of what can be seen of it (`?1409-1`), so the
handle carries nothing else.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import msgspec

from . import codec
from .codec import Names
from .declared import field_values
from .flow import Choice, Seat
from .pieces import Piece, Pieces, band, each
from .terms import Calculation, CalculationSeen, Term, TermSeen

if TYPE_CHECKING:
    from .position import Position


UNKNOWN = "?"
"""What a concealed piece is called in events."""


def mentioned(g: Position[Any, Any]) -> Pieces:
    """The pieces that state and flow name."""
    found: int = codec.named_in(g.state)
    for frame in g.stack:
        found |= codec.named_in(frame)
    return Pieces(found)


def names_for(g: Position[Any, Any], seat: Seat | None, named: Pieces | None = None) -> tuple[Names, list[Piece]]:
    """How pieces are called for a seat, and which of them are concealed from it; `named` is what is `mentioned`."""
    game = g.game
    mask = game.concealed(g, seat)
    if not mask:
        return game.names, []
    # The order within a place may depend only on what can be seen, or it would tell something.
    looks = _looks(g, mask)
    named = Pieces(mask & (mentioned(g) if named is None else named))
    part = _parts_played(g, mask, _alike(looks, named), frames_told(g, seat, mask)) if named else {}
    order = (lambda p: (looks[p], part.get(p, b""))) if part else looks.__getitem__
    concealed = sorted(looks, key=order)
    return game.names.renamed(_handles(g, concealed)), concealed


def _looks(g: Position[Any, Any], mask: Pieces) -> dict[Piece, tuple[Any, ...]]:
    """What can be seen of each of some pieces, its place first."""
    where, steps, flags, back = g.where, g.steps, g.flags, g.game.back
    return {p: (where[p], back(p), steps[p], flags[p]) for p in each(mask)}


def _handles(g: Position[Any, Any], concealed: list[Piece]) -> list[str]:
    """The names of all pieces; those that are concealed, which come in the order of their places, by handles."""
    where, places = g.where, g.game.names.places
    names = list(g.game.names.pieces)
    at, count = -1, 0
    for piece in concealed:
        at, count = where[piece], count + 1 if where[piece] == at else 1
        names[piece] = f"?{places[at]}-{count}"
    return names


def said_of(g: Position[Any, Any], seat: Seat | None, mask: Pieces) -> tuple[Any, ...]:
    """What a seat sees of the state and the flow where they name pieces that are concealed from it.

    As long as it is the same, and the pieces look the same, their names are.
    """
    parts = (g.state, *g.stack[: frames_told(g, seat, mask)])
    return tuple([(type(part), *field_values(part)) for part in parts if codec.named_in(part) & mask])


def _alike(looks: dict[Piece, tuple[Any, ...]], pieces: Pieces) -> Pieces:
    """Those of some pieces that look like another one: what is said of them puts them in order."""
    count = Counter(looks.values())
    return band(piece for piece in each(pieces) if count[looks[piece]] > 1)


def frames_told(g: Position[Any, Any], seat: Seat | None, mask: Pieces) -> int:
    """How many frames of the flow a seat sees, from below; `mask` is what is concealed from it.

    What another player is in the middle of doing with pieces that the seat does not know is his own business until it
    is done: he may still think better of it.
    """
    asked = g.to_decide
    questions = len(g.stack)
    while questions and isinstance(g.stack[questions - 1], Choice) and g.stack[questions - 1].seat(g) == asked:
        questions -= 1
    if len(g.stack) - questions < 2 or asked == seat:
        return len(g.stack)
    for count in range(questions + 1, len(g.stack)):
        if codec.named_in(g.stack[count]) & mask:
            return count
    return len(g.stack)


def anonymous(g: Position[Any, Any], mask: Pieces) -> Names:
    """Names that call all concealed pieces the same."""
    names = list(g.game.names.pieces)
    for piece in each(mask):
        names[piece] = UNKNOWN
    return _Plain(names, g.game.names.places)


def term_seen(term: Term, names: Names) -> TermSeen:
    """A term in the names that a seat knows; its counters and places in an order that tells nothing."""
    return TermSeen(
        value=term.value,
        reason=term.reason,
        rule=term.rule,
        part=term.part,
        number=term.number,
        also=term.also,
        pieces=tuple(sorted([names.pieces[p] for p in term.pieces])),
        places=tuple([names.places[p] for p in term.places]),
    )


def calculation_seen(calculation: Calculation | None, names: Names) -> CalculationSeen | None:
    """A calculation in the names that a seat knows."""
    if calculation is None:
        return None
    return CalculationSeen(
        title=calculation.title,
        terms=tuple([term_seen(term, names) for term in calculation.terms]),
        total=calculation.total,
        table=calculation.table,
        column=calculation.column,
        odds=calculation.odds,
    )


def standing_seen(g: Position[Any, Any], of: Seat, names: Names) -> list[TermSeen]:
    """What counts for a player as things stand, in the names that the reader knows."""
    return [term_seen(term, names) for term in g.game.standing(g, of)]


def _parts_played(g: Position[Any, Any], mask: Pieces, named: Pieces, frames: int) -> dict[Piece, bytes]:
    """What state and flow say of each concealed piece that they name, without saying which piece it is.

    Concealed pieces that look the same and of which the same is said can be exchanged without anybody noticing.
    """
    # What names none of them reads the same for all.
    parts = [part for part in (g.state, *g.stack[:frames]) if codec.named_in(part) & named]
    if not parts:
        return {}
    writers = [(codec.codec_for(type(part))[0], part) for part in parts]

    def written(names: list[str]) -> bytes:
        called = _Plain(names, g.game.names.places)
        return msgspec.json.encode([write(called, part) for write, part in writers])

    names = anonymous(g, mask).pieces
    plain = written(names)
    found = {}
    for piece in each(named):
        text = written([*names[:piece], f"{UNKNOWN}this", *names[piece + 1 :]])
        if text != plain:
            found[piece] = text
    return found


class _Plain(Names):
    """Names for writing only, where several pieces may share one."""

    def __init__(self, pieces: list[str], places: list[str]) -> None:
        self.pieces = pieces
        self.places = places
