"""grognard puzzles: lists, finds in records, and says what is wrong with its input."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tests.bots.test_analysis import MITTE, recorded, short_game
from tests.cli.conftest import Run

from grognard.bots.puzzles import book_of, read
from grognard.games import load_game

Refused = Callable[..., str]


def test_puzzles_lists_what_a_game_has(run: Run) -> None:
    known = book_of(load_game("raceforberlin")).puzzles
    ran = run("puzzles", "raceforberlin")
    assert ran.code == 0
    for puzzle in known:
        assert f"{puzzle.id}  {puzzle.seat}, {puzzle.headline}" in ran.out


def test_puzzles_looks_through_records_and_writes_a_file(run: Run, tmp_path: Path) -> None:
    """The staff finds the attack on Hitler by itself, so this game holds no puzzle; the game's own are kept."""
    start = load_game("marshals").position(MITTE, phase="movement", turn=8)
    record = tmp_path / "one.txt"
    record.write_text(recorded(start, ["end", "end-allocation"]).to_text(), encoding="utf-8")
    out = tmp_path / "book.json"
    out.write_text('{"game": "marshals", "puzzles": []}', encoding="utf-8")
    ran = run("puzzles", "marshals", tmp_path, "-o", out)
    assert ran.code == 0
    assert "one.txt" in ran.out
    assert "marshals has 0 puzzles." in ran.out
    assert read(out.read_text(encoding="utf-8")).puzzles == []


def test_puzzles_refuses_what_it_cannot_use(refused: Refused, tmp_path: Path) -> None:
    assert "no records" in refused("puzzles", "marshals", tmp_path)
    record = tmp_path / "short.txt"
    record.write_text(short_game()[1].to_text(), encoding="utf-8")
    assert "not of konigsberg" in refused("puzzles", "konigsberg", record)
    book = tmp_path / "book.json"
    book.write_text("[]", encoding="utf-8")
    assert "is no book of puzzles" in refused("puzzles", "marshals", record, "-o", book)
