"""Add whether the lobby shows a table."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

_LISTED = sa.text("listed = 1")


def upgrade() -> None:
    """Add the column, for tables that are not in the lobby, and its index."""
    op.add_column("tables", sa.Column("listed", sa.SmallInteger, nullable=False, server_default="0"))
    op.create_index("lobby", "tables", ["waits", "touched"], sqlite_where=_LISTED, postgresql_where=_LISTED)


def downgrade() -> None:
    """Drop the column; the logs of the tables still say it."""
    op.drop_index("lobby", "tables")
    op.drop_column("tables", "listed")
