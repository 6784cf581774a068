"""Running the server in this process until somebody stops it."""

from __future__ import annotations

import contextlib
import logging
import socket
import threading
import webbrowser
from typing import Any

import msgspec
import uvicorn
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory

from .app import create_app
from .settings import Settings

LOOPBACK = ("127.0.0.1", "::1", "localhost")
WS_MESSAGE = 4096
"""Bytes of a message that a browser may send over the live connection."""


class LiveProtocol(WebSocketsSansIOProtocol):
    """Compresses with the largest window, so that a state costs only what is new against the one before.

    Measured over a game between bots: 3,900 bytes a state become 117 on the wire (690 with the usual window
    of 4 kB). That makes differences of views needless.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.conn.available_extensions = [
            ServerPerMessageDeflateFactory(
                server_max_window_bits=15, client_max_window_bits=12, compress_settings={"memLevel": 5}
            )
        ]


class Server(uvicorn.Server):
    """Tells the live connections before it waits for them to end, and the caller when it is ready."""

    def __init__(self, config: uvicorn.Config, app: Any, ready: threading.Event | None = None) -> None:
        super().__init__(config)
        self.app = app
        self.ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen."""
        await super().startup(sockets)
        if self.ready is not None and self.started:
            self.ready.set()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop listening, close live connections, finish what is under way."""
        stopping = getattr(self.app.state, "stopping", None)
        if stopping is not None:
            stopping.set()
        await super().shutdown(sockets)


def make_server(
    settings: Settings, host: str = "127.0.0.1", port: int = 8000, *, ready: threading.Event | None = None
) -> Server:
    """A server that is not running yet. Access logs are off: a live connection's address holds its token."""
    app = create_app(settings)
    config = uvicorn.Config(
        app,
        host=host,
        port=port,
        access_log=False,
        log_level=logging.WARNING,
        server_header=False,
        ws=LiveProtocol,
        ws_max_size=WS_MESSAGE,
        ws_per_message_deflate=True,
        timeout_graceful_shutdown=5,
        lifespan="on",
    )
    return Server(config, app, ready)


def run(
    host: str = "127.0.0.1",
    port: int = 8000,
    database: str = "",
    open_browser: bool = False,
    *,
    path: str = "/",
    settings: Settings | None = None,
) -> None:
    """Serve until stopped (Ctrl-C or SIGTERM). The browser opens at `path`; port 0 takes any free one."""
    settings = settings or Settings()
    if database:
        settings = msgspec.structs.replace(settings, database=database)
    if host in LOOPBACK and not settings.hosts:
        settings = msgspec.structs.replace(settings, hosts=LOOPBACK)
    listening = bind(host, port)
    address = f"http://{_shown(host)}:{listening.getsockname()[1]}{path}"
    ready = threading.Event()
    server = make_server(settings, host, port, ready=ready)
    threading.Thread(target=_announce, args=(ready, address, open_browser), daemon=True).start()
    with contextlib.suppress(KeyboardInterrupt):
        server.run(sockets=[listening])


def bind(host: str, port: int) -> socket.socket:
    """A listening socket; an OSError says why there is none."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # asyncio sends without delay only where the protocol is named.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.bind((host, port))
    listening.listen(128)
    return listening


def _shown(host: str) -> str:
    if host in ("0.0.0.0", "::", ""):
        return "localhost"
    return f"[{host}]" if ":" in host else host


def _announce(ready: threading.Event, address: str, open_browser: bool) -> None:
    ready.wait()
    print(f"Grognard is at {address}", flush=True)
    if open_browser:
        webbrowser.open(address)
