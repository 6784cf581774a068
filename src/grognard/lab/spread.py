"""Work that falls into many parts, spread over processes or over the machines of a Ray cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from importlib import import_module
from typing import Any, TypeVar

from ..engine.errors import SetupError

Task = TypeVar("Task")
Result = TypeVar("Result")


def in_order(work: Callable[[Task], Result], tasks: Iterable[Task], jobs: int) -> Iterator[Result]:
    """The results in the order of the tasks."""
    if jobs <= 1:
        yield from map(work, tasks)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(work, tasks)


def as_ready(work: Callable[[Task], Result], tasks: Iterable[Task], jobs: int) -> Iterator[Result]:
    """The results as they are ready; a caller that stops listening does not wait for what was not begun."""
    if jobs <= 1:
        yield from map(work, tasks)
        return
    pool = ProcessPoolExecutor(jobs)
    try:
        for done in as_completed([pool.submit(work, task) for task in tasks]):
            yield done.result()
    finally:
        pool.shutdown(cancel_futures=True)


def on_ray(work: Callable[[Task], Result], tasks: Iterable[Task]) -> Iterator[Result]:
    """The same on Ray: on the cluster that RAY_ADDRESS names, or else on this machine."""
    ray = _ray()
    ray.init(ignore_reinit_error=True, log_to_driver=False)
    try:
        remote = ray.remote(work)
        waiting = [remote.remote(task) for task in tasks]
        while waiting:
            ready, waiting = ray.wait(waiting)
            yield from ray.get(ready)
    finally:
        ray.shutdown()


def _ray() -> Any:
    try:
        return import_module("ray")
    except ModuleNotFoundError:
        raise SetupError("Ray is not installed: 'pip install ray' adds it, or leave --ray out") from None
