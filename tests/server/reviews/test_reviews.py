"""Reviews of finished matches: asked for, waited for, cancelled, taken up again after a crash."""

from __future__ import annotations

import pytest

import parlour
from parlour.luck import Luck
from tests.server.client import Client, Message, Refused, random_move, wait_until
from tests.server.conftest import wait_for_rules
from tests.server.gathering import Gathering
from tests.server.process import ServerProcess


def played(game: str, luck: Luck, moves: int = 12, players: int = 2) -> parlour.Match:
    """A match of this many random moves, ended by resigning unless it is over before."""
    match = parlour.new(game, players=players, seed=luck.number())
    while match.waiting and len(match.moves) < moves:
        seat = match.waiting[0]
        match.play(seat, random_move(luck, match.legal(seat), stay=True))
    if match.outcome is None:
        match.resign(0)
    return match


def ask(client: Client, **body: object) -> Message:
    """Ask for a review."""
    review: Message = client.ask("POST", "/api/reviews", body=body)
    return review


def done(client: Client, review: str, starts_over: bool = False) -> Message:
    """Wait until a review is over. Its progress goes forwards, unless another process starts over."""
    seen: list[Message] = []

    def is_over() -> bool:
        seen.append(client.ask("GET", f"/api/reviews/{review}"))
        return seen[-1]["status"] in ("done", "failed")

    wait_until(is_over, "the review does not end")
    assert starts_over or [one["done"] for one in seen] == sorted(one["done"] for one in seen)
    return seen[-1]


def test_a_record_is_reviewed_once_for_everybody(house: ServerProcess, visitor: Client, luck: Luck) -> None:
    match = played("exago", luck)
    review = ask(visitor, record=match.record())
    assert (review["game"], review["total"], review["annotation"]) == ("exago", 12, None)
    found = done(visitor, review["id"])
    assert (found["status"], found["done"], found["place"], found["sentence"]) == ("done", 12, 0, "")
    assert [(move["seat"], move["played"]["text"]) for move in found["annotation"]["moves"]] == match.moves
    with Client(house) as other:
        answer = other.request("POST", "/api/reviews", body={"record": match.record()})
        assert (answer.status_code, answer.headers["Location"]) == (200, f"/api/reviews/{review['id']}")
        assert answer.json() == found


def test_a_match_of_a_table_is_reviewed_when_it_is_over(house: ServerProcess, visitor: Client, luck: Luck) -> None:
    with Gathering(house, "exago", people=2) as gathering:
        gathering.play(luck, 3)
        for body in ({"table": gathering.id}, {"table": gathering.id, "match": 1}):
            with pytest.raises(Refused, match="409: not_over: a match can be reviewed when it is over"):
                ask(visitor, **body)
        gathering.people[0].say("resign")
        gathering.people[0].see(lambda state: state["status"] == "over")
        review = ask(visitor, table=gathering.id)
        assert ask(visitor, record=visitor.record(gathering.id))["id"] == review["id"]
        assert len(done(visitor, review["id"])["annotation"]["moves"]) == 3
        with pytest.raises(Refused, match="404: no_such_match"):
            ask(visitor, table=gathering.id, match=2)


def test_what_cannot_be_reviewed_is_refused(visitor: Client, luck: Luck) -> None:
    match = parlour.new("exago", players=2)
    with pytest.raises(Refused, match="409: not_over"):
        ask(visitor, record=match.record())
    with pytest.raises(Refused, match="422: bad_record: line 1: a record is a text that starts with"):
        ask(visitor, record="1. e4 e5")
    with pytest.raises(Refused, match="404: unknown_table"):
        ask(visitor, table="0123456789abcdef")
    with pytest.raises(Refused, match="404: no_such_review"):
        visitor.ask("GET", "/api/reviews/none")
    with pytest.raises(Refused, match="404: no_such_review"):
        visitor.ask("DELETE", "/api/reviews/none")
    review = ask(visitor, record=played("exago", luck, 4).record())
    done(visitor, review["id"])
    with pytest.raises(Refused, match="409: review_over"):
        visitor.ask("DELETE", f"/api/reviews/{review['id']}")


def running(client: Client, review: str) -> bool:
    """Whether a part of a review is done."""
    told: Message = client.ask("GET", f"/api/reviews/{review}")
    assert told["status"] in ("waiting", "running")
    return bool(told["done"])


def test_a_cancelled_review_ends(house: ServerProcess, visitor: Client, luck: Luck) -> None:
    review = ask(visitor, record=played("tracktic", luck, 20).record())["id"]
    wait_until(lambda: running(visitor, review), "the review does not start")
    assert visitor.figure("parlour_reviews_running") == 1
    with Client(house) as other, pytest.raises(Refused, match="403: not_your_review"):
        other.ask("DELETE", f"/api/reviews/{review}")
    visitor.ask("DELETE", f"/api/reviews/{review}")
    with pytest.raises(Refused, match="404: no_such_review"):
        visitor.ask("GET", f"/api/reviews/{review}")
    wait_until(lambda: visitor.figure("parlour_reviews_running") == 0, "it is still running")


@pytest.mark.prove
def test_a_killed_server_takes_its_reviews_up_again(database_url: str, luck: Luck) -> None:
    with ServerProcess(database_url) as server:
        wait_for_rules(server)
        with Client(server) as client:
            review = ask(client, record=played("tracktic", luck, 20).record())["id"]
            for _ in range(2):
                wait_until(lambda: client.figure("parlour_reviews_running") == 1, "the review does not start")
                wait_until(lambda: running(client, review), "the review does not go on")
                server.kill()
                server.start(server.port)
            with pytest.raises(Refused, match="429: one_review: you may have one review at a time"):
                ask(client, record=played("exago", luck).record())
            assert done(client, review, starts_over=True)["status"] == "done"
            assert server.log().count("a review ended its process") == 2
            assert server.stop() == 0
            server.start(server.port)
            assert client.ask("GET", f"/api/reviews/{review}")["status"] == "done"


@pytest.mark.prove
def test_any_process_answers_and_another_takes_over_from_a_dead_one(postgres_url: str, luck: Luck) -> None:
    with ServerProcess(postgres_url) as dying, ServerProcess(postgres_url) as other:
        wait_for_rules(dying)
        wait_for_rules(other)
        with Client(dying) as here, Client(other) as there:
            review = ask(here, record=played("tracktic", luck, 20).record())["id"]
            wait_until(lambda: running(there, review), "the other process sees no progress")
            is_here = here.figure("parlour_reviews_running") == 1
            (dying if is_here else other).kill()
            assert done(there if is_here else here, review, starts_over=True)["status"] == "done"


@pytest.mark.prove
def test_a_server_with_reviews_stops_quickly_and_lets_others_go_on(sqlite_url: str, luck: Luck) -> None:
    with ServerProcess(sqlite_url) as server:
        wait_for_rules(server)
        with Client(server) as client:
            review = ask(client, record=played("tracktic", luck, 20).record())["id"]
            wait_until(lambda: running(client, review), "the review does not start")
            assert server.stop() == 0
            server.start(server.port)
            assert done(client, review)["status"] == "done"
            assert "a review ended its process" not in server.log()
