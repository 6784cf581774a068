"""Snapshots, check hashes, fingerprints of the rules, closed tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Running games go on: they have no snapshot and no hashes until their next turn."""
    op.add_column("tables", sa.Column("code", sa.String(32), nullable=False, server_default=""))
    op.add_column("tables", sa.Column("closed", sa.Text, nullable=False, server_default=""))
    op.add_column("rows", sa.Column("check", sa.String(16)))
    op.create_table(
        "snapshots",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("entries", sa.Integer, nullable=False),
        sa.Column("drawn", sa.Integer, nullable=False),
        sa.Column("moved", sa.Integer, nullable=False),
        sa.Column("players", sa.Text, nullable=False),
        sa.Column("position", sa.Text, nullable=False),
        sa.Column("lines", sa.Text, nullable=False),
        sa.Column("views", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seq", name="pk_snapshots"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_snapshots_table_id", ondelete="CASCADE"),
    )
