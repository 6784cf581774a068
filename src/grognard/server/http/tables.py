"""Tables over HTTP: opening, asking, acting. Tokens travel in bodies, so that no log sees them."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import MediaType, Request, Response, post
from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.handlers import BaseRouteHandler
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import JSONBody, PathParameter

from ..live import calls
from ..live.opening import open_table
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
    return await calls.mine(state.tables, data)


@post(
    "/api/tables/{table:str}/state",
    operation_id="tableState",
    summary="A table as a token sees it",
    status_code=200,
    responses=_problems(403, 404, 409),
)
async def table_state(table: TableId, data: JSONBody[StateBody], state: State) -> TableState:
    """The whole state with the end of the log, as the live connection sends it first."""
    return await calls.table_state(state.tables, table, data)


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
    return await calls.log_page(state.tables, table, data)


@post(
    "/api/tables/{table:str}/actions",
    operation_id="act",
    summary="Answer the present question",
    status_code=200,
    responses=_problems(403, 404, 409, 422),
)
async def act(table: TableId, data: JSONBody[Act], state: State) -> Ack:
    """Play an action; acknowledged after the commit."""
    return await calls.act(state.tables, table, data)


@post(
    "/api/tables/{table:str}/undo",
    operation_id="undo",
    summary="Take back the last action",
    status_code=200,
    responses=_problems(403, 404, 409),
)
async def undo(table: TableId, data: JSONBody[Back], state: State) -> Ack:
    """Step back to before the last action, if nobody has learnt anything from it."""
    return await calls.undo(state.tables, table, data)


@post(
    "/api/tables/{table:str}/redo",
    operation_id="redo",
    summary="Play again what was taken back",
    status_code=200,
    responses=_problems(403, 404, 409),
)
async def redo(table: TableId, data: JSONBody[Back], state: State) -> Ack:
    """Step forth again."""
    return await calls.redo(state.tables, table, data)


@post(
    "/api/tables/{table:str}/parley",
    operation_id="parley",
    summary="Resign, or agree on a draw",
    status_code=200,
    responses=_problems(403, 404, 409),
)
async def parley(table: TableId, data: JSONBody[ParleyBody], state: State) -> Ack:
    """A seat gives up, offers a draw, withdraws its offer, or answers one; a bot answers by itself."""
    return await calls.parley(state.tables, table, data)


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
    return await calls.why(state.tables, table, data)


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
    return await calls.overlays(state.tables, table, data)


@post(
    "/api/tables/{table:str}/join",
    operation_id="join",
    summary="Use an invitation",
    status_code=200,
    responses=_problems(403, 404, 409),
)
async def join(table: TableId, data: JSONBody[Join], state: State) -> Joined:
    """Exchange an invitation, which is void then, for a secret that only the guest knows."""
    return await calls.join(state.tables, table, data)


@post(
    "/api/tables/{table:str}/toss",
    operation_id="toss",
    summary="Add to the seed",
    status_code=200,
    responses=_problems(403, 404, 409),
)
async def toss(table: TableId, data: JSONBody[TossBody], state: State) -> Ack:
    """Fix a part of the seed by its hash, or tell it; the same again does no harm."""
    return await calls.toss(state.tables, table, data)


@post(
    "/api/tables/{table:str}/invite",
    operation_id="invite",
    summary="A new invitation",
    status_code=200,
    responses=_problems(403, 404, 409),
)
async def invite(table: TableId, data: JSONBody[Invite], state: State) -> Invited:
    """A new invitation to a seat that is open; those before it are void."""
    return await calls.invite(state.tables, table, data)


@post(
    "/api/tables/{table:str}/seats",
    operation_id="changeSeat",
    summary="Give a seat to somebody else",
    status_code=200,
    responses=_problems(403, 404, 409),
)
async def change_seat(table: TableId, data: JSONBody[SeatChange], state: State) -> Ack:
    """The opener takes over a seat or gives it to a bot; a guest's seat is the guest's. All are told of it."""
    return await calls.change_seat(state.tables, table, data)


@post(
    "/api/tables/{table:str}/retry",
    operation_id="retryBot",
    summary="Let a bot that failed try again",
    status_code=200,
    responses=_problems(403, 404, 409),
)
async def retry(table: TableId, data: JSONBody[TokenBody], state: State) -> Ack:
    """Forget that bots failed here."""
    return await calls.retry(state.tables, table, data)


@post(
    "/api/tables/{table:str}/pace",
    operation_id="changePace",
    summary="How fast bots play",
    status_code=200,
    responses=_problems(403, 404, 409),
)
async def change_pace(table: TableId, data: JSONBody[PaceChange], state: State) -> Ack:
    """`fast`, or `watchable` with a pause between actions."""
    return await calls.change_pace(state.tables, table, data)


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
    return await calls.replay(state.tables, table, data)


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
    return await calls.marks(state.tables, table, data)


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
    return Response(await calls.record(state.tables, table, data), media_type="text/plain")


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
