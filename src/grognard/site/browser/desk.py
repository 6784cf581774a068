"""The first worker: it holds the tables and answers the page as a server would, with the server's own code."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import cache
from typing import Any, get_type_hints

import msgspec

from ...engine import GrognardError, read_record
from ...server.errors import Problem, Unknown, sentence
from ...server.live import advising, calls
from ...server.live.bots import Drivers
from ...server.live.opening import open_table
from ...server.live.tables import Tables
from ...server.live.talk import HungUp, talk
from ...server.live.views import encoder
from ...server.messages import NewTable, ProblemBody, TokensBody
from ...server.settings import Settings
from .helpers import Ask, SecondWorker
from .store import BrowserStore, Keeper

log = logging.getLogger("grognard.site")

CALLS = {**calls.CALLS, **advising.CALLS}
LARGE_BODY = 524_288
"""Letters of a request that may hold a record, as on a server."""

Post = Callable[[int, str, str, int], None]
"""Says something over a live line: its number, the event (`open`, `message`, `close`), a text, a code."""
Need = Callable[[str], Awaitable[None]]
"""Makes the rules of a game ready."""


class Desk:
    """All that a page asks."""

    def __init__(self, keeper: Keeper, ask: Ask, need: Need, games: list[str], post: Post) -> None:
        settings = Settings(bot_seconds=60.0)
        self.games = games
        self._need = need
        self.post = post
        self.stopping = asyncio.Event()
        self.lines: dict[int, PageWire] = {}
        self.tables = Tables(settings, BrowserStore(keeper, self.need), SecondWorker(ask, settings.bot_seconds))
        self.drivers = Drivers(settings, self.tables)

    async def need(self, game: str) -> None:
        """Make the rules of a game ready."""
        if game not in self.games:
            raise Unknown(f"there is no game '{game[:64]}' on this page; known are {', '.join(self.games)}")
        try:
            await self._need(game)
        except Exception as problem:
            log.warning("the rules of %s did not come: %s", game, problem)
            raise Problem(
                f"the rules of {game} could not be loaded; are you offline, or is there a new version?"
            ) from None

    # -- requests --------------------------------------------------------------------------------

    async def ask(self, path: str, body: str) -> tuple[int, str, str]:
        """The status, the kind and the text of an answer."""
        try:
            answer = await self._answer(path.removeprefix("/api/").split("/"), body)
        except Problem as problem:
            refused = ProblemBody(detail=sentence(problem.detail), rule=problem.rule, seq=problem.seq)
            return problem.status, "application/json", encoder.encode(refused).decode()
        except Exception:
            log.exception("%s failed", path)
            broken = ProblemBody(detail="The rules in this page failed; the browser's console says why.")
            return 500, "application/json", encoder.encode(broken).decode()
        if isinstance(answer, str):
            return 200, "text/plain", answer
        return 200, "application/json", encoder.encode(answer).decode()

    async def _answer(self, words: list[str], body: str) -> Any:
        if words == ["tables"]:
            return await self._open(_read(body, NewTable))
        if words == ["tables", "mine"]:
            return await calls.mine(self.tables, _read(body, TokensBody))
        if len(words) == 3 and words[0] == "tables" and words[2] in CALLS:
            return await CALLS[words[2]](self.tables, words[1], _read(body, body_of(words[2])))
        raise Unknown("this page has no answer to that")

    async def _open(self, wanted: NewTable) -> Any:
        if "open" in wanted.seats.values():
            raise Problem("nobody can be invited to a table of this page; that takes a server")
        if wanted.record:
            try:
                await self.need(read_record(wanted.record).game)
            except GrognardError as problem:
                raise Problem(str(problem)) from None
        elif wanted.play_on is None and wanted.game:
            await self.need(wanted.game)
        return await open_table(self.tables, wanted)

    # -- live lines ------------------------------------------------------------------------------

    def line(self, number: int, event: str, text: str) -> None:
        """What the page does with a live line: `open` to a table, `message`, `close`."""
        if event == "open":
            wire = self.lines[number] = PageWire(number, self.post)
            self.tables.in_background(self._talk(wire, text))
        elif number in self.lines:
            self.lines[number].heard(text if event == "message" else None)

    async def _talk(self, wire: PageWire, table: str) -> None:
        self.post(wire.number, "open", "", 0)
        try:
            await talk(wire, self.tables, table, self.stopping)
        except Exception:
            log.exception("a live line failed")
        finally:
            self.lines.pop(wire.number, None)
            wire.end()

    def others_wrote(self, table: str, seq: int) -> None:
        """Another window of this browser has written to a table; number 0: it is gone, or to be read anew."""
        self.tables.heard(table, seq)


class PageWire:
    """A live line to the page."""

    def __init__(self, number: int, post: Post) -> None:
        self.number = number
        self.post = post
        self.said: asyncio.Queue[str | None] = asyncio.Queue()
        self.ended = False

    def heard(self, text: str | None) -> None:
        """The page says something, or (None) hangs up."""
        self.said.put_nowait(text)

    async def receive(self) -> str:
        """The next message."""
        text = await self.said.get()
        if text is None:
            self.ended = True
            raise HungUp
        return text

    async def send(self, text: str) -> None:
        """A message."""
        if self.ended:
            raise HungUp
        self.post(self.number, "message", text, 0)

    async def close(self, code: int, reason: str) -> None:
        """The end."""
        if not self.ended:
            self.ended = True
            self.post(self.number, "close", reason, code)

    def end(self) -> None:
        """Nothing more comes."""
        if not self.ended:
            self.ended = True
            self.post(self.number, "close", "", 1006)

    def seated(self) -> str:
        """All bots are those of this browser."""
        return ""

    def allowed(self) -> bool:
        """There is no limit for the player of this browser."""
        return True


@cache
def body_of(call: str) -> Any:
    """What a call takes."""
    return get_type_hints(CALLS[call])["data"]


def _read(body: str, kind: Any) -> Any:
    if len(body) > LARGE_BODY:
        raise Problem("the request is too large")
    try:
        return msgspec.json.decode(body, type=kind)
    except msgspec.MsgspecError as problem:
        raise Problem(str(problem)) from None
