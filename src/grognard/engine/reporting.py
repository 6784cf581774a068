"""What happened as one seat may know it: an event becomes a line of the log, with its data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from . import codec
from .codec import Names
from .concealment import UNKNOWN, anonymous
from .events import BattleBegan, Calculated, Changed, Event, Namer, Rolled, forced, tell
from .pieces import Piece, Pieces
from .places import Place
from .telling import tell_roll

if TYPE_CHECKING:
    from .game import Game
    from .position import Position


class Told(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An event as told to one seat."""

    kind: str
    text: str = ""
    rule: str = ""
    pieces: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    forced: bool = False
    """Whether it happened to a piece without an order."""
    data: dict[str, Any] = {}


def concerned(game: Game[Any], event: Event) -> int:
    """The pieces of an event: a seat that knows these sees all of it."""
    found: int = codec.named_in(event)
    if isinstance(event, Rolled):
        action = game.parse(event.answer)
        for kind, arg in zip(game.kinds(action.verb), action.args, strict=True):
            found |= 1 << arg if kind is Piece else 0
    if isinstance(event, Changed) and codec.names_pieces(game.state_type, event.name):
        return -1  # as text, in which they are not looked for
    return found


def told(g: Position[Any, Any], event: Event, unknown: int) -> Told:
    """An event as told to a seat that does not know the pieces of the set `unknown`."""
    game = g.game
    if unknown:
        unknown &= concerned(game, event)

    def piece_id(piece: int) -> str:
        return UNKNOWN if unknown >> piece & 1 else game.names.pieces[piece]

    def piece_name(piece: int) -> str:
        return f"an {game.unknown(piece)}" if unknown >> piece & 1 else game.roster[piece].name

    def place_name(place: int) -> str:
        return game.place_title(place) if place < game.board.size else ""

    text = tell(event, piece_name, place_name)
    if isinstance(event, Rolled):
        text = tell_roll(event.purpose, _drawn(game, event.answer, piece_name), event.verdict)
    names: Names = game.names
    if unknown:
        names = anonymous(g, Pieces(unknown))
        event = _redacted(game, _in_order(event, unknown), names)
    data = codec.codec_for(type(event))[0](names, event)
    pieces = [event.piece] if hasattr(event, "piece") else list(getattr(event, "pieces", ()))
    places = [getattr(event, name) for name in ("origin", "target") if hasattr(event, name)]
    places += list(getattr(event, "places", ()))
    return Told(
        kind=type(event).__name__,
        text=text[:1].upper() + text[1:],
        rule=event.rule,
        pieces=tuple([piece_id(p) for p in pieces]),
        places=tuple([game.names.places[p] for p in places]),
        forced=forced(event),
        data=data,
    )


def _in_order(event: Event, unknown: int) -> Event:
    """An event with the unknown pieces last: where one stands in a list would tell something."""

    def known_first(pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
        return tuple(sorted(pieces, key=lambda piece: unknown >> piece & 1))

    replace = msgspec.structs.replace
    if isinstance(event, Calculated):
        terms = [replace(term, pieces=known_first(term.pieces)) for term in event.calculation.terms]
        event = replace(event, calculation=replace(event.calculation, terms=tuple(terms)))
    if isinstance(event, Calculated | Rolled | BattleBegan):
        event = replace(event, pieces=known_first(event.pieces))
    return event


def _drawn(game: Game[Any], answer: str, piece_name: Namer) -> list[str]:
    """What luck answered, in the words a reader knows: a number, or the full name of what was drawn."""
    action = game.parse(answer)
    words = []
    for kind, arg in zip(game.kinds(action.verb), action.args, strict=True):
        words.append(piece_name(arg) if kind is Piece else game.place_title(arg) if kind is Place else str(arg))
    return words or [answer]


def _redacted(game: Game[Any], event: Event, names: Names) -> Event:
    """An event that holds pieces as text, without those that are not known."""
    if isinstance(event, Rolled):
        action = game.parse(event.answer)
        return msgspec.structs.replace(event, answer=game.text(action.verb, action.args, names))
    if isinstance(event, Changed) and codec.names_pieces(game.state_type, event.name):
        return msgspec.structs.replace(event, value=UNKNOWN)
    return event
