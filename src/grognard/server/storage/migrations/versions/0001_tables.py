"""Tables, tokens and rows."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the first tables."""
    op.create_table(
        "tables",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("version", sa.String(32), nullable=False),
        sa.Column("data", sa.String(32), nullable=False),
        sa.Column("scenario", sa.String(64), nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("players", sa.Text, nullable=False),
        sa.Column("seed", sa.String(64), nullable=False),
        sa.Column("origin", sa.Text),
        sa.Column("pace", sa.String(16), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("touched", sa.Float, nullable=False),
        sa.Column("headline", sa.Text, nullable=False),
        sa.Column("outcome", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_tables"),
    )
    op.create_index("ix_tables_touched", "tables", ["touched"])
    op.create_table(
        "tokens",
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("role", sa.String(16), nullable=False),
        sa.Column("seat", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_tokens"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_tokens_table_id", ondelete="CASCADE"),
    )
    op.create_index("ix_tokens_table_id", "tokens", ["table_id"])
    op.create_table(
        "rows",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("who", sa.String(64), nullable=False),
        sa.Column("text", sa.String(200), nullable=False),
        sa.Column("client_id", sa.String(64)),
        sa.Column("at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_rows"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_rows_table_id", ondelete="CASCADE"),
        sa.UniqueConstraint("table_id", "seq", name="uq_rows_table_id_seq"),
        sa.UniqueConstraint("table_id", "client_id", name="uq_rows_table_id_client_id"),
    )
