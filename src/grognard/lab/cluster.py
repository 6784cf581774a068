"""Work on a Ray cluster: batches of seconds, bounded in flight, on machines that run the very same program.

The cluster is somebody else's: it is never started here. Before the first task every machine says what it would run,
and each batch says it again, because machines may join later.
"""

from __future__ import annotations

import hashlib
import os
import platform
import socket
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from .. import __version__, compiled
from ..engine.errors import SetupError, short
from ..extras import needed
from ..games import game_names, load_game
from .executor import LOSSES, Executor

Task = TypeVar("Task")
Result = TypeVar("Result")

SECONDS = 3.0
"""How long a batch should take."""
MOST = 200
"""Tasks in a batch,"""
GROWTH = 4
"""and how much larger than the last one it may be."""
AHEAD = 2
"""Batches under way for each processor."""
KNOCK = 5.0
"""Seconds to wait for a cluster to be there."""
PATIENCE = 60.0
"""Seconds to wait for a machine to say what it runs."""


TITLES = {"version": "grognard", "code": "the code", "games": "rules or data", "build": "the build"}
"""What machines are compared by."""


class Node(msgspec.Struct, frozen=True):
    """What a machine runs."""

    version: str
    code: str
    """The fingerprint of kernel, bots and laboratory,"""
    games: str
    """that of the rules and the data of all games,"""
    build: str
    """and whether the rules are compiled."""
    python: str


class Batch(msgspec.Struct, frozen=True):
    """What came of a batch."""

    results: list[Any]
    seconds: float
    node: Node


@cache
def this_node() -> Node:
    """What this machine runs."""
    package = Path(str(compiled.__file__)).parent
    digest = hashlib.blake2b(digest_size=8)
    for folder in ("engine", "bots", "lab"):
        for file in sorted((package / folder).rglob("*.py")):
            digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    games = [f"{name} {load_game(name).code_hash} {load_game(name).pack_hash}" for name in game_names()]
    return Node(
        version=__version__,
        code=digest.hexdigest(),
        games=hashlib.blake2b("\n".join(games).encode(), digest_size=8).hexdigest(),
        build="plain Python" if compiled.why_plain else "compiled",
        python=platform.python_version(),
    )


def differences(here: Node, there: Node) -> list[str]:
    """What is not the same, in words. Bug-fix releases of Python play the same games."""
    found = []
    for name, title in TITLES.items():
        ours, theirs = getattr(here, name), getattr(there, name)
        if ours != theirs:
            found.append(f"{title} is {theirs}, here {ours}")
    if here.python.split(".")[:2] != there.python.split(".")[:2]:
        found.append(f"Python is {there.python}, here {here.python}")
    return found


def _ask() -> Node:
    return this_node()


def _batch(work: Callable[[Any], Any], tasks: Sequence[Any]) -> Batch:
    began = time.monotonic()
    return Batch([work(task) for task in tasks], time.monotonic() - began, this_node())


class Cluster(Executor):
    """The machines of a Ray cluster."""

    def __init__(self, address: str = "auto") -> None:
        self.ray = needed("ray", "ray", "--ray")
        self.address = address

    def results(self, work: Callable[[Task], Result], tasks: Iterable[Task]) -> Iterator[tuple[int, Result]]:
        """As ready, batch by batch."""
        mine = self._connect()
        try:
            self._compare()
            yield from _Flight(self, work, enumerate(tasks)).results()
        finally:
            if mine:
                self.ray.shutdown()

    def _connect(self) -> bool:
        """Join the cluster; whether that was not done before."""
        ray = self.ray
        if ray.is_initialized():
            return False
        self._knock()
        try:
            ray.init(address=self.address, log_to_driver=False, logging_level="ERROR")
        except (ConnectionError, ValueError, RuntimeError) as problem:
            raise self._nobody(str(problem).splitlines()[0]) from None
        return True

    def _knock(self) -> None:
        """Ray waits for minutes where nobody answers."""
        address = os.environ.get("RAY_ADDRESS", self.address) if self.address == "auto" else self.address
        host, colon, port = address.rpartition(":")
        if not colon or "/" in address or not port.isdigit():
            return
        try:
            socket.create_connection((host, int(port)), KNOCK).close()
        except OSError as problem:
            raise self._nobody(problem.strerror or str(problem)) from None

    def _nobody(self, why: str) -> SetupError:
        return SetupError(
            f"there is no Ray cluster at '{short(self.address)}' ({short(why)}); 'ray start --head' starts one"
        )

    def processors(self) -> int:
        """Of all machines."""
        return max(1, int(self.ray.cluster_resources().get("CPU", 1)))

    def _compare(self) -> None:
        """Every machine runs what runs here."""
        ray = self.ray
        strategy = needed("ray.util.scheduling_strategies", "ray", "--ray").NodeAffinitySchedulingStrategy
        ask = ray.remote(_ask)
        nodes = [node for node in ray.nodes() if node["Alive"] and node["Resources"].get("CPU")]
        asked = [
            (node, ask.options(scheduling_strategy=strategy(node_id=node["NodeID"], soft=False)).remote())
            for node in nodes
        ]
        for node, answer in asked:
            said = self._said(node, answer)
            if said is not None:
                self.check(said, self.name_of(node))

    def name_of(self, node: dict[str, Any]) -> str:
        """What people call a machine."""
        return f"{node['NodeManagerHostname']} ({node['NodeID'][:8]})"

    def _said(self, node: dict[str, Any], answer: Any) -> Node | None:
        """What a machine runs; None for one that has gone meanwhile."""
        gone = self.ray.exceptions
        try:
            said: Node = self.ray.get(answer, timeout=PATIENCE)
        except (gone.TaskUnschedulableError, gone.NodeDiedError, gone.WorkerCrashedError, gone.ActorUnschedulableError):
            return None
        except self.ray.exceptions.GetTimeoutError:
            raise SetupError(f"{self.name_of(node)} does not answer within {PATIENCE:.0f} seconds") from None
        except self.ray.exceptions.RayTaskError as problem:
            cause = short(str(problem.cause))
            raise SetupError(f"{self.name_of(node)} cannot run grognard ({cause}): is it installed there?") from None
        return said

    def check(self, node: Node, name: str) -> None:
        """Refuse a machine that would play other games."""
        found = differences(this_node(), node)
        if found:
            raise SetupError(f"{name} runs another program: {'; '.join(found)}")


class _Flight:
    """Batches under way."""

    def __init__(self, cluster: Cluster, work: Callable[[Any], Any], tasks: Iterator[tuple[int, Any]]) -> None:
        self.cluster = cluster
        self.ray = cluster.ray
        # A machine that is lost is Ray's to replace; what a batch itself raises is told, not tried again.
        self.remote = self.ray.remote(_batch).options(max_retries=LOSSES, retry_exceptions=False)
        self.work = work
        self.tasks = tasks
        self.size = 1
        self.again: list[list[tuple[int, Any]]] = []
        self.lost: dict[int, int] = {}
        self.waiting: dict[Any, list[tuple[int, Any]]] = {}

    def results(self) -> Iterator[tuple[int, Any]]:
        try:
            self._fill()
            while self.waiting:
                ready, _ = self.ray.wait(list(self.waiting), num_returns=1)
                for answer in ready:
                    yield from self._taken(answer)
                self._fill()
        finally:
            for answer in self.waiting:
                self.ray.cancel(answer, force=False)

    def _taken(self, answer: Any) -> Iterator[tuple[int, Any]]:
        tasks = self.waiting.pop(answer)
        lost = self.ray.exceptions
        try:
            batch: Batch = self.ray.get(answer)
        except (lost.WorkerCrashedError, lost.NodeDiedError, lost.OutOfMemoryError, lost.ObjectLostError) as problem:
            self._begin_again(tasks, problem)
            return
        except lost.RayTaskError as problem:
            raise problem.cause from None
        self.cluster.check(batch.node, "a machine that joined the cluster")
        self._measure(len(tasks), batch.seconds)
        for (number, _), result in zip(tasks, batch.results, strict=True):
            yield number, result

    def _begin_again(self, tasks: list[tuple[int, Any]], problem: Exception) -> None:
        first = tasks[0][0]
        self.lost[first] = self.lost.get(first, 0) + 1
        if self.lost[first] > LOSSES:
            raise SetupError(f"machines were lost again and again while they did task {first}: {short(problem)}")
        self.again.append(tasks)

    def _measure(self, tasks: int, seconds: float) -> None:
        """The next batches take about as long as they should."""
        each = max(seconds / tasks, 1e-4)
        self.size = max(1, min(MOST, int(SECONDS / each), self.size * GROWTH))

    def _fill(self) -> None:
        room = AHEAD * self.cluster.processors()
        while len(self.waiting) < room:
            batch = self.again.pop() if self.again else list(islice(self.tasks, self.size))
            if not batch:
                return
            answer = self.remote.remote(self.work, [task for _, task in batch])
            self.waiting[answer] = batch
