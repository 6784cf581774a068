"""Around a game: how it stands, looking back at it, leaving it."""

from __future__ import annotations

from litestar import post
from litestar.datastructures import State
from litestar.params import JSONBody

from ..live import calls
from ..messages import Ack, NameBody, TokenBody
from ..play.standing import ReviewSeen, StandingSeen
from .tables import TableId, costly
from .tables import _problems as problems


@post(
    "/api/tables/{table:str}/standing",
    operation_id="standing",
    summary="What counts for each seat as things stand",
    status_code=200,
    responses=problems(403, 404),
)
async def standing(table: TableId, data: JSONBody[TokenBody], state: State) -> list[StandingSeen]:
    """Points by source; for all to see, with their counters as the reader knows them."""
    return await calls.standing(state.tables, table, data)


@post(
    "/api/tables/{table:str}/review",
    guards=[costly],
    operation_id="review",
    summary="A finished game looked back at",
    status_code=200,
    responses=problems(403, 404, 409),
)
async def look_back(table: TableId, data: JSONBody[TokenBody], state: State) -> ReviewSeen:
    """Points, losses, the course of the score, luck, turning points, what was hidden; only when it is over."""
    return await calls.look_back(state.tables, table, data)


@post(
    "/api/tables/{table:str}/leave",
    operation_id="leave",
    summary="Leave a table for good",
    status_code=200,
    responses=problems(403, 404, 409),
)
async def leave(table: TableId, data: JSONBody[TokenBody], state: State) -> Ack:
    """A guest's seat is open again; the opener's table is deleted, unless a guest still needs it."""
    return await calls.leave(state.tables, table, data)


@post(
    "/api/tables/{table:str}/name",
    operation_id="giveName",
    summary="Say how you want to be called",
    status_code=200,
    responses=problems(403, 404, 409),
)
async def give_name(table: TableId, data: JSONBody[NameBody], state: State) -> Ack:
    """All at the table see the name, spectators too."""
    return await calls.give_name(state.tables, table, data)


handlers = [standing, look_back, leave, give_name]
