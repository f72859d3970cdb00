"""Replacing an absent person by a bot: when, by which one, and what remains unaffected."""

from __future__ import annotations

import json

import pytest
import sqlalchemy as sa

import parlour
from parlour.luck import Luck
from parlour.server.table import presence
from parlour.server.table.presence import HEARTBEAT, SocketRow, Uptime
from tests.server.client import Client
from tests.server.conftest import wait_for_rules
from tests.server.gathering import Gathering
from tests.server.process import ServerProcess
from tests.server.table.test_seats import refusal, seat_of, there
from tests.server.table.test_undo import played


def let_time_pass(database: str, seconds: float) -> None:
    """Move all times of presence in a stopped server's database into the past."""
    engine = sa.create_engine(database)
    with engine.begin() as connection:
        connection.execute(sa.text("UPDATE sockets SET seen = seen - :s").bindparams(s=seconds))
        connection.execute(sa.text("UPDATE tables SET opened = opened - :s").bindparams(s=seconds))
    engine.dispose()


def wait_until_gone(gathering: Gathering, *seats: int) -> None:
    """Wait until everybody who stays knows who has left."""
    for person in gathering.people:
        if person.seat not in seats:
            person.socket.wait_until(lambda p=person: not any(there(p)[0].get(s, True) for s in seats))  # type: ignore[misc]


# -- when -------------------------------------------------------------------------------------------------------------


def test_an_absent_person_can_be_replaced_and_return(hasty: ServerProcess, luck: Luck) -> None:
    with Gathering(hasty, "exago", people=3, stand_in="random") as gathering, Client(hasty) as client:
        ada, bo, cy = gathering.people
        assert bo.refusal("hand_over", seat=0)["code"] == "not_away"
        ada.leave()
        wait_until_gone(gathering, 0)
        away = next(told for told in reversed(bo.socket.received) if told["type"] == "presence")["seats"]
        assert [seat["can_be_replaced"] for seat in away] == [True, False, False]
        assert bo.refusal("hand_over", seat=2)["code"] == "not_away"
        bo.say("hand_over", seat=0)
        bo.see(lambda state: seat_of(state, 0) == ("bot", "random", True))
        bo.see(lambda state: bool(state["view"]["legal"]))  # the bot moves in Ada's place
        assert [move["stand_in"] for move in bo.moves] == ["random"]
        assert bo.refusal("take_back", seat=0)["code"] == "not_your_seat"
        ada.come_back()
        assert ada.state["seats"][0]["kind"] == "bot"
        ada.say("take_back")
        bo.see(lambda state: seat_of(state, 0) == ("person", None, True))
        for person in (bo, cy, ada):
            person.play(luck)
        gathering.settle()
        assert [move["stand_in"] for move in ada.moves] == ["random", None, None, None]

        absent = client.open_table("exago", ["me", "me"], stand_in="random")  # people who never came are absent, too
        with client.sit(absent.id, absent.tokens[1]) as socket:
            socket.send("hand_over", seat=0)
            socket.wait_until(lambda: bool(socket.states[1]["view"]["legal"]))


def test_nobody_is_replaced_because_the_server_was_down(server: ServerProcess) -> None:
    wait_for_rules(server, "exago")
    with Gathering(server, "exago") as gathering, Client(server) as client:
        never_came = client.open_table("exago", ["me", "me"])
        ada, bo = gathering.people
        ada.leave()
        wait_until_gone(gathering, 0)
        assert bo.refusal("hand_over", seat=0)["code"] == "not_away"
        server.stop()
        let_time_pass(server.database, 3600)
        server.restart()
        wait_for_rules(server, "exago")
        bo.come_back()
        away = bo.socket.receive("presence")["seats"][0]
        assert not away["present"]
        assert not away["can_be_replaced"]
        assert bo.refusal("hand_over", seat=0)["code"] == "not_away"
        with client.sit(never_came.id, never_came.tokens[1]) as socket:
            assert not any(seat["can_be_replaced"] for seat in socket.receive("presence")["seats"])


def test_absence_is_never_negative_when_the_clock_was_set_back(server: ServerProcess) -> None:
    wait_for_rules(server, "exago")
    with Gathering(server, "exago") as gathering:
        ada, bo = gathering.people
        ada.leave()
        wait_until_gone(gathering, 0)
        server.stop()
        let_time_pass(server.database, -86400)  # all times are in the future
        server.restart()
        bo.come_back()
        assert bo.socket.receive("presence")["seats"][0]["away_for"] >= 0


class Clock:
    """A clock set by hand."""

    now = 1_000_000.0

    def time(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(presence, "time", clock)
    return clock


@pytest.mark.parametrize("gap", [2 * HEARTBEAT, 3600, -1, -86400])
def test_after_a_missed_heartbeat_or_a_clock_change_absence_restarts(clock: Clock, gap: float) -> None:
    uptime = Uptime()
    began = clock.now
    for _ in range(20):
        clock.now += HEARTBEAT
        assert not uptime.heartbeat()
    assert uptime.since == began
    clock.now += gap
    assert uptime.heartbeat()
    assert uptime.since == clock.now
    left = SocketRow("socket", frozenset(["ann"]), began, is_gone=True)
    assert presence.away([left], "ann", uptime.since) == 0
    clock.now += HEARTBEAT
    assert not uptime.heartbeat()
    assert presence.away([left], "ann", uptime.since) == HEARTBEAT or gap < 0


# -- which bot --------------------------------------------------------------------------------------------------------


def test_only_the_tables_stand_in_can_replace_someone_else(hasty: ServerProcess) -> None:
    with Client(hasty) as client:
        opened = client.open_table("exago", ["me", "open"], stand_in="greedy")
        table, token = opened.id, opened.tokens[0]
        assert client.table(table)["stand_in"] == opened.answer["table"]["stand_in"] == "greedy"
        assert client.table(client.open_table("exago").id)["stand_in"] == "3"
        assert refusal(lambda: client.open_table("exago", stand_in="deep")).code == "unknown_bot"
        other = client.take_seat(table, opened.invitation)
        with client.sit(table, other.token) as socket:
            assert socket.states[1]["stand_in"] == "greedy"
            socket.send("hand_over", seat=0, bot="random", ref=1)
            error = socket.receive("error")
            assert (error["code"], error["ref"]) == ("other_stand_in", 1)
            assert "greedy" in error["sentence"]
            socket.send("hand_over", seat=0)
            socket.wait_until(lambda: seat_of(socket.states[1], 0) == ("bot", "greedy", True))
            with client.sit(table, token) as own:
                own.send("take_back", seat=0)
                own.wait_until(lambda: seat_of(own.states[0], 0)[0] == "person")
                own.send("hand_over", seat=0, bot="random")  # anyone may hand over their own seat to any bot
                own.wait_until(lambda: seat_of(own.states[0], 0) == ("bot", "random", True))


# -- taking back ------------------------------------------------------------------------------------------------------


def test_replacing_a_person_does_not_answer_an_undo_offer(hasty: ServerProcess, luck: Luck) -> None:
    with Gathering(hasty, "exago", stand_in="random") as gathering:
        ada, bo = gathering.people
        gathering.play(luck, 3)  # 0 1 0
        gathering.settle()
        bo.leave()
        wait_until_gone(gathering, 1)
        ada.say("undo_offer")  # only her own move would be taken back
        ada.socket.wait_until(lambda: bool(ada.offers))
        ada.say("hand_over", seat=1)
        ada.see(lambda state: seat_of(state, 1)[0] == "bot")
        ada.socket.wait_until(lambda: not ada.offers)
        assert ada.state["branch"] == 0
        assert len(ada.moves) >= 3


def test_moves_of_a_replaced_person_are_not_taken_back(hasty: ServerProcess, luck: Luck) -> None:
    with Gathering(hasty, "exago", stand_in="random") as gathering:
        ada, bo = gathering.people
        gathering.play(luck, 4)  # 0 1 0 1
        gathering.settle()
        bo.leave()
        wait_until_gone(gathering, 1)
        ada.say("undo_offer")  # the absent person is asked, and has not agreed
        ada.socket.wait_until(lambda: bool(ada.offers))
        ada.say("hand_over", seat=1)
        ada.see(lambda state: seat_of(state, 1)[0] == "bot")
        ada.socket.wait_until(lambda: not ada.offers)  # nobody is left to agree
        assert ada.state["branch"] == 0
        refused = ada.refusal("undo_offer")
        assert refused["code"] == "no_undo"
        assert "guest 1" in refused["sentence"]
        ada.play(luck)
        ada.see(lambda state: len(ada.moves) == 6 and bool(state["view"]["legal"]))  # the bot has answered
        before = played(ada)
        ada.say("undo_offer")  # her own move and the bot's
        ada.see(lambda state: state["branch"] == 1)
        assert played(ada) == before[:4]
        assert ada.refusal("undo_offer")["code"] == "no_undo"
        assert played(ada) == before[:4]

        bo.come_back()
        bo.say("take_back")
        ada.see(lambda state: seat_of(state, 1) == ("person", None, True))
        ada.say("undo_offer")
        bo.socket.wait_until(lambda: bool(bo.offers))
        bo.say("undo_answer", yes=True)  # now somebody can agree
        ada.see(lambda state: state["branch"] == 2)
        assert played(ada) == before[:2]

        ada.play(luck)
        ada.say("resign")
        ada.see(lambda state: state["status"] == "over")
        record = ada.client.record(gathering.id)
        told = parlour.load(record).header["incidents"]
        assert told == [
            {"kind": "stand_in", "moves": 4, "seat": 1, "bot": "random", "by": 0},
            {"kind": "undo", "moves": 6, "seat": 0, "taken_back": [[4, *before[4]], [5, *before[5]]]},
            {"kind": "return", "moves": 4, "seat": 1},
            {"kind": "undo", "moves": 4, "seat": 0, "taken_back": [[2, *before[2]], [3, *before[3]]]},
        ]


def test_consent_given_before_leaving_counts(hasty: ServerProcess, luck: Luck) -> None:
    with Gathering(hasty, "exago", people=3, stand_in="random") as gathering:
        ada, bo, cy = gathering.people
        gathering.play(luck, 3)
        gathering.settle()
        ada.say("undo_offer")
        bo.socket.wait_until(lambda: bool(bo.offers))
        bo.say("undo_answer", yes=True)
        cy.socket.wait_until(lambda: bool(cy.offers) and cy.offers[0]["yes"] == [0, 1])
        bo.leave()
        wait_until_gone(gathering, 1)
        ada.say("hand_over", seat=1)
        ada.see(lambda state: seat_of(state, 1)[0] == "bot")
        cy.say("undo_answer", yes=True)
        ada.see(lambda state: state["branch"] == 1)
        assert played(ada) == []


# -- migrated tables --------------------------------------------------------------------------------------------------


def test_migrated_tables_have_the_default_stand_in_and_an_opener(server: ServerProcess) -> None:
    with Client(server) as client:
        opened = client.open_table("exago", ["me", "open", "me"])
        client.take_seat(opened.id, opened.invitation)
        server.stop()
        engine = sa.create_engine(server.database)
        with engine.begin() as connection:
            own = connection.execute(sa.text("SELECT own FROM tables")).scalar_one()
            for column in ("stand_in", "own", "hints"):
                connection.execute(sa.text(f"ALTER TABLE tables DROP COLUMN {column}"))
            connection.execute(sa.text("ALTER TABLE matches DROP COLUMN rules"))
            connection.execute(sa.text("DROP TABLE house"))
            connection.execute(sa.text("DROP TABLE review_requests"))
            connection.execute(sa.text("DROP TABLE reviews"))
            connection.execute(sa.text("UPDATE alembic_version SET version_num = '002'"))
        server.restart()
        assert client.table(opened.id)["stand_in"] == "3"
        with engine.connect() as connection:
            found = connection.execute(sa.text("SELECT own FROM tables")).scalar_one()
        assert sorted(json.loads(found)) == sorted(json.loads(own))
        assert len(json.loads(found)) == 2
        engine.dispose()
