"""Finished games are looked back at in a process of their own, once each; what was found is kept."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from collections import OrderedDict
from multiprocessing.connection import Connection

from ...engine import GrognardError
from ..errors import Problem, TooMany
from ..play.standing import ReviewSeen
from ..settings import Settings
from ..tasks.bots import BotFailed
from ..tasks.reviews import TOO_LONG, Job, complaint, read, reviewed
from .bots import Worker, die_with

PATIENCE = 90.0
"""Seconds after which the process is stopped."""
KEPT = 64
MOST_WAITING = 8


def work(pipe: Connection) -> None:
    """The life of the process: a record in, a review or a complaint out."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server says when to stop
    threading.Thread(target=die_with, args=(os.getppid(),), daemon=True).start()
    os.nice(10)
    pipe.send((True, "ready"))
    while True:
        try:
            job: Job = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            pipe.send((True, reviewed(job)))
        except GrognardError as problem:
            pipe.send((False, str(problem)))
        except Exception as problem:
            pipe.send((False, complaint(problem)))


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
            raise TooMany("too many games are being looked back at; try again in a moment")
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
