"""The games: cards, catalogs and pictures."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Literal

import msgspec
from litestar import Request, Response, get
from litestar.datastructures import State
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromQuery, PathParameter

from ...bots import BOTS
from ...draw import legend_samples
from ...engine.lesson import Lesson
from ...games import game_names
from ..live.tables import Tables
from ..messages import ProblemBody
from ..play.lessons import lesson_of
from ..settings import Settings
from .catalog import Catalog, Lobby, shelf
from .guides import guide
from .lobby_pictures import shipped_picture
from .pictures import Picture, Shelf, plain_picture
from .security import PICTURE_POLICY

GameId = Annotated[str, PathParameter(max_length=64)]
Palette = Literal["light", "dark"]
Paper = Literal["a4", "letter"]
NOT_FOUND = {
    400: ResponseSpec(ProblemBody, description="The request makes no sense.", generate_examples=False),
    404: ResponseSpec(ProblemBody, description="There is no such game.", generate_examples=False),
}


FOR_AN_HOUR = "public, max-age=3600"
ASKED_AGAIN = "public, no-cache"
"""Kept by browsers, but used only when the server says that it is still true: a board must not mix old and new."""


def _send(
    request: Request[Any, Any, Any], picture: Picture, kind: str, *, pack: bool, kept: str = FOR_AN_HOUR
) -> Response[bytes]:
    """A picture with its fingerprint; nothing if the browser has it already."""
    headers = {
        "etag": picture.etag,
        "cache-control": kept,
        "vary": "accept-encoding",
        "content-security-policy": PICTURE_POLICY,
    }
    if request.headers.get("if-none-match") == picture.etag:
        return Response(b"", status_code=304, headers=headers, media_type=kind)
    if pack and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(picture.packed, headers={**headers, "content-encoding": "gzip"}, media_type=kind)
    return Response(picture.body, headers=headers, media_type=kind)


@get("/api/games", operation_id="games", summary="The games and bots of this server", sync_to_thread=False)
def list_games(state: State) -> Lobby:
    """What the lobby shows."""
    tables: Tables = state.tables
    settings: Settings = state.settings
    return Lobby(
        games=shelf(tables.game(name) for name in game_names()),
        bots=list(settings.seated_bots),
        bot_notes={name: BOTS[name].about for name in settings.seated_bots if name in BOTS},
        proposed_bot=settings.proposed_bot,
        planning_bot=settings.planning_bot,
        public_url=settings.public_url.rstrip("/"),
    )


@get(
    "/api/games/{game:str}",
    operation_id="catalog",
    summary="What a client must know to draw a game",
    responses={200: ResponseSpec(Catalog, description="The catalog.", generate_examples=False), **NOT_FOUND},
)
async def game_catalog(game: GameId, state: State, request: Request[Any, Any, Any]) -> Response[bytes]:
    """Geometry, pieces, rules, charts."""
    shelf: Shelf = state.shelf
    catalog = await shelf.catalog(state.tables.game(game))
    return _send(request, catalog, "application/json", pack=True, kept=ASKED_AGAIN)


@get(
    "/api/games/{game:str}/lesson",
    operation_id="lesson",
    summary="The guided first turn of a game",
    responses={200: ResponseSpec(Lesson, description="The lesson.", generate_examples=False), **NOT_FOUND},
)
async def game_lesson(game: GameId, state: State) -> Lesson:
    """Its steps, and the actions they wait for."""
    lesson, _ = await asyncio.to_thread(lesson_of, state.tables.game(game))
    return lesson


@get(
    "/api/games/{game:str}/guide",
    operation_id="guide",
    summary="The player's guide as Markdown",
    media_type="text/markdown",
    responses=NOT_FOUND,
)
async def game_guide(game: GameId, state: State) -> str:
    """The text that comes with the game."""
    return await asyncio.to_thread(guide, state.tables.game(game))


class LegendRow(msgspec.Struct, frozen=True, kw_only=True):
    """A sample of the map as SVG, and what it means."""

    label: str
    svg: str


@get(
    "/api/games/{game:str}/legend",
    operation_id="legend",
    summary="The map's legend, each sample drawn as on the map",
    responses={200: ResponseSpec(list[LegendRow], description="The rows.", generate_examples=False), **NOT_FOUND},
)
async def game_legend(game: GameId, state: State, palette: FromQuery[Palette] = "light") -> list[LegendRow]:
    """What is on the map."""
    rows = await asyncio.to_thread(legend_samples, state.tables.game(game).board, palette)
    return [LegendRow(label=label, svg=svg) for label, svg in rows]


@get(
    "/api/games/{game:str}/map.svg",
    operation_id="mapSvg",
    summary="The map without legend",
    media_type="image/svg+xml",
    responses=NOT_FOUND,
)
async def map_picture(
    game: GameId,
    state: State,
    request: Request[Any, Any, Any],
    palette: FromQuery[Palette] = "light",
    numbers: FromQuery[bool] = False,
) -> Response[bytes]:
    """The map as SVG, in picture units."""
    shelf: Shelf = state.shelf
    picture = await shelf.svg(state.tables.game(game), palette, numbers)
    return _send(request, picture, "image/svg+xml", pack=True)


@get(
    "/api/games/{game:str}/picture",
    operation_id="picture",
    summary="The lobby's picture of the map",
    media_type="image/webp",
    responses=NOT_FOUND,
)
async def lobby_picture(
    game: GameId, state: State, request: Request[Any, Any, Any], palette: FromQuery[Palette] = "light"
) -> Response[bytes]:
    """A small picture of the map: the one that is shipped, or, of data laid over the game's own, one that is drawn."""
    shelf: Shelf = state.shelf
    loaded = state.tables.game(game)
    shipped = await asyncio.to_thread(shipped_picture, loaded, palette)
    if shipped is not None:
        return _send(request, plain_picture(shipped), "image/webp", pack=False)
    return _send(request, await shelf.png(loaded, palette), "image/png", pack=False)


@get(
    "/api/games/{game:str}/print.pdf",
    operation_id="print",
    summary="The game on paper: map on tiles, counters with backs, booklet",
    media_type="application/pdf",
    responses=NOT_FOUND,
)
async def printed(
    game: GameId, state: State, request: Request[Any, Any, Any], paper: FromQuery[Paper] = "a4"
) -> Response[bytes]:
    """A PDF at true size; `grognard print` has more to choose from."""
    shelf: Shelf = state.shelf
    made = await shelf.pdf(state.tables.game(game), paper)
    return _send(request, made, "application/pdf", pack=False)


handlers = [list_games, game_catalog, game_lesson, game_guide, game_legend, map_picture, lobby_picture, printed]
