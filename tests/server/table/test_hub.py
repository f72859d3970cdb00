"""Tables in memory: none is loaded twice, no change is lost, and one bad match does not affect others."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import time
from pathlib import Path

import psycopg
import pytest

from parlour.server.storage import queries
from parlour.server.storage.database import opened
from parlour.server.storage.queries import Conflict
from parlour.server.table import actions, events, hub, presence
from parlour.server.table.match_state import MatchState
from tests.server.client import PATIENCE, Client
from tests.server.coroutines import finished
from tests.server.hall import HOLDERS, hall, new_table
from tests.server.process import ServerProcess


def test_a_table_is_never_loaded_twice(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A client may wait for the rules for longer than an unused table stays in memory."""
    monkeypatch.setattr(hub, "UNUSED", -1.0)

    async def scene() -> None:
        async with hall(sqlite_url) as context:
            waiting = await context.hub.get(await new_table(context.database))
            await context.hub.heartbeat()
            assert waiting.id not in context.hub.tables  # dropped, except that someone waits
            assert await context.hub.get(waiting.id) is waiting

    finished(scene())


def test_a_change_by_another_process_during_a_load_is_seen(sqlite_url: str) -> None:
    async def scene() -> None:
        async with hall(sqlite_url) as context:
            table = await new_table(context.database)
            found = await context.database.read(lambda connection: queries.load_table(connection, table))
            assert found is not None
            read, is_read, gate = context.database.read, asyncio.Event(), asyncio.Event()

            async def slow(work):  # type: ignore[no-untyped-def]
                result = await read(work)
                is_read.set()
                await gate.wait()
                return result

            context.database.read = slow  # type: ignore[method-assign]
            loading = asyncio.create_task(context.hub.get(table))
            await is_read.wait()  # but it is not applied yet
            context.database.read = read  # type: ignore[method-assign]
            change = actions.Change([events.Seat(0, HOLDERS[0], "Ann", None)])
            await queries.append(context.database, found[1].opening, found[1].seq, change, "elsewhere", time.time())
            heard = asyncio.create_task(context.hub.catch_up(table))
            await asyncio.sleep(0)
            gate.set()
            await heard
            assert (await loading).match_state.name_of(0) == "Ann"

    finished(scene())


def test_batches_of_two_processes_do_not_deadlock(postgres_url: str) -> None:
    async def scene() -> list[type]:
        databases = [opened(postgres_url), opened(postgres_url)]
        for database in databases:
            await database.start()
        matches: list[MatchState] = []
        for _ in range(6):
            table = await new_table(databases[0])
            found = await databases[0].read(lambda connection, table=table: queries.load_table(connection, table))  # type: ignore[misc]
            assert found is not None
            matches.append(found[1])
        results: list[type] = []
        for turn in range(10):
            change = actions.Change([events.Seat(0, HOLDERS[0], f"name {turn}", None)])
            writes = [
                queries.append(database, match.opening, match.seq + turn, change, "test", time.time())
                for database, order in zip(databases, (matches, matches[::-1]), strict=True)
                for match in order
            ]
            results += [type(result) for result in await asyncio.gather(*writes, return_exceptions=True)]
        for database in databases:
            await database.stop()
        return results

    results = finished(scene())
    assert results.count(type(None)) == results.count(Conflict) == 60  # one of two is accepted
    with psycopg.connect(postgres_url.replace("+psycopg", "")) as connection:
        connection.execute("SELECT pg_stat_force_next_flush()")
        wanted = "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"
        assert connection.execute(wanted).fetchone() == (0,)


def test_a_match_that_cannot_be_replayed_does_not_affect_other_tables(tmp_path: Path) -> None:
    file = tmp_path / "parlour.sqlite"
    with ServerProcess(str(file), "--no-limits") as server, Client(server) as client:
        table = client.open_table("cirplexed", ["me", "greedy"], public=True)
        with client.sit(table.id, table.tokens[0]) as socket:
            socket.move(0, socket.states[0]["view"]["legal"][0])
        server.stop()
        with contextlib.closing(sqlite3.connect(file)) as connection, connection:
            changed = 'UPDATE log SET entry = replace(entry, \'"text":"\', \'"text":"no \') WHERE turn = 0'
            assert connection.execute(changed).rowcount
        server.start()
        deadline = time.monotonic() + PATIENCE
        while not all(client.ask("GET", "/healthz")["ready"].values()):
            client.table(table.id)
            assert time.monotonic() < deadline
            time.sleep(0.1)
        other = client.open_table("cirplexed", ["me", "greedy"])
        with client.sit(other.id, other.tokens[0]) as socket:
            socket.move(0, socket.states[0]["view"]["legal"][0])


def test_a_database_outage_is_logged_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Heartbeats continue; a traceback every few seconds would fill the disk of an absent operator."""
    monkeypatch.setattr(presence, "HEARTBEAT", 0.01)
    file = tmp_path / "parlour.sqlite"

    async def scene() -> None:
        async with hall(str(file)) as context:
            await context.database.write(lambda connection: connection.exec_driver_sql("DROP TABLE sockets"))
            while not caplog.records:
                await asyncio.sleep(0.01)

    finished(scene())
    assert {(record.message, record.exc_info) for record in caplog.records} == {
        ("the database is not responding", None)
    }
    assert "no such table: sockets" in vars(caplog.records[0])["reason"]


def test_a_refusing_database_is_logged_and_not_retried_forever(tmp_path: Path) -> None:
    file = tmp_path / "parlour.sqlite"
    with ServerProcess(str(file), "--no-limits") as server, Client(server) as client:
        table = client.open_table("exago", ["me", "me"])
        with client.sit(table.id, *table.tokens.values()) as socket:
            with contextlib.closing(sqlite3.connect(file)) as connection, connection:
                connection.execute("CREATE TRIGGER no BEFORE INSERT ON log BEGIN SELECT raise(FAIL, 'no'); END")
            socket.send("move", seat=0, branch=0, turn=0, text="f6", ref="once")
            assert socket.receive("error")["ref"] == "once"
            with contextlib.closing(sqlite3.connect(file)) as connection, connection:
                connection.execute("DROP TRIGGER no")
            socket.move(0, "f6")


def test_only_people_leave_a_row_when_they_disconnect(tmp_path: Path) -> None:
    file = tmp_path / "parlour.sqlite"
    with ServerProcess(str(file), "--no-limits") as server, Client(server) as client:
        table = client.open_table("exago", ["me", "open"])
        with client.sit(table.id, table.tokens[0]) as there:
            for _ in range(5):
                client.sit(table.id).close()
                client.sit(table.id, table.tokens[0]).close()
            there.receive("presence", where=lambda message: message["watchers"] == 0)
        server.stop()
    with contextlib.closing(sqlite3.connect(file)) as connection:
        rows = connection.execute("SELECT holders, is_gone FROM sockets").fetchall()
    assert len(rows) == 1
    assert rows[0][0] != presence.NOBODY
    assert rows[0][1]
