"""The current schema of the database. Migrations create it."""

from __future__ import annotations

import sqlalchemy as sa

METADATA = sa.MetaData()

TABLES = sa.Table(
    "tables",
    METADATA,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("players", sa.Integer, nullable=False),
    sa.Column("is_public", sa.Boolean, nullable=False),
    sa.Column("invitation", sa.String(64), nullable=False),  # hash of the token for taking an open seat
    sa.Column("owner", sa.String(64), nullable=False),  # hash of the token that may delete it
    sa.Column("visitor", sa.String(64), nullable=False),  # who opened it
    sa.Column("opened", sa.Double, nullable=False),  # all times are seconds since 1970
    sa.Column("touched", sa.Double, nullable=False),  # when a match began or ended, or a seat changed hands
    sa.Column("stand_in", sa.String(40), nullable=False, server_default="3"),  # the bot for people who are away
    sa.Column("own", sa.Text, nullable=False, server_default="[]"),  # hashes of the opener's tokens, as JSON
    sa.Column("hints", sa.Boolean, nullable=False, server_default=sa.false()),  # players may ask for hints
    sa.Index("tables_of_visitor", "visitor"),
    sa.Index("tables_in_lobby", "is_public", "touched"),
)

MATCHES = sa.Table(
    "matches",
    METADATA,
    sa.Column("key", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("table_id", sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    sa.Column("number", sa.Integer, nullable=False),  # in the table's series, from 1
    sa.Column("options", sa.Text, nullable=False),
    sa.Column("deal", sa.Text, nullable=False),
    sa.Column("salt", sa.String(64), nullable=False),
    sa.Column("commit", sa.String(64), nullable=False),
    sa.Column("opened", sa.Double, nullable=False),
    sa.Column("ended", sa.Double),
    sa.Column("rules", sa.String(20)),  # rules version when it was opened; null if unknown
    sa.UniqueConstraint("table_id", "number"),
)

LOG = sa.Table(
    "log",
    METADATA,
    sa.Column("match", sa.ForeignKey("matches.key", ondelete="CASCADE"), nullable=False),
    sa.Column("seq", sa.Integer, nullable=False),  # from 1, without gaps
    sa.Column("seat", sa.Integer),  # of a move; else null
    sa.Column("turn", sa.Integer),
    sa.Column("branch", sa.Integer),
    sa.Column("entry", sa.Text, nullable=False),
    sa.Column("at", sa.Double, nullable=False),
    sa.PrimaryKeyConstraint("match", "seq"),
    sa.UniqueConstraint("match", "seat", "turn", "branch"),  # a move is stored once
)

SOCKETS = sa.Table(
    "sockets",
    METADATA,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("process", sa.String(32), nullable=False),
    sa.Column("table_id", sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    sa.Column("holders", sa.Text, nullable=False),  # hashes of its tokens, as JSON; [] for a watcher
    sa.Column("seen", sa.Double, nullable=False),  # the last sign of life
    sa.Column("is_gone", sa.Boolean, nullable=False),
    sa.Index("sockets_of_table", "table_id"),
    sa.Index("sockets_of_process", "process"),
    sa.Index("sockets_seen", "seen"),
)

REVIEWS = sa.Table(
    "reviews",
    METADATA,
    sa.Column("id", sa.String(64), primary_key=True),  # a hash of the record
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("record", sa.Text, nullable=False),
    sa.Column("made_by", sa.String(80), nullable=False),  # what it depends on besides the record
    sa.Column("status", sa.String(10), nullable=False),  # waiting, running, done or failed
    sa.Column("done", sa.Integer, nullable=False),  # steps done
    sa.Column("total", sa.Integer, nullable=False),
    sa.Column("attempts", sa.Integer, nullable=False),  # how often it was started
    sa.Column("runner", sa.String(32)),  # a new one for each attempt; null unless it is running
    sa.Column("seen", sa.Double, nullable=False),  # the last sign of life of the runner
    sa.Column("asked", sa.Double, nullable=False),  # when it was first asked for
    sa.Column("used", sa.Double, nullable=False),  # and last
    sa.Column("visitor", sa.String(64), nullable=False),  # who is charged for it
    sa.Column("address", sa.String(64), nullable=False),
    sa.Column("annotation", sa.Text),  # as JSON, once it is done
    sa.Index("reviews_by_status", "status", "asked"),
    sa.Index("reviews_used", "used"),
)

REVIEW_REQUESTS = sa.Table(  # of the last hour, and of reviews that are not done
    "review_requests",
    METADATA,
    sa.Column("key", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("review", sa.String(64), nullable=False),
    sa.Column("visitor", sa.String(64), nullable=False),
    sa.Column("address", sa.String(64), nullable=False),
    sa.Column("at", sa.Double, nullable=False),
    sa.Column("is_waiting", sa.Boolean, nullable=False),
    sa.Index("review_requests_of_review", "review"),
    sa.Index("review_requests_of_visitor", "visitor", "at"),
    sa.Index("review_requests_of_address", "address", "at"),
)

HOUSE = sa.Table(  # one row: what the server records about itself
    "house",
    METADATA,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("written", sa.Double, nullable=False),  # when a test write last succeeded
    sa.Column("clock", sa.Double),  # the clock that decides which tables are old, see cleanup.py
)
