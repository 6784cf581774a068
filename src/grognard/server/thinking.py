"""Worker processes in which bots think. A bot that is stuck is killed with its process; the server lives on.

A worker gets a view, never a position, and answers with the text of an action.
"""

from __future__ import annotations

import asyncio
import importlib
import multiprocessing
import os
import signal
import threading
import time
from collections import OrderedDict
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import msgspec

from ..engine.view import View
from ..games import load_game

STARTING = 30.0
"""Seconds in which a new process must have loaded Python and the bots."""


class BotFailed(Exception):
    """A bot did not answer; the message is one sentence."""


class BotDied(BotFailed):
    """The bot's process is gone, perhaps through no fault of its own."""

    def __init__(self) -> None:
        super().__init__("crashed together with its process")


class Job(msgspec.Struct, frozen=True, kw_only=True):
    """One decision for a bot."""

    table: str
    seat: str
    bot: str
    game: str
    pack: Path | None
    seed: int
    view: View


def work(pipe: Connection, factory: str) -> None:
    """The life of a worker process: a job in, an answer or a complaint out."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server says when to stop
    threading.Thread(target=_die_with, args=(os.getppid(),), daemon=True).start()
    bots: OrderedDict[tuple[str, str, str], Any] = OrderedDict()
    try:
        module, _, name = factory.partition(":")
        make = getattr(importlib.import_module(module), name)
        pipe.send((True, "ready"))
    except BaseException as problem:
        pipe.send((False, f"{type(problem).__name__}: {problem}"[:300]))
        return
    while True:
        try:
            job: Job = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            pipe.send((True, _choose(job, bots, make)))
        except BaseException as problem:  # whatever a bot does, the table must hear of it
            pipe.send((False, f"{type(problem).__name__}: {problem}"[:300]))
            if isinstance(problem, SystemExit | KeyboardInterrupt):
                return


def _die_with(server: int) -> None:
    """End the process when the server is gone, even in the middle of a thought."""
    while os.getppid() == server:
        time.sleep(1)
    os._exit(0)


def _choose(job: Job, bots: OrderedDict[tuple[str, str, str], Any], make: Any) -> str:
    key = (job.table, job.seat, job.bot)
    if key not in bots:
        bots[key] = make(job.bot, load_game(job.game, job.pack), job.seed)
        while len(bots) > 64:
            bots.popitem(last=False)
    answer = bots[key].choose(job.view)
    if not isinstance(answer, str) or len(answer) > 200:
        raise TypeError(f"answered with {type(answer).__name__} instead of an action")
    return answer


class Worker:
    """One process, started when it is first needed."""

    def __init__(self, factory: str) -> None:
        self.factory = factory
        self.process: Any = None
        self.pipe: Connection | None = None

    def ask(self, job: Job, seconds: float) -> str:
        """The bot's answer; blocks, so it is called in a thread. One whose process died is asked once more."""
        try:
            return self._ask(job, seconds)
        except BotDied:
            return self._ask(job, seconds)

    def _ask(self, job: Job, seconds: float) -> str:
        if self.process is None or not self.process.is_alive():
            self._start()
            self._answer(STARTING)
        pipe = self.pipe
        try:
            if pipe is None:
                raise EOFError
            pipe.send(job)
        except (EOFError, OSError):
            self.stop()
            raise BotDied from None
        return self._answer(seconds)

    def _answer(self, seconds: float) -> str:
        pipe = self.pipe
        try:
            if pipe is None:
                raise EOFError
            if not pipe.poll(seconds):
                self.stop()
                raise BotFailed(f"did not answer within {seconds:g} seconds and was stopped")
            fine, answer = pipe.recv()
        except (EOFError, OSError):
            self.stop()
            raise BotDied from None
        if not fine:
            raise BotFailed(f"failed ({answer})")
        return str(answer)

    def _start(self) -> None:
        self.stop()
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=work, args=(theirs, self.factory), daemon=True, name="grognard-bot")
        self.process.start()
        theirs.close()

    def stop(self) -> None:
        """End the process, thinking or not."""
        if self.pipe is not None:
            self.pipe.close()
            self.pipe = None
        if self.process is not None:
            self.process.kill()
            self.process.join(5)
            self.process = None


class Thinkers:
    """A few workers shared by all tables."""

    def __init__(self, count: int, factory: str, seconds: float) -> None:
        self.seconds = seconds
        self.workers = [Worker(factory) for _ in range(count)]
        self.idle: asyncio.Queue[Worker] = asyncio.Queue()
        for worker in self.workers:
            self.idle.put_nowait(worker)

    async def choose(self, job: Job) -> str:
        """The answer of a bot, within the time limit."""
        worker = await self.idle.get()
        asked = asyncio.ensure_future(asyncio.to_thread(worker.ask, job, self.seconds))
        try:
            return await asyncio.shield(asked)
        except asyncio.CancelledError:
            # The server stops: end the process, or its thread would be waited for.
            await asyncio.to_thread(worker.stop)
            await asyncio.wait([asked])
            asked.exception()
            raise
        finally:
            self.idle.put_nowait(worker)

    async def close(self) -> None:
        """End all processes."""
        for worker in self.workers:
            await asyncio.to_thread(worker.stop)
