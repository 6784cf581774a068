"""Advice at a table: who may have it, and the work itself, as a process does it. No database, no network, no clock.

Who plays with somebody else gets hints only where all agreed to them when the table was opened. Whoever plays alone,
against bots or on both sides, may ask at any time. In a game with secrets nobody looks back before it is over: reasons
and better plans would say what was hidden. There are no rated games; when there are, they get no hints.
"""

from __future__ import annotations

from collections import OrderedDict
from pathlib import Path

import msgspec

from ...bots.advice import hints, why
from ...bots.analysis import Analyst, Wanted
from ...bots.puzzles import Puzzle, answered, attempt
from ...engine.record import read_record
from ...engine.view import View
from ...games import load_game
from ..errors import Conflict, Forbidden
from .game import PlayedGame

KEPT = 4
"""Games whose decisions are being judged that a process keeps; others are read again when they are asked for."""


# -- who may have it -------------------------------------------------------------------------------


def refuse_hints(played: PlayedGame) -> Conflict | Forbidden | None:
    """Why nobody at a table gets hints; None where they do."""
    if played.closed or played.table.over:
        return Conflict("the game is over", seq=played.seq)
    if _with_others(played) and not played.stored.hints:
        return Forbidden("no hints are given here: those who play did not agree to it when the table was opened")
    return None


def refuse_looking_back(played: PlayedGame) -> Conflict | Forbidden | None:
    """Why nobody is told what was good and bad at a table, and why it was done; None where they are."""
    if played.closed:
        return Conflict("the game cannot be played again: its rules have changed since")
    if played.table.over:
        return None
    if played.has_secrets:
        return Conflict("a game with secrets is looked back at when it is over")
    if _with_others(played) and not played.stored.hints:
        return Conflict("a game with somebody else is looked back at when it is over")
    return None


def _with_others(played: PlayedGame) -> bool:
    """Whether people play against each other by links; at one board they can see what the other asks."""
    return any(player in ("open", "guest") for player in played.players.values())


# -- the work --------------------------------------------------------------------------------------


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
