"""What is good and why: hints, reasons, verdicts on games and on puzzles."""

from __future__ import annotations

from collections import OrderedDict
from pathlib import Path
from typing import Protocol, TypeVar

import msgspec

from ...bots.advice import hints, why
from ...bots.analysis import Analyst, Wanted
from ...bots.puzzles import Puzzle, answered, attempt
from ...engine.record import read_record
from ...engine.view import View
from ...games import load_game

T = TypeVar("T")

TOO_LONG = "it took too long, so it was stopped"
KEPT = 4
"""Games whose decisions are being judged that are kept; others are read again when they are asked for."""


class Job(msgspec.Struct, frozen=True, kw_only=True):
    """Something to find out about a game."""

    game: str
    pack: Path | None


class HintJob(Job, frozen=True):
    """The best answers to the question that a seat sees."""

    view: View
    first: View | None
    """What it saw when the first turn began."""
    seed: int
    seconds: float


class WhyJob(Job, frozen=True):
    """Why the action before `at` was played."""

    record: str
    at: int


class SurveyJob(Job, frozen=True):
    """Course and luck of a game; `key` names it from now on."""

    key: str
    record: str
    futures: int


class JudgeJob(Job, frozen=True):
    """The verdict on a decision of a game that may have been looked at before."""

    key: str
    record: str
    futures: int
    number: int


class AttemptJob(Job, frozen=True):
    """What was played at a table that began with a puzzle."""

    puzzle: Puzzle
    record: str


class Desk:
    """Does one job after another, and keeps the games that it goes on with."""

    def __init__(self) -> None:
        self._analysts: OrderedDict[str, Analyst] = OrderedDict()

    def do(self, job: Job) -> str:
        """The answer as JSON; a GrognardError says what is wrong."""
        return msgspec.json.encode(self._found(job), enc_hook=str).decode()

    def _found(self, job: Job) -> object:
        game = load_game(job.game, job.pack)
        match job:
            case HintJob():
                return hints(game, job.view, job.seed, job.seconds, job.first)
            case WhyJob():
                return why(game, read_record(job.record), job.at)
            case AttemptJob():
                return attempt(game, job.puzzle, answered(game, read_record(job.record)))
            case SurveyJob():
                return self._analyst(job).survey()
            case JudgeJob():
                return self._ready(job).judge(job.number)
        raise TypeError(f"nobody knows what a {type(job).__name__} is")

    def _analyst(self, job: SurveyJob | JudgeJob) -> Analyst:
        found = Analyst(load_game(job.game, job.pack), read_record(job.record), Wanted(futures=job.futures))
        self._analysts[job.key] = found
        while len(self._analysts) > KEPT:
            self._analysts.popitem(last=False)
        return found

    def _ready(self, job: JudgeJob) -> Analyst:
        """An analyst who has been through the record."""
        if job.key in self._analysts:
            self._analysts.move_to_end(job.key)
            return self._analysts[job.key]
        found = self._analyst(job)
        found.survey()
        return found


class Advisers(Protocol):
    """Whoever does these jobs."""

    async def find(self, job: Job, owner: str, kind: type[T]) -> T:
        """The answer to a job; owners take turns. A Problem says why there is none."""

    async def close(self) -> None:
        """Find out nothing more."""


def read(text: str, kind: type[T]) -> T:
    """The answer in a text; exact chances are written `1/6`."""
    return msgspec.json.decode(text, type=kind, dec_hook=lambda exact, value: exact(value))


def complaint(problem: Exception) -> str:
    """What to say of a game about which nothing can be found out."""
    # Rules that have changed since may fail in any way.
    return f"the game cannot be played again ({type(problem).__name__})"
