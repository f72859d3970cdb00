"""Postgres, through psycopg, for any number of processes."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError

from parlour.errors import to_install
from parlour.server.storage.database import PATIENCE, BadDatabase, Busy, Database, T, Work, shown_url
from parlour.server.storage.migrate import migrate

MIGRATION_LOCK = 7_271_845_301  # an arbitrary number that nobody else uses
LOCK_NOT_AVAILABLE = "55P03"  # the error code after `lock_timeout`


class Postgres(Database):
    """A database for any number of processes. NOTIFY, in each transaction, tells the others what changed."""

    is_shared = True

    def __init__(self, url: URL) -> None:
        super().__init__(url)
        from sqlalchemy.ext.asyncio import create_async_engine

        try:
            self._engine = create_async_engine(
                url, pool_size=5, max_overflow=5, pool_pre_ping=True, hide_parameters=True
            )
        except ModuleNotFoundError:
            raise BadDatabase(f"Postgres needs more packages: {to_install('postgres')}") from None
        sa.event.listen(self._engine.sync_engine, "connect", _set_up)

    async def read(self, work: Work[T]) -> T:
        async with self._engine.connect() as connection:
            return await connection.run_sync(work)

    async def _transact(self, work: Work[T], is_long: bool) -> T:
        try:
            async with self._engine.begin() as connection:
                return await connection.run_sync(work)
        except DBAPIError as problem:
            if getattr(problem.orig, "sqlstate", None) == LOCK_NOT_AVAILABLE:
                raise Busy from None
            raise

    async def _connect(self) -> None:
        def migrating(connection: sa.Connection) -> None:
            connection.exec_driver_sql("SET LOCAL lock_timeout = 0")  # another process may already be migrating
            connection.execute(sa.select(sa.func.pg_advisory_xact_lock(MIGRATION_LOCK)))
            migrate(connection, shown_url(self.url))

        try:
            await self._transact(migrating, is_long=True)
        except (OSError, DBAPIError) as problem:
            reason = str(getattr(problem, "orig", None) or problem).strip()
            raise BadDatabase(f"cannot use {shown_url(self.url)}: {reason}") from None

    async def _disconnect(self) -> None:
        with suppress(Exception):
            await self._engine.dispose()


def _set_up(connection: Any, _: Any) -> None:
    cursor = connection.cursor()
    cursor.execute(f"SET lock_timeout = {1000 * PATIENCE:.0f}")
    cursor.close()
    connection.commit()
