"""Players may give up or agree on a draw."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nobody has agreed on anything in running games."""
    op.add_column("snapshots", sa.Column("parley", sa.Text, nullable=False, server_default=""))
