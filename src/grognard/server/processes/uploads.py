"""Records that strangers upload are replayed in a process of their own, which has little memory and can be killed."""

from __future__ import annotations

import asyncio
import os
import resource
import signal
import threading
from multiprocessing.connection import Connection

import msgspec

from ...engine import GrognardError
from ..errors import Problem, TooMany
from ..settings import Settings
from ..tasks.bots import BotFailed
from ..tasks.uploads import TOO_LONG, Reached, Upload, complaint, reach
from .bots import Worker, die_with

MEMORY = 1 << 30
"""Bytes that the process may use."""
MOST_WAITING = 8


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
            pipe.send((False, complaint(problem)))


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
            raise Problem(problem.said or TOO_LONG) from None
        finally:
            self.waiting -= 1
        return msgspec.json.decode(answer, type=Reached)

    async def close(self) -> None:
        """End the process."""
        await asyncio.to_thread(self.worker.stop)
