"""Records that strangers upload, replayed.

What comes back is a position that was looked at from every seat and, if the record began with one of its own, played
on for trial.
"""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

import msgspec

from ...engine import SetupError, read_record, replay
from ...engine.record import begin
from ...engine.trial import look, soundness
from ...games import load_game

TOO_LONG = "it took too long or too much memory to replay the record, so it was stopped"


class Upload(msgspec.Struct, frozen=True):
    """A record to be replayed as far as `at` (to its end without)."""

    text: str
    at: int | None
    packs: dict[str, Path]


class Reached(msgspec.Struct, frozen=True):
    """Where a record leads."""

    game: str
    position: str


class Uploads(Protocol):
    """Whoever replays records."""

    async def reach(self, text: str, at: int | None) -> Reached:
        """Where a record leads; a Problem says why nowhere."""

    async def close(self) -> None:
        """Replay nothing more."""


def reach(upload: Upload) -> Reached:
    """Replay a record and look at where it leads from every seat."""
    record = read_record(upload.text)
    last = len(record.entries) if upload.at is None else upload.at
    if last > len(record.entries):
        raise SetupError(f"the record holds only {len(record.entries)} actions")
    game = load_game(record.game, upload.packs.get(record.game))
    g = begin(game, record)
    if problems := g.status():
        raise SetupError(f"the position it begins with is not possible: {problems[0]}")
    for n, position, _ in replay(game, record):
        if n >= last:
            break
        g = position.copy() if n == last - 1 else g
    if not record.origin:
        look(g)  # whoever plays by the rules comes to no position that cannot be played on
    elif problems := soundness(g):
        raise SetupError(f"the position it leads to is not possible: {problems[0]}")
    return Reached(game.id, g.to_json())


def complaint(problem: Exception) -> str:
    """What to say of a record that cannot be replayed."""
    # A position made by hand can be well-formed and still make no sense to the game.
    return f"the record leads to a position that cannot be played ({type(problem).__name__})"
