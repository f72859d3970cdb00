"""Background compilation: games run in plain Python immediately, while other processes compile them.

`begin` lets games that are not compiled yet run in plain Python and starts the compilers: low-priority processes that
run `parlour.warmup`, rules before bots. They mark finished parts in the cache folder, where every process sees them,
and kernels switch over as soon as they are compiled, with the same results. The compilers end with this process; what
they have compiled by then is kept.

Where plain Python would be too slow (batches, searches, the arena), `require` waits for the compiler instead. With
PARLOUR_COMPILE=now nothing happens in the background: each kernel is loaded, or compiled, when it is first called.
"""

from __future__ import annotations

import atexit
import os
import subprocess
import sys
import threading
import time
import warnings
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from parlour import kernel

MOST_COMPILERS = 4  # each needs a core and about 300 MB
SHORT = 50  # kernel calls: a program that makes no more never loads compiled code
LOOK = 0.25  # seconds between two checks of what is compiled
RETRY = 2.0  # seconds before compilers that ended early, or were not needed, are started again
ATTEMPTS = 3  # failed starts before this process compiles itself
COMPILING_BESIDE = (
    "Parlour is compiling rules in the background, once per machine. Until then they run in plain Python: slower, with "
    "the same results."
)
LOG_NAME = "compilers.log"  # in the cache folder: the output of the compilers


@dataclass
class _Compilers:
    """The games being compiled in the background, and the processes that compile them."""

    games: list[str] = field(default_factory=list)  # most wanted first
    plugins: list[str] = field(default_factory=list)
    unloaded: list[str] = field(default_factory=list)  # compiled, but not loaded yet: the program may be short
    is_told: bool = False
    calls: float = 0  # plain kernel calls left before those are loaded
    processes: list[subprocess.Popen[bytes]] = field(default_factory=list)
    looked: float = 0.0
    started: float = 0.0
    failures: int = 0
    done: dict[str, int] = field(default_factory=dict)  # parts of each game that were compiled at the last check


_compilers = _Compilers()
_decided: set[str] = set()  # games for which `begin` or `require` was called
_lock = threading.RLock()


# -- what is compiled --------------------------------------------------------------------------------------------------


def is_warm(game: str) -> bool:
    """Whether everything needed to play a game is compiled, as marked by `mark_warm`."""
    folder = kernel.cache_folder(game)
    return folder is None or (folder / f"{game}.warm").exists()


def mark_warm(game: str) -> None:
    """Mark a game as compiled; the mark is in the cache folder, which changes with every edit of a rule."""
    folder = kernel.cache_folder(game)
    if folder is not None:
        (folder / f"{game}.warm").touch()


def is_done(game: str, part: str) -> bool:
    """Whether a part of a game, as divided by parlour.warmup, is compiled."""
    folder = kernel.cache_folder(game)
    return folder is None or _mark(folder, game, part).exists()


def mark_done(game: str, part: str) -> None:
    """Mark a part of a game as compiled."""
    folder = kernel.cache_folder(game)
    if folder is not None:
        _mark(folder, game, part).touch()


def _mark(folder: Path, game: str, part: str) -> Path:
    return folder / f"{game}.{part.replace(' ', '-')}.done"


def parts_done(game: str) -> int:
    """Return how many parts of a game are compiled."""
    folder = kernel.cache_folder(game)
    return 0 if folder is None else len(list(folder.glob(f"{game}.*.done")))


@contextmanager
def only_one(game: str, part: str = "", waits: bool = True) -> Iterator[bool]:
    """Let one process at a time compile, where there are file locks; yields False if another is, unless `waits`."""
    folder = kernel.cache_folder(game)
    if folder is None or sys.platform == "win32":
        yield True
        return
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / f"{game}.{part.replace(' ', '-')}.lock", "w") as file:
        yield _is_locked(file, waits)


def _is_locked(file: IO[str], waits: bool) -> bool:
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX | (0 if waits else fcntl.LOCK_NB))
    except BlockingIOError:
        return False
    return True


# -- in the background or not ------------------------------------------------------------------------------------------


def is_in_background() -> bool:
    """Whether this process may leave compilation to background processes."""
    return kernel.IS_COMPILED and os.environ.get("PARLOUR_COMPILE") != "now" and bool(sys.executable)


def begin(games: Iterable[str], plugins: Sequence[str] = (), short: float = SHORT) -> None:
    """Run games in plain Python until they are compiled, and compile them in the background in the order given.

    A compiled game also runs in plain Python for the first `short` kernel calls, because loading numba takes longer
    than the first moves; `load` ends that. Games for which `require` was called are left alone.
    """
    if not is_in_background():
        return
    with _lock:
        new = [game for game in games if game not in _decided]
        if not new:
            return
        _decided.update(new)
        for game in new:
            kernel.run_plain(game)
        cold = [game for game in new if not is_warm(game)]
        _compilers.unloaded += [game for game in new if game not in cold]
        _compilers.calls = short
        if not cold:
            return
        _compilers.games += cold
        _compilers.plugins += plugins
        for process in _compilers.processes:
            for game in reversed(cold):
                _tell(process, game)
        _compilers.looked = _compilers.started = -RETRY
    _tell_people()
    look()


def _tell_people() -> None:
    """Print once that compilers are running; a notice about compiling in this process, which blocks, still follows."""
    if not _compilers.is_told:
        _compilers.is_told = True
        kernel.tell(COMPILING_BESIDE, is_last=False)


def load(game: str) -> None:
    """Switch a compiled game to its compiled code."""
    with _lock:
        if game in _compilers.unloaded:
            _compilers.unloaded.remove(game)
            kernel.run_compiled(game)


def require(game: str) -> None:
    """Wait for the compiler from now on: this process compiles what the game needs and the cache lacks."""
    with _lock:
        _decided.add(game)
        load(game)
        if kernel.runs_plain(game):
            _settle(game)
            _stop()  # or both would compile the same code
            _start()


def is_compiled(game: str) -> bool:
    """Whether everything needed to play a game is compiled."""
    look()
    return game in _compilers.unloaded or not kernel.runs_plain(game)


def is_compiling() -> bool:
    """Whether games are being compiled in the background."""
    return bool(_compilers.games)


def prefer(game: str) -> None:
    """Compile this game next, because somebody plays it."""
    with _lock:
        if game in _compilers.games and _compilers.games[0] != game:
            _compilers.games.remove(game)
            _compilers.games.insert(0, game)
            for process in _compilers.processes:
                _tell(process, game)


def _before_plain_call() -> None:
    if _compilers.unloaded:
        _compilers.calls -= 1
        if _compilers.calls < 0:
            for game in list(_compilers.unloaded):
                load(game)
    look()


def look() -> None:
    """Check what is compiled by now, and that a compiler is still running; rate-limited."""
    now = time.monotonic()
    if not _compilers.games or now - _compilers.looked < LOOK or not _lock.acquire(blocking=False):
        return  # nothing to check, too soon, or another thread is checking
    try:
        _look(now)
    finally:
        _lock.release()


def _look(now: float) -> None:
    _compilers.looked = now
    done = {game: parts_done(game) for game in _compilers.games}
    if done != _compilers.done:
        _compilers.done = done
        if any(done.values()):
            kernel.look_again()
    for game in [game for game in _compilers.games if is_warm(game)]:
        _settle(game)
    if not _compilers.games:
        _stop()
    elif now - _compilers.started > RETRY:
        _go_on(now)


def _settle(game: str) -> None:
    """Run a game compiled from now on."""
    kernel.run_compiled(game)
    _compilers.games.remove(game)


# -- compilers ---------------------------------------------------------------------------------------------------------


def _go_on(now: float) -> None:
    """Restart the compilers if all have ended; if they keep failing, warn and compile in this process."""
    ended = [process.poll() for process in _compilers.processes]
    if None in ended:
        return
    _compilers.failures += any(ended)
    _stop()
    if _compilers.failures < ATTEMPTS:
        _start()
        return
    folder = kernel.cache_folder(_compilers.games[0])
    warnings.warn(
        f"the rules could not be compiled in the background ({folder}/{LOG_NAME} says why): this process does it now",
        stacklevel=2,
    )
    for game in list(_compilers.games):
        _settle(game)


def most_compilers() -> int:
    """Return the maximum number of compilers: one per core."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(cores, MOST_COMPILERS)


def _start() -> None:
    """Start a compiler for every core that no other compiler on this machine uses."""
    _compilers.started = time.monotonic()
    if not _compilers.games:
        return
    base = kernel.cache_folder()
    assert base is not None
    base.mkdir(parents=True, exist_ok=True)
    for number in range(most_compilers()):
        with open(base / f"compiler-{number}.lock", "w") as slot:
            if sys.platform == "win32" or _is_locked(slot, waits=False):
                _compilers.processes.append(_compiler(base, slot))


def _compiler(base: Path, slot: IO[str]) -> subprocess.Popen[bytes]:
    """Start a process that compiles as long as its standard input is open, and holds the lock of its slot."""
    plugins = [f"--plugin={plugin}" for plugin in _compilers.plugins]
    path = os.pathsep.join(entry or os.getcwd() for entry in sys.path)
    with open(base / LOG_NAME, "ab") as log:
        return subprocess.Popen(
            [sys.executable, "-P", "-m", "parlour.warmup", *plugins, *_compilers.games],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=log,
            env={**os.environ, **kernel.cache_environment(), "PYTHONPATH": path, "PARLOUR_COMPILE": "now"},
            pass_fds=() if sys.platform == "win32" else (slot.fileno(),),
            start_new_session=True,  # Ctrl+C reaches only this process, which then ends them
        )


def _tell(process: subprocess.Popen[bytes], game: str) -> None:
    assert process.stdin is not None
    try:
        process.stdin.write(f"{game}\n".encode())
        process.stdin.flush()
    except OSError:  # it has ended
        pass


def _stop() -> None:
    """End the compilers of this process."""
    for process in _compilers.processes:
        process.kill()
        process.wait()
        if process.stdin is not None:
            process.stdin.close()
    _compilers.processes.clear()


def _forget() -> None:
    """Forget the compilers and the lock in a forked process: they belong to its parent."""
    global _lock
    _lock = threading.RLock()
    _compilers.processes = []


atexit.register(_stop)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)
kernel.before_plain_calls(_before_plain_call)
