"""Replays over REST: of the matches of tables, and of any record."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import parlour
from parlour.luck import Luck, plain_json
from parlour.replay import replay
from tests.server.client import Client, Message, Refused
from tests.server.gathering import Gathering
from tests.server.process import ServerProcess


def of_table(client: Client, table: str, number: int = 1, seat: object = None, token: str | None = None) -> Message:
    path = f"/api/tables/{table}/matches/{number}/replay" + ("" if seat is None else f"?seat={seat}")
    told: Message = client.ask("GET", path, token)
    return told


def of_record(client: Client, record: str, **more: object) -> Message:
    told: Message = client.ask("POST", "/api/replay", body={"record": record, **more})
    return told


def test_a_running_match_is_shown_as_each_visitor_may_see_it(house: ServerProcess, visitor: Client, luck: Luck) -> None:
    with Gathering(house, "cirplexed", people=2) as gathering:
        one, two = gathering.people
        gathering.play(luck, 4)
        one.play(luck)
        gathering.settle()
        own = of_table(visitor, gathering.id, token=one.token)
        assert (own["viewpoint"], own["moves"], own["record"]) == (one.seat, one.moves, None)
        assert own == of_table(visitor, gathering.id, seat=one.seat, token=one.token)
        assert own["frames"][-1]["view"]["board"] == one.state["view"]["board"]
        other = of_table(visitor, gathering.id, token=two.token)
        assert [move["text"] for move in other["moves"]][-1] is None
        watched = of_table(visitor, gathering.id)
        assert watched["viewpoint"] is None
        assert watched == of_table(visitor, gathering.id, seat="spectator", token=one.token)
        for seat, token, code in ((0, None, "bad_token"), (two.seat, one.token, "bad_token"), (None, "x", "bad_token")):
            with pytest.raises(Refused) as refused:
                of_table(visitor, gathering.id, seat=seat, token=token)
            assert (refused.value.status, refused.value.code) == (403, code)
        for token in (None, one.token):
            with pytest.raises(Refused, match="when the match is over") as refused:
                of_table(visitor, gathering.id, seat="all", token=token)
            assert (refused.value.status, refused.value.code) == (409, "not_over")


def test_a_finished_match_is_open_to_everyone(house: ServerProcess, visitor: Client, luck: Luck) -> None:
    with Gathering(house, "traxx", people=2) as gathering:
        gathering.play(luck)
        match = parlour.load(visitor.record(gathering.id))
    told = of_table(visitor, gathering.id)
    assert told == plain_json(replay(match, "all"))
    assert of_table(visitor, gathering.id, seat=1) == plain_json(replay(match, 1))
    assert of_table(visitor, gathering.id, seat="spectator") == plain_json(replay(match))
    assert of_record(visitor, told["record"]) == told
    for seat, number, status, code in ((7, 1, 422, "bad_players"), ("all", 2, 404, "no_such_match")):
        with pytest.raises(Refused) as refused:
            of_table(visitor, gathering.id, number, seat)
        assert (refused.value.status, refused.value.code) == (status, code)


def test_a_match_before_a_rematch_can_be_replayed(house: ServerProcess, visitor: Client, luck: Luck) -> None:
    with Gathering(house, "exago", people=2) as gathering:
        gathering.play(luck, 5)
        gathering.people[0].say("resign")
        for person in gathering.people:
            person.see(lambda state: state["status"] == "over")
            person.say("rematch")
        for person in gathering.people:
            person.see(lambda state: state["match"] == 2)
        first = of_table(visitor, gathering.id, 1)
        assert (first["is_over"], len(first["moves"]), len(first["frames"])) == (True, 5, 6)
        assert [seat["resigned"] for seat in first["seats"]] == [True, False]
        assert of_table(visitor, gathering.id, 2)["frames"][0]["view"]["outcome"] is None


@pytest.fixture
def limited(sqlite_url: str) -> Iterator[Client]:
    with ServerProcess(sqlite_url) as server, Client(server) as client:
        yield client


def test_records_from_elsewhere_are_checked_and_the_pace_is_limited(limited: Client) -> None:
    match = parlour.new("exago", players=2, seed=1)
    for seat, text in ((0, "f6"), (1, "e6"), (0, "f5")):
        match.play(seat, text)
    record = match.record()
    assert of_record(limited, record) == plain_json(replay(match))
    assert of_record(limited, record, viewpoint=1)["viewpoint"] == 1
    bad = [
        ("parlour 1\n", "bad_record", "line 2: expected a line 'game ...', not the end"),
        (record.replace("1 e6", "1 a1"), "bad_record", "line 10: 'a1' cannot be played: X2: "),
        (record.replace("exago", "chess"), "bad_record", "line 2: "),
        ("x" * 70_000, "too_large", ""),
        (record.replace("0 f5\n", "0 f5\n" * 3000), "too_large", "at most 2000 moves"),
    ]
    for text, code, sentence in bad:
        with pytest.raises(Refused) as refused:
            of_record(limited, text)
        assert refused.value.code == code
        assert sentence in refused.value.sentence
    with pytest.raises(Refused) as refused:
        of_record(limited, record, viewpoint="all")
    assert (refused.value.status, refused.value.code) == (409, "not_over")
    answers = [limited.request("POST", "/api/replay", body={"record": record}) for _ in range(40)]
    assert answers[-1].status_code == 429
    assert answers[-1].json()["code"] == "too_fast"
