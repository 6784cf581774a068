"""An arena: programs, language models and bots play each other in paired games, with time limits, and are rated.

A player is a bot (`staff`), a program that speaks the line protocol (`cmd:python3 my.py`), or one that is a client of
the Model Context Protocol (`mcp:python3 model.py`). A name may stand before it: `mine=cmd:python3 my.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any, Protocol

import msgspec

from ..bots import BOTS, make_bot
from ..engine.errors import SetupError, short
from ..engine.flow import Action, Seat
from ..engine.game import Game
from ..engine.judging import read_action
from ..engine.table import Table
from ..extras import needed
from ..games import load_game
from ..lab.executor import Executor
from ..lab.ladder import Fixture, Played
from ..lab.match import Plan, seed_of
from .line import Forfeit, Limits, LinePlayer
from .visitor import Visitor

COMMAND, VISITOR = "cmd:", "mcp:"
"""What stands before the command of a program: what it speaks."""


class Player(Protocol):
    """Somebody at a seat."""

    def begin(self, table: Table, seat: Seat) -> None:
        """The game begins."""

    def answer(self, table: Table, seat: Seat) -> Action | None:
        """The action it chooses; None if it resigns."""

    def end(self, outcome: str, winner: str, points: float) -> None:
        """The game is over."""

    def close(self) -> None:
        """Whatever it holds is given back."""


class BotPlayer:
    """One of our bots."""

    def __init__(self, name: str, game: Game[Any], seed: int) -> None:
        self.bot = make_bot(name, game, seed=seed)

    def begin(self, table: Table, seat: Seat) -> None:
        """It needs no words."""

    def answer(self, table: Table, seat: Seat) -> Action:
        """What it chooses from the view of its seat."""
        return read_action(table.position, seat, self.bot.choose(table.view(seat)))

    def end(self, outcome: str, winner: str, points: float) -> None:
        """Nor this."""

    def close(self) -> None:
        """It holds nothing."""


class Bout(msgspec.Struct, frozen=True):
    """A game to be played, and how long players may think."""

    fixture: Fixture
    limits: Limits


def bouts(
    game: str,
    scenario: str | None,
    options: Sequence[str],
    players: Sequence[str],
    pairs: int,
    limits: Limits,
    seed: int = 0,
) -> list[Bout]:
    """A round robin: each two players play every seed with both seatings."""
    if len(players) < 2 or len({title_of(name) for name in players}) < len(players):
        raise SetupError("an arena needs two players or more, each with a name of its own")
    for name in players:
        check(name)
    setup = load_game(game).setup(scenario, options)
    if len(load_game(game).seats(setup)) != 2:
        raise SetupError(f"an arena needs a scenario with two seats; {game}, {setup.scenario} has others")
    chosen = tuple(sorted(setup.options))
    matches = [
        Plan(game=game, scenario=setup.scenario, options=chosen, players=seating, seed=seed)
        for two in combinations(players, 2)
        for seating in (two, (two[1], two[0]))
    ]
    return [Bout(Fixture(match=match, number=n), limits) for n in range(pairs) for match in matches]


def check(name: str) -> None:
    """Whether there can be such a player."""
    kind, command = _kind(name)
    if kind and not command.strip():
        raise SetupError(f"'{short(name)}' names no command: write {kind}python3 my.py")
    if kind == VISITOR:
        needed("mcp", "agents", f"'{short(name)}'")
    if not kind and command not in BOTS:
        raise SetupError(
            f"there is no player '{short(name)}'; known are {', '.join(BOTS)}, cmd:COMMAND and mcp:COMMAND"
        )


def _kind(name: str) -> tuple[str, str]:
    """What a player speaks (empty: it is a bot), and its command."""
    title, sign, rest = name.partition("=")
    spec = rest if sign and title.isidentifier() else name
    for kind in (COMMAND, VISITOR):
        if spec.startswith(kind):
            return kind, spec.removeprefix(kind)
    return "", spec


def title_of(name: str) -> str:
    """What a player is called in tables: the name before it, or the last word of its command."""
    title, sign, _ = name.partition("=")
    if sign and title.isidentifier():
        return title
    kind, command = _kind(name)
    return Path(command.split()[-1]).name if kind and command.split() else name


def play_all(wanted: Sequence[Bout], executor: Executor) -> Iterator[Played]:
    """Play games; each result as soon as it is there."""
    for _, played in executor.results(play, wanted):
        yield played


def play(bout: Bout) -> Played:
    """Play one game."""
    match, number = bout.fixture.match, bout.fixture.number
    game = load_game(match.game)
    table = Table(game, match.scenario, match.options, seed=seed_of(match, number))
    seats = [info.id for info in game.seats(table.position.setup)]
    game_of = _Bout(table, match.players, seats)
    try:
        for n, name in enumerate(match.players):
            game_of.seat = Seat(n)
            player = _sit_down(name, game, match, number * 2 + n, bout.limits)
            game_of.players.append(player)
            player.begin(table, Seat(n))
        game_of.play()
    except Forfeit as problem:
        game_of.forfeit(str(problem))
    finally:
        game_of.close()
    return Played(fixture=bout.fixture, points=game_of.points, text=game_of.text, decisions=game_of.decisions)


class _Bout:
    """A game under way."""

    def __init__(self, table: Table, names: Sequence[str], seats: Sequence[str]) -> None:
        self.table = table
        self.names = names
        self.seats = seats
        self.players: list[Player] = []
        self.seat = Seat(0)
        """Whose turn it is to do something, and to fail at it."""
        self.decisions = 0
        self.why = ""

    def play(self) -> None:
        """Question by question."""
        table = self.table
        while not table.over:
            asked = table.position.to_decide
            assert asked is not None
            self.seat = asked
            self.decisions += 1
            action = self.players[asked].answer(table, asked)
            if action is None:
                table.agree(f"resign {self.seats[asked]}")
            else:
                table.play(action, asked)

    def forfeit(self, why: str) -> None:
        """Whoever had to do something has lost."""
        self.why = f"{self.names[self.seat]} {why}: "
        self.table.agree(f"resign {self.seats[self.seat]}")

    @property
    def text(self) -> str:
        """How it ended."""
        return f"{self.why}{self.table.outcome.text}" if self.table.outcome else ""

    @property
    def points(self) -> float:
        """Of the first seat."""
        outcome = self.table.outcome
        return 0.5 if outcome is None or outcome.winner is None else float(outcome.winner == 0)

    def close(self) -> None:
        """Say how it ended to those who are there, and let them go."""
        outcome = self.table.outcome
        winner = "" if outcome is None or outcome.winner is None else self.seats[outcome.winner]
        for seat, player in enumerate(self.players):
            player.end(self.text, winner, self.points if seat == 0 else 1 - self.points)
            player.close()


def _sit_down(name: str, game: Game[Any], match: Plan, seed: int, limits: Limits) -> Player:
    kind, command = _kind(name)
    if kind == COMMAND:
        return LinePlayer(command, limits)
    if kind == VISITOR:
        return Visitor(command, limits)
    return BotPlayer(command, game, (match.seed + 1) * 1_000_003 + seed)
