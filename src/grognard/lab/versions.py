"""A bot of this version against a bot of another version, in paired games.

Each seed is played twice, once with each seating, so that luck and the balance of the game fall on both alike. The
other version runs in a process of its own with a table of its own: it receives every answer and is asked for its own.
Both tables draw the same luck from the same seed; after each turn their positions are compared, because versions with
different rules cannot play each other.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import process_time

import msgspec

from ..bots import make_bot
from ..bots.base import Bot
from ..compiled import WANTED
from ..engine.errors import SetupError
from ..engine.flow import Seat
from ..engine.table import Table
from ..engine.view import View
from ..games import load_game
from .against import PLAIN, Version
from .executor import Processes, in_order
from .match import Plan, check_paired, seed_of


class Pairing(msgspec.Struct, frozen=True, kw_only=True):
    """What is played: a match whose first player is this version's bot and whose second is the other version's."""

    match: Plan
    other: Version


class Game(msgspec.Struct, frozen=True, kw_only=True):
    """How one game of a pairing ended."""

    number: int
    seat: int
    """Where this version's bot sat."""
    points: float
    """What it took: 1, ½ or 0."""
    text: str
    seconds: float
    """The processor time its decisions took."""
    slowest: float
    decisions: int


_OTHER = """
import sys
from grognard.bots import make_bot
from grognard.engine import Seat, Table
from grognard.games import load_game
name, scenario, options, bot, seed, own, seat = sys.argv[1:]
game = load_game(name)
table = Table(game, scenario, options.split(), seed=bytes.fromhex(seed))
player = make_bot(bot, game, seed=int(own))
seat = Seat(int(seat))
for line in sys.stdin:
    if line == "choose\\n":
        print(player.choose(table.view(seat)), table.position.hash(), sep="\\t", flush=True)
    else:
        table.play(line.rstrip("\\n"))
"""


class Other:
    """The other version's bot at its own table."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process

    def hears(self, action: str) -> None:
        """Play an answer at its table too."""
        self._write(action)

    def choose(self, here: str) -> str:
        """Its answer; `here` is the fingerprint of the position that it should have before it."""
        self._write("choose")
        assert self.process.stdout is not None
        said = self.process.stdout.readline().rstrip("\n").split("\t")
        if len(said) != 2:
            raise SetupError(f"the other version broke off: {self._complaint()}")
        if said[1] != here:
            raise SetupError("the other version plays by other rules: its position is not the same")
        return said[0]

    def _write(self, line: str) -> None:
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            raise SetupError(f"the other version broke off: {self._complaint()}") from None

    def _complaint(self) -> str:
        assert self.process.stderr is not None
        return (self.process.stderr.read().strip().splitlines() or ["it said nothing"])[-1]


@contextmanager
def _other(pairing: Pairing, number: int, seat: int) -> Iterator[Other]:
    match = pairing.match
    env = {**os.environ, "PYTHONPATH": str(pairing.other.source), "PYTHONHASHSEED": "0"}
    env[WANTED] = PLAIN if PLAIN in (pairing.other.build, env.get(WANTED)) else ""
    words = [match.game, match.scenario, " ".join(match.options), match.players[1], seed_of(match, number).hex()]
    command = [sys.executable, "-c", _OTHER, *words, str(_bot_seed(match, number) + 1), str(seat)]
    process = subprocess.Popen(
        command, env=env, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    try:
        yield Other(process)
    finally:
        process.kill()
        process.communicate()


def _bot_seed(match: Plan, number: int) -> int:
    return (match.seed * 1_000_003 + number) * 202


def play_game(pairing: Pairing, number: int, seat: int) -> Game:
    """One game with this version's bot in the given seat."""
    match = pairing.match
    game = load_game(match.game)
    table = Table(game, match.scenario, match.options, seed=seed_of(match, number))
    bot = make_bot(match.players[0], game, seed=_bot_seed(match, number))
    clock = _Clock(bot)
    with _other(pairing, number, 1 - seat) as other:
        while not table.over:
            asked = table.position.to_decide
            assert asked is not None
            known = len(table.entries)
            if asked == seat:
                table.play(clock.choose(table.view(Seat(seat))), Seat(seat))
            else:
                table.play(other.choose(table.position.hash()), asked)
            other.hears(table.entries[known].action)
    outcome = table.position.outcome
    assert outcome is not None
    points = 0.5 if outcome.winner is None else float(outcome.winner == seat)
    return Game(
        number=number,
        seat=seat,
        points=points,
        text=outcome.text,
        seconds=clock.seconds,
        slowest=clock.slowest,
        decisions=clock.decisions,
    )


class _Clock:
    """A bot, and the processor time it takes."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.seconds = self.slowest = 0.0
        self.decisions = 0

    def choose(self, view: View) -> str:
        begun = process_time()
        answer = self.bot.choose(view)
        took = process_time() - begun
        self.seconds += took
        self.slowest = max(self.slowest, took)
        self.decisions += 1
        return answer


def _play(task: tuple[Pairing, int, int]) -> Game:
    return play_game(*task)


def simulate(pairing: Pairing, pairs: int, jobs: int = 1) -> Iterator[Game]:
    """Every seed with both seatings, one after another or on several processes; results in order."""
    check_paired(pairing.match)
    tasks = ((pairing, number, seat) for number in range(pairs) for seat in range(2))
    return in_order(Processes(jobs), _play, tasks)


class Standing(msgspec.Struct, kw_only=True):
    """What this version's bot took, in all or in one seat."""

    games: int
    wins: int
    draws: int
    points: float

    @property
    def share(self) -> float:
        """Of the points."""
        return self.points / self.games if self.games else 0.0


def standing(games: list[Game], seat: int | None = None) -> Standing:
    """Count what was taken."""
    counted = [game for game in games if seat is None or game.seat == seat]
    return Standing(
        games=len(counted),
        wins=sum(game.points == 1 for game in counted),
        draws=sum(game.points == 0.5 for game in counted),
        points=sum(game.points for game in counted),
    )
