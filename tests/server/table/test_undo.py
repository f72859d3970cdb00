"""Undo."""

from __future__ import annotations

import pytest

from parlour.luck import Luck
from tests.server.client import Client
from tests.server.gathering import Gathering, Person
from tests.server.process import ServerProcess


def played(person: Person) -> list[tuple[int, str | None]]:
    return [(move["seat"], move["text"]) for move in person.moves]


def wait_for_offer(person: Person) -> dict[str, object]:
    person.socket.wait_until(lambda: bool(person.offers))
    (offer,) = person.offers
    return dict(offer)


def wait_for_no_offer(*people: Person) -> None:
    for person in people:
        person.socket.wait_until(lambda person=person: not person.offers)  # type: ignore[misc]


def test_with_one_person_and_bots_an_undo_is_immediate(house: ServerProcess, luck: Luck) -> None:
    with Gathering(house, "exago", people=1, bots=["random"], watchers=1) as gathering:
        ada, watcher = gathering.people[0], gathering.watchers[0]
        gathering.play(luck, 3)
        gathering.movers()  # the bot has answered
        before = played(ada)
        assert len(before) == 6
        ada.say("undo_offer")
        state = ada.see(lambda state: state["branch"] == 1)
        assert state["view"]["turn"] == 2
        assert played(ada) == before[:4]  # back to before one's own last move
        assert state["view"]["legal"]
        watcher.see(lambda state: state["branch"] == 1)
        assert played(watcher) == before[:4]
        assert ada.offers == []
        ada.play(luck)
        gathering.movers()
        ada.say("undo_offer")
        ada.see(lambda state: state["branch"] == 2)
        gathering.play(luck, 3)


def test_people_at_one_screen_need_no_consent(visitor: Client, luck: Luck) -> None:
    opened = visitor.open_table("exago", ["me", "me"])
    with visitor.sit(opened.id, *opened.tokens.values()) as socket:
        socket.play_random(luck, 5)
        before = list(socket.moves[0])
        socket.send("undo_offer", seat=1)
        socket.wait_until(lambda: all(state["branch"] == 1 for state in socket.states.values()))
        assert socket.moves[0] == socket.moves[1] == before[:3]  # seat 1 made the fourth
        socket.send("undo_offer", seat=0)
        socket.wait_until(lambda: all(state["branch"] == 2 for state in socket.states.values()))
        assert socket.moves[0] == before[:2]


def test_otherwise_every_person_must_agree(house: ServerProcess, luck: Luck) -> None:
    with Gathering(house, "exago", people=3, bots=["random"], watchers=1) as gathering:
        ada, bo, cy = gathering.people
        gathering.play(luck, 4)
        gathering.settle()
        before = played(ada)  # 0 1 2 3 0
        ada.say("undo_offer")
        for person in gathering.everyone:
            assert wait_for_offer(person) == {"what": "undo", "seat": 0, "yes": [0], "waiting": [1, 2]}
        ada.say("undo_offer")  # a repeat
        cy.say("undo_answer", yes=True)
        bo.socket.wait_until(lambda: bo.offers[0]["yes"] == [0, 2])
        cy.say("undo_answer", yes=True)  # a repeat
        assert bo.offers == [{"what": "undo", "seat": 0, "yes": [0, 2], "waiting": [1]}]
        assert gathering.state["branch"] == 0
        assert bo.refusal("undo_offer")["code"] in ("offer_open", "no_undo")
        late = Client(house)
        with late, late.sit(gathering.id) as watcher:  # latecomers see it, too
            assert watcher.receive("offer")["offers"] == bo.offers
        bo.say("undo_answer", yes=True)
        for person in gathering.everyone:
            person.see(lambda state: state["branch"] == 1)
            assert played(person) == before[:4]
        wait_for_no_offer(*gathering.everyone)
        gathering.play(luck, 2)


def test_one_no_ends_the_offer(house: ServerProcess, luck: Luck) -> None:
    with Gathering(house, "exago", people=3) as gathering:
        ada, bo, cy = gathering.people
        gathering.play(luck, 2)
        before = gathering.settle()
        ada.say("undo_offer")
        for person in (bo, cy):
            wait_for_offer(person)
        bo.say("undo_answer", yes=True)
        cy.say("undo_answer", yes=False)
        wait_for_no_offer(*gathering.everyone)
        assert gathering.state["branch"] == 0
        assert gathering.state["view"] == before["view"]
        assert bo.refusal("undo_answer", yes=True)["code"] == "no_offer"
        ada.say("undo_offer")  # can be offered again, and the earlier consent does not count
        assert wait_for_offer(bo)["yes"] == [0]
        ada.say("undo_answer", yes=False)  # withdrawn by a move of the seat that asked
        wait_for_no_offer(*gathering.everyone)


def test_a_move_cancels_the_offer(house: ServerProcess, luck: Luck) -> None:
    with Gathering(house, "exago") as gathering:
        ada, guest = gathering.people
        ada.play(luck)
        ada.say("undo_offer")
        wait_for_offer(guest)
        guest.play(luck)
        wait_for_no_offer(ada, guest)
        assert guest.refusal("undo_answer", yes=True)["code"] == "no_offer"
        assert gathering.state["branch"] == 0


def test_a_handed_over_seat_need_not_agree(house: ServerProcess, luck: Luck) -> None:
    with Gathering(house, "exago", people=3) as gathering:
        ada, bo, cy = gathering.people
        gathering.play(luck, 1)
        ada.say("undo_offer")
        wait_for_offer(cy)
        cy.say("hand_over", bot="random")
        bo.socket.wait_until(lambda: bool(bo.offers) and bo.offers[0]["waiting"] == [1])
        bo.say("undo_answer", yes=True)
        ada.see(lambda state: state["branch"] == 1)
        assert played(ada) == []


def test_before_the_first_move_nothing_can_be_taken_back(house: ServerProcess, luck: Luck) -> None:
    with Gathering(house, "exago") as gathering:
        ada, guest = gathering.people
        assert ada.refusal("undo_offer")["code"] == "no_undo"
        assert guest.refusal("undo_answer", yes=True)["code"] == "no_offer"
        ada.play(luck)
        assert guest.refusal("undo_offer")["code"] == "no_undo"


def test_a_message_from_before_an_undo_is_stale_even_if_the_turn_matches(house: ServerProcess, luck: Luck) -> None:
    with Gathering(house, "exago", people=1, bots=["random"]) as gathering:
        ada = gathering.people[0]
        gathering.play(luck, 2)
        gathering.movers()
        ada.say("undo_offer")
        ada.see(lambda state: state["branch"] == 1)
        turn, text = ada.state["view"]["turn"], ada.legal[0]
        ada.say("move", branch=0, turn=turn, text=text)  # sent before the undo arrived
        ada.say("ping", seat=0)
        ada.socket.receive("pong")
        assert ada.state["view"]["turn"] == turn
        ada.say("move", branch=1, turn=turn, text=text)
        ada.see(lambda state: state["view"]["turn"] == turn + 1)


@pytest.mark.parametrize("game", ["traxx", "cirplexed"])
def test_in_simultaneous_rounds_only_ones_own_choice_and_only_while_open(
    house: ServerProcess, game: str, luck: Luck
) -> None:
    with Gathering(house, game, people=3, watchers=1) as gathering:
        ada, bo, cy = gathering.people
        for person in (ada, bo, cy):  # a closed round
            person.play(luck)
            gathering.settle()
        assert ada.refusal("undo_offer")["code"] == "no_undo"
        closed = played(gathering.watchers[0])
        assert len(closed) == 3
        ada.play(luck)
        chosen = bo.play(luck)
        gathering.settle()
        ada.say("undo_offer")
        for person in (bo, cy):
            wait_for_offer(person)
        bo.say("undo_answer", yes=True)
        cy.say("undo_answer", yes=True)
        for person in gathering.everyone:
            state = person.see(lambda state: state["branch"] == 1)
            assert state["view"]["waiting"] == [0, 2]
            assert played(person) == [*closed, (1, chosen if person is bo else None)]
        ada.play(luck)
        ada.say("undo_offer")
        wait_for_offer(cy)
        cy.play(luck)  # closes the round
        wait_for_no_offer(*gathering.everyone)
        assert ada.refusal("undo_offer")["code"] == "no_undo"
        gathering.settle()
        assert len(played(gathering.watchers[0])) == 6


def test_a_round_closed_by_one_person_alone_stays_closed(visitor: Client, luck: Luck) -> None:
    opened = visitor.open_table("traxx", ["me"])
    with visitor.sit(opened.id, opened.tokens[0]) as socket:
        socket.play_random(luck, 2)
        socket.send("undo_offer", seat=0)
        assert socket.receive("error")["code"] == "no_undo"  # the next card has been seen


def to_the_last_round(gathering: Gathering, luck: Luck) -> None:
    while not gathering.settle()["view"]["board"]["is_last"]:
        for person in gathering.people:
            person.play(luck)


def test_c7_the_first_of_two_tiles_can_be_taken_back_until_the_second_is_placed(
    house: ServerProcess, luck: Luck
) -> None:
    with Gathering(house, "cirplexed", watchers=1) as gathering:
        ada, guest = gathering.people
        to_the_last_round(gathering, luck)
        assert not ada.state["can_undo"]  # the round before is closed
        assert ada.refusal("undo_offer")["code"] == "no_undo"
        before = ada.state["view"]
        ada.play(luck)
        state = ada.see(lambda state: state["view"]["turn"] == before["turn"] + 1)
        assert state["can_undo"]
        assert len(state["view"]["board"]["hand"]) == 1
        ada.say("undo_offer")
        state = ada.see(lambda state: state["branch"] == 1)
        assert state["view"] == before  # both tiles in the hand again
        guest.see(lambda state: state["branch"] == 1)
        assert ada.offers == guest.offers == []  # nobody was asked
        guest.play(luck)  # whose hidden tile has no effect
        guest.see(lambda state: state["view"]["board"]["hand"] != [] and state["can_undo"])
        ada.play(luck)
        ada.see(lambda state: state["can_undo"])
        ada.say("undo_offer")
        ada.see(lambda state: state["branch"] == 2)
        for _ in range(2):
            ada.play(luck)
            ada.see(lambda state: state["can_undo"])
            gathering.settle()
        assert ada.state["view"]["waiting"] == [1]
        ada.say("undo_offer")  # both are placed: now the other must agree
        assert wait_for_offer(guest) == {"what": "undo", "seat": 0, "yes": [0], "waiting": [1]}
        guest.see(lambda state: state["branch"] == 2)
        guest.play(luck)
        assert ada.see(lambda state: state["status"] == "over")["branch"] == 2


def test_after_a_resignation_nothing_can_be_taken_back(house: ServerProcess, luck: Luck) -> None:
    with Gathering(house, "exago", people=3) as gathering:
        ada, _, cy = gathering.people
        gathering.play(luck, 3)
        ada.say("undo_offer")
        wait_for_offer(cy)
        cy.say("resign")
        ada.see(lambda state: state["seats"][2]["kind"] == "bot")
        wait_for_no_offer(ada)
        assert ada.refusal("undo_offer")["code"] == "no_undo"


def test_after_the_end_nothing_can_be_taken_back(house: ServerProcess, luck: Luck) -> None:
    with Gathering(house, "tracktic", people=1, bots=["random"]) as gathering:
        gathering.play(luck)
        assert gathering.people[0].refusal("undo_offer")["code"] == "game_over"
