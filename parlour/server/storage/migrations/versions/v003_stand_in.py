"""The stand-in bot of a table, and the seats of the person who opened it."""

import json

import sqlalchemy as sa
from alembic import op

revision = "003"
down_revision = "002"

TABLES = sa.table("tables", sa.column("id"), sa.column("players"), sa.column("own"))
MATCHES = sa.table("matches", sa.column("key"), sa.column("table_id"), sa.column("number"))
LOG = sa.table("log", sa.column("match"), sa.column("seq"), sa.column("entry"))


def upgrade() -> None:
    """Older tables get the former default stand-in; their opener had every seat that was not open at the start."""
    op.add_column("tables", sa.Column("stand_in", sa.String(40), nullable=False, server_default="3"))
    op.add_column("tables", sa.Column("own", sa.Text, nullable=False, server_default="[]"))
    connection = op.get_bind()
    joined = TABLES.join(MATCHES, MATCHES.c.table_id == TABLES.c.id).join(LOG, LOG.c.match == MATCHES.c.key)
    first = sa.select(TABLES.c.id, LOG.c.entry).select_from(joined)
    found: dict[str, list[str]] = {}
    for row in connection.execute(first.where(MATCHES.c.number == 1, LOG.c.seq <= TABLES.c.players)):
        entry = json.loads(row.entry)
        if entry["kind"] == "seat" and entry["holder"] is not None:
            found.setdefault(row.id, []).append(entry["holder"])
    for table, holders in found.items():
        connection.execute(TABLES.update().where(TABLES.c.id == table).values(own=json.dumps(holders)))
