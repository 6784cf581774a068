"""The tables that are being played: one lock each, kept in memory as a cache of the database.

A change is worked out in memory, committed, and only then acknowledged and shown. If another worker was
faster, the unique sequence number says so: the table is read again and the request is judged anew.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from ..engine import Game, GrognardError
from ..games import load_game
from .course import Course
from .models import Ack, Notice, TableState
from .problems import Conflict, Forbidden, Problem, SeqTaken, Unknown
from .settings import Settings
from .storage import Row, Storage, Token
from .views import Holder, encoder, lines, seat_states, seat_view

log = logging.getLogger("grognard.server")

Change = Callable[[Course], list[Row]]
"""Works a change out in memory; complains if it is not allowed."""
Repeat = Callable[[Course], Ack | None]
"""Finds the answer to a request that was answered before."""


class Listener:
    """A connected browser: it is woken after a change and asks for what it has not seen."""

    def __init__(self, token: Token, since: int) -> None:
        self.token = token
        self.since = since
        self.wake = asyncio.Event()
        self.wake.set()


class LiveTable:
    """A table in memory."""

    def __init__(self, course: Course) -> None:
        self.id = course.stored.id
        self.course = course
        self.pace = course.stored.pace
        self.lock = asyncio.Lock()
        self.listeners: set[Listener] = set()
        self.notices: list[Notice] = []
        self.notice_count = 0
        self.stuck: set[str] = set()
        """Seats whose bot failed and waits to be tried again."""
        self.thinking = False
        self.driver: asyncio.Task[None] | None = None
        self.nudge = asyncio.Event()
        self._sent: dict[Any, bytes] = {}

    # -- who may what ----------------------------------------------------------------------------

    def holder(self, token: Token) -> Holder:
        """What a token allows now."""
        players = self.course.players
        if token.role == "owner":
            return Holder("owner", tuple(s for s, player in players.items() if player == "human"))
        if token.role == "guest" and players.get(token.seat) in ("open", "guest"):
            return Holder("guest", (token.seat,), token.seat)
        return Holder("spectator", ())

    @property
    def here(self) -> frozenset[str]:
        """The seats of which a browser is connected."""
        return frozenset(seat for one in self.listeners for seat in self.holder(one.token).seats)

    # -- what is seen ----------------------------------------------------------------------------

    def state(self, token: Token, since: int = -1) -> TableState:
        """The table as a token sees it; the log from row `since` on (all of it without)."""
        course = self.course
        holder = self.holder(token)
        seats = holder.seats or ("",)
        log_from = course.log_from(since)
        apart = course.has_secrets and len(seats) > 1
        mine = course.asked in holder.seats
        over = course.table.over
        return TableState(
            table=self.id,
            game=course.game.id,
            scenario=course.stored.scenario,
            options=list(course.stored.options),
            seq=course.seq,
            actions=len(course.table.entries),
            seats=seat_states(course, holder, self.here),
            views=[seat_view(course, course.position, seat) for seat in seats],
            log_from=log_from,
            log=[] if apart else lines(course, seats[0], log_from),
            seat_logs={seat: lines(course, seat, log_from) for seat in seats} if apart else {},
            asked=course.asked,
            can_undo=mine and course.table.can_undo,
            can_redo=mine and course.table.can_redo,
            owner=holder.role == "owner",
            pace="watchable" if self.pace == "watchable" else "fast",
            thinking=self.thinking,
            notices=list(self.notices),
            commitment=course.table.stream.commitment,
            seed=course.stored.seed if over else "",
            over=over,
        )

    def message(self, token: Token, since: int) -> bytes:
        """The state as JSON; browsers with the same rights share one."""
        key = (self.holder(token), since)
        found = self._sent.get(key)
        if found is None:
            found = self._sent[key] = encoder.encode(self.state(token, since))
        return found

    def changed(self) -> None:
        """Wake everybody."""
        self._sent.clear()
        for listener in self.listeners:
            listener.wake.set()
        self.nudge.set()

    def notice(self, seat: str, text: str) -> None:
        """Tell the table something."""
        self.notice_count += 1
        self.notices.append(Notice(id=self.notice_count, kind="bot", seat=seat, text=text))
        self.changed()

    def clear_notices(self, seat: str) -> None:
        """A seat's trouble is over."""
        self.stuck.discard(seat)
        self.notices = [notice for notice in self.notices if notice.seat != seat]
        self.changed()


class Tables:
    """All tables of this worker."""

    def __init__(self, settings: Settings, storage: Storage) -> None:
        self.settings = settings
        self.storage = storage
        self.live: OrderedDict[str, LiveTable] = OrderedDict()
        self._loading: dict[str, asyncio.Future[LiveTable]] = {}
        self._tokens: dict[str, Token] = {}
        self._games: dict[str, Game[Any]] = {}
        self.drive: Callable[[LiveTable], None] = lambda live: None
        """Called for a table that may wait for a bot."""

    def game(self, name: str) -> Game[Any]:
        """A game with the data this server uses."""
        if name not in self._games:
            try:
                self._games[name] = load_game(name, self.settings.packs.get(name))
            except GrognardError as problem:
                raise Unknown(str(problem)) from None
        return self._games[name]

    # -- loading ---------------------------------------------------------------------------------

    async def get(self, table_id: str) -> LiveTable:
        """A table, from memory or rebuilt from its rows."""
        found = self.live.get(table_id)
        if found is not None:
            self.live.move_to_end(table_id)
            return found
        under_way = self._loading.get(table_id)
        if under_way is not None:
            return await asyncio.shield(under_way)
        future = self._loading[table_id] = asyncio.get_running_loop().create_future()
        try:
            live = LiveTable(await self._load(table_id))
            self.add(live)
            future.set_result(live)
            return live
        except BaseException as problem:
            future.set_exception(problem)
            future.exception()  # nobody else may be waiting
            raise
        finally:
            del self._loading[table_id]

    async def _load(self, table_id: str) -> Course:
        stored = await self.storage.table(table_id)
        if stored is None:
            raise Unknown("there is no such table")
        rows = await self.storage.rows(table_id)
        game = self.game(stored.game)

        def build() -> Course:
            course = Course(game, stored)
            course.read(rows)
            return course

        return await asyncio.to_thread(build)

    def add(self, live: LiveTable) -> None:
        """Keep a table in memory; those long unused are let go."""
        self.live[live.id] = live
        for old in list(self.live.values()):
            if len(self.live) <= self.settings.tables_in_memory:
                break
            if not old.listeners and old.driver is None and not old.lock.locked() and old is not live:
                del self.live[old.id]
        self.drive(live)

    async def refresh(self, live: LiveTable) -> None:
        """Take over what other workers wrote; the table's lock must be held."""
        rows = await self.storage.rows(live.id, live.course.seq)
        if rows:
            live.course.read(rows)
            live.changed()

    # -- tokens ----------------------------------------------------------------------------------

    async def token(self, table_id: str, secret: str) -> Token:
        """What a token allows at a table; a token of another table allows nothing."""
        token = self._tokens.get(secret)
        if token is None:
            token = await self.storage.token(secret)
            if token is not None:
                if len(self._tokens) > 10_000:
                    self._tokens.clear()
                self._tokens[secret] = token
        if token is None or token.table_id != table_id:
            raise Forbidden("this link does not open this table")
        return token

    # -- changing --------------------------------------------------------------------------------

    async def change(
        self, live: LiveTable, change: Change, *, seq: int | None = None, repeat: Repeat = lambda course: None
    ) -> Ack:
        """Judge and commit a change; returns after the commit. `seq` is what the client acted on."""
        async with live.lock:
            for _ in range(5):
                known = repeat(live.course)
                if known is not None:
                    return known
                if seq is not None and seq > live.course.seq:
                    await self.refresh(live)
                if seq is not None and not live.course.moved <= seq <= live.course.seq:
                    raise Conflict("the table has moved on since", seq=live.course.seq)
                if await self._commit(live, change):
                    break
            else:
                raise Conflict("the table is too busy; try again", seq=live.course.seq)
            ack = Ack(seq=live.course.seq)
        self.drive(live)
        live.changed()
        return ack

    async def _commit(self, live: LiveTable, change: Change) -> bool:
        """Whether the change was committed; if not, the table has been read again."""
        course = live.course
        before = (course.headline, course.outcome)
        try:
            rows = change(course)
        except Problem:
            raise  # nothing has been changed
        except Exception:
            live.course = await self._load(live.id)
            raise
        after = (course.headline, course.outcome)
        commit = asyncio.ensure_future(
            self.storage.append(live.id, rows, headline=after[0], outcome=after[1], changed=before != after)
        )
        try:
            # A client that hangs up in between must not leave memory and database apart.
            await asyncio.shield(commit)
            return True
        except asyncio.CancelledError:
            await asyncio.wait([commit])
            if commit.exception() is not None:
                live.course = await self._load(live.id)
            live.changed()
            self.drive(live)
            raise
        except SeqTaken:
            live.course = await self._load(live.id)
            live.changed()
            return False
        except Exception:
            log.exception("a change of table %s could not be saved", live.id)
            live.course = await self._load(live.id)
            raise

    # -- other workers ---------------------------------------------------------------------------

    async def watch(self) -> None:
        """Look for what other workers wrote at the tables that somebody watches here."""
        while True:
            await asyncio.sleep(self.settings.poll)
            watched = [live for live in self.live.values() if live.listeners]
            if not watched:
                continue
            try:
                last = await self.storage.last_seqs([live.id for live in watched])
                for live in watched:
                    if last.get(live.id, 0) > live.course.seq:
                        async with live.lock:
                            await self.refresh(live)
                        self.drive(live)
            except Exception:
                log.exception("other workers' changes could not be read")
