"""Running the server in this process until somebody stops it."""

from __future__ import annotations

import logging
import socket
import threading
import webbrowser
from typing import Any

import msgspec
import uvicorn

from .app import create_app
from .settings import Settings

WS_MESSAGE = 4096
"""Bytes of a message that a browser may send over the live connection."""


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
        ws="websockets-sansio",
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
    """Serve until stopped (Ctrl-C or SIGTERM). `path` is where the browser opens; port 0 takes any free one."""
    settings = settings or Settings()
    if database:
        settings = msgspec.structs.replace(settings, database=database)
    listening = bind(host, port)
    address = f"http://{_shown(host)}:{listening.getsockname()[1]}{path}"
    ready = threading.Event()
    server = make_server(settings, host, port, ready=ready)
    threading.Thread(target=_announce, args=(ready, address, open_browser), daemon=True).start()
    server.run(sockets=[listening])


def bind(host: str, port: int) -> socket.socket:
    """A listening socket; an OSError says why there is none."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
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
