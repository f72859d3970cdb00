"""Bot moves as jobs: run by this process, or put into a queue that all processes share."""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from sqlalchemy.exc import SQLAlchemyError

from parlour.server.bots.scheduler import Rank, Share
from parlour.server.storage.database import BadDatabase
from parlour.server.table.match_state import MatchState

LOG = logging.getLogger("parlour.server")

AGAIN = 1.0  # seconds between attempts while the database is not responding
ATTEMPTS = 20  # at one move
QUICK = frozenset(("random", "greedy", "1", "2"))  # bots that answer within a tenth of a second


@dataclass(frozen=True)
class Job:
    """A move for a bot to make."""

    table: str
    match: int
    seat: int
    turn: int
    branch: int
    bot: str
    rank: Rank
    address: str = field(compare=False)  # address and visitor are charged for it
    visitor: str = field(compare=False)

    @property
    def share(self) -> Share:
        """The share that is charged for it."""
        return Share(self.address, self.visitor)

    @property
    def is_quick(self) -> bool:
        """Whether it goes ahead of long searches, in a lane of its own."""
        return self.bot in QUICK

    def is_about(self, match_state: MatchState) -> bool:
        """Whether the match is still waiting for this move."""
        now = (match_state.opening.number, match_state.turn(self.seat), match_state.branch)
        return now == (self.match, self.turn, self.branch) and (self.seat, self.bot) in match_state.bots_to_move()


CarryOut = Callable[[Job], Awaitable[None]]  # may be called twice for one job


class Jobs(ABC):
    """Makes sure that each job is run, here or in another process."""

    def __init__(self, carry_out: CarryOut) -> None:
        self._carry_out = carry_out

    @abstractmethod
    def add(self, job: Job) -> None:
        """Run this job soon."""

    @abstractmethod
    async def start(self) -> None:
        """Start taking jobs."""

    @abstractmethod
    async def stop(self) -> None:
        """Stop, leaving unfinished jobs."""


class ThreadJobs(Jobs):
    """Jobs of the single process that serves a SQLite file."""

    def __init__(self, carry_out: CarryOut) -> None:
        super().__init__(carry_out)
        self._tasks: set[asyncio.Task[None]] = set()

    def add(self, job: Job) -> None:
        """Start right away; the scheduler decides when it gets a thread."""
        task = asyncio.create_task(self._run(job))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _run(self, job: Job) -> None:
        for _ in range(ATTEMPTS):
            try:
                await self._carry_out(job)
            except (SQLAlchemyError, OSError, BadDatabase) as problem:
                reason = str(getattr(problem, "orig", None) or problem).strip()
                LOG.warning("a bot's move could not be stored; retrying", extra={"reason": reason})
                await asyncio.sleep(AGAIN)
            except Exception:
                LOG.exception("a bot failed", extra={"table": job.table, "bot": job.bot})
                return
            else:
                return

    async def start(self) -> None:
        """Nothing to start."""

    async def stop(self) -> None:
        """Cancel unfinished jobs: they are requested again when somebody returns to the table."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
