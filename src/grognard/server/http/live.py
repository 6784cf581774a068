"""The live connection over a WebSocket; `live/talk.py` says what is spoken."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect, WebSocketException
from litestar.params import FromPath

from ..live.talk import HungUp, talk
from .rate_limit import PLACE, network


@websocket("/api/tables/{table:str}/live")
async def live(socket: WebSocket, table: FromPath[str]) -> None:
    """Tell a browser about its table for as long as it listens."""
    await socket.accept()
    await talk(SocketWire(socket), socket.app.state.tables, table, socket.app.state.stopping)


class SocketWire:
    """A WebSocket."""

    def __init__(self, socket: WebSocket[Any, Any, Any]) -> None:
        self.socket = socket

    async def receive(self) -> str:
        """The next message."""
        with _hanging_up():
            return str(await self.socket.receive_data(mode="text"))

    async def send(self, text: str) -> None:
        """A message."""
        with _hanging_up():
            await self.socket.send_text(text)

    async def close(self, code: int, reason: str) -> None:
        """The end."""
        with _hanging_up():
            await self.socket.close(code=code, reason=reason)

    def seated(self) -> str:
        """A player has a place at the door, and his network's bots take turns."""
        place: Any = self.socket.scope.get(PLACE)
        if place is not None:
            place.seated = True
        return network(self.socket.client.host) if self.socket.client else ""

    def allowed(self) -> bool:
        """Whether the address has not asked too much."""
        limits = self.socket.app.state.limits
        return bool(limits.allows("requests", self.socket.client.host if self.socket.client else ""))


@contextmanager
def _hanging_up() -> Iterator[None]:
    try:
        yield
    except (WebSocketDisconnect, WebSocketException, RuntimeError, OSError) as problem:
        raise HungUp from problem
