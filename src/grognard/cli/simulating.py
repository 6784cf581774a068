"""The command `sim`: bots play many games, and what came of it as a table, a report or data."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as RichTable

from ..engine.errors import SetupError
from ..engine.record import read_record
from ..engine.telling import counted
from ..games import game_names, load_game
from ..lab import against, data, versions
from ..lab.executor import executor_for
from ..lab.match import Line, Plan, Played, Result, Summary, Task, interval, plan, play, summary
from ..lab.report import Match, report
from ..lab.traces import trace

_out = Console(highlight=False, soft_wrap=True, markup=False, emoji=False)
_err = Console(stderr=True, highlight=False, soft_wrap=True, markup=False, emoji=False)


def sim(arguments: argparse.Namespace) -> int:
    """Play many games and say who won how often: of one game, or of all."""
    if arguments.against:
        return _sim_against(arguments)
    matches = _all_matches(arguments) if arguments.all else [_one_match(arguments)]
    _prepare(arguments)
    found, whole = _played(matches, arguments)
    _write(found, arguments)
    if arguments.json:
        summaries = [(match, _summary(match, results)) for match, results in found]
        told = [{"game": m.game, "scenario": m.scenario, **msgspec.to_builtins(s)} for m, s in summaries]
        print(json.dumps(told if arguments.all else msgspec.to_builtins(summaries[0][1])))
    else:
        _print(found, arguments.n)
    return 0 if whole else 130


def _prepare(arguments: argparse.Namespace) -> None:
    """What cannot be written is said now, not after hours of play."""
    if arguments.data:
        data.check(Path(arguments.data))
    if arguments.records:
        Path(arguments.records).mkdir(parents=True, exist_ok=True)
    for file in (arguments.report, arguments.resume):
        if file and not Path(file).absolute().parent.is_dir():
            raise SetupError(f"there is no folder '{Path(file).parent}' to write {Path(file).name} into")


Matches = list[tuple[Plan, list[Result]]]


def _summary(match: Plan, results: list[Result]) -> Summary:
    return summary(load_game(match.game), match, results)


def _print(found: Matches, games: int) -> None:
    summaries = [(match, _summary(match, results)) for match, results in found]
    _out.print(_shares(summaries, games))
    for match, one in summaries:
        where = f"{match.game}, {match.scenario}: " if len(found) > 1 else ""
        for degree, count in one.degrees.items():
            _out.print(f"{where}{degree}: {count} of {one.games}")
        _out.print(f"{where}{one.mean_decisions:.0f} decisions a game")


# -- playing -------------------------------------------------------------------------------------


def _played(matches: list[Plan], arguments: argparse.Namespace) -> tuple[Matches, bool]:
    """Play what is not in the file of earlier runs; Ctrl-C keeps what is done. Says whether that is everything."""
    kept = Played(Path(arguments.resume) if arguments.resume else None)
    wanted = [(match, number) for match in matches for number in range(arguments.n)]
    missing = [pair for pair in wanted if pair not in kept.found]
    tasks = [Task(match=match, number=number, traced=bool(arguments.report)) for match, number in missing]
    whole = True
    try:
        with Progress(*_columns(), console=_err, transient=True) as progress:
            bar = progress.add_task(_named(matches), total=len(wanted), completed=len(wanted) - len(missing))
            executor = executor_for(min(arguments.jobs, max(1, len(tasks))), arguments.ray)
            for number, result in executor.results(play, tasks):
                kept.add(Line(tasks[number].match, result))
                progress.advance(bar)
    except KeyboardInterrupt:
        whole = False
        _err.print(_interrupted(len(wanted) - sum(pair not in kept.found for pair in wanted), len(wanted), arguments))
    return [(match, kept.of(match, arguments.n)) for match in matches], whole


def _interrupted(done: int, wanted: int, arguments: argparse.Namespace) -> str:
    said = f"Stopped after {done} of {counted(wanted, 'game')}"
    if arguments.resume:
        return f"{said}; the same command goes on where it was."
    return f"{said}. With --resume FILE games are kept, and the same command goes on."


def _columns() -> tuple[TextColumn, BarColumn, MofNCompleteColumn, TimeRemainingColumn]:
    return TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()


def _named(matches: list[Plan]) -> str:
    first = matches[0]
    what = first.game if len(matches) == 1 else counted(len(matches), "scenario")
    return f"{what}: {' – '.join(first.players)}"


# -- writing -------------------------------------------------------------------------------------


def _write(found: Matches, arguments: argparse.Namespace) -> None:
    """Records, a report and data, as they were asked for."""
    if arguments.records:
        _write_records(found, Path(arguments.records), several=arguments.all)
    if arguments.report:
        told = [Match(match, [_traced(match, one) for one in results]) for match, results in found]
        Path(arguments.report).write_text(report(told), encoding="utf-8")
        _err.print(f"{arguments.report} written.")
    if arguments.data:
        data.write(Path(arguments.data), ((match, result) for match, results in found for result in results))
        _err.print(f"{arguments.data} written.")


def _traced(match: Plan, result: Result) -> Result:
    """A result with its numbers; those of earlier runs may have none."""
    if result.trace is not None:
        return result
    return msgspec.structs.replace(result, trace=trace(load_game(match.game), read_record(result.record)))


def _write_records(found: Matches, folder: Path, *, several: bool) -> None:
    for match, results in found:
        name = f"{match.game}-{match.scenario}" if several else match.game
        for result in results:
            (folder / f"{name}-{result.number:05d}.txt").write_text(result.record, encoding="utf-8")


# -- other versions ------------------------------------------------------------------------------


def _sim_against(arguments: argparse.Namespace) -> int:
    """This version's bot against another version's, each seed with both seatings."""
    if arguments.all or any((arguments.records, arguments.report, arguments.data, arguments.resume, arguments.ray)):
        raise SetupError(
            "--against plays one game on this machine and writes nothing: it goes with neither --all nor --records,"
            " --report, --data, --resume or --ray"
        )
    if len(arguments.players) == 1:
        arguments.players *= 2
    match = _one_match(arguments)
    games, whole = _games_against(match, arguments)
    if arguments.json:
        print(msgspec.json.encode(games).decode())
    else:
        _print_standings(match, arguments.against, games)
    return 0 if whole else 130


def _games_against(match: Plan, arguments: argparse.Namespace) -> tuple[list[versions.Game], bool]:
    """The games, and whether all were played: Ctrl-C keeps those that are over."""
    games: list[versions.Game] = []
    with against.versions(arguments.against) as (old, _):
        against.check(old, arguments.against, match.game)
        pairing = versions.Pairing(match=match, other=old)
        with Progress(*_columns(), console=_err, transient=True) as progress:
            task = progress.add_task(f"{match.game}: against {arguments.against}", total=2 * arguments.n)
            try:
                for game in versions.simulate(pairing, arguments.n, arguments.jobs):
                    games.append(game)
                    progress.advance(task)
            except KeyboardInterrupt:
                if not games:
                    raise
                _err.print(f"Stopped after {len(games)} of {counted(2 * arguments.n, 'game')}.")
                return games, False
    return games, True


def _print_standings(match: Plan, other: str, games: list[versions.Game]) -> None:
    """What this version's bot took: in all, and in each seat."""
    loaded = load_game(match.game)
    table = RichTable(title=f"{match.game}, {match.scenario}: {match.players[0]} against {match.players[1]} of {other}")
    for heading in ("seat", "games", "won", "drawn", "lost", "points", "95 % interval"):
        table.add_column(heading, justify="left" if heading == "seat" else "right", no_wrap=True)
    seats = [(seat.id, n) for n, seat in enumerate(loaded.seats(loaded.setup(match.scenario, match.options)))]
    for name, seat in [("both", None), *seats]:
        s = versions.standing(games, seat)
        low, high = interval(s.points, s.games)
        lost = s.games - s.wins - s.draws
        words = (s.games, s.wins, s.draws, lost, f"{s.share:.1%}", f"{low:.1%} – {high:.1%}")
        table.add_row(name, *map(str, words))
    _out.print(table)
    seconds, decisions = sum(game.seconds for game in games), sum(game.decisions for game in games)
    slowest = max(game.slowest for game in games)
    _out.print(f"{1000 * seconds / max(1, decisions):.1f} ms of processor a decision, at most {slowest:.1f} s")


def _one_match(arguments: argparse.Namespace) -> Plan:
    if arguments.game is None:
        raise SetupError("sim needs a game, or --all for every game")
    game = load_game(arguments.game)
    seats = game.seats(game.setup(arguments.scenario, arguments.option))
    players = arguments.players or ["staff"] * len(seats)
    return plan(arguments.game, arguments.scenario, arguments.option, players, arguments.seed)


def _all_matches(arguments: argparse.Namespace) -> list[Plan]:
    """Every scenario of every game, all seats played by the same bot."""
    if arguments.game is not None or arguments.scenario or arguments.option:
        raise SetupError("--all plays every scenario of every game as it is: it takes no game, scenario or option")
    bots = arguments.players or ["staff"]
    if len(bots) != 1:
        raise SetupError("with --all one bot plays all seats: --players takes a single name")
    found = []
    for name in game_names():
        for scenario in load_game(name).scenarios:
            found.append(plan(name, scenario.id, (), bots * len(scenario.seats), arguments.seed))
    return found


def _shares(found: list[tuple[Plan, Summary]], games: int) -> RichTable:
    """Who won how often, in one table: each seat's games, share and interval, draws last."""
    several = len(found) > 1
    match, _ = found[0]
    what = match.players[0] if several else f"{match.game}, {match.scenario}"
    table = RichTable(title=f"{what}: {counted(games, 'game')}{' of each' if several else ''}")
    for heading in ("game", "scenario", "winner") if several else ("winner", "player"):
        table.add_column(heading, no_wrap=True)
    for heading in ("games", "share", "95 % interval"):
        table.add_column(heading, justify="right", no_wrap=True)
    for match, one in found:
        bots = dict(zip((w for w in one.wins if w != "draw"), match.players, strict=True))
        for winner, wins in one.wins.items():
            low, high = interval(wins, one.games)
            first = (match.game, match.scenario, winner) if several else (winner, bots.get(winner, ""))
            share = f"{wins / one.games:.1%}" if one.games else "–"
            table.add_row(*first, str(wins), share, f"{low:.1%} – {high:.1%}")
        table.add_section()
    return table
