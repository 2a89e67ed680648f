"""Add to the rows of a table's log what only some kinds have."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column, empty: actions have nothing more."""
    op.add_column("actions", sa.Column("more", sa.Text, nullable=False, server_default=""))


def downgrade() -> None:
    """Drop the column; tables with rows about their seats can be opened by a newer version only."""
    op.drop_column("actions", "more")
