"""The database: its settings, its creation, and who may use it."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy.exc import IntegrityError, OperationalError

from parlour.server.storage.database import BadDatabase, opened
from parlour.server.storage.offline import reading
from parlour.server.storage.schema import LOG, MATCHES, METADATA, TABLES
from tests.server.client import Client
from tests.server.coroutines import finished
from tests.server.process import ROOT, ServerProcess

T = TypeVar("T")


def written(url: str, work: Callable[[sa.Connection], T]) -> T:
    """The result of some work, done as the server does it."""

    async def run() -> T:
        database = opened(url)
        await database.start()
        try:
            return await database.write(work)
        finally:
            await database.stop()

    return finished(run())


def serve(*arguments: str) -> subprocess.CompletedProcess[str]:
    """`parlour serve`, which must end by itself."""
    command = [sys.executable, "-m", "parlour", "serve", "--port", "0", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)


def test_sqlite_writes_ahead_and_syncs_every_commit(sqlite_url: str) -> None:
    def settings(connection: sa.Connection) -> dict[str, object]:
        names = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        return {name: connection.exec_driver_sql(f"PRAGMA {name}").scalar_one() for name in names}

    full = 2
    wanted = {"journal_mode": "wal", "synchronous": full, "foreign_keys": 1, "busy_timeout": 0}  # see Busy
    assert written(sqlite_url, settings) == wanted


def test_sqlite_takes_the_write_lock_at_the_start_of_a_transaction(sqlite_url: str) -> None:
    def other_cannot_begin(_: sa.Connection) -> None:
        other = sa.create_engine(sqlite_url, connect_args={"timeout": 0})
        with other.connect() as connection, pytest.raises(OperationalError, match="locked"):
            connection.exec_driver_sql("BEGIN IMMEDIATE")  # nothing is written yet, only the transaction has begun
        other.dispose()

    written(sqlite_url, other_cannot_begin)


def test_a_log_entry_needs_an_existing_match(database_url: str) -> None:
    stray = {"match": 7, "seq": 1, "entry": "{}", "at": 0.0}
    with pytest.raises(IntegrityError):
        written(database_url, lambda connection: connection.execute(LOG.insert(), [stray]).rowcount)


def test_the_same_move_cannot_be_stored_twice(database_url: str) -> None:
    def twice(connection: sa.Connection) -> list[bool]:
        row = {"id": "t", "game": "exago", "players": 2, "is_public": False, "invitation": "", "owner": ""}
        connection.execute(TABLES.insert(), [{**row, "visitor": "", "opened": 0.0, "touched": 0.0}])
        match = {"table_id": "t", "number": 1, "options": "{}", "deal": "{}", "salt": "", "commit": "", "opened": 0.0}
        key = connection.execute(MATCHES.insert().returning(MATCHES.c.key), match).scalar_one()
        move = {"match": key, "seat": 0, "turn": 0, "branch": 0, "entry": "{}", "at": 0.0}
        connection.execute(LOG.insert(), [{**move, "seq": 1}])
        return [is_refused(connection, {**move, "seq": 2}), is_refused(connection, {**move, "seq": 1, "turn": 1})]

    assert written(database_url, twice) == [True, True]


def is_refused(connection: sa.Connection, entry: dict[str, object]) -> bool:
    """Whether a log refuses an entry."""
    try:
        with connection.begin_nested():
            connection.execute(LOG.insert(), [entry])
    except IntegrityError:
        return True
    return False


def test_migrations_produce_the_current_schema(database_url: str) -> None:
    def differences(connection: sa.Connection) -> list[object]:
        def is_ours(_: object, name: str | None, kind: str, *__: object) -> bool:
            return kind != "table" or not str(name).startswith("procrastinate_")

        context = MigrationContext.configure(connection, opts={"compare_type": True, "include_object": is_ours})
        return list(compare_metadata(context, METADATA))

    assert written(database_url, differences) == []
    assert written(database_url, differences) == []  # and again, on the existing schema


def test_two_processes_may_start_simultaneously_on_an_empty_database(postgres_url: str) -> None:
    async def start_two() -> None:
        first, second = opened(postgres_url), opened(postgres_url)
        await asyncio.gather(first.start(), second.start())
        await asyncio.gather(first.stop(), second.stop())

    finished(start_two())
    revisions = sa.text("SELECT version_num FROM alembic_version")
    assert written(postgres_url, lambda connection: len(connection.execute(revisions).all())) == 1


def test_two_servers_may_start_simultaneously_on_an_empty_database(postgres_url: str) -> None:
    command = [sys.executable, "-m", "parlour", "serve", "--port", "0", "--database", postgres_url]
    both = [subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) for _ in range(2)]
    try:
        for process in both:
            assert process.stdout is not None
            assert b"Parlour is at" in process.stdout.readline()
    finally:
        for process in both:
            process.terminate()
            process.communicate(timeout=30)
    assert [process.returncode for process in both] == [0, 0]


def test_a_second_server_on_the_same_file_is_refused_in_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    with ServerProcess(f"sqlite:///{file}") as server, Client(server) as client:
        ended = serve("--database", f"sqlite:///{file}")
        assert ended.returncode == 2
        said = ended.stdout + ended.stderr
        assert "in use by another parlour" in " ".join(said.split())
        assert "Traceback" not in said
        assert client.ask("GET", "/healthz")["status"] == "ok"
        server.kill()
        server.restart()  # a lock ends with its process
        assert client.ask("GET", "/healthz")["status"] == "ok"


def test_several_workers_without_postgres_are_refused(sqlite_url: str) -> None:
    ended = serve("--workers", "2", "--database", sqlite_url)
    assert ended.returncode == 2
    said = ended.stdout + ended.stderr
    assert "--workers above 1 needs Postgres" in " ".join(said.split())
    assert "Traceback" not in said


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("mysql://here/x", "not mysql://"),
        ("sqlite://", "kept in a file"),
        ("postgresql+psycopg://parlour@127.0.0.1:1/none", "cannot use postgresql"),
        ("sqlite:////proc/none/x.sqlite", "cannot use /proc/none/x.sqlite"),
    ],
)
def test_an_unusable_database_is_reported_in_a_sentence(url: str, sentence: str) -> None:
    async def start() -> None:
        database = opened(url)
        try:
            await database.start()
        finally:
            await database.stop()

    with pytest.raises(BadDatabase, match=sentence):
        finished(start())


def looked_into(url: str) -> None:
    """Read a database as a command does."""
    with reading(url):
        pass


@pytest.mark.parametrize("use", [opened, looked_into])
def test_missing_postgres_packages_are_named(use: Callable[[str], object], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(BadDatabase, match=r"in the clone of Parlour, make postgres$"):
        use("postgresql://parlour@127.0.0.1:1/none")
