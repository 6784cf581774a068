"""The present position of a table as text, of which only what has changed is written anew.

After every change the server needs its fingerprint and what all see of it. Most counters stand where they stood, so
what was written of them still holds.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any
from weakref import WeakKeyDictionary

import msgspec

from ..engine import Game, Position
from ..engine.codec import codec_for, encode_flow

Row = tuple[int, int, int]
"""Place, steps and flags of a counter."""

MOST_WRITTEN = 200_000
"""Counters as text that are remembered for each game."""

_encode = msgspec.json.Encoder().encode
_rows: WeakKeyDictionary[Game[Any], dict[tuple[int, Row], bytes]] = WeakKeyDictionary()
"""Counters as they are saved, by loaded game (another pack has other names), number and row."""


class Sheet:
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
        self._written = _rows.setdefault(game, {})

    def update(self, g: Position[Any, Any]) -> str:
        """Write a position; gives its fingerprint, the same as `Position.hash`."""
        self.version += 1
        self.moved = []
        if [g.where, g.steps, g.flags] != self._lists:
            self._write_pieces(g)
        names = self.game.names
        self.state = _encode(codec_for(type(g.state))[0](names, g.state))
        digest = hashlib.blake2b(self._head(g), digest_size=8)
        digest.update(self.state + b',"pieces":[' + self._pieces + b'],"flow":')
        digest.update(_encode(encode_flow(g, names)) + b',"outcome":' + _encode(g.outcome) + b"}")
        return digest.hexdigest()

    def _write_pieces(self, g: Position[Any, Any]) -> None:
        self._lists = [list(g.where), g.steps[:], g.flags[:]]
        rows: list[Row] = list(zip(*self._lists, strict=True))
        old: Sequence[Row | None] = self.rows or [None] * len(rows)
        self.moved = [piece for piece, (row, before) in enumerate(zip(rows, old, strict=True)) if row != before]
        self._texts = self._texts or [b""] * len(rows)
        for piece in self.moved:
            self._texts[piece] = self._text(piece, rows[piece])
        self.rows = rows
        self._pieces = b",".join(self._texts)

    def _head(self, g: Position[Any, Any]) -> bytes:
        setup = {"game": self.game.id, "scenario": g.setup.scenario, "options": sorted(g.setup.options)}
        return _encode(setup)[:-1] + b',"state":'

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
