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
_look_again = [0]  # moves when there may be more compiled code in the cache than before
_on_plain_call: list[Callable[[], None]] = []
_thread = threading.local()


def run_plain(game: str) -> None:
    """From now on a game's kernels run compiled where the cache has them, and in plain Python where it has not."""
    if IS_COMPILED:
        _plain_games.add(game)


def run_compiled(game: str) -> None:
    """From now on a game's kernels run compiled: what the cache does not have is compiled in this process."""
    _plain_games.discard(game)


def runs_plain(game: str) -> bool:
    """Whether some of a game's kernels may run in plain Python at the moment."""
    return game in _plain_games


def look_again() -> None:
    """There is more in the cache than before: look there once more before running something in plain Python."""
    _look_again[0] += 1


def before_plain_calls(function: Callable[[], None]) -> None:
    """Call this whenever a kernel is about to run in plain Python."""
    _on_plain_call.append(function)


@contextmanager
def loading() -> Iterator[None]:
    """In this block, in this thread, kernels run compiled: so a thread loads what the others then run compiled, too."""
    _thread.is_loading = True
    try:
        yield
    finally:
        _thread.is_loading = False


def fall_back_to_plain(dispatcher: Any) -> None:
    """Let a kernel run in plain Python where it is not compiled and its game does not want to wait.

    A module whose kernels make no sense in plain Python says ALWAYS_COMPILED = True above them.
    numba asks `_compile_for_args` for what to call when it has nothing compiled for the arguments' types.
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
    """Whether a call belongs to a game that runs in plain Python: by the kernel's file, else by a record among args."""
    for folder, game in registry.folders.items():
        if source.startswith(folder):
            return game in _plain_games
    if CACHE is None or not CACHE.is_package(source):
        return False  # a kernel of somebody's own, who wants it compiled
    for value in args:
        if isinstance(value, np.ndarray | np.record) and value.dtype in registry.bound:
            return registry.bound[value.dtype][0] in _plain_games
    return True
