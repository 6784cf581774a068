"""The live connection: everything a token may see, at once and after every change.

The client says first who it is: `Hello` with its token, which so stands in no address and in no proxy's log. Then the
server sends `TableState` as JSON; in later ones a view that has `gone` holds only what has changed. A client
that was cut off says which `seq` it saw last and gets the lines of the log that it lacks. Later it says what its player
does (`Said`), which costs less than a request. What was done is named in the `acks` of the next state; what was not is
answered with `NotDone`. Too much nonsense ends the connection.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import Protocol

import msgspec

from ..errors import Forbidden, Problem, TooMany, Unavailable, sentence
from ..messages import Ack, Hello, NotDone, Said
from ..storage.rows import Token
from . import actions as acting
from . import seating
from .table import Listener, LiveTable
from .tables import Tables, noted_every

log = logging.getLogger("grognard.server")

REFUSED = 4403
"""Close code for a wrong token or table; connecting again is of no use."""
GOING_AWAY = 1012
"""Close code when the server stops; the client connects again."""
TRY_AGAIN = 1013
"""Close code when the database does not answer, or too many spectators are here; the client connects again later."""
MOST_NONSENSE = 100
"""Messages that make no sense, after which a connection is ended."""
MOST_SPECTATORS = 150
"""Browsers at one table that hold no seat; those that do are always let in."""
MOST_EACH = 8
"""Browsers with the same seat's link at a time; one more, and the oldest is let go."""
REPLACED = 4409
"""Close code for a browser that was let go; connecting again would let go another."""
HELLO_SECONDS = 10.0
"""How long a client may take to say who it is."""
SEND_SECONDS = 60.0
"""How long a browser may take to accept a state."""


class HungUp(Exception):
    """The other side has gone."""


class Wire(Protocol):
    """Whatever a client is connected by; `HungUp` where it has gone."""

    async def receive(self) -> str:
        """What the client says next."""

    async def send(self, text: str) -> None:
        """Say something."""

    async def close(self, code: int, reason: str) -> None:
        """End the connection."""

    def seated(self) -> str:
        """A player has sat down; tells whose bots play here from now on (empty: as before)."""

    def allowed(self) -> bool:
        """Whether the client may ask for something more now."""


async def talk(wire: Wire, tables: Tables, table: str, stopping: asyncio.Event) -> None:
    """Tell a client about its table for as long as it listens."""
    try:
        hello = await _hello(wire)
        token = await tables.token(table[:64], hello.token)
        found = await tables.get(table)
        await tables.note_guest(hello.token, token, found.played.stored.absence)
        async with tables.at(found, hello.since):
            pass  # what is shown must be in the database
        _make_room(found, token)
        if token.role == "guest":
            await seating.sit_again(tables, found, hello.token, token)
    except HungUp:
        return
    except Problem as problem:
        code = TRY_AGAIN if isinstance(problem, Unavailable | TooMany) else REFUSED
        with contextlib.suppress(HungUp):
            await wire.close(code, _short(str(problem)))
        return
    listener = Listener(token, hello.since, hello.lines)
    found.listeners[listener] = None
    if token.role in ("owner", "guest"):
        found.owner = wire.seated() or found.owner
        found.changed()  # others see who is here
    tables.drive(found)
    try:
        await Conversation(wire, tables, found, listener, hello.token).hold(stopping)
    finally:
        del found.listeners[listener]
        found.seen_by(token)
        if token.role != "spectator":
            found.changed()


def _make_room(found: LiveTable, token: Token) -> None:
    """Spectators have only so many places; a seat's link always has one."""
    if token.role == "spectator":
        if sum(one.token.role == "spectator" for one in found.listeners) >= MOST_SPECTATORS:
            raise TooMany("too many spectators are at this table; try again later")
        return
    same = [one for one in found.listeners if one.token == token]
    for old in same[: max(0, len(same) - MOST_EACH + 1)]:
        old.replaced.set()


def _short(text: str) -> str:
    """As much as a closing frame may hold."""
    return text.encode()[:120].decode(errors="ignore")


async def _hello(wire: Wire) -> Hello:
    """What a client says first."""
    try:
        async with asyncio.timeout(HELLO_SECONDS):
            text = await wire.receive()
        return msgspec.json.decode(text, type=Hello)
    except (TimeoutError, msgspec.MsgspecError, UnicodeError, RecursionError):
        raise Problem("the live connection begins with a message that holds the token") from None


_said = msgspec.json.Decoder(Said)


class Conversation:
    """A client that has said who it is, and its table."""

    def __init__(self, wire: Wire, tables: Tables, found: LiveTable, listener: Listener, secret: str) -> None:
        self.wire = wire
        self.tables = tables
        self.found = found
        self.listener = listener
        self.secret = secret

    async def hold(self, stopping: asyncio.Event) -> None:
        """Send and receive until either side has enough."""
        listener, wire = self.listener, self.wire
        tasks = [
            asyncio.ensure_future(self._send()),
            asyncio.ensure_future(self._receive()),
            asyncio.ensure_future(stopping.wait()),
            asyncio.ensure_future(listener.replaced.wait()),
            asyncio.ensure_future(self._stay()),
        ]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            results = await asyncio.gather(*tasks, return_exceptions=True)
        for result in results:
            if isinstance(result, Exception) and not isinstance(result, HungUp | OSError):
                log.error("a live connection of table %s failed", self.found.id, exc_info=result)
        with contextlib.suppress(HungUp, OSError):
            if stopping.is_set():
                await wire.close(GOING_AWAY, "the server stops")
            elif listener.replaced.is_set():
                await wire.close(REPLACED, "this link was opened in too many windows")
            elif listener.void.is_set():
                await wire.close(REFUSED, "this link does not open this table any more")

    async def _send(self) -> None:
        found, listener = self.found, self.listener
        first = True
        while True:
            await listener.wake.wait()
            if listener.doubted and not await self._still_good():
                return
            async with found.lock:
                listener.wake.clear()
                if found.uncertain:
                    continue  # it is woken again when the table has been read
                lines = listener.lines if first else 0
                message = found.message(listener.token, listener.since, first=first, lines=lines)
                first = False
                listener.since = found.played.seq
                acks, listener.acks = listener.acks, []
            # Those with the same rights share one text; only the end is each one's own.
            own = msgspec.json.encode(acks).decode()
            async with asyncio.timeout(SEND_SECONDS):
                await self.wire.send(f'{message[:-1]},"acks":{own}}}')

    async def _stay(self) -> None:
        """Note again and again that a guest is here: who is connected is not away, however long he thinks."""
        absence = self.found.played.stored.absence
        while True:
            await asyncio.sleep(noted_every(absence))
            with contextlib.suppress(Unavailable):
                await self.tables.note_guest(self.secret, self.listener.token, absence)

    async def _still_good(self) -> bool:
        """Whether a link still allows what it did; whoever lost his seat is not shown it when somebody else has it."""
        listener = self.listener
        while listener.doubted:
            listener.doubted = False
            try:
                if await self.tables.token(self.found.id, self.secret) != listener.token:
                    raise Forbidden("this link stands for something else now")
            except Unavailable:
                listener.doubted = True
                await asyncio.sleep(1)
            except Problem:
                listener.void.set()
                return False
        return True

    async def _receive(self) -> None:
        """Do what the client says, one thing after the other."""
        nonsense = 0
        while nonsense < MOST_NONSENSE:
            text = await self.wire.receive()
            try:
                said = _said.decode(text)
            except (msgspec.MsgspecError, UnicodeError, RecursionError):
                nonsense += 1
                continue
            try:
                await self._do(said)
            except Problem as problem:
                refusal = NotDone(
                    refused=said.client_id,
                    status=problem.status,
                    detail=sentence(problem.detail),
                    rule=problem.rule,
                    seq=problem.seq,
                )
                async with asyncio.timeout(SEND_SECONDS):
                    await self.wire.send(msgspec.json.encode(refusal).decode())
            else:
                self.listener.acks.append(said.client_id)
                self.listener.wake.set()

    async def _do(self, said: Said) -> Ack:
        """An action, or a step back or forth; the token is asked about each time, because it may have become void."""
        if not self.wire.allowed():
            raise TooMany("too many requests come from this address; wait a minute")
        tables = self.tables
        token = await tables.token(self.found.id, self.secret)
        found = await tables.get(self.found.id)
        found.seen_by(token)
        await tables.note_guest(self.secret, token, found.played.stored.absence)
        if said.what == "act":
            return await acting.act(
                tables, found, token, seat=said.seat, action=said.action, seq=said.seq, client_id=said.client_id
            )
        return await acting.step(tables, found, token, said.what, seq=said.seq, client_id=said.client_id)
