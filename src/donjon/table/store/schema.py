"""The tables of the database, in portable SQL."""

from __future__ import annotations

import sqlalchemy as sa

metadata = sa.MetaData()

tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("rules", sa.String(16), nullable=False),
    sa.Column("players", sa.Integer, nullable=False),
    sa.Column("options", sa.Text, nullable=False),  # JSON, as the game shows its options
    sa.Column("seed", sa.String(64), nullable=False),  # secret until the game is over
    sa.Column("creator", sa.String(40), nullable=False),
    sa.Column("created", sa.Float, nullable=False),  # seconds since 1970
    sa.Column("touched", sa.Float, nullable=False),
    # This and the next are cached columns, which save a replay. Who is to move: "person", "bot", "over", or
    # "gather" before the start.
    sa.Column("waits", sa.String(8), nullable=False),
    # The digest of the final position (see columns.result_digest), "" before the end.
    sa.Column("result", sa.String(64), nullable=False, server_default=""),
    # Ties those two to the last action (see rows.columns_checksum); "" for not known.
    sa.Column("noted", sa.String(32), nullable=False, server_default=""),
    # What was shown about the seed before the first move (see rows.py); 1 for tables of older versions.
    sa.Column("shows", sa.Integer, nullable=False, server_default="1"),
    # The standing of the game for lists (see rows.Standing), as JSON; "" for not known.
    sa.Column("standing", sa.Text, nullable=False, server_default=""),
    # The code that leads to a table whose players are still to come; "" for none.
    sa.Column("code", sa.String(6), nullable=False, server_default=""),
    # 1 if the lobby shows the table, as one that waits for players or to be watched; a cached column.
    sa.Column("listed", sa.SmallInteger, nullable=False, server_default="0"),
    # The earliest deadline of its clocks in milliseconds since 1970, 0 for none.
    sa.Column("due", sa.BigInteger, nullable=False, server_default="0"),
    # The name of its pace (see paces.py), "" for none.
    sa.Column("pace", sa.String(16), nullable=False, server_default=""),
)

seats = sa.Table(
    "seats",
    metadata,
    sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String(8), nullable=False),  # "person", "bot" or "open"
    sa.Column("owner", sa.String(40), nullable=False),  # the guest who sits there, "" for none
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("level", sa.String(40), nullable=False),  # of a bot
    # This and the next two are cached columns, for lists of a guest's games without a replay (rows.SeatNote).
    sa.Column("state", sa.SmallInteger, nullable=False, server_default="1"),  # 0: is to move, 1: not, 2: over
    sa.Column("due", sa.BigInteger, nullable=False, server_default="0"),  # of its clock, 0 for none
    sa.Column("touched", sa.Float, nullable=False, server_default="0"),  # when these last changed
)

# The truth, a table's log: one row for each action, nature's too, and for what changes the seats. The key
# (table_id, seq) is the lock between writers.
actions = sa.Table(
    "actions",
    metadata,
    sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True),  # 0, 1, 2 ... without gaps
    sa.Column("kind", sa.String(8), nullable=False),  # see rows.KINDS
    sa.Column("seat", sa.Integer, nullable=False),  # -1 for the whole table
    sa.Column("action", sa.Integer, nullable=False),  # for an undo: the number of actions undone
    sa.Column("text", sa.String(80), nullable=False),  # the action in words of the game, for the site owner
    sa.Column("key", sa.String(64), nullable=False),  # of the request, so that a repeated one is harmless
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("check", sa.String(32), nullable=False),  # chained digest, see rows.next_check
    # The level that stood in for a bot that could not answer, else "". No part of the digest.
    sa.Column("by", sa.String(40), nullable=False, server_default=""),
    # What only some kinds have, as JSON; "" for nothing.
    sa.Column("more", sa.Text, nullable=False, server_default=""),
)

# What the coach found in reviews; it could be worked out again.
analyses = sa.Table(
    "analyses",
    metadata,
    sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    # The checksum of the last action of the reviewed game: after an undo it is another game.
    sa.Column("check", sa.String(32), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),  # the actions before the analysed decision
    sa.Column("analysis", sa.Text, nullable=False),  # JSON, see coach.analysis.Analysis.as_dict
)

# One row: when a server last showed that it runs, in milliseconds since 1970.
alive = sa.Table(
    "alive",
    metadata,
    sa.Column("one", sa.Integer, primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False),
)

# Times in which no server ran, in milliseconds since 1970: no clock counts them.
outages = sa.Table(
    "outages",
    metadata,
    sa.Column("since", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("until", sa.BigInteger, nullable=False),
)

# What lets a guest go on at another device; see passes.py.
passes = sa.Table(
    "passes",
    metadata,
    sa.Column("digest", sa.String(64), primary_key=True),  # of the secret
    sa.Column("guest", sa.String(40), nullable=False),
    sa.Column("name", sa.String(40), nullable=False),  # "" for unknown
    sa.Column("table_id", sa.String(16), nullable=False),  # where it leads to, "" for no table in particular
    sa.Column("until", sa.Float, nullable=False),  # seconds since 1970
    sa.Column("used", sa.String(64), nullable=False),  # the digest of the page that took it, "" before
)

sa.Index("tables_by_waits", tables.c.waits, tables.c.touched)
# The code of a game that has started leads nowhere, and may be given again.
_GATHERING = sa.and_(tables.c.waits == "gather", tables.c.code != "")
sa.Index("codes", tables.c.code, unique=True, sqlite_where=_GATHERING, postgresql_where=_GATHERING)
_LISTED = tables.c.listed == 1
sa.Index("lobby", tables.c.waits, tables.c.touched, sqlite_where=_LISTED, postgresql_where=_LISTED)
sa.Index("tables_by_creator", tables.c.creator, tables.c.created)
_DUE = tables.c.due > 0
sa.Index("tables_by_due", tables.c.due, sqlite_where=_DUE, postgresql_where=_DUE)
sa.Index("seats_by_owner", seats.c.owner, seats.c.state, seats.c.touched)
sa.Index("passes_by_guest", passes.c.guest)
sa.Index("passes_by_time", passes.c.until)
