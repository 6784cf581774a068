"""Commands for authors of games: games, weights, new, check."""

from __future__ import annotations

import argparse
import json
import sys
import tomllib
from pathlib import Path

from rich.console import Console

from .. import compiled
from ..engine.errors import SetupError
from ..engine.telling import counted
from ..engine.weights import described
from ..games import catalog, game_names, installed, load_game, problems
from ..lab.checks import examine
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
    if installed(arguments.pack):
        game = load_game(arguments.pack)
    else:
        folder = Path(arguments.pack)
        if not folder.is_dir():
            raise SetupError(f"there is no folder '{folder}' and no game of that name")
        game = load_game(arguments.game or _game_of(folder), folder)
        known = set(load_game(game.id).pack.files())
        unused = [name for name in sorted(_files(folder)) if name not in known and not name.endswith(".md")]
        if unused:
            raise SetupError(f"{unused[0]} is not a file of the game's data; its files are {', '.join(sorted(known))}")
    found = examine(game, arguments.seconds)
    for fault in found.faults:
        print(f"grognard: {fault}", file=sys.stderr)
    if found.faults:
        return 2
    played = f"{found.games} of {counted(found.wanted, 'random game')} played"
    said = f"{game.board.title}, {len(game.roster)} counters, {played}, nothing wrong."
    _out.print(f"{arguments.pack}: {said}", markup=False)
    return 0


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
