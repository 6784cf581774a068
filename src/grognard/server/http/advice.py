"""Advice: hints, reasons, the analysis of a game, puzzles."""

from __future__ import annotations

import asyncio
import hashlib
from typing import Any

import msgspec
from litestar import Request, get, post
from litestar.datastructures import State
from litestar.params import JSONBody

from ...bots.advice import Hints
from ...bots.advice import Why as Reasons
from ...bots.puzzles import Attempt, Puzzle
from ...engine.view import view
from ..errors import Conflict, Forbidden
from ..live import actions as acting
from ..live.analyses import Wanted
from ..live.bots import bot_seed
from ..live.table import LiveTable
from ..live.tables import Tables
from ..messages import AnalysisBody, AnalysisState, HintBody, PuzzleBody, WhyStep
from ..play.advising import AttemptJob, HintJob, WhyJob, refuse_hints, refuse_looking_back
from ..play.game import PlayedGame
from ..play.puzzles import PuzzleCard, cards, puzzle_of
from ..storage.rows import Token
from .games import NOT_FOUND, GameId
from .rate_limit import network
from .tables import TableId, costly
from .tables import _address as address
from .tables import _enter as enter
from .tables import _problems as problems


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """What was played for a puzzle, and the puzzle with its solution."""

    puzzle: Puzzle
    attempt: Attempt | None
    """None as long as nothing was played."""


@post(
    "/api/tables/{table:str}/hint",
    operation_id="hint",
    summary="The best answers to the present question",
    status_code=200,
    responses=problems(403, 404, 409),
)
async def hint(table: TableId, data: JSONBody[HintBody], state: State, request: Request[Any, Any, Any]) -> Hints:
    """Three answers with the plans that they begin and what may come of them, from what the seat sees."""
    live, token = await enter(state, table, data.token)
    tables: Tables = state.tables
    async with tables.at(live, data.seq) as played:
        acting.hold(live, live.holder(token), data.seat)
        if problem := refuse_hints(played):
            raise problem
        if played.asked != data.seat or not played.moved <= data.seq <= played.seq:
            raise Conflict("this question is not asked any more", seq=played.seq)
        state.limits.check("advice", address(request))
        job = HintJob(
            game=played.game.id,
            pack=tables.settings.packs.get(played.game.id),
            view=view(played.position, played.seat(data.seat), hints=False),
            first=await tables.first_seen(live, data.seat),
            seed=bot_seed(played.stored.seed, f"{table} {data.seat} hint"),
            seconds=tables.settings.hint_seconds,
        )
    return await tables.advisers.find(job, network(address(request)), Hints)


@post(
    "/api/tables/{table:str}/reasons",
    operation_id="reasons",
    summary="Why something was done",
    status_code=200,
    responses=problems(403, 404, 409),
)
async def reasons(table: TableId, data: JSONBody[WhyStep], state: State, request: Request[Any, Any, Any]) -> Reasons:
    """What a step gains over leaving it out, worked out anew from what its seat saw."""
    live, token = await enter(state, table, data.token)
    tables: Tables = state.tables
    async with tables.at(live) as played:
        _may_look_back(live, played, token)
        if data.at > played.table.count:
            raise Conflict(f"only {played.table.count} actions have been played", seq=played.seq)
        state.limits.check("advice", address(request))
        text = await _record(tables, live, played)
        job = WhyJob(game=played.game.id, pack=tables.settings.packs.get(played.game.id), record=text, at=data.at)
    return await tables.advisers.find(job, network(address(request)), Reasons)


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
    live, token = await enter(state, table, data.token)
    tables: Tables = state.tables
    async with tables.at(live) as played:
        _may_look_back(live, played, token, reading=data.what == "look")
        key = _key(played)
        if data.what == "begin":
            if not played.table.count:
                raise Conflict("nothing has been played yet", seq=played.seq)
            state.limits.check("advice", address(request))
            text = await _record(tables, live, played)
    if data.what == "begin":
        owner = network(address(request))
        await tables.analyses.begin(Wanted(table=table, key=key, game=live.played.game.id, record=text, owner=owner))
    elif data.what == "stop":
        await tables.analyses.stop(table)
    return await tables.analyses.state(table, key, data.known)


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
    live, token = await enter(state, table, data.token)
    tables: Tables = state.tables
    async with tables.at(live) as played:
        found, begun = await asyncio.to_thread(puzzle_of, played.game, data.puzzle)
        acting.hold(live, live.holder(token), found.seat)
        if played.stored.origin != begun.to_json():
            raise Conflict("this table did not begin with that puzzle", seq=played.seq)
        if not played.table.count:
            return Verdict(puzzle=found, attempt=None)
        state.limits.check("advice", address(request))
        text = await _record(tables, live, played)
        job = AttemptJob(game=played.game.id, pack=tables.settings.packs.get(played.game.id), puzzle=found, record=text)
    return Verdict(puzzle=found, attempt=await tables.advisers.find(job, network(address(request)), Attempt))


def _may_look_back(live: LiveTable, played: PlayedGame, token: Token, *, reading: bool = False) -> None:
    if problem := refuse_looking_back(played):
        raise problem
    if not reading and not live.holder(token).seats:
        raise Forbidden("only who holds a seat can ask for that")
    if reading and not played.table.over and not live.holder(token).seats:
        raise Forbidden("spectators are told when the game is over")


async def _record(tables: Tables, live: LiveTable, played: PlayedGame) -> str:
    """The game as text; the table's lock must be held."""
    earlier = await tables.entries(live)
    return await asyncio.to_thread(lambda: played.record(earlier).to_text())


def _key(played: PlayedGame) -> str:
    """Another one for every other position, and for the end that players agreed on."""
    end = hashlib.blake2b(played.outcome.encode(), digest_size=4).hexdigest() if played.table.over else ""
    return f"{played.moved} {end}".strip()


handlers = [hint, reasons, analysis, puzzles, puzzle]
