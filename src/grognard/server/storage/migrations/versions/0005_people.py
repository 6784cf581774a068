"""How the people at a table are called."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """At running games nobody has a name until he gives one."""
    op.add_column("tables", sa.Column("people", sa.Text, nullable=False, server_default="{}"))
