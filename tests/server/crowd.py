"""People who play on whatever happens to the server, and know exactly what was acknowledged to them."""

from __future__ import annotations

import random
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from .support import Player, offers

ROOT = Path(__file__).parents[2]
SERVE = """
import sys
from grognard.server import Settings, run
free = dict.fromkeys(("tables_per_minute", "requests_per_minute", "costly_per_minute"), 1_000_000)
run(port=int(sys.argv[2]), database=sys.argv[1], settings=Settings(**free))
"""


@dataclass
class Sitting:
    """A table and what was acknowledged there."""

    table: str
    token: str
    seq: int = 0
    acknowledged: list[str] = field(default_factory=list)


class Person:
    """Plays alone, one table after the other. A request without an answer is sent again, the same, until it has one."""

    def __init__(self, address: Callable[[], str], number: int, game: str) -> None:
        self.address = address
        self.rng = random.Random(number)
        self.game = game
        self.acknowledged = 0
        """How many actions, at all tables."""
        self.waited = 0.0
        """The longest time from a request to its answer."""
        self.problem = ""
        self.http = httpx.Client(timeout=10)
        self.sittings: list[Sitting] = []
        self.sit_down()

    def sit_down(self) -> None:
        """At a new table, the first or the next after a game that is over."""
        opened = self._insist("tables", {"game": self.game}, 201).json()
        self.sittings.append(Sitting(opened["table"], opened["token"]))

    def play(self, ended: threading.Event) -> None:
        """Play until told to stop; the last action is answered too."""
        try:
            while not ended.is_set():
                sitting = self.sittings[-1]
                state = self.ask("state", {"seq": sitting.seq})
                if state["over"]:
                    self.sit_down()
                    continue
                action = self.rng.choice(offers(state))
                body = {"seat": state["asked"], "action": action, "seq": state["seq"], "client_id": f"p{state['seq']}"}
                sitting.seq = self.ask("actions", body)["seq"]
                sitting.acknowledged.append(action)
                self.acknowledged += 1
        except Exception as problem:
            self.problem = repr(problem)

    def ask(self, path: str, body: dict[str, Any], sitting: Sitting | None = None) -> Any:
        """The answer of the present table, or of another."""
        sitting = sitting or self.sittings[-1]
        answer = self._insist(f"tables/{sitting.table}/{path}", {"token": sitting.token, **body}, 200)
        return answer.json() if path != "record" else answer.text

    def _insist(self, path: str, body: dict[str, Any], wanted: int) -> httpx.Response:
        """A server that is gone, or asks to come back later, is asked again."""
        began = time.monotonic()
        while time.monotonic() < began + 120:
            try:
                answer = self.http.post(f"{self.address()}/api/{path}", json=body)
            except httpx.TransportError:
                time.sleep(0.05)
                continue
            if answer.status_code == wanted:
                self.waited = max(self.waited, time.monotonic() - began)
                return answer
            if answer.status_code != 503:
                raise AssertionError(f"{answer.status_code} {answer.text}")
            assert answer.headers["retry-after"] == "1"
            time.sleep(0.1)
        raise AssertionError(f"no answer for {time.monotonic() - began:.0f} s")

    def check(self) -> None:
        """Each table holds exactly what was acknowledged, each once and in order."""
        assert not self.problem, self.problem
        for sitting in self.sittings:
            lines = self.ask("record", {}, sitting).partition("\n\n")[2].splitlines()
            words = [line.split(" ", 1) for line in lines]
            assert [action for who, action in words if who not in ("=", "chance")] == sitting.acknowledged


class Crowd:
    """Several people at tables of their own."""

    def __init__(self, address: Callable[[], str], count: int, game: str = "marshals") -> None:
        self.people = [Person(address, n, game) for n in range(count)]
        self.ended = threading.Event()
        self.threads: list[threading.Thread] = []

    def __enter__(self) -> Crowd:
        self.threads = [threading.Thread(target=person.play, args=(self.ended,)) for person in self.people]
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.ended.set()
        for thread in self.threads:
            thread.join()

    @property
    def acknowledged(self) -> int:
        """How much has been acknowledged to all of them."""
        return sum(person.acknowledged for person in self.people)

    def until(self, count: int, seconds: float = 60) -> float:
        """Wait until so many actions have been acknowledged; gives how long it took."""
        began = time.monotonic()
        while self.acknowledged < count:
            assert time.monotonic() < began + seconds, [person.problem for person in self.people]
            time.sleep(0.02)
        return time.monotonic() - began

    def everybody_again(self, seconds: float = 60) -> float:
        """Wait until everybody has had an answer; gives how long it took."""
        began = time.monotonic()
        before = [person.acknowledged for person in self.people]
        while any(p.acknowledged <= n and not p.problem for p, n in zip(self.people, before, strict=True)):
            assert time.monotonic() < began + seconds, "somebody has had no answer"
            time.sleep(0.02)
        return time.monotonic() - began

    def check(self) -> None:
        """Nothing acknowledged is lost, and nothing was done twice."""
        for person in self.people:
            person.check()


class Process:
    """A server in a process of its own, always at the same address."""

    def __init__(self, database: str, log: Path, port: int = 0) -> None:
        self.database, self.log, self.port = database, log, port
        self.address = ""
        self.start()

    def start(self) -> None:
        """Run until it answers."""
        with self.log.open("a") as errors:
            self.server = subprocess.Popen(
                [sys.executable, "-c", SERVE, self.database, str(self.port)],
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                cwd=ROOT,
            )
        assert self.server.stdout is not None
        line = self.server.stdout.readline()
        assert line.startswith("Grognard is at http://"), self.log.read_text()
        self.address = line.split(" ")[-1].strip().rstrip("/")
        self.port = int(self.address.rpartition(":")[2])

    def kill(self) -> None:
        """Without any warning."""
        self.server.kill()
        self.server.wait()
        assert self.server.stdout is not None
        self.server.stdout.close()


@contextmanager
def process(database: str, log: Path) -> Iterator[Process]:
    """A server that is gone at the end."""
    server = Process(database, log)
    try:
        yield server
    finally:
        server.kill()


def watcher(person: Person) -> Player:
    """The same table, to look at it by other means."""
    sitting = person.sittings[-1]
    return Player(person.address(), sitting.table, sitting.token)
