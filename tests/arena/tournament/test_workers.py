"""Real worker processes that are killed, on this machine and on a Dask cluster."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import parlour.arena.tournament.pool
from parlour.arena.tournament.config import new_setup
from parlour.arena.tournament.pool import DaskPool, LocalPool
from parlour.arena.tournament.results import Store
from parlour.arena.tournament.runner import Plan, Tournament, new_plan
from parlour.errors import ParlourError
from parlour.games import find
from tests.arena.tables import Listener
from tests.cli.terminal_driver import PATIENCE, Terminal, environment, run

BOTS = ["random", "greedy"]
ALONE = ("--no-nanny", "--nthreads", "1", "--local-directory", ".")


def plan_of(games: int) -> Plan:
    return new_plan(new_setup(find("exago"), 2), BOTS, games)


class Killer(Listener):
    """Kills processes once, when some games are finished."""

    def __init__(self, victims: list[int]) -> None:
        super().__init__()
        self.victims = victims
        self.finished_then = 0

    def on_progress(self, tournament: Tournament) -> None:
        super().on_progress(tournament)
        if tournament.finished >= 4:
            self.finished_then = self.finished_then or tournament.finished
            while self.victims:
                os.kill(self.victims.pop(), signal.SIGKILL)


def test_a_killed_process_loses_no_game(tmp_path: Path) -> None:
    plan = plan_of(40)
    others = set(multiprocessing.active_children())
    pool = LocalPool(plan.setup.game, BOTS, workers=2)
    processes = [child.pid for child in multiprocessing.active_children() if child not in others]
    assert len(processes) == 2
    killer = Killer([pid for pid in processes[:1] if pid is not None])
    try:
        with Store(tmp_path / "a.sqlite") as store:
            tournament = Tournament(plan, store)
            tournament.run(pool, killer)
            kept = store.games(1)
    finally:
        pool.end()
    assert 4 <= killer.finished_then < 40
    assert "A worker died." in killer.told[0]
    assert len({game.scheduled.key for game in kept}) == len(kept) == 40
    deadline = time.monotonic() + PATIENCE
    while not set(multiprocessing.active_children()) <= others:  # the executor's own thread notices their end, too
        assert time.monotonic() < deadline, multiprocessing.active_children()
        time.sleep(0.01)


def children_of(process: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


def is_alive(process: int) -> bool:
    try:
        return "\nState:\tZ" not in Path(f"/proc/{process}/status").read_text()
    except OSError:
        return False


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="asks Linux for the children of a process")
def test_a_killed_run_leaves_its_games_and_no_processes(tmp_path: Path) -> None:
    arguments = ("arena", "exago", "--bots", "random,greedy", "--games", "100000", "--workers", "1")
    with Terminal(*arguments, folder=tmp_path, columns=100) as terminal:
        terminal.expect("every pair is decided")
        children = children_of(terminal.process.pid)
        terminal.process.kill()
        terminal.process.wait()
        deadline = time.monotonic() + PATIENCE
        while any(map(is_alive, children)):
            assert time.monotonic() < deadline
            time.sleep(0.1)
    assert children
    with Store(tmp_path / "arena.sqlite") as store:
        tournament = Tournament(plan_of(100000), store)
        assert tournament.before == len(store.games(1)) >= 10


# -- a cluster ---------------------------------------------------------------------------------------------------------


class Cluster:
    """A scheduler and two workers on this machine, each a separate process, listening on loopback only."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.scheduler = self._start("scheduler", "dask_scheduler", "--port", "0")
        self._file = folder / "scheduler.json"
        self._wait_for(lambda: self._file.exists() and self._file.read_text().endswith("}"))
        self.address = str(json.loads(self._file.read_text())["address"])
        self.workers = [self._start(f"worker {number}", "dask_worker", *ALONE) for number in range(2)]

    def _start(self, name: str, program: str, *more: str) -> subprocess.Popen[bytes]:
        local = ["--host", "127.0.0.1", "--dashboard-address", "127.0.0.1:0"]
        shared = [*local, "--scheduler-file", str(self._folder / "scheduler.json")]
        with (self._folder / f"{name}.log").open("wb") as log:
            return subprocess.Popen(
                [sys.executable, "-m", f"distributed.cli.{program}", *shared, *more],
                stdout=log,
                stderr=log,
                cwd=self._folder,
                env={**environment(self._folder), "PYTHONPATH": os.pathsep.join(sys.path)},
            )

    def _wait_for(self, condition: Callable[[], bool]) -> None:
        deadline = time.monotonic() + PATIENCE
        while not condition():
            assert time.monotonic() < deadline, self.logs()
            time.sleep(0.1)

    def wait_for_workers(self, number: int) -> None:
        """Wait until the scheduler knows this many workers."""
        from distributed import Client

        connect: Any = Client
        with connect(self.address, set_as_default=False) as client:
            self._wait_for(lambda: len(client.scheduler_info()["workers"]) == number)

    def logs(self) -> str:
        return "\n".join(path.read_text() for path in self._folder.glob("*.log"))

    def end(self) -> None:
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    started = Cluster(tmp_path)
    try:
        started.wait_for_workers(2)
        yield started
    finally:
        started.end()


def test_a_cluster_plays_and_a_killed_worker_loses_no_game(cluster: Cluster, tmp_path: Path) -> None:
    shown = run(
        *("arena", "exago", "--bots", "random,greedy", "--games", "6", "--cluster", cluster.address, "--json"),
        folder=tmp_path,
    )
    assert shown.returncode == 0, shown.stderr + cluster.logs()
    assert json.loads(shown.stdout)["games"] == 6

    plan = plan_of(60)
    pool = DaskPool(cluster.address, plan.setup.game, BOTS)
    killer = Killer([cluster.workers[0].pid])
    try:
        assert pool.workers == 2
        with Store(tmp_path / "b.sqlite") as store:
            Tournament(plan, store).run(pool, killer)
            assert len(store.games(1)) == 60
        assert killer.finished_then < 60
        assert cluster.workers[0].wait(timeout=PATIENCE) == -signal.SIGKILL
        assert cluster.workers[1].poll() is None
        assert "its games go to the others, 1 at a time" in " ".join([*killer.told, pool.news()])
        cluster.workers[1].kill()
        cluster.wait_for_workers(0)
        assert "No worker is left" in pool.news()
        assert pool.news() == ""
    finally:
        pool.end()
    with pytest.raises(ParlourError, match="has no workers"):
        DaskPool(cluster.address, plan.setup.game, BOTS)


def test_an_unreachable_cluster_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parlour.arena.tournament.pool, "PATIENCE", 0.5)
    with pytest.raises(ParlourError, match="there is no Dask scheduler at tcp://127"):
        DaskPool("tcp://127.0.0.1:9", find("exago"), BOTS)
