"""What the operator of a server can do with its tables: look, mend, close, export, delete, back up, restore.

Everything works while the server runs; on PostgreSQL it hears of changes, on SQLite it notices them at the next action.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Connection, Engine, delete, func, insert, select, text, update

from ..engine import Game, GrognardError
from ..games import load_game
from .errors import Damaged, Problem
from .play.changes import entries_of
from .play.loading import Archive, Loaded, last_seq, load
from .settings import Settings
from .storage import schema
from .storage.database import find, make_engine, migrate, prune, remove, rows_of
from .storage.rows import Found, Row
from .storage.writer import CHANNEL, row_values

DAY = 86_400


class AdminError(GrognardError):
    """What was asked cannot be done."""


class Card(msgspec.Struct, frozen=True, kw_only=True):
    """A table in the list."""

    id: str
    game: str
    scenario: str
    headline: str
    state: str
    rows: int
    days: float
    """Days since it was last played."""


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """A table looked at closely."""

    card: Card
    players: dict[str, str]
    version: str
    snapshots: int
    missing: list[int]
    """Numbers of rows that are not there."""
    trouble: str
    """Why it cannot be loaded or played; empty if it can."""


class Admin:
    """One database, for a person at the keyboard."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.engine: Engine = make_engine(settings.url)
        with self.engine.begin() as c:
            migrate(c)

    def close(self) -> None:
        """Let go of the database."""
        self.engine.dispose()

    @contextmanager
    def _table(self, table_id: str) -> Iterator[tuple[Connection, Found]]:
        with self.engine.begin() as c:
            found = find(c, table_id)
            if found is None:
                raise AdminError(f"there is no table '{table_id[:40]}'")
            yield c, found

    def _game(self, name: str) -> Game[Any]:
        return load_game(name, self.settings.packs.get(name))

    # -- looking ---------------------------------------------------------------------------------

    def tables(self) -> list[Card]:
        """All tables, the last played first."""
        t, r = schema.tables.c, schema.rows.c
        count = select(func.count()).where(r.table_id == t.id).scalar_subquery()
        columns = (t.id, t.game, t.scenario, t.headline, t.outcome, t.closed, t.touched)
        with self.engine.begin() as c:
            found = c.execute(select(*columns, count.label("rows")).order_by(t.touched.desc())).all()
        return [_card(row) for row in found]

    def inspect(self, table_id: str) -> Report:
        """One table, with everything that is wrong with it."""
        with self._table(table_id) as (c, found):
            stored = found.stored
            s = schema.snapshots.c
            snapshots = c.execute(select(func.count()).where(s.table_id == table_id)).scalar() or 0
            rows = rows_of(c, table_id)
            _, trouble = self._try(found)
            t = schema.tables.c
            columns = (t.id, t.game, t.scenario, t.headline, t.outcome, t.closed, t.touched)
            card = c.execute(select(*columns).where(t.id == table_id)).one()
            return Report(
                card=_card(card, len(rows)),
                players=stored.players,
                version=f"{stored.version} (rules {stored.code or 'unknown'}, data {stored.data})",
                snapshots=snapshots,
                missing=missing(rows),
                trouble=trouble,
            )

    def _try(self, found: Found) -> tuple[Loaded | None, str]:
        """The table as the server would load it, or why it cannot."""
        try:
            loaded = load(self._game(found.stored.game), found)
        except (Problem, GrognardError) as problem:
            return None, str(problem)
        return loaded, loaded.played.closed

    # -- changing --------------------------------------------------------------------------------

    def repair(self, table_id: str) -> str:
        """Mend a table: what is spoilt, or was saved behind a gap, is set aside, and the game goes on from there."""
        with self._table(table_id) as (c, found):
            gaps = missing(rows_of(c, table_id))
            said = ""
            while (damaged := self._damage(found)) is not None:
                if damaged.what != "snapshot":
                    return said + self._set_aside(c, found, damaged.at, spoilt=damaged.what == "spoilt")
                if found.snapshot is None:
                    raise AdminError("what the table was opened with is damaged; only a backup can help")
                said += self._without_snapshot(c, found)
                found = find(c, table_id) or found
            if said:
                self._announce(
                    c, table_id, last_seq(found) + 1, "The table was mended; nothing that was played is lost."
                )
                return said + "the game goes on."
        if gaps:
            return f"rows {_listed(gaps)} are missing, but a later snapshot loads: only the record is incomplete"
        return "nothing is wrong with it"

    def _damage(self, found: Found) -> Damaged | None:
        """What is missing or spoilt of a table."""
        try:
            load(self._game(found.stored.game), found)
        except Damaged as damaged:
            return damaged
        return None

    def _without_snapshot(self, c: Connection, found: Found) -> str:
        """A snapshot that cannot be read is removed: what was played is in the rows before it."""
        assert found.snapshot is not None
        s = schema.snapshots.c
        c.execute(delete(schema.snapshots).where(s.table_id == found.stored.id, s.seq == found.snapshot.seq))
        return f"the snapshot at row {found.snapshot.seq} was damaged and is removed; "

    def _set_aside(self, c: Connection, found: Found, first: int, *, spoilt: bool) -> str:
        """Rows from a spoilt one on, or behind a gap, are kept but do not count; missing numbers are filled."""
        table_id, r = found.stored.id, schema.rows.c
        later = [row for row in found.rows if row.seq >= first]
        c.execute(update(schema.rows).where(r.table_id == table_id, r.seq >= first).values(kind="void", check=None))
        there = {row.seq for row in later}
        filled = [n for n in range(first, later[-1].seq) if n not in there]
        for n in filled:
            c.execute(insert(schema.rows).values(row_values(table_id, Row(seq=n, kind="void", who="", text=""))))
        what = "from a damaged one on" if spoilt else "without what came before them"
        said = f"{len(later)} rows were saved {what} and do not count; the game goes on."
        self._announce(c, table_id, later[-1].seq + 1, said)
        return f"row {first} was damaged; {said}" if spoilt else f"rows {_listed(filled)} were missing; {said}"

    def shut(self, table_id: str, why: str) -> None:
        """Nobody can play on at a table; it can still be read."""
        if not why.strip():
            raise AdminError("say in a sentence why the table is closed")
        with self._table(table_id) as (c, found):
            c.execute(update(schema.tables).where(schema.tables.c.id == table_id).values(closed=why.strip()))
            self._announce(c, table_id, last_seq(found) + 1, why.strip())

    def reopen(self, table_id: str) -> None:
        """People can play on at a table that was closed, if its rules allow it."""
        with self._table(table_id) as (c, found):
            c.execute(update(schema.tables).where(schema.tables.c.id == table_id).values(closed=""))
            self._announce(c, table_id, last_seq(found) + 1, "The table is open again.")

    def _announce(self, c: Connection, table_id: str, seq: int, said: str) -> None:
        row = Row(seq=seq, kind="rules", who="", text=said[:200], at=time.time())
        c.execute(insert(schema.rows).values(row_values(table_id, row)))
        self._tell(c, table_id)

    def _tell(self, c: Connection, table_id: str) -> None:
        if c.dialect.name == "postgresql":
            c.execute(text("SELECT pg_notify(:channel, :words)"), {"channel": CHANNEL, "words": f"admin {table_id} 0"})

    def export(self, table_id: str) -> str:
        """A table's record, also of a running game with secrets: do not show it to its players."""
        with self._table(table_id) as (c, found):
            loaded, trouble = self._try(found)
            if loaded is None or isinstance(loaded.played, Archive):
                raise AdminError(f"there is no record of this table: {trouble}")
            earlier = [row for row in rows_of(c, table_id) if row.seq <= loaded.played.first]
            return loaded.played.record(entries_of(earlier)).to_text()

    def delete(self, table_id: str) -> None:
        """Remove a table with all its rows."""
        with self._table(table_id) as (c, _):
            remove(c, [table_id])
            self._tell(c, table_id)

    def prune(self, days: float) -> list[str]:
        """Remove the tables that nobody has played for so many days."""
        with self.engine.begin() as c:
            gone = prune(c, days)
            for table_id in gone:
                self._tell(c, table_id)
        return gone

    # -- backups ---------------------------------------------------------------------------------

    def back_up(self, file: Path) -> None:
        """Copy a running SQLite database into a file."""
        here = self._sqlite_file()
        if file.exists():
            raise AdminError(f"{file} exists already")
        os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))
        _copy(here, file)

    def restore(self, file: Path, *, force: bool = False) -> None:
        """Put a backup in the place of the database; the server must not run."""
        here = self._sqlite_file()
        if not file.is_file():
            raise AdminError(f"there is no file {file}")
        with sqlite3.connect(file) as backup:
            try:
                found = backup.execute("SELECT count(*) FROM sqlite_master WHERE name IN ('tables', 'rows')").fetchone()
            except sqlite3.DatabaseError:
                found = (0,)
        if found[0] != 2:
            raise AdminError(f"{file} is no backup of a Grognard database")
        if self.tables() and not force:
            raise AdminError(f"{here} holds tables; they would be lost (--force restores all the same)")
        self.engine.dispose()
        _copy(file, here)

    def _sqlite_file(self) -> Path:
        name = self.engine.url.database
        if self.engine.dialect.name != "sqlite" or not name or name == ":memory:":
            raise AdminError("PostgreSQL is backed up with pg_dump and restored with pg_restore; see docs/operating.md")
        return Path(name)


def missing(rows: list[Row]) -> list[int]:
    """The numbers that are not there below the highest."""
    there = {row.seq for row in rows}
    return [n for n in range(1, max(there, default=0)) if n not in there]


def _copy(source: Path, target: Path) -> None:
    """SQLite's own way to copy a database that is in use."""
    reading, writing = sqlite3.connect(source), sqlite3.connect(target)
    with reading, writing:
        reading.backup(writing)
    reading.close()
    writing.close()


def _card(row: Any, rows: int | None = None) -> Card:
    return Card(
        id=row.id,
        game=row.game,
        scenario=row.scenario,
        headline=row.headline,
        state="closed" if row.closed else ("over" if row.outcome else "running"),
        rows=row.rows if rows is None else rows,
        days=round((time.time() - row.touched) / DAY, 1),
    )


def _listed(numbers: list[int]) -> str:
    shown = ", ".join(map(str, numbers[:10]))
    return shown + (f" and {len(numbers) - 10} more" if len(numbers) > 10 else "")
