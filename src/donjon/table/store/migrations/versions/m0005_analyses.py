"""Keep what the coach found in reviews."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table, empty: reviews fill it."""
    op.create_table(
        "analyses",
        sa.Column(
            "table_id", sa.String(16), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("check", sa.String(32), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("analysis", sa.Text, nullable=False),
    )


def downgrade() -> None:
    """Drop the table; the games stay, and can be reviewed again."""
    op.drop_table("analyses")
