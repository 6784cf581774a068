"""Commands for authors of games: games, weights, outlook, new, check."""

from __future__ import annotations

import argparse
import json
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rich.console import Console

from .. import compiled
from ..engine.declared import by_name
from ..engine.errors import RecordError, SetupError
from ..engine.game import Game
from ..engine.record import Record, read_record
from ..engine.telling import counted
from ..engine.weights import described
from ..games import catalog, game_names, installed, load_game, problems
from ..lab.checks import examine, load_to_check
from ..lab.outlook import Course, course_of, fit, quality
from .scaffold import write_game

_out = Console(highlight=False, soft_wrap=True, markup=False, emoji=False)


# -- games ---------------------------------------------------------------------------------------


def games(arguments: argparse.Namespace) -> int:
    """List the installed games, and say what is wrong with those that cannot be played."""
    rows = [("game", "title", "from", "build")]
    for listed in catalog():
        if not listed.problem:
            game = load_game(listed.name)
            build = "compiled" if compiled.is_compiled(type(game).__module__) else "plain Python"
            rows.append((game.id, game.title, listed.distribution, build))
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    for row in rows:
        _out.print("  ".join(word.ljust(width) for word, width in zip(row, widths, strict=True)).rstrip())
    for problem in problems():
        _out.print(f"{problem[0].upper()}{problem[1:]}.")
    return 1 if problems() else 0


# -- weights -------------------------------------------------------------------------------------


def weights(arguments: argparse.Namespace) -> int:
    """Print the weights of a game's score, with unit and meaning."""
    game = load_game(arguments.game)
    rows = [(name, value, note.unit, note.meaning) for name, value, note in described(game.weights)]
    if arguments.json:
        keys = ("name", "value", "unit", "meaning")
        _out.print(json.dumps([dict(zip(keys, row, strict=True)) for row in rows], ensure_ascii=False, indent=2))
        return 0
    if not rows:
        _out.print(f"{game.title} names no weights.")
    width = max((len(name) for name, *_ in rows), default=0)
    for name, value, unit, meaning in rows:
        numbers = ", ".join(f"{v:g}" for v in value) if isinstance(value, tuple) else f"{value:g}"
        _out.print(f"{name.ljust(width)}  {numbers} {unit}. {meaning}")
    return 0


# -- outlook -------------------------------------------------------------------------------------

FEWEST = 10
"""Games of a scenario from which an outlook can be fitted."""


def outlook(arguments: argparse.Namespace) -> int:
    """Fit outlooks to records of games, and say how good they are."""
    by_scenario: dict[str, list[Course]] = {}
    for course in _courses([Path(name) for name in arguments.records]):
        by_scenario.setdefault(course.scenario, []).append(course)
    found = {name: (fit(courses), quality(courses)) for name, courses in by_scenario.items() if len(courses) >= FEWEST}
    for name in sorted(by_scenario.keys() - found.keys()):
        games = counted(len(by_scenario[name]), "game")
        raise SetupError(f"of '{name}' there are only {games}; an outlook needs {FEWEST} that came to an end")
    if arguments.json:
        built = {name: {"outlook": by_name(one), "quality": by_name(good)} for name, (one, good) in found.items()}
        _out.print(json.dumps(built, indent=2))
        return 0
    for name, (one, good) in found.items():
        _out.print(f"{name}: {counted(good.games, 'game')}, the first seat took {good.share:.0%} of the points.")
        error = f"{good.brier:.3f} (always the usual share: {good.blind:.3f})"
        _out.print(f"  Mean squared error on games not used in the fit: {error}.")
        for foreseen, came, count in good.bins:
            _out.print(f"  foreseen {foreseen:4.0%}  came {came:4.0%}  of {counted(count, 'position')}")
        numbers = ", ".join(f"{field}={value:g}" for field, value in by_name(one).items())
        _out.print(f"  Outlook({numbers})")
    return 0


def _courses(paths: list[Path]) -> Iterator[Course]:
    """The games in some files and folders, which must all be of one game."""
    first: Game[Any] | None = None
    for path in paths:
        for file in sorted(path.iterdir()) if path.is_dir() else [path]:
            record = _record(file)
            game = first = first or load_game(record.game)
            if record.game != game.id:
                raise SetupError(f"{file.name} is a record of {record.game}, the others are of {game.id}")
            course = course_of(game, record)
            if course is not None:
                yield course


def _record(file: Path) -> Record:
    try:
        return read_record(file.read_text(encoding="utf-8"))
    except UnicodeDecodeError:
        raise RecordError(f"{file} is not a text file") from None
    except RecordError as problem:
        raise RecordError(f"{file}: {problem}") from None


# -- new -----------------------------------------------------------------------------------------


def new(arguments: argparse.Namespace) -> int:
    """Write a package with a small game that plays at once."""
    folder = Path(arguments.folder or arguments.id)
    write_game(arguments.id, folder)
    _out.print(f"{folder} holds the game now. To play it:")
    _out.print(f"  pip install -e {folder}")
    _out.print(f"  grognard play {arguments.id}")
    return 0


# -- check ---------------------------------------------------------------------------------------


def check(arguments: argparse.Namespace) -> int:
    """Load a pack as the game would and say what is wrong with it."""
    folder = None if installed(arguments.pack) else Path(arguments.pack)
    if folder is not None and not folder.is_dir():
        raise SetupError(f"there is no folder '{folder}' and no game of that name")
    name = arguments.pack if folder is None else arguments.game or _game_of(folder)
    game, faults = load_to_check(lambda without: load_game(name, folder, without=without))
    if game is None:
        return _tell(faults)
    if folder is not None:
        known = set(load_game(game.id).pack.files())
        unused = [name for name in sorted(_files(folder)) if name not in known and not name.endswith(".md")]
        if unused:
            raise SetupError(f"{unused[0]} is not a file of the game's data; its files are {', '.join(sorted(known))}")
    found = examine(game, arguments.seconds)
    if found.faults:
        return _tell(found.faults)
    played = f"{found.games} of {counted(found.wanted, 'random game')} played"
    said = f"{game.board.title}, {len(game.roster)} counters, {played}, nothing wrong."
    _out.print(f"{arguments.pack}: {said}", markup=False)
    return 0


def _tell(faults: list[str]) -> int:
    for fault in faults:
        print(f"grognard: {fault}", file=sys.stderr)
    return 2


def _files(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def _game_of(folder: Path) -> str:
    """The game a pack says it is for, if it does."""
    info = folder / "map" / "map.toml"
    if info.is_file():
        try:
            named = tomllib.loads(info.read_text(encoding="utf-8")).get("game")
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as problem:
            raise SetupError(f"map/map.toml is not valid TOML: {problem}") from None
        if isinstance(named, str):
            return named
    raise SetupError(f"say which game the pack is for: --game {' | '.join(game_names())}")
