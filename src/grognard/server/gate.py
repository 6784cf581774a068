"""What stands before the application: request ids, limits by address, time limits, figures.

A person at one address can ask only so often. Bodies and answers that do not get on are ended. IPv6 addresses count by
network, because one person has as many addresses as he likes.
"""

from __future__ import annotations

import asyncio
import ipaddress
import secrets
import time
from collections import Counter, OrderedDict
from functools import lru_cache
from typing import Any

from .logs import request_id
from .problems import TooMany, TooSlow
from .settings import Settings

SEND_SECONDS = 60.0
"""How long a client may take to accept a part of an answer."""


@lru_cache(maxsize=4096)
def network(address: str) -> str:
    """What counts as one person: an IPv4 address, or the /64 network of an IPv6 address."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(ipaddress.ip_network((found, 64), strict=False))
    return str(found)


class Limits:
    """So many times a minute for each address: a bucket that fills up again steadily."""

    def __init__(self, settings: Settings) -> None:
        self.per_minute = {
            "requests": settings.requests_per_minute,
            "costly": settings.costly_per_minute,
            "tables": settings.tables_per_minute,
            "uploads": settings.uploads_per_minute,
        }
        self.buckets: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()

    def check(self, kind: str, address: str) -> None:
        """Count one; complain about too many."""
        if not self.allows(kind, address):
            what = {"tables": "tables a minute can be opened", "uploads": "records a minute can be sent"}
            rest = what.get(kind, "requests of this kind a minute can be made")
            raise TooMany(f"only {self.per_minute[kind]} {rest} from one address")

    def allows(self, kind: str, address: str) -> bool:
        """Count one, if it is not too many."""
        most = self.per_minute[kind]
        key = (kind, network(address))
        now = time.monotonic()
        left, at = self.buckets.pop(key, (float(most), now))
        left = min(float(most), left + (now - at) * most / 60)
        fine = left >= 1
        self.buckets[key] = (left - 1 if fine else left, now)
        while len(self.buckets) > 20_000:
            self.buckets.popitem(last=False)
        return fine


class Figures:
    """What is counted for those who run the server."""

    EDGES = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0)

    def __init__(self) -> None:
        self.answers: Counter[int] = Counter()
        self.times: Counter[float] = Counter()
        self.seconds = 0.0
        self.lag = 0.0
        """The longest time that the event loop was held up in the last minute."""

    def answered(self, status: int, seconds: float) -> None:
        """Count an answer."""
        self.answers[status] += 1
        self.seconds += seconds
        self.times[next((edge for edge in self.EDGES if seconds <= edge), float("inf"))] += 1


class Gate:
    """The outermost part of the application."""

    def __init__(self, app: Any, settings: Settings, limits: Limits, figures: Figures) -> None:
        self.app = app
        self.settings = settings
        self.limits = limits
        self.figures = figures

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Let a request in."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        name = secrets.token_hex(6)
        request_id.set(name)
        if scope["type"] == "websocket":
            await self.app(scope, receive, send)
            return
        await _Visit(self, scope, receive, send, name).run()


class _Visit:
    """One request."""

    def __init__(self, gate: Gate, scope: Any, receive: Any, send: Any, name: str) -> None:
        self.gate, self.scope, self._receive, self._send, self.name = gate, scope, receive, send, name
        self.began = time.perf_counter()
        self.deadline = asyncio.get_running_loop().time() + gate.settings.body_seconds
        self.whole = False
        self.status = 0

    async def run(self) -> None:
        """Answer it."""
        client = self.scope.get("client")
        if self.scope["path"].startswith("/api/") and not self.gate.limits.allows(
            "requests", client[0] if client else ""
        ):
            await self._refuse(429, "Too many requests come from this address; wait a minute.")
            return
        await self.gate.app(self.scope, self.receive, self.send)

    async def receive(self) -> Any:
        """The next part of the body; a Problem where it does not come in time."""
        if self.whole:
            return await self._receive()
        try:
            async with asyncio.timeout_at(self.deadline):
                message = await self._receive()
        except TimeoutError:
            raise TooSlow("the request did not arrive in time") from None
        self.whole = message["type"] != "http.request" or not message.get("more_body", False)
        return message

    async def send(self, message: Any) -> None:
        """A part of the answer."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            message["headers"] = [*message.get("headers", ()), (b"x-request-id", self.name.encode())]
            self.gate.figures.answered(self.status, time.perf_counter() - self.began)
        async with asyncio.timeout(SEND_SECONDS):
            await self._send(message)

    async def _refuse(self, status: int, detail: str) -> None:
        body = b'{"detail":"%s","rule":"","seq":null}' % detail.encode()
        headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
        headers.append((b"retry-after", b"10"))
        await self.send({"type": "http.response.start", "status": status, "headers": headers})
        await self.send({"type": "http.response.body", "body": body})


class Door:
    """Counts connections: in all, and from each address."""

    def __init__(self, settings: Settings) -> None:
        self.most = settings.connections
        self.most_each = settings.connections_per_address
        self.trusted = [ipaddress.ip_network(one, strict=False) for one in settings.trusted_proxies]
        self.open = 0
        self.by_network: Counter[str] = Counter()

    def enter(self, address: str) -> str | None:
        """A place for a connection, to be given back; None if there is none."""
        key = network(address)
        if self.open >= self.most or (self.by_network[key] >= self.most_each and not self._is_proxy(address)):
            return None
        self.open += 1
        self.by_network[key] += 1
        return key

    def leave(self, key: str) -> None:
        """Give a place back."""
        self.open -= 1
        self.by_network[key] -= 1
        if not self.by_network[key]:
            del self.by_network[key]

    def _is_proxy(self, address: str) -> bool:
        if not address:
            return True  # a local socket file
        return any(ipaddress.ip_address(address) in net for net in self.trusted)
