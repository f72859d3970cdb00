"""SQLite: a file with one writing process."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import sqlite
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError

from parlour.server.storage.database import INTO_LOG, PATIENCE, BadDatabase, Busy, Database, InUse, Row, T, Work
from parlour.server.storage.migrate import migrate

QUICK = 0.001  # seconds; a faster commit is not worth another thread
FORGETTING = 0.1  # by how much each quick commit makes up for a slow one
DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)

_INTO_LOG = str(INTO_LOG.compile(dialect=sqlite.dialect(paramstyle="named")))
_CLAIMED: dict[Path, int | None] = {}  # by path; the lock file's descriptor, where the system has locks


def claim(url: URL) -> None:
    """Lock a file for this process until it exits, however often it is opened meanwhile."""
    if url.drivername != "sqlite":
        return
    path = file_of(url)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _CLAIMED[path] = _locked(path)
    except OSError as problem:
        raise BadDatabase(f"cannot use {path}: {problem.strerror}") from None


def file_of(url: URL) -> Path:
    """The file itself with symbolic links resolved: two names can mean one database."""
    given = Path(str(url.database))
    try:
        return given.resolve()
    except (OSError, RuntimeError):  # the latter for circular links
        raise BadDatabase(f"cannot use {given}: its symbolic links lead nowhere") from None


def tell_address(address: str) -> None:
    """Store this server's address in its lock files, to be shown to another server that is refused the file."""
    for lock in _CLAIMED.values():
        if lock is not None:
            os.pwrite(lock, f"{address}\n".encode(), 0)


def _locked(path: Path) -> int | None:
    """Refuse a second server, since each would miss what the other writes. The lock ends with the process."""
    try:
        import fcntl
    except ImportError:  # not available on this system
        return None
    lock = os.open(path.with_name(path.name + ".lock"), os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        address = os.pread(lock, 1000, 0).decode(errors="replace").strip()
        os.close(lock)
        raise InUse(path, address or None) from None
    os.ftruncate(lock, 0)  # an earlier owner may have left its address
    return lock


class Sqlite(Database):
    """A file written by one process, one transaction at a time.

    On a fast disk (a commit took some 0.2 ms when measured), switching to another thread and back costs more than the
    commit itself, so it is done on the event loop, and what arrives in the meantime is the next batch. On a slow disk
    a thread waits for it. Neither waits for a lock that another program holds: SQLite reports it immediately, and the
    batch is retried a moment later.
    """

    is_shared = False

    def __init__(self, url: URL) -> None:
        self.path = file_of(url)
        super().__init__(url.set(database=str(self.path)))
        self._engine, self._reading = (
            sa.create_engine(
                self.url,
                connect_args={"check_same_thread": False, "timeout": PATIENCE},
                poolclass=sa.pool.StaticPool,
                hide_parameters=True,  # choices that are still hidden must not be logged
            )
            for _ in range(2)
        )
        existing = f"{self.path.as_uri()}?mode=rw"  # otherwise SQLite would recreate a deleted file
        self._fresh = sa.create_engine(
            self.url,
            creator=lambda: sqlite3.connect(existing, uri=True, timeout=PATIENCE, check_same_thread=False),
            poolclass=sa.pool.NullPool,
        )
        self._damage: str | None = None  # found since the start
        self._thread = ThreadPoolExecutor(1, "database")
        self._reader = ThreadPoolExecutor(1, "database-reader")
        self._lock_file: int | None = None
        self._connection: sa.Connection | None = None
        self._driver: sqlite3.Connection | None = None  # the driver's own object for that connection
        self._slowness = QUICK  # seconds: the slowest recent commit, lowered a little by every quick one

    async def read(self, work: Work[T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._reader, self._read, self._reading, work)

    async def read_afresh(self, work: Work[T]) -> T:
        """Bypass SQLite's page cache. Raises BadDatabase if the file was ever found damaged."""
        if self._damage is not None:
            raise BadDatabase(f"{self.path} is damaged: {self._damage}")
        return await asyncio.get_running_loop().run_in_executor(self._reader, self._read, self._fresh, work)

    @staticmethod
    def _read(engine: sa.Engine, work: Work[T]) -> T:
        with engine.connect() as connection:
            return work(connection)

    async def _transact(self, work: Work[T], is_long: bool) -> T:
        if is_long:
            return await asyncio.get_running_loop().run_in_executor(self._thread, self._transacted, work)
        return await self._where_it_harms_nobody(lambda: self._transacted(work))

    def _transacted(self, work: Work[T]) -> T:
        assert self._connection is not None
        self._begin()
        with self._connection.begin():
            return work(self._connection)

    def _begin(self) -> None:
        """Take the write lock, so that nothing has to wait from here to the commit."""
        assert self._driver is not None
        try:
            self._driver.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError as problem:
            if problem.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY:
                raise Busy from None
            raise self._wrapped("BEGIN IMMEDIATE", problem) from problem

    async def _append(self, rows: Sequence[Row]) -> None:
        """Every move does this, so it bypasses SQLAlchemy, which took 0.5 of 0.7 ms when measured."""
        await self._where_it_harms_nobody(lambda: self._insert_alone(rows))

    def _insert_alone(self, rows: Sequence[Row]) -> None:
        assert self._driver is not None
        self._begin()
        try:
            self._driver.executemany(_INTO_LOG, rows)
            self._driver.execute("COMMIT")
        except BaseException as problem:
            if self._driver.in_transaction:  # some errors roll back by themselves
                self._driver.execute("ROLLBACK")
            if isinstance(problem, sqlite3.Error):
                raise self._wrapped(_INTO_LOG, problem) from problem
            raise

    def _wrapped(self, statement: str, problem: sqlite3.Error) -> BaseException:
        """The error as SQLAlchemy would raise it."""
        self._note_damage(problem)
        return DBAPIError.instance(
            statement, None, problem, sqlite3.Error, hide_parameters=True, dialect=self._engine.dialect
        )

    def _note_damage(self, problem: BaseException | None) -> None:
        if isinstance(problem, sqlite3.DatabaseError) and getattr(problem, "sqlite_errorcode", 0) & 0xFF in DAMAGE:
            self._damage = str(problem)

    async def _where_it_harms_nobody(self, work: Callable[[], T]) -> T:
        """Run `work` on the event loop if no recent commit was slow, else in the thread.

        A slow commit blocks the event loop once; later ones go to the thread until many in a row were quick.
        """

        def timed() -> T:
            start = time.perf_counter()
            try:
                return work()
            finally:
                took = time.perf_counter() - start
                self._slowness = max(took, self._slowness + FORGETTING * (took - self._slowness))

        if self._slowness < QUICK:
            return timed()
        return await asyncio.get_running_loop().run_in_executor(self._thread, timed)

    async def _connect(self) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, self._open)

    def _open(self) -> None:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            if self.path not in _CLAIMED:
                self._lock_file = _locked(self.path)
            os.close(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600))  # it contains deals and invitations
            for engine in (self._engine, self._reading):
                sa.event.listen(engine, "connect", _set_up)
                sa.event.listen(engine, "handle_error", lambda context: self._note_damage(context.original_exception))
            sa.event.listen(self._reading, "begin", lambda connection: connection.exec_driver_sql("BEGIN"))
            self._connection = self._engine.connect()
            self._driver = self._connection.connection.driver_connection
            assert self._driver is not None
            self._transacted(lambda connection: migrate(connection, str(self.path)))
            self._driver.execute("PRAGMA busy_timeout=0")
        except (OSError, DBAPIError, sqlite3.Error) as problem:
            reason = getattr(problem, "orig", None) or getattr(problem, "strerror", None) or problem
            raise BadDatabase(f"cannot use {self.path}: {reason}") from None

    async def _disconnect(self) -> None:
        self._thread.shutdown()
        self._reader.shutdown()
        if self._connection is not None:
            self._connection.close()
        self._engine.dispose()
        self._reading.dispose()
        self._fresh.dispose()
        if self._lock_file is not None:
            os.close(self._lock_file)


def _set_up(connection: Any, _: Any) -> None:
    connection.isolation_level = None  # we begin transactions ourselves
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")
