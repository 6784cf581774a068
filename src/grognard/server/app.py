"""The application: routes, headers, what happens at start and end."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from fractions import Fraction
from typing import Any

from litestar import Litestar, Request, Response
from litestar.config.compression import CompressionConfig
from litestar.exceptions import ClientException, HTTPException, ValidationException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import OpenAPIType, Schema
from litestar.plugins import OpenAPISchemaPlugin

from .. import __version__
from .errors import Problem, sentence
from .http.advice import handlers as advice
from .http.client import page_handlers
from .http.games import handlers as games
from .http.health import handlers as health
from .http.health import watch_loop
from .http.help import help_handlers
from .http.live import live
from .http.pictures import Drawings, Shelf
from .http.rate_limit import Figures, Limits
from .http.review import handlers as around
from .http.security import SMALL_BODY, add_headers, check_origin
from .http.tables import handlers as tables
from .live.bots import Drivers
from .live.notify import listen
from .live.tables import Tables
from .messages import ProblemBody
from .processes import Processes
from .settings import Settings
from .storage.database import Storage

log = logging.getLogger("grognard.server")


class ExactChances(OpenAPISchemaPlugin):
    """Exact chances are written `1/6`."""

    @staticmethod
    def is_plugin_supported_type(value: Any) -> bool:
        """Whether it is a fraction."""
        return value is Fraction

    def to_openapi_schema(self, field_definition: Any, schema_creator: Any) -> Schema:
        """A string."""
        return Schema(type=OpenAPIType.STRING, description="an exact fraction such as 1/6, or 1")


class Asked(Request):
    """A request whose body may be anything."""

    async def json(self) -> Any:
        """The body, or a sentence."""
        try:
            return await super().json()
        except RecursionError:
            raise ClientException("the body is nested too deeply") from None
        except UnicodeDecodeError:
            raise ClientException("the body is not valid UTF-8") from None


def _refused(_: Request[Any, Any, Any], problem: Problem) -> Response[ProblemBody]:
    body = ProblemBody(detail=sentence(problem.detail), rule=problem.rule, seq=problem.seq)
    headers = {503: {"retry-after": "1"}, 408: {"connection": "close"}}.get(problem.status)
    return Response(body, status_code=problem.status, media_type="application/json", headers=headers)


def _http(request: Request[Any, Any, Any], problem: HTTPException) -> Response[ProblemBody]:
    detail = problem.detail
    if isinstance(problem, ValidationException) and isinstance(problem.extra, list) and problem.extra:
        first = problem.extra[0]
        if isinstance(first, dict):
            detail = f"{first.get('key', 'the request')}: {first.get('message', detail)}"
            if first.get("message") == "'data'":
                detail = "the request has no body"
            elif "matching regex" in detail:
                detail = f"{first.get('key', 'the request')}: control characters are not possible here"
    elif problem.status_code == 404:
        detail = f"there is nothing at {request.scope['path'][:100]}"
    body = ProblemBody(detail=sentence(detail[:300]))
    return Response(body, status_code=problem.status_code, media_type="application/json", headers=problem.headers)


def _broken(request: Request[Any, Any, Any], problem: Exception) -> Response[ProblemBody]:
    log.error("%s %s failed", request.method, request.scope["path"], exc_info=problem)
    body = ProblemBody(detail="The server failed; its log says why.")
    return Response(body, status_code=500, media_type="application/json")


@asynccontextmanager
async def _life(app: Litestar) -> AsyncIterator[None]:
    settings: Settings = app.state.settings
    storage = Storage(settings.url)
    await storage.migrate()
    playing = app.state.tables = Tables(settings, storage, Processes(settings))
    playing.may_rename = lambda who: app.state.limits.allows("names", who)
    drivers = app.state.drivers = Drivers(settings, playing)
    app.state.stopping = asyncio.Event()
    await asyncio.to_thread(playing.warm)
    hearing = asyncio.create_task(listen(storage, playing)) if storage.postgres else None
    playing.in_background(watch_loop(app))
    if settings.keep_days:
        playing.in_background(playing.clear_up())
    try:
        yield
    finally:
        app.state.stopping.set()
        if hearing is not None:
            hearing.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await hearing
        app.state.shelf.close()
        await drivers.close()
        await playing.close()
        await storage.close()


def create_app(settings: Settings | None = None) -> Litestar:
    """The application with these settings."""
    settings = settings or Settings()
    app = Litestar(
        route_handlers=[
            *(*health, *games, *tables, *around, *advice, live),
            *(*help_handlers(settings.help), *page_handlers(settings.static)),
        ],
        lifespan=[_life],
        request_class=Asked,
        guards=[check_origin],
        before_send=[add_headers],
        exception_handlers={Problem: _refused, HTTPException: _http, Exception: _broken},
        type_encoders={Fraction: str},
        plugins=[ExactChances()],
        request_max_body_size=SMALL_BODY,
        compression_config=CompressionConfig(
            backend="gzip", minimum_size=1000, gzip_compress_level=5, exclude=[r"^/api/games/."]
        ),
        openapi_config=OpenAPIConfig(
            title="Grognard",
            version=__version__,
            description="A table for board wargames where the program knows the rules.",
            render_plugins=[JsonRenderPlugin()],
        ),
        logging_config=None,
        debug=False,
    )
    app.state.settings = settings
    app.state.shelf = Shelf(Drawings(settings.pictures, settings.drawn))
    app.state.limits = Limits(settings)
    app.state.figures = Figures()
    return app
