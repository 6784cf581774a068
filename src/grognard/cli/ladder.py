"""The command `ladder`: bots in a round robin, and their ratings."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as RichTable

from ..engine.telling import counted
from ..lab.executor import executor_for
from ..lab.ladder import Fixture, Played, Results, fixtures, play_all
from ..lab.match import interval
from ..lab.ratings import Rating, load_model, ratings

_out = Console(highlight=False, soft_wrap=True, markup=False, emoji=False)


def ladder(arguments: argparse.Namespace) -> int:
    """Play the games that are missing, and rate the bots."""
    load_model()  # says now, not after hours of play, if it is missing
    bots = arguments.bots
    wanted = fixtures(arguments.game, arguments.scenario, arguments.option, bots, arguments.n, arguments.seed)
    results = Results(Path(arguments.results) if arguments.results else None)
    _play(wanted, results, arguments)
    games = [results.found[fixture] for fixture in wanted]
    rated = ratings(bots, games, arguments.seed)
    if arguments.json:
        print(json.dumps({"ratings": msgspec.to_builtins(rated), "games": msgspec.to_builtins(games)}))
        return 0
    match = wanted[0].match
    _out.print(rated_table(f"{match.game}, {match.scenario}: {counted(len(games), 'game')}", rated))
    _out.print(by_pairing(games))
    return 0


def _play(wanted: list[Fixture], results: Results, arguments: argparse.Namespace) -> None:
    """Play what is not in the results yet; each finished game is printed as a line."""
    missing = [fixture for fixture in wanted if fixture not in results.found]
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True, highlight=False, soft_wrap=True, markup=False, emoji=False)
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task(arguments.game, total=len(wanted), completed=len(wanted) - len(missing))
        executor = executor_for(min(arguments.jobs, len(missing)), arguments.ray)
        for played in play_all(missing, executor):
            results.add(played)
            console.print(line(played))
            progress.advance(task)


def line(played: Played) -> str:
    """A game that was played."""
    first, second = played.fixture.match.players
    return (
        f"{played.fixture.number}: {first} {_half(played.points)} – {_half(1 - played.points)} {second}. {played.text}"
    )


def _half(points: float) -> str:
    return f"{points:g}" if points != 0.5 else "½"


def rated_table(title: str, rated: list[Rating], who: str = "bot") -> RichTable:
    """Ratings, the strongest first."""
    table = RichTable(title=title)
    for heading in (who, "rating", "95 % interval", "games", "points"):
        table.add_column(heading, justify="left" if heading == who else "right", no_wrap=True)
    for one in rated:
        share = f"{one.points / one.games:.1%}"
        # All pairs ended alike: drawing them again tells nothing.
        spread = f"{one.low:.0f} – {one.high:.0f}" if one.high > one.low else "–"
        table.add_row(one.bot, f"{one.rating:.0f}", spread, str(one.games), share)
    return table


def by_pairing(games: list[Played]) -> RichTable:
    """What the bot in the first seat took, for each seating."""
    table = RichTable(title="By seats")
    for heading in ("first seat", "second seat", "games", "points of the first", "95 % interval"):
        table.add_column(heading, justify="left" if "seat" in heading else "right", no_wrap=True)
    by_seating: dict[tuple[str, ...], list[float]] = {}
    for game in games:
        by_seating.setdefault(game.fixture.match.players, []).append(game.points)
    for (first, second), points in by_seating.items():
        low, high = interval(sum(points), len(points))
        share = f"{sum(points) / len(points):.1%}"
        table.add_row(first, second, str(len(points)), share, f"{low:.1%} – {high:.1%}")
    return table
