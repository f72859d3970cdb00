"""Bots think only for those who are present, and no table's bots block another's."""

from __future__ import annotations

import os

import pytest

from tests.server.client import Client, Opened, Socket, wait_until
from tests.server.process import ServerProcess


def work(client: Client) -> float:
    """The number of bot moves that are waiting or being computed."""
    return client.figure("parlour_work")


def play_and_take_back(socket: Socket) -> None:
    """Make a move that a bot has to answer, then take it back."""
    socket.move(0, "f6")
    socket.send("undo_offer", seat=0)
    socket.wait_until(lambda: not socket.moves[0])


def answer(client: Client, opened: Opened) -> str:
    """A bot's answer."""
    with client.sit(opened.id, opened.tokens[0]) as socket:
        socket.move(0, "f6")
        socket.wait_until(lambda: len(socket.moves[0]) == 2)
        return str(socket.moves[0][1]["text"])


def test_moves_taken_back_leave_no_searches_behind(house: ServerProcess) -> None:
    """Otherwise each would occupy a thread for two seconds, and the next visitor would wait for all of them."""
    with Client(house) as stranger, Client(house) as client:
        opened = stranger.open_table("exago", ["me", "5"])
        with stranger.sit(opened.id, opened.tokens[0]) as socket:
            for _ in range(30 * (os.cpu_count() or 1)):
                play_and_take_back(socket)
            for bot in ("greedy", "1", "5"):
                assert answer(client, client.open_table("exago", ["me", bot]))
        wait_until(lambda: work(client) == 0, "searches go on for nobody")


def test_tables_of_bots_play_only_while_somebody_watches(house: ServerProcess) -> None:
    with Client(house) as client:
        unwatched = client.open_table("exago", ["random", "random"])
        watched = client.open_table("exago", ["random", "random"])
        with client.sit(watched.id) as socket:
            socket.wait_until(lambda: socket.is_over)
        with client.sit(unwatched.id) as socket:
            assert not socket.received[0]["history"]["moves"]
            socket.wait_until(lambda: socket.is_over)


def watch_and_leave(client: Client) -> str:
    """Open a table of bots, which two people watch and leave one after the other; returns its id."""
    opened = client.open_table("tracktic", ["random", "random"])
    with client.sit(opened.id) as socket, client.sit(opened.id) as other:
        socket.wait_until(lambda: len(socket.moves[None]) > 2)
        socket.close()
        before = len(other.moves[None])
        other.wait_until(lambda: other.is_over or len(other.moves[None]) > before)
    return opened.id


def test_bots_stop_when_the_last_person_leaves_and_resume_when_one_returns(house: ServerProcess) -> None:
    with Client(house) as client:
        for _ in range(20):  # the bots may be faster than those who leave
            table = watch_and_leave(client)
            wait_until(lambda: work(client) == 0, "bots play for nobody")
            states = [client.state(table) for _ in range(20)]
            assert len({state["view"]["turn"] for state in states}) == 1
            if states[0]["status"] == "playing":
                break
        else:
            pytest.fail("every game was over before both had left")
        with client.sit(table) as socket:
            socket.wait_until(lambda: socket.is_over)


def test_deleting_a_table_cancels_its_searches(house: ServerProcess) -> None:
    with Client(house) as client:
        opened = client.open_table("traxx", ["5", "5", "5"])
        with client.sit(opened.id):
            wait_until(lambda: work(client) > 0, "nobody thinks")
            client.delete(opened.id, opened.owner)
        wait_until(lambda: work(client) == 0, "bots think about a table that is gone")


def test_taking_a_seat_back_cancels_its_search(house: ServerProcess) -> None:
    with Client(house) as client:
        opened = client.open_table("exago", ["me", "me"])
        with client.sit(opened.id, *opened.tokens.values()) as socket:
            for seat, text in ((0, "f6"), (1, "e6")):  # then there is something to think about
                socket.move(seat, text)
            socket.send("hand_over", seat=0, bot="5")
            wait_until(lambda: work(client) > 0, "nobody thinks")
            socket.send("take_back", seat=0)
            wait_until(lambda: work(client) == 0, "a bot thinks for a person")
            socket.wait_until(lambda: bool(socket.states[0]["view"]["legal"]))
            socket.move(0, socket.states[0]["view"]["legal"][0])
