"""Tables, matches, their logs, and presence."""

import sqlalchemy as sa
from alembic import op

revision = "001"
down_revision = None


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "tables",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("is_public", sa.Boolean, nullable=False),
        sa.Column("invitation", sa.String(64), nullable=False),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("visitor", sa.String(64), nullable=False),
        sa.Column("opened", sa.Double, nullable=False),
        sa.Column("touched", sa.Double, nullable=False),
    )
    op.create_index("tables_of_visitor", "tables", ["visitor"])
    op.create_index("tables_in_lobby", "tables", ["is_public", "touched"])
    op.create_table(
        "matches",
        sa.Column("key", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("deal", sa.Text, nullable=False),
        sa.Column("salt", sa.String(64), nullable=False),
        sa.Column("commit", sa.String(64), nullable=False),
        sa.Column("opened", sa.Double, nullable=False),
        sa.Column("ended", sa.Double),
        sa.UniqueConstraint("table_id", "number"),
    )
    op.create_table(
        "log",
        sa.Column("match", sa.Integer, sa.ForeignKey("matches.key", ondelete="CASCADE"), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("turn", sa.Integer),
        sa.Column("branch", sa.Integer),
        sa.Column("entry", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("match", "seq"),
        sa.UniqueConstraint("match", "seat", "turn", "branch"),
    )
    op.create_table(
        "sockets",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("process", sa.String(32), nullable=False),
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
        sa.Column("holders", sa.Text, nullable=False),
        sa.Column("seen", sa.Double, nullable=False),
        sa.Column("is_gone", sa.Boolean, nullable=False),
    )
    op.create_index("sockets_of_table", "sockets", ["table_id"])
    op.create_index("sockets_of_process", "sockets", ["process"])
    op.create_index("sockets_seen", "sockets", ["seen"])
