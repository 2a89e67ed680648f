"""Add what lists of a person's games and clocks need: whose turn it is, deadlines, times without a server."""

from __future__ import annotations

import json
import time

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

_DUE = sa.text("due > 0")
# Rows changed by one statement.
_AT_ONCE = 500


def upgrade() -> None:
    """Add the columns and tables, and fill the states of the seats from the standings of their tables."""
    op.add_column("tables", sa.Column("due", sa.BigInteger, nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("pace", sa.String(16), nullable=False, server_default=""))
    op.create_index("tables_by_due", "tables", ["due"], sqlite_where=_DUE, postgresql_where=_DUE)
    op.add_column("seats", sa.Column("state", sa.SmallInteger, nullable=False, server_default="1"))
    op.add_column("seats", sa.Column("due", sa.BigInteger, nullable=False, server_default="0"))
    op.add_column("seats", sa.Column("touched", sa.Float, nullable=False, server_default="0"))
    op.create_table(
        "alive",
        sa.Column("one", sa.Integer, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "outages",
        sa.Column("since", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
    op.execute(sa.text("INSERT INTO alive VALUES (1, :at)").bindparams(at=round(time.time() * 1000)))
    _fill()
    op.drop_index("seats_by_owner", "seats")
    op.create_index("seats_by_owner", "seats", ["owner", "state", "touched"])


def _fill() -> None:
    connection = op.get_bind()
    connection.execute(
        sa.text("UPDATE seats SET touched = (SELECT touched FROM tables WHERE tables.id = seats.table_id)")
    )
    connection.execute(
        sa.text("UPDATE seats SET state = 2 WHERE table_id IN (SELECT id FROM tables WHERE waits = 'over')")
    )
    rows = connection.execute(sa.text("SELECT id, standing FROM tables WHERE waits = 'person'"))
    owes = [{"id": row.id, "number": seat} for row in rows.all() for seat in _to_move(row.standing)]
    change = sa.text("UPDATE seats SET state = 0 WHERE table_id = :id AND seat = :number AND kind = 'person'")
    for first in range(0, len(owes), _AT_ONCE):
        connection.execute(change, owes[first : first + _AT_ONCE])


def _to_move(standing: object) -> list[int]:
    """Return the seats to move; none if that is not known, which the next look at the table corrects."""
    try:
        seats = json.loads(str(standing))["to_move"]
    except (ValueError, KeyError, TypeError):
        return []
    return [seat for seat in seats if isinstance(seat, int)]


def downgrade() -> None:
    """Drop the columns and tables; the logs of the tables still say when everything happened."""
    op.drop_index("seats_by_owner", "seats")
    op.create_index("seats_by_owner", "seats", ["owner"])
    op.drop_table("outages")
    op.drop_table("alive")
    for column in ("state", "due", "touched"):
        op.drop_column("seats", column)
    op.drop_index("tables_by_due", "tables")
    op.drop_column("tables", "pace")
    op.drop_column("tables", "due")
