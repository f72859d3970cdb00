"""A client of the server, written from docs/protocol.md alone: REST through httpx, and the socket."""

from __future__ import annotations

import json
import re
import secrets
import time
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from dataclasses import dataclass
from types import TracebackType
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from parlour.luck import Luck
from tests.server.process import ServerProcess

PATIENCE = 30.0  # seconds for an answer, on a machine that is busy with other tests
TO_THE_END = 100_000  # more moves than any match has

Message = dict[str, Any]


def random_move(luck: Luck, legal: list[str], stay: bool) -> str:
    """A random move; never Tracktic's `skip` (K20) if there is another, so that the seat stays in the game."""
    choice = [text for text in legal if text != "skip"] if stay else legal
    return (choice or legal)[luck.below(len(choice or legal))]


class Refused(Exception):
    """The server refused a request."""

    def __init__(self, status: int | None, answer: Message) -> None:
        super().__init__(f"{status or 'socket'}: {answer['code']}: {answer['sentence']}")
        self.status = status  # None on a socket
        self.code: str = answer["code"]
        self.sentence: str = answer["sentence"]
        self.rule: str | None = answer["rule"]


@dataclass
class Opened:
    """A new table, with all its tokens."""

    id: str
    owner: str
    invitation: str | None
    tokens: dict[int, str]  # of the seats of whoever opened it
    answer: Message  # all that the server said


@dataclass
class Taken:
    """A newly taken seat."""

    seat: int
    token: str


class Client:
    """A visitor, optionally from another address of this machine."""

    def __init__(self, server: ServerProcess, address: str = "127.0.0.1") -> None:
        self.server, self.address = server, address
        self.visitor = secrets.token_urlsafe(18)
        self.answers: list[str] = []  # the text of every answer ever received
        transport = httpx.HTTPTransport(local_address=address)
        self._http = httpx.Client(headers={"X-Visitor": self.visitor}, transport=transport, timeout=PATIENCE)

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._http.close()

    def request(
        self, method: str, path: str, token: str | None = None, body: Any = None, accept: str | None = None
    ) -> httpx.Response:
        """Send a request; returns any response."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        headers |= {} if accept is None else {"Accept": accept}
        content = None if body is None else json.dumps(body)
        if content is not None:
            headers["Content-Type"] = "application/json"
        response = self._http.request(method, self.server.url + path, headers=headers, content=content)
        self.answers.append(response.text)
        return response

    def ask(self, method: str, path: str, token: str | None = None, body: Any = None) -> Any:
        """Send a request, and raise Refused unless it succeeds."""
        response = self.request(method, path, token, body)
        if response.status_code >= 400:
            raise Refused(response.status_code, response.json())
        return response.json() if response.content else None

    def figure(self, name: str) -> float:
        """One of the metrics for Prometheus; 0 if the server has none of this name."""
        found = re.search(rf"^{name} (\S+)$", self.request("GET", "/metrics").text, re.MULTILINE)
        return float(found[1]) if found else 0.0

    def open_table(
        self,
        game: str,
        seats: Iterable[str | Message] = ("me", "me"),
        options: Message | None = None,
        public: bool | None = None,
        stand_in: str | None = None,
        hints: bool | None = None,
    ) -> Opened:
        """Open a table. A seat is `me`, `open`, the name of a bot, or as the protocol has it."""
        body: Message = {"game": game, "seats": [_seat(seat) for seat in seats]}
        if options is not None:
            body["options"] = options
        if public is not None:
            body["public"] = public
        if stand_in is not None:
            body["stand_in"] = stand_in
        if hints is not None:
            body["hints"] = hints
        answer = self.ask("POST", "/api/tables", body=body)
        tokens = {held["seat"]: held["token"] for held in answer["seats"]}
        return Opened(answer["table"]["id"], answer["owner"], answer["invitation"], tokens, answer)

    def take_seat(
        self, table: str, invitation: str | None = None, seat: int | None = None, name: str | None = None
    ) -> Taken:
        """Take this open seat, or any."""
        wish = {"invitation": invitation, "seat": seat, "name": name}
        body = {key: value for key, value in wish.items() if value is not None}
        answer = self.ask("POST", f"/api/tables/{table}/seats", body=body)
        return Taken(answer["seat"], answer["token"])

    def rename(self, table: str, seat: int, token: str, name: str) -> None:
        """Change a seat's name."""
        self.ask("PATCH", f"/api/tables/{table}/seats/{seat}", token, {"name": name})

    def table(self, table: str) -> Message:
        """The public description of a table."""
        answer: Message = self.ask("GET", f"/api/tables/{table}")
        return answer

    def state(self, table: str, token: str | None = None) -> Message:
        """The state as a seat may see it, or, without a token, a spectator."""
        answer: Message = self.ask("GET", f"/api/tables/{table}/state", token)
        return answer

    def record(self, table: str, match: int = 1) -> str:
        """The record of a match that is over."""
        response = self.request("GET", f"/api/tables/{table}/record?match={match}")
        if response.status_code >= 400:
            raise Refused(response.status_code, response.json())
        return response.text

    def delete(self, table: str, owner: str) -> None:
        """Delete a table."""
        self.ask("DELETE", f"/api/tables/{table}", owner)

    def sit(self, table: str, *tokens: str) -> Socket:
        """A socket that has sent hello and received the state; without a token, a watcher's."""
        connected = self.socket(table)
        try:
            connected.hello(tokens)
            for _ in tokens or (None,):
                connected.receive("state")
        except BaseException:
            connected.close()
            raise
        return connected

    def socket(self, table: str) -> Socket:
        """A socket that has sent nothing yet."""
        return Socket(self.server, table, self.visitor, self.address)


def _seat(wish: str | Message) -> Message:
    if not isinstance(wish, str):
        return wish
    return {"who": wish} if wish in ("me", "open") else {"who": "bot", "bot": wish}


class Socket:
    """A connection to a table."""

    def __init__(
        self, server: ServerProcess, table: str, visitor: str | None = None, address: str = "127.0.0.1"
    ) -> None:
        self.visitor = visitor
        self.received: list[Message] = []  # every message ever received
        self.states: dict[int | None, Message] = {}  # the newest of each seat
        self.moves: dict[int | None, list[Message]] = {}  # the list of moves as each seat may see it
        self._read: dict[str, int] = {}  # by type, how many of `received` have been read
        self._refs = 0
        self._at_end = ExitStack()
        self._connection = self._at_end.enter_context(
            connect(
                f"{server.ws_url}/api/tables/{table}/socket",
                proxy=None,
                max_size=None,
                max_queue=None,  # otherwise a client with many unread messages could not close in time
                open_timeout=PATIENCE,
                source_address=(address, 0),
            )
        )

    def __enter__(self) -> Socket:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection."""
        self._at_end.close()

    def hello(self, tokens: Iterable[str] = ()) -> None:
        """Send hello."""
        visitor = {"visitor": self.visitor} if self.visitor else {}
        self.send("hello", tokens=list(tokens), **visitor)

    def send(self, type: str, **fields: Any) -> None:  # noqa: A002 - as the protocol calls it
        """Send a message."""
        self.send_text(json.dumps({"type": type, **fields}))

    def send_text(self, frame: str | bytes) -> None:
        """Send a raw frame, whether it is a message or not; text for a text frame."""
        self._connection.send(frame)

    def receive(
        self,
        type: str,  # noqa: A002
        timeout: float = PATIENCE,
        where: Callable[[Message], bool] = lambda message: True,
    ) -> Message:
        """The next message of this type that matches; others of the type are skipped, other types are kept."""
        deadline = time.monotonic() + timeout
        while True:
            while self._read.get(type, 0) < len(self.received):
                message = self.received[self._read.get(type, 0)]
                self._read[type] = self._read.get(type, 0) + 1
                if message["type"] == type and where(message):
                    return message
            self._pull(deadline, f"no {type!r} came")

    def wait_until(self, holds: Callable[[], bool], timeout: float = PATIENCE) -> None:
        """Receive messages until a condition holds."""
        deadline = time.monotonic() + timeout
        while not holds():
            self._pull(deadline, "what was waited for did not come")

    def pull_all(self, quiet: float = 0.2) -> None:
        """Receive messages until none arrives for this many seconds."""
        while True:
            try:
                text = self._connection.recv(timeout=quiet)
            except TimeoutError:
                return
            self._keep(text)

    def pull_one(self, seconds: float) -> bool:
        """Receive a message, if one arrives within this many seconds; returns whether one did."""
        try:
            text = self._connection.recv(timeout=seconds)
        except TimeoutError:
            return False
        self._keep(text)
        return True

    def close_code(self, timeout: float = PATIENCE) -> int:
        """The code with which the server closes this socket."""
        deadline = time.monotonic() + timeout
        try:
            while True:
                self._pull(deadline, "the server did not close the socket")
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 1006

    def _pull(self, deadline: float, complaint: str) -> None:
        """Receive one message."""
        try:
            text = self._connection.recv(timeout=max(0.0, deadline - time.monotonic()))
        except TimeoutError:
            came = [message["type"] for message in self.received[-20:]]
            raise AssertionError(f"{complaint}; the last that came were {came}") from None
        self._keep(text)

    def _keep(self, text: str | bytes) -> None:
        assert isinstance(text, str), "messages come in text frames"
        message = json.loads(text)
        self.received.append(message)
        if message["type"] == "state":
            seat, history = message["seat"], message["history"]
            if any(state["match"] < message["match"] for state in self.states.values()):
                self.states, self.moves = {}, {}  # a rematch, in which people may have other seats
            known = self.moves.get(seat, [])
            assert history["start"] <= len(known), "the list of moves has a gap"
            self.moves[seat] = known[: history["start"]] + history["moves"]
            self.states[seat] = message

    def move(self, seat: int, text: str) -> Message:
        """Make a move, and wait until a state shows it; raises Refused."""
        before = self.states[seat]
        place = {"match": before["match"], "branch": before["branch"], "turn": before["view"]["turn"]}
        self._refs += 1
        ref, start = f"move {self._refs}", len(self.received)
        self.send("move", seat=seat, text=text, ref=ref, **place)

        def answered() -> bool:
            nonlocal start
            while start < len(self.received):
                message = self.received[start]
                start += 1
                if message["type"] == "error" and message["ref"] == ref:
                    raise Refused(None, message)
            now = self.states[seat]
            return {"match": now["match"], "branch": now["branch"], "turn": now["view"]["turn"]} != place

        self.wait_until(answered)
        return self.states[seat]

    def play_random(self, luck: Luck, most: int = TO_THE_END) -> int:
        """Make random moves for this socket's seats until the match is over or this many are made; returns how many."""
        for made in range(most):
            self.wait_until(lambda: self.is_over or bool(self._movers()))
            if self.is_over:
                return made
            movers = self._movers()
            seat = movers[luck.below(len(movers))]
            self.move(seat, random_move(luck, self.states[seat]["view"]["legal"], stay=most < TO_THE_END))
        return most

    @property
    def is_over(self) -> bool:
        """Whether the last state of every seat of this socket says that the match is over."""
        return bool(self.states) and all(state["status"] == "over" for state in self.states.values())

    def _movers(self) -> list[int]:
        playing = (seat for seat, state in self.states.items() if state["status"] == "playing")
        return [seat for seat in playing if seat is not None and self.states[seat]["view"]["legal"]]


def wait_until(holds: Callable[[], bool], complaint: str, patience: float = 3 * PATIENCE) -> None:
    """Poll until a condition holds; the timeout allows for a machine that is busy with other tests."""
    deadline = time.monotonic() + patience
    while not holds():
        assert time.monotonic() < deadline, complaint
        time.sleep(0.05)
