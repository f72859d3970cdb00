"""One-off access to a database by a command, with or without a running server."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

import sqlalchemy as sa
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError

from parlour.errors import to_install
from parlour.server.storage.database import BadDatabase, T, Work, checked_url, opened, shown_url
from parlour.server.storage.migrate import check_current


@contextmanager
def reading(text: str) -> Iterator[sa.Connection]:
    """A read-only snapshot of the database. Takes no locks, so a server may keep running."""
    url = checked_url(text)
    engine = _engine(url)
    try:
        with engine.connect() as connection, connection.begin():
            check_current(connection, shown_url(url))
            yield connection
    except (OSError, DBAPIError) as problem:
        reason = str(getattr(problem, "orig", None) or problem).strip()
        raise BadDatabase(f"cannot read {shown_url(url)}: {reason}") from None
    finally:
        engine.dispose()


def _engine(url: URL) -> sa.Engine:
    if url.drivername == "sqlite":
        try:
            with open(str(url.database), "rb"):  # SQLite would create a missing file
                pass
        except OSError as problem:
            raise BadDatabase(f"cannot read {url.database}: {problem.strerror}") from None
        engine = sa.create_engine(url, connect_args={"timeout": 30}, poolclass=sa.pool.NullPool)
        sa.event.listen(engine, "connect", _only_reads)
        sa.event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN"))
        return engine
    try:
        return sa.create_engine(url, isolation_level="REPEATABLE READ", execution_options={"postgresql_readonly": True})
    except ModuleNotFoundError:
        raise BadDatabase(f"Postgres needs more packages: {to_install('postgres')}") from None


def _only_reads(connection: sa.engine.interfaces.DBAPIConnection, _: object) -> None:
    connection.isolation_level = None  # we begin transactions ourselves
    cursor = connection.cursor()
    cursor.execute("PRAGMA query_only=ON")
    cursor.close()


def write(text: str, work: Work[T]) -> T:
    """Run `work` in one transaction, as a server would. Refuses a SQLite file that a server uses."""

    async def writing() -> T:
        database = opened(text)
        await database.start()
        try:
            return await database.write(work)
        except DBAPIError as problem:
            reason = str(problem.orig or problem).strip()
            raise BadDatabase(f"cannot write to {shown_url(database.url)}: {reason}; nothing was changed") from None
        finally:
            await database.stop()

    return asyncio.run(writing())
