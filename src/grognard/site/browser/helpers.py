"""Long work is done by a second worker of the page, so that the board never stops.

It gets a job as text and answers with text. The page ends and restarts it when it takes too long.
"""

from __future__ import annotations

import asyncio
import base64
import json
import pickle
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import msgspec

from ...engine import GrognardError, read_record
from ...server.errors import Problem
from ...server.play.standing import ReviewSeen
from ...server.tasks import advice, reviews, uploads
from ...server.tasks.bots import BotDied, BotFailed, Job
from ...server.tasks.uploads import Reached, Upload

T = TypeVar("T")
Ask = Callable[[str, str, float], Awaitable[str]]
"""Gives the second worker a job for a game, which may take so many seconds; the answer is JSON (`Said`)."""


class Said(msgspec.Struct):
    """What became of a job: its answer, or a complaint. Neither: the worker was ended (`late`) or died."""

    answer: str | None = None
    complaint: str | None = None
    late: bool = False


def packed(kind: str, job: Any) -> str:
    """A job as text. Only our own two workers exchange it, so it may be a pickle, as between processes of a server."""
    return json.dumps([kind, base64.b85encode(pickle.dumps(job)).decode()])


def unpacked(text: str) -> tuple[str, Any]:
    """The kind of a job, and the job."""
    kind, packed = json.loads(text)
    return kind, pickle.loads(base64.b85decode(packed))


class SecondWorker:
    """Bots, records and reviews, one job after another."""

    def __init__(self, ask: Ask, seconds: float) -> None:
        self._ask = ask
        self.seconds = seconds
        self.lock = asyncio.Lock()
        self.thinkers = BrowserThinkers(self)
        self.uploads = BrowserUploads(self)
        self.reviews = BrowserReviews(self)
        self.advisers = BrowserAdvisers(self)

    async def ask(self, kind: str, game: str, job: Any, seconds: float) -> str:
        """The answer to a job; `BotFailed` where there is none."""
        async with self.lock:
            try:
                said = msgspec.json.decode(await self._ask(game, packed(kind, job), seconds), type=Said)
            except Exception as problem:  # the page could not even ask
                raise BotFailed(f"could not be asked ({str(problem)[:100]})") from None
        if said.answer is not None:
            return said.answer
        if said.complaint is not None:
            failed = BotFailed(f"failed ({said.complaint})")
            failed.said = said.complaint
            raise failed
        if said.late:
            raise BotFailed(f"did not answer within {seconds:g} seconds and was stopped")
        raise BotDied


class BrowserThinkers:
    """Lets bots think in the second worker."""

    def __init__(self, worker: SecondWorker) -> None:
        self.worker = worker

    async def choose(self, job: Job, owner: str) -> str:
        """The answer of a bot, within the time limit. One that died with the worker is asked once more."""
        try:
            return await self.worker.ask("choose", job.game, job, self.worker.seconds)
        except BotDied:
            return await self.worker.ask("choose", job.game, job, self.worker.seconds)

    async def close(self) -> None:
        """The worker ends with the page."""


class BrowserUploads:
    """Replays records in the second worker."""

    seconds = 60.0

    def __init__(self, worker: SecondWorker) -> None:
        self.worker = worker

    async def reach(self, text: str, at: int | None) -> Reached:
        """Where a record leads; a Problem says why nowhere."""
        try:
            game = read_record(text).game
            answer = await self.worker.ask("reach", game, Upload(text, at, {}), self.seconds)
        except GrognardError as problem:
            raise Problem(str(problem)) from None
        except BotFailed as problem:
            raise Problem(problem.said or uploads.TOO_LONG) from None
        return msgspec.json.decode(answer, type=Reached)

    async def close(self) -> None:
        """The worker ends with the page."""


class BrowserAdvisers:
    """Finds out in the second worker what is good and why; a game is judged one decision at a time."""

    seconds = 300.0

    def __init__(self, worker: SecondWorker) -> None:
        self.worker = worker

    async def find(self, job: advice.Job, owner: str, kind: type[T]) -> T:
        """The answer to a job; a Problem says why there is none."""
        try:
            return advice.read(await self.worker.ask("advise", job.game, job, self.seconds), kind)
        except BotFailed as problem:
            raise Problem(problem.said or advice.TOO_LONG) from None

    async def close(self) -> None:
        """The worker ends with the page."""


class BrowserReviews:
    """Reviews games in the second worker."""

    seconds = 180.0

    def __init__(self, worker: SecondWorker) -> None:
        self.worker = worker
        self.kept: dict[tuple[str, int], ReviewSeen] = {}

    async def of(self, table: str, seq: int, record: str) -> ReviewSeen:
        """The review of a table's game; a Problem says why there is none."""
        key = (table, seq)
        if key not in self.kept:
            job = reviews.Job(record, {})
            try:
                answer = await self.worker.ask("review", read_record(record).game, job, self.seconds)
            except BotFailed as problem:
                raise Problem(problem.said or reviews.TOO_LONG) from None
            self.kept[key] = reviews.read(answer)
        return self.kept[key]

    async def close(self) -> None:
        """The worker ends with the page."""
