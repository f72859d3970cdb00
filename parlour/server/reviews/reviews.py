"""Runs reviews in the background: takes them from the queue in the database, and stores what was found."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import os
import time
from contextlib import suppress

import msgspec
from sqlalchemy.exc import SQLAlchemyError

import parlour
from parlour import kernel
from parlour.bots import IsCancelled, SearchCancelled
from parlour.bots.analysis import annotate
from parlour.bots.annotation import Annotation
from parlour.games import load
from parlour.message import message
from parlour.server.bots.readiness import Readiness
from parlour.server.bots.scheduler import Rank, Scheduler, Share, Work
from parlour.server.errors import Refused
from parlour.server.metrics import REVIEW_STEPS, REVIEWS, REVIEWS_RUNNING
from parlour.server.reviews.review import Review, Status
from parlour.server.settings import Settings
from parlour.server.storage import reviews as queries
from parlour.server.storage.database import BadDatabase, Database
from parlour.server.storage.reviews import Claimed, Most, ReviewRow, Wanted
from parlour.server.table.tokens import new_token

LOG = logging.getLogger("parlour.server")

LOOK = 1.0  # seconds between looks at the queue, which other processes fill, too
BEAT = 0.4  # seconds between signs of life of a running review; it also finds out that it is no longer wanted
COMMENT = ";"  # begins lines of a record that readers may skip
STINT = 1.0  # estimated seconds until a review makes room for a bot
FAILED = message("this match could not be reviewed: ask for it again, or see the server's log")


def review_id(record: str) -> str:
    """The id of a record's review."""
    return hashlib.sha256(record.encode()).hexdigest()


def without_comments(record: str) -> str:
    """A record without the lines that change nothing about the match."""
    return "\n".join(line for line in record.split("\n") if not line.startswith(COMMENT))


class Reviews:
    """The reviews that this process runs, and answers about those of all."""

    def __init__(self, database: Database, scheduler: Scheduler, readiness: Readiness, settings: Settings) -> None:
        self._database, self._scheduler, self._readiness = database, scheduler, readiness
        self._settings = settings
        self._most = Most(settings.reviews_at_once, settings.reviews_an_hour) if settings.limits else None
        self._at_once = max(1, ((os.cpu_count() or 1) - 1) // settings.workers)  # leaves a core to the tables
        self._running: dict[str, asyncio.Task[None]] = {}  # by runner
        self._runners: dict[str, str] = {}  # by review
        self._news = asyncio.Event()
        self._look: asyncio.Task[None] | None = None
        self._is_stopping = False
        readiness.tell(lambda _: self._news.set())

    @property
    def made_by(self) -> str:
        """What a review depends on besides the record."""
        return f"{parlour.__version__}, {self._settings.review_simulations or 'usual'} simulations"

    async def start(self) -> None:
        """Start taking reviews; without other processes, those left running are from an earlier run."""
        if not self._database.is_shared:
            await self._put_back(silent=0.0)
        self._look = asyncio.create_task(self._take_for_ever())

    async def stop(self) -> None:
        """Stop; what was running waits for another process or for the next start."""
        self._is_stopping = True
        tasks = [*([self._look] if self._look else []), *self._running.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # -- requests ------------------------------------------------------------------------------------------------------

    async def request(self, record: str, game: str, total: int, visitor: str, address: str) -> Review:
        """Ask for a review of a finished match, given as its canonical record."""
        wanted = Wanted(review_id(record), game, record, total, self.made_by, visitor, address)
        now = time.time()
        row = await self._database.write(lambda connection: queries.request(connection, wanted, self._most, now))
        if row.status == "waiting":
            LOG.info("review requested", extra={"review": row.id, "game": game, "moves": total})
            self._news.set()
        return _told(row)

    async def find(self, review: str) -> Review:
        """A review, or Refused."""
        row = await self._database.read(lambda connection: queries.find(connection, review))
        if row is None or (row.status == "done" and row.made_by != self.made_by):
            raise queries.no_such_review()
        return _told(row)

    async def cancel(self, review: str, visitor: str) -> None:
        """A visitor no longer wants a review. It goes on if another one waits for it."""
        has_ended = await self._database.write(lambda connection: queries.withdraw(connection, review, visitor))
        if has_ended:
            REVIEWS.labels("cancelled").inc()
            LOG.info("review cancelled", extra={"review": review})
            if (runner := self._runners.get(review)) is not None:
                self._scheduler.cancel(("review", runner))

    def check_ready(self, game: str) -> None:
        """Refuse while the rules of a game are being compiled: reviews in plain Python would take hours."""
        self._readiness.check_ready(game)

    # -- running them --------------------------------------------------------------------------------------------------

    async def _take_for_ever(self) -> None:
        """Take reviews from the queue while there is room."""
        while True:
            self._news.clear()
            try:
                await self._take()
            except (SQLAlchemyError, OSError, BadDatabase) as problem:
                reason = str(getattr(problem, "orig", None) or problem).strip()
                LOG.warning("the queue of reviews is not responding", extra={"reason": reason})
                await asyncio.sleep(LOOK)
                continue
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK if self._database.is_shared else None):
                    await self._news.wait()

    async def _take(self) -> None:
        """Take as many as there is room for."""
        now = time.time()
        if not await self._database.read(lambda connection: queries.has_work(connection, now)):
            return
        if self._database.is_shared:
            await self._put_back()
        while len(self._running) < self._at_once and (claimed := await self._claim()) is not None:
            self._start(claimed)

    async def _put_back(self, silent: float = queries.DEAD) -> None:
        """Let reviews of dead processes wait again."""
        now = time.time()
        found = await self._database.write(lambda connection: queries.put_back(connection, now, silent))
        for review, is_given_up in found:
            LOG.warning("a review ended its process", extra={"review": review, "given_up": is_given_up})
            if is_given_up:
                REVIEWS.labels("failed").inc()

    async def _claim(self) -> Claimed | None:
        ready = [game for game in self._readiness.of if self._readiness.is_ready(game)]
        runner, now = new_token(), time.time()
        return await self._database.write(lambda connection: queries.claim(connection, runner, ready, now))

    def _start(self, claimed: Claimed) -> None:
        task = asyncio.create_task(self._run(claimed))
        self._running[claimed.runner], self._runners[claimed.id] = task, claimed.runner
        REVIEWS_RUNNING.inc()
        task.add_done_callback(lambda _: self._has_run(claimed))

    def _has_run(self, claimed: Claimed) -> None:
        del self._running[claimed.runner]
        if self._runners.get(claimed.id) == claimed.runner:
            del self._runners[claimed.id]
        REVIEWS_RUNNING.dec()
        self._news.set()

    async def _run(self, claimed: Claimed) -> None:
        """Compute a review and store it."""
        progress = _Progress(claimed.total)
        beat = asyncio.create_task(self._beat(claimed, progress))
        start = time.perf_counter()
        try:
            annotation = await self._scheduler.run(self._work(claimed, progress))
            await self._store(claimed, msgspec.json.encode(annotation).decode(), progress.total)
            took = round(time.perf_counter() - start, 1)
            LOG.info("review done", extra={"review": claimed.id, "moves": claimed.total, "seconds": took})
            REVIEWS.labels("done").inc()
        except (SearchCancelled, asyncio.CancelledError):
            with suppress(SQLAlchemyError, OSError, BadDatabase):
                await self._database.write(lambda connection: queries.release(connection, claimed))
        except (SQLAlchemyError, OSError, BadDatabase) as problem:  # it is taken up again in a while
            reason = str(getattr(problem, "orig", None) or problem).strip()
            LOG.warning("a review could not be stored", extra={"review": claimed.id, "reason": reason})
        except Exception:
            LOG.exception("a review failed", extra={"review": claimed.id})
            REVIEWS.labels("failed").inc()
            with suppress(SQLAlchemyError, OSError, BadDatabase):
                await self._store(claimed, None, progress.total)
        finally:
            beat.cancel()
            REVIEW_STEPS.inc(progress.done)

    def _work(self, claimed: Claimed, progress: _Progress) -> Work[Annotation]:
        def compute(is_cancelled: IsCancelled) -> Annotation:
            with kernel.loading():
                return annotate(
                    load(claimed.record),
                    simulations=self._settings.review_simulations,
                    seed=claimed.id,
                    is_cancelled=is_cancelled,
                    progress=progress,
                )

        share = Share(claimed.address, claimed.visitor)
        return Work(("review", claimed.runner), share, compute, STINT, rank=Rank.LATER, gives_way=True)

    async def _beat(self, claimed: Claimed, progress: _Progress) -> None:
        """Record the progress for all processes, and stop a review that was cancelled through another one."""
        while True:
            await asyncio.sleep(BEAT)
            so_far, now = (progress.done, progress.total), time.time()
            with suppress(SQLAlchemyError, OSError, BadDatabase):
                if not await self._database.write(
                    lambda connection: queries.note_progress(connection, claimed, so_far, now)  # noqa: B023
                ):
                    self._scheduler.cancel(("review", claimed.runner))

    async def _store(self, claimed: Claimed, annotation: str | None, total: int) -> None:
        most = self._settings.reviews_kept
        await self._database.write(lambda connection: queries.finish(connection, claimed, annotation, total, most))


class _Progress:
    """How much of a review is done; set in a thread."""

    def __init__(self, total: int) -> None:
        self.done, self.total = 0, total

    def __call__(self, done: int, total: int) -> None:
        self.done, self.total = done, total


def _told(row: ReviewRow) -> Review:
    status: Status = row.status  # type: ignore[assignment]
    annotation = None if row.annotation is None else msgspec.json.decode(row.annotation, type=Annotation)
    sentence = FAILED.text if status == "failed" else ""
    return Review(row.id, row.game, status, row.done, row.total, row.place, sentence, annotation)


def check_over(is_over: bool) -> None:
    """Refuse a match that is not over: an analysis would help its players."""
    if not is_over:
        raise Refused("not_over", "a match can be reviewed when it is over")
