"""Finished games are reviewed in a process of their own, once each; the review is kept."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from collections import OrderedDict
from fractions import Fraction
from multiprocessing.connection import Connection
from pathlib import Path

import msgspec

from ...bots.review import review
from ...engine import GrognardError, read_record
from ...games import load_game
from ..errors import Problem, TooMany
from ..play.standing import ReviewSeen, review_seen
from ..settings import Settings
from .bots import BotFailed, Worker, die_with

WEIGHING = 20.0
"""Seconds in which dice are weighed; those left then stay unweighed."""
PATIENCE = 90.0
"""Seconds after which the process is stopped."""
KEPT = 64
MOST_WAITING = 8


class Job(msgspec.Struct, frozen=True):
    """A game to look back at."""

    record: str
    packs: dict[str, Path]


def written(found: ReviewSeen) -> str:
    """A review as text; the numbers of its terms are exact fractions."""
    return msgspec.json.encode(found, enc_hook=str).decode()


def read(text: str) -> ReviewSeen:
    """The review of a text."""
    return msgspec.json.decode(text, type=ReviewSeen, dec_hook=lambda _, number: Fraction(number))


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
            record = read_record(job.record)
            game = load_game(record.game, job.packs.get(record.game))
            pipe.send((True, written(review_seen(game, review(game, record, WEIGHING)))))
        except GrognardError as problem:
            pipe.send((False, str(problem)))
        except Exception as problem:
            # Rules that have changed since may fail in any way.
            pipe.send((False, f"the game cannot be played again ({type(problem).__name__})"))


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
            raise Problem(problem.said or "it took too long to look back at the game") from None
        finally:
            self.waiting -= 1
        while len(self.kept) > KEPT:
            self.kept.popitem(last=False)
        return self.kept[key]

    async def close(self) -> None:
        """End the process."""
        await asyncio.to_thread(self.worker.stop)
