"""Matches between bots, one or thousands, with repeatable seeds."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from ..bots import make_bot
from ..engine.errors import SetupError
from ..engine.flow import Seat
from ..engine.game import Game
from ..engine.table import Table
from ..games import load_game
from .executor import Executor, Processes, in_order
from .kept import Kept
from .packs import Overlay, game_with
from .traces import Trace, trace


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What is played: game, scenario, options, and a bot for each seat."""

    game: str
    scenario: str
    options: tuple[str, ...]
    players: tuple[str, ...]
    seed: int = 0
    data: Overlay = ()
    """Files of the game's data that are replaced, by name."""


class Task(msgspec.Struct, frozen=True, kw_only=True):
    """A game to be played."""

    match: Plan
    number: int
    traced: bool = False
    """Whether it is told in numbers, too."""


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """How one game ended."""

    number: int
    winner: str
    """The winner's seat id; empty for a draw."""
    degree: str
    text: str
    decisions: int
    record: str
    trace: Trace | None = None


def plan(
    game: str,
    scenario: str | None,
    options: Sequence[str],
    players: Sequence[str],
    seed: int = 0,
    data: Overlay = (),
) -> Plan:
    """Check a match before it begins."""
    loaded = game_with(game, data)
    setup = loaded.setup(scenario, options)
    seats = loaded.seats(setup)
    if len(players) != len(seats):
        wanted = ", ".join(seat.id for seat in seats)
        raise SetupError(f"{game} needs {len(seats)} players ({wanted}), not {len(players)}")
    for name in players:
        make_bot(name, loaded)
    return Plan(
        game=game,
        scenario=setup.scenario,
        options=tuple(sorted(setup.options)),
        players=tuple(players),
        seed=seed,
        data=data,
    )


def check_paired(match: Plan) -> None:
    """Whether a match can be played with both seatings."""
    game = load_game(match.game)
    seats = len(game.seats(game.setup(match.scenario)))
    if seats != 2:
        raise SetupError(f"paired games need two seats; {match.game} has {seats}")


def seed_of(match: Plan, number: int) -> bytes:
    """The table seed of the n-th game of a match."""
    return (_mixed(match, number) % (1 << 256)).to_bytes(32, "big")


def _mixed(match: Plan, number: int) -> int:
    return match.seed * 1_000_003 + number


def play_game(match: Plan, number: int, *, traced: bool = False) -> Result:
    """Play one game of a match to its end."""
    game = game_with(match.game, match.data)
    table = Table(game, match.scenario, match.options, seed=seed_of(match, number))
    bots = [make_bot(name, game, seed=_mixed(match, number) * 101 + i) for i, name in enumerate(match.players)]
    decisions = play_out(table, bots)
    outcome = table.position.outcome
    assert outcome is not None
    seats = game.seats(table.position.setup)
    players = {seat.id: name for seat, name in zip(seats, match.players, strict=True)}
    record = table.record(players)
    return Result(
        number=number,
        winner="" if outcome.winner is None else seats[outcome.winner].id,
        degree=outcome.degree,
        text=outcome.text,
        decisions=decisions,
        record=record.to_text(),
        trace=trace(game, record) if traced else None,
    )


def play_out(table: Table, bots: Sequence[Any]) -> int:
    """Let bots play a table to its end; says how many decisions they made."""
    decisions = 0
    while not table.over:
        seat = table.position.to_decide
        assert seat is not None
        table.play(bots[seat].choose(table.view(Seat(seat))), Seat(seat))
        decisions += 1
    return decisions


def play(task: Task) -> Result:
    """Play one game."""
    return play_game(task.match, task.number, traced=task.traced)


def simulate(match: Plan, games: int, jobs: int = 1, executor: Executor | None = None) -> Iterator[Result]:
    """Play games one after another, on several processes or on other machines; results come in order."""
    return in_order(executor or Processes(min(jobs, games)), play, (Task(match=match, number=n) for n in range(games)))


class Line(msgspec.Struct, frozen=True):
    """A game in a file."""

    match: Plan
    result: Result


class Played(Kept[tuple[Plan, int], Line]):
    """The games of earlier runs in a file; without a file nothing is kept."""

    def __init__(self, file: Path | None) -> None:
        super().__init__(file, Line, lambda line: (line.match, line.result.number), "a game of a simulation")

    def of(self, match: Plan, games: int) -> list[Result]:
        """The games of a match, in order."""
        found = self.found
        return [found[match, number].result for number in range(games) if (match, number) in found]


def interval(successes: float, trials: int, z: float = 1.96) -> tuple[float, float]:
    """Wilson's confidence interval of a share (95 % by default); half points make it a little too wide."""
    if not trials:
        return 0.0, 1.0
    share = successes / trials
    spread = z * math.sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    middle = share + z * z / (2 * trials)
    whole = 1 + z * z / trials
    # At the ends the formula gives 0 and 1 but for rounding.
    low = 0.0 if successes == 0 else (middle - spread) / whole
    high = 1.0 if successes == trials else (middle + spread) / whole
    return low, high


class Summary(msgspec.Struct, kw_only=True):
    """What came of a match."""

    games: int
    wins: dict[str, int]
    """By seat id; draws under `draw`."""
    degrees: dict[str, int]
    mean_decisions: float


def summary(game: Game[Any], match: Plan, results: Sequence[Result]) -> Summary:
    """Count wins, draws and degrees."""
    setup = game.setup(match.scenario, match.options)
    wins = {seat.id: 0 for seat in game.seats(setup)} | {"draw": 0}
    degrees: dict[str, int] = {}
    for result in results:
        wins[result.winner or "draw"] += 1
        if result.degree:
            degrees[result.degree] = degrees.get(result.degree, 0) + 1
    mean = sum(result.decisions for result in results) / len(results) if results else 0.0
    return Summary(games=len(results), wins=wins, degrees=degrees, mean_decisions=mean)
