"""What is told of a battle says whether it was forced or ordered, and every golden game has battles."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.engine import read_record, replay
from grognard.engine.events import Moved, Removed, Rolled, forced
from grognard.games import load_game

FOLDER = Path(__file__).parent / "golden"
RECORDS = sorted(path.stem for path in FOLDER.glob("*.record"))


@pytest.mark.parametrize("name", RECORDS)
def test_what_is_forced_is_told_apart(name: str) -> None:
    """Losses and retreats are nobody's order; moves and advances are."""
    record = read_record((FOLDER / f"{name}.record").read_text(encoding="utf-8"))
    happened = [event for _, _, events in replay(load_game(record.game), record) for event in events]
    for event in happened:
        if isinstance(event, Removed):
            assert forced(event)
        elif isinstance(event, Moved) and event.how in ("moves", "advances", "marches", "sets up", "retreats"):
            assert forced(event) == (event.how == "retreats")


@pytest.mark.parametrize("name", RECORDS)
def test_a_golden_game_has_battles(name: str) -> None:
    """Else it would say little about the results tables."""
    record = read_record((FOLDER / f"{name}.record").read_text(encoding="utf-8"))
    happened = [event for _, _, events in replay(load_game(record.game), record) for event in events]
    assert sum(isinstance(event, Rolled) and bool(event.readings) for event in happened) > 10
