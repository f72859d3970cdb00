"""Bot moves as jobs in Postgres, by procrastinate. A job may run twice, its move lands once."""

from __future__ import annotations

import asyncio
import logging
import os
from dataclasses import asdict

import procrastinate
import procrastinate.exceptions
from sqlalchemy.engine import URL

from parlour.server.thinking import Job, Thinking

LOG = logging.getLogger("parlour.server")

QUEUE = "bots"
SWEEP = 1.0  # seconds between looks for jobs whose worker has died
DEAD = 3.0  # seconds without a heartbeat after which it has
KEPT_HOURS = 1  # finished jobs are deleted after this


class QueueThinking(Thinking):
    """Every process works at the queue; whoever is free takes the next job."""

    def __init__(self, url: URL) -> None:
        super().__init__()
        address = url.set(drivername="postgresql").render_as_string(hide_password=False)
        connector = procrastinate.PsycopgConnector(conninfo=address, min_size=1, max_size=6)
        self._queue = procrastinate.App(connector=connector)
        self._task = self._queue.task(name="think", queue=QUEUE)(self._run)
        self._tasks: set[asyncio.Task[None]] = set()
        self._work: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Begin to take jobs."""
        await self._queue.open_async()
        worker = self._queue.run_worker_async(
            queues=[QUEUE],
            concurrency=os.cpu_count() or 1,
            install_signal_handlers=False,
            fetch_job_polling_interval=0.1,
            update_heartbeat_interval=1,
            stalled_worker_timeout=DEAD,
            shutdown_graceful_timeout=2,
            delete_jobs="always",
        )
        self._work = [asyncio.create_task(worker), asyncio.create_task(self._sweep())]

    async def stop(self) -> None:
        """Finish what is being thought about, leave the rest to others."""
        for task in (*self._work, *self._tasks):
            task.cancel()
        await asyncio.gather(*self._work, *self._tasks, return_exceptions=True)
        await self._queue.close_async()
        await super().stop()

    def ask(self, job: Job) -> None:
        """Put it into the queue, unless it waits there already."""
        task = asyncio.create_task(self._defer(job))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _defer(self, job: Job) -> None:
        lock = f"{job.table} {job.match} {job.seat} {job.turn} {job.branch}"
        try:
            await self._task.configure(queueing_lock=lock).defer_async(**asdict(job))
        except procrastinate.exceptions.AlreadyEnqueued:
            return
        except procrastinate.exceptions.ProcrastinateException:
            LOG.exception("a bot's move could not be put into the queue", extra={"table": job.table})

    async def _run(self, **job: object) -> None:
        await self.think(Job(**job))  # type: ignore[arg-type]

    async def _sweep(self) -> None:
        """Jobs of dead workers are done again."""
        manager = self._queue.job_manager
        while True:
            await asyncio.sleep(SWEEP)
            try:
                for job in await manager.get_stalled_jobs(queue=QUEUE, seconds_since_heartbeat=DEAD):
                    await manager.retry_job(job)
            except procrastinate.exceptions.ProcrastinateException as problem:
                LOG.warning("the queue could not be looked through", extra={"reason": str(problem)})
