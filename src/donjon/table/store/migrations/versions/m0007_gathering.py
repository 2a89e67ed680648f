"""Add the codes of tables whose players are still to come."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

_GATHERING = sa.text("waits = 'gather' AND code != ''")


def upgrade() -> None:
    """Add the column, empty, and its index."""
    op.add_column("tables", sa.Column("code", sa.String(6), nullable=False, server_default=""))
    op.create_index(
        "codes", "tables", ["code"], unique=True, sqlite_where=_GATHERING, postgresql_where=_GATHERING
    )


def downgrade() -> None:
    """Drop the column; tables that are still gathering can be opened by a newer version only."""
    op.drop_index("codes", "tables")
    op.drop_column("tables", "code")
