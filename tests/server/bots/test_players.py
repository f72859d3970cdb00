"""The bots of a table: one per seat and match, from its first move until it is no longer needed."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from parlour import compiling
from parlour.bots import GameBot, new_bot
from parlour.message import Message
from parlour.server.bots import kept_bots
from parlour.server.context import Context
from parlour.server.table import actions
from parlour.server.table.live_table import LiveTable, States
from parlour.server.table.match_state import MatchState
from parlour.server.table.messages import Move
from parlour.server.table.tokens import new_token
from tests.server.coroutines import finished
from tests.server.hall import HOLDERS, hall, new_table

PATIENCE = 120.0  # seconds; rules may have to be compiled


class Person:
    """A person at a table, who is shown the state of the match."""

    def __init__(self, live: LiveTable) -> None:
        self.id, self.address, self.holders = new_token(), "127.0.0.1", HOLDERS[:1]
        self._live, self._shown = live, asyncio.Event()

    def show(self, table: LiveTable, states: States) -> None:
        """Note that the state changed."""
        self._shown.set()

    def put(self, text: str) -> None:
        """Ignore other messages."""

    def close(self, code: int, reason: Message) -> None:
        """The same."""

    def close_if_idle(self, now: float) -> None:
        """The same."""

    async def wait_until(self, is_so: Callable[[MatchState], bool]) -> None:
        """Wait until the state satisfies a condition."""
        async with asyncio.timeout(PATIENCE):
            while not is_so(self._live.match_state):
                self._shown.clear()
                await self._shown.wait()


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of all bots that were created; none searches for long."""
    names: list[str] = []

    def noted(game: str, name: str) -> GameBot:
        names.append(name)
        return new_bot(game, name, seed=1, simulations=5)

    monkeypatch.setattr(compiling, "is_compiled", lambda game: True)
    monkeypatch.setattr(kept_bots, "new_bot", noted)
    return names


async def seated(context: Context, *bots: str) -> tuple[LiveTable, Person]:
    """A table with a person, who is present, and bots."""
    live = await context.hub.get(await new_table(context.database, bots))
    person = Person(live)
    await context.attendance.announce(live, person)
    live.sockets.add(person)
    return live, person


async def move(context: Context, live: LiveTable) -> None:
    """The person makes any move."""
    now = live.match_state
    request = Move(seat=0, branch=now.branch, turn=now.turn(0), text=now.match.legal(0)[0])
    await context.hub.act(live, lambda match_state: actions.move(match_state, request))


def scene(url: str, play: Callable[[Context], Awaitable[None]]) -> None:
    """Play on a separate server."""

    async def playing() -> None:
        async with hall(url) as context:
            await play(context)

    finished(playing())


def kept(context: Context) -> int:
    """The number of bots kept."""
    return len(context.bots._kept)


def test_a_bot_is_kept_during_the_match_and_dropped_after_an_undo_or_the_end(sqlite_url: str, made: list[str]) -> None:
    async def play(context: Context) -> None:
        live, person = await seated(context, "5")
        for moves in (2, 4):
            await move(context, live)
            await person.wait_until(lambda now: len(now.moves) == moves)  # noqa: B023
        assert (made, kept(context)) == (["5"], 1)
        await context.hub.act(live, lambda now: actions.offer_undo(now, 0, [0]))
        assert (len(live.match_state.moves), kept(context)) == (2, 0)
        await move(context, live)
        await person.wait_until(lambda now: len(now.moves) == 4)  # it was legal
        assert (made, kept(context)) == (["5", "5"], 1)
        await context.hub.act(live, lambda now: actions.resign(now, 0))
        assert kept(context) == 0

    scene(sqlite_url, play)


def test_a_bot_is_dropped_when_a_person_takes_the_seat_back(sqlite_url: str, made: list[str]) -> None:
    async def play(context: Context) -> None:
        live, person = await seated(context, "5")
        await context.hub.act(live, lambda now: actions.hand_over(now, 0, "4", [0], None))
        await person.wait_until(lambda now: now.turn(0) >= 1 and now.turn(1) >= 1)
        await context.hub.act(live, lambda now: actions.take_back(now, 0))
        await person.wait_until(lambda now: now.match.waiting == (0,))
        assert kept(context) == 1
        assert made == ["4", "5"]

    scene(sqlite_url, play)


@pytest.mark.usefixtures("made")
def test_a_bot_is_dropped_with_its_table(sqlite_url: str) -> None:
    async def play(context: Context) -> None:
        tables = [await seated(context, "5") for _ in range(2)]
        for live, person in tables:
            await move(context, live)
            await person.wait_until(lambda now: len(now.moves) == 2)
        assert kept(context) == 2
        context.hub.forget(tables[0][0])
        assert kept(context) == 1

    scene(sqlite_url, play)
