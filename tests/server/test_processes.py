"""Several processes on one Postgres, and stopping processes."""

from __future__ import annotations

import os
import re
import signal
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import psycopg
import pytest

from parlour.luck import Luck
from tests.server.client import Client, Refused, Socket, wait_until
from tests.server.postgres import Postgres
from tests.server.process import ServerProcess
from tests.server.test_crash import check_log, wait_for_moves
from tests.server.visitors import Guest, House, TableInPlay

CONNECTIONS = 20  # to the database per process


def asked(url: str, question: str) -> int:
    """A number queried directly from the database."""
    with psycopg.connect(url.replace("+psycopg", ""), connect_timeout=10) as connection:
        row = connection.execute(question.encode()).fetchone()
    assert row is not None
    return int(row[0])


OPEN_MATCHES = "SELECT count(*) FROM matches WHERE ended IS NULL"
JOBS = "SELECT count(*) FROM procrastinate_jobs"
EVENTS = "SELECT count(*) FROM procrastinate_events"
CONNECTED = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"


def test_bots_play_to_the_end_although_the_requesting_server_dies(postgres_url: str, luck: Luck) -> None:
    with ServerProcess(postgres_url, "--no-limits") as dying, ServerProcess(postgres_url, "--no-limits") as other:
        house = House(other)
        with Client(dying) as client:
            for _ in range(6):
                house.tables.append(TableInPlay(client.open_table("exago", ["random"] * 2), "exago"))
            person = TableInPlay(client.open_table("cirplexed", ["me", "random"]), "cirplexed")
        try:
            for number, table in enumerate(house.tables):
                house.add(Guest(house, f"{luck.seed} watcher {number}", table, []))
            house.tables.append(person)
            house.add(Guest(house, f"{luck.seed} person", person, list(person.opened.tokens.values())))
            for _ in range(4):
                time.sleep(0.3 + luck.below(1000) / 1000)
                dying.kill()
                wait_for_moves(house, luck.below(5))
                dying.start(dying.port)
            dying.kill()
            wait_until(
                lambda: asked(postgres_url, f"{OPEN_MATCHES} AND table_id <> '{person.opened.id}'") == 0, "stuck"
            )
            wait_for_moves(house, 5)
        finally:
            house.end()
        house.check()
        check_log(house, postgres_url)
        wait_until(lambda: asked(postgres_url, JOBS) == 0, "jobs pile up")
        assert asked(postgres_url, EVENTS) == 0
        assert asked(postgres_url, CONNECTED) <= CONNECTIONS + 1
        assert other.stop() == 0
        assert "Traceback" not in other.log(), other.log()


def test_bots_continue_for_a_client_that_reconnects_to_another_server(postgres_url: str) -> None:
    with ServerProcess(postgres_url, "--no-limits") as dying, ServerProcess(postgres_url, "--no-limits") as other:
        with Client(dying) as client:
            opened = client.open_table("tracktic", ["random"] * 2)
            with client.sit(opened.id) as socket:
                socket.wait_until(lambda: len(socket.moves[None]) > 2)
                dying.kill()
        with Client(other) as client, client.sit(opened.id) as socket:
            socket.wait_until(lambda: socket.is_over)
        assert other.stop() == 0
        assert "Traceback" not in other.log(), other.log()


@pytest.fixture
def own_postgres(postgres: Postgres) -> Iterator[Postgres]:
    """A Postgres that may be turned off; `postgres` skips if it is missing."""
    del postgres
    server = Postgres()
    try:
        yield server
    finally:
        server.stop()


def test_the_server_survives_a_database_crash(own_postgres: Postgres, luck: Luck) -> None:
    url = own_postgres.new_database()
    with ServerProcess(url, "--no-limits") as server, Client(server) as client:
        house = House(server)
        try:
            for game, seats in (("exago", ["me", "me"]), ("cirplexed", ["me", "random"]), ("traxx", ["random"] * 2)):
                table = TableInPlay(client.open_table(game, seats), game)
                house.tables.append(table)
                house.add(Guest(house, f"{luck.seed} {game}", table, list(table.opened.tokens.values())))
            quiet = client.open_table("exago", ["me", "me"])
            with client.sit(quiet.id, *quiet.tokens.values()) as socket:
                socket.move(0, "f6")
                for text in ("e6", "g6"):
                    wait_for_moves(house, 20)
                    own_postgres.turn("down")
                    seat = len(socket.moves[0]) % 2
                    with pytest.raises(Refused) as refused:
                        socket.move(seat, text)
                    assert refused.value.code == "unavailable"
                    with pytest.raises(Refused) as refused:
                        client.open_table("exago")
                    assert refused.value.status == 503
                    own_postgres.turn("up")
                    wait_until(lambda seat=seat, text=text: has_moved(socket, seat, text), "no move lands")  # type: ignore[misc]
                    wait_for_moves(house, 20)
                assert [move["text"] for move in socket.moves[0]] == ["f6", "e6", "g6"]
            wait_until(lambda: client.table(house.tables[2].opened.id)["status"] == "over", "bots do not play on")
        finally:
            house.end()
        house.check()
        check_log(house, url)
        wait_until(lambda: asked(url, JOBS) == 0, "jobs pile up")
        assert server.stop() == 0
        assert "Traceback" not in server.log(), server.log()


def has_moved(socket: Socket, seat: int, text: str) -> bool:
    """Make a move, if the database is back."""
    try:
        socket.move(seat, text)
    except Refused as refused:
        return not re.search("the database is not responding", refused.sentence)
    return True


def workers_of(pid: int) -> set[int]:
    """The worker processes of a supervisor."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return {int(child) for child in children if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()}


def has_ended(pid: int) -> bool:
    """Whether a process has ended, possibly as a zombie."""
    try:
        return "State:\tZ" in Path(f"/proc/{pid}/status").read_text()
    except FileNotFoundError:
        return True


def test_two_workers_serve_and_a_dead_one_is_replaced(postgres_url: str, luck: Luck) -> None:
    with ServerProcess(postgres_url, "--no-limits", "--workers", "2") as server, Client(server) as client:
        wait_until(lambda: len(workers_of(server.pid)) == 2, "there are not two workers")
        first = workers_of(server.pid)
        house = House(server)
        with ExitStack() as sockets:
            try:
                table = TableInPlay(client.open_table("exago", ["me", "random"]), "exago")
                house.tables.append(table)
                quiet = client.open_table("exago")
                for _ in range(12):
                    sockets.enter_context(client.sit(quiet.id))
                wait_until(lambda: client.figure("parlour_sockets_open") == 12, "figures are not summed")
                house.add(Guest(house, f"{luck.seed} person", table, list(table.opened.tokens.values())))
                wait_for_moves(house, 10)
                dead = sorted(first)[luck.below(2)]
                os.kill(dead, signal.SIGKILL)
                wait_until(lambda: len(workers_of(server.pid) - {dead}) == 2, "a dead worker is not replaced")
                wait_for_moves(house, 10)
            finally:
                house.end()
        house.check()
        wait_until(lambda: client.figure("parlour_sockets_open") == 0, "sockets of a dead worker are still counted")
        assert client.figure("parlour_log_entries_total") >= house.moves
        check_log(house, postgres_url)
        assert server.stop() == 0
        assert "a worker died; starting another" in server.log()
        assert "Traceback" not in server.log(), server.log()


def test_workers_do_not_outlive_their_supervisor(postgres_url: str) -> None:
    with ServerProcess(postgres_url, "--workers", "2") as server:
        with Client(server) as client:
            assert client.ask("GET", "/healthz")["status"] == "ok"
        workers = workers_of(server.pid)
        os.kill(server.pid, signal.SIGKILL)
        wait_until(lambda: all(has_ended(pid) for pid in workers), "a worker goes on alone")
        wait_until(lambda: not server.is_running, "it was killed")
        server.start(server.port)
        with Client(server) as client:
            assert client.ask("GET", "/healthz")["status"] == "ok"


def test_a_requested_stop_is_clean(database_url: str, luck: Luck) -> None:
    with ServerProcess(database_url, "--no-limits") as server, Client(server) as client, ExitStack() as stack:
        tables = [client.open_table("exago", ["me", "random"]) for _ in range(10)]
        sockets = [stack.enter_context(client.sit(table.id, *table.tokens.values())) for table in tables]
        watchers = [stack.enter_context(client.sit(table.id)) for table in tables for _ in range(3)]
        for socket in sockets:
            socket.play_random(luck, 2)
            legal = socket.states[0]["view"]["legal"] or ["f6"]
            socket.send("move", seat=0, branch=0, turn=2, text=legal[0])  # may be lost or stored, but not in part
        assert server.stop() == 0
        assert {socket.close_code() for socket in (*sockets, *watchers)} == {1012}
        assert "Traceback" not in server.log(), server.log()
        shown = {
            table.id: [move["text"] for move in socket.moves[0]] for table, socket in zip(tables, sockets, strict=True)
        }
        server.start(server.port)
        for table in tables:
            with client.sit(table.id, *table.tokens.values()) as socket:
                assert [move["text"] for move in socket.moves[0]][: len(shown[table.id])] == shown[table.id]
