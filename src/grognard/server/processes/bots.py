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
from collections import OrderedDict, deque
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

from ...engine import GrognardError
from ..tasks.bots import BotDied, BotFailed, Job, Thinking

STARTING = 30.0
"""Seconds in which a new process must have loaded Python and the bots."""


def work(pipe: Connection, factory: str) -> None:
    """The life of a worker process: a job in, an answer or a complaint out."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server says when to stop
    threading.Thread(target=die_with, args=(os.getppid(),), daemon=True).start()
    try:
        module, _, name = factory.partition(":")
        thinking = Thinking(getattr(importlib.import_module(module), name))
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
            pipe.send((True, thinking.choose(job)))
        except BaseException as problem:  # whatever a bot does, the table must hear of it
            pipe.send((False, f"{type(problem).__name__}: {problem}"[:300]))
            if isinstance(problem, SystemExit | KeyboardInterrupt):
                return


def die_with(server: int) -> None:
    """End the process when the server is gone, even in the middle of a thought."""
    while os.getppid() == server:
        time.sleep(1)
    os._exit(0)


def serve_jobs(pipe: Connection, nice: int, do: Callable[[Any], str], complaint: Callable[[Exception], str]) -> None:
    """The life of a process that costs nobody who plays: a job in, an answer or a complaint out."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server says when to stop
    threading.Thread(target=die_with, args=(os.getppid(),), daemon=True).start()
    os.nice(nice)
    pipe.send((True, "ready"))
    while True:
        try:
            job = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            pipe.send((True, do(job)))
        except GrognardError as problem:
            pipe.send((False, str(problem)))
        except Exception as problem:
            pipe.send((False, complaint(problem)))


class Worker:
    """One process that is given work and answers, started when it is first needed."""

    def __init__(self, target: Callable[..., None], *arguments: Any) -> None:
        self.target = target
        self.arguments = arguments
        self.process: Any = None
        self.pipe: Connection | None = None

    def ask(self, job: Any, seconds: float) -> str:
        """The answer; blocks, so it is called in a thread."""
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
            failed = BotFailed(f"failed ({answer})")
            failed.said = str(answer)
            raise failed
        return str(answer)

    def _start(self) -> None:
        self.stop()
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=self.target, args=(theirs, *self.arguments), daemon=True)
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


class Turns:
    """Who may use a worker next: owners take turns, however many tables each of them has waiting."""

    def __init__(self, workers: list[Worker]) -> None:
        self.workers = workers
        self.idle = list(workers)
        self.waiting: OrderedDict[str, deque[asyncio.Future[Worker]]] = OrderedDict()

    async def take(self, owner: str) -> Worker:
        """A worker, when it is this owner's turn."""
        if self.idle:
            return self.idle.pop()
        turn: asyncio.Future[Worker] = asyncio.get_running_loop().create_future()
        self.waiting.setdefault(owner, deque()).append(turn)
        try:
            return await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.give_back(turn.result())
            raise

    def give_back(self, worker: Worker) -> None:
        """Hand a worker to the next in the queue."""
        while self.waiting:
            owner, turns = self.waiting.popitem(last=False)
            turn = turns.popleft()
            if turns:
                self.waiting[owner] = turns  # behind all others
            if not turn.done():
                turn.set_result(worker)
                return
        self.idle.append(worker)

    async def ask(self, owner: str, job: Any, seconds: float) -> str:
        """The answer of the worker whose turn it is."""
        worker = await self.take(owner)
        asked = asyncio.ensure_future(asyncio.to_thread(worker.ask, job, seconds))
        try:
            return await asyncio.shield(asked)
        except asyncio.CancelledError:
            # Nobody waits for it any more, or the server stops: the process ends, or its thread would be waited for.
            await asyncio.to_thread(worker.stop)
            await asyncio.wait([asked])
            asked.exception()
            raise
        finally:
            self.give_back(worker)

    async def close(self) -> None:
        """End all processes."""
        for worker in self.workers:
            await asyncio.to_thread(worker.stop)


class Thinkers:
    """A few workers shared by all tables."""

    def __init__(self, count: int, factory: str, seconds: float) -> None:
        self.seconds = seconds
        self.turns = Turns([Worker(work, factory) for _ in range(count)])

    async def choose(self, job: Job, owner: str) -> str:
        """The answer of a bot, within the time limit. One whose process died is asked once more."""
        try:
            return await self.turns.ask(owner, job, self.seconds)
        except BotDied:
            return await self.turns.ask(owner, job, self.seconds)

    async def close(self) -> None:
        """End all processes."""
        await self.turns.close()
