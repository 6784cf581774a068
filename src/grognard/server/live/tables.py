"""The tables that are being played: one lock each, kept in memory as a cache of the database.

A change is worked out in memory, committed, and only then acknowledged and shown. If another worker was
faster, the sequence number says so: the table is read again and the request is judged anew. A table whose commit is
not certain is read again before anything else is answered.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import contextlib
import gc
import logging
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

import msgspec

from ...engine import Game, GrognardError, Position
from ...engine.record import Entry
from ...engine.view import View, view
from ...games import game_names, load_game, problems
from ..errors import Conflict, Forbidden, LinkVoid, Pending, Problem, SeqTaken, Unavailable, Unknown
from ..messages import Ack
from ..play.changes import entries_of
from ..play.game import Done, PlayedGame
from ..play.loading import code_of, load
from ..settings import Settings
from ..storage.rows import Links, Row, Snapshot, Token
from ..storage.store import Store
from ..tasks.helpers import Helpers
from ..threads import in_thread
from .analyses import Analyses
from .table import LiveTable
from .views import encoder, seat_view

log = logging.getLogger("grognard.server")

Change = Callable[[PlayedGame], list[Row]]
"""Works a change out in memory; complains if it is not allowed."""


class Repeat(msgspec.Struct, frozen=True):
    """How a repeated request is known, and what it is answered."""

    client_id: str
    answer: Callable[[PlayedGame, Done], Ack]


class Tables:
    """All tables of this worker."""

    def __init__(self, settings: Settings, storage: Store, helpers: Helpers) -> None:
        self.settings = settings
        self.storage = storage
        self.live: OrderedDict[str, LiveTable] = OrderedDict()
        self._loading: dict[str, asyncio.Future[LiveTable]] = {}
        self._tokens: dict[str, Token] = {}
        self._guests: dict[Token, float] = {}
        self._games: dict[str, Game[Any]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self.helpers = helpers
        self.analyses = Analyses(settings, storage, helpers.advisers)
        self.changes = 0
        """How many changes this worker has committed."""
        self.hearing = not storage.shared
        """Whether this worker hears what others write; while it does not, it asks the database each time."""
        self.drive: Callable[[LiveTable], None] = lambda live: None
        """Called for a table that may wait for a bot."""
        self.may_rename: Callable[[str], bool] = lambda who: True
        """Whether somebody may give another name now."""

    def game(self, name: str) -> Game[Any]:
        """A game with the data this server uses."""
        if name not in self._games:
            try:
                self._games[name] = load_game(name, self.settings.packs.get(name))
            except GrognardError as problem:
                raise Unknown(str(problem)) from None
        return self._games[name]

    def warm(self) -> None:
        """Load all games and make what their tables share."""
        for problem in problems():
            log.warning("%s", problem)
        for name in game_names():
            game = self.game(name)
            game.warm()
            code_of(game)  # reads many files, once
        # The games stay for ever: to look through them for garbage would hold everybody up for a tenth of a second.
        gc.collect()
        gc.freeze()
        # Nor need tables be looked through all the time: hardly anything here refers to itself.
        gc.set_threshold(10_000, 20, 20)

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

    async def _load(self, table_id: str) -> PlayedGame:
        for _ in range(5):
            found = await self.storage.find(table_id)
            if found is None:
                raise Unknown("there is no such table")
            loaded = await in_thread(load, self.game(found.stored.game), found)
            if not loaded.news:
                return loaded.played
            try:
                snapshot = with_views(loaded.played) if not loaded.played.closed else None
                await self.storage.append(table_id, loaded.news, snapshot=snapshot, **loaded.values)
                return loaded.played
            except SeqTaken:
                continue  # another worker was faster
        raise Conflict("the table is too busy; try again")

    def add(self, live: LiveTable) -> None:
        """Keep a table in memory; those long unused are let go."""
        self.live[live.id] = live
        for old in list(self.live.values()):
            if len(self.live) <= self.settings.tables_in_memory:
                break
            if not old.listeners and old.driver is None and not old.lock.locked() and old is not live:
                del self.live[old.id]
        self.drive(live)

    # -- a table that is certain -----------------------------------------------------------------

    @asynccontextmanager
    async def at(self, live: LiveTable, seq: int = 0) -> AsyncIterator[PlayedGame]:
        """A table for oneself, as the database has it; `Unavailable` while that cannot be said.

        A client that has seen row `seq` is never shown less, even if this worker has not heard of it yet.
        """
        async with live.lock:
            await self._make_certain(live)
            if seq > live.played.seq:
                await self.refresh(live)
            yield live.played

    async def _make_certain(self, live: LiveTable) -> None:
        """Read the table again if a commit failed, or if other workers may have written without our hearing."""
        if not live.uncertain:
            if not self.hearing:
                await self.refresh(live)
            return
        if live.pending is not None:
            await asyncio.wait([asyncio.ensure_future(_ended(live.pending))], timeout=1.0)
            if not live.pending.done():
                raise Unavailable
            live.pending = None
        live.played = await self._load(live.id)
        live.listed = None
        live.uncertain = False
        live.changed()

    async def refresh(self, live: LiveTable) -> None:
        """Take over what other workers wrote; the table's lock must be held."""
        rows = await self.storage.rows(live.id, live.played.seq)
        if not rows:
            return
        live.listed = None
        try:
            live.played.read(rows)
        except (GrognardError, Problem):
            live.uncertain = True  # it may have been read in part
            live.played = await self._load(live.id)
            live.uncertain = False
        live.changed()

    def _mend(self, live: LiveTable) -> None:
        """Read a table again as soon as the database answers, even if nobody asks."""

        async def mend() -> None:
            while live.uncertain:
                await asyncio.sleep(0.25)
                try:
                    async with self.at(live):
                        pass
                except Unavailable:
                    continue
                except Exception:
                    log.exception("table %s could not be read again", live.id)
                    self.live.pop(live.id, None)
                    return
            self.drive(live)

        self.in_background(mend())

    def in_background(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something besides; it is ended with the server."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Keep snapshots of what has been played since the last ones: the next version may have other rules."""
        await self.helpers.uploads.close()
        await self.helpers.reviews.close()
        await self.analyses.close()
        await self.helpers.advisers.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for live in list(self.live.values()):
            played = live.played
            if live.uncertain or live.lock.locked() or played.closed or played.point.seq <= played.saved[0]:
                continue
            try:
                await self.storage.save(live.id, with_views(played))
            except Unavailable:
                return

    async def clear_up(self) -> None:
        """Remove tables that nobody has played for long, every hour."""
        while True:
            try:
                gone = await self.storage.prune(self.settings.keep_days)
                for table_id in gone:
                    self.live.pop(table_id, None)
                    log.info("table %s was removed: nobody has played it for long", table_id)
            except Unavailable:
                log.warning("abandoned tables could not be removed")
            await asyncio.sleep(3600)

    # -- the past --------------------------------------------------------------------------------

    async def entries(self, live: LiveTable) -> list[Entry]:
        """The actions that are not in memory any more; the table's lock must be held."""
        return entries_of(await self.storage.rows(live.id, upto=live.played.first)) if live.played.first else []

    async def past(self, live: LiveTable, count: int) -> Callable[[], Position[Any, Any]]:
        """What works out the position after so many actions, in a thread; the table's lock must be held."""
        played = live.played
        table = played.table
        if count > table.count:
            raise Conflict(f"only {table.count} actions have been played", seq=played.seq)
        if count >= table.before:
            start = max(n for n in played.keyframes if n <= count)
            g = played.keyframes[start].copy()
            g.forget()  # what was derived is shared with positions of other threads
            actions = [entry.action for entry in table.entries[start - table.before : count - table.before]]
        else:
            snapshot, rows = await self.storage.past(live.id, count)
            start = snapshot.entries if snapshot else 0
            g = played.game.from_json(snapshot.position) if snapshot else played.start()
            actions = [entry.action for entry in entries_of(rows)[start:count]]

        def replayed() -> Position[Any, Any]:
            try:
                for action in actions:
                    g.play(action)
            except GrognardError:
                raise Conflict("this part was played by other rules and cannot be shown any more") from None
            return g

        return replayed

    async def first_seen(self, live: LiveTable, seat: str) -> View | None:
        """What a seat saw when the first turn began; None where that is not to be had. The lock must be held."""
        played = live.played
        begun = [0] if played.stored.origin else [mark.at for mark in played.marks() if mark.level == 1]
        if not begun:
            return None
        try:
            past = await self.past(live, begun[0])
            return view(await in_thread(past), played.seat(seat), hints=False)
        except Conflict:
            return None  # it was played by other rules

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

    def forget_tokens(self, table_id: str) -> None:
        """Ask the database again what the tokens of a table allow, those of browsers that listen among them."""
        self._tokens = {secret: token for secret, token in self._tokens.items() if token.table_id != table_id}
        if live := self.live.get(table_id):
            for listener in live.listeners:
                listener.doubted = True
                listener.wake.set()

    async def note_guest(self, secret: str, token: Token, absence: float) -> None:
        """Remember that a guest is here: every few minutes, or more often where he may not be away for long."""
        now = time.monotonic()
        if token.role == "guest" and now > self._guests.get(token, -1e9) + noted_every(absence):
            self._guests[token] = now
            await self.storage.guest_seen(secret)

    # -- changing --------------------------------------------------------------------------------

    async def change(
        self,
        live: LiveTable,
        change: Change,
        *,
        seq: int | None = None,
        repeat: Repeat | None = None,
        links: Links | None = None,
    ) -> Ack:
        """Judge and commit a change; returns after the commit. `seq` is what the client acted on.

        `links` are changed with it.
        """
        async with live.lock:
            for attempt in range(5):
                await self._make_certain(live)
                if seq is not None and seq > live.played.seq:
                    await self.refresh(live)
                known = await self._known(live, repeat, doubtful=attempt > 0)
                if known is not None:
                    return known
                if seq is not None and not live.played.moved <= seq <= live.played.seq:
                    raise Conflict("the table has moved on since", seq=live.played.seq)
                if await self._commit(live, change, links):
                    break
            else:
                raise Conflict("the table is too busy; try again", seq=live.played.seq)
            ack = Ack(seq=live.played.seq)
            self.changes += 1
            if links is not None:
                self.forget_tokens(live.id)
        self.drive(live)
        live.changed()
        return ack

    async def _known(self, live: LiveTable, repeat: Repeat | None, *, doubtful: bool) -> Ack | None:
        """The answer to a request that was answered before, also long ago; the database is asked where it may know."""
        if repeat is None:
            return None
        played = live.played
        done = played.done.get(repeat.client_id)
        if done is None and (doubtful or hash(repeat.client_id) in played.used):
            found = await self.storage.done(live.id, repeat.client_id)
            if found is not None:
                done = Done(found[0].kind, found[0].who, found[0].text, found[1])
        return repeat.answer(played, done) if done is not None else None

    async def _commit(self, live: LiveTable, change: Change, links: Links | None) -> bool:
        """Whether the change was committed; if not, the table must be read again."""
        played = live.played
        before = live.listed if live.listed is not None else _shown(played)
        try:
            rows = change(played)
        except Problem:
            raise  # nothing has been changed
        except Exception:
            live.uncertain = True
            raise
        if not rows:
            return True
        live.uncertain = True  # until the commit has come back
        live.listed = shown = _shown(played)
        values = shown if shown != before else {}
        snapshot = with_views(played) if played.snapshot_due() else None
        commit = asyncio.ensure_future(self.storage.append(live.id, rows, snapshot=snapshot, links=links, **values))
        try:
            # A client that hangs up in between must not leave memory and database apart.
            await asyncio.shield(commit)
        except asyncio.CancelledError:
            await asyncio.wait([commit])
            self._ended(live, commit.exception())
            raise
        except SeqTaken:
            return False
        except LinkVoid:
            self._mend(live)  # it was done in memory only
            raise Forbidden("this link does not open this table any more") from None
        except BaseException as problem:
            self._ended(live, problem)
            raise
        live.uncertain = False
        return True

    def _ended(self, live: LiveTable, problem: BaseException | None) -> None:
        """After a commit for which nobody waits any more, or that failed."""
        if problem is None:
            live.uncertain = False
            live.changed()
            self.drive(live)
            return
        if isinstance(problem, Unavailable):
            live.pending = problem.pending
        else:
            log.error("a change of table %s could not be saved", live.id, exc_info=problem)
        self._mend(live)

    # -- other workers ---------------------------------------------------------------------------

    def heard(self, table_id: str, seq: int) -> None:
        """Another worker wrote to a table; number 0: it must be read anew from its start."""
        live = self.live.get(table_id)
        if not seq:
            self.forget_tokens(table_id)
        if live is not None and not seq:
            live.uncertain = True
        if live is not None and (not seq or seq > live.played.seq):
            self.in_background(self._catch_up(live))

    def heard_nothing(self) -> None:
        """Others may have written without our hearing."""
        for live in list(self.live.values()):
            self.in_background(self._catch_up(live))

    async def _catch_up(self, live: LiveTable) -> None:
        try:
            async with live.lock:
                await self._make_certain(live)
                await self.refresh(live)
        except Unavailable:
            live.uncertain = True
            self._mend(live)
        except Unknown:
            self.live.pop(live.id, None)
        else:
            self.drive(live)


def noted_every(absence: float) -> float:
    """Seconds after which it is noted again that a guest is here, if he may be away for so many hours."""
    return min(300.0, absence * 3600 / 4) if absence else 300.0


def _shown(played: PlayedGame) -> dict[str, str]:
    """What the lobby's list shows of a table."""
    people = encoder.encode(played.people).decode()
    return {"headline": played.headline, "outcome": played.outcome, "people": people}


async def _ended(pending: Pending) -> None:
    """Wait for a change of which nobody knew whether it was committed."""
    with contextlib.suppress(Exception, concurrent.futures.CancelledError):
        await asyncio.shield(asyncio.wrap_future(pending))


def with_views(played: PlayedGame) -> Snapshot:
    """A snapshot with what each seat sees in it, so that it can be read whatever becomes of the rules."""
    point = played.point
    # What is known of the present position need not be found out again for the same one.
    position = played.position if point.seq == played.seq else point.position
    seats = ["", *(info.id for info in played.game.seats(position.setup))]
    views = {seat: seat_view(played, position, seat, question=False) for seat in seats}
    return msgspec.structs.replace(played.snapshot(), views=encoder.encode(views).decode())
