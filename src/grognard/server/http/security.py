"""Headers, origins, limits: what keeps strangers out."""

from __future__ import annotations

from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from litestar.datastructures import MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.handlers import BaseRouteHandler
from litestar.types import Message, Scope

from ..errors import Forbidden
from ..settings import Settings

PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; "
    "img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; "
    "worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; font-src data:; img-src data:; frame-ancestors 'none'"

HEADERS = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",  # seat links carry tokens
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "content-security-policy": PAGE_POLICY,
}

SMALL_BODY = 16_384
"""Bytes of an ordinary request."""
LARGE_BODY = 524_288
"""Bytes of a request that may hold a record."""


async def add_headers(message: Message, scope: Scope) -> None:
    """Put the security headers on every answer that has not its own."""
    if message["type"] != "http.response.start" or scope["type"] != ScopeType.HTTP:
        return
    headers = MutableScopeHeaders.from_message(message)
    for name, value in HEADERS.items():
        headers.setdefault(name, value)
    if scope["path"].startswith("/api/"):
        headers.setdefault("cache-control", "no-store")


def same_origin(connection: ASGIConnection, settings: Settings) -> bool:
    """Whether a request comes from our own page, from an allowed one, or from no page at all."""
    try:
        host = urlsplit(f"//{connection.headers.get('host', '')}").hostname
        if settings.hosts and host not in settings.hosts:
            return False
        origin = connection.headers.get("origin")
        if origin is None or origin in settings.origins:
            return True
        return urlsplit(origin).netloc == connection.headers.get("host", "")
    except ValueError:  # neither is an address
        return False


def check_origin(connection: ASGIConnection, _: BaseRouteHandler) -> None:
    """Refuse what another site's page sends."""
    if not same_origin(connection, connection.app.state.settings):
        raise Forbidden("pages of other sites may not use this server")
