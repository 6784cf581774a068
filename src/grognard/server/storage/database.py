"""Reading and writing the database, in threads so that the event loop never waits for a disk.

`append` is the only thing that changes a table's rows, and it returns after the commit. SQLite gets one thread that
writes and a few that read, PostgreSQL a small pool. Where the database does not answer in time, `Unavailable` says so;
a change of which nobody knows whether it was committed goes along with it.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import secrets
import time
import zlib
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from alembic import command
from alembic.config import Config
from sqlalchemy import (
    Connection,
    Engine,
    create_engine,
    delete,
    event,
    func,
    insert,
    make_url,
    select,
    text,
    update,
)
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.pool import StaticPool

from ..errors import Unavailable
from . import schema
from .rows import Found, KeptAnalysis, Links, Row, Snapshot, Stored, Token, token_hash
from .writer import (
    CHANNEL,
    COLUMNS,
    NOTIFY,
    Appender,
    Holding,
    is_away,
    row_values,
    sever,
    snapshot_values,
)

T = TypeVar("T")
log = logging.getLogger("grognard.server")

MIGRATION_LOCK = 0x67726F67
"""The advisory lock that keeps two starting workers from migrating one PostgreSQL database at a time."""
PATIENCE = 4.0
"""Seconds that a request waits for the database."""
GIVE_UP = 8.0
"""Seconds after which a connection that still does not answer is cut."""
TIMEOUTS = {
    "connect_timeout": 3,
    "options": "-c statement_timeout=5000 -c lock_timeout=4000 -c idle_in_transaction_session_timeout=10000",
    "keepalives": 1,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 8000,
}
"""How long PostgreSQL may take: a statement, a lock, and a peer that no longer answers."""


def make_engine(url: str) -> Engine:
    """An engine whose transactions begin when they should, also on SQLite."""
    if not url.startswith("sqlite"):
        return create_engine(url, pool_size=8, max_overflow=0, pool_timeout=3, connect_args=TIMEOUTS)
    file = make_url(url).database
    arguments: dict[str, Any] = {"connect_args": {"check_same_thread": False, "timeout": 3}}
    if _in_memory(url):
        arguments["poolclass"] = StaticPool
    else:
        _private(Path(str(file)))
    engine = create_engine(url, **arguments)

    @event.listens_for(engine, "connect")
    def connected(connection: Any, _: Any) -> None:
        connection.isolation_level = None  # SQLAlchemy begins transactions, not the driver
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begins(connection: Connection) -> None:
        reading = connection.get_execution_options().get("reading")
        connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")

    return engine


def _in_memory(url: str) -> bool:
    return url.startswith("sqlite") and make_url(url).database in (None, "", ":memory:")


def _private(file: Path) -> None:
    """Make the database's file for its owner alone: it holds the seeds of running games."""
    file.parent.mkdir(parents=True, exist_ok=True)
    os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))
    if file.stat().st_uid == os.geteuid():
        file.chmod(0o600)


class _Cut(Exception):
    """The connection was gone; a new one may do."""


class Storage:
    """One database."""

    def __init__(self, url: str) -> None:
        self.engine = make_engine(url)
        self.postgres = self.engine.dialect.name == "postgresql"
        self.name = secrets.token_hex(4)
        """How this worker is called among those that share the database."""
        threads = ThreadPoolExecutor(8 if self.postgres else 1, thread_name_prefix="database")
        self.writers = self.readers = threads
        self.appender = Appender(self.engine, threads, self.name, patience=PATIENCE, give_up=GIVE_UP)
        if not self.postgres and not _in_memory(url):
            self.readers = ThreadPoolExecutor(2, thread_name_prefix="database-reader")

    @property
    def shared(self) -> bool:
        """Whether other workers may write to it."""
        return self.postgres

    async def run(self, work: Callable[[Connection], T], *, reading: bool = False, patience: float = PATIENCE) -> T:
        """Do work in one transaction, in a thread."""
        try:
            return await self._try(work, reading, patience)
        except _Cut:
            if not reading:
                raise Unavailable from None
        try:
            return await self._try(work, reading, patience)  # on a new connection
        except _Cut:
            raise Unavailable from None

    async def _try(self, work: Callable[[Connection], T], reading: bool, patience: float) -> T:
        holding = Holding()
        job = (self.readers if reading else self.writers).submit(self._transaction, work, holding, reading)
        return await self._answer(job, holding, reading, patience)

    def _transaction(self, work: Callable[[Connection], T], holding: Holding, reading: bool) -> T:
        """Do work in one transaction, in this thread."""
        with self.engine.connect().execution_options(reading=reading) as connection:
            holding.connection = connection.connection.driver_connection
            try:
                with connection.begin():
                    return work(connection)
            finally:
                holding.connection = None

    async def _answer(self, job: Future[T], holding: Holding, reading: bool, patience: float) -> T:
        """What a job in a thread gives; `Unavailable` where it takes too long or the database is not there."""
        waiting = asyncio.wrap_future(job)
        waiting.add_done_callback(lambda done: done.cancelled() or done.exception())  # it is asked for below
        await asyncio.wait([waiting], timeout=patience)
        if not job.done():
            begun = not job.cancel()
            log.warning("the database has not answered for %g seconds", patience)
            if begun and self.postgres:
                asyncio.get_running_loop().call_later(GIVE_UP, sever, holding)
            raise Unavailable(job if begun and not reading else None)
        try:
            return job.result()
        except IntegrityError:
            raise
        except (DBAPIError, PoolTimeout) as problem:
            if not is_away(problem):
                raise
            cut = isinstance(problem, DBAPIError) and problem.connection_invalidated
            raise (_Cut if cut else Unavailable) from None

    async def migrate(self) -> None:
        """Bring the database's form up to date."""
        await self.run(migrate, patience=600)

    async def close(self) -> None:
        """Finish what is under way and let go."""
        await asyncio.to_thread(self.writers.shutdown)
        await asyncio.to_thread(self.readers.shutdown)
        self.engine.dispose()

    async def check(self) -> None:
        """Complain if the database does not answer."""
        await self.run(lambda c: c.execute(text("SELECT 1")) and None, reading=True)

    # -- tables ----------------------------------------------------------------------------------

    async def create(self, stored: Stored, tokens: dict[str, Token], rows: Sequence[Row]) -> None:
        """Open a table with its tokens and the answers of luck that come before the first decision."""

        def work(c: Connection) -> None:
            values = msgspec.to_builtins(stored)
            values["options"] = " ".join(stored.options)
            values |= {name: json.dumps(values[name]) for name in ("players", "people")}
            c.execute(insert(schema.tables).values(values))
            for token, held in tokens.items():
                c.execute(insert(schema.tokens).values(hash=token_hash(token), **msgspec.to_builtins(held)))
            if rows:
                c.execute(insert(schema.rows), [row_values(stored.id, row) for row in rows])

        await self.run(work)

    async def find(self, table_id: str) -> Found | None:
        """A table with its last snapshot and the rows behind it."""
        return await self.run(lambda c: find(c, table_id), reading=True)

    async def tables(self, ids: Sequence[str]) -> list[Stored]:
        """Several tables, the last played first."""
        t = schema.tables
        query = select(t).where(t.c.id.in_(ids)).order_by(t.c.touched.desc())
        return await self.run(lambda c: [_stored(found) for found in c.execute(query).mappings()], reading=True)

    async def remove(self, table_id: str, seq: int) -> bool:
        """Remove a table, unless another worker has written to it since row `seq`; tells whether it is gone."""

        def work(c: Connection) -> bool:
            if highest(c, table_id) > seq:
                return False
            remove(c, [table_id])
            return True

        return await self.run(work)

    async def prune(self, days: float) -> list[str]:
        """Remove the tables that nobody has played for so many days; gives their ids."""
        return await self.run(lambda c: prune(c, days), patience=60)

    async def set_pace(self, table_id: str, pace: str) -> None:
        """Change how fast bots play."""
        query = update(schema.tables).where(schema.tables.c.id == table_id).values(pace=pace)
        await self.run(lambda c: c.execute(query) and None)

    # -- rows ------------------------------------------------------------------------------------

    async def rows(self, table_id: str, after: int = 0, upto: int = 2**31 - 1) -> list[Row]:
        """The rows of a table behind a sequence number."""
        return await self.run(lambda c: rows_of(c, table_id, after, upto), reading=True)

    def append(
        self,
        table_id: str,
        rows: Sequence[Row],
        *,
        snapshot: Snapshot | None = None,
        links: Links | None = None,
        **values: Any,
    ) -> Awaitable[None]:
        """Write rows, perhaps a snapshot, new links and new values of the table; it is done after the commit."""
        return self.appender.append(table_id, rows, snapshot, values, links)

    def _tell_others(self, c: Connection, table_id: str, seq: int) -> None:
        """Within the transaction, so that others hear of it exactly when it is committed."""
        if self.postgres:
            c.execute(NOTIFY, {"channel": CHANNEL, "words": f"{self.name} {table_id} {seq}"})

    async def done(self, table_id: str, client_id: str) -> tuple[Row, int] | None:
        """What a client's id was used for, and the last row that was written with it."""
        r = schema.rows.c

        def work(c: Connection) -> tuple[Row, int] | None:
            found = c.execute(_row_query.where(r.table_id == table_id, r.client_id == client_id)).mappings().first()
            if found is None:
                return None
            row = Row(**found)
            after = select(func.min(r.seq)).where(r.table_id == table_id, r.seq > row.seq, r.kind != "chance")
            last = select(func.max(r.seq)).where(r.table_id == table_id)
            following = c.execute(after).scalar()
            return row, (following - 1 if following else int(c.execute(last).scalar() or row.seq))

        return await self.run(work, reading=True)

    async def void(self, secret: str) -> None:
        """A guest's link is of no use any more."""
        t = schema.tokens

        def work(c: Connection) -> None:
            found = c.execute(select(t.c.table_id).where(t.c.hash == token_hash(secret), t.c.role == "guest")).scalar()
            if found is not None:
                c.execute(delete(t).where(t.c.hash == token_hash(secret)))
                self._tell_others(c, found, 0)

        await self.run(work)

    async def guest_seen(self, secret: str) -> None:
        """A guest is here."""
        t = schema.tokens
        query = update(t).where(t.c.hash == token_hash(secret), t.c.role == "guest").values(seen=time.time())
        await self.run(lambda c: c.execute(query) and None)

    async def last_seen(self, table_id: str, seat: str) -> float | None:
        """When a guest of a seat was here last; None if there is no link by which one could come."""
        t = schema.tokens.c
        query = select(func.max(t.seen)).where(t.table_id == table_id, t.seat == seat, t.role == "guest")
        return await self.run(lambda c: c.execute(query).scalar(), reading=True)

    async def ended(self, table_id: str) -> tuple[float, set[str]]:
        """When a game was played last, and the guests who have fetched its record."""
        r = schema.rows.c
        played = select(func.max(r.at)).where(
            r.table_id == table_id, r.kind.in_(("action", "chance", "resign", "accept"))
        )
        told = select(r.who).where(r.table_id == table_id, r.kind == "told")

        def work(c: Connection) -> tuple[float, set[str]]:
            return float(c.execute(played).scalar() or 0), set(c.execute(told).scalars())

        return await self.run(work, reading=True)

    # -- snapshots -------------------------------------------------------------------------------

    async def save(self, table_id: str, snapshot: Snapshot) -> None:
        """Keep a snapshot of a table that has not changed."""
        try:
            await self.run(lambda c: save_snapshot(c, table_id, snapshot))
        except IntegrityError:
            log.info("table %s has such a snapshot already", table_id)

    async def past(self, table_id: str, entries: int) -> tuple[Snapshot | None, list[Row]]:
        """The last snapshot with at most so many actions behind it, and all rows of the table."""

        def work(c: Connection) -> tuple[Snapshot | None, list[Row]]:
            return _last_snapshot(c, table_id, entries), rows_of(c, table_id)

        return await self.run(work, reading=True)

    # -- analyses --------------------------------------------------------------------------------

    async def analysis(self, table_id: str, key: str) -> KeptAnalysis | None:
        """What was found in looking back at a game, as it stood under this key."""
        a = schema.analyses
        query = select(a).where(a.c.table_id == table_id, a.c.key == key)
        found = await self.run(lambda c: c.execute(query).mappings().first(), reading=True)
        if found is None:
            return None
        return KeptAnalysis(table_id, key, found["touched"], zlib.decompress(found["found"]).decode())

    async def keep_analysis(self, kept: KeptAnalysis) -> None:
        """Keep it in place of the one before; a table that is gone needs none."""
        a, t = schema.analyses, schema.tables
        values = {"key": kept.key, "touched": kept.touched, "found": zlib.compress(kept.text.encode())}

        def work(c: Connection) -> None:
            if c.execute(select(t.c.id).where(t.c.id == kept.table_id)).first() is None:
                return
            if not c.execute(update(a).where(a.c.table_id == kept.table_id).values(values)).rowcount:
                c.execute(insert(a).values(table_id=kept.table_id, **values))

        try:
            await self.run(work)
        except IntegrityError:
            log.info("the analysis of table %s was saved by another worker, or its table is gone", kept.table_id)

    # -- tokens ----------------------------------------------------------------------------------

    async def token(self, token: str) -> Token | None:
        """What a token allows; nothing if it is unknown."""
        found = await self.tokens([token])
        return found.get(token)

    async def tokens(self, wanted: Sequence[str]) -> dict[str, Token]:
        """What tokens allow; unknown ones are left out."""
        by_hash = {token_hash(token): token for token in wanted}
        t = schema.tokens.c
        query = select(t.hash, t.table_id, t.role, t.seat).where(t.hash.in_(by_hash))
        return await self.run(
            lambda c: {by_hash[h]: Token(table, role, seat) for h, table, role, seat in c.execute(query)}, reading=True
        )


def migrate(connection: Connection, to: str = "head") -> None:
    """Run the migrations that are missing, one worker at a time."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SET LOCAL statement_timeout = 0"))
        connection.execute(text("SET LOCAL lock_timeout = 0"))
        connection.execute(text(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})"))
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, to)


def find(c: Connection, table_id: str) -> Found | None:
    """A table with its last snapshot and the rows behind it."""
    table = c.execute(select(schema.tables).where(schema.tables.c.id == table_id)).mappings().first()
    if table is None:
        return None
    snapshot = _last_snapshot(c, table_id)
    rows = rows_of(c, table_id, after=snapshot.seq if snapshot else 0)
    r = schema.rows.c
    taken = select(r.who).where(r.table_id == table_id, r.kind == "seat", r.text == "human")
    used = select(r.client_id).where(r.table_id == table_id, r.seq <= (snapshot.seq if snapshot else 0))
    known = frozenset(map(hash, c.execute(used.where(r.client_id.is_not(None))).scalars()))
    return Found(_stored(table), snapshot, rows, frozenset(c.execute(taken).scalars()), known)


def highest(c: Connection, table_id: str) -> int:
    """The number of the last row of a table."""
    r = schema.rows.c
    return int(c.execute(select(func.max(r.seq)).where(r.table_id == table_id)).scalar() or 0)


def prune(c: Connection, days: float) -> list[str]:
    """Remove the tables that nobody has played for so many days; gives their ids."""
    t, r = schema.tables.c, schema.rows.c
    before = time.time() - days * 86_400
    played = select(func.max(r.at)).where(r.table_id == t.id).scalar_subquery()
    old = select(t.id).where(t.touched < before, func.coalesce(played, 0.0) < before)
    gone = list(c.execute(old).scalars())
    remove(c, gone)
    return gone


def remove(c: Connection, ids: Sequence[str]) -> None:
    """Remove tables with everything that belongs to them."""
    s = schema
    parts = (s.analyses.c.table_id, s.snapshots.c.table_id, s.rows.c.table_id, s.tokens.c.table_id, s.tables.c.id)
    for part in parts:
        for table_id in ids:
            c.execute(delete(part.table).where(part == table_id))


def save_snapshot(c: Connection, table_id: str, snapshot: Snapshot) -> None:
    """Write a snapshot; only the last one of a table keeps what each seat saw."""
    s = schema.snapshots
    c.execute(update(s).where(s.c.table_id == table_id, s.c.views != "{}").values(views="{}"))
    c.execute(insert(s).values(snapshot_values(table_id, snapshot)))


_row_query = select(*(schema.rows.c[name] for name in COLUMNS))


def rows_of(c: Connection, table_id: str, after: int = 0, upto: int = 2**31 - 1) -> list[Row]:
    """The rows of a table between two sequence numbers."""
    r = schema.rows.c
    query = _row_query.where(r.table_id == table_id, r.seq > after, r.seq <= upto).order_by(r.seq)
    return [Row(**found) for found in c.execute(query).mappings()]


def _last_snapshot(c: Connection, table_id: str, entries: int = 2**31 - 1) -> Snapshot | None:
    """The last snapshot with at most so many actions behind it, with the whole log up to it."""
    s = schema.snapshots
    mine = s.c.table_id == table_id
    last = select(s).where(mine, s.c.entries <= entries).order_by(s.c.seq.desc()).limit(1)
    found = c.execute(last).mappings().first()
    if found is None:
        return None
    values = dict(found)
    del values["table_id"]
    lines = select(s.c.lines).where(mine, s.c.seq <= values["seq"]).order_by(s.c.seq)
    values["lines"] = tuple(c.execute(lines).scalars())
    values["players"] = json.loads(values["players"])
    return Snapshot(**values)


def _stored(found: Any) -> Stored:
    values = dict(found)
    values["options"] = tuple(values["options"].split())
    values |= {name: json.loads(values[name]) for name in ("players", "people")}
    return Stored(**values)
