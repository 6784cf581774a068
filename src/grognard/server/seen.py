"""What a browser is sent of a view: all of it at first, then only what has changed since the state before.

A view is kept as JSON by field, and its counters by id, so that two of them are compared without reading them again.
"""

from __future__ import annotations

from typing import Any

import msgspec

from ..engine.position import Position
from ..engine.view import view
from .course import Course
from .models import PieceState
from .views import encoder, without_pieces

MOST_WRITTEN = 200_000
"""Counters as text that are remembered for each game."""


class Seen(msgspec.Struct, frozen=True):
    """A view as JSON: its fields, and its counters by id."""

    fields: dict[str, bytes]
    pieces: dict[str, msgspec.Raw]
    order: bool
    """Whether the counters come in the order of their ids, as they do where some are concealed."""

    def whole(self) -> dict[str, Any]:
        """All of it."""
        return {
            **{name: msgspec.Raw(text) for name, text in self.fields.items()},
            "pieces": list(self.pieces.values()),
        }

    def since(self, before: Seen) -> dict[str, Any]:
        """What has changed: other fields as they are now, changed and new counters, and the ids of those gone."""
        old = before.fields
        changed: dict[str, Any] = {
            name: msgspec.Raw(text) for name, text in self.fields.items() if name == "seat" or text != old[name]
        }
        known = before.pieces
        changed["pieces"] = [raw for name, raw in self.pieces.items() if known.get(name) is not raw]
        changed["gone"] = list(known.keys() - self.pieces.keys())
        return changed


def seen(course: Course, g: Position[Any, Any], seat: str) -> Seen:
    """The present position as a seat sees it."""
    number = course.seat(seat) if seat else None
    shown = view(g, number, hints=True, flow=False, named=course.names(number))
    rest = without_pieces(course, g, shown)
    encode = encoder.encode
    fields = {name: encode(getattr(rest, name)) for name in rest.__struct_fields__ if name != "pieces"}
    texts = _texts.setdefault(course.game.id, {})
    if len(texts) > MOST_WRITTEN:
        texts.clear()
    pieces = {row[0]: _text(texts, row) for row in shown.position["pieces"]}
    return Seen(fields, pieces, bool(shown.hidden))


def _text(texts: dict[Any, tuple[Any, msgspec.Raw]], row: list[Any]) -> msgspec.Raw:
    """A counter as text; always the same object for the same counter, so that comparing is cheap.

    Rows of counters that go by their own names are made once for each game, so their identity says enough.
    """
    found = texts.get(id(row))
    if found is not None and found[0] is row:
        return found[1]
    name, place, steps, flags = row
    if name[0] != "?":
        text = msgspec.Raw(encoder.encode(PieceState(id=name, place=place, steps=steps, flags=flags)))
        texts[id(row)] = (row, text)
        return text
    key = (name, place, steps, *flags)
    found = texts.get(key)
    if found is None:
        text = msgspec.Raw(encoder.encode(PieceState(id=name, place=place, steps=steps, flags=flags)))
        found = texts[key] = (row, text)
    return found[1]


def changes(now: list[Seen], before: list[Seen] | None) -> list[dict[str, Any]]:
    """Views for a browser that has seen those before, or nothing."""
    if before is None or [one.order for one in now] != [one.order for one in before]:
        return [one.whole() for one in now]
    return [one.since(old) for one, old in zip(now, before, strict=True)]


_texts: dict[str, dict[Any, tuple[Any, msgspec.Raw]]] = {}
"""Counters as text, by game."""
