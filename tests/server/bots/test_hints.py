"""Hints: from what the seat knows alone, in three steps, for whoever may ask."""

from __future__ import annotations

import pytest

from parlour.bots.level_bot import never
from parlour.games import own
from parlour.luck import Luck
from parlour.server.bots.hints import Position, Question, advice, answer
from parlour.server.table.messages import AskHint
from tests.conformance.shelf import open_match
from tests.server.client import Client, Message, wait_until
from tests.server.gathering import Gathering, Person
from tests.server.process import ServerProcess

UNTOLD = ("move", "value", "error", "points", "gain", "gain_error", "gain_points")


def ask(person: Person, step: str, **fields: object) -> Message:
    """Ask for a hint; returns the answer, or the error."""
    ref = f"hint {len(person.socket.received)}"
    person.say("hint", step=step, ref=ref, **fields)
    person.socket.wait_until(lambda: any(message.get("ref") == ref for message in person.socket.received))
    return next(message for message in person.socket.received if message.get("ref") == ref)


@pytest.mark.parametrize("game", own())
def test_a_hint_depends_only_on_what_the_seat_knows(game: str, luck: Luck, monkeypatch: pytest.MonkeyPatch) -> None:
    match = open_match(game, 2, luck, plies=luck.below(12))
    seat = match.waiting[0]
    position = Position("table", 1, 0, seat, match.turn(seat))
    considered = match.legal(seat)[0]
    others = [match.belief(seat, seed=luck.number()) for _ in range(2)]  # whatever is hidden is different there
    told = []
    for one in (match, *others):
        question = Question(position, position.imagined(one), considered)
        found = advice(question.belief, position, [considered], never, simulations=20)
        told.append(answer(question, found, AskHint(seat=seat, step="line", considered=considered)))
    assert told[0] == told[1] == told[2]


def test_a_hint_comes_in_three_steps_from_one_search(sqlite_house: ServerProcess) -> None:
    with Gathering(sqlite_house, "exago", people=1, bots=["greedy"]) as gathering:
        person = gathering.people[0]
        assert person.state["hints"]
        person.socket.move(0, "f6")
        person.see(lambda state: bool(state["view"]["legal"]))
        where, move = ask(person, "where"), ask(person, "move")
        assert (where["type"], where["seat"], where["turn"], where["step"]) == ("hint", 0, 1, "where")
        assert [where[field] for field in (*UNTOLD, "line")] == [*[None] * len(UNTOLD), []]
        legal = person.state["view"]["legal"]
        assert move["move"] in legal
        assert (move["line"], move["value"]) == ([], None)
        considered = next(text for text in legal if text != move["move"])
        line = ask(person, "line", considered=considered)
        assert (line["move"], line["line"][0], line["considered"]) == (move["move"], move["move"], considered)
        assert 0 <= line["value"] <= 1
        assert line["gain"] >= 0
        assert line["gain_error"] >= 0
        assert line["gain_points"] is None
        assert line["sentence"].startswith(move["move"])
        assert ask(person, "line", considered=move["move"])["gain"] == 0
        wrong = ask(person, "line", considered="a6")
        assert (wrong["code"], wrong["rule"]) == ("illegal_move", "X9")


def test_hints_are_refused_between_people_out_of_turn_and_to_watchers(house: ServerProcess) -> None:
    with Gathering(house, "exago", people=2, watchers=1) as gathering:
        refusal = ask(gathering.people[0], "where")
        assert (refusal["code"], refusal["sentence"]) == ("no_hints", "this table was opened without hints")
        watcher = gathering.watchers[0]
        watcher.socket.send("hint", seat=0, ref="watcher")
        assert watcher.socket.receive("error", where=lambda one: one["ref"] == "watcher")["code"] == "not_your_seat"
        assert not watcher.state["hints"]
    with Gathering(house, "exago", people=2, hints=True) as gathering:
        first, second = gathering.people
        assert ask(second, "move")["code"] == "not_waiting"
        assert ask(first, "move")["move"] == "f6"
        first.say("hand_over", bot="greedy")
        second.see(lambda state: bool(state["view"]["legal"]))
        first.see(lambda state: state["seats"][0]["kind"] == "bot")
        assert ask(first, "move")["code"] == "handed_over"
        second.say("resign")
        second.see(lambda state: state["status"] == "over")
        assert ask(second, "move")["code"] == "game_over"


def test_a_move_cancels_a_hint_and_a_visitor_gets_one_at_a_time(sqlite_house: ServerProcess, luck: Luck) -> None:
    with Gathering(sqlite_house, "exago", people=1, bots=["greedy"]) as gathering:
        person = gathering.people[0]
        for _ in range(3):
            person.play(luck)
            person.see(lambda state: bool(state["view"]["legal"]))
        person.say("hint", ref="first")
        person.say("hint", ref="second")
        assert person.socket.receive("error", where=lambda one: one["ref"] == "second")["code"] == "one_hint"
        person.play(luck)
        assert person.socket.receive("error", where=lambda one: one["ref"] == "first")["code"] == "hint_cancelled"
        wait_until(lambda: ask(person, "where")["type"] == "hint", "no hint after a cancelled one")


def test_nothing_is_searched_for_someone_who_has_left(sqlite_house: ServerProcess, visitor: Client) -> None:
    with Gathering(sqlite_house, "exago", people=1, bots=["greedy"]) as gathering:
        person = gathering.people[0]
        person.socket.move(0, "f6")
        person.see(lambda state: bool(state["view"]["legal"]))
        person.say("hint", ref="gone")
        person.leave()
        wait_until(lambda: person.client.figure("parlour_work") == 0, "the search for a hint goes on")
