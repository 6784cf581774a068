"""Those who play by links may agree to hints, and analyses of games are kept."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nobody has agreed to hints at the tables that there are."""
    op.add_column("tables", sa.Column("hints", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "analyses",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("key", sa.String(32), nullable=False),
        sa.Column("touched", sa.Float, nullable=False),
        sa.Column("found", sa.LargeBinary, nullable=False),
    )
