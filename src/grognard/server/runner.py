"""Running the server in this process until somebody stops it."""

from __future__ import annotations

import contextlib
import logging
import os
import resource
import socket
import threading
import webbrowser
from typing import Any

import msgspec
import uvicorn

from .. import compiled
from . import workers
from .app import create_app
from .http.connections import HttpProtocol, LiveProtocol
from .http.rate_limit import Door, RateLimit
from .logs import set_up
from .settings import LOOPBACK, Settings, checked

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
    door = Door(settings, _files())
    app.state.door = door
    config = uvicorn.Config(
        RateLimit(app, settings, app.state.limits, app.state.figures, door),
        host=host,
        port=port,
        access_log=False,
        log_config=None,
        log_level=logging.WARNING,
        server_header=False,
        http=type("Http", (HttpProtocol,), {"door": door, "header_seconds": settings.header_seconds}),
        ws=type("Live", (LiveProtocol,), {"door": door}),
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=list(settings.trusted_proxies),
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
    set_up(as_json=settings.log_json)
    _many_files()
    _one_build()
    listening = bind(host, port)
    address = f"http://{_shown(host)}:{listening.getsockname()[1]}{path}"
    if settings.public_url:
        address = settings.public_url.rstrip("/") + path
    if settings.workers > 1:
        print(f"Grognard is at {address}", flush=True)
        workers.run(checked(settings), listening)
        return
    ready = threading.Event()
    server = make_server(settings, host, port, ready=ready)
    threading.Thread(target=_announce, args=(ready, address, open_browser), daemon=True).start()
    with contextlib.suppress(KeyboardInterrupt):
        server.run(sockets=[listening])


def _many_files() -> None:
    """Every connection takes a file; the usual limit is meant for desktop programs."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(OSError, ValueError):
        most = max(soft, 65_536) if hard == resource.RLIM_INFINITY else hard
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def _one_build() -> None:
    """All processes of a server run the same rules; those that are compiled meanwhile are for its next start."""
    if compiled.why_plain:
        os.environ[compiled.WANTED] = "plain"


def _files() -> int | None:
    """How many files this process may have open; None if any number."""
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return None if soft == resource.RLIM_INFINITY else soft


def bind(host: str, port: int) -> socket.socket:
    """A listening socket; an OSError says why there is none."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # asyncio sends without delay only where the protocol is named.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.bind((host, port))
    listening.listen(512)
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
