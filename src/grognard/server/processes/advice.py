"""Worker processes that find out what is good and why: hints, reasons, verdicts on games and on puzzles.

Owners take turns after every piece of work, and a game is judged one decision at a time, so nobody waits for the whole
of somebody else's game. They are nicer than the processes in which bots think: whoever plays comes first.
"""

from __future__ import annotations

from multiprocessing.connection import Connection
from typing import TypeVar

from ..errors import Problem, TooMany
from ..settings import Settings
from ..tasks.advice import TOO_LONG, Desk, Job, complaint, read
from ..tasks.bots import BotDied, BotFailed
from .bots import Turns, Worker, serve_jobs

T = TypeVar("T")

PATIENCE = 180.0
"""Seconds after which a process that works on one thing is stopped; on a busy machine it has little of their time."""
NICE = 12
MOST_WAITING = 64
MOST_EACH = 4
"""Pieces of work of one owner that may wait at a time."""


def work(pipe: Connection) -> None:
    """The life of a process."""
    serve_jobs(pipe, NICE, Desk().do, complaint)


class Advisers:
    """A few such processes, shared by all tables."""

    def __init__(self, settings: Settings) -> None:
        self.turns = Turns([Worker(work) for _ in range(settings.advice_workers)])
        self.waiting: dict[str, int] = {}
        """How much of each owner's work waits or is under way."""

    async def find(self, job: Job, owner: str, kind: type[T]) -> T:
        """The answer to a job; a Problem says why there is none. What a process dies of is tried once more."""
        if self.waiting.get(owner, 0) >= MOST_EACH or sum(self.waiting.values()) >= MOST_WAITING:
            raise TooMany("too much is being worked out at present; try again in a moment")
        self.waiting[owner] = self.waiting.get(owner, 0) + 1
        try:
            try:
                answer = await self.turns.ask(owner, job, PATIENCE)
            except BotDied:
                answer = await self.turns.ask(owner, job, PATIENCE)
        except BotFailed as problem:
            raise Problem(problem.said or TOO_LONG) from None
        finally:
            self._ended(owner)
        return read(answer, kind)

    def _ended(self, owner: str) -> None:
        self.waiting[owner] -= 1
        if not self.waiting[owner]:
            del self.waiting[owner]

    async def close(self) -> None:
        """End all processes."""
        await self.turns.close()
