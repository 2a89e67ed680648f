"""Add the standing of a game for lists of tables: seats to move and points."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column, empty: the next action at an older table fills it."""
    op.add_column("tables", sa.Column("standing", sa.Text, nullable=False, server_default=""))


def downgrade() -> None:
    """Drop the column; the games stay."""
    op.drop_column("tables", "standing")
