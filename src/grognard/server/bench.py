"""How fast the server is: people who play hot-seat over loopback, as fast as answers come back or with a pause."""

from __future__ import annotations

import asyncio
import os
import random
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
from websockets.asyncio.client import connect

from ..games import BUILT_IN
from .runner import bind, make_server
from .settings import Settings


class Figures(msgspec.Struct, frozen=True, kw_only=True):
    """What was measured; times in milliseconds, from sending an action to seeing the new state."""

    game: str
    actions: int
    per_second: float
    per_cpu_second: float
    """Actions for each second of the server's processor time."""
    median: float
    p99: float
    slowest: float
    seated: float
    """Until the last of them sat at the first table; all open theirs at the same moment."""
    bytes_per_state: float


@contextmanager
def serving(settings: Settings) -> Iterator[str]:
    """A server in a thread of this process, for measuring and tests; gives its address."""
    listening = bind("127.0.0.1", 0)
    ready = threading.Event()
    server = make_server(settings, ready=ready)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    while not ready.wait(0.05):
        if not thread.is_alive():
            raise RuntimeError("the server did not start")
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(20)
        listening.close()


def follow(state: Any, before: Any) -> Any:
    """A state from the live connection, made whole with the one before it, as a browser does."""
    for view in state["views"]:
        if "gone" not in view:
            continue
        old = next(one for one in before["views"] if one["seat"] == view["seat"])
        pieces = {piece["id"]: piece for piece in old["pieces"]}
        for name in view.pop("gone"):
            del pieces[name]
        pieces |= {piece["id"]: piece for piece in view["pieces"]}
        changed = {**old, **view}
        view |= changed
        view["pieces"] = [pieces[name] for name in (sorted(pieces) if changed["hidden"] else pieces)]
    return state


class _Start:
    """All begin together, once everybody sits at a table: opening them is measured apart."""

    def __init__(self, people: int, seconds: float, pid: int) -> None:
        self._barrier = asyncio.Barrier(people)
        self._seconds = seconds
        self._pid = pid
        self.began = self.busy = 0.0
        """The clock and the server's processor time at the start."""

    async def all_seated(self) -> None:
        """Wait for the others."""
        if await self._barrier.wait() == 0:
            self.began, self.busy = time.perf_counter(), _cpu(self._pid)

    def is_over(self) -> bool:
        """Whether the time is up."""
        return bool(self.began) and time.perf_counter() > self.began + self._seconds


class _Person:
    """One connection for requests (kept open) and one live connection."""

    def __init__(self, host: str, port: int, seed: int) -> None:
        self.host, self.port = host, port
        self.rng = random.Random(seed)
        self.times: list[float] = []
        self.seated = 0.0
        """Milliseconds until the first table was open and its state was here."""
        self.bytes = 0
        self.spectators = 0
        self.pause = 0.0
        """Seconds that somebody thinks about each action, on average."""
        self.reader = asyncio.StreamReader()
        self.writer: asyncio.StreamWriter | None = None

    async def post(self, path: str, body: Any) -> Any:
        """A request by hand: a client library would cost more than the server."""
        if self.writer is None or self.reader.at_eof():  # the server hangs up on connections that idle
            self.reader, self.writer = await asyncio.open_connection(self.host, self.port)
        data = msgspec.json.encode(body)
        head = f"POST {path} HTTP/1.1\r\nHost: {self.host}:{self.port}\r\nContent-Type: application/json\r\n"
        self.writer.write(f"{head}Content-Length: {len(data)}\r\n\r\n".encode() + data)
        answer = (await self.reader.readuntil(b"\r\n\r\n")).decode()
        lines = dict(line.lower().split(": ", 1) for line in answer.split("\r\n")[1:] if line)
        content = await self.reader.readexactly(int(lines["content-length"]))
        if answer.split(" ")[1] not in ("200", "201"):
            raise RuntimeError(content.decode())
        return msgspec.json.decode(content)

    async def play(self, game: str, start: _Start) -> None:
        """Open table after table and play until the time is up; nobody begins before all sit at a table."""
        began = time.perf_counter()
        while not start.is_over():
            opened = await self.post("/api/tables", {"game": game})
            watching = [asyncio.create_task(self._watch(opened)) for _ in range(self.spectators)]
            await self._play_table(opened["table"], opened["token"], start, began)
            for one in watching:
                one.cancel()
        if self.writer is not None:
            self.writer.close()

    async def _think(self) -> None:
        if self.pause:
            await asyncio.sleep(self.rng.uniform(0, 2 * self.pause))

    async def _watch(self, opened: Any) -> None:
        """Look on, and throw away what is seen."""
        async with connect(self._live(opened["table"], opened["spectator"]), max_size=None, compression=None) as live:
            await live.send(msgspec.json.encode({"token": opened["spectator"]}).decode())
            async for _ in live:
                pass

    def _live(self, table: str, token: str) -> str:
        # Older versions want the token in the address, and do not mind a message.
        return f"ws://{self.host}:{self.port}/api/tables/{table}/live?token={token}"

    async def _play_table(self, table: str, token: str, start: _Start, began: float) -> None:
        async with connect(self._live(table, token), max_size=None, compression=None) as live:
            await live.send(msgspec.json.encode({"token": token}).decode())
            state = follow(msgspec.json.decode(await live.recv()), None)
            if not self.seated:
                self.seated = (time.perf_counter() - began) * 1000
                await start.all_seated()
            while not state["over"] and not start.is_over():
                seat = state["asked"]
                view = next(v for v in state["views"] if v["seat"] == seat)
                offer = self.rng.choice(view["decision"]["offers"])
                await self._think()
                body = {"token": token, "seat": seat, "action": offer["action"], "seq": state["seq"]}
                began = time.perf_counter()
                if "acks" in state:
                    said = {**body, "what": "act", "client_id": f"c{state['seq']}"}
                    del said["token"]
                    await live.send(msgspec.json.encode(said).decode())
                    due = state["seq"] + 1
                else:  # an older version
                    ack = await self.post(f"/api/tables/{table}/actions", {**body, "client_id": f"c{state['seq']}"})
                    due = ack["seq"]
                while state["seq"] < due:
                    message = await live.recv()
                    state = follow(msgspec.json.decode(message), state)
                self.times.append((time.perf_counter() - began) * 1000)
                self.bytes += len(message)


async def _measure(
    address: str, game: str, people: int, seconds: float, spectators: int, pid: int, pause: float = 0.0
) -> Figures:
    host, _, port = address.removeprefix("http://").partition(":")
    crowd = [_Person(host, int(port), n) for n in range(people)]
    crowd[0].spectators = spectators
    for person in crowd:
        person.pause = pause
    start = _Start(people, seconds, pid)
    await asyncio.gather(*(person.play(game, start) for person in crowd))
    took, busy = time.perf_counter() - start.began, _cpu(pid) - start.busy
    times = sorted(t for person in crowd for t in person.times)
    return Figures(
        game=game,
        actions=len(times),
        per_second=round(len(times) / took, 1),
        per_cpu_second=round(len(times) / busy, 1),
        median=round(times[len(times) // 2], 2),
        p99=round(times[int(len(times) * 0.99)], 2),
        slowest=round(times[-1], 2),
        seated=round(max(person.seated for person in crowd), 1),
        bytes_per_state=round(sum(person.bytes for person in crowd) / len(times)),
    )


def _cpu(pid: int) -> float:
    """Seconds of processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


SERVE = """
import sys
from grognard.server import Settings
from grognard.server.bench import serving
free = ("tables_per_minute", "requests_per_minute", "costly_per_minute", "connections_per_address")
limits = {name: 1_000_000 for name in free if name in Settings.__struct_fields__}
with serving(Settings(database=sys.argv[1], **limits)) as address:
    print(address, flush=True)
    sys.stdin.read()
"""


def measure(
    database: str,
    *,
    game: str = "",
    people: int = 5,
    seconds: float = 10.0,
    spectators: int = 0,
    pause: float = 0.0,
    source: Path | None = None,
) -> Figures:
    """Play for some seconds against a server of its own process and say how fast it was.

    `source` is the folder of another version's packages, to be measured in its place.
    """
    env = {**os.environ, "PYTHONPATH": str(source)} if source else dict(os.environ)
    command = [sys.executable, "-c", SERVE, database]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=env) as server:
        assert server.stdout is not None
        address = server.stdout.readline().strip()
        if not address:
            raise RuntimeError("the server did not start")
        measuring = _measure(address, game or next(iter(BUILT_IN)), people, seconds, spectators, server.pid, pause)
        try:
            return asyncio.run(measuring)
        finally:
            assert server.stdin is not None
            server.stdin.close()
