"""A database that another program keeps locked: others do not wait, and waiting requests get an error in time."""

from __future__ import annotations

import asyncio
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import psycopg
import pytest
import sqlalchemy as sa

from parlour.luck import Luck
from parlour.server.errors import Stale
from parlour.server.storage import database, postgres, queries
from parlour.server.storage.database import Busy
from parlour.server.table import actions
from parlour.server.table.match_state import MatchState
from parlour.server.table.messages import Move
from tests.server.client import Client, Refused, Socket, wait_until
from tests.server.conftest import wait_for_rules
from tests.server.coroutines import finished
from tests.server.hall import hall, new_table
from tests.server.process import ServerProcess

LOCKED = "another program keeps the database locked: nothing was changed, try again soon"


@contextmanager
def locked(database: str) -> Iterator[None]:
    """Another program holds the write lock."""
    if database.startswith("postgresql"):
        with psycopg.connect(database.replace("+psycopg", ""), connect_timeout=10) as other:
            other.execute("LOCK TABLE log, tables IN ACCESS EXCLUSIVE MODE")
            yield
            other.rollback()
    else:
        with closing(sqlite3.connect(database.removeprefix("sqlite:///"), isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            yield
            other.execute("ROLLBACK")


@pytest.fixture
def quick_disk() -> Iterator[Path]:
    """A folder in memory, if the system has one: commits there are quick, so they run on the event loop."""
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder:
        yield Path(folder)


def test_a_locked_database_does_not_block_the_event_loop(quick_disk: Path, luck: Luck) -> None:
    """Three moves wait: commits that waited on the event loop once blocked it for two minutes."""
    with ServerProcess(str(quick_disk / "parlour.sqlite"), "--no-limits") as server, Client(server) as client:
        wait_for_rules(server, "exago")
        for _ in range(4):  # enough moves to learn that the disk is quick
            warm = client.open_table("exago", ["me", "me"])
            with client.sit(warm.id, *warm.tokens.values()) as socket:
                socket.play_random(luck, 40)
        tables = [client.open_table("exago", ["me", "me"]) for _ in range(4)]
        with ExitStack() as stack:
            *waiting, other = (stack.enter_context(client.sit(table.id, *table.tokens.values())) for table in tables)
            with locked(server.database):
                for socket in waiting:
                    socket.send("move", seat=0, branch=0, turn=0, text="f6", ref="first")
                other.send("ping", ref="alive")
                assert other.receive("pong")["ref"] == "alive"
                assert client.request("GET", "/healthz").status_code in (200, 503)  # for how long the lock was held
                assert client.table(tables[3].id)["moves"] == 0
                assert client.state(tables[3].id, tables[3].tokens[0])["seat"] == 0
            for socket in waiting:
                socket.wait_until(lambda socket=socket: has_answer(socket))  # type: ignore[misc]
                if not socket.moves[0]:  # on a machine so slow that it got the error
                    socket.move(0, "f6")
                assert [move["text"] for move in socket.moves[0]] == ["f6"]


def has_answer(socket: Socket) -> bool:
    """Whether a first move was accepted or refused."""
    return bool(socket.moves[0]) or any(message["type"] == "error" for message in socket.received)


def test_a_lock_raises_busy_after_a_timeout_and_nothing_is_changed(server: ServerProcess, client: Client) -> None:
    table = client.open_table("exago", ["me", "me"])
    with client.sit(table.id, *table.tokens.values()) as socket:
        with locked(server.database):
            with pytest.raises(Refused) as refused:
                socket.move(0, "f6")
            assert (refused.value.code, refused.value.sentence) == ("unavailable", LOCKED)
            with pytest.raises(Refused) as refused:
                client.open_table("traxx", ["me"])
            assert (refused.value.status, refused.value.code) == (503, "unavailable")
        assert client.table(table.id)["moves"] == 0
        socket.move(0, "f6")
    assert client.table(table.id)["moves"] == 1


def test_work_is_done_in_order_and_never_two_at_once(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Quick work, slow work and work in the thread, during a lock and after it."""
    monkeypatch.setattr(database, "PATIENCE", 600.0)
    order: list[int] = []
    at_work: list[int] = []

    async def scene() -> None:
        kept = database.opened(sqlite_url)
        await kept.start()

        def numbered(number: int) -> None:
            def work(connection: sa.Connection) -> None:
                assert not at_work
                at_work.append(number)
                time.sleep(0.002 if number % 7 == 0 else 0)
                connection.exec_driver_sql("UPDATE house SET written = ?", (float(number),))
                assert at_work.pop() == number
                order.append(number)

            writes.append(asyncio.create_task(kept.write(work, is_long=number % 5 == 0)))

        writes: list[asyncio.Task[None]] = []
        with locked(sqlite_url):
            for number in range(100):
                numbered(number)
                if number % 10 == 0:
                    await asyncio.sleep(0.001)
            assert not order
        for number in range(100, 200):
            numbered(number)
            await asyncio.sleep(0)
        await asyncio.gather(*writes)
        await kept.stop()

    finished(scene())
    assert order == list(range(200))


def test_a_bot_move_that_cannot_be_stored_is_retried(tmp_path: Path) -> None:
    with ServerProcess(str(tmp_path / "parlour.sqlite"), "--no-limits") as server, Client(server) as client:
        wait_for_rules(server, "exago")
        opened = client.open_table("exago", ["me", "5"])
        with client.sit(opened.id, opened.tokens[0]) as socket:
            socket.move(0, "f6")
            with locked(str(tmp_path / "parlour.sqlite")):  # while it thinks
                wait_until(lambda: "could not be stored" in server.log(), "the bot has nothing to store")
                assert len(socket.moves[0]) == 1
            socket.wait_until(lambda: len(socket.moves[0]) == 2)
        assert "Traceback" not in server.log()


FIRST_MOVE = Move(seat=0, branch=0, turn=0, text="f6")


def contents(match_state: MatchState) -> list[object]:
    """The complete contents of a match's state."""
    known = [match_state.seq, match_state.branch, match_state.has_ended, match_state.seats, match_state.offers()]
    turns = [match_state.turn(seat) for seat in range(match_state.opening.players)]
    return [*known, turns, match_state.moves, match_state.match.moves, match_state.record()]


def test_a_move_that_cannot_be_stored_is_not_applied_in_memory(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "PATIENCE", 0.0)
    monkeypatch.setattr(postgres, "PATIENCE", 0.1)

    async def scene() -> None:
        async with hall(database_url) as context:
            live = await context.hub.get(await new_table(context.database))
            known, before = live.match_state, contents(live.match_state)
            with locked(database_url), pytest.raises(Busy):
                await context.hub.act(live, lambda match_state: actions.move(match_state, FIRST_MOVE))
            assert contents(known) == before
            stored = await context.database.read(lambda connection: queries.load_table(connection, live.id))
            assert stored is not None
            assert contents(stored[1]) == before
            await context.hub.act(live, lambda match_state: actions.move(match_state, FIRST_MOVE))
            assert live.match_state is known  # it was not read again
            assert known.moves == known.match.moves == [(0, "f6")]

    finished(scene())


def test_after_an_uncertain_commit_the_table_is_read_again(sqlite_url: str) -> None:
    async def scene() -> None:
        async with hall(sqlite_url) as context:
            live = await context.hub.get(await new_table(context.database))
            known, append = live.match_state, context.database.append

            async def without_an_answer(rows):  # type: ignore[no-untyped-def]
                await append(rows)
                raise OSError("the connection broke")

            context.database.append = without_an_answer  # type: ignore[method-assign]
            with pytest.raises(OSError, match="broke"):
                await context.hub.act(live, lambda match_state: actions.move(match_state, FIRST_MOVE))
            assert not known.moves
            with pytest.raises(Stale):  # it was
                await context.hub.act(live, lambda match_state: actions.move(match_state, FIRST_MOVE))
            assert live.match_state.moves == [(0, "f6")]

    finished(scene())
