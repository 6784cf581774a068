"""How fast the server is: people who play hot-seat over loopback, each as fast as answers come back."""

from __future__ import annotations

import asyncio
import random
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
from websockets.asyncio.client import connect

from ..games import GAMES
from .running import bind, make_server
from .settings import Settings


class Figures(msgspec.Struct, frozen=True, kw_only=True):
    """What was measured; times in milliseconds, from sending an action to seeing the new state."""

    actions: int
    per_second: float
    median: float
    p99: float
    slowest: float
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


class _Person:
    """One connection for requests (kept open) and one live connection."""

    def __init__(self, host: str, port: int, seed: int) -> None:
        self.host, self.port = host, port
        self.rng = random.Random(seed)
        self.times: list[float] = []
        self.bytes = 0

    async def post(self, path: str, body: Any) -> Any:
        """A request by hand: a client library would cost more than the server."""
        data = msgspec.json.encode(body)
        head = f"POST {path} HTTP/1.1\r\nHost: {self.host}:{self.port}\r\nContent-Type: application/json\r\n"
        self.writer.write(f"{head}Content-Length: {len(data)}\r\n\r\n".encode() + data)
        answer = (await self.reader.readuntil(b"\r\n\r\n")).decode()
        lines = dict(line.lower().split(": ", 1) for line in answer.split("\r\n")[1:] if line)
        content = await self.reader.readexactly(int(lines["content-length"]))
        if answer.split(" ")[1] not in ("200", "201"):
            raise RuntimeError(content.decode())
        return msgspec.json.decode(content)

    async def play(self, game: str, until: float) -> None:
        """Open table after table and play until the time is up."""
        self.reader, self.writer = await asyncio.open_connection(self.host, self.port)
        while time.perf_counter() < until:
            opened = await self.post("/api/tables", {"game": game})
            await self._play_table(opened["table"], opened["token"], until)
        self.writer.close()

    async def _play_table(self, table: str, token: str, until: float) -> None:
        address = f"ws://{self.host}:{self.port}/api/tables/{table}/live?token={token}"
        async with connect(address, max_size=None, compression=None) as live:
            state = msgspec.json.decode(await live.recv())
            while not state["over"] and time.perf_counter() < until:
                seat = state["asked"]
                view = next(v for v in state["views"] if v["seat"] == seat)
                offer = self.rng.choice(view["decision"]["offers"])
                body = {"token": token, "seat": seat, "action": offer["action"], "seq": state["seq"]}
                began = time.perf_counter()
                ack = await self.post(f"/api/tables/{table}/actions", {**body, "client_id": f"c{state['seq']}"})
                while state["seq"] < ack["seq"]:
                    message = await live.recv()
                    state = msgspec.json.decode(message)
                self.times.append((time.perf_counter() - began) * 1000)
                self.bytes += len(message)


async def _measure(address: str, game: str, people: int, seconds: float) -> Figures:
    host, _, port = address.removeprefix("http://").partition(":")
    crowd = [_Person(host, int(port), n) for n in range(people)]
    began = time.perf_counter()
    await asyncio.gather(*(person.play(game, began + seconds) for person in crowd))
    took = time.perf_counter() - began
    times = sorted(t for person in crowd for t in person.times)
    return Figures(
        actions=len(times),
        per_second=round(len(times) / took, 1),
        median=round(times[len(times) // 2], 2),
        p99=round(times[int(len(times) * 0.99)], 2),
        slowest=round(times[-1], 2),
        bytes_per_state=round(sum(person.bytes for person in crowd) / len(times)),
    )


def measure(database: str, *, game: str = "", people: int = 5, seconds: float = 10.0) -> Figures:
    """Play for some seconds against a server of its own process and say how fast it was."""
    import multiprocessing

    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_serve, args=(database, theirs), daemon=True)
    process.start()
    theirs.close()
    try:
        return asyncio.run(_measure(ours.recv(), game or next(iter(GAMES)), people, seconds))
    finally:
        ours.close()
        process.join(20)
        process.kill()


def _serve(database: str, pipe: Any) -> None:
    free: Any = dict.fromkeys(("tables_per_minute", "requests_per_minute", "connections_per_address"), 1_000_000)
    with serving(Settings(database=database, **free)) as address:
        pipe.send(address)
        try:
            pipe.recv()  # until the other side hangs up
        except EOFError:
            return
