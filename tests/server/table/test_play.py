"""Moves over the wire: to the end of every game, stale, repeated and illegal ones, and resignations."""

from __future__ import annotations

import pytest

import parlour
from parlour.games import own
from parlour.luck import Luck, commitment
from parlour.seat import Seat
from tests.server.client import Client, Refused
from tests.server.gathering import Gathering
from tests.server.process import ServerProcess

GAMES = own()


def check_record(client: Client, table: str, number: int = 1) -> parlour.Match:
    """The record loads, replays, and matches the commitment made at the start."""
    text = client.record(table, number)
    match = parlour.load(text)
    assert match.record() == text
    commit, salt = str(match.header["commit"]), str(match.header["salt"])
    first_deal = match.at(0).deal
    assert commitment(salt, match.game.name, match.options, first_deal) == commit
    return match


@pytest.mark.parametrize("game", GAMES)
def test_a_person_plays_with_bots_to_the_end(house: ServerProcess, game: str, luck: Luck) -> None:
    with Gathering(house, game, people=1, bots=["random", "greedy"], watchers=1) as gathering:
        commit = gathering.people[0].state["commit"]
        gathering.play(luck)
        gathering.settle()
        match = check_record(gathering.people[0].client, gathering.id)
        assert match.header["commit"] == commit
        for person in gathering.everyone:
            assert person.state["status"] == "over"
            assert person.state["view"]["outcome"] == match.view(None)["outcome"]
            assert sorted((played["seat"], played["text"]) for played in person.moves) == sorted(match.moves)


@pytest.mark.parametrize("game", GAMES)
def test_people_at_one_screen_play_to_the_end(visitor: Client, game: str, luck: Luck) -> None:
    opened = visitor.open_table(game, ["me", "me"])
    with visitor.sit(opened.id, *opened.tokens.values()) as socket:
        socket.play_random(luck)
        assert sorted(seat for seat in socket.states if seat is not None) == [0, 1]
        assert socket.moves[0] == socket.moves[1]
        match = check_record(visitor, opened.id)
        assert sorted((played["seat"], played["text"]) for played in socket.moves[0]) == sorted(match.moves)


def test_bots_alone_play_to_the_end(visitor: Client) -> None:
    opened = visitor.open_table("tracktic", ["random", "random"])
    with visitor.sit(opened.id) as socket:
        socket.wait_until(lambda: socket.is_over)
    assert check_record(visitor, opened.id).seats == [Seat("bot", "red", "random"), Seat("bot", "blue", "random")]


def test_a_solo_game_is_played_to_the_end(visitor: Client, luck: Luck) -> None:
    opened = visitor.open_table("traxx", ["me"])
    with visitor.sit(opened.id, opened.tokens[0]) as socket:
        assert socket.play_random(luck, most=14) == 14
        path = f"/api/tables/{opened.id}/afterword"
        assert visitor.ask("GET", path) == {"sentence": None}  # it would reveal the deal
        assert socket.play_random(luck) == 1
        assert socket.states[0]["view"]["outcome"]["winners"] == [0]
        sentence = visitor.ask("GET", path)["sentence"]
        assert sentence == parlour.load(visitor.record(opened.id)).afterword() != ""
        assert "With the order of the cards known" in sentence


def test_games_without_an_afterword_return_null(visitor: Client, luck: Luck) -> None:
    opened = visitor.open_table("exago", ["me", "me"])
    with visitor.sit(opened.id, *opened.tokens.values()) as socket:
        socket.play_random(luck)
    assert visitor.ask("GET", f"/api/tables/{opened.id}/afterword") == {"sentence": None}


def test_the_record_is_available_only_at_the_end(house: ServerProcess, luck: Luck) -> None:
    with Gathering(house, "traxx") as gathering:
        client = gathering.people[0].client
        for _ in range(4):
            for query in ("", "?match=1"):
                with pytest.raises(Refused) as early:
                    client.ask("GET", f"/api/tables/{gathering.id}/record{query}")
                assert (early.value.status, early.value.code) == (409, "not_over")
            gathering.play(luck, 1)
        with pytest.raises(Refused) as absent:
            client.record(gathering.id, 2)
        assert absent.value.status == 404


# -- stale, repeated, wrong -------------------------------------------------------------------------------------------


def test_a_repeated_move_changes_nothing_and_is_answered_with_the_state(house: ServerProcess, luck: Luck) -> None:
    with Gathering(house, "exago") as gathering:
        ada, guest = gathering.people
        move = {"branch": 0, "turn": 0, "text": "f6", "match": 1}
        for _ in range(3):
            ada.say("move", **move)
        states = [ada.socket.receive("state", where=lambda state: state["view"]["turn"] > 0) for _ in range(3)]
        assert [state["seq"] for state in states] == [states[0]["seq"]] * 3
        assert [(played["seat"], played["text"]) for played in ada.moves] == [(0, "f6")]
        guest.play(luck)
        before = ada.see(lambda state: state["seq"] == guest.state["seq"])
        ada.say("move", **move)
        again = ada.socket.receive("state", where=lambda state: state["history"]["start"] == 0 and not state["events"])
        assert again["seq"] == before["seq"]
        assert again["view"] == before["view"]
        assert len(again["history"]["moves"]) == 2


@pytest.mark.parametrize("stale", [{"turn": 1}, {"turn": 7}, {"branch": 1}, {"match": 2}, {"match": 0}])
def test_a_stale_message_is_answered_with_the_state(visitor: Client, stale: dict[str, int]) -> None:
    opened = visitor.open_table("exago", ["me", "me"])
    with visitor.sit(opened.id, *opened.tokens.values()) as socket:
        socket.receive("offer")  # the last message of the welcome
        known = len(socket.received)
        socket.send("move", **{"seat": 0, "branch": 0, "turn": 0, "text": "f6", "match": 1, **stale})
        socket.send("ping", ref="after")
        socket.receive("pong")
        answers = [message for message in socket.received[known:] if message["type"] in ("state", "error")]
        assert [(answer["type"], answer["seat"]) for answer in answers] == [("state", 0)]
        assert visitor.table(opened.id)["moves"] == 0


def test_a_move_without_a_match_number_is_accepted(visitor: Client) -> None:
    opened = visitor.open_table("exago", ["me", "me"])
    with visitor.sit(opened.id, opened.tokens[0]) as socket:
        socket.send("move", seat=0, branch=0, turn=0, text="f6")
        assert socket.receive("state", where=lambda state: state["view"]["turn"] == 1)["view"]["waiting"] == [1]


def test_illegal_moves_are_refused_with_the_rule_and_nothing_changes(house: ServerProcess) -> None:
    with Gathering(house, "exago") as gathering:
        ada, guest = gathering.people
        seq = gathering.state["seq"]
        wrong = ada.refusal("move", branch=0, turn=0, text="a1")
        assert wrong["code"] == "illegal_move"
        assert wrong["sentence"]
        assert wrong["rule"]
        other = ada.refusal("move", branch=0, turn=0, text="g6")
        assert other["sentence"] == "X8: the first tile goes on the centre, f6"
        assert (other["template"], other["args"]) == ("the first tile goes on the centre, {cell}", {"cell": "f6"})
        nonsense = ada.refusal("move", branch=0, turn=0, text="what?")
        assert nonsense["code"] == "illegal_move"
        assert nonsense["args"] == {}
        early = guest.refusal("move", branch=0, turn=0, text="f6")
        assert early["code"] == "not_waiting"
        assert early["template"] == "it is not seat {seat}'s turn: waiting for {who:or}"
        who = {"template": "seat {seat} ({name})", "args": {"seat": 0, "name": "red"}}
        assert early["args"] == {"seat": "1", "who": [who]}
        assert gathering.state["seq"] == seq
        for person in gathering.everyone:
            assert person.state["seq"] == seq


def test_complete_gives_the_words_that_may_follow(house: ServerProcess) -> None:
    with Gathering(house, "tracktic") as gathering:
        ada, guest = gathering.people
        first = sorted({text.split()[0] for text in ada.legal})
        ada.say("complete", text="", ref=5)
        words = ada.socket.receive("words")
        assert (words["seat"], words["text"], words["ref"]) == (0, "", 5)
        assert set(first) <= set(words["words"])
        begun = ada.legal[0].rsplit(" ", 1)[0]
        ada.say("complete", text=begun, ref="x")
        assert ada.legal[0].rsplit(" ", 1)[1] in ada.socket.receive("words")["words"]
        ada.say("complete", text="no such word")
        assert ada.socket.receive("words")["words"] == []
        guest.say("complete", text="")  # not its turn
        assert guest.socket.receive("words")["words"] == []


def test_why_not_gives_the_rule_and_the_cells_that_show_it(house: ServerProcess) -> None:
    with Gathering(house, "exago") as gathering:
        ada, guest = gathering.people
        seq = ada.state["seq"]
        ada.say("why_not", text="a6", ref=3)
        reason = ada.socket.receive("reason")
        assert (reason["seat"], reason["text"], reason["ref"]) == (0, "a6", 3)
        assert (reason["rule"], reason["sentence"]) == ("X8", "X8: the first tile goes on the centre, f6")
        assert (reason["template"], reason["args"]) == ("the first tile goes on the centre, {cell}", {"cell": "f6"})
        assert reason["marks"] == ["f6"]
        ada.say("why_not", text="f6")
        legal = ada.socket.receive("reason")
        assert (legal["rule"], legal["sentence"], legal["marks"]) == (None, "", [])
        guest.say("why_not", text="f6")
        assert guest.socket.receive("error")["code"] == "not_waiting"
        ada.say("why_not", text="x" * 200)
        assert len(ada.socket.receive("reason")["sentence"]) <= 300
        assert ada.state["seq"] == seq


def test_pings_are_answered_and_a_second_hello_is_refused(visitor: Client) -> None:
    opened = visitor.open_table("exago", ["me", "me"])
    with visitor.sit(opened.id, opened.tokens[0]) as socket:
        socket.send("ping", ref="a")
        assert socket.receive("pong")["ref"] == "a"
        socket.send("ping")
        assert socket.receive("pong")["ref"] is None
        socket.hello([opened.tokens[1]])
        assert socket.receive("error")["code"] == "hello_twice"
        assert list(socket.states) == [0]


def test_the_first_messages_are_state_presence_and_offers(visitor: Client) -> None:
    opened = visitor.open_table("exago", ["me", "me"])
    with visitor.sit(opened.id, *opened.tokens.values()) as socket:
        socket.receive("offer")
        assert [message["type"] for message in socket.received] == ["state", "state", "presence", "offer"]
        assert socket.received[-1]["offers"] == []


# -- resigning --------------------------------------------------------------------------------------------------------


def test_with_two_seats_a_resignation_lets_the_other_win(house: ServerProcess, luck: Luck) -> None:
    with Gathering(house, "tracktic", watchers=1) as gathering:
        gathering.play(luck, 3)
        gathering.people[0].say("resign")
        for person in gathering.everyone:
            outcome = person.see(lambda state: state["status"] == "over")["view"]["outcome"]
            assert (outcome["reason"], outcome["winners"], outcome["ranking"]) == ("resigned", [1], [2, 1])
        for person in gathering.people:
            assert person.refusal("resign")["code"] == "game_over"
        place = {"branch": 0, "turn": gathering.people[1].state["view"]["turn"]}
        assert gathering.people[1].refusal("move", text="I2", **place)["code"] == "game_over"
        match = check_record(gathering.people[0].client, gathering.id)
        assert match.resigned == (0,)
        assert len(match.moves) == 3


@pytest.mark.parametrize("game", GAMES)
def test_with_more_seats_a_bot_plays_on_and_the_resigned_seat_is_last(
    house: ServerProcess, game: str, luck: Luck
) -> None:
    with Gathering(house, game, people=3) as gathering:
        gathering.play(luck, 4)
        gone = gathering.people[1]
        gone.say("resign")
        gathering.settle()
        for person in gathering.everyone:
            seat = person.see(lambda state: state["seats"][1]["kind"] == "bot")["seats"][1]
            assert (seat["has_person"], seat["resigned"]) == (False, True)
            assert seat["name"] == "guest 1"
        assert gone.refusal("take_back")["code"] == "resigned"
        assert gone.refusal("resign")["code"] == "resigned"
        gathering.play(luck)
        gathering.settle()
        match = check_record(gone.client, gathering.id)
        assert match.resigned == (1,)
        assert match.outcome is not None
        assert match.outcome.ranking[1] == 3
        assert 1 not in match.outcome.winners
        assert gone.state["view"]["outcome"] == match.view(1)["outcome"]


def test_when_all_but_one_have_resigned_the_last_wins(house: ServerProcess, luck: Luck) -> None:
    with Gathering(house, "exago", people=3) as gathering:
        gathering.people[2].say("resign")
        gathering.people[0].see(lambda state: state["seats"][2]["kind"] == "bot")
        gathering.people[0].say("resign")
        outcome = gathering.people[1].see(lambda state: state["status"] == "over")["view"]["outcome"]
        assert (outcome["reason"], outcome["winners"], outcome["ranking"]) == ("resigned", [1], [2, 1, 3])
