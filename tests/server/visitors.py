"""Visitors that play automatically, reconnect after outages, and remember everything they were shown."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import Any

import httpx
from websockets.exceptions import InvalidHandshake, WebSocketException

from parlour.luck import Luck
from tests.server.client import Client, Message, Opened, Refused, Socket
from tests.server.process import ServerProcess

GONE = (OSError, EOFError, TimeoutError, WebSocketException, InvalidHandshake, httpx.HTTPError)
UNDERSTOOD = {"no_undo", "offer_open", "no_offer", "not_over", "game_over", "not_playing", "unavailable"}
UNDERSTOOD |= {"not_your_seat"}  # a request was under way when a rematch changed the seats


@dataclass(frozen=True)
class Shown:
    """A state that a client was shown, and that the server must preserve."""

    match: int
    seq: int
    branch: int
    moves: tuple[tuple[int, str | None], ...]  # None: hidden from this client


@dataclass
class TableInPlay:
    """A table whose opening was acknowledged."""

    opened: Opened
    game: str


class House:
    """All visitors, and whether the server is up."""

    def __init__(self, server: ServerProcess) -> None:
        self.server = server
        self.is_open, self.is_over = threading.Event(), threading.Event()
        self.tables: list[TableInPlay] = []
        self.visitors: list[Visitor] = []
        self.is_open.set()

    def add(self, visitor: Visitor) -> None:
        """Add a visitor, who plays from now on."""
        self.visitors.append(visitor)
        visitor.start()

    @property
    def moves(self) -> int:
        """The number of acknowledged moves so far."""
        return sum(visitor.moves for visitor in self.visitors)

    def check(self) -> None:
        """Raise the error of a visitor, if there is one."""
        for visitor in self.visitors:
            if visitor.problem is not None:
                raise visitor.problem

    def end(self) -> None:
        """Stop all visitors."""
        self.is_over.set()
        self.is_open.set()
        for visitor in self.visitors:
            visitor.join(60)
            assert not visitor.is_alive(), "a visitor hangs"


class Visitor(threading.Thread):
    """Reconnects until the house ends. `visit` is what it does."""

    def __init__(self, house: House, seed: str) -> None:
        super().__init__(name=f"visitor {seed}", daemon=True)
        self.house, self.luck = house, Luck(seed)
        self.problem: BaseException | None = None
        self.moves = 0  # acknowledged ones, as seen here

    def run(self) -> None:
        """Visit, and wait for the server whenever it is down."""
        with Client(self.house.server) as client:
            while not self.house.is_over.is_set():
                try:
                    self.house.is_open.wait(60)
                    self.visit(client)
                except GONE:
                    self.house.is_over.wait(0.02)
                except Refused as refused:
                    if refused.status != 503:  # its database is down
                        self.problem = refused
                        return
                    self.house.is_over.wait(0.2)
                except BaseException as problem:
                    self.problem = problem
                    return

    def visit(self, client: Client) -> None:
        """Do something at the server."""
        raise NotImplementedError


class Opener(Visitor):
    """Opens one table after another; acknowledged ones must exist afterwards."""

    def __init__(self, house: House, seed: str, games: list[str]) -> None:
        super().__init__(house, seed)
        self._games = games

    def visit(self, client: Client) -> None:
        """Open some tables, each only with bots or with an open seat that is taken immediately."""
        while not self.house.is_over.is_set():
            game = self._games[self.luck.below(len(self._games))]
            opened = client.open_table(game, ["me", "open"])
            self.house.tables.append(TableInPlay(opened, game))
            taken = client.take_seat(opened.id, opened.invitation)
            opened.tokens[taken.seat] = taken.token
            self.house.is_over.wait(0.1)


class Guest(Visitor):
    """Plays, or watches, at one table: moves, undos and rematches, at random."""

    def __init__(self, house: House, seed: str, table: TableInPlay, tokens: list[str]) -> None:
        super().__init__(house, seed)
        self.table, self.tokens = table, tokens
        self.shown: list[Shown] = []
        self.states: dict[int | None, Message] = {}  # the newest of each seat in the newest match
        self._lists: dict[tuple[int, int | None], tuple[tuple[int, str | None], ...]] = {}
        self._noted = 0
        self._pending: dict[str, Any] | None = None  # a move that no state shows yet
        self._offers: list[Message] = []
        self._refs = 0
        self._refused: set[str] = set()

    def visit(self, client: Client) -> None:
        """Take a seat and continue the match."""
        self.states, self._lists, self._noted, self._offers = {}, {}, 0, []
        with client.sit(self.table.opened.id, *self.tokens) as socket:
            self._note(socket)
            if self._pending is not None:
                socket.send("move", **self._pending)  # it may not have arrived: send it again
            while not self.house.is_over.is_set():
                self._act(socket)
                self._note(socket)

    def _note(self, socket: Socket) -> None:
        while self._noted < len(socket.received):
            message = socket.received[self._noted]
            self._noted += 1
            if message["type"] == "state":
                self._note_state(message)
            elif message["type"] == "offer":
                self._offers = message["offers"]
            elif message["type"] == "error":
                assert message["code"] in UNDERSTOOD, message
                self._refused.add(message["ref"])
                if self._pending is not None and self._pending["ref"] == message["ref"]:
                    self._pending = None
                if message["code"] == "unavailable":
                    self.house.is_over.wait(0.2)

    def _note_state(self, state: Message) -> None:
        match, seq, seat, history = state["match"], state["seq"], state["seat"], state["history"]
        known = self._lists.get((match, seat), ())
        assert history["start"] <= len(known)
        moves = known[: history["start"]] + tuple((move["seat"], move["text"]) for move in history["moves"])
        self._lists[match, seat] = moves
        shown = Shown(match, seq, state["branch"], moves)
        if self.shown:
            last = self.shown[-1]
            assert (shown.match, shown.seq) >= (last.match, last.seq), f"{shown} came after {last}"
            if (shown.match, shown.branch) == (last.match, last.branch):
                assert agrees(shown.moves[: len(last.moves)], last.moves), f"{shown} forgot what {last} showed"
            self.moves += (shown.match, shown.seq) > (last.match, last.seq) and len(moves) > len(last.moves)
        self.shown.append(shown)
        self.states = {key: value for key, value in self.states.items() if value["match"] == match}
        self.states[seat] = state
        if self._pending is not None and _is_past(self._pending, state):
            self._pending = None

    def _act(self, socket: Socket) -> None:
        mine = [(seat, state) for seat, state in self.states.items() if seat is not None]
        movers = [(seat, state) for seat, state in mine if state["status"] == "playing" and state["view"]["legal"]]
        if mine and all(state["status"] == "over" for _, state in mine):
            self._ask(socket, "rematch", mine[0][0])
        elif self._pending is None and movers:
            seat, state = movers[self.luck.below(len(movers))]
            if state["view"]["turn"] and not self.luck.below(12):
                self._ask(socket, "undo_offer", seat)
                return
            legal = state["view"]["legal"]
            self._refs += 1
            place = {"match": state["match"], "branch": state["branch"], "turn": state["view"]["turn"]}
            self._pending = {"seat": seat, "text": legal[self.luck.below(len(legal))], "ref": str(self._refs), **place}
            socket.send("move", **self._pending)
        for offer in self._offers:
            for seat, _ in mine:
                if offer["what"] == "undo" and seat in offer["waiting"]:
                    socket.send("undo_answer", seat=seat, yes=bool(self.luck.below(4)))
        self._offers = []
        if not socket.pull_one(0.25):
            socket.send("ping")

    def _ask(self, socket: Socket, wish: str, seat: int) -> None:
        """Ask, and give the others time to answer."""
        self._refs += 1
        before = {seat: (state["match"], state["branch"]) for seat, state in self.states.items()}
        socket.send(wish, seat=seat, ref=str(self._refs))
        for _ in range(4):
            socket.pull_one(0.1)
            self._note(socket)
            now = {seat: (state["match"], state["branch"]) for seat, state in self.states.items()}
            if now != before or str(self._refs) in self._refused:
                return


def _is_past(pending: dict[str, Any], state: Message) -> bool:
    """Whether the match has moved on, with this move or without it."""
    now = (state["match"], state["branch"], state["view"]["turn"])
    is_same = now == (pending["match"], pending["branch"], pending["turn"])
    return bool(state["match"] != pending["match"] or (state["seat"] == pending["seat"] and not is_same))


def agrees(
    moves: tuple[tuple[int, str | None], ...] | list[tuple[int, str]], seen: tuple[tuple[int, str | None], ...]
) -> bool:
    """Whether these moves agree with those seen, except where they were hidden."""
    return len(moves) == len(seen) and all(
        move[0] == other[0] and (None in (move[1], other[1]) or move[1] == other[1])
        for move, other in zip(moves, seen, strict=True)
    )
