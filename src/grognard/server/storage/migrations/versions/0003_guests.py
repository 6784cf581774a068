"""When guests were here last, and after how long they can be replaced."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Guests of running games keep their links; they are never replaced, because nobody agreed to that."""
    op.add_column("tables", sa.Column("absence", sa.Float, nullable=False, server_default="0"))
    op.add_column("tokens", sa.Column("seen", sa.Float, nullable=False, server_default="0"))
