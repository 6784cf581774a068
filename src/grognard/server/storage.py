"""Reading and writing the database, in threads so that the event loop never waits for a disk.

SQLite gets one thread and one connection, PostgreSQL a small pool. `append` is the only thing that changes a
table's course, and it returns after the commit.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, Engine, create_engine, event, func, insert, make_url, select, text, update
from sqlalchemy.exc import IntegrityError

from . import schema
from .problems import SeqTaken

T = TypeVar("T")

MIGRATION_LOCK = 0x67726F67
"""The advisory lock that keeps two starting workers from migrating one PostgreSQL database at a time."""


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """One line of a table's course."""

    seq: int
    kind: str
    who: str
    text: str
    client_id: str | None = None
    at: float = 0.0


class Stored(msgspec.Struct, frozen=True, kw_only=True):
    """A table as it was opened, and the lobby's cache of how it stands."""

    id: str
    game: str
    version: str
    data: str
    scenario: str
    options: tuple[str, ...]
    players: dict[str, str]
    seed: str
    origin: str | None
    pace: str
    created: float
    touched: float
    headline: str
    outcome: str


class Token(msgspec.Struct, frozen=True):
    """What a secret link allows: `owner`, `guest` of one seat, or `spectator`."""

    table_id: str
    role: str
    seat: str


def token_hash(token: str) -> str:
    """What is stored of a token: whoever reads the database cannot sit down at a table."""
    return hashlib.blake2b(token.encode(), digest_size=32, person=b"grognard-token").hexdigest()


def make_engine(url: str) -> Engine:
    """An engine whose transactions begin when they should, also on SQLite."""
    if not url.startswith("sqlite"):
        return create_engine(url, pool_size=8, max_overflow=0, pool_pre_ping=True)
    file = make_url(url).database
    if file and file != ":memory:":
        Path(file).parent.mkdir(parents=True, exist_ok=True)
    engine = create_engine(url, connect_args={"check_same_thread": False, "timeout": 20})

    @event.listens_for(engine, "connect")
    def connected(connection: Any, _: Any) -> None:
        connection.isolation_level = None  # SQLAlchemy begins transactions, not the driver
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begins(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine


class Storage:
    """One database."""

    def __init__(self, url: str) -> None:
        self.engine = make_engine(url)
        one = self.engine.dialect.name == "sqlite"
        self.threads = ThreadPoolExecutor(1 if one else 8, thread_name_prefix="database")

    async def run(self, work: Callable[[Connection], T]) -> T:
        """Do work in one transaction, in a thread."""

        def transaction() -> T:
            with self.engine.begin() as connection:
                return work(connection)

        return await asyncio.get_running_loop().run_in_executor(self.threads, transaction)

    async def migrate(self) -> None:
        """Bring the database's form up to date."""
        await self.run(migrate)

    async def close(self) -> None:
        """Finish what is under way and let go."""
        await asyncio.to_thread(self.threads.shutdown)
        self.engine.dispose()

    async def create(self, stored: Stored, tokens: dict[str, Token], rows: Sequence[Row]) -> None:
        """Open a table with its tokens and the answers of luck that come before the first decision."""

        def work(c: Connection) -> None:
            values = msgspec.to_builtins(stored)
            values["options"] = " ".join(stored.options)
            values["players"] = json.dumps(stored.players)
            c.execute(insert(schema.tables).values(values))
            for token, held in tokens.items():
                c.execute(insert(schema.tokens).values(hash=token_hash(token), **msgspec.to_builtins(held)))
            if rows:
                c.execute(insert(schema.rows), [_row_values(stored.id, row) for row in rows])

        await self.run(work)

    async def table(self, table_id: str) -> Stored | None:
        """A table as it was opened."""

        def work(c: Connection) -> Stored | None:
            found = c.execute(select(schema.tables).where(schema.tables.c.id == table_id)).mappings().first()
            return _stored(found) if found else None

        return await self.run(work)

    async def rows(self, table_id: str, after: int = 0) -> list[Row]:
        """The rows of a table behind a sequence number."""
        r = schema.rows.c
        query = (
            select(r.seq, r.kind, r.who, r.text, r.client_id, r.at)
            .where(r.table_id == table_id, r.seq > after)
            .order_by(r.seq)
        )
        return await self.run(lambda c: [Row(**found) for found in c.execute(query).mappings()])

    async def append(self, table_id: str, rows: Sequence[Row], *, headline: str, outcome: str, changed: bool) -> None:
        """Write rows; returns after the commit. `changed`: whether headline or outcome differ from before."""

        def work(c: Connection) -> None:
            c.execute(insert(schema.rows), [_row_values(table_id, row) for row in rows])
            if changed:
                values = {"headline": headline, "outcome": outcome, "touched": time.time()}
                c.execute(update(schema.tables).where(schema.tables.c.id == table_id).values(values))

        try:
            await self.run(work)
        except IntegrityError:
            raise SeqTaken from None

    async def set_pace(self, table_id: str, pace: str) -> None:
        """Change how fast bots play."""
        query = update(schema.tables).where(schema.tables.c.id == table_id).values(pace=pace)
        await self.run(lambda c: c.execute(query) and None)

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
            lambda c: {by_hash[h]: Token(table, role, seat) for h, table, role, seat in c.execute(query)}
        )

    async def tables(self, ids: Sequence[str]) -> list[Stored]:
        """Several tables, the last played first."""
        t = schema.tables
        query = select(t).where(t.c.id.in_(ids)).order_by(t.c.touched.desc())
        return await self.run(lambda c: [_stored(found) for found in c.execute(query).mappings()])

    async def last_seqs(self, ids: Sequence[str]) -> dict[str, int]:
        """The last sequence number of each table: how a worker notices what another wrote."""
        r = schema.rows.c
        query = select(r.table_id, func.max(r.seq)).where(r.table_id.in_(ids)).group_by(r.table_id)
        return await self.run(lambda c: {found[0]: found[1] for found in c.execute(query)})


def migrate(connection: Connection) -> None:
    """Run the migrations that are missing, one worker at a time."""
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})"))
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _row_values(table_id: str, row: Row) -> dict[str, Any]:
    return {"table_id": table_id, **msgspec.to_builtins(row)}


def _stored(found: Any) -> Stored:
    values = dict(found)
    values["options"] = tuple(values["options"].split())
    values["players"] = json.loads(values["players"])
    return Stored(**values)
