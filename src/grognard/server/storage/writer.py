"""Writing what is played: all changes that wait go into one transaction, so that the disk is waited for once.

It is the one thing that every action needs. So SQLAlchemy writes these statements once for each database, and then
they go to its driver as they are.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import socket
import threading
import time
from collections.abc import Sequence
from concurrent.futures import Executor
from typing import Any

import msgspec
from sqlalchemy import Dialect, Engine, bindparam, delete, func, insert, literal_column, select, text, update
from sqlalchemy.exc import DBAPIError, IntegrityError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from ..errors import LinkVoid, SeqTaken, Unavailable
from . import schema
from .rows import Links, Row, Snapshot

log = logging.getLogger("grognard.server")

CHANNEL = "grognard"
"""Where workers on PostgreSQL tell each other which table has changed."""
COLUMNS = ("seq", "kind", "who", "text", "client_id", "at", "check")
ROW = ("table_id", *COLUMNS)
AT_ONCE = 2
"""Transactions under way at a time on PostgreSQL: one that waits for a lock does not hold up the rest."""

_types = {name: schema.rows.c[name].type for name in ROW}
_highest = select(func.coalesce(func.max(schema.rows.c.seq), literal_column("0")))
_highest = _highest.where(schema.rows.c.table_id == bindparam("table_id", type_=_types["table_id"]))
_follows = _highest.scalar_subquery() == bindparam("seq", type_=_types["seq"]) - literal_column("1")
NEXT = (
    insert(schema.rows)
    .inline()
    .from_select(list(ROW), select(*(bindparam(name, type_=_types[name]) for name in ROW)).where(_follows))
)
"""Inserts a row if its number is the highest plus one: a gap can never be written, whatever a worker believes."""
NOTIFY = text("SELECT pg_notify(:channel, :words)")


class Statement:
    """A statement as a driver takes it."""

    def __init__(self, engine: Engine, statement: Any, columns: Sequence[str] | None = None) -> None:
        compiled = statement.compile(dialect=engine.dialect, column_keys=columns)
        self.text: str = compiled.string
        self.order: list[str] | None = compiled.positiontup if compiled.positional else None

    def values(self, given: dict[str, Any]) -> Any:
        """Values by name, as this driver wants them."""
        return given if self.order is None else [given[name] for name in self.order]


class Change:
    """Rows to be written behind those of a table, perhaps with a snapshot and new values of the table."""

    __slots__ = ("batch", "late", "links", "problem", "rows", "snapshot", "table_id", "timer", "values", "written")

    def __init__(
        self,
        table_id: str,
        rows: Sequence[Row],
        snapshot: Snapshot | None,
        values: dict[str, Any],
        links: Links | None,
        written: asyncio.Future[None],
    ) -> None:
        self.table_id = table_id
        self.rows = rows
        self.snapshot = snapshot
        self.values = values
        self.links = links
        self.written = written
        """What its author waits for."""
        self.timer: asyncio.TimerHandle | None = None
        self.batch: Batch | None = None
        """The transaction that it has become a part of."""
        self.problem: BaseException | None = None
        self.late: asyncio.Future[None] | None = None
        """Ends when it is known whether a change was written for which nobody waits any more."""


class Holding:
    """Whoever holds a connection."""

    connection: Any = None
    """The driver's connection, while it is in use."""


class Batch(Holding):
    """The changes of one transaction."""

    def __init__(self, changes: list[Change]) -> None:
        self.changes = changes


class Appender:
    """All that is played goes through here."""

    def __init__(self, engine: Engine, threads: Executor, name: str, *, patience: float, give_up: float) -> None:
        """`name` is how this worker is called among others.

        An author waits for `patience` seconds; a connection that has not answered `give_up` seconds later is cut.
        """
        self.engine = engine
        self.threads = threads
        self.name = name
        self.patience = patience
        self.give_up = give_up
        self.postgres = engine.dialect.name == "postgresql"
        self.at_once = AT_ONCE if self.postgres else 1
        self._waiting: list[Change] = []
        self._under_way = 0
        self._lock = threading.Lock()
        """For the two above."""
        here = schema.snapshots.c.table_id == bindparam("table_id", type_=_types["table_id"])
        seen = schema.snapshots.c.views != literal_column("'{}'")
        self._next = Statement(engine, NEXT)
        self._more = Statement(engine, insert(schema.rows), ROW)
        self._notify = Statement(engine, NOTIFY)
        self._unseen = Statement(
            engine, update(schema.snapshots).where(here, seen).values(views=literal_column("'{}'"))
        )
        self._snapshot = Statement(engine, insert(schema.snapshots))
        t = schema.tokens
        here = t.c.table_id == bindparam("table_id", type_=t.c.table_id.type)
        self._link = Statement(engine, select(t.c.role).where(here, t.c.hash == bindparam("hash", type_=t.c.hash.type)))
        role, seat = (t.c[name] == bindparam(name, type_=t.c[name].type) for name in ("role", "seat"))
        self._void = Statement(engine, delete(t).where(here, seat, role))
        self._new_link = Statement(engine, insert(t), ("hash", "table_id", "role", "seat", "seen"))
        self._updates: dict[tuple[str, ...], Statement] = {}

    # -- in the event loop -----------------------------------------------------------------------

    def append(
        self,
        table_id: str,
        rows: Sequence[Row],
        snapshot: Snapshot | None,
        values: dict[str, Any],
        links: Links | None = None,
    ) -> asyncio.Future[None]:
        """Write a change; what is given back ends after the commit."""
        loop = asyncio.get_running_loop()
        change = Change(table_id, rows, snapshot, values, links, loop.create_future())
        change.timer = loop.call_later(self.patience, self._too_late, change)
        with self._lock:
            self._waiting.append(change)
            begin = self._under_way < self.at_once
            self._under_way += begin
        if begin:
            self.threads.submit(self._write, loop)
        return change.written

    def _too_late(self, change: Change) -> None:
        """An author has waited long enough."""
        if change.written.done():
            return
        log.warning("the database has not answered for %g seconds", self.patience)
        with self._lock:
            if change.batch is None:
                self._waiting.remove(change)
        if change.batch is not None:
            loop = change.written.get_loop()
            change.late = loop.create_future()
            if self.postgres:
                loop.call_later(self.give_up, sever, change.batch)
        change.written.set_exception(Unavailable(change.late))

    def _settle(self, batch: Batch) -> None:
        """Tell those who wait."""
        for change in batch.changes:
            if change.timer is not None:
                change.timer.cancel()
            if change.late is not None:
                change.late.set_result(None)
            if change.written.done():
                continue
            if change.problem is None:
                change.written.set_result(None)
            elif isinstance(change.problem, IntegrityError):
                change.written.set_exception(SeqTaken())
            else:
                change.written.set_exception(Unavailable() if is_away(change.problem) else change.problem)

    # -- in a thread -----------------------------------------------------------------------------

    def _write(self, loop: asyncio.AbstractEventLoop) -> None:
        """Write all that waits."""
        with self._lock:
            # By table, so that two workers never wait for each other.
            changes = sorted(self._waiting, key=lambda change: change.table_id)
            batch = Batch(changes)
            for change in changes:
                change.batch = batch
            self._waiting = []
        self._try(batch)
        with contextlib.suppress(RuntimeError):  # nobody waits where the loop has ended
            loop.call_soon_threadsafe(self._settle, batch)
        with self._lock:
            again = bool(self._waiting)
            self._under_way -= not again
        if again:
            try:
                self.threads.submit(self._write, loop)  # behind others who wait for the thread
            except RuntimeError:  # the server stops
                self._write(loop)

    def _try(self, batch: Batch) -> None:
        """Write a batch; if one of its changes spoils it, each for itself."""
        try:
            self._transaction(batch, batch.changes)
        except IntegrityError as problem:
            for change in batch.changes:
                change.problem = problem if len(batch.changes) == 1 else self._alone(batch, change)
        except BaseException as problem:
            for change in batch.changes:
                change.problem = problem

    def _alone(self, batch: Batch, change: Change) -> BaseException | None:
        change.problem = None
        try:
            self._transaction(batch, [change])
        except BaseException as problem:
            return problem
        return change.problem

    def _transaction(self, batch: Batch, changes: list[Change]) -> None:
        """Write changes and commit them."""
        dialect = self.engine.dialect
        pooled = driver = None
        try:
            pooled = self.engine.raw_connection()
            batch.connection = driver = pooled.driver_connection
            cursor = pooled.cursor()
            if not self.postgres:
                cursor.execute("BEGIN IMMEDIATE")
            for change in changes:
                self._change(cursor, change)
            pooled.commit()
        except dialect.loaded_dbapi.Error as problem:
            cut = dialect.is_disconnect(problem, driver, None)
            if cut and pooled is not None:
                pooled.invalidate(problem)
            raise _wrapped(dialect, problem, cut) from None
        finally:
            batch.connection = None
            if pooled is not None:
                pooled.close()  # what is not committed is rolled back

    def _change(self, cursor: Any, change: Change) -> None:
        table_id, rows, links = change.table_id, change.rows, change.links
        if links is not None and links.needs:
            cursor.execute(self._link.text, self._link.values({"table_id": table_id, "hash": links.needs}))
            if cursor.fetchone() is None:
                change.problem = LinkVoid()
                return
        cursor.execute(self._next.text, self._next.values(row_values(table_id, rows[0])))
        if cursor.rowcount != 1:
            change.problem = SeqTaken()  # and nothing has been written
            return
        if len(rows) > 1:
            cursor.executemany(self._more.text, [self._more.values(row_values(table_id, row)) for row in rows[1:]])
        if links is not None:
            self._change_links(cursor, table_id, links)
        if change.snapshot is not None:
            cursor.execute(self._unseen.text, self._unseen.values({"table_id": table_id}))
            cursor.execute(self._snapshot.text, self._snapshot.values(snapshot_values(table_id, change.snapshot)))
        if change.values:
            values = {**change.values, "touched": time.time()}
            statement = self._update(tuple(values))
            cursor.execute(statement.text, statement.values({**values, "this": table_id}))
        if self.postgres:
            # Within the transaction, so that others hear of it exactly when it is committed.
            # Number 0: they must ask about links again, too.
            words = f"{self.name} {table_id} {rows[-1].seq if links is None else 0}"
            cursor.execute(self._notify.text, self._notify.values({"channel": CHANNEL, "words": words}))

    def _change_links(self, cursor: Any, table_id: str, links: Links) -> None:
        for role in links.voids:
            void = {"table_id": table_id, "seat": links.seat, "role": role}
            cursor.execute(self._void.text, self._void.values(void))
        if links.adds:
            new = {"hash": links.hash, "table_id": table_id, "role": links.adds, "seat": links.seat}
            cursor.execute(self._new_link.text, self._new_link.values({**new, "seen": time.time()}))

    def _update(self, names: tuple[str, ...]) -> Statement:
        found = self._updates.get(names)
        if found is None:
            query = update(schema.tables).where(schema.tables.c.id == bindparam("this"))
            found = self._updates[names] = Statement(self.engine, query, names)
        return found


def _wrapped(dialect: Dialect, problem: Exception, cut: bool) -> BaseException:
    """A driver's complaint as SQLAlchemy tells it."""
    base = dialect.loaded_dbapi.Error
    return DBAPIError.instance(None, None, problem, base, True, cut, dialect)


def is_away(problem: BaseException) -> bool:
    """Whether a problem is that the database does not answer, or cannot write."""
    cut = isinstance(problem, DBAPIError) and problem.connection_invalidated
    if not cut and not isinstance(problem, OperationalError | InterfaceError | PoolTimeout):
        return False
    first = str(getattr(problem, "orig", None) or problem).partition("\n")[0]
    log.warning("the database does not answer: %s", first[:200])
    return True


def row_values(table_id: str, row: Row) -> dict[str, Any]:
    """A row as the database has it."""
    return {"table_id": table_id, **msgspec.structs.asdict(row)}


def snapshot_values(table_id: str, snapshot: Snapshot) -> dict[str, Any]:
    """A snapshot as the database has it."""
    values = {"table_id": table_id, **msgspec.structs.asdict(snapshot)}
    values["players"] = json.dumps(snapshot.players)
    (values["lines"],) = snapshot.lines
    return values


def sever(holding: Holding) -> None:
    """Hang up on a database that has not answered for long, or its thread would wait for ever."""
    connection = holding.connection
    if connection is None:
        return
    log.warning("a connection to the database is given up")
    with contextlib.suppress(Exception), socket.socket(fileno=os.dup(connection.fileno())) as line:
        line.shutdown(socket.SHUT_RDWR)
