"""What can be asked of a table about advice: hints, reasons, the analysis of the game, its puzzle."""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from ...bots.advice import Explanation, Hints
from ...bots.analysis.told import FORM
from ...bots.puzzles import Attempt, Puzzle
from ...engine.view import view
from ..errors import Conflict, Forbidden
from ..messages import AnalysisBody, AnalysisState, HintBody, PuzzleBody, WhyStep
from ..play.advising import refuse_hints, refuse_looking_back
from ..play.game import PlayedGame
from ..play.puzzles import puzzle_of
from ..storage.rows import Token
from ..tasks.advice import AttemptJob, HintJob, WhyJob
from ..threads import in_thread
from . import actions as acting
from .analyses import Wanted
from .bots import bot_seed
from .calls import enter
from .table import LiveTable
from .tables import Tables


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """What was played for a puzzle, and the puzzle with its solution."""

    puzzle: Puzzle
    attempt: Attempt | None
    """None as long as nothing was played."""


async def hint(tables: Tables, table: str, data: HintBody, owner: str = "") -> Hints:
    """Three answers with the plans that they begin and what may come of them, from what the seat sees."""
    live, token = await enter(tables, table, data.token)
    async with tables.at(live, data.seq) as played:
        acting.hold(live, live.holder(token), data.seat)
        if problem := refuse_hints(played):
            raise problem
        if played.asked != data.seat or not played.moved <= data.seq <= played.seq:
            raise Conflict("this question is not asked any more", seq=played.seq)
        job = HintJob(
            game=played.game.id,
            pack=tables.settings.packs.get(played.game.id),
            view=view(played.position, played.seat(data.seat), hints=False),
            first=await tables.first_seen(live, data.seat),
            seed=bot_seed(played.stored.seed, f"{table} {data.seat} hint"),
            seconds=tables.settings.hint_seconds,
        )
    return await tables.helpers.advisers.find(job, owner, Hints)


async def reasons(tables: Tables, table: str, data: WhyStep, owner: str = "") -> Explanation:
    """What a step gains over leaving it out, worked out anew from what its seat saw."""
    live, token = await enter(tables, table, data.token)
    async with tables.at(live) as played:
        _may_look_back(live, played, token)
        if data.at > played.table.count:
            raise Conflict(f"only {played.table.count} actions have been played", seq=played.seq)
        text = await _record(tables, live, played)
        job = WhyJob(game=played.game.id, pack=tables.settings.packs.get(played.game.id), record=text, at=data.at)
    return await tables.helpers.advisers.find(job, owner, Explanation)


async def analysis(tables: Tables, table: str, data: AnalysisBody, owner: str = "") -> AnalysisState:
    """Begin it, stop it, or ask how far it is: it goes on only while somebody asks. Spectators may read it."""
    live, token = await enter(tables, table, data.token)
    async with tables.at(live) as played:
        _may_look_back(live, played, token, reading=data.what == "look")
        key, game = _key(played), played.game.id
        if data.what == "begin" and not played.table.count:
            raise Conflict("nothing has been played yet", seq=played.seq)
        text = await _record(tables, live, played) if data.what == "begin" else ""
    if data.what == "begin":
        await tables.analyses.begin(Wanted(table=table, key=key, game=game, record=text, owner=owner))
    elif data.what == "stop":
        await tables.analyses.stop(table)
    return await tables.analyses.state(table, key, data.known)


async def puzzle(tables: Tables, table: str, data: PuzzleBody, owner: str = "") -> Verdict:
    """At a table that began with the puzzle; what was played is judged in the same futures as the solution."""
    live, token = await enter(tables, table, data.token)
    async with tables.at(live) as played:
        found, begun = await in_thread(puzzle_of, played.game, data.puzzle)
        acting.hold(live, live.holder(token), found.seat)
        if played.stored.origin != begun.to_json():
            raise Conflict("this table did not begin with that puzzle", seq=played.seq)
        if not played.table.count:
            return Verdict(puzzle=found, attempt=None)
        text = await _record(tables, live, played)
        pack = tables.settings.packs.get(played.game.id)
        job = AttemptJob(game=played.game.id, pack=pack, puzzle=found, record=text)
    return Verdict(puzzle=found, attempt=await tables.helpers.advisers.find(job, owner, Attempt))


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
    return await in_thread(lambda: played.record(earlier).to_text())


def _key(played: PlayedGame) -> str:
    """Another one for every other position, for the end that players agreed on, and for analyses of another kind."""
    end = hashlib.blake2b(played.outcome.encode(), digest_size=4).hexdigest() if played.table.over else ""
    return f"{FORM} {played.moved} {end}".strip()


CALLS: dict[str, Callable[..., Awaitable[Any]]] = {
    "hint": hint,
    "reasons": reasons,
    "analysis": analysis,
    "puzzle": puzzle,
}
"""The calls about advice by the last word of their addresses."""
