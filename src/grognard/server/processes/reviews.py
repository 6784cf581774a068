"""Finished games are reviewed in a process of their own, once each; the review is kept."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from multiprocessing.connection import Connection

from ..errors import Problem, TooMany
from ..play.standing import ReviewSeen
from ..settings import Settings
from ..tasks.bots import BotFailed
from ..tasks.reviews import TOO_LONG, Job, complaint, read, reviewed
from .bots import Worker, serve_jobs

PATIENCE = 90.0
"""Seconds after which the process is stopped."""
NICE = 10
KEPT = 64
MOST_WAITING = 8


def work(pipe: Connection) -> None:
    """The life of the process."""
    serve_jobs(pipe, NICE, reviewed, complaint)


class Reviews:
    """Looks back at games, one after another."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.worker = Worker(work)
        self.lock = asyncio.Lock()
        self.waiting = 0
        self.kept: OrderedDict[tuple[str, int], ReviewSeen] = OrderedDict()

    async def of(self, table: str, seq: int, record: str) -> ReviewSeen:
        """The review of a table's game; a Problem says why there is none."""
        key = (table, seq)
        if key in self.kept:
            return self.kept[key]
        if self.waiting >= MOST_WAITING:
            raise TooMany("too many games are being reviewed; try again in a moment")
        self.waiting += 1
        try:
            async with self.lock:
                if key not in self.kept:
                    job = Job(record, self.settings.packs)
                    answer = await asyncio.to_thread(self.worker.ask, job, PATIENCE)
                    self.kept[key] = read(answer)
        except BotFailed as problem:
            raise Problem(problem.said or TOO_LONG) from None
        finally:
            self.waiting -= 1
        while len(self.kept) > KEPT:
            self.kept.popitem(last=False)
        return self.kept[key]

    async def close(self) -> None:
        """End the process."""
        await asyncio.to_thread(self.worker.stop)
