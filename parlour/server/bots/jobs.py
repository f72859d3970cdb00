"""Bots at work: in threads of this process, or as jobs of a queue that all processes share."""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from sqlalchemy.exc import SQLAlchemyError

from parlour.server.bots.scheduler import Rank, Scheduler, Share
from parlour.server.storage.database import BadDatabase
from parlour.server.table.match_state import MatchState

LOG = logging.getLogger("parlour.server")

AGAIN = 1.0  # seconds until the next attempt when the database does not answer
ATTEMPTS = 20  # to make a move
QUICK = frozenset(("random", "greedy", "1", "2"))  # bots that answer within a tenth of a second


@dataclass(frozen=True)
class Job:
    """A move that a bot is to make."""

    table: str
    match: int
    seat: int
    turn: int
    branch: int
    bot: str
    rank: Rank
    address: str = field(compare=False)  # these two are charged for it
    visitor: str = field(compare=False)

    @property
    def share(self) -> Share:
        """Who is charged for it."""
        return Share(self.address, self.visitor)

    @property
    def is_quick(self) -> bool:
        """Whether it must not wait for long searches."""
        return self.bot in QUICK

    def is_about(self, match_state: MatchState) -> bool:
        """Whether the match still waits for this move."""
        now = (match_state.opening.number, match_state.turn(self.seat), match_state.branch)
        return now == (self.match, self.turn, self.branch) and (self.seat, self.bot) in match_state.bots_to_move()


class Jobs(ABC):
    """Where bots think. `think` carries a job out; it may be called twice for the same."""

    think: Callable[[Job], Awaitable[None]]

    def __init__(self) -> None:
        self.scheduler = Scheduler()

    @abstractmethod
    def ask(self, job: Job) -> None:
        """Let this be done soon."""

    def cancel(self, job: Job) -> None:
        """Nobody needs this move any more: if this process is at it, it stops."""
        self.scheduler.cancel(job)

    @abstractmethod
    async def start(self) -> None:
        """Begin to work."""

    async def stop(self) -> None:
        """Leave what is not done."""
        self.scheduler.stop()


class ThreadJobs(Jobs):
    """For the one process that serves a SQLite file."""

    def __init__(self) -> None:
        super().__init__()
        self._tasks: set[asyncio.Task[None]] = set()

    def ask(self, job: Job) -> None:
        """Begin; the scheduler decides whose turn it is."""
        task = asyncio.create_task(self._done(job))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _done(self, job: Job) -> None:
        for _ in range(ATTEMPTS):
            try:
                await self.think(job)
            except (SQLAlchemyError, OSError, BadDatabase) as problem:
                reason = str(getattr(problem, "orig", None) or problem).strip()
                LOG.warning("a bot's move could not be stored, and is tried again", extra={"reason": reason})
                await asyncio.sleep(AGAIN)
            except Exception:
                LOG.exception("a bot failed", extra={"table": job.table, "bot": job.bot})
                return
            else:
                return

    async def start(self) -> None:
        """Nothing to begin."""

    async def stop(self) -> None:
        """Leave what is not done: whoever comes back to the table asks for it again."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await super().stop()
