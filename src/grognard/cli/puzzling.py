"""`grognard puzzles`: finds positions for puzzles in records of games, and keeps them in the game's package."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rich.console import Console

from ..bots.puzzles import FILE, Book, Puzzle, book_of, checked, position_of, puzzles_in, read, still_sound, written
from ..engine.errors import RecordError, SetupError
from ..engine.game import Game
from ..engine.record import Record, read_record
from ..engine.telling import counted
from ..games import load_game

_out = Console(highlight=False, soft_wrap=True, markup=False, emoji=False)


def puzzles(arguments: argparse.Namespace) -> int:
    """List the puzzles of a game, look for more in records, or check again those that there are."""
    game = load_game(arguments.game)
    file = Path(arguments.output) if arguments.output else game.pack.folders[0] / FILE
    own = not arguments.output or not file.exists()
    book = book_of(game) if own else read(file.read_text(encoding="utf-8"), str(file))
    if arguments.check:
        book = Book(game=game.id, puzzles=[*_standing(game, book.puzzles)])
        file.write_text(written(book), encoding="utf-8")
    elif not arguments.records:
        for puzzle in book.puzzles:
            _out.print(_line(puzzle))
    known = {puzzle.id for puzzle in book.puzzles}
    for name, record in _records(arguments.records, game.id):
        if len(book.puzzles) >= arguments.most:
            break
        _out.print(f"{name} …")
        for puzzle in puzzles_in(game, record, lambda text: _out.print(f"  {text}")):
            if puzzle.id not in known and len(book.puzzles) < arguments.most:
                known.add(puzzle.id)
                book = Book(game=game.id, puzzles=[*book.puzzles, puzzle])
                file.write_text(written(book), encoding="utf-8")
                _out.print(f"  found: {_line(puzzle)}")
    _out.print(f"{game.id} has {counted(len(book.puzzles), 'puzzle')}.")
    return 0


def _standing(game: Game[Any], found: list[Puzzle]) -> Iterator[Puzzle]:
    """Those that still stand the test, as it comes out now."""
    for puzzle in found:
        problem = still_sound(game, puzzle)
        again = None
        if not problem:
            g = position_of(game, puzzle)
            again = checked(game, g, game.seat(g.setup, puzzle.seat), puzzle.solution.actions, turn=puzzle.turn)
        _out.print(_line(again) if again else problem or f"the puzzle {puzzle.id} does not stand the test any more")
        if again:
            yield again


def _line(puzzle: Puzzle) -> str:
    gain = f"gains {puzzle.gain:.0%} ± {puzzle.error:.0%}"
    return f"{puzzle.id}  {puzzle.seat}, {puzzle.headline}: find the {puzzle.theme}, {gain}"


def _records(names: list[str], game: str) -> Iterator[tuple[str, Record]]:
    files: list[Path] = []
    for name in names:
        path = Path(name)
        files += sorted(path.glob("*.txt")) if path.is_dir() else [path]
    if names and not files:
        raise SetupError(f"there are no records in {', '.join(names)}")
    for file in files:
        try:
            record = read_record(file.read_text(encoding="utf-8"))
        except UnicodeDecodeError:
            raise RecordError(f"{file} is not a text file") from None
        if record.game != game:
            raise SetupError(f"{file} is the record of a game of {record.game}, not of {game}")
        yield file.name, record
