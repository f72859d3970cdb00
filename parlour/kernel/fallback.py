"""Games that run in plain Python until another process has compiled them (compiling.py decides which)."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from parlour.kernel import registry
from parlour.kernel.cache import CACHE, IS_COMPILED, NotCached, source_of
from parlour.kernel.plain import plain
from parlour.kernel.start import load_without_scipy

_plain_games: set[str] = set()
_look_again = [0]  # incremented when the cache may hold more compiled code than before
_on_plain_call: list[Callable[[], None]] = []
_thread = threading.local()


def run_plain(game: str) -> None:
    """From now on run a game's kernels from the cache where possible, and in plain Python otherwise."""
    if IS_COMPILED:
        _plain_games.add(game)


def run_compiled(game: str) -> None:
    """From now on run a game's kernels compiled: what the cache lacks is compiled in this process."""
    _plain_games.discard(game)


def runs_plain(game: str) -> bool:
    """Whether a game's kernels may currently run in plain Python."""
    return game in _plain_games


def look_again() -> None:
    """Check the cache again before running a kernel in plain Python: there may be more in it."""
    _look_again[0] += 1


def before_plain_calls(function: Callable[[], None]) -> None:
    """Call this function whenever a kernel is about to run in plain Python."""
    _on_plain_call.append(function)


@contextmanager
def loading() -> Iterator[None]:
    """Within this block, in this thread, kernels run compiled: one thread loads the code that all then use."""
    _thread.is_loading = True
    try:
        yield
    finally:
        _thread.is_loading = False


def fall_back_to_plain(dispatcher: Any) -> None:
    """Let a kernel run in plain Python while it is not compiled and its game does not wait for the compiler.

    A module whose kernels would be too slow in plain Python sets ALWAYS_COMPILED = True above them.
    numba calls `_compile_for_args` when it has no compiled code for the types of the arguments.
    """
    compile_for_args = dispatcher._compile_for_args
    source = source_of(dispatcher)
    waits = dispatcher.py_func.__globals__.get("ALWAYS_COMPILED", False)
    looked = 0

    def chosen(*args: Any) -> Any:
        nonlocal looked
        if _plain_games and not waits and not getattr(_thread, "is_loading", False) and _is_plain(source, args):
            for function in _on_plain_call:
                function()
            if looked == _look_again[0]:
                return plain(dispatcher)
            looked = _look_again[0]
            try:
                with NotCached.raised():
                    return compiled(*args)
            except NotCached:
                return plain(dispatcher)
        return compiled(*args)

    def compiled(*args: Any) -> Any:
        load_without_scipy()
        return compile_for_args(*args)

    dispatcher._compile_for_args = chosen


def _is_plain(source: str, args: tuple[Any, ...]) -> bool:
    """Whether a call belongs to a game that runs in plain Python, by the kernel's file or a record among args."""
    for folder, game in registry.folders.items():
        if source.startswith(folder):
            return game in _plain_games
    if CACHE is None or not CACHE.is_package(source):
        return False  # a kernel outside package and games: compile it
    for value in args:
        if isinstance(value, np.ndarray | np.record) and value.dtype in registry.bound:
            return registry.bound[value.dtype][0] in _plain_games
    return True
