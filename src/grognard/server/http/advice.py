"""Advice: hints, reasons, the analysis of a game, puzzles."""

from __future__ import annotations

import asyncio
from typing import Any

from litestar import Request, get, post
from litestar.datastructures import State
from litestar.params import JSONBody

from ...bots.advice import Explanation, Hints
from ..live import advising
from ..live.advising import Verdict
from ..messages import AnalysisBody, AnalysisState, HintBody, PuzzleBody, WhyStep
from ..play.puzzles import PuzzleCard, cards
from .games import NOT_FOUND, GameId
from .rate_limit import network
from .tables import TableId, costly
from .tables import _address as address
from .tables import _problems as problems


def counted(state: State, request: Request[Any, Any, Any]) -> str:
    """Count a piece of advice, which costs much; gives whose turn it is."""
    state.limits.check("advice", address(request))
    return network(address(request))


@post(
    "/api/tables/{table:str}/hint",
    operation_id="hint",
    summary="The best answers to the present question",
    status_code=200,
    responses=problems(403, 404, 409),
)
async def hint(table: TableId, data: JSONBody[HintBody], state: State, request: Request[Any, Any, Any]) -> Hints:
    """Three answers with the plans that they begin and what may come of them, from what the seat sees."""
    return await advising.hint(state.tables, table, data, counted(state, request))


@post(
    "/api/tables/{table:str}/reasons",
    operation_id="reasons",
    summary="Why something was done",
    status_code=200,
    responses=problems(403, 404, 409),
)
async def reasons(
    table: TableId, data: JSONBody[WhyStep], state: State, request: Request[Any, Any, Any]
) -> Explanation:
    """What a step gains over leaving it out, worked out anew from what its seat saw."""
    return await advising.reasons(state.tables, table, data, counted(state, request))


@post(
    "/api/tables/{table:str}/analysis",
    guards=[costly],
    operation_id="analysis",
    summary="A game looked back at, decision by decision",
    status_code=200,
    responses=problems(403, 404, 409),
)
async def analysis(
    table: TableId, data: JSONBody[AnalysisBody], state: State, request: Request[Any, Any, Any]
) -> AnalysisState:
    """Begin it, stop it, or ask how far it is: it goes on only while somebody asks. Spectators may read it."""
    owner = counted(state, request) if data.what == "begin" else network(address(request))
    return await advising.analysis(state.tables, table, data, owner)


@get("/api/games/{game:str}/puzzles", operation_id="puzzles", summary="The puzzles of a game", responses=NOT_FOUND)
async def puzzles(game: GameId, state: State) -> list[PuzzleCard]:
    """Without their solutions."""
    return await asyncio.to_thread(cards, state.tables.game(game))


@post(
    "/api/tables/{table:str}/puzzle",
    operation_id="puzzle",
    summary="The solution of a puzzle, and what was played for it",
    status_code=200,
    responses=problems(403, 404, 409),
)
async def puzzle(table: TableId, data: JSONBody[PuzzleBody], state: State, request: Request[Any, Any, Any]) -> Verdict:
    """At a table that began with the puzzle; what was played is judged in the same futures as the solution."""
    return await advising.puzzle(state.tables, table, data, counted(state, request))


handlers = [hint, reasons, analysis, puzzles, puzzle]
