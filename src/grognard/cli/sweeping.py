"""The commands `sweep` and `data`: what a change of data does, and records as tables."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as RichTable

from ..draw import to_png
from ..engine.errors import RecordError, SetupError
from ..engine.record import Record, read_record
from ..engine.telling import counted
from ..games import load_game
from ..lab import data
from ..lab.executor import executor_for
from ..lab.match import Played, Result
from ..lab.sweep import Shown, Variant, play_all, plot, shown, variants

_out = Console(highlight=False, soft_wrap=True, markup=False, emoji=False)
_err = Console(stderr=True, highlight=False, soft_wrap=True, markup=False, emoji=False)
PIXELS = 1200


def sweep(arguments: argparse.Namespace) -> int:
    """Play the same seeds with each value, and show the shares beside each other."""
    target = Path(arguments.plot) if arguments.plot else None
    if target is not None and target.suffix not in (".svg", ".png"):
        raise SetupError(f"'{target.name}' does not end in .svg or .png")
    game = load_game(arguments.game)
    setup = game.setup(arguments.scenario, arguments.option)
    seats = [info.id for info in game.seats(setup)]
    seat = seats[game.seat(setup, arguments.seat)] if arguments.seat else seats[0]
    players = arguments.players or ["staff"] * len(seats)
    found = variants(arguments.game, arguments.scenario, arguments.option, players, arguments.changes, arguments.seed)
    results, whole = _played(found, arguments)
    rows = shown(found, results, seat)
    if arguments.json:
        print(json.dumps({"seat": seat, "variants": msgspec.to_builtins(rows)}))
    else:
        _out.print(_table(f"{game.id}, {setup.scenario}: what {seat} takes", rows))
    if target is not None:
        picture = plot(rows, f"{game.title}, {setup.scenario}: what {seat} takes")
        _save(target, picture)
    return 0 if whole else 130


def _played(found: list[Variant], arguments: argparse.Namespace) -> tuple[list[list[Result]], bool]:
    """The results of each variant; Ctrl-C keeps what is done."""
    kept = Played(Path(arguments.resume) if arguments.resume else None)
    wanted = arguments.n * len(found)
    done = sum(len(kept.of(variant.match, arguments.n)) for variant in found)
    whole = True
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    try:
        with Progress(*columns, console=_err, transient=True) as progress:
            bar = progress.add_task(counted(len(found), "variant"), total=wanted, completed=done)
            executor = executor_for(min(arguments.jobs, max(1, wanted - done)), arguments.ray)
            for _ in play_all(found, arguments.n, executor, kept):
                progress.advance(bar)
    except KeyboardInterrupt:
        whole = False
    results = [kept.of(variant.match, arguments.n) for variant in found]
    if not whole:
        _err.print(f"Stopped after {counted(sum(map(len, results)), 'game')}.")
    return results, whole


def _table(title: str, rows: list[Shown]) -> RichTable:
    table = RichTable(title=title)
    for heading in ("data", "games", "share", "95 % interval", "change", "±"):
        table.add_column(heading, justify="left" if heading == "data" else "right", no_wrap=heading != "data")
    for n, one in enumerate(rows):
        against = (f"{one.change:+.1%}", f"{one.error:.1%}") if n else ("", "")
        table.add_row(one.name, str(one.games), f"{one.share:.1%}", f"{one.low:.1%} – {one.high:.1%}", *against)
    return table


def _save(target: Path, picture: str) -> None:
    if target.suffix == ".svg":
        target.write_text(picture, encoding="utf-8")
    else:
        target.write_bytes(to_png(picture, PIXELS))
    _err.print(f"{target} written.")


def data_of_records(arguments: argparse.Namespace) -> int:
    """Write records as tables."""
    folder = Path(arguments.output)
    data.check(folder)
    games = [data.of_record(record, n) for n, record in enumerate(_records([Path(p) for p in arguments.records]))]
    data.write(folder, games)
    _out.print(f"{counted(len(games), 'game')} written into {folder}.")
    return 0


def _records(paths: list[Path]) -> Iterator[Record]:
    for path in paths:
        for file in sorted(path.iterdir()) if path.is_dir() else [path]:
            try:
                yield read_record(file.read_text(encoding="utf-8"))
            except UnicodeDecodeError:
                raise RecordError(f"{file} is not a text file") from None
            except RecordError as problem:
                raise RecordError(f"{file}: {problem}") from None
