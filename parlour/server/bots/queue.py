"""Bot moves as jobs in Postgres, through procrastinate. A job may run twice, but its move is made once."""

from __future__ import annotations

import asyncio
import logging
import re
from contextlib import suppress
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

import procrastinate
import psycopg
from procrastinate.exceptions import AlreadyEnqueued, ProcrastinateException, UniqueViolation
from procrastinate.jobs import Status
from sqlalchemy.engine import URL

from parlour.server.bots.jobs import AGAIN, ATTEMPTS, CarryOut, Job, Jobs
from parlour.server.bots.scheduler import Rank

LOG = logging.getLogger("parlour.server")

QUICK_QUEUE, SEARCH_QUEUE = "quick", "search"  # each with workers of its own
STOPPING = 5.0  # seconds that the workers may take to stop
SWEEP = 1.0  # seconds between sweeps for jobs whose worker died
DEAD = 3.0  # seconds without a heartbeat after which a worker counts as dead
TAKEN = 32  # jobs per queue that a process takes at a time; its scheduler shares the threads between them
CONNECTIONS = 8


class QueueJobs(Jobs):
    """Every process works on the queues; any process with room takes the next job.

    A visitor's jobs for the same seat number, at any table, are taken one at a time: nobody can fill the processes with
    jobs while others wait in the queue.
    """

    def __init__(self, url: URL, carry_out: CarryOut) -> None:
        super().__init__(carry_out)
        address = url.set(drivername="postgresql").render_as_string(hide_password=False)
        connector = procrastinate.PsycopgConnector(
            conninfo=address, min_size=1, max_size=CONNECTIONS, timeout=5, reconnect_timeout=5
        )
        self._queue = procrastinate.App(connector=connector)
        again = procrastinate.RetryStrategy(max_attempts=ATTEMPTS, linear_wait=1)  # each waits a second longer
        self._task = self._queue.task(name="think", retry=again)(self._run)
        self._tasks: set[asyncio.Task[None]] = set()
        self._work: list[asyncio.Task[None]] = []
        self._is_stopping = False
        self._unmarked: set[int] = set()  # jobs that ended while the database was down; their worker is still alive

    async def start(self) -> None:
        """Start taking jobs."""
        logging.getLogger("procrastinate").setLevel(logging.CRITICAL)  # we log what matters, in one line
        asyncio.get_running_loop().set_exception_handler(self._on_forgotten)
        await self._queue.open_async()
        work = (self._work_for_ever(QUICK_QUEUE), self._work_for_ever(SEARCH_QUEUE), self._sweep())
        self._work = [asyncio.create_task(each) for each in work]

    async def _work_for_ever(self, queue: str) -> None:
        """Restart the worker whenever it gives up because the database is not responding."""
        while not self._is_stopping:
            try:
                await self._queue.run_worker_async(
                    queues=[queue],
                    concurrency=TAKEN,
                    install_signal_handlers=False,
                    fetch_job_polling_interval=0.1,
                    update_heartbeat_interval=1,
                    stalled_worker_timeout=DEAD,
                    shutdown_graceful_timeout=2,
                    delete_jobs="always",
                )
                LOG.warning("the queue worker stopped; restarting it")
            except ProcrastinateException as problem:
                LOG.warning("the queue is not responding", extra={"reason": _reason(problem)})
            await asyncio.sleep(AGAIN)

    async def stop(self) -> None:
        """Finish searches that are nearly done, and put the rest back for other processes."""
        self._is_stopping = True
        tasks = [*self._work, *self._tasks]
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks, timeout=STOPPING)  # a worker that was just starting may miss the request
        with suppress(ProcrastinateException, TimeoutError):
            async with asyncio.timeout(STOPPING):
                await self._queue.close_async()

    def add(self, job: Job) -> None:
        """Put a job into the queue, unless it is already waiting there."""
        task = asyncio.create_task(self._defer(job))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _defer(self, job: Job) -> None:
        same = f"{job.table} {job.match} {job.seat} {job.turn} {job.branch} {job.rank}"
        kind = self._task.configure(
            queue=QUICK_QUEUE if job.is_quick else SEARCH_QUEUE,
            priority=-job.rank,
            lock=f"{job.address} {job.visitor} {job.seat}",
            queueing_lock=same,
        )
        while True:
            try:
                await kind.defer_async(**asdict(job))
                return
            except AlreadyEnqueued:
                return
            except ProcrastinateException as problem:
                extra = {"table": job.table, "reason": _reason(problem)}
                LOG.warning("a bot's move could not be enqueued; retrying", extra=extra)
            await asyncio.sleep(AGAIN)

    async def _run(self, *, rank: int, **job: Any) -> None:
        wanted = Job(rank=Rank(rank), **job)
        try:
            await self._carry_out(wanted)
        except Exception as problem:
            extra = {"table": wanted.table, "bot": wanted.bot, "reason": _reason(problem)}
            LOG.warning("a bot failed; its move will be retried", extra=extra)
            raise

    async def _sweep(self) -> None:
        """Put the jobs of dead workers back into the queue."""
        while True:
            await asyncio.sleep(SWEEP)
            try:
                for job in await self._queue.job_manager.get_stalled_jobs(seconds_since_heartbeat=DEAD):
                    await self._put_back(job.id)
                while self._unmarked:
                    await self._put_back(next(iter(self._unmarked)))
            except ProcrastinateException as problem:
                LOG.warning("could not check the queue for stalled jobs", extra={"reason": _reason(problem)})

    async def _put_back(self, job: int | None) -> None:
        """Let a job run again. Its move is made only once; a run that finds it made requests the next one."""
        assert job is not None
        manager = self._queue.job_manager
        try:
            await manager.retry_job_by_id_async(job, datetime.now(UTC))
        except UniqueViolation:  # an equal job is already waiting
            with suppress(ProcrastinateException):
                await manager.finish_job_by_id_async(job, Status.ABORTED, delete_job=True)
        except ProcrastinateException as problem:
            if not isinstance(problem.__cause__, psycopg.errors.RaiseException):
                raise
            LOG.debug("another process has already requeued this job", extra={"reason": _reason(problem)})
        self._unmarked.discard(job)

    def _on_forgotten(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Remember jobs that could not be marked as done; procrastinate does not report them otherwise."""
        problem, task = context.get("exception"), context.get("future")
        if not isinstance(problem, ProcrastinateException) or not isinstance(task, asyncio.Task):
            loop.default_exception_handler(context)
            return
        LOG.warning("a job could not be marked as done", extra={"reason": _reason(problem)})
        if found := re.fullmatch(r"process job .*\[(\d+)\]", task.get_name()):
            self._unmarked.add(int(found[1]))


def _reason(problem: BaseException) -> str:
    """The database's own error message."""
    return str(problem.__cause__ or problem).strip()
