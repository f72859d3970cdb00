"""Compiled functions: `@kernel`, `@inner` and `@shared`, and the notices shown while they are compiled."""

# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls, no-check-untyped-defs

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
from numba import types
from numba.core import event

from parlour.kernel import registry
from parlour.kernel.cache import CACHE, IS_COMPILED, source_of
from parlour.kernel.fallback import fall_back_to_plain
from parlour.kernel.shared_code import share

COMPILING = (
    "Parlour is compiling rules that are used for the first time: up to a minute or two, once per machine. "
    "`parlour warmup` compiles everything, and shows its progress."
)


class _Watch(event.Listener):
    """Counts compilations; the first one of the package prints a notice, if somebody can read it."""

    def __init__(self) -> None:
        self.many = 0
        self.is_told = False

    def on_start(self, event: event.Event) -> None:
        """Note that a function is about to be compiled."""
        self.many += 1
        if not self.is_told and CACHE is not None and CACHE.is_package(source_of(event.data["dispatcher"])):
            tell(COMPILING)

    def on_end(self, event: event.Event) -> None:
        """Do nothing: it has been compiled."""


_watch = _Watch()
event.register("numba:compile", _watch)


def tell(sentence: str, is_last: bool = True) -> None:
    """Print a notice about compiling if somebody can read it, unless the last notice was printed already."""
    if not _watch.is_told and (sys.stderr.isatty() or "ipykernel" in sys.modules):
        print(sentence, file=sys.stderr)
    _watch.is_told = _watch.is_told or is_last


def compile_untold() -> None:
    """Print no notices about compiling from now on: the caller shows its own progress."""
    _watch.is_told = True


def compiled() -> int:
    """Return how many functions were compiled in this process so far."""
    return _watch.many


def kernel(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a function on its first call with each set of types; no closures, no functions as arguments."""
    return _compiled(function, is_inner=False)


def inner(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a function that only kernels call: it compiles faster without an entry point for Python.

    A call from Python raises TypeError, but works where kernels are plain Python.
    """
    return _compiled(function, is_inner=True)


def shared(function: Callable[..., Any]) -> Callable[..., Any]:
    """Put above @kernel or @inner of a large function with several callers: compile it once, never inline it."""
    if IS_COMPILED:
        share(function)
    return function


def _compiled(function: Callable[..., Any], is_inner: bool) -> Callable[..., Any]:
    if CACHE is None:
        return function
    wrappers: Any = {"no_cpython_wrapper": is_inner, "no_cfunc_wrapper": is_inner}
    dispatcher = numba.njit(nogil=True, error_model="numpy", **wrappers)(function)
    CACHE.add(dispatcher)
    _widen_numbers(dispatcher)
    if is_inner:
        _refuse_python(dispatcher)
    else:
        fall_back_to_plain(dispatcher)
    return dispatcher  # type: ignore[no-any-return]


def _refuse_python(dispatcher: Any) -> None:
    """Let a call from Python raise TypeError: without an entry point, numba would jump to address 0.

    When Python calls, numba looks for compiled code among what was inserted, and calls `_compile_for_args` if there is
    none. Compiled callers do neither.
    """

    def refused(*args: Any, **kwargs: Any) -> Any:
        raise TypeError(f"{dispatcher.__name__} is @inner: only kernels can call it; use @kernel")

    dispatcher._insert = lambda *args, **kwargs: None
    dispatcher._compile_for_args = refused


def _widen_numbers(dispatcher: Any) -> None:
    """Let kernels pass constants and short signed integers as int64: numba would compile a version for each."""
    get_call_template = dispatcher.get_call_template

    def widened(kind: types.Type) -> types.Type:
        kind = types.unliteral(kind)
        return types.int64 if kind in types.signed_domain else kind

    dispatcher.get_call_template = lambda args, kws: get_call_template(tuple(map(widened, args)), kws)


def cache_environment() -> dict[str, str]:
    """Return the environment variables with which another process finds the same cache."""
    return {} if CACHE is None else CACHE.environment


def cache_folder(game: str | None = None) -> Path | None:
    """Return the cache folder of a game, by default of the package's games; None in plain Python."""
    if CACHE is None:
        return None
    return CACHE.outside_folder if game in registry.guests else CACHE.folder
