"""People at a table, each a visitor with their own socket."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import partial
from types import TracebackType

from parlour.luck import Luck
from tests.server.client import TO_THE_END, Client, Message, Socket, random_move
from tests.server.process import ServerProcess


class Person:
    """Someone who has a seat or, without a token, watches."""

    def __init__(self, client: Client, table: str, token: str | None) -> None:
        self.client, self.table, self.token = client, table, token
        self.socket: Socket = client.sit(table, *([token] if token else []))

    @property
    def state(self) -> Message:
        """The newest state received."""
        return next(message for message in reversed(self.socket.received) if message["type"] == "state")

    @property
    def offers(self) -> list[Message]:
        """The open offers, as last received."""
        told = (message["offers"] for message in reversed(self.socket.received) if message["type"] == "offer")
        return list(next(told, []))

    @property
    def seat(self) -> int:
        """This person's current seat."""
        seat: int = self.state["seat"]
        return seat

    @property
    def moves(self) -> list[Message]:
        """The list of moves as this person may know it."""
        return self.socket.moves[self.state["seat"]]

    @property
    def legal(self) -> list[str]:
        """The moves that this person may make now."""
        state = self.state
        if state["status"] != "playing" or state["seat"] is None or state["seats"][state["seat"]]["kind"] != "person":
            return []
        return list(state["view"]["legal"])

    def see(self, holds: Callable[[Message], bool]) -> Message:
        """Wait for a state that satisfies a condition; returns immediately if the newest one does."""
        self.socket.wait_until(lambda: holds(self.state))
        return self.state

    def say(self, type: str, **fields: object) -> None:  # noqa: A002 - as the protocol calls it
        """Send a message about this person's seat."""
        self.socket.send(type, **{"seat": self.seat, **fields})

    def refusal(self, type: str, **fields: object) -> Message:  # noqa: A002
        """Send a message about this person's seat that must be refused; returns the error."""
        self.say(type, ref="refused?", **fields)
        return self.socket.receive("error", where=lambda error: error["ref"] == "refused?")

    def play(self, luck: Luck, stay: bool = False) -> str:
        """Make a random move as soon as it is this person's turn; returns its text."""
        self.socket.wait_until(lambda: bool(self.legal))
        text = random_move(luck, self.legal, stay)
        self.socket.move(self.seat, text)
        return text

    def leave(self) -> None:
        """Close the socket."""
        self.socket.close()

    def go(self) -> None:
        """Close the socket for good."""
        self.leave()
        self.client.__exit__(None, None, None)

    def come_back(self, server: ServerProcess | None = None) -> None:
        """Open a new socket, as another visitor on another device."""
        client = Client(server or self.client.server)
        self.client.__exit__(None, None, None)
        self.client = client
        self.socket = client.sit(self.table, *([self.token] if self.token else []))


def _is_at_least(place: tuple[int, int], state: Message) -> bool:
    return (state["match"], state["seq"]) >= place


class Gathering:
    """A table with people and bots; all sockets are open from the start and closed at the end."""

    def __init__(
        self,
        servers: ServerProcess | Sequence[ServerProcess],
        game: str,
        people: int = 2,
        bots: Sequence[str] = (),
        options: Message | None = None,
        public: bool | None = None,
        watchers: int = 0,
        stand_in: str | None = None,
        hints: bool | None = None,
    ) -> None:
        self.servers = [servers] if isinstance(servers, ServerProcess) else list(servers)  # people take turns to choose
        with ExitStack() as at_failure:
            self._at_end = at_failure
            first = self._client(0)
            wishes = ["me", *["open"] * (people - 1), *bots]
            self.opened = first.open_table(game, wishes, options, public, stand_in, hints)
            self.id = self.opened.id
            self.people = [self._person(first, self.opened.tokens[0])]
            for number in range(1, people):
                client = self._client(number)
                taken = client.take_seat(self.id, self.opened.invitation, name=f"guest {number}")
                self.people.append(self._person(client, taken.token))
            self.watchers = [self._person(self._client(number), None) for number in range(watchers)]
            self.settle()
            self._at_end = at_failure.pop_all()

    def __enter__(self) -> Gathering:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._at_end.close()

    def _client(self, number: int) -> Client:
        return Client(self.servers[number % len(self.servers)])

    def _person(self, client: Client, token: str | None) -> Person:
        person = Person(client, self.id, token)
        self._at_end.callback(person.go)
        return person

    @property
    def everyone(self) -> list[Person]:
        """All people, watchers included."""
        return [*self.people, *self.watchers]

    @property
    def state(self) -> Message:
        """The current state as a spectator sees it."""
        return self.people[0].client.state(self.id)

    def settle(self) -> Message:
        """Wait until everyone has the current state; returns it as a spectator sees it."""
        now = self.state
        self._reach((now["match"], now["seq"]))
        return now

    def _reach(self, place: tuple[int, int]) -> None:
        """Wait until everyone has the same entry of the log, this or a later one."""
        while True:
            for person in self.everyone:
                person.see(partial(_is_at_least, place))
            places = {(person.state["match"], person.state["seq"]) for person in self.everyone}
            if len(places) == 1:
                return
            place = max(places)

    def at(self, seat: int) -> Person:
        """The person in this seat."""
        return next(person for person in self.people if person.seat == seat)

    def movers(self) -> list[Person]:
        """The people who may move; waits for bots if none may."""
        self.settle()
        while not (found := [person for person in self.people if person.legal]):
            state = self.people[0].state
            if state["status"] != "playing":
                break
            self._reach((state["match"], state["seq"] + 1))
        return found

    def play(self, luck: Luck, most: int = TO_THE_END) -> int:
        """Make random moves of all people until the match is over or this many are made; returns how many."""
        for made in range(most):
            movers = self.movers()
            if not movers:
                return made
            movers[luck.below(len(movers))].play(luck, stay=most < TO_THE_END)
        self.settle()
        return most
