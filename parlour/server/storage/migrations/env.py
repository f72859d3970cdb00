"""Alembic's entry point: migrations run on the connection that the server passes."""

from alembic import context

from parlour.server.storage.schema import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA)
with context.begin_transaction():
    context.run_migrations()
