"""Decides what is computed next: bots' searches, and anything else that takes too long to answer directly.

Work waits in two lanes with threads of their own, so that a quick bot never waits for a long search. In each lane
people at their tables come before watchers, and watchers before background work. Within one rank, time is shared
fairly: first between addresses, then between the visitors of one address. This is weighted fair queueing with equal
weights: each share has a virtual time up to which it has been served, and the share furthest behind is next. Virtual
time passes as if all waiting shares were served in parallel. A new share starts at the present, so that using a new
name for each request gains nothing.

Background work that gives way is paused within milliseconds when work of a better rank finds no free thread.
"""

from __future__ import annotations

import asyncio
import os
import threading
import time
from collections import deque
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from enum import IntEnum
from functools import partial
from typing import Any, Generic, TypeVar

from parlour.bots import IsCancelled, SearchCancelled
from parlour.server.metrics import WORK

T = TypeVar("T")

BACKGROUND = 32  # works that may be paused at the same time
LOOK = 0.1  # seconds between looks of paused work whether it was cancelled
MANY = 1000  # shares kept before those with nothing to remember are dropped


class Rank(IntEnum):
    """Priority within a lane."""

    PERSON = 0  # a player is waiting at the table for this move
    WATCHER = 1  # only spectators are waiting
    LATER = 2  # nobody is waiting at the board


@dataclass(frozen=True)
class Share:
    """Who is charged for the time."""

    address: str
    visitor: str


@dataclass(frozen=True, eq=False)
class Work(Generic[T]):
    """A computation to run in a thread."""

    key: Hashable  # to cancel it by
    share: Share
    compute: Callable[[IsCancelled], T]
    seconds: float  # estimated duration
    is_quick: bool = False
    rank: Rank = Rank.PERSON
    gives_way: bool = False  # `compute` calls its argument often; it is paused there while better ranks need the thread


@dataclass(eq=False)
class _Ticket(Generic[T]):
    """Work that is waiting or running."""

    work: Work[T]
    result: asyncio.Future[T]
    address: _Address = field(init=False)
    visitor: _Visitor = field(init=False)
    cancelled: threading.Event = field(default_factory=threading.Event)
    resumed: threading.Event = field(default_factory=threading.Event)
    is_running: bool = False
    is_paused: bool = False  # it has a thread, but may not use it now
    began: float = 0.0
    seconds: float = 0.0  # actual duration, since it was last resumed

    def charge(self, seconds: float) -> None:
        """Charge time to its share; negative time is given back."""
        self.address.served += seconds
        self.visitor.served += seconds


class _Visitor:
    """The waiting work of one visitor, first come, first served."""

    def __init__(self) -> None:
        self.served = 0.0  # virtual time
        self.waiting: deque[_Ticket[Any]] = deque()

    @property
    def is_waiting(self) -> bool:
        """Whether any work is waiting."""
        return bool(self.waiting)


class _Address:
    """The visitors of one address."""

    def __init__(self) -> None:
        self.served = 0.0
        self.visitors = _Shares(_Visitor)

    @property
    def is_waiting(self) -> bool:
        """Whether any of its visitors is waiting."""
        return self.visitors.next() is not None


S = TypeVar("S", _Visitor, _Address)


class _Shares(Generic[S]):
    """Shares of computing time: of addresses, or of the visitors of one address."""

    def __init__(self, new: Callable[[], S]) -> None:
        self._new: Callable[[], S] = new
        self._now = 0.0  # virtual time
        self._all: dict[str, S] = {}
        self._sweep_at = MANY

    def get(self, name: str) -> S:
        """The share of this name. Idle time earns no credit."""
        share = self._all.get(name)
        if share is None:
            self._sweep()
            share = self._all[name] = self._new()
        if not share.is_waiting:
            share.served = max(share.served, self._now)
        return share

    def next(self) -> S | None:
        """The waiting share that is furthest behind."""
        waiting = (share for share in self._all.values() if share.is_waiting)
        return min(waiting, key=lambda share: share.served, default=None)

    def pass_time(self, seconds: float) -> None:
        """Advance virtual time after one share computed for this long."""
        self._now += seconds / max(1, sum(share.is_waiting for share in self._all.values()))

    def _sweep(self) -> None:
        """Drop shares that would start at the present anyway."""
        if len(self._all) >= self._sweep_at:
            self._all = {
                name: share for name, share in self._all.items() if share.is_waiting or share.served > self._now
            }
            self._sweep_at = max(MANY, 2 * len(self._all))


class FairQueue:
    """The work of one lane and rank, in fair order."""

    def __init__(self) -> None:
        self._addresses = _Shares(_Address)

    def put(self, ticket: _Ticket[Any]) -> None:
        """Add work to the queue."""
        ticket.address = self._addresses.get(ticket.work.share.address)
        ticket.visitor = ticket.address.visitors.get(ticket.work.share.visitor)
        ticket.visitor.waiting.append(ticket)

    def take(self) -> _Ticket[Any] | None:
        """Remove the next work from the queue and charge its share with the estimated duration."""
        address = self._addresses.next()
        if address is None:
            return None
        visitor = address.visitors.next()
        assert visitor is not None
        ticket = visitor.waiting.popleft()
        ticket.charge(ticket.work.seconds)
        return ticket

    @property
    def is_waiting(self) -> bool:
        """Whether any work is waiting."""
        return self._addresses.next() is not None

    def has_run(self, ticket: _Ticket[Any]) -> None:
        """Correct the charge to the actual duration."""
        ticket.charge(ticket.seconds - ticket.work.seconds)
        self._addresses.pass_time(ticket.seconds)
        ticket.address.visitors.pass_time(ticket.seconds)


class _Lane:
    """Threads, and the work waiting for them."""

    def __init__(self, name: str, threads: int) -> None:
        self.free = threads
        self.queues = {rank: FairQueue() for rank in Rank}
        self.pool = ThreadPoolExecutor(threads, name)
        self.is_wanted = False  # work is waiting for which background work gives way; read by its threads
        self.background = ThreadPoolExecutor(BACKGROUND, f"{name}-background")  # paused work keeps its thread

    def next(self) -> _Ticket[Any] | None:
        """The next work, if a thread is free."""
        if self.free <= 0:
            return None
        return next((ticket for rank in Rank if (ticket := self.queues[rank].take()) is not None), None)

    def look(self) -> None:
        """See whether background work has to give way."""
        self.is_wanted = self.free <= 0 and any(self.queues[rank].is_waiting for rank in Rank if rank < Rank.LATER)


class Scheduler:
    """Everything this process computes outside its event loop. Methods must be called in that loop."""

    def __init__(self, threads: int | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        threads = threads or os.cpu_count() or 1
        self._clock = clock
        self._lanes = {True: _Lane("quick", threads), False: _Lane("search", threads)}
        self._tickets: dict[Hashable, _Ticket[Any]] = {}
        self.is_stopped = False

    async def run(self, work: Work[T]) -> T:
        """Compute this when its turn comes. Raises SearchCancelled if it is cancelled while waiting or running.

        Work replaces earlier work with the same key.
        """
        if self.is_stopped:
            raise SearchCancelled("the server is stopping")
        self.cancel(work.key)
        result: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        ticket = _Ticket(work, result)
        self._tickets[work.key] = ticket
        WORK.inc()
        lane = self._lanes[work.is_quick]
        lane.queues[work.rank].put(ticket)
        self._fill(lane)
        try:
            return await result
        finally:
            self._drop(ticket)

    def cancel(self, key: Hashable) -> None:
        """Cancel the work with this key, if it is waiting or running."""
        if (ticket := self._tickets.get(key)) is not None:
            self._drop(ticket)
            if not ticket.result.done():
                ticket.result.set_exception(SearchCancelled("nobody needs this any more"))

    def stop(self) -> None:
        """Cancel everything, without waiting for threads."""
        self.is_stopped = True
        for key in list(self._tickets):
            self.cancel(key)
        for lane in self._lanes.values():
            lane.pool.shutdown(wait=False, cancel_futures=True)
            lane.background.shutdown(wait=False, cancel_futures=True)

    def _drop(self, ticket: _Ticket[Any]) -> None:
        """Cancel unfinished work: a search checks its ticket every few milliseconds."""
        ticket.cancelled.set()
        if self._tickets.get(ticket.work.key) is ticket:
            del self._tickets[ticket.work.key]
            WORK.dec()
            if not ticket.is_running:
                ticket.visitor.waiting.remove(ticket)
            if ticket.is_paused:
                self._lanes[ticket.work.is_quick].free -= 1  # its thread ends now
                self._resume(ticket)

    def _fill(self, lane: _Lane) -> None:
        """Give work to free threads."""
        while (ticket := lane.next()) is not None:
            lane.free -= 1
            if ticket.is_paused:
                self._resume(ticket)
            else:
                self._start(lane, ticket)
        lane.look()

    def _start(self, lane: _Lane, ticket: _Ticket[Any]) -> None:
        loop = asyncio.get_running_loop()
        ticket.is_running, ticket.began = True, self._clock()
        is_cancelled: IsCancelled = ticket.cancelled.is_set
        if ticket.work.gives_way:
            is_cancelled = partial(self._give_way, lane, ticket, loop)
        pool = lane.background if ticket.work.gives_way else lane.pool
        running = loop.run_in_executor(pool, _timed, ticket, is_cancelled, self._clock)
        running.add_done_callback(lambda done: self._has_run(lane, ticket, done))

    def _give_way(self, lane: _Lane, ticket: _Ticket[Any], loop: asyncio.AbstractEventLoop) -> bool:
        """Wait, in the thread of background work, while better ranks need it; returns whether it is cancelled."""
        if lane.is_wanted and not ticket.cancelled.is_set():
            ticket.resumed.clear()
            with suppress(RuntimeError):  # the loop is closed
                loop.call_soon_threadsafe(self._pause, lane, ticket)
            while not (ticket.resumed.wait(LOOK) or ticket.cancelled.is_set()):
                pass
        return ticket.cancelled.is_set()

    def _pause(self, lane: _Lane, ticket: _Ticket[Any]) -> None:
        """Let others use the thread of background work, until its turn comes again."""
        if ticket.cancelled.is_set() or not lane.is_wanted:
            ticket.resumed.set()
            return
        ticket.seconds = self._clock() - ticket.began
        queue = lane.queues[ticket.work.rank]
        queue.has_run(ticket)
        ticket.is_running, ticket.is_paused = False, True
        queue.put(ticket)
        lane.free += 1
        self._fill(lane)

    def _resume(self, ticket: _Ticket[Any]) -> None:
        ticket.is_running, ticket.is_paused, ticket.began = True, False, self._clock()
        ticket.resumed.set()

    def _has_run(self, lane: _Lane, ticket: _Ticket[Any], done: asyncio.Future[Any]) -> None:
        lane.free += 1
        lane.queues[ticket.work.rank].has_run(ticket)
        if done.cancelled():  # the scheduler has stopped
            return
        problem = done.exception()
        if not ticket.result.done():
            if problem is None:
                ticket.result.set_result(done.result())
            else:
                ticket.result.set_exception(problem)
        self._fill(lane)


def _timed(ticket: _Ticket[T], is_cancelled: IsCancelled, clock: Callable[[], float]) -> T:
    """Compute and measure the time, in a thread."""
    try:
        return ticket.work.compute(is_cancelled)
    finally:
        ticket.seconds = clock() - ticket.began
