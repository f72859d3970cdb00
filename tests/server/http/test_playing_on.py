"""Opening a table whose match goes on from a position of a record."""

from __future__ import annotations

from typing import Any

import pytest

import parlour
from parlour.luck import commitment
from tests.bots.analysis.matches import begun
from tests.server.client import Client, Refused
from tests.server.process import ServerProcess

ME, OPEN, BOT = {"who": "me"}, {"who": "open"}, {"who": "bot", "bot": "greedy"}


def play_on(client: Client, record: str, ply: int, seats: list[dict[str, str]], **more: Any) -> Any:
    game = record.split("\n")[1].removeprefix("game ")
    body = {"game": game, "seats": seats, "start": {"record": record, "ply": ply}, **more}
    return client.ask("POST", "/api/tables", body=body)


@pytest.mark.parametrize(
    ("game", "moves", "ply", "made"), [("exago", 9, 5, 5), ("cirplexed", 9, 5, 4), ("tracktic", 6, 3, 3)]
)
def test_the_match_goes_on_with_bots_and_people(
    house: ServerProcess, game: str, moves: int, ply: int, made: int
) -> None:
    match = begun(game, 2, moves)
    with Client(house) as client:
        opened = play_on(client, match.record(), ply, [ME, BOT])
        token = opened["seats"][0]["token"]
        state = client.ask("GET", f"/api/tables/{opened['table']['id']}/state", token)
        history = [(move["seat"], move["text"]) for move in state["history"]["moves"]]
        assert history[:made] == match.moves[:made]
        assert opened["table"]["options"] == match.options
        with client.sit(opened["table"]["id"], token) as socket:
            socket.wait_until(lambda: bool(socket.states[0]["view"]["legal"]))
            before = len(socket.moves[0])
            socket.move(0, socket.states[0]["view"]["legal"][0])
            socket.wait_until(lambda: len(socket.moves[0]) > before)
            socket.send("resign", seat=0)
            socket.wait_until(lambda: socket.is_over)
        played = parlour.load(client.record(opened["table"]["id"]))
        assert played.moves[:made] == match.moves[:made]
        promised = commitment(played.header["salt"], game, played.options, played.deal)
        assert promised == opened["table"]["commit"]
        assert (played.deal == match.deal) == (match.deal is None)


def test_a_friend_takes_the_open_seat(house: ServerProcess) -> None:
    with Client(house) as client, Client(house) as friend:
        opened = play_on(client, begun("traxx", 2, 6).record(), 4, [OPEN, ME])
        table = opened["table"]
        assert (table["status"], table["moves"]) == ("gathering", 4)
        taken = friend.ask("POST", f"/api/tables/{table['id']}/seats", body={"invitation": opened["invitation"]})
        state = friend.ask("GET", f"/api/tables/{table['id']}/state", taken["token"])
        assert (taken["seat"], state["status"], len(state["view"]["legal"]) > 0) == (0, "playing", True)


def test_what_cannot_be_played_on_is_refused(house: ServerProcess) -> None:
    match = begun("exago", 2, 4)
    record = match.record()
    for text, ply, seats, more, status, code in (
        (record.replace("0 f6", "0 a1"), 1, [ME, BOT], {}, 422, "bad_record"),
        (record, 5, [ME, BOT], {}, 422, "bad_request"),
        (record, 1, [ME, BOT, BOT], {}, 422, "other_game"),
        (record, 1, [ME, BOT], {"game": "traxx"}, 422, "other_game"),
        (record, 1, [ME, BOT], {"options": {"radius": 4}}, 422, "other_game"),
        (record + "0 f6\n" * 2001, 1, [ME, BOT], {}, 413, "too_large"),
    ):
        with Client(house) as client, pytest.raises(Refused) as refused:
            play_on(client, text, ply, seats, **more)
        assert (refused.value.status, refused.value.code) == (status, code)
    match.resign(1)
    with Client(house) as client:
        assert play_on(client, match.record(), 4, [ME, BOT])["table"]["moves"] == 4
