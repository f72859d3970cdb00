"""The queue of bot moves, on Postgres only."""

from alembic import op

revision = "002"
down_revision = "001"


def upgrade() -> None:
    """Create procrastinate's tables and functions."""
    if op.get_bind().dialect.name != "postgresql":
        return
    from procrastinate.schema import SchemaManager

    op.get_bind().exec_driver_sql(SchemaManager.get_schema().replace("%", "%%"))
