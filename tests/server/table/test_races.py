"""Many simultaneous requests: one wins, and everyone sees the same."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from typing import Any

import pytest

from parlour.luck import Luck
from tests.server.client import Client, Message, Opened, Refused, Socket
from tests.server.conftest import wait_for_rules
from tests.server.gathering import Gathering
from tests.server.process import ServerProcess


@pytest.fixture(scope="module")
def pair(request: pytest.FixtureRequest) -> Iterator[list[ServerProcess]]:
    """Two servers on one Postgres."""
    postgres = request.getfixturevalue("postgres")
    url = postgres.new_database()
    with ServerProcess(url, "--no-limits") as one, ServerProcess(url, "--no-limits") as other:
        wait_for_rules(one, "exago", "cirplexed")
        wait_for_rules(other, "exago", "cirplexed")
        yield [one, other]
    postgres.drop_database(url)


def concurrently(acts: Sequence[Callable[[], Any]]) -> list[Any]:
    """Do all of this simultaneously, each in a thread; returns the results."""
    results: list[Any] = [None] * len(acts)
    start = threading.Barrier(len(acts))

    def run(number: int) -> None:
        start.wait(30)
        try:
            results[number] = acts[number]()
        except Exception as problem:
            results[number] = problem

    threads = [threading.Thread(target=run, args=(number,)) for number in range(len(acts))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
        assert not thread.is_alive()
    return results


def wait_for_moves(sockets: Sequence[Socket], count: int) -> None:
    for socket in sockets:
        socket.wait_until(partial(lambda socket: all(len(moves) >= count for moves in socket.moves.values()), socket))


def race_for_a_ply(servers: Sequence[ServerProcess], clients: int, luck: Luck, plies: int) -> None:
    """Sockets of one seat, distributed over the servers, send different moves for the same turn, ply by ply."""
    with ExitStack() as stack:
        visitors = [stack.enter_context(Client(servers[number % len(servers)])) for number in range(clients)]
        opened: Opened = visitors[0].open_table("exago", ["me", "me"])
        tokens = list(opened.tokens.values())
        sockets: list[Socket] = [stack.enter_context(visitor.sit(opened.id, *tokens)) for visitor in visitors]
        watcher = stack.enter_context(visitors[-1].sit(opened.id))
        sockets[0].play_random(luck, 4)  # until there are enough moves to choose from
        for made in range(4, 4 + plies):
            wait_for_moves((*sockets, watcher), made)
            seat = made % 2
            state = sockets[0].states[seat]
            place = {"seat": seat, "branch": state["branch"], "turn": state["view"]["turn"], "match": 1}
            texts = [luck.shuffled(state["view"]["legal"])[0] for _ in sockets]
            marks = [len(socket.received) for socket in sockets]

            def shoot(socket: Socket, text: str, place: Message = place) -> None:
                socket.send("move", text=text, **place)
                socket.send("ping", ref="done")
                socket.receive("pong")

            results = concurrently([lambda s=s, t=t: shoot(s, t) for s, t in zip(sockets, texts, strict=True)])  # type: ignore[misc]
            assert results == [None] * len(sockets)
            wait_for_moves((*sockets, watcher), made + 1)
            landed = watcher.moves[None]
            assert len(landed) == made + 1  # one, and only one
            assert landed[-1]["seat"] == seat
            assert landed[-1]["text"] in texts
            for socket, mark in zip(sockets, marks, strict=True):
                assert socket.moves[0] == socket.moves[1] == landed
                answers = [message for message in socket.received[mark:] if message["type"] == "error"]
                assert answers == []  # the losers get the current state
        states = {str(visitor.state(opened.id)) for visitor in visitors}
        assert len(states) == 1
        assert [visitor.table(opened.id)["moves"] for visitor in visitors] == [4 + plies] * clients
        sockets[0].send("resign", seat=0)
        watcher.wait_until(lambda: watcher.is_over)
        record = visitors[-1].record(opened.id).splitlines()
        listed = record[record.index("moves") + 1 : -1]
        assert listed == [f"{move['seat']} {move['text']}" for move in watcher.moves[None]]


def test_of_fifty_moves_for_one_ply_one_is_accepted(house: ServerProcess, luck: Luck) -> None:
    race_for_a_ply([house], 50, luck, plies=3)


def test_of_fifty_moves_for_one_ply_at_two_processes_one_is_accepted(pair: list[ServerProcess], luck: Luck) -> None:
    race_for_a_ply(pair, 50, luck, plies=6)


def race_for_a_seat(servers: Sequence[ServerProcess], clients: int) -> None:
    with ExitStack() as stack:
        visitors = [stack.enter_context(Client(servers[number % len(servers)])) for number in range(clients)]
        opened = visitors[0].open_table("exago", ["me", "open"])

        def take(visitor: Client) -> str:
            try:
                return visitor.take_seat(opened.id, opened.invitation, name=visitor.visitor[:20]).token
            except Refused as problem:
                return problem.code

        answers = concurrently([lambda visitor=visitor: take(visitor) for visitor in visitors])  # type: ignore[misc]
        assert answers.count("table_full") == clients - 1
        winner = next(number for number, answer in enumerate(answers) if answer != "table_full")
        for visitor in visitors:
            assert visitor.state(opened.id, answers[winner])["seat"] == 1
            assert visitor.table(opened.id)["seats"][1]["name"] == visitors[winner].visitor[:20]


def test_of_twenty_requests_for_one_seat_one_succeeds(house: ServerProcess) -> None:
    race_for_a_seat([house], 20)


def test_of_twenty_requests_for_one_seat_at_two_processes_one_succeeds(pair: list[ServerProcess]) -> None:
    race_for_a_seat(pair, 20)


def test_simultaneous_choices_are_all_accepted(house: ServerProcess, luck: Luck) -> None:
    """In a simultaneous round, nobody's choice makes another's stale."""
    with Gathering(house, "cirplexed", people=6) as gathering:
        for number in range(1, 4):
            results = concurrently([lambda person=person: person.play(luck) for person in gathering.people])  # type: ignore[misc]
            assert all(isinstance(text, str) for text in results)
            gathering.settle()
            assert len(gathering.people[0].moves) == 6 * number


def test_changes_at_one_process_reach_clients_of_the_other(pair: list[ServerProcess], luck: Luck) -> None:
    with Gathering(pair, "exago", people=2, watchers=2) as gathering:
        ada, bo = gathering.people  # each at one server, like the watchers
        assert ada.client.server is not bo.client.server
        gathering.play(luck, 6)
        gathering.settle()
        views = [person.state["view"] for person in gathering.watchers]
        assert views[0] == views[1]
        assert all(len(person.moves) == 6 for person in gathering.everyone)

        def presence(told: Message) -> tuple[list[bool], int]:
            return [seat["present"] for seat in told["seats"]], told["watchers"]

        bo.socket.receive("presence", where=lambda told: presence(told) == ([True, True], 2))
        ada.leave()
        bo.socket.receive("presence", where=lambda told: presence(told) == ([False, True], 2))
        ada.come_back()
        bo.socket.receive("presence", where=lambda told: presence(told) == ([True, True], 2))

        ada.say("undo_offer")
        bo.socket.wait_until(lambda: bool(bo.offers))
        assert (
            gathering.watchers[1].socket.receive("offer", where=lambda told: bool(told["offers"]))["offers"]
            == bo.offers
        )
        bo.say("undo_answer", yes=True)
        ada.see(lambda state: state["branch"] == 1)
        ada.say("hand_over", bot="random")
        bo.see(lambda state: state["seats"][0]["bot"] == "random")
        bo.say("resign")
        for person in gathering.everyone:
            person.see(lambda state: state["status"] == "over")
        ada.say("take_back")
        bo.see(lambda state: state["seats"][0]["kind"] == "person")
        bo.say("rematch")
        ada.socket.wait_until(lambda: bool(ada.offers))
        ada.say("rematch")
        for person in gathering.everyone:
            person.see(lambda state: state["match"] == 2)
        gathering.play(luck, 4)


def test_bots_of_two_processes_make_each_move_once(pair: list[ServerProcess], luck: Luck) -> None:
    with Gathering(pair, "cirplexed", people=2, bots=["random", "random"]) as gathering:
        gathering.play(luck, 10)
        gathering.settle()
        closed = gathering.people[0].moves[: 4 * 4]
        for seat in range(4):
            assert sum(move["seat"] == seat for move in closed) == 4


def test_a_deleted_table_is_gone_at_the_other_process_too(pair: list[ServerProcess]) -> None:
    with Gathering(pair, "exago", people=2, watchers=2) as gathering:
        gathering.people[1].say("resign")
        gathering.people[1].see(lambda state: state["status"] == "over")  # otherwise it could not be deleted
        gathering.people[1].client.delete(gathering.id, gathering.opened.owner)
        assert [person.socket.close_code() for person in gathering.everyone] == [4404] * 4
        for person in gathering.people:
            assert person.client.request("GET", f"/api/tables/{gathering.id}").status_code == 404
