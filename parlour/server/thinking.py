"""Bots at work: in threads of this process, or as jobs of a queue that all processes share."""

from __future__ import annotations

import asyncio
import logging
import os
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TypeVar

from parlour.server.standing import Standing

LOG = logging.getLogger("parlour.server")

T = TypeVar("T")


@dataclass(frozen=True)
class Job:
    """A move that a bot is to make."""

    table: str
    match: int
    seat: int
    turn: int
    branch: int
    bot: str

    def is_about(self, standing: Standing) -> bool:
        """Whether the match still stands as it did."""
        now = (standing.opening.number, standing.turn(self.seat), standing.branch)
        return now == (self.match, self.turn, self.branch)


class Thinking(ABC):
    """Where bots think. `think` carries a job out; it may be called twice for the same."""

    think: Callable[[Job], Awaitable[None]]

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(os.cpu_count() or 1, "bot")

    async def compute(self, choose: Callable[[], T]) -> T:
        """Run a bot's choice beside the event loop."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, choose)

    @abstractmethod
    def ask(self, job: Job) -> None:
        """Let this be done soon."""

    @abstractmethod
    async def has_asked(self) -> None:
        """Return when all that was asked for is noted down where it is kept."""

    @abstractmethod
    async def start(self) -> None:
        """Begin to work."""

    async def stop(self) -> None:
        """Leave what is not done."""
        self._threads.shutdown(wait=False, cancel_futures=True)


class ThreadThinking(Thinking):
    """For the one process that serves a SQLite file."""

    def __init__(self) -> None:
        super().__init__()
        self._tasks: set[asyncio.Task[None]] = set()

    def ask(self, job: Job) -> None:
        """Begin at once; the threads take one choice after the other."""
        task = asyncio.create_task(self._done(job))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _done(self, job: Job) -> None:
        try:
            await self.think(job)
        except Exception:
            LOG.exception("a bot failed", extra={"table": job.table, "bot": job.bot})

    async def has_asked(self) -> None:
        """Nothing is kept: whoever comes back to a table asks again."""

    async def start(self) -> None:
        """Nothing to begin."""

    async def stop(self) -> None:
        """Leave what is not done: whoever comes back to the table asks for it again."""
        for task in self._tasks:
            task.cancel()
        await super().stop()
