"""Several workers that share one socket and one PostgreSQL database; one that dies is replaced."""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import socket
import threading
import time
from typing import Any

from .logs import set_up
from .processes.bots import die_with
from .settings import Settings

log = logging.getLogger("grognard.server")

GRACE = 15.0
"""Seconds in which workers must have finished what is under way."""


def _work(settings: Settings, listening: socket.socket) -> None:
    """The life of a worker."""
    from .runner import make_server

    set_up(as_json=settings.log_json)
    threading.Thread(target=die_with, args=(os.getppid(),), daemon=True).start()
    make_server(settings).run(sockets=[listening])


def run(settings: Settings, listening: socket.socket) -> None:
    """Keep all workers running until somebody stops this process."""
    context = multiprocessing.get_context("spawn")
    stopping = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stopping.set())

    def start() -> Any:
        process = context.Process(target=_work, args=(settings, listening))
        process.start()
        return process

    workers = [start() for _ in range(settings.workers)]
    while not stopping.wait(0.3):
        for i, worker in enumerate(workers):
            if not worker.is_alive():
                log.warning("worker %s ended with code %s and is replaced", worker.pid, worker.exitcode)
                time.sleep(0.5)  # one that cannot start must not be started a thousand times a second
                workers[i] = start()
    for worker in workers:
        worker.terminate()
    end = time.monotonic() + GRACE
    for worker in workers:
        worker.join(max(0.1, end - time.monotonic()))
        worker.kill()
