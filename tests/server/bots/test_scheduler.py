"""The scheduler: quick work never waits for long work, and nobody's work starves another's."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from typing import Any

import pytest

from parlour.bots import IsCancelled, SearchCancelled
from parlour.server.bots.scheduler import Rank, Scheduler, Share, Work
from tests.server.coroutines import finished


class Desk:
    """A scheduler with one thread in each lane, and a clock that only work advances."""

    def __init__(self) -> None:
        self.now = 0.0
        self.scheduler = Scheduler(1, lambda: self.now)
        self.done: list[str] = []
        self.gate = threading.Event()
        self.began = threading.Event()
        self.tasks: list[asyncio.Task[Any]] = []

    def put(self, name: str, address: str, visitor: str = "", seconds: float = 2.0, **more: Any) -> None:
        """Add work that takes some time and records its name."""

        def compute(_: IsCancelled) -> None:
            self.done.append(name)
            self.now += seconds

        work = Work(name, Share(address, visitor), compute, seconds, **more)
        self.tasks.append(asyncio.create_task(self.scheduler.run(work)))

    def block(self) -> None:
        """Block the thread for searches until `open` is called."""

        def wait(_: IsCancelled) -> None:
            self.began.set()
            assert self.gate.wait(60)

        self.tasks.append(asyncio.create_task(self.scheduler.run(Work("block", Share("nobody", ""), wait, 0.0))))

    async def open(self) -> list[str]:
        """Let all work run; returns the names in order."""
        await asyncio.sleep(0)  # all work is queued
        self.gate.set()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        self.scheduler.stop()
        return self.done


def order(put: Callable[[Desk], None]) -> list[str]:
    """The order in which work queued while the thread was busy is done."""

    async def scene() -> list[str]:
        desk = Desk()
        desk.block()
        put(desk)
        return await desk.open()

    return finished(scene())


def test_an_address_with_much_work_does_not_keep_another_waiting() -> None:
    def put(desk: Desk) -> None:
        for number in range(20):
            desk.put(f"much {number}", "1.1.1.1", f"visitor {number % 5}")
        desk.put("little", "2.2.2.2")

    assert "little" in order(put)[:2]


def test_visitors_of_one_address_share_its_time() -> None:
    def put(desk: Desk) -> None:
        for number in range(20):
            desk.put(f"much {number}", "1.1.1.1", "busy")
        for number in range(3):
            desk.put(f"little {number}", "1.1.1.1", "modest")

    assert [name for name in order(put)[:6] if name.startswith("little")] == ["little 0", "little 1", "little 2"]


def test_a_new_visitor_id_for_each_request_gains_nothing() -> None:
    """Waiting work runs before later work, whatever new names that uses."""
    assert finished(rotating_names()) <= 5


async def rotating_names() -> int:
    """How many strangers are served before a waiting visitor, if each of them is followed by one with a new name."""
    desk = Desk()
    desk.block()
    desk.put("before", "1.1.1.1", "modest")
    desk.put("modest", "1.1.1.1", "modest")
    loop = asyncio.get_running_loop()

    def ask(number: int) -> None:
        def compute(_: IsCancelled) -> None:
            desk.done.append(f"stranger {number}")
            desk.now += 2
            if number < 100:
                loop.call_soon_threadsafe(ask, number + 2)

        work = Work(number, Share("1.1.1.1", f"fresh {number}"), compute, 2.0)
        desk.tasks.append(asyncio.create_task(desk.scheduler.run(work)))

    for number in (0, 1):
        ask(number)
    await asyncio.sleep(0)
    desk.gate.set()
    await desk.tasks[2]
    desk.scheduler.stop()
    await asyncio.gather(*desk.tasks, return_exceptions=True)
    return desk.done.index("modest") - 1


def test_idle_time_earns_no_credit() -> None:
    async def scene() -> list[str]:
        desk = Desk()
        for number in range(5):
            desk.put(f"before {number}", "1.1.1.1")
        await asyncio.gather(*desk.tasks)
        desk.done.clear()
        desk.block()
        for number in range(4):
            desk.put(f"old {number}", "1.1.1.1")
        for number in range(4):
            desk.put(f"new {number}", "2.2.2.2")
        return await desk.open()

    first = finished(scene())[:5]
    assert any(name.startswith("old") for name in first), first
    assert any(name.startswith("new") for name in first), first


def test_players_come_before_watchers_and_both_before_background_work() -> None:
    def put(desk: Desk) -> None:
        desk.put("later", "1.1.1.1", rank=Rank.LATER)
        desk.put("watcher", "2.2.2.2", rank=Rank.WATCHER)
        desk.put("person", "3.3.3.3", rank=Rank.PERSON)

    assert order(put) == ["person", "watcher", "later"]


def test_quick_work_does_not_wait_for_searches() -> None:
    async def scene() -> None:
        desk = Desk()
        desk.block()
        for number in range(5):
            desk.put(f"search {number}", "1.1.1.1")
        desk.put("quick", "1.1.1.1", is_quick=True)
        await desk.tasks[-1]
        assert desk.done == ["quick"]
        await desk.open()

    finished(scene())


def test_cancelled_waiting_work_never_starts() -> None:
    async def scene() -> None:
        desk = Desk()
        desk.block()
        desk.put("wanted", "1.1.1.1")
        desk.put("unwanted", "1.1.1.1")
        await asyncio.sleep(0)
        desk.scheduler.cancel("unwanted")
        with pytest.raises(SearchCancelled):
            await desk.tasks[-1]
        assert await desk.open() == ["wanted"]

    finished(scene())


def test_cancelled_running_work_is_notified_and_frees_its_thread() -> None:
    async def scene() -> None:
        desk = Desk()
        is_running = threading.Event()

        def think(is_cancelled: IsCancelled) -> None:
            is_running.set()
            while not is_cancelled():
                assert not desk.gate.wait(0.001)

        search = asyncio.create_task(desk.scheduler.run(Work("search", Share("1.1.1.1", ""), think, 2.0)))
        await asyncio.to_thread(is_running.wait, 60)
        desk.put("next", "1.1.1.1")
        await asyncio.sleep(0)
        desk.scheduler.cancel("search")
        with pytest.raises(SearchCancelled):
            await search
        await desk.tasks[-1]
        assert desk.done == ["next"]
        desk.scheduler.stop()

    finished(scene())


def test_a_repeated_request_replaces_the_first() -> None:
    def put(desk: Desk) -> None:
        desk.put("move", "1.1.1.1")
        desk.put("move", "1.1.1.1")

    assert order(put) == ["move"]


def test_failed_work_raises_and_frees_its_thread() -> None:
    async def scene() -> None:
        desk = Desk()

        def fail(_: IsCancelled) -> None:
            raise ValueError("no")

        with pytest.raises(ValueError, match="no"):
            await desk.scheduler.run(Work("fails", Share("1.1.1.1", ""), fail, 2.0))
        desk.put("next", "1.1.1.1")
        await desk.tasks[-1]
        assert desk.done == ["next"]
        desk.scheduler.stop()

    finished(scene())


def test_a_scheduler_that_has_stopped_takes_no_work() -> None:
    async def scene() -> None:
        desk = Desk()
        desk.block()
        desk.put("waits", "1.1.1.1")
        await asyncio.sleep(0)
        desk.scheduler.stop()
        desk.put("late", "1.1.1.1")
        for task in desk.tasks:
            with pytest.raises(SearchCancelled):
                await task
        desk.gate.set()

    finished(scene())


class Background:
    """Background work that gives way, and goes on until it is told to end."""

    def __init__(self, desk: Desk) -> None:
        self.began, self.end = threading.Event(), threading.Event()
        work = Work("background", Share("later", ""), self._compute, 1.0, rank=Rank.LATER, gives_way=True)
        self.task = asyncio.create_task(desk.scheduler.run(work))

    def _compute(self, is_cancelled: IsCancelled) -> str:
        self.began.set()
        while not self.end.is_set():
            if is_cancelled():
                raise SearchCancelled("cancelled in its thread")
        return "done"


def test_background_work_gives_way_to_a_player_and_goes_on() -> None:
    async def scene() -> list[str]:
        desk = Desk()
        background = Background(desk)
        assert await asyncio.to_thread(background.began.wait, 60)
        for _ in range(2):  # the only thread is taken, and yet they do not wait
            desk.put("player", "1.1.1.1")
            await desk.tasks.pop()
        later = asyncio.create_task(
            desk.scheduler.run(
                Work("later", Share("later", ""), lambda _: desk.done.append("later"), 1.0, rank=Rank.LATER)
            )
        )
        await asyncio.sleep(0)
        assert not background.task.done()
        background.end.set()
        assert await background.task == "done"
        await later
        desk.scheduler.stop()
        return desk.done

    assert finished(scene()) == ["player", "player", "later"]


@pytest.mark.parametrize("how", ["cancel", "stop"])
def test_paused_work_can_be_cancelled(how: str) -> None:
    async def scene() -> None:
        desk = Desk()
        background = Background(desk)
        assert await asyncio.to_thread(background.began.wait, 60)
        desk.block()
        assert await asyncio.to_thread(desk.began.wait, 60)  # so the background work is paused
        if how == "cancel":
            desk.scheduler.cancel("background")
        else:
            desk.scheduler.stop()
        with pytest.raises(SearchCancelled):
            await background.task
        desk.gate.set()
        await asyncio.gather(*desk.tasks, return_exceptions=True)
        if how == "cancel":
            for number in range(2):  # and its thread is free again
                desk.put(f"after {number}", "1.1.1.1")
            await asyncio.gather(*desk.tasks)
            assert desk.done == ["after 0", "after 1"]
            desk.scheduler.stop()

    finished(scene())
