"""Commands for everybody: replay, map, rules, bench."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as RichTable

from .. import compiled
from ..draw import map_svg, to_pdf, to_png
from ..draw.board_text import board_text
from ..engine.chance import part_commitment
from ..engine.errors import RecordError, SetupError
from ..engine.game import Game
from ..engine.record import Record, read_record, replay
from ..engine.reporting import told
from ..engine.telling import counted
from ..games import BUILT_IN, load_game
from ..lab import against
from ..lab.bench import Figures, Run, measure
from ..lab.chess import beside_chess, load_chess
from ..lab.coverage import can_collect, find_tests, tested_rules

_out = Console(highlight=False, soft_wrap=True, markup=False, emoji=False)


def _pack(text: str | None) -> Path | None:
    return Path(text) if text else None


def _read(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise RecordError(f"{path} is not a text file") from None


# -- replay --------------------------------------------------------------------------------------


def replay_record(arguments: argparse.Namespace) -> int:
    """Show a record as sentences, or check its dice."""
    record = read_record(_read(arguments.file))
    game = load_game(record.game, _pack(arguments.data))
    if arguments.to is not None and arguments.to > len(record.entries):
        raise RecordError(f"the record has {len(record.entries)} actions, not {arguments.to}")
    if arguments.verify:
        return _verify(game, record)
    position = None
    for n, g, events in replay(game, record):
        position = g
        for event in events:
            line = told(g, event, 0)
            if line.text:
                _out.print(f"{n + 1:>5}  {line.text}" + (f"  [{line.rule}]" if line.rule else ""), markup=False)
        if arguments.to is not None and n + 1 == arguments.to:
            break
    if position is not None and arguments.to is not None:
        _out.print(board_text(position, game.names), markup=False)
        _out.print(game.headline(position), markup=False)
    return 0


def _verify(game: Game[Any], record: Record) -> int:
    dice = 0
    for n, _, _ in replay(game, record, verify=True):
        dice += record.entries[n].who == "chance"
    _out.print(f"{len(record.entries)} actions replayed, {dice} dice proved.")
    _out.print(f"The seed was fixed by {record.commitment}.", soft_wrap=True)
    for party, part in record.parts.items():
        _out.print(f"Added by {party}: {part}, fixed by {part_commitment(party, part)}.", markup=False, soft_wrap=True)
    if record.agreed:
        _out.print(f"The players ended the game: {record.outcome}", markup=False, soft_wrap=True)
    if not record.outcome:
        raise RecordError("the record ends before the game does")
    return 0


# -- map -----------------------------------------------------------------------------------------


def draw_map(arguments: argparse.Namespace) -> int:
    """Draw a map into a file."""
    target = Path(arguments.output)
    kind = target.suffix.lower()
    if kind not in (".svg", ".png", ".pdf"):
        raise SetupError(f"'{target.name}' does not end in .svg, .png or .pdf")
    if not target.parent.is_dir():
        raise SetupError(f"there is no folder '{target.parent}' to write {target.name} into")
    game = load_game(arguments.game, _pack(arguments.data))
    svg = map_svg(game.board, legend=not arguments.no_legend, palette=arguments.palette)
    if kind == ".svg":
        target.write_text(svg, encoding="utf-8")
    elif kind == ".png":
        target.write_bytes(to_png(svg, arguments.width))
    else:
        target.write_bytes(to_pdf(svg))
    _out.print(f"{target} written.")
    return 0


# -- rules ---------------------------------------------------------------------------------------


def rules(arguments: argparse.Namespace) -> int:
    """Restate rules, or say which of them are tested."""
    game = load_game(arguments.game)
    folder = Path(arguments.tests) if arguments.tests else find_tests(game)
    if arguments.coverage:
        if folder is None:
            raise SetupError(
                f"the tests of {arguments.game} are not here: run this in its project, or say --tests FOLDER"
            )
        return _coverage(game, tested_rules(folder))
    found = game.ledger.search(" ".join(arguments.words)) if arguments.words else game.ledger.rules
    if not found:
        raise SetupError(f"no rule of {arguments.game} is called or holds '{' '.join(arguments.words)}'")
    if not arguments.words:
        for rule in found:
            _out.print(f"{rule.number:8} {rule.title} ({rule.kind})", markup=False)
        return 0
    held = tested_rules(folder) if folder and can_collect() else {}
    for rule in found:
        _out.print(f"{rule.number}  {rule.title} ({rule.kind})", style="bold", markup=False)
        _out.print(f"  {rule.statement}", markup=False)
        if rule.check:
            _out.print(f"  Check: {rule.check}", markup=False)
        for test in held.get(rule.number, []):
            _out.print(f"  Test: {test}", markup=False)
    return 0


def _coverage(game: Game[Any], held: dict[str, list[str]]) -> int:
    wanted = game.ledger.to_test
    missing = [rule for rule in wanted if rule.number not in held]
    for rule in wanted:
        mark = "untested" if rule in missing else f"{len(held[rule.number])} test(s)"
        _out.print(f"{rule.number:8} {mark:12} {rule.title}", markup=False)
    for number in sorted(set(held) - set(game.ledger.by_number)):
        _out.print(f"{number:8} is marked in {held[number][0]} but is not in the ledger", markup=False)
    _out.print(f"{game.id}: {len(wanted) - len(missing)} of {len(wanted)} rules tested")
    return 1 if missing else 0


# -- bench ---------------------------------------------------------------------------------------


def bench(arguments: argparse.Namespace) -> int:
    """Measure and print."""
    if arguments.server or "server" in arguments.games:
        return _bench_server(arguments)
    if arguments.against:
        return _bench_against(arguments)
    if arguments.chess:
        return _bench_chess(arguments)
    names = arguments.games or list(BUILT_IN)
    figures = [measure(load_game(name), arguments.n) for name in names]
    if arguments.json:
        build = compiled.build()
        print(json.dumps({f.game: {"build": build, **msgspec.to_builtins(f)} for f in figures}, indent=2))
        return 0
    table = RichTable(title=f"Processor time on one core, {compiled.build()}")
    table.add_column("")
    for f in figures:
        table.add_column(f.game, justify="right")
    for title, field, form in _ROWS:
        table.add_row(title, *(form.format(getattr(f, field)) for f in figures))
    _out.print(table)
    return 0


def _bench_against(arguments: argparse.Namespace) -> int:
    """Another version and this one in turn, on the same games."""
    names = [load_game(name).id for name in arguments.games or BUILT_IN]
    with against.versions(arguments.against) as (old, new):
        for name in names:
            against.check(old, arguments.against, name)
        builds = f"{against.built(old)}, here {against.built(new)}"
        found = [_compared(old, new, name, arguments) for name in names]
    if arguments.json:
        print(json.dumps({one.game: msgspec.to_builtins(one) for one in found}, indent=2))
        return 0
    pairs = counted(arguments.pairs, "pair")
    table = RichTable(title=f"Against {arguments.against} ({builds}): medians of {pairs} of runs")
    for title in ("game", "CPU time", "there", "here", "as fast", "by pairs"):
        table.add_column(title, justify="left" if title in ("game", "CPU time") else "right", no_wrap=True)
    for one in found:
        for title, field, form in _COMPARED:
            f = one.figures[field]
            spread = f"{f.lowest:.2f}–{f.highest:.2f}"
            table.add_row(one.game, title, form.format(f.old), form.format(f.new), f"{f.ratio:.2f}", spread)
        table.add_section()
    _out.print(table)
    for one in found:
        _out.print(f"{one.game}: {_sameness(one)}")
    return 0


def _bench_chess(arguments: argparse.Namespace) -> int:
    """Random play of our games and of chess in turn."""
    games = [load_game(name) for name in arguments.games or BUILT_IN]
    chess = load_chess()
    found = [beside_chess(game, chess, games=arguments.n, rounds=arguments.pairs) for game in games]
    build = compiled.build()
    if arguments.json:
        print(json.dumps({one.game: {"build": build, **msgspec.to_builtins(one)} for one in found}, indent=2))
        return 0
    title = f"Decisions a second of random play, {build}, beside python-chess {chess.__version__}"
    table = RichTable(title=f"{title}: medians of {counted(arguments.pairs, 'pair')} of runs")
    for title in ("game", "here", "chess", "as fast", "by pairs"):
        table.add_column(title, justify="left" if title == "game" else "right", no_wrap=True)
    for one in found:
        figures = (one.decisions_per_cpu_s, one.chess_per_cpu_s)
        spread = f"{one.lowest:.2f}–{one.highest:.2f}"
        table.add_row(one.game, *(f"{figure:,.0f}" for figure in figures), f"{one.ratio:.2f}", spread)
    _out.print(table)
    return 0


def _compared(
    old: against.Version, new: against.Version, name: str, arguments: argparse.Namespace
) -> against.Comparison:
    """The pairs of runs of one game, with a bar that shows how far they are."""
    runs: list[tuple[Run, Run]] = []
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(f"{name}: pairs", total=arguments.pairs)
        for pair in against.alternate(old, new, name, pairs=arguments.pairs, games=arguments.n, staff=arguments.staff):
            runs.append(pair)
            progress.advance(task)
    return against.compare(name, runs)


def _sameness(one: against.Comparison) -> str:
    """Whether both versions played the same, in a sentence."""
    if one.same_random_games and one.same_staff_game:
        return "both versions played the same games, by chance and by staff"
    if one.same_random_games:
        return "staff played another game; the games by chance are the same"
    if one.same_staff_game:
        return "the games by chance are others; staff played the same"
    return "the two versions played other games, by chance and by staff"


def _bench_server(arguments: argparse.Namespace) -> int:
    """People who play hot-seat over loopback, as fast as answers come; beside another version, if there is one."""
    from ..server.bench import measure as measure_server

    names = [name for name in arguments.games if name != "server"] or list(BUILT_IN)
    sources = [None, *([Path(arguments.beside)] if arguments.beside else [])]
    found = []
    for name in names:
        for source in sources:
            with TemporaryDirectory() as folder:
                database = arguments.database or str(Path(folder) / "bench.sqlite")
                people, seconds, spectators = arguments.people, arguments.seconds, arguments.spectators
                more = {"people": people, "seconds": seconds, "spectators": spectators}
                more["pause"] = arguments.pause / 1000
                found.append(measure_server(database, game=load_game(name).id, source=source, **more))
    if arguments.json:
        print(msgspec.json.encode(found).decode())
        return 0
    shown = RichTable(title=f"{arguments.people} people, {arguments.spectators} spectators")
    for title in (
        "game",
        "actions per CPU second",
        "per second",
        "median ms",
        "p99 ms",
        "slowest ms",
        "all seated ms",
        "bytes a state",
    ):
        shown.add_column(title, justify="left" if title == "game" else "right")
    for n, f in enumerate(found):
        title = f"{f.game}, the other version" if n % len(sources) else f.game
        words = (f.per_cpu_second, f.per_second, f.median, f.p99, f.slowest, f.seated, f.bytes_per_state)
        shown.add_row(title, *(f"{word:,}" for word in words))
    _out.print(shown)
    return 0


_ROWS = (
    ("decisions a second, random play, all legal actions listed", "decisions_per_cpu_s", "{:,.0f}"),
    ("legal actions a decision", "legal_per_decision", "{:.1f}"),
    ("decisions a game", "decisions_per_game", "{:,.0f}"),
    ("copy of a position, µs", "copy_us", "{:.2f}"),
    ("reach of one unit, µs", "reach_us", "{:.1f}"),
    ("view, µs", "view_us", "{:.0f}"),
    ("saving a position, µs", "save_us", "{:.0f}"),
    ("loading a position, µs", "load_us", "{:.0f}"),
    ("staff bot, ms a decision", "staff_ms", "{:.1f}"),
    ("record of a game, bytes", "record_bytes", "{:,}"),
)
assert all(field in Figures.__struct_fields__ for _, field, _ in _ROWS)

_COMPARED = (
    ("decisions a second", "decisions_per_cpu_s", "{:,.0f}"),
    ("copy, µs", "copy_us", "{:.2f}"),
    ("staff, ms a decision", "staff_ms", "{:.2f}"),
)
