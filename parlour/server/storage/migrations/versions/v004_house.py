"""What the server records about itself, and the rules version of each match."""

import sqlalchemy as sa
from alembic import op

revision = "004"
down_revision = "003"

OWN = ("exago", "traxx", "cirplexed", "tracktic")  # their rules had one version until now; those of plugins are unknown


def upgrade() -> None:
    """Create the table, which has one row, and the column."""
    house = op.create_table(
        "house",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("written", sa.Double, nullable=False),
        sa.Column("clock", sa.Double),
    )
    op.bulk_insert(house, [{"id": 1, "written": 0.0, "clock": None}])
    op.add_column("matches", sa.Column("rules", sa.String(20)))
    tables = sa.table("tables", sa.column("id"), sa.column("game"))
    matches = sa.table("matches", sa.column("table_id"), sa.column("rules"))
    ours = sa.select(tables.c.id).where(tables.c.game.in_(OWN))
    op.execute(matches.update().where(matches.c.table_id.in_(ours)).values(rules="1"))
