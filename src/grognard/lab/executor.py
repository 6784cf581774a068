"""Work that falls into many parts, on the processes of this machine or on the machines of a Ray cluster.

    for number, result in executor.results(work, tasks):

Whatever does the work, each task gives the same result, so the results are the same on one process and on a hundred
machines; only their order is not. Tasks whose process or machine is lost are done again.
"""

from __future__ import annotations

import signal
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

from ..engine.errors import SetupError

Task = TypeVar("Task")
Result = TypeVar("Result")

AHEAD = 2
"""Tasks under way for each process: one is done, the next is there already."""
LOSSES = 3
"""So often a task is begun again whose process was lost; then it is itself what kills processes."""


class Executor(ABC):
    """Does the work."""

    @abstractmethod
    def results(self, work: Callable[[Task], Result], tasks: Iterable[Task]) -> Iterator[tuple[int, Result]]:
        """The number of each task and its result, as soon as it is there; whoever stops listening waits for nothing."""


def in_order(executor: Executor, work: Callable[[Task], Result], tasks: Iterable[Task]) -> Iterator[Result]:
    """The results in the order of the tasks."""
    early: dict[int, Result] = {}
    wanted = 0
    for number, result in executor.results(work, tasks):
        early[number] = result
        while wanted in early:
            yield early.pop(wanted)
            wanted += 1


class Processes(Executor):
    """Processes of this machine; with one the work is done in this process itself."""

    def __init__(self, jobs: int = 1) -> None:
        self.jobs = jobs

    def results(self, work: Callable[[Task], Result], tasks: Iterable[Task]) -> Iterator[tuple[int, Result]]:
        """As ready; not more tasks are begun than there are processes for."""
        if self.jobs <= 1:
            for number, task in enumerate(tasks):
                yield number, work(task)
            return
        yield from _Pool(self.jobs, work, enumerate(tasks)).results()


class _Pool:
    """A pool of processes, and what is under way in it."""

    def __init__(self, jobs: int, work: Callable[[Any], Any], tasks: Iterator[tuple[int, Any]]) -> None:
        self.jobs = jobs
        self.work = work
        self.tasks = tasks
        self.again: list[tuple[int, Any]] = []
        self.lost: dict[int, int] = {}
        self.pool = self._new()
        self.waiting: dict[Future[Any], tuple[int, Any]] = {}

    def _new(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self.jobs, initializer=_leave_interrupts_to_the_parent)

    def results(self) -> Iterator[tuple[int, Any]]:
        try:
            self._fill()
            while self.waiting:
                ready, _ = wait(self.waiting, return_when=FIRST_COMPLETED)
                for future in ready:
                    yield from self._taken(future)
                self._fill()
        finally:
            self.pool.shutdown(cancel_futures=True)

    def _taken(self, future: Future[Any]) -> Iterator[tuple[int, Any]]:
        task = self.waiting.pop(future, None)
        if task is None:  # its pool broke, and it was put back already
            return
        try:
            yield task[0], future.result()
        except BrokenProcessPool:
            self._begin_again(task)

    def _begin_again(self, task: tuple[int, Any]) -> None:
        """A process is gone, and with it the whole pool: everything that was under way is done again."""
        for number, one in [task, *self.waiting.values()]:
            self.lost[number] = self.lost.get(number, 0) + 1
            if self.lost[number] > LOSSES:
                raise SetupError(
                    f"a process ended {LOSSES + 1} times while it did task {number}; is there enough memory?"
                ) from None
            self.again.append((number, one))
        self.waiting.clear()
        self.pool.shutdown(wait=False, cancel_futures=True)
        self.pool = self._new()

    def _fill(self) -> None:
        # After a loss one at a time, so that what kills processes is found, and the others come through.
        room = 1 if self.lost and self.again else AHEAD * self.jobs
        while len(self.waiting) < room:
            task = self.again.pop() if self.again else next(self.tasks, None)
            if task is None:
                return
            self.waiting[self.pool.submit(self.work, task[1])] = task


def _leave_interrupts_to_the_parent() -> None:
    """Ctrl-C reaches all processes of a terminal; only the first one has something to say."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def executor_for(jobs: int, ray: str | None = None) -> Executor:
    """Processes, or the Ray cluster at an address."""
    if ray is None:
        return Processes(jobs)
    from .cluster import Cluster

    return Cluster(ray)
