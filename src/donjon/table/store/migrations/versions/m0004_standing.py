"""What a list of tables says of a game: who is to move and what everybody has."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column, empty: a table of an older version has it after its next action."""
    op.add_column("tables", sa.Column("standing", sa.Text, nullable=False, server_default=""))


def downgrade() -> None:
    """Drop it; the games stay."""
    op.drop_column("tables", "standing")
