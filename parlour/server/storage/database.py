"""The way to the database: SQLite (sqlite.py) or Postgres (postgres.py). Above this, both are the same.

Work is a plain function of a SQLAlchemy connection. Whatever waits to be written is committed together, in one
transaction: with a hundred busy tables a commit carries many moves. A piece of work that fails in company is done
alone, so that only its own client hears of it. While somebody else keeps the database locked, work waits for some
seconds, and the event loop never does.
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

PATIENCE = 5.0  # seconds that work waits for a database that somebody else keeps locked
LOOK = 0.01  # seconds between two looks whether it still is
INTO_LOG = LOG.insert()


class BadDatabase(ParlourError):
    """The database cannot be used; the sentence says why."""


class Busy(BadDatabase):
    """Somebody else keeps the database locked, so nothing was changed."""

    def __init__(self) -> None:
        super().__init__("another program keeps the database locked: nothing was changed, try again soon")


class InUse(BadDatabase):
    """Another parlour serves this file, at this address if it has told one."""

    def __init__(self, path: Path, address: str | None) -> None:
        where = f" at {address}" if address else ""
        super().__init__(
            f"{path} is in use by another parlour{where}: stop it first, give this one another --database, "
            "or use Postgres, which several processes may share"
        )
        self.address = address


def default_url() -> str:
    """SQLite in the user's folder for data."""
    return f"sqlite:///{platformdirs.user_data_path('parlour', appauthor=False) / 'parlour.sqlite'}"


def checked_url(text: str) -> URL:
    """A database's address: sqlite:///FILE, the name of a file, or postgresql://..."""
    if "://" not in text:
        text = f"sqlite:///{text}"
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):  # the latter for a port that is no number
        raise BadDatabase("a database is sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME") from None
    if url.drivername in ("postgresql", "postgres"):
        url = url.set(drivername="postgresql+psycopg")
    if url.drivername not in ("sqlite", "postgresql+psycopg"):
        raise BadDatabase(f"a database is sqlite:///FILE or postgresql://..., not {url.drivername}://...")
    if url.drivername == "sqlite" and (url.database in (None, "", ":memory:") or not Path(str(url.database)).name):
        raise BadDatabase("tables are kept in a file: sqlite:///FILE")
    if "@" in (url.host or ""):  # what follows it would be shown, and is the rest of a password
        raise BadDatabase("in a database's address an @ of a password is written %40, a / %2F, a : %3A, a % %25")
    try:
        (url.host or "").encode("idna")  # as whoever looks it up does, without a sentence for people
    except UnicodeError:
        raise BadDatabase(f"a database's host is a name or an address, not {url.host!r}") from None
    return url


def shown_url(url: URL) -> str:
    """A database's address as it may be shown: without a password, wherever that stands."""
    return str(url.database) if url.drivername == "sqlite" else url.set(query={}).render_as_string()


def opened(text: str) -> Database:
    """The database at this address; `start` makes it ready."""
    url = checked_url(text)
    if url.drivername == "sqlite":
        from parlour.server.storage.sqlite import Sqlite

        return Sqlite(url)
    from parlour.server.storage.postgres import Postgres

    return Postgres(url)


@dataclass(frozen=True)
class _Waiting:
    """Work that waits to be written."""

    work: Work[Any] | None
    done: asyncio.Future[Any]
    rows: Sequence[Row]  # for the log
    is_long: bool  # takes more than some rows
    since: float = field(default_factory=time.monotonic)


class Database(ABC):
    """Reading and writing, one transaction at a time each."""

    is_shared: bool  # whether several processes may serve it

    def __init__(self, url: URL) -> None:
        self.url = url
        self._waiting: list[_Waiting] = []
        self._something_waits = asyncio.Event()
        self._writer: asyncio.Task[None] | None = None
        self._is_stopping = False

    async def start(self) -> None:
        """Connect, bring the tables up to date, begin to write."""
        await self._connect()
        self._writer = asyncio.create_task(self._write_for_ever())

    async def stop(self) -> None:
        """Write what waits, then disconnect."""
        self._is_stopping = True
        self._something_waits.set()
        if self._writer is not None:
            await self._writer
        await self._disconnect()

    async def write(self, work: Work[T], rows: Sequence[Row] = (), is_long: bool = False) -> T:
        """Put rows into the log, do this besides, and return its result when all is committed.

        `work` may be tried again in another transaction. Rows are given apart from it because those of all who wait
        are put in by one statement, which costs little more than that of one.
        """
        return await self._written(work, rows, is_long)  # type: ignore[no-any-return]

    async def append(self, rows: Sequence[Row]) -> None:
        """Put rows into the log and return when they are committed."""
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
        """Who has waited for long enough is told; the others wait on, before those who came later."""
        oldest = time.monotonic() - PATIENCE
        for one in batch:
            if one.since <= oldest:
                _settle(one.done, busy)
        self._waiting = [*(one for one in batch if not one.done.done()), *self._waiting]

    async def _write_together(self, batch: list[_Waiting]) -> None:
        rows = [row for one in batch for row in one.rows]
        rows.sort(key=lambda row: (row["match"], row["seq"]))  # two processes in one order wait, and never deadlock

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
        """Do this, which changes nothing."""

    async def read_afresh(self, work: Work[T]) -> T:
        """The same from the database itself, past all that this process remembers of it."""
        return await self.read(work)

    @abstractmethod
    async def _transact(self, work: Work[T], is_long: bool) -> T:
        """Do this and commit; Busy, and nothing is done, when somebody else keeps the database locked."""

    async def _append(self, rows: Sequence[Row]) -> None:
        """Put rows into the log, and nothing else."""
        await self._transact(lambda connection: self._insert(connection, rows), False)

    def _insert(self, connection: sa.Connection, rows: Sequence[Row]) -> None:
        connection.execute(INTO_LOG, rows)

    @abstractmethod
    async def _connect(self) -> None: ...

    @abstractmethod
    async def _disconnect(self) -> None: ...


def _settle(done: asyncio.Future[Any], result: Any) -> None:
    if done.done():  # the one who waited has gone
        return
    if isinstance(result, Exception):
        done.set_exception(result)
    else:
        done.set_result(result)
