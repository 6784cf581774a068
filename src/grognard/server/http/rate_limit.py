"""What stands before the application: request ids, limits by address, time limits, figures.

A person at one address can ask only so often. Bodies and answers that do not get on are ended. IPv6 addresses count by
network, because one person has as many addresses as he likes.
"""

from __future__ import annotations

import asyncio
import ipaddress
import re
import secrets
import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from ..errors import TooMany, TooSlow
from ..logs import request_id
from ..settings import Settings

SEND_SECONDS = 60.0
"""How long a client may take to accept a part of an answer."""
NAMES_PER_MINUTE = 6
"""So often somebody may call himself something else at a table."""
KEPT_FILES = 64
"""Of the files that this process may have open, so many are for the database, bots and the board."""
FEWEST = 8
"""There are at least so many places."""


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
            "pages": settings.requests_per_minute,
            "costly": settings.costly_per_minute,
            "tables": settings.tables_per_minute,
            "uploads": settings.uploads_per_minute,
            "advice": settings.advice_per_minute,
            "names": NAMES_PER_MINUTE,
        }
        self.buckets: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()

    def check(self, kind: str, address: str) -> None:
        """Count one; complain about too many."""
        if not self.allows(kind, address):
            what = {
                "tables": "tables a minute can be opened",
                "uploads": "records a minute can be sent",
                "advice": "pieces of advice a minute can be asked for",
            }
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


PLACE = "grognard.place"
"""Where the protocols put a connection's place for the application."""
TOO_MANY = "Too many connections come from this address."


_slashes = re.compile("/+")


def _address(scope: Any) -> str:
    client = scope.get("client")
    return client[0] if client else ""


class RateLimit:
    """The outermost part of the application."""

    def __init__(self, app: Any, settings: Settings, limits: Limits, figures: Figures, door: Door) -> None:
        self.app = app
        self.settings = settings
        self.limits = limits
        self.figures = figures
        self.door = door

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Let a request in."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if "//" in scope["path"]:  # it is routed as if the slash were there once, and must count so
            scope["path"] = _slashes.sub("/", scope["path"])
        name = secrets.token_hex(6)
        request_id.set(name)
        place: Place | None = scope.get(PLACE)
        fits = place is None or self.door.name(place, _address(scope))
        if scope["type"] == "websocket":
            if fits and self.limits.allows("requests", _address(scope)):
                await self.app(scope, receive, send)
            else:
                await receive()
                await send({"type": "websocket.close", "code": 1013})  # before it has begun: the answer is 403
            return
        visit = _Visit(self, scope, receive, send, name)
        if place is None:
            await visit.run()
            return
        place.busy = True
        try:
            await (visit.run() if fits else visit.refuse(429, TOO_MANY))
        finally:
            place.busy = False
            self.door.unname(place)


class _Visit:
    """One request."""

    def __init__(self, gate: RateLimit, scope: Any, receive: Any, send: Any, name: str) -> None:
        self.gate, self.scope, self._receive, self._send, self.name = gate, scope, receive, send, name
        self.began = time.perf_counter()
        self.deadline = asyncio.get_running_loop().time() + gate.settings.body_seconds
        self.whole = False
        self.status = 0

    async def run(self) -> None:
        """Answer it."""
        kind = "requests" if self.scope["path"].startswith("/api/") else "pages"
        if not self.gate.limits.allows(kind, _address(self.scope)):
            await self.refuse(429, "Too many requests come from this address; wait a minute.")
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

    async def refuse(self, status: int, detail: str) -> None:
        """Answer without asking the application."""
        body = b'{"detail":"%s","rule":"","seq":null}' % detail.encode()
        headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
        headers.append((b"retry-after", b"10"))
        await self.send({"type": "http.response.start", "status": status, "headers": headers})
        await self.send({"type": "http.response.body", "body": body})


class Place:
    """The place of one connection."""

    __slots__ = ("busy", "end", "key", "peer", "seated")

    def __init__(self, peer: str, end: Callable[[], None]) -> None:
        self.peer = peer
        """The network that is connected: a person's, or a proxy's."""
        self.key = peer
        """The network for which it counts: behind a proxy, that of the client that asks now."""
        self.end = end
        self.busy = False
        """Whether a request is under way."""
        self.seated = False
        """Whether somebody who holds a seat listens: he makes room for nobody."""


class Door:
    """Counts connections: in all, and for each address; behind a proxy, for each on whose behalf it asks.

    Where all places are taken, one that holds no seat makes room: the oldest of the client with most of them.
    """

    def __init__(self, settings: Settings, files: int | None = None) -> None:
        """`files`: how many this process may have open."""
        self.most = settings.connections
        if files is not None:
            self.most = max(FEWEST, min(self.most, files - KEPT_FILES))
        self.most_each = settings.connections_per_address
        self.trusted = [ipaddress.ip_network(one, strict=False) for one in settings.trusted_proxies]
        self.places: dict[Place, None] = {}
        """All that are taken, the oldest first."""
        self.by_network: Counter[str] = Counter()

    @property
    def open(self) -> int:
        """How many places are taken."""
        return len(self.places)

    def enter(self, address: str, end: Callable[[], None]) -> Place | None:
        """A place for a connection, to be given back; None if there is none. `end` ends the connection."""
        key = network(address)
        if self.by_network[key] >= self.most_each and not self._is_proxy(address):
            return None
        if self.open >= self.most and not self._make_room(key):
            return None
        place = Place(key, end)
        self.places[place] = None
        self.by_network[key] += 1
        return place

    def leave(self, place: Place) -> None:
        """Give a place back; it may have been taken away before."""
        if place in self.places:
            del self.places[place]
            self._count(place.key, -1)

    def name(self, place: Place, address: str) -> bool:
        """Count a connection for the client behind it; False if that has too many."""
        key = network(address)
        if key != place.key:
            if self.by_network[key] >= self.most_each:
                return False
            self._rename(place, key)
        return True

    def unname(self, place: Place) -> None:
        """A proxy's connection waits for the next client."""
        self._rename(place, place.peer)

    def _rename(self, place: Place, key: str) -> None:
        if place in self.places and key != place.key:
            self._count(place.key, -1)
            self._count(key, 1)
        place.key = key

    def _count(self, key: str, by: int) -> None:
        self.by_network[key] += by
        if not self.by_network[key]:
            del self.by_network[key]

    def _make_room(self, key: str) -> bool:
        """End a connection without a seat; False if there is none, or if the newcomer has the most of them himself."""
        strangers = [place for place in self.places if not place.seated]
        # What a proxy keeps for the next one who asks is not a person's.
        named = [place for place in strangers if place.key != place.peer or not self._is_proxy_key(place.peer)]
        counted = Counter(place.key for place in named or strangers)
        if not counted:
            return False
        worst = counted.most_common(1)[0][0]
        if worst == key and named:
            return False
        victim = min((place for place in named or strangers if place.key == worst), key=lambda place: place.busy)
        self.leave(victim)
        victim.end()
        return True

    def _is_proxy(self, address: str) -> bool:
        if not address:
            return True  # a local socket file
        return any(ipaddress.ip_address(address) in net for net in self.trusted)

    def _is_proxy_key(self, key: str) -> bool:
        return self._is_proxy(key.partition("/")[0])
