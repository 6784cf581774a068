"""Opening a table: from a scenario's start, from another table's past, or from a record."""

from __future__ import annotations

import secrets
import time
from typing import Any

import msgspec

from ...engine import Game, GrognardError, Position
from ...engine.chance import SEED_BYTES
from ..errors import Conflict, Problem, Unknown
from ..messages import NewTable, Opened
from ..play.game import PlayedGame
from ..play.lessons import lesson_of
from ..play.loading import code_of
from ..play.names import given_name
from ..play.puzzles import puzzle_of
from ..play.toss import OPENER
from ..storage.rows import Stored, Token
from ..threads import in_thread
from .table import LiveTable
from .tables import Tables


class Start(msgspec.Struct, frozen=True):
    """Where a new table begins; without a position, at the scenario's start."""

    game: Game[Any]
    scenario: str
    options: tuple[str, ...]
    position: Position[Any, Any] | None = None
    seed: str = ""
    """A seed that is no secret; without one, a new one is made."""


def new_seed() -> str:
    """The secret seed of a new table."""
    return secrets.token_hex(SEED_BYTES)


def new_id() -> str:
    """The id of a new table; it begins with no dash, because `grognard admin` would take it for a flag."""
    while (made := secrets.token_urlsafe(9)).startswith("-"):
        pass
    return made


async def open_table(tables: Tables, wanted: NewTable, owner: str = "") -> Opened:
    """Open a table and hand out its links; `owner` is whose bots take turns with those of others."""
    name = given_name(wanted.name)
    start = await _start(tables, wanted)
    players = _players(tables, start, {} if wanted.lesson else wanted.seats)
    now = time.time()
    stored = Stored(
        id=new_id(),
        game=start.game.id,
        version=start.game.version,
        data=start.game.pack_hash,
        code=code_of(start.game),
        scenario=start.scenario,
        options=start.options,
        players=players,
        seed=start.seed or new_seed(),
        origin=start.position.to_json() if start.position else None,
        pace=wanted.pace,
        created=now,
        touched=now,
        headline="",
        outcome="",
        absence=float(wanted.absence),
        toss=wanted.toss and not start.seed,
        people={OPENER: name} if name else {},
        hints=wanted.hints,
    )
    played = await in_thread(PlayedGame, start.game, stored)
    stored = msgspec.structs.replace(stored, headline=played.headline, outcome=played.outcome)
    played.stored = stored
    opener, spectator = secrets.token_urlsafe(24), secrets.token_urlsafe(24)
    invites = {seat: secrets.token_urlsafe(24) for seat, player in players.items() if player == "open"}
    tokens = {opener: Token(stored.id, "owner", ""), spectator: Token(stored.id, "spectator", "")}
    tokens |= {secret: Token(stored.id, "invite", seat) for seat, secret in invites.items()}
    await tables.storage.create(stored, tokens, played.opening())
    live = LiveTable(played)
    live.owner = owner or live.id
    tables.add(live)
    return Opened(table=stored.id, token=opener, invites=invites, spectator=spectator)


async def _start(tables: Tables, wanted: NewTable) -> Start:
    if wanted.puzzle and (wanted.play_on is not None or wanted.record or wanted.lesson):
        raise Problem("a table begins with a puzzle or with something else, not with both")
    if wanted.play_on is not None and wanted.record:
        raise Problem("a table can play on from another table or from a record, not from both")
    if wanted.play_on is not None:
        return await _from_table(tables, wanted)
    if wanted.record:
        return await _from_record(tables, wanted)
    if not wanted.game:
        raise Problem("say which game is to be played")
    game = tables.game(wanted.game)
    if wanted.lesson:
        return await _lesson(game)
    if wanted.puzzle:
        puzzle, position = await in_thread(puzzle_of, game, wanted.puzzle)
        return Start(game, puzzle.scenario, tuple(puzzle.options), position)
    try:
        setup = game.setup(wanted.scenario or None, wanted.options)
    except GrognardError as problem:
        raise Problem(str(problem)) from None
    return Start(game, setup.scenario, tuple(sorted(setup.options)))


async def _lesson(game: Game[Any]) -> Start:
    lesson, position = await in_thread(lesson_of, game)
    return Start(game, lesson.scenario, lesson.options, position, lesson.seed)


async def _from_table(tables: Tables, wanted: NewTable) -> Start:
    assert wanted.play_on is not None
    origin = wanted.play_on
    await tables.token(origin.table, origin.token)
    live = await tables.get(origin.table)
    async with tables.at(live) as played:
        if played.has_secrets and not played.table.over:
            raise Conflict("one can play on from a game with secrets only when it is over")
        past = await tables.past(live, origin.at)
        position = await in_thread(past)
    return _checked(played.game, position)


async def _from_record(tables: Tables, wanted: NewTable) -> Start:
    reached = await tables.helpers.uploads.reach(wanted.record, wanted.at)
    game = tables.game(reached.game)
    try:
        return _checked(game, await in_thread(game.from_json, reached.position))
    except GrognardError as problem:
        raise Problem(str(problem)) from None


def _checked(game: Game[Any], position: Position[Any, Any]) -> Start:
    if position.outcome is not None:
        raise Conflict("the game is over at that point; choose an earlier one")
    return Start(game, position.setup.scenario, tuple(sorted(position.setup.options)), position)


def _players(tables: Tables, start: Start, wanted: dict[str, str]) -> dict[str, str]:
    seats = [info.id for info in start.game.scenario(start.scenario).seats]
    for seat in wanted:
        if seat not in seats:
            raise Unknown(f"there is no seat '{seat}' in this scenario; known are {', '.join(seats)}")
    return {seat: check_player(tables, wanted.get(seat, "human")) for seat in seats}


def check_player(tables: Tables, player: str) -> str:
    """A player that may sit down: `human`, `open` or a bot that exists."""
    bots = [f"bot:{name}" for name in tables.settings.seated_bots]
    if player not in ("human", "open", *bots):
        raise Problem(f"'{player}' cannot sit at a table; known are human, open, {', '.join(bots)}")
    return player
