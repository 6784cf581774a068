"""All that is told when a record is replayed."""

from __future__ import annotations

from typing import Any

from ..engine.game import Game
from ..engine.record import read_record, replay
from ..engine.reporting import told


def told_lines(game: Game[Any], text: str) -> list[str]:
    """Everything that happens when a record is replayed, one line an event, with the final hash."""
    lines: list[str] = []
    final = ""
    for number, g, events in replay(game, read_record(text), verify=True):
        for event in events:
            line = told(g, event, 0)
            lines.append(f"{number + 1} {line.kind} [{line.rule}] {line.text}".rstrip())
        final = g.hash()
    return [*lines, f"final {final}"]
