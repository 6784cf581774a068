"""Golden games: a whole game with everything that was told, kept as text, to be compared from then on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from ..engine.game import Game
from ..engine.record import Entry, read_record, replay
from .match import plan, play_game
from .retelling import told_lines


def played(game: Game[Any], scenario: str) -> str:
    """The record of a game of a scenario that `staff` plays against itself."""
    seats = len(game.scenario(scenario).seats)
    return play_game(plan(game.id, scenario, (), ["staff"] * seats, seed=1945), 0).record


def adopted(game: Game[Any], text: str) -> str:
    """The record of a game of the same rules and data under another name: only the hashes are others."""
    record = read_record(text)
    entries = [Entry(entry.who, entry.action) for entry in record.entries]
    record = msgspec.structs.replace(record, game=game.id, data=game.pack_hash, entries=entries)
    final = [g.hash() for _, g, _ in replay(game, record)][-1]
    entries[-1] = Entry(entries[-1].who, entries[-1].action, final)
    return record.to_text()


def keep(folder: Path, game: Game[Any], scenario: str, record: str) -> None:
    """Write a record and what is told of it."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{game.id}-{scenario}.record").write_text(record, encoding="utf-8")
    events = "\n".join(told_lines(game, record)) + "\n"
    (folder / f"{game.id}-{scenario}.events").write_text(events, encoding="utf-8")
