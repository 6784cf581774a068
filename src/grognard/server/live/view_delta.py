"""What a browser is sent of a view: all of it at first, then only what has changed since the state before.

A view is kept as JSON by field, and its counters by id. What has changed is found out once, when the view is made from
the one before it: most counters stand where they stood.
"""

from __future__ import annotations

from typing import Any

import msgspec

from ...engine.codec import Names, codec_for, named_in
from ...engine.pieces import Piece, each
from ...engine.view import cup, decision, hidden, public
from ..messages import PieceState
from ..play.game import PlayedGame
from ..play.position_text import MOST_WRITTEN, Row
from .views import encoder, outcome, waiting


class Shared:
    """What all see alike of the present position of a table."""

    def __init__(self, played: PlayedGame) -> None:
        g = played.position
        encode = encoder.encode
        text = played.text_of_position
        seen = public(g)
        self.fields = {name: encode(getattr(seen, name)) for name in seen.__struct_fields__}
        self.fields["outcome"] = encode(outcome(played, g))
        self.fields["state"] = text.state
        self.named = named_in(g.state)
        """The pieces that the state names."""
        self.rows = text.rows
        self.version = text.version
        self.moved = text.moved
        """The pieces whose rows are not as in the version before."""

    def moved_since(self, before: Seen) -> list[int]:
        """The pieces whose rows are not as in a view."""
        if before.version == self.version - 1:
            return self.moved
        if before.rows is self.rows:
            return []
        both = enumerate(zip(self.rows, before.rows, strict=True))
        return [piece for piece, (row, old) in both if row != old]


class Seen(msgspec.Struct, frozen=True):
    """A view as JSON: its fields, and its counters by id."""

    fields: dict[str, bytes]
    version: int
    rows: list[Row]
    """The counters as they stood in this version of the table's text."""
    ids: list[str]
    """How the seat calls each piece."""
    texts: dict[str, msgspec.Raw]
    concealed: list[Piece]
    changed: list[str]
    """The fields that are not as in the view before,"""
    fresh: list[str]
    """the counters that are new or not as in it,"""
    gone: list[str]
    """and those that are not there any more."""

    @property
    def sorted(self) -> bool:
        """Whether the counters come in the order of their ids, because that of their numbers would tell something."""
        return bool(self.concealed)

    def whole(self) -> dict[str, Any]:
        """All of it."""
        ids = sorted(self.ids) if self.sorted else self.ids
        fields = {name: msgspec.Raw(text) for name, text in self.fields.items()}
        return {**fields, "pieces": [self.texts[name] for name in ids]}

    def news(self) -> dict[str, Any]:
        """What has changed: other fields as they are now, changed and new counters, and the ids of those gone."""
        fields = {name: msgspec.Raw(self.fields[name]) for name in ("seat", *self.changed)}
        return {**fields, "pieces": [self.texts[name] for name in self.fresh], "gone": self.gone}

    def nothing(self) -> dict[str, Any]:
        """The same for a browser that has seen this very view."""
        return {"seat": msgspec.Raw(self.fields["seat"]), "pieces": [], "gone": []}


def seen(played: PlayedGame, seat: str, shared: Shared, before: Seen | None) -> Seen:
    """The present position as a seat sees it, made from what it saw before."""
    g = played.position
    number = played.seat(seat) if seat else None
    names, concealed = played.names(number)
    ids = names.pieces
    texts, touched = _counters(played.game, names, concealed, shared, before)
    asked = None if played.closed or played.table.over else waiting(played, g) or decision(g, number, names)
    encode = encoder.encode
    fields = {"seat": encode(seat), **shared.fields, "cup": encode(cup(g, names)), "decision": encode(asked)}
    if any(names.pieces[piece] != played.game.names.pieces[piece] for piece in each(shared.named)):
        fields["state"] = encode(codec_for(type(g.state))[0](names, g.state))
    same = before is not None and before.concealed == concealed and not touched.intersection(concealed)
    fields["hidden"] = before.fields["hidden"] if before is not None and same else encode(hidden(g, names, concealed))
    if before is None:
        return Seen(fields, shared.version, shared.rows, ids, texts, concealed, [], [], [])
    old, known = before.fields, before.texts
    changed = [name for name, text in fields.items() if text != old[name]]
    # By what they say: what is written anew may say the same, and would tell which piece was touched.
    fresh = [ids[piece] for piece in sorted(touched) if known.get(ids[piece]) != texts[ids[piece]]]
    gone = sorted(before.ids[piece] for piece in touched if before.ids[piece] not in texts)
    if concealed:
        fresh.sort()
    return Seen(fields, shared.version, shared.rows, ids, texts, concealed, changed, fresh, gone)


def _counters(
    game: Any, names: Names, concealed: list[Piece], shared: Shared, before: Seen | None
) -> tuple[dict[str, msgspec.Raw], set[int]]:
    """The counters by their ids; those that were touched have another place, state or name than before."""
    called, rows = names.pieces, shared.rows
    if before is None:
        touched = set(range(len(rows)))
        texts = {}
    else:
        touched = set(shared.moved_since(before))
        was = before.ids
        if called is not was:
            touched.update(piece for piece in (*concealed, *before.concealed) if called[piece] != was[piece])
        if not touched:
            return before.texts, touched
        texts = before.texts.copy()
        for piece in touched:
            del texts[was[piece]]
    written = _texts.setdefault(game.id, {})
    if len(written) > MOST_WRITTEN:
        written.clear()
    for piece in touched:
        name = called[piece]
        key = (name, *rows[piece])
        text = written.get(key)
        if text is None:
            place, steps, flags = rows[piece]
            state = PieceState(id=name, place=names.places[place], steps=steps, flags=game.flag_names(flags))
            text = written[key] = msgspec.Raw(encoder.encode(state))
        texts[name] = text
    return texts, touched


_texts: dict[str, dict[Any, msgspec.Raw]] = {}
"""Counters as text, by game."""
