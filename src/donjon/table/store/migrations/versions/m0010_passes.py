"""Add the passes with which guests go on at another device."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table, empty, with its indexes."""
    op.create_table(
        "passes",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("guest", sa.String(40), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("table_id", sa.String(16), nullable=False),
        sa.Column("until", sa.Float, nullable=False),
        sa.Column("used", sa.String(64), nullable=False),
    )
    op.create_index("passes_by_guest", "passes", ["guest"])
    op.create_index("passes_by_time", "passes", ["until"])


def downgrade() -> None:
    """Drop the table: links that were made and not used lead nowhere."""
    op.drop_table("passes")
