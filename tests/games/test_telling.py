"""What is told of a battle says whether it was forced or ordered, and every golden game has battles."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.engine import read_record, replay
from grognard.engine.events import BattleBegan, BattleEnded, Moved, Read, Removed, Rolled, forced
from grognard.games import load_game

FOLDER = Path(__file__).parent / "golden"
RECORDS = sorted(path.stem for path in FOLDER.glob("*.record"))
CAUSES = {"moves": "ordered", "marches": "ordered", "advances": "advance", "retreats": "retreat", "sets up": "setup"}


@pytest.mark.parametrize("name", RECORDS)
def test_what_is_forced_is_told_apart(name: str) -> None:
    """Losses and retreats are nobody's order; moves and advances are."""
    record = read_record((FOLDER / f"{name}.record").read_text(encoding="utf-8"))
    happened = [event for _, _, events in replay(load_game(record.game), record) for event in events]
    for event in happened:
        if isinstance(event, Removed):
            assert forced(event)
        elif isinstance(event, Moved) and event.how in CAUSES:
            assert event.cause == CAUSES[event.how]
            assert forced(event) == (event.cause == "retreat")


@pytest.mark.parametrize("name", RECORDS)
def test_a_golden_game_has_battles(name: str) -> None:
    """Else it would say little about the results tables."""
    record = read_record((FOLDER / f"{name}.record").read_text(encoding="utf-8"))
    happened = [event for _, _, events in replay(load_game(record.game), record) for event in events]
    assert sum(isinstance(event, Rolled) and bool(event.readings) for event in happened) > 10


@pytest.mark.parametrize("name", RECORDS)
def test_a_battle_has_a_beginning_and_an_end(name: str) -> None:
    """A die that is read in a table falls in a battle; no battle begins in another."""
    record = read_record((FOLDER / f"{name}.record").read_text(encoding="utf-8"))
    happened = [event for _, _, events in replay(load_game(record.game), record) for event in events]
    fought: BattleBegan | None = None
    ended = 0
    for event in happened:
        if isinstance(event, BattleBegan):
            assert event.pieces, "nobody fights"
            assert event.places, "it is fought nowhere"
            fought = event
        elif isinstance(event, BattleEnded):
            assert fought is not None, "a battle ends that has not begun"
            fought, ended = None, ended + 1
        elif isinstance(event, Rolled) and event.readings:
            assert fought is not None, event.purpose
            assert set(event.places) == set(fought.places)
            assert set(event.pieces) <= set(fought.pieces)
        elif isinstance(event, Read):
            assert fought is not None, event.text
            assert event.result in event.text or event.result == "-"
            assert event.meaning in event.text
    assert ended > 5
