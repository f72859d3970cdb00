"""Writes at one process can be read at another immediately, however late notifications arrive."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.client import Client, Refused, wait_until
from tests.server.postgres import Postgres
from tests.server.process import ServerProcess

DEAF = ("--no-limits", "--plugin", "tests.server.deaf")


@pytest.fixture
def clients(postgres_url: str) -> Iterator[tuple[Client, Client]]:
    """Visitors of two servers that do not receive each other's notifications."""
    with (
        ServerProcess(postgres_url, *DEAF) as one,
        ServerProcess(postgres_url, *DEAF) as other,
        Client(one) as here,
        Client(other) as there,
    ):
        yield here, there


def test_writes_of_one_process_are_read_by_the_other(clients: tuple[Client, Client]) -> None:
    here, there = clients
    table = here.open_table("exago", [{"who": "me", "name": "Ann"}, "open"], public=True)
    assert there.table(table.id)["status"] == "gathering"  # loads it into memory there
    bo = here.take_seat(table.id, name="Bo")
    assert there.state(table.id, bo.token)["seat"] == 1
    assert [seat["name"] for seat in there.table(table.id)["seats"]] == ["Ann", "Bo"]
    with here.sit(table.id, table.tokens[0]) as ann:
        assert there.table(table.id)["seats"][0]["present"]
        ann.move(0, "f6")
        (listed,) = there.ask("GET", "/api/tables")["tables"]
        assert listed["moves"] == there.table(table.id)["moves"] == 1
        here.rename(table.id, 1, bo.token, "Bob")
        with there.sit(table.id, bo.token) as bob:
            assert [move["text"] for move in bob.moves[1]] == ["f6"]
            assert bob.states[1]["view"]["names"] == ["Ann", "Bob"]
            here.rename(table.id, 0, table.tokens[0], "Anna")
            bob.move(1, bob.states[1]["view"]["legal"][0])
        ann.send("resign", seat=0)
        ann.wait_until(lambda: ann.is_over)
    assert there.table(table.id)["status"] == "over"
    assert "resigned" in there.record(table.id)
    there.delete(table.id, table.owner)
    with pytest.raises(Refused) as refused:
        here.table(table.id)
    assert refused.value.status == 404


def test_a_seat_taken_through_another_process_can_be_used_immediately(clients: tuple[Client, Client]) -> None:
    here, there = clients
    table = here.open_table("exago", ["me", "open"])
    there.table(table.id)
    taken = here.take_seat(table.id, table.invitation)
    there.rename(table.id, 1, taken.token, "Bo")
    with pytest.raises(Refused) as refused:
        there.rename(table.id, 0, taken.token, "Ann")  # which still needs a token
    assert refused.value.status == 403
    with there.sit(table.id, table.tokens[0], taken.token) as both:
        both.move(0, "f6")
        with here.sit(table.id, table.tokens[0], taken.token) as again:
            again.move(1, again.states[1]["view"]["legal"][0])
        with pytest.raises(Refused) as refused:
            both.move(0, "f6")
        assert refused.value.code == "illegal_move"  # it was the seat's turn according to the other process
    assert here.table(table.id)["moves"] == 2


def test_a_valid_token_is_never_refused_while_the_database_restarts(postgres: Postgres) -> None:
    del postgres  # skips if PostgreSQL is missing
    database = Postgres()
    try:
        url = database.new_database()
        with (
            ServerProcess(url, "--no-limits") as one,
            ServerProcess(url, *DEAF) as other,
            Client(one) as here,
            Client(other) as there,
        ):
            table = here.open_table("exago", ["me", "open"])
            there.table(table.id)
            taken = here.take_seat(table.id, table.invitation)
            asked = f"/api/tables/{table.id}/state"
            database.turn("down")
            for client in (here, there):
                for token in (table.tokens[0], taken.token):
                    response = client.request("GET", asked, token)
                    assert (response.status_code, response.json()["code"]) == (503, "unavailable")
            database.turn("up")

            def is_seen() -> bool:
                status = there.request("GET", asked, taken.token).status_code
                assert status in (200, 503)
                return status == 200

            wait_until(is_seen, "the database is up again, and nobody looks")
            for server in (one, other):
                server.kill()  # how it stops is not tested here
    finally:
        database.stop()
