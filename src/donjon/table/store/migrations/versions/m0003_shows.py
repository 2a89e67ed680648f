"""Add what a table shows about its seed before the first move."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; existing tables have shown the hash of the seed itself (1)."""
    op.add_column("tables", sa.Column("shows", sa.Integer, nullable=False, server_default="1"))


def downgrade() -> None:
    """Drop the column; the games stay."""
    op.drop_column("tables", "shows")
