"""The database: tables, tokens and the append-only rows of play."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
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
)

tokens = Table(
    "tokens",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("role", String(16), nullable=False),  # owner, guest, spectator
    Column("seat", String(64), nullable=False),  # the seat of a guest
)

rows = Table(
    "rows",
    metadata,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True),
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("kind", String(8), nullable=False),  # action, chance, undo, redo, seat
    Column("who", String(64), nullable=False),
    Column("text", String(200), nullable=False),
    Column("client_id", String(64)),
    Column("at", Float, nullable=False),
    UniqueConstraint("table_id", "seq"),
    UniqueConstraint("table_id", "client_id"),
)

Index("ix_tables_touched", tables.c.touched)
