"""Seats: taking one, watching, returning, handing over, being replaced."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from parlour.luck import Luck
from tests.server.client import Client, Message, Refused
from tests.server.gathering import Gathering, Person
from tests.server.process import ServerProcess

NOT_THERE = "x" * 22


def refusal(act: Callable[[], object]) -> Refused:
    with pytest.raises(Refused) as caught:
        act()
    return caught.value


# -- taking a seat ----------------------------------------------------------------------------------------------------


def test_a_seat_is_taken_by_invitation_and_the_match_begins(visitor: Client, luck: Luck) -> None:
    opened = visitor.open_table("exago", ["me", "open", "open"])
    with visitor.sit(opened.id, opened.tokens[0]) as socket:
        assert socket.states[0]["status"] == "gathering"
        socket.send("move", seat=0, branch=0, turn=0, text="f6", ref=1)
        assert socket.receive("error")["code"] == "open_seats"
        with Client(visitor.server) as friend:
            taken = friend.take_seat(opened.id, opened.invitation, name="Bo")
            assert taken.seat == 1  # the first that is open
            socket.receive("state", where=lambda state: state["seats"][1]["name"] == "Bo")
            assert friend.table(opened.id)["status"] == "gathering"
            other = friend.take_seat(opened.id, opened.invitation, seat=2)
            state = socket.receive("state", where=lambda state: state["status"] == "playing")
            assert [seat["kind"] for seat in state["seats"]] == ["person"] * 3
            socket.move(0, "f6")
            with friend.sit(opened.id, taken.token, other.token) as hot_seat:
                assert sorted(seat for seat in hot_seat.states if seat is not None) == [1, 2]
                assert hot_seat.play_random(luck, 2) == 2


@pytest.mark.parametrize("invitation", [None, "", NOT_THERE])
def test_without_the_invitation_no_seat_is_given(visitor: Client, invitation: str | None) -> None:
    opened = visitor.open_table("exago", ["me", "open"])
    problem = refusal(lambda: visitor.take_seat(opened.id, invitation))
    assert (problem.status, problem.code) == (403, "bad_invitation")
    for wrong in (opened.owner, opened.tokens[0]):
        assert refusal(lambda wrong=wrong: visitor.take_seat(opened.id, wrong)).code == "bad_invitation"  # type: ignore[misc]
    assert visitor.table(opened.id)["status"] == "gathering"


def test_a_public_table_needs_no_invitation(visitor: Client) -> None:
    opened = visitor.open_table("exago", ["me", "open"], public=True)
    assert visitor.take_seat(opened.id).seat == 1


def test_taken_and_unknown_seats_are_refused(visitor: Client) -> None:
    opened = visitor.open_table("exago", ["me", "open", "open"])
    taken = refusal(lambda: visitor.take_seat(opened.id, opened.invitation, seat=0))
    assert (taken.status, taken.code) == (409, "seat_taken")
    assert "1, 2" in taken.sentence
    absent = refusal(lambda: visitor.take_seat(opened.id, opened.invitation, seat=3))
    assert (absent.status, absent.code) == (422, "no_such_seat")
    visitor.take_seat(opened.id, opened.invitation, seat=2)
    assert refusal(lambda: visitor.take_seat(opened.id, opened.invitation, seat=2)).code == "seat_taken"
    visitor.take_seat(opened.id, opened.invitation)
    full = refusal(lambda: visitor.take_seat(opened.id, opened.invitation))
    assert (full.status, full.code) == (409, "table_full")
    assert refusal(lambda: visitor.take_seat(opened.id, opened.invitation, seat=1)).code == "table_full"


def test_a_bots_seat_is_not_open(visitor: Client) -> None:
    opened = visitor.open_table("exago", ["me", "random"])
    assert refusal(lambda: visitor.take_seat(opened.id, opened.invitation)).code == "table_full"


def test_of_two_simultaneous_requests_for_a_seat_one_succeeds(visitor: Client) -> None:
    opened = visitor.open_table("exago", ["me", "open"])
    barrier = threading.Barrier(2)
    answers: list[object] = []

    def ask() -> None:
        with Client(visitor.server) as friend:
            barrier.wait(30)
            try:
                answers.append(friend.take_seat(opened.id, opened.invitation, seat=1).token)
            except Refused as problem:
                answers.append(problem.code)

    threads = [threading.Thread(target=ask) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert len(answers) == 2
    assert answers.count("table_full") == 1  # the other is told
    token = next(answer for answer in answers if answer != "table_full")
    assert visitor.state(opened.id, str(token))["seat"] == 1


# -- tokens -----------------------------------------------------------------------------------------------------------


def test_a_socket_with_a_wrong_token_is_closed(visitor: Client) -> None:
    opened, other = (visitor.open_table("exago", ["me", "me"]) for _ in range(2))
    for tokens in (
        [NOT_THERE],
        [opened.tokens[0], NOT_THERE],
        [other.tokens[0]],
        [opened.owner],
        [opened.invitation or ""],
        [""],
    ):
        with visitor.socket(opened.id) as socket:
            socket.hello(tokens)
            assert socket.close_code() == 4401
            assert [message["type"] for message in socket.received] == ["error"]


def test_rest_shows_the_state_of_the_tokens_seat_or_a_spectators(visitor: Client) -> None:
    opened, other = (visitor.open_table("traxx", ["me", "me"]) for _ in range(2))
    for seat, token in opened.tokens.items():
        assert visitor.state(opened.id, token)["seat"] == seat
    assert visitor.state(opened.id)["seat"] is None
    for wrong in (other.tokens[0], NOT_THERE, opened.owner, opened.invitation):
        problem = refusal(lambda wrong=wrong: visitor.state(opened.id, wrong))  # type: ignore[misc]
        assert (problem.status, problem.code) == (403, "bad_token")


def test_a_seats_token_works_on_another_device(house: ServerProcess, luck: Luck) -> None:
    with Gathering(house, "tracktic") as gathering:
        gathering.play(luck, 5)
        ada = gathering.people[0]
        before = ada.state
        ada.leave()
        ada.come_back()
        assert {key: value for key, value in ada.state.items() if key not in ("events", "history")} == {
            key: value for key, value in before.items() if key not in ("events", "history")
        }
        assert ada.moves == gathering.people[1].moves
        assert ada.state["events"] == []
        gathering.play(luck, 2)


def test_two_devices_with_one_seat_see_the_same_and_both_may_move(house: ServerProcess, luck: Luck) -> None:
    with Gathering(house, "exago") as gathering, Client(house) as telephone:
        ada, guest = gathering.people
        with telephone.sit(gathering.id, ada.token or "") as second:
            ada.play(luck)
            second.wait_until(lambda: second.states[0]["seq"] == ada.state["seq"])
            guest.play(luck)
            second.play_random(luck, 1)
            ada.see(lambda state: state["seq"] == second.states[0]["seq"])
            assert second.moves[0] == ada.moves
            assert second.states[0]["view"] == ada.state["view"]


def test_a_seat_of_someone_else_cannot_be_used(house: ServerProcess) -> None:
    with Gathering(house, "exago", watchers=1) as gathering:
        before = gathering.state["seq"]
        for person in (gathering.people[1], gathering.watchers[0]):
            for type_, more in (
                ("move", {"branch": 0, "turn": 0, "text": "f6"}),
                ("complete", {"text": ""}),
                ("resign", {}),
                ("undo_offer", {}),
                ("undo_answer", {"yes": True}),
                ("take_back", {}),
                ("rematch", {}),
            ):
                for seat in (0, 5):
                    problem = person.refusal(type_, **{"seat": seat, **more})
                    assert problem["code"] == "not_your_seat", type_
        assert gathering.watchers[0].refusal("hand_over", seat=0)["code"] == "not_your_seat"
        assert gathering.people[1].refusal("hand_over", seat=0)["code"] == "not_away"
        assert gathering.state["seq"] == before


# -- watching, and who is there ---------------------------------------------------------------------------------------


def there(person: Person) -> tuple[dict[int, bool], int]:
    told = next((message for message in reversed(person.socket.received) if message["type"] == "presence"), None)
    if told is None:
        return {}, 0
    return {seat["seat"]: seat["present"] for seat in told["seats"]}, told["watchers"]


def test_watchers_see_all_moves_and_have_no_seat(house: ServerProcess, luck: Luck) -> None:
    with Gathering(house, "exago", people=1, bots=["random"], watchers=2) as gathering:
        gathering.play(luck, 4)
        gathering.settle()
        for watcher in gathering.watchers:
            assert watcher.state["seat"] is None
            assert watcher.legal == []
            assert watcher.moves[: len(gathering.people[0].moves)] == gathering.people[0].moves[: len(watcher.moves)]


def test_everyone_is_told_who_is_present(house: ServerProcess, visitor: Client) -> None:
    with Gathering(house, "exago", people=2, bots=["random"]) as gathering:
        ada, guest = gathering.people
        everyone: tuple[dict[int, bool], int] = ({0: True, 1: True}, 0)
        for person in gathering.people:
            person.socket.wait_until(lambda person=person: there(person) == everyone)  # type: ignore[misc]
        with visitor.sit(gathering.id):
            ada.socket.wait_until(lambda: there(ada) == ({0: True, 1: True}, 1))
            assert visitor.table(gathering.id)["watchers"] == 1
        ada.socket.wait_until(lambda: there(ada) == everyone)
        guest.leave()
        ada.socket.wait_until(lambda: there(ada) == ({0: True, 1: False}, 0))
        last = next(message for message in reversed(ada.socket.received) if message["type"] == "presence")
        assert last["seats"][0]["away_for"] is None
        assert last["seats"][1]["away_for"] >= 0
        assert not any(seat["can_be_replaced"] for seat in last["seats"])
        assert [seat["present"] for seat in visitor.table(gathering.id)["seats"]] == [True, False, True]
        guest.come_back()
        ada.socket.wait_until(lambda: there(ada) == everyone)


def test_a_person_with_two_sockets_is_present_until_both_close(house: ServerProcess, visitor: Client) -> None:
    with Gathering(house, "exago") as gathering:
        ada, guest = gathering.people
        second = visitor.sit(gathering.id, guest.token or "")
        guest.leave()
        with visitor.sit(gathering.id):  # a watcher: the presence after this one tells of both
            ada.socket.wait_until(lambda: there(ada)[1] == 1)
            assert there(ada)[0] == {0: True, 1: True}
        second.close()
        ada.socket.wait_until(lambda: there(ada)[0] == {0: True, 1: False})


# -- handing over -----------------------------------------------------------------------------------------------------


def seat_of(state: Message, seat: int) -> tuple[str, str | None, bool]:
    info = state["seats"][seat]
    return info["kind"], info["bot"], info["has_person"]


def test_a_bot_plays_for_a_person_until_the_seat_is_taken_back(house: ServerProcess, luck: Luck) -> None:
    with Gathering(house, "exago") as gathering:
        ada, guest = gathering.people
        ada.say("hand_over", bot="random")
        guest.see(lambda state: seat_of(state, 0) == ("bot", "random", True))
        guest.see(lambda state: bool(state["view"]["legal"]))  # the bot has moved
        ada.see(lambda state: seat_of(state, 0)[0] == "bot" and state["view"]["turn"] == 1)
        refused = ada.refusal("move", branch=0, turn=ada.state["view"]["turn"], text="f6")
        assert refused["code"] == "handed_over"
        guest.play(luck)
        guest.see(lambda state: bool(state["view"]["legal"]))  # and again
        ada.say("take_back")
        guest.see(lambda state: seat_of(state, 0) == ("person", None, True))
        guest.play(luck)
        ada.see(lambda state: bool(state["view"]["legal"]))
        ada.play(luck)
        assert ada.state["view"]["names"] == guest.state["view"]["names"] == ["red", "guest 1"]


def test_a_hand_over_names_a_known_bot_or_none(house: ServerProcess) -> None:
    with Gathering(house, "exago") as gathering:
        guest = gathering.people[1]
        assert guest.refusal("hand_over", bot="deep")["code"] == "unknown_bot"
        assert seat_of(gathering.state, 1) == ("person", None, True)
        guest.say("hand_over")
        state = guest.see(lambda state: seat_of(state, 1)[0] == "bot")
        assert seat_of(state, 1)[1] is not None
        assert guest.refusal("hand_over")["code"] == "not_person"
        before = guest.state["seq"]
        for _ in range(2):  # the second changes nothing
            guest.say("take_back")
        guest.socket.send("ping")
        guest.socket.receive("pong")
        assert gathering.state["seq"] == before + 1


def test_a_bots_own_seat_cannot_be_handed_over(house: ServerProcess) -> None:
    with Gathering(house, "exago", people=1, bots=["random"]) as gathering:
        assert gathering.people[0].refusal("hand_over", seat=1)["code"] == "not_person"
