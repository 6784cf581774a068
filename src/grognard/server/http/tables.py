"""Tables over HTTP: opening, asking, acting. Tokens travel in bodies, so that no log sees them."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Annotated, Any

from litestar import MediaType, Request, Response, post
from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.handlers import BaseRouteHandler
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import JSONBody, PathParameter

from ..errors import Conflict, Forbidden, Problem
from ..live import actions as acting
from ..live import seating
from ..live.opening import check_player, open_table
from ..live.table import LiveTable, party_of
from ..live.tables import Tables
from ..live.views import person_at, seat_view
from ..messages import (
    Ack,
    Act,
    Back,
    Invite,
    Invited,
    Join,
    Joined,
    LogBody,
    LogPage,
    Mark,
    NewTable,
    Opened,
    Overlay,
    OverlaysBody,
    PaceChange,
    ParleyBody,
    ProblemBody,
    ReplayBody,
    Replayed,
    SeatChange,
    StateBody,
    TableCard,
    TableState,
    TokenBody,
    TokensBody,
    TossBody,
    Why,
    WhyNot,
)
from ..play import queries as asking
from ..play.game import PlayedGame
from ..play.names import given_name
from ..storage.rows import Row, Stored, Token
from .rate_limit import network
from .security import LARGE_BODY

TableId = Annotated[str, PathParameter(max_length=32)]


def _problems(*codes: int) -> dict[int, ResponseSpec]:
    texts = {
        400: "The request makes no sense.",
        403: "The token does not allow it.",
        404: "There is no such thing.",
        409: "It does not fit the present state; `seq` is the present number.",
        413: "The request is too large.",
        422: "The action is not legal; `rule` says by which rule.",
        429: "Too often.",
        503: "The database does not answer now; send the same again after `Retry-After` seconds.",
    }
    return {
        code: ResponseSpec(ProblemBody, description=texts[code], generate_examples=False)
        for code in (400, 413, *codes, 429, 503)
    }


def _address(request: Request[Any, Any, Any]) -> str:
    return request.client.host if request.client else ""


def costly(connection: ASGIConnection, _: BaseRouteHandler) -> None:
    """A guard for calls that take more time than others."""
    connection.app.state.limits.check("costly", connection.client.host if connection.client else "")


async def _enter(state: State, table: str, secret: str) -> tuple[LiveTable, Token]:
    tables: Tables = state.tables
    token = await tables.token(table, secret)
    live = await tables.get(table)
    live.seen_by(token)
    await tables.note_guest(secret, token, live.played.stored.absence)
    if live.driver is None:
        tables.drive(live)  # bots that stopped because nobody was here
    return live, token


@post(
    "/api/tables",
    operation_id="openTable",
    summary="Open a table",
    responses=_problems(403, 404, 409),
    request_max_body_size=LARGE_BODY,
)
async def open_new(data: JSONBody[NewTable], state: State, request: Request[Any, Any, Any]) -> Opened:
    """A new table and its secret links."""
    address = _address(request)
    state.limits.check("tables", address)
    if data.record:
        state.limits.check("uploads", address)
    return await open_table(state.tables, data, network(address))


@post(
    "/api/tables/mine",
    guards=[costly],
    operation_id="myTables",
    summary="The tables that tokens open",
    status_code=200,
    responses=_problems(),
)
async def my_tables(data: JSONBody[TokensBody], state: State) -> list[TableCard]:
    """The lobby's list, last played first; unknown tokens are left out."""
    tables: Tables = state.tables
    held = await tables.storage.tokens(data.tokens)
    stored = await tables.storage.tables(list({token.table_id for token in held.values()}))
    index = {secret: i for i, secret in reversed(list(enumerate(data.tokens)))}
    cards: list[TableCard] = []
    for table in stored:
        mine = sorted(
            ((index[s], t.role) for s, t in held.items() if t.table_id == table.id),
            key=lambda found: (found[1] != "owner", found[1] != "guest", found[0]),
        )
        asked = "" if table.outcome else await _asked(tables, table.id, len(cards))
        holder = held[data.tokens[mine[0][0]]]
        cards.append(
            TableCard(
                asked=asked,
                your_turn=bool(asked) and _is_theirs(holder, table, asked),
                table=table.id,
                game=table.game,
                scenario=table.scenario,
                headline=table.headline,
                outcome=table.outcome,
                touched=table.touched,
                players=table.players,
                names=_names(table),
                role=mine[0][1],
                token_index=mine[0][0],
            )
        )
    return cards


def _names(table: Stored) -> dict[str, str]:
    """The people at a table of a list; who has come since it was opened is known by his name."""
    found = {
        seat: person_at("guest" if player == "open" else player, seat, table.people)
        for seat, player in table.players.items()
    }
    return {seat: name for seat, name in found.items() if name}


LOOKED_AT = 24
"""Tables of a list that are loaded to say whose turn it is."""


async def _asked(tables: Tables, table: str, number: int) -> str:
    """The seat that is asked at a table; empty if it cannot be told without much work."""
    live = tables.live.get(table)
    if live is None and number < LOOKED_AT:
        with contextlib.suppress(Problem):
            live = await tables.get(table)
    return live.played.asked if live is not None else ""


def _is_theirs(token: Token, table: Stored, asked: str) -> bool:
    """Whether the seat that is asked is held by a token."""
    if token.role == "owner":
        return table.players.get(asked) == "human"
    return token.role == "guest" and token.seat == asked


@post(
    "/api/tables/{table:str}/state",
    operation_id="tableState",
    summary="A table as a token sees it",
    status_code=200,
    responses=_problems(403, 404, 409),
)
async def table_state(table: TableId, data: JSONBody[StateBody], state: State) -> TableState:
    """The whole state with the end of the log, as the live connection sends it first."""
    live, token = await _enter(state, table, data.token)
    async with state.tables.at(live, data.seq):
        return live.state(token, lines=data.lines)


@post(
    "/api/tables/{table:str}/log",
    guards=[costly],
    operation_id="log",
    summary="A page of the log",
    status_code=200,
    responses=_problems(403, 404, 409),
)
async def log_page(table: TableId, data: JSONBody[LogBody], state: State) -> LogPage:
    """Lines that were left out of the first state."""
    live, token = await _enter(state, table, data.token)
    async with state.tables.at(live):
        log, seat_logs = live.lines(live.holder(token), data.first, data.count)
    return LogPage(log=log, seat_logs=seat_logs)


@post(
    "/api/tables/{table:str}/actions",
    operation_id="act",
    summary="Answer the present question",
    status_code=200,
    responses=_problems(403, 404, 409, 422),
)
async def act(table: TableId, data: JSONBody[Act], state: State) -> Ack:
    """Play an action; acknowledged after the commit."""
    live, token = await _enter(state, table, data.token)
    return await acting.act(
        state.tables, live, token, seat=data.seat, action=data.action, seq=data.seq, client_id=data.client_id
    )


@post(
    "/api/tables/{table:str}/undo",
    operation_id="undo",
    summary="Take back the last action",
    status_code=200,
    responses=_problems(403, 404, 409),
)
async def undo(table: TableId, data: JSONBody[Back], state: State) -> Ack:
    """Step back to before the last action, if nobody has learnt anything from it."""
    live, token = await _enter(state, table, data.token)
    return await acting.step(state.tables, live, token, "undo", seq=data.seq, client_id=data.client_id)


@post(
    "/api/tables/{table:str}/redo",
    operation_id="redo",
    summary="Play again what was taken back",
    status_code=200,
    responses=_problems(403, 404, 409),
)
async def redo(table: TableId, data: JSONBody[Back], state: State) -> Ack:
    """Step forth again."""
    live, token = await _enter(state, table, data.token)
    return await acting.step(state.tables, live, token, "redo", seq=data.seq, client_id=data.client_id)


@post(
    "/api/tables/{table:str}/parley",
    operation_id="parley",
    summary="Resign, or agree on a draw",
    status_code=200,
    responses=_problems(403, 404, 409),
)
async def parley(table: TableId, data: JSONBody[ParleyBody], state: State) -> Ack:
    """A seat gives up, offers a draw, withdraws its offer, or answers one; a bot answers by itself."""
    live, token = await _enter(state, table, data.token)
    return await acting.parley(state.tables, live, token, seat=data.seat, what=data.what, client_id=data.client_id)


@post(
    "/api/tables/{table:str}/why",
    guards=[costly],
    operation_id="why",
    summary="Why something cannot be done",
    status_code=200,
    responses=_problems(403, 404, 409),
)
async def why(table: TableId, data: JSONBody[Why], state: State) -> WhyNot:
    """The rule that forbids an action or a click, in one sentence."""
    live, token = await _enter(state, table, data.token)
    async with state.tables.at(live) as played:
        acting.hold(live, live.holder(token), data.seat)
        return asking.why_not(played, data)


@post(
    "/api/tables/{table:str}/overlays",
    guards=[costly],
    operation_id="overlays",
    summary="What can be shaded on the map",
    status_code=200,
    responses=_problems(403, 404, 409),
)
async def overlays(table: TableId, data: JSONBody[OverlaysBody], state: State) -> list[Overlay]:
    """Zones of control, control, supply, as the game offers them; lines of sight and the like from a place."""
    live, token = await _enter(state, table, data.token)
    async with state.tables.at(live) as played:
        seats = live.holder(token).seats
        seat = played.seat(seats[0]) if seats else None
        g = played.position.copy()
        g.forget()  # what was derived is shared with the position that is being played
    return await asyncio.to_thread(asking.overlays, g, seat, data.place)


@post(
    "/api/tables/{table:str}/join",
    operation_id="join",
    summary="Use an invitation",
    status_code=200,
    responses=_problems(403, 404, 409),
)
async def join(table: TableId, data: JSONBody[Join], state: State) -> Joined:
    """Exchange an invitation, which is void then, for a secret that only the guest knows."""
    tables: Tables = state.tables
    known = await tables.storage.tokens([data.token, data.secret])
    if not any(token.table_id == table for token in known.values()):
        raise Forbidden(seating.USED)
    live = await tables.get(table)
    async with tables.at(live):
        pass
    token = await seating.join(tables, live, data.token, data.secret, given_name(data.name))
    secret = data.secret if token.role == "guest" else data.token
    return Joined(token=secret, seat=token.seat, absence=live.played.stored.absence)


@post(
    "/api/tables/{table:str}/toss",
    operation_id="toss",
    summary="Add to the seed",
    status_code=200,
    responses=_problems(403, 404, 409),
)
async def toss(table: TableId, data: JSONBody[TossBody], state: State) -> Ack:
    """Fix a part of the seed by its hash, or tell it; the same again does no harm."""
    live, token = await _enter(state, table, data.token)
    if bool(data.commitment) == bool(data.part):
        raise Problem("send either the hash of your part of the seed or the part")
    async with state.tables.at(live) as played:
        known = played.toss
        party = party_of(live.holder(token))
        if known and (data.commitment or data.part) in (known.commitments.get(party), known.parts.get(party)):
            return Ack(seq=played.seq, repeated=True)

    def add(played: PlayedGame) -> list[Row]:
        return played.add_to_seed(party_of(live.holder(token)), data.commitment, data.part)

    return await state.tables.change(live, add)


@post(
    "/api/tables/{table:str}/invite",
    operation_id="invite",
    summary="A new invitation",
    status_code=200,
    responses=_problems(403, 404, 409),
)
async def invite(table: TableId, data: JSONBody[Invite], state: State) -> Invited:
    """A new invitation to a seat that is open; those before it are void."""
    live, token = await _enter(state, table, data.token)
    if token.role != "owner":
        raise Forbidden("only the opener of the table can invite")
    return Invited(token=await seating.invite(state.tables, live, data.seat))


@post(
    "/api/tables/{table:str}/seats",
    operation_id="changeSeat",
    summary="Give a seat to somebody else",
    status_code=200,
    responses=_problems(403, 404, 409),
)
async def change_seat(table: TableId, data: JSONBody[SeatChange], state: State) -> Ack:
    """The opener takes over a seat or gives it to a bot; a guest's seat is the guest's. The log says so."""
    live, token = await _enter(state, table, data.token)
    if token.role != "owner":
        raise Forbidden("only the opener of the table can change seats")
    return await seating.change_seat(state.tables, live, data.seat, check_player(state.tables, data.player))


@post(
    "/api/tables/{table:str}/retry",
    operation_id="retryBot",
    summary="Let a bot that failed try again",
    status_code=200,
    responses=_problems(403, 404, 409),
)
async def retry(table: TableId, data: JSONBody[TokenBody], state: State) -> Ack:
    """Forget that bots failed here."""
    live, token = await _enter(state, table, data.token)
    async with state.tables.at(live):
        if live.holder(token).role == "spectator":
            raise Forbidden("spectators cannot do that")
    for seat in list(live.stuck):
        live.clear_notices(seat)
    state.tables.drive(live)
    return Ack(seq=live.played.seq)


@post(
    "/api/tables/{table:str}/pace",
    operation_id="changePace",
    summary="How fast bots play",
    status_code=200,
    responses=_problems(403, 404, 409),
)
async def change_pace(table: TableId, data: JSONBody[PaceChange], state: State) -> Ack:
    """`fast`, or `watchable` with a pause between actions."""
    live, token = await _enter(state, table, data.token)
    if token.role != "owner":
        raise Forbidden("only the opener of the table can change the pace")
    await state.tables.storage.set_pace(table, data.pace)
    live.pace = data.pace
    live.changed()
    return Ack(seq=live.played.seq)


@post(
    "/api/tables/{table:str}/replay",
    guards=[costly],
    operation_id="replay",
    summary="A past position",
    status_code=200,
    responses=_problems(403, 404, 409),
)
async def replay(table: TableId, data: JSONBody[ReplayBody], state: State) -> Replayed:
    """The position after so many actions, as a seat saw it."""
    live, token = await _enter(state, table, data.token)
    tables: Tables = state.tables
    async with tables.at(live) as played:
        holder = live.holder(token)
        if data.seat:
            acting.hold(live, holder, data.seat)
        seat = data.seat or (holder.seats or ("",))[0]
        past = await tables.past(live, data.to)
        view = await asyncio.to_thread(lambda: seat_view(played, past(), seat, hints=False))
        return Replayed(at=data.to, actions=played.table.count, view=view, log_to=played.book.upto(data.to))


@post(
    "/api/tables/{table:str}/marks",
    guards=[costly],
    operation_id="marks",
    summary="Where turns and phases began",
    status_code=200,
    responses=_problems(403, 404, 409),
)
async def marks(table: TableId, data: JSONBody[TokenBody], state: State) -> list[Mark]:
    """The jumps of the replay bar."""
    live, _ = await _enter(state, table, data.token)
    async with state.tables.at(live) as played:
        return played.marks()


@post(
    "/api/tables/{table:str}/record",
    guards=[costly],
    operation_id="record",
    summary="The game as a text file",
    status_code=200,
    media_type=MediaType.TEXT,
    responses=_problems(403, 404, 409),
)
async def record(table: TableId, data: JSONBody[TokenBody], state: State) -> Response[str]:
    """Header and one action a line; of a game with secrets only when it is over."""
    live, token = await _enter(state, table, data.token)
    tables: Tables = state.tables
    async with tables.at(live) as played:
        if played.has_secrets and not played.table.over:
            raise Conflict("the record of a game with secrets can be read when it is over")
        earlier = await tables.entries(live)
        text = await asyncio.to_thread(lambda: played.record(earlier).to_text())
    if token.role == "guest" and token.seat not in live.told:
        await tables.change(live, lambda played: played.told_record(token.seat))
        live.told |= {token.seat} if live.played.table.over else set()
    return Response(text, media_type="text/plain")


handlers = [
    open_new,
    my_tables,
    table_state,
    log_page,
    act,
    undo,
    redo,
    parley,
    why,
    overlays,
    join,
    toss,
    invite,
    change_seat,
    retry,
    change_pace,
    replay,
    marks,
    record,
]
