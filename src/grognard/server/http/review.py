"""Around a game: how it stands, looking back at it, leaving it."""

from __future__ import annotations

import asyncio

from litestar import post
from litestar.datastructures import State
from litestar.params import JSONBody

from ..errors import Conflict, Forbidden, TooMany
from ..live import seating
from ..live.table import party_of
from ..live.tables import Tables
from ..messages import Ack, NameBody, TokenBody
from ..play.game import PlayedGame
from ..play.names import person_name
from ..play.standing import ReviewSeen, StandingSeen, standings_seen
from ..storage.rows import Row
from .tables import TableId, costly
from .tables import _enter as enter
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
    live, token = await enter(state, table, data.token)
    tables: Tables = state.tables
    async with tables.at(live) as played:
        seats = live.holder(token).seats
        return standings_seen(played.position, played.names(played.seat(seats[0]) if len(seats) == 1 else None)[0])


@post(
    "/api/tables/{table:str}/review",
    guards=[costly],
    operation_id="review",
    summary="The review of a finished game",
    status_code=200,
    responses=problems(403, 404, 409),
)
async def look_back(table: TableId, data: JSONBody[TokenBody], state: State) -> ReviewSeen:
    """Points, losses, the course of the score, luck, turning points, what was hidden; only when it is over."""
    live, _ = await enter(state, table, data.token)
    tables: Tables = state.tables
    async with tables.at(live) as played:
        if not played.table.over:
            raise Conflict("a game can be reviewed when it is over")
        earlier = await tables.entries(live)
        seq, text = played.seq, await asyncio.to_thread(lambda: played.record(earlier).to_text())
    return await tables.reviews.of(table, seq, text)


@post(
    "/api/tables/{table:str}/leave",
    operation_id="leave",
    summary="Leave a table for good",
    status_code=200,
    responses=problems(403, 404, 409),
)
async def leave(table: TableId, data: JSONBody[TokenBody], state: State) -> Ack:
    """A guest's seat is open again; the opener's table is deleted, unless a guest still needs it."""
    live, token = await enter(state, table, data.token)
    tables: Tables = state.tables
    if token.role == "guest":
        return await seating.leave(tables, live, data.token, token)
    if token.role != "owner":
        raise Forbidden("a spectator holds no seat that could be left")
    return await seating.delete(tables, live)


@post(
    "/api/tables/{table:str}/name",
    operation_id="giveName",
    summary="Say how you want to be called",
    status_code=200,
    responses=problems(403, 404, 409),
)
async def give_name(table: TableId, data: JSONBody[NameBody], state: State) -> Ack:
    """All at the table see the name, spectators too."""
    name = person_name(data.name)
    live, token = await enter(state, table, data.token)
    tables: Tables = state.tables

    party = party_of(live.holder(token))
    if not party:
        raise Forbidden("a spectator needs no name")
    if live.played.people.get(party) != name and not state.limits.allows("names", f"{table} {party}"):
        raise TooMany("a name can be changed a few times a minute; wait a moment")

    def change(played: PlayedGame) -> list[Row]:
        if party_of(live.holder(token)) != party:
            raise Forbidden("this link does not hold that seat any more")
        return played.name(party, name)

    return await tables.change(live, change)


handlers = [standing, look_back, leave, give_name]
