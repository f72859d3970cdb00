"""The way to the database: SQLite through one writing thread, Postgres through psycopg. Above this, both are the same.

Work is a plain function of a SQLAlchemy connection. Whatever waits to be written is committed together, in one
transaction: with a hundred busy tables a commit carries many moves. A piece of work that fails in company is done
alone, so that only its own client hears of it.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import platformdirs
import sqlalchemy as sa
from sqlalchemy.dialects import sqlite
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError

from parlour.game import ParlourError, to_install
from parlour.server.schema import LOG

if TYPE_CHECKING:
    from alembic.config import Config

T = TypeVar("T")
Work = Callable[[sa.Connection], T]
Row = dict[str, Any]  # of the log

MIGRATION_LOCK = 7_271_845_301  # any number that nobody else takes


_INTO_LOG = LOG.insert()
_INTO_SQLITE_LOG = str(_INTO_LOG.compile(dialect=sqlite.dialect(paramstyle="named")))


class BadDatabase(ParlourError):
    """The database cannot be used; the sentence says why."""


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
        raise BadDatabase("a database is sqlite:///FILE or postgresql+psycopg://USER:PASSWORD@HOST/NAME") from None
    if url.drivername in ("postgresql", "postgres"):
        url = url.set(drivername="postgresql+psycopg")
    if url.drivername not in ("sqlite", "postgresql+psycopg"):
        raise BadDatabase(f"a database is sqlite:///FILE or postgresql+psycopg://..., not {url.drivername}://...")
    if url.drivername == "sqlite" and (url.database in (None, "", ":memory:") or not Path(str(url.database)).name):
        raise BadDatabase("tables are kept in a file: sqlite:///FILE")
    if "@" in (url.host or ""):  # what follows it would be shown, and is the rest of a password
        raise BadDatabase("in a database's address an @ of a password is written %40, a / %2F, a : %3A, a % %25")
    return url


def shown_url(url: URL) -> str:
    """A database's address as it may be shown: without a password, wherever that stands."""
    return str(url.database) if url.drivername == "sqlite" else url.set(query={}).render_as_string()


def opened(text: str) -> Database:
    """The database at this address; `start` makes it ready."""
    url = checked_url(text)
    return Sqlite(url) if url.drivername == "sqlite" else Postgres(url)


@dataclass(frozen=True)
class _Waiting:
    """Work that waits to be written."""

    work: Work[Any] | None
    done: asyncio.Future[Any]
    rows: Sequence[Row]  # for the log
    is_long: bool  # takes more than some rows


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
            if batch:
                await self._write_together(batch)
            if self._is_stopping:
                self._something_waits.set()

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

    @abstractmethod
    async def _transact(self, work: Work[T], is_long: bool) -> T: ...

    async def _append(self, rows: Sequence[Row]) -> None:
        """Put rows into the log, and nothing else."""
        await self._transact(lambda connection: self._insert(connection, rows), False)

    def _insert(self, connection: sa.Connection, rows: Sequence[Row]) -> None:
        connection.execute(_INTO_LOG, rows)

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


def migrate(connection: sa.Connection) -> None:
    """Bring the tables up to date."""
    from alembic import command

    config = migrations()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def migrations() -> Config:
    """Where Alembic finds them."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    return config


QUICK = 0.001  # seconds; a commit that takes less is not worth another thread
FORGETTING = 0.1  # weight of the newest commit in the mean


_CLAIMED: dict[Path, int | None] = {}  # with the lock's file, where the system has locks


def claim(url: URL) -> None:
    """Keep a file for this process from now to its end, however often it is opened meanwhile."""
    if url.drivername != "sqlite":
        return
    path = Path(str(url.database)).absolute()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _CLAIMED[path] = _locked(path)
    except OSError as problem:
        raise BadDatabase(f"cannot use {path}: {problem.strerror}") from None


def tell_address(address: str) -> None:
    """Let who is refused a file that this process has claimed know where this is."""
    for lock in _CLAIMED.values():
        if lock is not None:
            os.pwrite(lock, f"{address}\n".encode(), 0)


def _locked(path: Path) -> int | None:
    """Refuse a second server: each would miss what the other writes. The lock dies with the process."""
    try:
        import fcntl
    except ImportError:  # not on this system
        return None
    lock = os.open(path.with_name(path.name + ".lock"), os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        address = os.pread(lock, 1000, 0).decode(errors="replace").strip()
        os.close(lock)
        raise InUse(path, address or None) from None
    os.ftruncate(lock, 0)  # who had it before may have told its address
    return lock


class Sqlite(Database):
    """A file, written by one process, one transaction at a time.

    Where the disk is quick (a commit took some 0.2 ms when this was measured), going to another thread and back costs
    more than the commit itself: then it is done on the spot, and what came meanwhile is the next batch. Where it is
    slow, a thread waits for it.
    """

    is_shared = False

    def __init__(self, url: URL) -> None:
        super().__init__(url)
        self.path = Path(str(url.database)).absolute()
        self._engine, self._reading = (
            sa.create_engine(
                url,
                connect_args={"check_same_thread": False, "timeout": 30},
                poolclass=sa.pool.StaticPool,
                hide_parameters=True,  # choices that are still hidden do not go into a log
            )
            for _ in range(2)
        )
        self._thread = ThreadPoolExecutor(1, "database")
        self._reader = ThreadPoolExecutor(1, "database-reader")
        self._lock_file: int | None = None
        self._connection: sa.Connection | None = None
        self._driver: sqlite3.Connection | None = None  # the same connection, as the driver has it
        self._mean = QUICK  # seconds of a commit, of late

    async def read(self, work: Work[T]) -> T:
        def reading() -> T:
            with self._reading.connect() as connection:
                return work(connection)

        return await asyncio.get_running_loop().run_in_executor(self._reader, reading)

    async def _transact(self, work: Work[T], is_long: bool) -> T:
        def transacting() -> T:
            assert self._connection is not None
            with self._connection.begin():
                return work(self._connection)

        if is_long:
            return await asyncio.get_running_loop().run_in_executor(self._thread, transacting)
        return await self._on_the_spot(transacting)

    async def _append(self, rows: Sequence[Row]) -> None:
        """What every move does: past SQLAlchemy, which took 0.5 of 0.7 ms for it when this was measured."""
        await self._on_the_spot(lambda: self._insert_alone(rows))

    def _insert_alone(self, rows: Sequence[Row]) -> None:
        assert self._driver is not None
        try:
            self._driver.execute("BEGIN IMMEDIATE")
            try:
                self._driver.executemany(_INTO_SQLITE_LOG, rows)
                self._driver.execute("COMMIT")
            except BaseException:
                if self._driver.in_transaction:  # some failures end it by themselves
                    self._driver.execute("ROLLBACK")
                raise
        except sqlite3.Error as problem:
            raise DBAPIError.instance(
                _INTO_SQLITE_LOG, None, problem, sqlite3.Error, hide_parameters=True, dialect=self._engine.dialect
            ) from problem

    async def _on_the_spot(self, work: Callable[[], T]) -> T:
        """Do this here if commits have been quick of late, else in the thread."""

        def timed() -> T:
            start = time.perf_counter()
            result = work()
            self._mean += FORGETTING * (time.perf_counter() - start - self._mean)
            return result

        if self._mean < QUICK:
            return timed()
        return await asyncio.get_running_loop().run_in_executor(self._thread, timed)

    async def _connect(self) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, self._open)

    def _open(self) -> None:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            if self.path not in _CLAIMED:
                self._lock_file = _locked(self.path)
            os.close(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600))  # deals and invitations are in it
            for engine, begin in ((self._engine, "BEGIN IMMEDIATE"), (self._reading, "BEGIN")):
                sa.event.listen(engine, "connect", _set_up_sqlite)
                sa.event.listen(engine, "begin", _beginning(begin))
            self._connection = self._engine.connect()
            self._driver = self._connection.connection.driver_connection
            with self._connection.begin():
                migrate(self._connection)
        except (OSError, DBAPIError) as problem:
            reason = getattr(problem, "orig", None) or getattr(problem, "strerror", None) or problem
            raise BadDatabase(f"cannot use {self.path}: {reason}") from None

    async def _disconnect(self) -> None:
        self._thread.shutdown()
        self._reader.shutdown()
        if self._connection is not None:
            self._connection.close()
        self._engine.dispose()
        self._reading.dispose()
        if self._lock_file is not None:
            os.close(self._lock_file)


def _set_up_sqlite(connection: Any, _: Any) -> None:
    connection.isolation_level = None  # transactions are begun by us, see _beginning
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=30000"):
        connection.execute(f"PRAGMA {pragma}")


def _beginning(statement: str) -> Callable[[sa.Connection], None]:
    def begin(connection: sa.Connection) -> None:
        connection.exec_driver_sql(statement)

    return begin


class Postgres(Database):
    """Any number of processes; NOTIFY, within each transaction, tells the others what changed."""

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

    async def read(self, work: Work[T]) -> T:
        async with self._engine.connect() as connection:
            return await connection.run_sync(work)

    async def _transact(self, work: Work[T], is_long: bool) -> T:
        async with self._engine.begin() as connection:
            return await connection.run_sync(work)

    async def _connect(self) -> None:
        def migrating(connection: sa.Connection) -> None:
            connection.execute(sa.select(sa.func.pg_advisory_xact_lock(MIGRATION_LOCK)))
            migrate(connection)

        try:
            await self._transact(migrating, is_long=True)
        except (OSError, DBAPIError) as problem:
            reason = str(getattr(problem, "orig", None) or problem).strip()
            raise BadDatabase(f"cannot use {shown_url(self.url)}: {reason}") from None

    async def _disconnect(self) -> None:
        with suppress(Exception):
            await self._engine.dispose()
