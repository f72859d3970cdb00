"""Whatever a client sends on its socket: a clear error, no traceback, and the table continues."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from websockets.exceptions import ConnectionClosed

from parlour.games import own
from tests.server.client import PATIENCE, Client, Opened, Socket
from tests.server.log_check import assert_log_is_valid
from tests.server.process import ServerProcess

CODES = {
    "bad_message",
    "game_over",
    "handed_over",
    "hello_twice",
    "illegal_move",
    "no_offer",
    "no_undo",
    "not_away",
    "not_over",
    "not_person",
    "not_playing",
    "not_waiting",
    "not_your_seat",
    "offer_open",
    "open_seats",
    "resigned",
    "too_large",
    "unknown_bot",
}
LONGEST = 300  # characters of a sentence


@dataclass
class World:
    """A server, and its database file."""

    server: ServerProcess
    client: Client
    file: Path


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    file = tmp_path_factory.mktemp("fuzz") / "parlour.sqlite"
    with ServerProcess(f"sqlite:///{file}", "--no-limits") as server, Client(server) as client:
        yield World(server, client, file)
        assert_no_trace(server)


def assert_no_trace(server: ServerProcess) -> None:
    said = server.log()
    assert "Traceback" not in said
    assert '"level":"error"' not in said


def assert_clear(error: dict[str, Any]) -> None:
    assert error["type"] == "error"
    assert error["code"] in CODES, error
    assert 0 < len(error["sentence"]) <= LONGEST
    assert "Traceback" not in error["sentence"]
    assert 'File "' not in error["sentence"]


def refused(socket: Socket, frame: str | bytes) -> dict[str, Any]:
    """The error in response to a frame; a ping after it shows that there is no other response."""
    start = len(socket.received)
    socket.send_text(frame)
    socket.send("ping", ref="behind it")
    socket.receive("pong", where=lambda message: message["ref"] == "behind it")
    answers = [message for message in socket.received[start:] if message["type"] in ("error", "state", "words")]
    assert [answer["type"] for answer in answers] == ["error"], (frame, answers)
    assert_clear(answers[0])
    return answers[0]


# -- frames that are no messages --------------------------------------------------------------------------------------

DEEP = 1900
NO_MESSAGES: dict[str, str | bytes] = {
    "empty": "",
    "a space": " ",
    "half an object": '{"type":"ping"',
    "two objects": '{"type":"ping"}{"type":"ping"}',
    "a list": "[]",
    "null": "null",
    "a number": "0",
    "NaN": "NaN",
    "no type": "{}",
    "a null type": '{"type":null}',
    "a type that is a number": '{"type":7}',
    "an unknown type": '{"type":"shuffle"}',
    "a type of the server's": '{"type":"state"}',
    "a very long type": json.dumps({"type": "x" * 3000}),
    "a null character": '{"type":"ping\x00"}',
    "an escaped null character": '{"type":"ping\\u0000"}',
    "half a surrogate pair": '{"type":"complete","seat":0,"text":"\\ud800"}',
    "the other half": '{"type":"\\udfff"}',
    "half a pair as ref": '{"type":"ping","ref":"\\ud83d"}',
    "a binary frame": b'{"type":"ping"}',
    "an empty binary frame": b"",
    "random bytes": bytes(range(256)),
    "a deep list": "[" * DEEP + "]" * DEEP,
    "a message with a deep list in it": '{"type":"ping","more":' + "[" * DEEP + "]" * DEEP + "}",
    "a deep list that is not closed": "[" * 4000,
    "a seat of 4000 digits": '{"type":"resign","seat":' + "9" * 4000 + "}",
    "a negative seat": '{"type":"resign","seat":-1}',
    "a seat that is text": '{"type":"resign","seat":"0"}',
    "a seat that is true": '{"type":"resign","seat":true}',
    "a seat that is half": '{"type":"resign","seat":0.5}',
    "a seat of 1e999": '{"type":"resign","seat":1e999}',
    "a seat of minus nothing": '{"type":"resign","seat":-}',
    "no seat": '{"type":"resign"}',
    "a turn beyond all": '{"type":"move","seat":0,"branch":0,"turn":18446744073709551616,"text":"f6"}',
    "a text that is a list": '{"type":"move","seat":0,"branch":0,"turn":0,"text":["f6"]}',
    "a text of 201 characters": json.dumps({"type": "complete", "seat": 0, "text": "x" * 201}),
    "a long ref": json.dumps({"type": "ping", "ref": "x" * 65}),
    "a ref that is an object": '{"type":"ping","ref":{}}',
    "yes that is text": '{"type":"undo_answer","seat":0,"yes":"yes"}',
    "too large": json.dumps({"type": "ping", "more": "x" * 4096}),
    "much too large": json.dumps({"type": "ping", "more": "x" * 60_000}),
    "spaces": " " * 5000,
}


@pytest.fixture(scope="module")
def table(world: World) -> Opened:
    return world.client.open_table("exago", ("me", "me", "open"))


@pytest.mark.parametrize("frame", NO_MESSAGES.values(), ids=NO_MESSAGES.keys())
def test_malformed_messages_get_an_error(world: World, table: Opened, frame: str | bytes) -> None:
    with world.client.sit(table.id, *table.tokens.values()) as socket:
        error = refused(socket, frame)
        assert error["code"] == ("too_large" if len(frame) > 4096 else "bad_message")
        socket.send("ping", ref="still here")
        socket.receive("pong", where=lambda message: message["ref"] == "still here")


@pytest.mark.parametrize("frame", NO_MESSAGES.values(), ids=NO_MESSAGES.keys())
def test_a_malformed_hello_ends_the_connection(world: World, table: Opened, frame: str | bytes) -> None:
    with world.client.socket(table.id) as socket:
        socket.send_text(frame)
        assert socket.close_code() == 4400
        (error,) = socket.received
        assert error["code"] in ("bad_message", "hello_first")
        assert 0 < len(error["sentence"]) <= LONGEST


@pytest.mark.parametrize("kind", ["ping", "resign", "move", "complete"])
def test_every_message_before_hello_ends_the_connection(world: World, table: Opened, kind: str) -> None:
    with world.client.socket(table.id) as socket:
        socket.send(kind, seat=0, branch=0, turn=0, text="f6")
        assert socket.close_code() == 4400
        assert [message["code"] for message in socket.received] == ["hello_first"]


def test_a_frame_of_more_than_64_kilobytes_ends_the_connection(world: World, table: Opened) -> None:
    with world.client.sit(table.id) as socket:
        socket.send_text("x" * 65_536)
        socket.receive("error", where=lambda message: message["code"] == "too_large")
        socket.send_text("x" * 65_537)
        assert socket.close_code() == 1009


def test_many_small_fragments_count_as_one_large_message(world: World, table: Opened) -> None:
    with world.client.sit(table.id) as socket:

        def fragments() -> Iterator[str]:
            yield from ["x" * 1000] * 66
            deadline = time.monotonic() + PATIENCE
            while socket._connection.close_code is None:  # sending to a closed socket would discard its last messages
                assert time.monotonic() < deadline, "the server did not close the socket"
                time.sleep(0.01)

        with suppress(ConnectionClosed):
            socket._connection.send(fragments())
        assert socket.close_code() == 1009


def test_invalid_utf_8_ends_the_connection_without_a_traceback(world: World, table: Opened) -> None:
    with world.client.sit(table.id) as socket:
        socket._connection.send(b'{"type":"ping","ref":"\xff"}', text=True)
        assert socket.close_code() == 1007
    assert_no_trace(world.server)


def test_an_error_carries_the_ref_of_an_invalid_message(world: World, table: Opened) -> None:
    with world.client.sit(table.id, table.tokens[0]) as socket:
        assert refused(socket, '{"type":"resign","seat":99,"ref":"r1"}')["ref"] == "r1"
        assert refused(socket, '{"type":"resign","seat":1,"ref":2}')["ref"] == 2
        assert refused(socket, '{"type":"nothing","ref":-3}')["ref"] == -3
        assert refused(socket, '{"type":"nothing","ref":[4]}')["ref"] is None


# -- messages at the wrong time or of the wrong seat ------------------------------------------------------------------

MISTIMED: dict[str, tuple[dict[str, Any], str]] = {
    "hello twice": ({"type": "hello", "tokens": []}, "hello_twice"),
    "a move of another's": ({"type": "move", "seat": 1, "branch": 0, "turn": 0, "text": "f6"}, "not_your_seat"),
    "a completion for another": ({"type": "complete", "seat": 1, "text": ""}, "not_your_seat"),
    "another resigns": ({"type": "resign", "seat": 1}, "not_your_seat"),
    "the highest seat": ({"type": "resign", "seat": 63}, "not_your_seat"),
    "nobody's seat is handed over": ({"type": "hand_over", "seat": 63}, "not_your_seat"),
    "someone present is replaced": ({"type": "hand_over", "seat": 1}, "not_away"),
    "a bot that is not there": ({"type": "hand_over", "seat": 0, "bot": "deep blue"}, "unknown_bot"),
    "an answer without an offer": ({"type": "undo_answer", "seat": 0, "yes": True}, "no_offer"),
    "a no without an offer": ({"type": "undo_answer", "seat": 0, "yes": False}, "no_offer"),
    "nothing to undo": ({"type": "undo_offer", "seat": 0}, "no_undo"),
    "another's undo": ({"type": "undo_offer", "seat": 1}, "not_your_seat"),
    "a rematch too early": ({"type": "rematch", "seat": 0}, "not_over"),
    "another takes back": ({"type": "take_back", "seat": 1}, "not_your_seat"),
    "an illegal move": ({"type": "move", "seat": 0, "branch": 0, "turn": 0, "text": "x" * 200}, "illegal_move"),
    "a move of null characters": ({"type": "move", "seat": 0, "branch": 0, "turn": 0, "text": "\0"}, "illegal_move"),
}


@pytest.fixture(scope="module")
def two(world: World) -> Iterator[tuple[Opened, Socket, Socket]]:
    """A table of two people, both present."""
    opened = world.client.open_table("exago", ("me", "me"))
    with (
        world.client.sit(opened.id, opened.tokens[0]) as first,
        world.client.sit(opened.id, opened.tokens[1]) as second,
    ):
        first.receive("presence", where=lambda message: all(seat["present"] for seat in message["seats"]))
        yield opened, first, second


@pytest.mark.parametrize(("message", "code"), MISTIMED.values(), ids=MISTIMED.keys())
def test_messages_at_the_wrong_time_are_refused(
    two: tuple[Opened, Socket, Socket], message: dict[str, Any], code: str
) -> None:
    _, first, _ = two
    assert refused(first, json.dumps(message))["code"] == code


@pytest.mark.parametrize(
    "message", [message for message, _ in MISTIMED.values() if "seat" in message], ids=lambda m: m["type"]
)
def test_a_watcher_changes_nothing(world: World, two: tuple[Opened, Socket, Socket], message: dict[str, Any]) -> None:
    opened, _, _ = two
    with world.client.sit(opened.id) as watcher:
        assert refused(watcher, json.dumps(message))["code"] == "not_your_seat"


def test_the_match_continues_after_malformed_messages(world: World, two: tuple[Opened, Socket, Socket]) -> None:
    opened, first, second = two
    first.move(0, "f6")
    second.wait_until(lambda: second.states[1]["view"]["turn"] == 0 and bool(second.states[1]["view"]["legal"]))
    second.move(1, second.states[1]["view"]["legal"][0])
    assert_log_is_valid(world.file, opened.id)


# -- random frames ----------------------------------------------------------------------------------------------------

SEED = int(os.environ.get("PARLOUR_TEST_SEED", "0"))
USUAL = settings(deadline=None, database=None, suppress_health_check=list(HealthCheck), print_blob=False)
TYPES = [
    *("move", "complete", "resign", "undo_offer", "undo_answer"),
    *("hand_over", "take_back", "rematch", "hello", "ping", "state", ""),
]
ODD_TEXT = st.one_of(
    st.text(max_size=30),
    st.sampled_from(
        ["f6", "", " ", "\0", "\u202e", "e\u0301", "🎲" * 200, "f6 " * 66, "(" * 200, "f6-f6-f6", "9" * 2000]
    ),
)
ODD = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-5, 70),
        st.integers(),
        st.floats(),
        st.sampled_from([10**400, -(2**63), 2**64, 1e308]),
        ODD_TEXT,
    ),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)


@st.composite
def half_right(draw: st.DrawFn) -> str:
    """A mostly valid message: any field may have the wrong type, be missing or be superfluous."""
    fields = {
        "type": st.sampled_from(TYPES),
        "seat": st.integers(0, 3),
        "branch": st.integers(0, 2),
        "turn": st.integers(0, 3),
        "text": ODD_TEXT,
        "yes": st.booleans(),
        "bot": st.sampled_from(["greedy", "random", "nobody", None]),
        "match": st.sampled_from([None, 1, 2]),
        "ref": st.sampled_from([None, 1, "a"]),
        "tokens": st.lists(st.text(max_size=30), max_size=3),
    }
    message = {name: draw(ODD if draw(st.integers(0, 15)) == 0 else strategy) for name, strategy in fields.items()}
    for name in draw(st.lists(st.sampled_from(list(fields)), max_size=2)):
        message.pop(name, None)
    return json.dumps(message)


FRAMES = st.one_of(
    half_right(),
    half_right().flatmap(lambda text: st.integers(0, len(text)).map(lambda end: text[:end])),
    ODD.map(json.dumps),
    st.text(max_size=100).filter(lambda text: not any("\ud800" <= sign <= "\udfff" for sign in text)),
    st.binary(max_size=100),
)


class TwoSeats(RuleBasedStateMachine):
    """Two people at one table who send anything, valid or not; now and then one makes a legal move."""

    world: World

    @initialize(game=st.sampled_from(own()))
    def sit_down(self, game: str) -> None:
        client = self.world.client
        self.opened = client.open_table(game, ("me", "me"))
        self.sockets = [client.sit(self.opened.id, self.opened.tokens[seat]) for seat in (0, 1)]

    @rule(who=st.integers(0, 1), frame=FRAMES)
    def say_anything(self, who: int, frame: str | bytes) -> None:
        socket = self.sockets[who]
        socket.send_text(frame)
        self._settle(socket)

    @rule(who=st.integers(0, 1), kind=st.sampled_from(TYPES[:8]), yes=st.booleans())
    def wish(self, who: int, kind: str, yes: bool) -> None:
        socket = self.sockets[who]
        state = socket.states[self._seat(who)]
        socket.send(kind, seat=self._seat(who), yes=yes, text="", branch=state["branch"], turn=state["view"]["turn"])
        self._settle(socket)

    @rule(who=st.integers(0, 1))
    def move(self, who: int) -> None:
        """A legal move works, whatever was sent before."""
        for socket in self.sockets:
            self._settle(socket)
        socket, seat = self.sockets[who], self._seat(who)
        state = socket.states[seat]
        playing = state["status"] == "playing" and state["seats"][seat]["kind"] == "person"
        if playing and state["view"]["legal"] and all(one["kind"] == "person" for one in state["seats"]):
            socket.move(seat, state["view"]["legal"][0])

    @precondition(lambda self: hasattr(self, "sockets"))
    @invariant()
    def errors_are_clear(self) -> None:
        for socket in self.sockets:
            for message in socket.received:
                if message["type"] == "error":
                    assert_clear(message)

    def _seat(self, who: int) -> int:
        """Seats change with a rematch: the newest state names the current seat."""
        states = [message for message in self.sockets[who].received if message["type"] == "state"]
        seat = states[-1]["seat"]
        assert isinstance(seat, int)
        return seat

    @staticmethod
    def _settle(socket: Socket) -> None:
        """Wait until all messages have been answered."""
        ref = len(socket.received)
        socket.send("ping", ref=ref)
        socket.receive("pong", where=lambda message: message["ref"] == ref)

    def teardown(self) -> None:
        if not hasattr(self, "sockets"):
            return
        for socket in self.sockets:
            self._settle(socket)
            socket.close()
        with self.world.client.sit(self.opened.id, *self.opened.tokens.values()) as back:
            seqs = {state["seq"] for state in back.states.values()}
            assert len(seqs) == 1
        assert_log_is_valid(self.world.file, self.opened.id)


def _run(world: World, examples: int, steps: int) -> None:
    machine = type("TwoSeatsHere", (TwoSeats,), {"world": world})
    hypothesis.seed(SEED)(machine)
    run_state_machine_as_test(machine, settings=settings(USUAL, max_examples=examples, stateful_step_count=steps))
    assert_no_trace(world.server)


def test_two_clients_send_arbitrary_messages(world: World) -> None:
    _run(world, examples=25, steps=25)


@pytest.mark.prove
def test_two_clients_send_arbitrary_messages_in_a_long_run(world: World) -> None:
    _run(world, examples=600, steps=60)
