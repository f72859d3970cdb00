"""Where games are played: processes on this machine, or a Dask cluster. Both are executors."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Executor, ProcessPoolExecutor
from contextlib import contextmanager
from typing import Any, Protocol

from parlour.arena.tournament.config import fingerprint
from parlour.arena.tournament.worker import get_ready, prepare
from parlour.errors import ParlourError, to_install
from parlour.game import Game

PATIENCE = 10.0  # seconds that a scheduler may take to answer


class Pool(Protocol):
    """An executor that can be restarted when its workers die."""

    executor: Executor
    """Where games are submitted."""
    workers: int
    """How many games it plays at a time."""
    loses_all: bool
    """Whether a lost worker takes the games of all others with it."""

    def is_worker_loss(self, problem: BaseException) -> bool:
        """Whether this error means that a worker died, rather than that a game failed."""

    def restart(self) -> None:
        """Start workers again after a loss."""

    def news(self) -> str:
        """What has happened to workers since the last call, as a sentence; "" if nothing is known."""

    def end(self) -> None:
        """Release all workers, whatever they are doing."""


class LocalPool:
    """Processes on this machine. They are spawned, so that no thread or lock is copied into them."""

    loses_all = True

    def __init__(self, game: Game, bots: Sequence[str], workers: int) -> None:
        self.workers = workers
        self._known = (game, tuple(bots))
        self._context = multiprocessing.get_context("spawn")
        self._start()

    def restart(self) -> None:
        """Start new processes."""
        self.end()
        self._start()

    def _start(self) -> None:
        self._others = set(multiprocessing.active_children())
        self.executor: Executor = ProcessPoolExecutor(
            self.workers, self._context, initializer=_quiet_worker, initargs=self._known
        )
        with _without_interrupts():  # all are started here and inherit this
            for _ in range(self.workers):
                self.executor.submit(os.getpid)

    def is_worker_loss(self, problem: BaseException) -> bool:
        """A process that ends breaks the whole pool."""
        return isinstance(problem, BrokenExecutor)

    def news(self) -> str:
        """Always "": the executor itself notices."""
        return ""

    def end(self) -> None:
        """Kill the processes immediately; their unfinished games would be played again."""
        processes = set(multiprocessing.active_children()) - self._others
        self.executor.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.terminate()
        for process in processes:
            process.join()


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Ignore Ctrl-C in this block. Only the main thread receives it, so only there can it be ignored."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def available_cores() -> int:
    """The number of cores that this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # only Linux has it
        return os.cpu_count() or 1


def _quiet_worker(game: Game, bots: Sequence[str]) -> None:
    """Prepare a worker: leave Ctrl-C to the parent, end when the parent ends, and load compiled code before the first
    game, so that no bot's thinking time includes it.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_follow, args=(parent,), daemon=True).start()
    get_ready(game, bots)


def _follow(parent: Any) -> None:
    parent.join()
    os._exit(1)


class DaskPool:
    """The workers of a Dask cluster. The scheduler gives the games of lost workers to others."""

    loses_all = False

    def __init__(self, address: str, game: Game, bots: Sequence[str]) -> None:
        """Connect, and have every worker compile; ParlourError says what is missing."""
        try:
            import distributed
        except ImportError:
            raise ParlourError(f"a cluster needs Dask: {to_install('cluster')}") from None
        self._killed: type[BaseException] = distributed.KilledWorker
        self._address = address
        try:
            connect: Any = distributed.Client
            self._client: Any = connect(address, timeout=PATIENCE, set_as_default=False)
        except (OSError, ValueError) as problem:
            raise ParlourError(f"there is no Dask scheduler at {address}: {problem}") from None
        try:
            self._prepare(game, bots)
        except BaseException:
            self._client.close()
            raise
        self.restart()

    def _prepare(self, game: Game, bots: Sequence[str]) -> None:
        try:
            found = self._client.run(prepare, game, list(bots))
        except ImportError as problem:
            raise ParlourError(f"a worker of {self._address} cannot import Parlour: {problem}") from None
        if not found:
            raise ParlourError(f"the scheduler at {self._address} has no workers: start some with 'dask worker'")
        others = sorted(worker for worker, program in found.items() if program != fingerprint(game))
        if others:
            raise ParlourError(
                f"Parlour's code at {', '.join(others)} differs from that on this machine: install the same version"
            )

    def restart(self) -> None:
        """Replace the executor; the workers belong to the scheduler."""
        self._check_scheduler()
        self.executor: Executor = self._client.get_executor()
        self.workers = sum(self._client.nthreads().values())

    def is_worker_loss(self, problem: BaseException) -> bool:
        """The scheduler gave up on a game whose workers died repeatedly, or is gone itself."""
        return isinstance(problem, self._killed | CancelledError | OSError)

    def _check_scheduler(self) -> None:
        if self._client.status != "running":
            raise ParlourError(
                f"the connection to the scheduler at {self._address} was lost: start one and run the same command again"
            )

    def news(self) -> str:
        """A sentence if there are fewer workers than before."""
        self._check_scheduler()
        before, self.workers = self.workers, sum(self._client.nthreads().values())
        if self.workers >= before:
            return ""
        if self.workers == 0:
            return f"No worker is left at {self._address}: waiting for one."
        return (
            f"A worker of {self._address} was lost; its games go to the others, {self.workers} at a time from now on."
        )

    def end(self) -> None:
        """Cancel games that have not started, and disconnect."""
        self.executor.shutdown(wait=False)
        self._client.close()
