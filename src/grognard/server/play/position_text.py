"""The present position of a table as text, of which only what has changed is written anew.

After every change the server needs its fingerprint and what all see of it. Most counters stand where they stood, so
what was written of them still holds.
"""

from __future__ import annotations

import hashlib
from itertools import compress
from operator import ne
from typing import Any
from weakref import WeakKeyDictionary

import msgspec

from ...engine import Game, Position
from ...engine.codec import codec_for, encode_frame
from ...engine.declared import field_values

Row = tuple[int, int, int]
"""Place, steps and flags of a counter."""

MOST_WRITTEN = 200_000
"""Counters as text that are remembered for each game."""

_encode = msgspec.json.Encoder().encode
_rows: WeakKeyDictionary[Game[Any], dict[tuple[int, Row], bytes]] = WeakKeyDictionary()
"""Counters as they are saved, by loaded game (another pack has other names), number and row."""


class PositionText:
    """What is written of a position."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.version = 0
        self.rows: list[Row] = []
        self.moved: list[int] = []
        """The pieces whose rows are not as in the version before."""
        self.state = b""
        self._lists: list[list[int]] = []
        """Places, steps and flags as they were written."""
        self._texts: list[bytes] = []
        self._pieces = b""
        self._head = b""
        self._values: tuple[Any, ...] | None = None
        """The state as it was written,"""
        self._frames: dict[tuple[Any, ...], bytes] = {}
        """and the frames of the flow."""
        self._written = _rows.setdefault(game, {})

    def update(self, g: Position[Any, Any]) -> str:
        """Write a position; gives its fingerprint, the same as `Position.hash`."""
        self.version += 1
        self.moved = []
        if not self.rows:
            self._begin(g)
        now: list[list[int]] = [list(g.where), g.steps[:], g.flags[:]]
        if now != self._lists:
            self._write_pieces(now)
        values = field_values(g.state)
        if values != self._values:
            self._values = values
            self.state = _encode(codec_for(type(g.state))[0](self.game.names, g.state))
        pieces, flow = (b',"pieces":[', self._pieces), (b'],"flow":[', self._write_flow(g))
        parts = (self._head, self.state, *pieces, *flow, b'],"outcome":', _encode(g.outcome), b"}")
        return hashlib.blake2b(b"".join(parts), digest_size=8).hexdigest()

    def _begin(self, g: Position[Any, Any]) -> None:
        """Write what stays as it is, and nothing of the counters yet."""
        setup = {"game": self.game.id, "scenario": g.setup.scenario, "options": sorted(g.setup.options)}
        self._head = _encode(setup)[:-1] + b',"state":'
        count = len(g.where)
        self._lists = [[-1] * count] * 3
        self.rows, self._texts = [(-1, -1, -1)] * count, [b""] * count

    def _write_pieces(self, now: list[list[int]]) -> None:
        """Write the counters of which one of the lists says something else than before."""
        moved: set[int] = set()
        for new, old in zip(now, self._lists, strict=True):
            if new != old:
                moved.update(compress(range(len(new)), map(ne, new, old)))
        self.moved = sorted(moved)
        self.rows = self.rows[:]  # those who have seen the old ones keep them
        where, steps, flags = self._lists = now
        for piece in self.moved:
            row = self.rows[piece] = (where[piece], steps[piece], flags[piece])
            self._texts[piece] = self._text(piece, row)
        self._pieces = b",".join(self._texts)

    def _write_flow(self, g: Position[Any, Any]) -> bytes:
        """The frames; those that were there before, as most at the bottom were, are not written anew."""
        known, self._frames = self._frames, {}
        texts = []
        for frame in g.stack:
            key = (type(frame), *field_values(frame))
            text = self._frames[key] = known.get(key) or _encode(encode_frame(frame, self.game.names))
            texts.append(text)
        return b",".join(texts)

    def _text(self, piece: int, row: Row) -> bytes:
        written = self._written
        found = written.get((piece, row))
        if found is None:
            if len(written) > MOST_WRITTEN:
                written.clear()
            place, steps, flags = row
            names = self.game.names
            found = _encode([names.pieces[piece], names.places[place], steps, self.game.flag_names(flags)])
            written[piece, row] = found
        return found
