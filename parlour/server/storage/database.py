"""The common interface to the database: SQLite (sqlite.py) or Postgres (postgres.py).

Work is a plain function of a SQLAlchemy connection. All waiting writes are committed together, in one transaction:
with a hundred busy tables, one commit carries many moves. If such a batch fails, each piece of work is retried alone,
so that only the client at fault sees the error. While another program holds the database lock, work waits for a few
seconds; the event loop never waits.
"""

from __future__ import annotations

import asyncio
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import platformdirs
import sqlalchemy as sa
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from parlour.errors import ParlourError
from parlour.server.storage.schema import LOG

T = TypeVar("T")
Work = Callable[[sa.Connection], T]
Row = dict[str, Any]  # of the log

PATIENCE = 5.0  # seconds that work waits while another program holds the database lock
LOOK = 0.01  # seconds between checks of the lock
INTO_LOG = LOG.insert()


class BadDatabase(ParlourError):
    """The database cannot be used. The message says why."""


class Busy(BadDatabase):
    """Another program holds the database lock, so nothing was changed."""

    def __init__(self) -> None:
        super().__init__("another program keeps the database locked: nothing was changed, try again soon")


class InUse(BadDatabase):
    """Another Parlour server uses this file, at this address if known."""

    def __init__(self, path: Path, address: str | None) -> None:
        where = f" at {address}" if address else ""
        super().__init__(
            f"{path} is in use by another parlour{where}: stop it first, give this one another --database, "
            "or use Postgres, which several processes may share"
        )
        self.address = address


def default_url() -> str:
    """The SQLite file in the user's data folder."""
    return f"sqlite:///{platformdirs.user_data_path('parlour', appauthor=False) / 'parlour.sqlite'}"


def checked_url(text: str) -> URL:
    """Parse a database's address: sqlite:///FILE, a file name, or postgresql://..., or BadDatabase."""
    if "://" not in text:
        text = f"sqlite:///{text}"
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):  # the latter for a port that is not a number
        raise BadDatabase("a database is sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME") from None
    if url.drivername in ("postgresql", "postgres"):
        url = url.set(drivername="postgresql+psycopg")
    if url.drivername not in ("sqlite", "postgresql+psycopg"):
        raise BadDatabase(f"a database is sqlite:///FILE or postgresql://..., not {url.drivername}://...")
    if url.drivername == "sqlite" and (url.database in (None, "", ":memory:") or not Path(str(url.database)).name):
        raise BadDatabase("tables are kept in a file: sqlite:///FILE")
    if "@" in (url.host or ""):  # the part before it is the rest of a password, and would be shown
        raise BadDatabase(
            "in a database's address, write an @ in the password as %40, a / as %2F, a : as %3A, a % as %25"
        )
    try:
        (url.host or "").encode("idna")  # resolving the name does the same, but its error is not fit for people
    except UnicodeError:
        raise BadDatabase(f"a database's host is a name or an address, not {url.host!r}") from None
    return url


def shown_url(url: URL) -> str:
    """A database's address without passwords, fit to be shown."""
    return str(url.database) if url.drivername == "sqlite" else url.set(query={}).render_as_string()


def opened(text: str) -> Database:
    """The database at this address. Call `start` before use."""
    url = checked_url(text)
    if url.drivername == "sqlite":
        from parlour.server.storage.sqlite import Sqlite

        return Sqlite(url)
    from parlour.server.storage.postgres import Postgres

    return Postgres(url)


@dataclass(frozen=True)
class _Waiting:
    """Work waiting to be written."""

    work: Work[Any] | None
    done: asyncio.Future[Any]
    rows: Sequence[Row]  # for the log
    is_long: bool  # takes more than a few rows
    since: float = field(default_factory=time.monotonic)


class Database(ABC):
    """Reads and writes, each one transaction at a time."""

    is_shared: bool  # whether several processes may serve it

    def __init__(self, url: URL) -> None:
        self.url = url
        self._waiting: list[_Waiting] = []
        self._something_waits = asyncio.Event()
        self._writer: asyncio.Task[None] | None = None
        self._is_stopping = False

    async def start(self) -> None:
        """Connect, migrate the schema, and start writing."""
        await self._connect()
        self._writer = asyncio.create_task(self._write_for_ever())

    async def stop(self) -> None:
        """Write what is waiting, then disconnect."""
        self._is_stopping = True
        self._something_waits.set()
        if self._writer is not None:
            await self._writer
        await self._disconnect()

    async def write(self, work: Work[T], rows: Sequence[Row] = (), is_long: bool = False) -> T:
        """Insert rows into the log, run `work` in the same transaction, and return its result once it is committed.

        `work` may be retried in another transaction. Rows are passed separately because the rows of all waiting writes
        are inserted by one statement, which costs little more than a single insert.
        """
        return await self._written(work, rows, is_long)  # type: ignore[no-any-return]

    async def append(self, rows: Sequence[Row]) -> None:
        """Insert rows into the log and return once they are committed."""
        await self._written(None, rows, False)

    async def _written(self, work: Work[Any] | None, rows: Sequence[Row], is_long: bool) -> Any:
        if self._is_stopping:
            raise BadDatabase("the server is stopping")
        done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Waiting(work, done, rows, is_long))
        self._something_waits.set()
        return await done

    async def _write_for_ever(self) -> None:
        while not (self._is_stopping and not self._waiting):
            await self._something_waits.wait()
            self._something_waits.clear()
            batch, self._waiting = self._waiting, []
            try:
                if batch:
                    await self._write_together(batch)
            except Busy as busy:
                self._put_back(batch, busy)
                await asyncio.sleep(LOOK)
            if self._waiting or self._is_stopping:
                self._something_waits.set()

    def _put_back(self, batch: list[_Waiting], busy: Busy) -> None:
        """Fail the work that has waited long enough; the rest keeps waiting, ahead of later work."""
        oldest = time.monotonic() - PATIENCE
        for one in batch:
            if one.since <= oldest:
                _settle(one.done, busy)
        self._waiting = [*(one for one in batch if not one.done.done()), *self._waiting]

    async def _write_together(self, batch: list[_Waiting]) -> None:
        rows = [row for one in batch for row in one.rows]
        rows.sort(key=lambda row: (row["match"], row["seq"]))  # one order in all processes prevents deadlocks

        def together(connection: sa.Connection) -> list[Any]:
            if rows:
                self._insert(connection, rows)
            return [one.work and one.work(connection) for one in batch]

        try:
            if all(one.work is None for one in batch):
                await self._append(rows)
                results = [None] * len(batch)
            else:
                results = await self._transact(together, any(one.is_long for one in batch))
        except Busy:
            raise
        except Exception as problem:
            if len(batch) == 1:
                _settle(batch[0].done, problem)
                return
            for single in batch:
                await self._write_together([single])
            return
        for one, result in zip(batch, results, strict=True):
            _settle(one.done, result)

    @abstractmethod
    async def read(self, work: Work[T]) -> T:
        """Run read-only work."""

    async def read_afresh(self, work: Work[T]) -> T:
        """Run read-only work on the database itself, bypassing this process's caches."""
        return await self.read(work)

    @abstractmethod
    async def _transact(self, work: Work[T], is_long: bool) -> T:
        """Run `work` and commit. Raises Busy, with nothing changed, while another program holds the lock."""

    async def _append(self, rows: Sequence[Row]) -> None:
        """Insert rows into the log, and do nothing else."""
        await self._transact(lambda connection: self._insert(connection, rows), False)

    def _insert(self, connection: sa.Connection, rows: Sequence[Row]) -> None:
        connection.execute(INTO_LOG, rows)

    @abstractmethod
    async def _connect(self) -> None: ...

    @abstractmethod
    async def _disconnect(self) -> None: ...


def _settle(done: asyncio.Future[Any], result: Any) -> None:
    if done.done():  # the caller no longer waits
        return
    if isinstance(result, Exception):
        done.set_exception(result)
    else:
        done.set_result(result)
