"""The database: tables, tokens, the append-only rows of play, and snapshots to start again from."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_label)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("version", String(32), nullable=False),
    Column("data", String(32), nullable=False),  # fingerprint of the data pack
    Column("code", String(32), nullable=False, server_default=""),  # fingerprint of the rules; empty: not known
    Column("scenario", String(64), nullable=False),
    Column("options", Text, nullable=False),  # words between spaces
    Column("players", Text, nullable=False),  # JSON: seat -> human, open, bot:<name>, as the table was opened
    Column("seed", String(64), nullable=False),
    Column("origin", Text),  # JSON position for tables that do not begin at the scenario's start
    Column("pace", String(16), nullable=False),
    Column("created", Float, nullable=False),
    Column("touched", Float, nullable=False),  # cache for the lobby, like the two below
    Column("headline", Text, nullable=False),
    Column("outcome", Text, nullable=False),
    Column("absence", Float, nullable=False, server_default="0"),  # hours after which a guest can be replaced; 0: never
    Column("toss", Boolean, nullable=False, server_default=false()),  # whether players add to the seed
    Column("closed", Text, nullable=False, server_default=""),  # why nobody can play on here; empty: one can
    Column("people", Text, nullable=False, server_default="{}"),  # JSON: party -> the name that somebody gave
    Column("hints", Boolean, nullable=False, server_default=false()),  # whether who plays by links may ask for hints
)

tokens = Table(
    "tokens",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("role", String(16), nullable=False),  # owner, invite, guest, spectator
    Column("seat", String(64), nullable=False),  # the seat of a guest
    Column("seen", Float, nullable=False, server_default="0"),  # when a guest was here last
)

rows = Table(
    "rows",
    metadata,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True),
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("kind", String(8), nullable=False),  # see `play.game`
    Column("who", String(64), nullable=False),
    Column("text", String(200), nullable=False),
    Column("client_id", String(64)),
    Column("at", Float, nullable=False),
    Column("check", String(16)),  # hash of the position after it, for the last row of a change
    UniqueConstraint("table_id", "seq"),
    UniqueConstraint("table_id", "client_id"),
)

snapshots = Table(
    "snapshots",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("seq", Integer, nullable=False),  # the last row that is in it
    Column("entries", Integer, nullable=False),  # actions behind it, luck's included
    Column("drawn", Integer, nullable=False),  # answers that luck has given
    Column("moved", Integer, nullable=False),  # the last row that changed the position
    Column("players", Text, nullable=False),  # JSON: who sat where
    Column("position", Text, nullable=False),  # JSON
    Column("lines", Text, nullable=False),  # JSON: the log since the snapshot before, as each seat reads it
    Column("toss", Text, nullable=False, server_default=""),  # JSON: who has added what to the seed
    Column("parley", Text, nullable=False, server_default=""),  # JSON: a draw that is offered, and what was agreed
    Column("views", Text, nullable=False),  # JSON: what each seat saw; only in a table's last snapshot
    PrimaryKeyConstraint("table_id", "seq"),
)

analyses = Table(
    "analyses",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("key", String(32), nullable=False),  # the position that it was made for; a later one replaces it
    Column("touched", Float, nullable=False),  # when somebody worked on it last; 0 when nobody does
    Column("found", LargeBinary, nullable=False),  # JSON, packed by zlib
)

Index("ix_tables_touched", tables.c.touched)
