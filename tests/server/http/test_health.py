"""/healthz reports whether the database can be read and written, and cannot be used to overload the disk."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import httpx
import psycopg
import pytest
from sqlalchemy.exc import DatabaseError

from parlour.server.app import described, running
from parlour.server.http import health
from parlour.server.settings import Settings
from parlour.server.storage import queries
from parlour.server.storage.database import BadDatabase, Work
from parlour.server.storage.schema import SOCKETS
from tests.server.client import Client, wait_until
from tests.server.conftest import wait_for_rules
from tests.server.coroutines import finished
from tests.server.process import ServerProcess


def wait_for_status(client: Client, status: int) -> None:
    """Wait until /healthz has this status: a result is cached for some seconds."""

    def is_told() -> bool:
        response = client.request("GET", "/healthz")
        assert response.status_code in (200, 503)
        assert response.status_code == 200 or response.json()["code"] == "unavailable"
        return response.status_code == status

    wait_until(is_told, f"health never became {status}")


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A separate file system of four megabytes."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", str(folder)], capture_output=True)
    if mounted.returncode:
        pytest.skip("only root can mount a file system")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


@contextmanager
def filled(disk: Path) -> Iterator[None]:
    """Fill it completely."""
    filler = disk / "filler"
    with filler.open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(bytes(4096))
    yield
    filler.unlink()


def test_a_full_disk_is_not_healthy_until_there_is_room_again(small_disk: Path) -> None:
    with ServerProcess(str(small_disk / "parlour.sqlite"), "--no-limits") as server, Client(server) as client:
        table = client.open_table("exago", ["me", "me"])
        wait_for_status(client, 200)
        with filled(small_disk):
            wait_for_status(client, 503)
            assert client.table(table.id)["moves"] == 0  # existing data can still be read
        wait_for_status(client, 200)
        with client.sit(table.id, *table.tokens.values()) as socket:
            socket.move(0, "f6")


def test_a_read_only_file_is_not_healthy(tmp_path: Path) -> None:
    file = tmp_path / "parlour.sqlite"
    with ServerProcess(str(file), "--no-limits") as server, Client(server) as client:
        wait_for_status(client, 200)
        with closing(sqlite3.connect(file, isolation_level=None)) as connection:
            connection.execute("CREATE TRIGGER no BEFORE UPDATE ON house BEGIN SELECT raise(FAIL, 'no'); END")
            wait_for_status(client, 503)
            connection.execute("DROP TRIGGER no")
        wait_for_status(client, 200)


def test_a_read_only_postgres_is_not_healthy(postgres_url: str) -> None:
    plain = postgres_url.replace("+psycopg", "")
    name = plain.rsplit("/", 1)[1]
    with ServerProcess(postgres_url, "--no-limits") as server, Client(server) as client:
        wait_for_status(client, 200)
        for is_on, status in (("on", 503), ("off", 200)):
            with psycopg.connect(plain, autocommit=True) as connection:
                connection.execute("SET default_transaction_read_only = off")
                connection.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = {is_on}".encode())
                others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s AND pid <> %s"
                connection.execute(others, (name, connection.info.backend_pid))
            wait_for_status(client, status)
        server.kill()  # how it stops after that is not tested here


@pytest.mark.parametrize("damage", ["garbage", "no file"])
def test_a_damaged_file_is_not_healthy(tmp_path: Path, damage: str) -> None:
    file = tmp_path / "parlour.sqlite"
    with ServerProcess(str(file), "--no-limits") as server, Client(server) as client:
        client.open_table("exago", ["me", "me"])
        wait_for_rules(server, "exago")
        with closing(sqlite3.connect(file)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        if damage == "garbage":
            with file.open("r+b") as pages:
                pages.seek(4096)  # the first page is whole, and SQLite remembers it anyway
                pages.write(os.urandom(file.stat().st_size - 4096))
        else:
            file.unlink()
        wait_for_status(client, 503)
        assert not (damage == "no file" and file.exists())
        server.kill()


def test_damage_once_found_is_remembered(tmp_path: Path) -> None:
    """/healthz reads a little of everything; other requests may have found damage elsewhere."""
    file = tmp_path / "parlour.sqlite"

    async def scene() -> None:
        async with running(Settings(database=str(file))) as context:
            await context.health.check()
            with closing(sqlite3.connect(file)) as other:
                (page,) = other.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'sockets'").fetchone()
                other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            with file.open("r+b") as pages:
                pages.seek(4096 * (page - 1))
                pages.write(bytes([255]) * 4096)
            await context.database.read_afresh(queries.probe)
            with pytest.raises(DatabaseError, match="malformed"):
                await context.database.read(lambda connection: connection.execute(SOCKETS.select()).all())
            with pytest.raises(BadDatabase, match="is damaged: database disk image is malformed"):
                await context.database.read_afresh(queries.probe)

    finished(scene())


def test_health_checks_are_rate_limited(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "FRESH", 3600.0)

    async def scene() -> int:
        async with running(Settings(database=sqlite_url)) as context:
            app, tries = described(), 0
            app.state.context = context
            write = context.database.write

            async def counted(work: Work[object], **more: object) -> object:
                nonlocal tries
                tries += 1
                return await write(work, **more)  # type: ignore[arg-type]

            monkeypatch.setattr(context.database, "write", counted)
            async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://test") as visitor:
                answers = await asyncio.gather(*(visitor.get("/healthz") for _ in range(200)))
                answers += [await visitor.get("/healthz") for _ in range(50)]
            assert {answer.status_code for answer in answers} == {200}
            return tries

    assert finished(scene()) == 1
