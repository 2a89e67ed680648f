"""Add results of games, stand-in levels of bots, a checksum of cached columns, an index by creator."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns, empty: the cached columns of older tables are recomputed when they are next read."""
    op.add_column("tables", sa.Column("result", sa.String(64), nullable=False, server_default=""))
    op.add_column("tables", sa.Column("noted", sa.String(32), nullable=False, server_default=""))
    op.create_index("tables_by_creator", "tables", ["creator", "created"])
    op.add_column("actions", sa.Column("by", sa.String(40), nullable=False, server_default=""))


def downgrade() -> None:
    """Drop the columns and the index; the games stay."""
    op.drop_column("actions", "by")
    op.drop_index("tables_by_creator", "tables")
    op.drop_column("tables", "noted")
    op.drop_column("tables", "result")
