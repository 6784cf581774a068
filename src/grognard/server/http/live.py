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
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect, WebSocketException
from litestar.params import FromPath

from ..errors import Forbidden, Problem, TooMany, Unavailable, sentence
from ..live import actions as acting
from ..live import seating
from ..live.table import Listener, LiveTable
from ..live.tables import Tables, noted_every
from ..messages import Ack, Hello, NotDone, Said
from ..storage.rows import Token
from .rate_limit import PLACE, network

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
HUNG_UP = (WebSocketDisconnect, WebSocketException, RuntimeError, OSError)


@websocket("/api/tables/{table:str}/live")
async def live(socket: WebSocket, table: FromPath[str]) -> None:
    """Tell a browser about its table for as long as it listens."""
    tables: Tables = socket.app.state.tables
    await socket.accept()
    try:
        hello = await _hello(socket)
        token = await tables.token(table[:64], hello.token)
        found = await tables.get(table)
        await tables.note_guest(hello.token, token, found.played.stored.absence)
        async with tables.at(found, hello.since):
            pass  # what is shown must be in the database
        _make_room(found, token)
        if token.role == "guest":
            await seating.sit_again(tables, found, hello.token, token)
    except HUNG_UP:
        return
    except Problem as problem:
        code = TRY_AGAIN if isinstance(problem, Unavailable | TooMany) else REFUSED
        await socket.close(code=code, reason=_short(str(problem)))
        return
    listener = Listener(token, hello.since, hello.lines)
    found.listeners[listener] = None
    if token.role in ("owner", "guest"):
        place: Any = socket.scope.get(PLACE)
        if place is not None:
            place.seated = True
        if socket.client:
            found.owner = network(socket.client.host)
        found.changed()  # others see who is here
    tables.drive(found)
    try:
        await _serve(socket, found, listener, hello.token)
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


async def _hello(socket: WebSocket) -> Hello:
    """What a client says first."""
    try:
        async with asyncio.timeout(HELLO_SECONDS):
            text = await socket.receive_data(mode="text")
        return msgspec.json.decode(text, type=Hello)
    except (TimeoutError, msgspec.MsgspecError, UnicodeError, RecursionError):
        raise Problem("the live connection begins with a message that holds the token") from None


async def _serve(socket: WebSocket, found: LiveTable, listener: Listener, secret: str) -> None:
    """Send and receive until either side has enough."""
    stopping: asyncio.Event = socket.app.state.stopping
    tasks = [
        asyncio.ensure_future(_send(socket, found, listener, secret)),
        asyncio.ensure_future(_receive(socket, found, listener, secret)),
        asyncio.ensure_future(stopping.wait()),
        asyncio.ensure_future(listener.replaced.wait()),
        asyncio.ensure_future(_stay(socket.app.state.tables, found, listener, secret)),
    ]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        results = await asyncio.gather(*tasks, return_exceptions=True)
    for result in results:
        if isinstance(result, Exception) and not isinstance(result, HUNG_UP):
            log.error("a live connection of table %s failed", found.id, exc_info=result)
    if stopping.is_set():
        await socket.close(code=GOING_AWAY, reason="the server stops")
    elif listener.replaced.is_set():
        with contextlib.suppress(*HUNG_UP):
            await socket.close(code=REPLACED, reason="this link was opened in too many windows")
    elif listener.void.is_set():
        with contextlib.suppress(*HUNG_UP):
            await socket.close(code=REFUSED, reason="this link does not open this table any more")


async def _send(socket: WebSocket, found: LiveTable, listener: Listener, secret: str) -> None:
    first = True
    while True:
        await listener.wake.wait()
        if listener.doubted and not await _still_good(socket.app.state.tables, found, listener, secret):
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
            await socket.send_text(f'{message[:-1]},"acks":{own}}}')


async def _stay(tables: Tables, found: LiveTable, listener: Listener, secret: str) -> None:
    """Note again and again that a guest is here: who is connected is not away, however long he thinks."""
    absence = found.played.stored.absence
    while True:
        await asyncio.sleep(noted_every(absence))
        with contextlib.suppress(Unavailable):
            await tables.note_guest(secret, listener.token, absence)


async def _still_good(tables: Tables, found: LiveTable, listener: Listener, secret: str) -> bool:
    """Whether a link still allows what it did; a lost seat is not shown when somebody else has it."""
    while listener.doubted:
        listener.doubted = False
        try:
            if await tables.token(found.id, secret) != listener.token:
                raise Forbidden("this link stands for something else now")
        except Unavailable:
            listener.doubted = True
            await asyncio.sleep(1)
        except Problem:
            listener.void.set()
            return False
    return True


async def _receive(socket: WebSocket, found: LiveTable, listener: Listener, secret: str) -> None:
    """Do what the client says, one thing after the other."""
    nonsense = 0
    while nonsense < MOST_NONSENSE:
        text = await socket.receive_data(mode="text")
        try:
            said = _said.decode(text)
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            nonsense += 1
            continue
        try:
            await _do(socket, found, said, secret)
        except Problem as problem:
            refusal = NotDone(
                refused=said.client_id,
                status=problem.status,
                detail=sentence(problem.detail),
                rule=problem.rule,
                seq=problem.seq,
            )
            async with asyncio.timeout(SEND_SECONDS):
                await socket.send_text(msgspec.json.encode(refusal).decode())
        else:
            listener.acks.append(said.client_id)
            listener.wake.set()


_said = msgspec.json.Decoder(Said)


async def _do(socket: WebSocket, found: LiveTable, said: Said, secret: str) -> Ack:
    """An action, or a step back or forth; the token is asked about each time, because it may have become void."""
    if not socket.app.state.limits.allows("requests", socket.client.host if socket.client else ""):
        raise TooMany("too many requests come from this address; wait a minute")
    tables: Tables = socket.app.state.tables
    token = await tables.token(found.id, secret)
    found = await tables.get(found.id)
    found.seen_by(token)
    await tables.note_guest(secret, token, found.played.stored.absence)
    if said.what == "act":
        return await acting.act(
            tables, found, token, seat=said.seat, action=said.action, seq=said.seq, client_id=said.client_id
        )
    return await acting.step(tables, found, token, said.what, seq=said.seq, client_id=said.client_id)
