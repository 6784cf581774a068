"""Records that strangers upload are replayed in a process of their own, which has little memory and can be killed.

What comes back is a position that was looked at from every seat and, if the record began with one of its own, played
on for trial.
"""

from __future__ import annotations

import asyncio
import os
import resource
import signal
import threading
from multiprocessing.connection import Connection
from pathlib import Path

import msgspec

from ...engine import GrognardError, SetupError, read_record, replay
from ...engine.record import begin
from ...engine.trial import look, soundness
from ...games import load_game
from ..errors import Problem, TooMany
from ..settings import Settings
from .bots import BotFailed, Worker, die_with

MEMORY = 1 << 30
"""Bytes that the process may use."""
MOST_WAITING = 8


class Upload(msgspec.Struct, frozen=True):
    """A record to be replayed as far as `at` (to its end without)."""

    text: str
    at: int | None
    packs: dict[str, Path]


class Reached(msgspec.Struct, frozen=True):
    """Where a record leads."""

    game: str
    position: str


def work(pipe: Connection) -> None:
    """The life of the process: a record in, a position or a complaint out."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server says when to stop
    threading.Thread(target=die_with, args=(os.getppid(),), daemon=True).start()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    os.nice(5)
    pipe.send((True, "ready"))
    while True:
        try:
            upload: Upload = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            pipe.send((True, msgspec.json.encode(reach(upload)).decode()))
        except GrognardError as problem:
            pipe.send((False, str(problem)))
        except MemoryError:
            pipe.send((False, "the record takes too much memory"))
            return
        except Exception as problem:
            # A position made by hand can be well-formed and still make no sense to the game.
            pipe.send((False, f"the record leads to a position that cannot be played ({type(problem).__name__})"))


def reach(upload: Upload) -> Reached:
    """Replay a record and look at where it leads from every seat."""
    record = read_record(upload.text)
    last = len(record.entries) if upload.at is None else upload.at
    if last > len(record.entries):
        raise SetupError(f"the record holds only {len(record.entries)} actions")
    game = load_game(record.game, upload.packs.get(record.game))
    g = begin(game, record)
    if problems := g.status():
        raise SetupError(f"the position it begins with is not possible: {problems[0]}")
    for n, position, _ in replay(game, record):
        if n >= last:
            break
        g = position.copy() if n == last - 1 else g
    if not record.origin:
        look(g)  # play by the rules leads to no position that cannot be played on
    elif problems := soundness(g):
        raise SetupError(f"the position it leads to is not possible: {problems[0]}")
    return Reached(game.id, g.to_json())


class Uploads:
    """Replays uploaded records, one after another."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.worker = Worker(work)
        self.lock = asyncio.Lock()
        self.waiting = 0

    async def reach(self, text: str, at: int | None) -> Reached:
        """Where a record leads; a Problem says why nowhere."""
        if self.waiting >= MOST_WAITING:
            raise TooMany("too many records are being read at present; try again in a moment")
        self.waiting += 1
        try:
            async with self.lock:
                upload = Upload(text, at, self.settings.packs)
                answer = await asyncio.to_thread(self.worker.ask, upload, self.settings.upload_seconds)
        except BotFailed as problem:
            stopped = "it took too long or too much memory to replay the record, so it was stopped"
            raise Problem(problem.said or stopped) from None
        finally:
            self.waiting -= 1
        return msgspec.json.decode(answer, type=Reached)

    async def close(self) -> None:
        """End the process."""
        await asyncio.to_thread(self.worker.stop)
