"""The next match between the same people."""

from __future__ import annotations

import pytest

import parlour
from parlour.luck import Luck
from tests.server.client import Client
from tests.server.gathering import Gathering
from tests.server.process import ServerProcess


def test_x7_the_winner_begins_and_everyone_keeps_their_token(house: ServerProcess) -> None:
    with Gathering(house, "exago", people=3, options={"handicap": [0, 1, 2]}, watchers=1) as gathering:
        ada, bo, cy = gathering.people
        tokens = [person.token for person in gathering.people]
        first = gathering.state
        ada.say("resign")
        bo.see(lambda state: state["seats"][0]["kind"] == "bot")
        cy.say("resign")  # Bo wins, then Cy, then Ada
        for person in gathering.everyone:
            person.see(lambda state: state["status"] == "over")
        ada.say("rematch")
        for person in gathering.everyone:
            person.socket.wait_until(lambda person=person: bool(person.offers))  # type: ignore[misc]
        bo.say("rematch")
        cy.say("rematch")
        for person in gathering.everyone:
            person.see(lambda state: state["match"] == 2)
            person.socket.wait_until(lambda person=person: not person.offers)  # type: ignore[misc]
        came_from = [gathering.people.index(gathering.at(seat)) for seat in range(3)]
        assert came_from[0] == 1  # X7: Bo won; the others are seated at random
        assert sorted(came_from) == [0, 1, 2]
        for person, token in zip(gathering.people, tokens, strict=True):
            assert person.client.state(gathering.id, token)["seat"] == person.seat
        second = gathering.state
        assert (second["status"], second["branch"], second["view"]["turn"]) == ("playing", 0, 0)
        assert second["commit"] != first["commit"]
        assert second["view"]["options"]["handicap"] == came_from  # it belongs to the player
        assert all(seat["kind"] == "person" for seat in second["seats"])
        assert gathering.watchers[0].moves == []


def test_a_rematch_has_its_own_record_and_the_first_stays_available(house: ServerProcess, luck: Luck) -> None:
    with Gathering(house, "exago") as gathering:
        client = gathering.people[0].client
        gathering.play(luck)
        one = client.record(gathering.id)
        for person in gathering.people:
            person.say("rematch")
        for person in gathering.people:
            person.see(lambda state: state["match"] == 2)
            assert person.moves == []
        seats = {person.token: person.seat for person in gathering.people}
        gathering.play(luck, 4)
        assert client.record(gathering.id, 1) == one
        assert client.request("GET", f"/api/tables/{gathering.id}/record").text == one  # the last finished match
        assert client.request("GET", f"/api/tables/{gathering.id}/record?match=2").status_code == 409
        assert client.table(gathering.id)["match"] == 2
        gathering.play(luck)
        two = parlour.load(client.record(gathering.id, 2))
        assert client.request("GET", f"/api/tables/{gathering.id}/record").text == two.record()
        assert client.record(gathering.id, 1) == one
        assert parlour.load(one).header["commit"] != two.header["commit"]
        for person in gathering.people:
            assert person.seat == seats[person.token]
            assert two.names[person.seat] in ("guest 1", two.game.seat_names[person.seat])


def test_a_message_about_the_first_match_does_not_reach_the_second(house: ServerProcess) -> None:
    with Gathering(house, "exago") as gathering:
        gathering.people[0].say("resign")
        gathering.people[1].see(lambda state: state["status"] == "over")
        for person in gathering.people:
            person.say("rematch")
        for person in gathering.people:
            person.see(lambda state: state["match"] == 2)
        first = gathering.at(0)
        first.say("move", match=1, branch=0, turn=0, text="f6")
        first.socket.send("ping")
        first.socket.receive("pong")
        assert gathering.state["view"]["turn"] == 0
        first.say("move", match=2, branch=0, turn=0, text="f6")
        first.see(lambda state: state["view"]["turn"] == 1)


def test_a_rematch_needs_every_person_but_no_bot(house: ServerProcess, luck: Luck) -> None:
    with Gathering(house, "tracktic", people=2, bots=["random"]) as gathering:
        ada, guest = gathering.people
        assert ada.refusal("rematch")["code"] == "not_over"
        gathering.play(luck)
        guest.say("rematch")
        guest.say("rematch")  # a repeat
        ada.socket.wait_until(lambda: bool(ada.offers))
        assert ada.offers == [{"what": "rematch", "seat": 1, "yes": [1], "waiting": [0]}]
        assert gathering.state["match"] == 1
        ada.say("rematch")
        for person in gathering.people:
            person.see(lambda state: state["match"] == 2)
        kinds = [seat["kind"] for seat in gathering.state["seats"]]
        assert sorted(kinds) == ["bot", "person", "person"]


def test_a_rematch_against_bots_starts_immediately(visitor: Client, luck: Luck) -> None:
    opened = visitor.open_table("tracktic", ["me", "random"])
    with visitor.sit(opened.id, opened.tokens[0]) as socket:
        for number in (1, 2, 3):
            socket.wait_until(lambda number=number: any(s["match"] == number for s in socket.states.values()))  # type: ignore[misc]
            seat = next(seat for seat, state in socket.states.items() if state["match"] == number)
            socket.states = {seat: socket.states[seat]}
            socket.send("resign", seat=seat)
            socket.wait_until(lambda seat=seat: socket.states[seat]["status"] == "over")  # type: ignore[misc]
            socket.send("rematch", seat=seat)


def test_people_at_one_screen_request_a_rematch_together(visitor: Client) -> None:
    opened = visitor.open_table("exago", ["me", "me", "me"])
    with visitor.sit(opened.id, *opened.tokens.values()) as socket:
        socket.send("resign", seat=2)
        socket.send("resign", seat=1)
        socket.wait_until(lambda: socket.is_over)
        socket.send("rematch", seat=0)
        socket.wait_until(lambda: [state["match"] for state in socket.states.values()] == [2, 2, 2])


@pytest.mark.parametrize("wishes", [True, False])
def test_whoever_resigned_joins_the_rematch_only_on_request(house: ServerProcess, luck: Luck, wishes: bool) -> None:
    """A bot played on for whoever resigned; nobody is put into a match that they did not request."""
    with Gathering(house, "tracktic", people=3) as gathering:
        ada, bo, cy = gathering.people
        ada.say("resign")
        gathering.settle()
        gathering.play(luck)
        if wishes:
            ada.say("rematch")
            bo.socket.wait_until(lambda: bool(bo.offers))
        bo.say("rematch")
        cy.say("rematch")
        for person in gathering.people:
            person.see(lambda state: state["match"] == 2)
        seat = gathering.state["seats"][ada.seat]
        assert (seat["kind"], seat["has_person"]) == ("person" if wishes else "bot", True)
        if not wishes:
            ada.say("take_back")
            ada.see(lambda state: state["seats"][ada.seat]["kind"] == "person")
