"""What a struct of a game holds, as numbers and as sets of places and pieces, whatever the game.

The state of a game and its questions are structs with typed fields. A learner gets each number and each word of a
fixed list as an entry of a vector, and each set of places or pieces as a plane over the map.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Callable
from functools import cache
from operator import itemgetter
from typing import Any

import msgspec

from ..engine.codec import pieces_of
from ..engine.declared import fields_of
from ..engine.places import Place, Places

Get = Callable[[Any], Any]


class Number(msgspec.Struct, frozen=True):
    """An entry of a vector: what it is called, and how it is read."""

    name: str
    get: Get


class Area(msgspec.Struct, frozen=True):
    """A set of places, or of pieces where `of_pieces`, as a bit mask."""

    name: str
    get: Get
    of_pieces: bool


def numbers_of(kind: type) -> list[Number]:
    """The numbers that a struct holds; those of tuples whose length is not fixed are left out."""
    return [number for name, declared in _fields(kind) for number in _numbers(name, declared, _reader(name))]


def areas_of(kind: type) -> list[Area]:
    """The places and the pieces that a struct names: a set for each field, or for each part of a fixed tuple."""
    return [area for name, declared in _fields(kind) for area in _areas(name, declared, _reader(name))]


def _fields(kind: type) -> list[tuple[str, Any]]:
    hints = typing.get_type_hints(kind)
    return [(name, hints[name]) for name in fields_of(kind)]


def _reader(name: str) -> Get:
    return lambda struct: getattr(struct, name)


def _item(get: Get, index: int) -> Get:
    return lambda struct: get(struct)[index]


def _fixed(declared: Any) -> tuple[Any, ...]:
    """The parts of a tuple of fixed length; nothing for any other type."""
    args = typing.get_args(declared)
    return args if typing.get_origin(declared) is tuple and args[1:] != (Ellipsis,) else ()


def _numbers(name: str, declared: Any, get: Get) -> list[Number]:
    if declared in (int, bool):
        return [Number(name, get)]
    if typing.get_origin(declared) is typing.Literal:
        return [Number(f"{name}={word}", _equals(get, word)) for word in typing.get_args(declared)]
    parts = _fixed(declared)
    return [n for i, part in enumerate(parts) for n in _numbers(f"{name}.{i}", part, _item(get, i))]


def _equals(get: Get, word: Any) -> Get:
    return lambda struct: get(struct) == word


def _areas(name: str, declared: Any, get: Get) -> list[Area]:
    parts = _fixed(declared)
    if parts and not hasattr(declared, "__struct_fields__"):
        return [a for i, part in enumerate(parts) for a in _areas(f"{name}.{i}", part, _item(get, i))]
    found = []
    for of_pieces, gather in ((False, places_in(declared)), (True, pieces_of(declared))):
        if gather is not None:
            found.append(Area(name, _gathered(gather, get), of_pieces))
    return found


def _gathered(gather: Callable[[Any], int], get: Get) -> Get:
    return lambda struct: gather(get(struct))


@cache
def places_in(kind: Any) -> Callable[[Any], int] | None:
    """What gathers the places that a value of a type names; None where it can name none."""
    if kind is Place:
        return lambda value: 1 << value if value >= 0 else 0  # a negative number stands for none
    if kind is Places:
        return lambda value: int(value)
    origin, args = typing.get_origin(kind), typing.get_args(kind)
    if origin is typing.Annotated:
        return places_in(args[0])
    if origin is tuple and args[1:] == (Ellipsis,):
        one = places_in(args[0])
        return one and (lambda value: _union([one(item) for item in value]))
    if origin is tuple:
        return _together([(itemgetter(i), places_in(arg)) for i, arg in enumerate(args)])
    if origin in (typing.Union, types.UnionType):
        some = next((found for arg in args if (found := places_in(arg))), None)
        return some and (lambda value: 0 if value is None else some(value))
    if hasattr(kind, "__struct_fields__"):
        return _together([(_reader(name), places_in(declared)) for name, declared in _fields(kind)])
    return None


def _together(parts: list[tuple[Get, Callable[[Any], int] | None]]) -> Callable[[Any], int] | None:
    kept = [(get, gather) for get, gather in parts if gather is not None]
    if not kept:
        return None
    return lambda value: _union([gather(get(value)) for get, gather in kept])


def _union(masks: list[int]) -> int:
    found = 0
    for mask in masks:
        found |= mask
    return found
