"""Reviews, who asked for them, and whether players at a table may ask for hints."""

import json

import sqlalchemy as sa
from alembic import op

revision = "005"
down_revision = "004"

TABLES = sa.table("tables", sa.column("id"), sa.column("players"), sa.column("hints"))
MATCHES = sa.table("matches", sa.column("key"), sa.column("table_id"), sa.column("number"))
LOG = sa.table("log", sa.column("match"), sa.column("seq"), sa.column("entry"))


def upgrade() -> None:
    """Create the tables. Older tables of one person and bots get hints, as new ones do."""
    op.create_table(
        "reviews",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("record", sa.Text, nullable=False),
        sa.Column("made_by", sa.String(80), nullable=False),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("done", sa.Integer, nullable=False),
        sa.Column("total", sa.Integer, nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("runner", sa.String(32)),
        sa.Column("seen", sa.Double, nullable=False),
        sa.Column("asked", sa.Double, nullable=False),
        sa.Column("used", sa.Double, nullable=False),
        sa.Column("visitor", sa.String(64), nullable=False),
        sa.Column("address", sa.String(64), nullable=False),
        sa.Column("annotation", sa.Text),
    )
    op.create_index("reviews_by_status", "reviews", ["status", "asked"])
    op.create_index("reviews_used", "reviews", ["used"])
    op.create_table(
        "review_requests",
        sa.Column("key", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("review", sa.String(64), nullable=False),
        sa.Column("visitor", sa.String(64), nullable=False),
        sa.Column("address", sa.String(64), nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("is_waiting", sa.Boolean, nullable=False),
    )
    op.create_index("review_requests_of_review", "review_requests", ["review"])
    op.create_index("review_requests_of_visitor", "review_requests", ["visitor", "at"])
    op.create_index("review_requests_of_address", "review_requests", ["address", "at"])
    op.add_column("tables", sa.Column("hints", sa.Boolean, nullable=False, server_default=sa.false()))
    connection = op.get_bind()
    joined = TABLES.join(MATCHES, MATCHES.c.table_id == TABLES.c.id).join(LOG, LOG.c.match == MATCHES.c.key)
    first = sa.select(TABLES.c.id, TABLES.c.players, LOG.c.entry).select_from(joined)
    people: dict[str, int] = {}
    for row in connection.execute(first.where(MATCHES.c.number == 1, LOG.c.seq <= TABLES.c.players)):
        entry = json.loads(row.entry)
        people[row.id] = people.get(row.id, 0) + (entry.get("bot") is None)
    for table in (table for table, many in people.items() if many <= 1):
        connection.execute(TABLES.update().where(TABLES.c.id == table).values(hints=True))
