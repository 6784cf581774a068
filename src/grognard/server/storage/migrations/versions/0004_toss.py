"""Players may add to the seed of their table."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """The dice of running games go on as they are."""
    op.add_column("tables", sa.Column("toss", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("snapshots", sa.Column("toss", sa.Text, nullable=False, server_default=""))
