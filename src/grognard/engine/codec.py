"""Positions and frames to plain data and back, with names instead of numbers.

One mechanism serves saved positions and views: `Names` says how pieces and places are called. In a saved position
every piece has its own id; in a view the pieces a seat cannot know go by anonymous handles.
"""

from __future__ import annotations

import re
import types
import typing
from collections.abc import Callable
from fractions import Fraction
from functools import cache, reduce
from operator import attrgetter, itemgetter, or_
from typing import TYPE_CHECKING, Any

import msgspec

from .declared import by_name, fields_of
from .errors import RulesError, SetupError, short
from .events import Value
from .outcome import Outcome
from .pieces import Piece, Pieces, band, each
from .places import Place, Places, members

if TYPE_CHECKING:
    from .flow import Frame
    from .game import Game
    from .position import Position


class Names:
    """How pieces and places are called, and back."""

    __slots__ = ("_numbers", "number_of_place", "on_map", "pieces", "places")

    def __init__(self, pieces: list[str], places: list[str], on_map: int) -> None:
        self.pieces = pieces
        self.places = places
        self.on_map = on_map
        """So many places are on the map; those behind them are boxes."""
        self._numbers: dict[str, Piece] | None = None
        self.number_of_place = {name: Place(i) for i, name in enumerate(places) if name}

    def renamed(self, pieces: list[str]) -> Names:
        """Other names for the pieces and the same for the places, of which there are many."""
        new = Names.__new__(Names)
        new.pieces = pieces
        new.places = self.places
        new.on_map = self.on_map
        new._numbers = None
        new.number_of_place = self.number_of_place
        return new

    @property
    def number_of_piece(self) -> dict[str, Piece]:
        """The piece of each name; made when it is asked for, because most names are only written."""
        numbers = self._numbers
        if numbers is None:
            numbers = self._numbers = {name: Piece(i) for i, name in enumerate(self.pieces)}
        return numbers

    def piece(self, name: Any) -> Piece:
        """The piece of this name."""
        found = self.number_of_piece.get(name)
        if found is None:
            raise SetupError(f"there is no piece '{short(name)}'")
        return found

    def place(self, name: Any) -> Place:
        """The place of this name."""
        found = self.number_of_place.get(name)
        if found is None:
            raise SetupError(f"there is no place '{short(name)}'")
        return found


Encode = Callable[[Names, Any], Any]
Decode = Callable[[Names, Any], Any]
Codec = tuple[Encode, Decode]

_codecs: dict[Any, Codec] = {}


NUMBERS = msgspec.Meta(ge=-99, le=9_999)
"""The bounds of a number in a saved position, where its field declares none: `Annotated[int, Meta(ge=0, le=20)]`."""
WORDS = msgspec.Meta(max_length=200)
"""The same for a text,"""
ITEMS = msgspec.Meta(max_length=1_000)
"""and for a tuple without a fixed length."""
FRAMES = 50
"""A flow may be so deep."""


def _as_it_is(_: Names, value: Any) -> Any:
    return value


def _plain(kind: type, declared: msgspec.Meta | None = None) -> Codec:
    def decode(_: Names, value: Any) -> Any:
        if type(value) is not kind:
            raise SetupError(f"'{short(value)}' should be of type {kind.__name__}")
        if isinstance(value, str):
            value.encode()  # half a character can be written in JSON, but never be saved again
            _check_length(value, declared or WORDS)
        elif isinstance(value, int) and kind is int:
            _check_number(value, declared or NUMBERS)
        return value

    return _as_it_is, decode


def _check_number(value: int, meta: msgspec.Meta) -> None:
    low = meta.ge if meta.gt is None else meta.gt + 1
    high = meta.le if meta.lt is None else meta.lt - 1
    if (low is not None and value < low) or (high is not None and value > high):
        raise SetupError(f"the number {short(value)} is not between {low} and {high}")


def _check_length(value: Any, meta: msgspec.Meta) -> None:
    least, most = meta.min_length or 0, meta.max_length
    if len(value) < least or (most is not None and len(value) > most):
        raise SetupError(f"'{short(value)}' has {len(value)} parts, which is not between {least} and {most}")


def _literal(allowed: tuple[Any, ...]) -> Codec:
    def decode(_: Names, value: Any) -> Any:
        for known in allowed:
            if type(value) is type(known) and value == known:
                return known
        raise SetupError(f"'{short(value)}' should be one of {', '.join(map(str, allowed))}")

    return _as_it_is, decode


def _fraction(value: Any) -> Fraction:
    if not isinstance(value, str) or not re.fullmatch(r"-?[0-9]{1,18}(/[1-9][0-9]{0,17})?", value):
        raise SetupError(f"'{short(value)}' should be a fraction")
    return Fraction(value)


def _sequence(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise SetupError(f"'{short(value)}' should be a list")
    return value


def _no_more_than(value: Any, names: list[str]) -> list[Any]:
    if len(_sequence(value)) > len(names):
        raise SetupError(f"a set of {len(value)} is larger than all there are ({len(names)})")
    return _sequence(value)


def _decode_places(names: Names, value: list[Any]) -> Places:
    """A set of places on the map, of which there may be very many."""
    number, mask = names.number_of_place, 0
    for name in value:
        if name not in number:
            raise SetupError(f"there is no place '{short(name)}'")
        if number[name] >= names.on_map:
            raise SetupError(f"'{name}' is not on the map")
        mask |= 1 << number[name]
    return Places(mask)


def codec_for(kind: Any) -> Codec:
    """Encoder and decoder of a field's type."""
    found = _codecs.get(kind)
    if found is None:
        found = _codecs[kind] = _make_codec(kind)
    return found


_NAMED: dict[Any, Codec] = {
    Piece: (lambda n, v: n.pieces[v], lambda n, v: n.piece(v)),
    Place: (lambda n, v: n.places[v], lambda n, v: n.place(v)),
    Pieces: (
        lambda n, v: sorted(n.pieces[p] for p in each(v)),
        lambda n, v: band(n.piece(name) for name in _no_more_than(v, n.pieces)),
    ),
    Places: (
        lambda n, v: [n.places[p] for p in members(v)],
        lambda n, v: _decode_places(n, _no_more_than(v, n.places)),
    ),
    Fraction: (lambda _, v: str(v), lambda _, v: _fraction(v)),
    Value: (lambda _, v: str(v), _as_it_is),
}


def _make_codec(kind: Any) -> Codec:
    if kind in _NAMED:
        return _NAMED[kind]
    if kind in (int, str, bool):
        return _plain(kind)
    origin, args = typing.get_origin(kind), typing.get_args(kind)
    if origin is typing.Annotated:
        return _bounded_codec(args[0], next((meta for meta in args[1:] if isinstance(meta, msgspec.Meta)), None))
    if origin is typing.Literal:
        return _literal(args)
    if origin is tuple:
        return _tuple_codec(args)
    if origin in (typing.Union, types.UnionType) and type(None) in args and len(args) == 2:
        encode, decode = codec_for(next(a for a in args if a is not type(None)))
        return (
            encode if encode is _as_it_is else lambda n, v: None if v is None else encode(n, v),
            lambda n, v: None if v is None else decode(n, v),
        )
    if hasattr(kind, "__struct_fields__"):
        return _struct_codec(kind)
    if hasattr(kind, "__supertype__"):
        return codec_for(kind.__supertype__)
    name = getattr(kind, "__name__", str(kind)) if origin is None else str(kind)
    raise TypeError(f"a position cannot hold a value of type {name}")


def _bounded_codec(kind: Any, meta: msgspec.Meta | None) -> Codec:
    """The codec of a field that declares its own bounds."""
    if meta is None:
        return codec_for(kind)
    if kind in (int, str):
        return _plain(kind, meta)
    if typing.get_origin(kind) is tuple:
        return _tuple_codec(typing.get_args(kind), meta)
    raise TypeError(f"bounds cannot be declared for a {kind}")


def _tuple_codec(args: tuple[Any, ...], declared: msgspec.Meta | None = None) -> Codec:
    if len(args) == 2 and args[1] is Ellipsis:
        encode, decode = codec_for(args[0])

        def decode_items(n: Names, value: Any) -> tuple[Any, ...]:
            _check_length(_sequence(value), declared or ITEMS)
            return tuple(decode(n, item) for item in value)

        if encode is _as_it_is:
            return (lambda _, v: list(v)), decode_items
        return (lambda n, v: [encode(n, item) for item in v]), decode_items
    parts = [codec_for(arg) for arg in args]

    def decode_parts(n: Names, value: Any) -> tuple[Any, ...]:
        if len(_sequence(value)) != len(parts):
            raise SetupError(f"'{short(value)}' should have {len(parts)} items")
        return tuple(part[1](n, item) for part, item in zip(parts, value, strict=True))

    return (
        lambda n, v: [part[0](n, item) for part, item in zip(parts, v, strict=True)],
        decode_parts,
    )


def _field_codec(kind: type, name: str, declared: Any) -> Codec:
    try:
        return codec_for(declared)
    except TypeError as problem:
        raise RulesError(kind, name, str(problem)) from None


def _struct_codec(kind: type[msgspec.Struct]) -> Codec:
    hints = typing.get_type_hints(kind, include_extras=True)
    fields = [(name, *_field_codec(kind, name, hints[name])) for name in fields_of(kind)]
    written = [(name, enc) for name, enc, _ in fields if enc is not _as_it_is]

    def encode(n: Names, value: Any) -> dict[str, Any]:
        data = by_name(value)
        for name, enc in written:
            data[name] = enc(n, data[name])
        return data

    def decode(n: Names, value: Any) -> Any:
        if not isinstance(value, dict):
            raise SetupError(f"'{short(value)}' should be an object with the fields of {kind.__name__}")
        missing = [name for name, _, _ in fields if name not in value]
        if missing:
            raise SetupError(f"{kind.__name__} lacks the field '{missing[0]}'")
        read = {}
        for name, _, dec in fields:
            try:
                read[name] = dec(n, value[name])
            except SetupError as problem:
                raise SetupError(f"{kind.__name__}, {name}: {problem}") from None
        return kind(**read)

    return encode, decode


Collect = Callable[[Any], int]


@cache
def pieces_of(kind: Any) -> Collect | None:
    """What gathers the pieces that a value of a type names; None where it can name none."""
    if kind is Piece:
        return lambda value: 1 << value if value >= 0 else 0  # a negative number stands for none
    if kind is Pieces:
        return lambda value: value
    origin, args = typing.get_origin(kind), typing.get_args(kind)
    if origin is typing.Annotated:
        return pieces_of(args[0])
    if origin is tuple and args[1:] == (Ellipsis,):
        each_one = pieces_of(args[0])
        return each_one and (lambda value: reduce(or_, map(each_one, value), 0))
    if origin is tuple:
        return _together([(itemgetter(i), found) for i, arg in enumerate(args) if (found := pieces_of(arg))])
    if origin in (typing.Union, types.UnionType):
        some = next((found for arg in args if (found := pieces_of(arg))), None)
        return some and (lambda value: 0 if value is None else some(value))
    if hasattr(kind, "__struct_fields__"):
        hints = typing.get_type_hints(kind, include_extras=True)
        names = fields_of(kind)
        return _together([(attrgetter(name), found) for name in names if (found := pieces_of(hints[name]))])
    return None


def _together(parts: list[tuple[Callable[[Any], Any], Collect]]) -> Collect | None:
    """Gathers the pieces of several parts of a value."""

    def gathered(value: Any) -> int:
        found = 0
        for part, collect in parts:
            found |= collect(part(value))
        return found

    return gathered if parts else None


def named_in(struct: msgspec.Struct) -> Pieces:
    """The pieces that a state, a frame or an event names."""
    collect = pieces_of(type(struct))
    return Pieces(collect(struct) if collect else 0)


@cache
def names_pieces(kind: type[msgspec.Struct], field: str) -> bool:
    """Whether a field of a struct holds pieces."""
    return pieces_of(typing.get_type_hints(kind)[field]) is not None


def encode_flow(g: Position[Any, Any], names: Names) -> list[dict[str, Any]]:
    """The stack, bottom first."""
    return [encode_frame(frame, names) for frame in g.stack]


def encode_frame(frame: Frame, names: Names) -> dict[str, Any]:
    """One frame with its title and fields."""
    return {"frame": frame.title, **codec_for(type(frame))[0](names, frame)}


def encode_position(g: Position[Any, Any], names: Names, *, flow: bool = True) -> dict[str, Any]:
    """A position as plain data."""
    game = g.game
    data: dict[str, Any] = {
        "game": game.id,
        "scenario": g.setup.scenario,
        "options": sorted(g.setup.options),
        "state": codec_for(type(g.state))[0](names, g.state),
        "pieces": _encode_pieces(g, names),
        "flow": encode_flow(g, names) if flow else [],
        "outcome": None,
    }
    if g.outcome is not None:
        data["outcome"] = msgspec.to_builtins(g.outcome)
    return data


MOST_ROWS = 200_000
"""How many rows of counters a game remembers."""


def _encode_pieces(g: Position[Any, Any], names: Names) -> list[list[Any]]:
    """All pieces; with their own names remembered, because all seats that know everything are shown the same."""
    game = g.game
    plain = names is game.names
    known = g.memo.get(_encode_pieces) if plain else None
    # A rule may have written to the flags of a piece without a word.
    if known is None or known[0] != g.flags or known[1] != g.steps:
        pieces, places, flag_names, made = names.pieces, names.places, game.flag_names, game.rows
        own = game.names.pieces
        rows = []
        for key in zip(range(len(own)), g.where, g.steps, g.flags, strict=True):
            row = made.get(key)
            if row is None:
                p, place, steps, flags = key
                row = made[key] = [own[p], places[place], steps, flag_names(flags)]
            name = pieces[key[0]]
            rows.append(row if name == row[0] else [name, *row[1:]])
        if len(made) > MOST_ROWS:
            made.clear()
        if not plain:
            return rows
        known = g.memo[_encode_pieces] = (g.flags[:], g.steps[:], rows)
    found: list[list[Any]] = known[2]
    return found[:]


def decode_position(game: Game[Any], data: Any, names: Names) -> Position[Any, Any]:
    """A position from plain data; anything that does not fit is said in one sentence."""
    if not isinstance(data, dict):
        raise SetupError("a position must be a JSON object")
    if data.get("game") != game.id:
        raise SetupError(f"this is a position of the game '{short(data.get('game'))}', not of '{game.id}'")
    try:
        g = game.empty(game.scenario(data["scenario"]).id, _sequence(data["options"]))
        g.state = codec_for(game.state_type)[1](names, data["state"])
        _decode_pieces(g, data["pieces"], names)
        for frame in _sequence(data["flow"]):
            if len(g.stack) >= FRAMES:
                raise SetupError(f"the flow is deeper than {FRAMES} frames")
            kind = game.frames.get(frame["frame"])
            if kind is None:
                raise SetupError(f"there is no frame '{short(frame['frame'])}'")
            g.stack.append(codec_for(kind)[1](names, frame))
        if data["outcome"] is not None:
            g.outcome = msgspec.convert(data["outcome"], Outcome)
            for word in (g.outcome.text, g.outcome.rule, g.outcome.degree):
                _check_length(word, WORDS)
    except (KeyError, TypeError, IndexError, ValueError) as problem:
        raise SetupError(f"the position is not complete: {type(problem).__name__} {short(problem)}") from None
    except msgspec.ValidationError as problem:
        raise SetupError(f"the position's outcome is wrong: {problem}") from None
    _check_flow(g)
    return g


def _check_flow(g: Position[Any, Any]) -> None:
    """A position is either over or waits for a decision."""
    if not g.stack and g.outcome is None:
        raise SetupError("the position has neither a flow nor an outcome")
    if g.stack and g.outcome is not None:
        raise SetupError("the position has a flow although the game is over")
    if g.stack and not g.stack[-1].decides:
        raise SetupError(f"the position's flow ends with {g.stack[-1].title}, which is not a decision")
    winner = g.outcome.winner if g.outcome else None
    if winner is not None and not 0 <= winner < len(g.game.seats(g.setup)):
        raise SetupError(f"the position's outcome names seat {winner}, which does not exist")


_steps = _plain(int, msgspec.Meta(ge=0, le=99))[1]


def _decode_pieces(g: Position[Any, Any], rows: Any, names: Names) -> None:
    """Every piece of an empty position to its place."""
    seen = set()
    here: dict[Place, int] = {}
    for name, place, steps, flags in _sequence(rows):
        piece, at = names.piece(name), names.place(place)
        if piece in seen:
            raise SetupError(f"the piece '{short(name)}' is listed twice")
        seen.add(piece)
        g.where[piece] = at
        here[at] = here.get(at, 0) | 1 << piece
        if steps != 1 or type(steps) is not int:
            g.steps[piece] = _steps(names, steps)
        if flags != []:
            g.flags[piece] = g.game.flags_of(_sequence(flags))
    g.here = typing.cast("dict[Place, Pieces]", here)
    g.forget()
    if len(seen) != len(g.where):
        raise SetupError(f"the position lists {len(seen)} pieces where the game has {len(g.where)}")
