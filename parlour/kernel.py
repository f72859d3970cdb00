"""Compiled code: `@kernel`, the dispatch on a state's record type, the one random generator.

A game's kernels take its state record first. Whoever serves all games calls the functions below, and the type of the
record decides whose kernel runs: inside other kernels at compile time, from Python by a dictionary.

A kernel that is not in the cache is compiled when it is first called, unless its game runs in plain Python for the time
being (`run_plain`): then the call runs the same code uncompiled, with the same results. With NUMBA_DISABLE_JIT=1
everything here and in the games is plain Python.
"""

# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls, no-check-untyped-defs

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.core import event
from numba.core.typing.templates import AbstractTemplate, infer, infer_global
from numba.extending import intrinsic, overload
from numpy.typing import NDArray

from parlour.kernel_cache import Cache, NotCached, source_of
from parlour.plain import plain, substitute
from parlour.shared_code import share

F = TypeVar("F", bound=Callable[..., Any])

IS_COMPILED = not numba.config.DISABLE_JIT  # type: ignore[attr-defined]
COMPILING = (
    "Parlour is compiling rules that are used for the first time: up to a minute or two, once per machine. "
    "`parlour warmup` compiles everything, and shows how far it is."
)


class _Watch(event.Listener):
    """Sees all that is compiled; that the package compiles something is told once, where somebody reads it."""

    def __init__(self) -> None:
        self.many = 0
        self.is_told = False

    def on_start(self, event: event.Event) -> None:
        """A function is about to be compiled."""
        self.many += 1
        if not self.is_told and _cache is not None and _cache.is_package(source_of(event.data["dispatcher"])):
            tell(COMPILING)

    def on_end(self, event: event.Event) -> None:
        """It has been compiled."""


_cache = Cache() if IS_COMPILED else None
_watch = _Watch()
event.register("numba:compile", _watch)


def tell(sentence: str) -> None:
    """Say something about compiling, where somebody reads it and nothing was said before."""
    if not _watch.is_told and (sys.stderr.isatty() or "ipykernel" in sys.modules):
        print(sentence, file=sys.stderr)
    _watch.is_told = True


def compile_untold() -> None:
    """From now on nothing is said when kernels are compiled: the caller shows that in its own way."""
    _watch.is_told = True


def compiled() -> int:
    """How many functions were compiled in this process so far."""
    return _watch.many


def kernel(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a function at its first call with each set of types; no closures, no functions as arguments."""
    return _compiled(function, is_inner=False)


def inner(function: Callable[..., Any]) -> Callable[..., Any]:
    """A kernel that only kernels call: compiling it is quicker without a way in from Python."""
    return _compiled(function, is_inner=True)


def shared(function: Callable[..., Any]) -> Callable[..., Any]:
    """Above @kernel or @inner: a large one that several call. Its machine code is made once, and no caller has it."""
    if IS_COMPILED:
        share(function)
    return function


def _compiled(function: Callable[..., Any], is_inner: bool) -> Callable[..., Any]:
    if _cache is None:
        return function
    wrappers: Any = {"no_cpython_wrapper": is_inner, "no_cfunc_wrapper": is_inner}
    dispatcher = numba.njit(nogil=True, error_model="numpy", **wrappers)(function)
    _cache.add(dispatcher)
    _widen_numbers(dispatcher)
    if not is_inner:
        _plain_where_wanted(dispatcher)
    return dispatcher  # type: ignore[no-any-return]


def _widen_numbers(dispatcher: Any) -> None:
    """Let other kernels pass constants and short signed numbers as int64: numba would compile it for each of them."""
    get_call_template = dispatcher.get_call_template

    def widened(kind: types.Type) -> types.Type:
        kind = types.unliteral(kind)
        return types.int64 if kind in types.signed_domain else kind

    dispatcher.get_call_template = lambda args, kws: get_call_template(tuple(map(widened, args)), kws)


def cache_environment() -> dict[str, str]:
    """What another process must have in its environment to find the same cache."""
    return {} if _cache is None else _cache.environment


def cache_folder(game: str | None = None) -> Path | None:
    """Where the compiled code of a game is kept, or of those of the package; None in plain Python."""
    if _cache is None:
        return None
    return _cache.outside_folder if game in _guests else _cache.folder


# ---------------------------------------------------------------------------------------------------------------------
# Games that run in plain Python until another process has compiled them (compiling.py decides which).

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


def _plain_where_wanted(dispatcher: Any) -> None:
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
                    return compile_for_args(*args)
            except NotCached:
                return plain(dispatcher)
        return compile_for_args(*args)

    dispatcher._compile_for_args = chosen


def _is_plain(source: str, args: tuple[Any, ...]) -> bool:
    """Whether a call belongs to a game that runs in plain Python: by the kernel's file, else by a record among args."""
    for folder, game in _folders.items():
        if source.startswith(folder):
            return game in _plain_games
    if _cache is None or not _cache.is_package(source):
        return False  # a kernel of somebody's own, who wants it compiled
    for value in args:
        if isinstance(value, np.ndarray | np.record) and value.dtype in _bound:
            return _bound[value.dtype][0] in _plain_games
    return True


# ---------------------------------------------------------------------------------------------------------------------
# The kernels of a game, called by the type of the record.


class Unbound(TypeError):
    """A record that belongs to no registered game."""


_bound: dict[Any, tuple[str, dict[str, Any]]] = {}  # by the record's dtype, and by its type inside kernels
_guests: set[str] = set()  # games from outside the package
_folders: dict[str, str] = {}  # the folders of games, each with its game


def bind(name: str, state: np.dtype[Any], kernels: Mapping[str, Callable[..., Any] | None], **facts: int) -> None:
    """From now on these kernels and facts serve records of this type; an optional kernel that is None has a default."""
    if state.type is not np.record or not state.isalignedstruct:
        raise TypeError(f"{name}: STATE must be np.dtype((np.record, np.dtype([...], align=True)))")
    if sum(state[field].itemsize for field in state.names or ()) != state.itemsize:
        raise TypeError(f"{name}: STATE has gaps, in which equal states could differ: fill them with a spare field")
    taken = [field for field in state.names or () if hasattr(np.record, field)]
    if taken:
        raise TypeError(f"{name}: every NumPy record has something called {taken[0]!r}: give that field another name")
    other = _bound.get(state)
    if other is not None and other[0] != name:
        raise TypeError(
            f"{name} and {other[0]} have records of the same fields, so their kernels could not be told apart: "
            "give a field of one of them a name of its own"
        )
    chosen = {key: function or _DEFAULTS.get(key) or kernels["legal"] for key, function in kernels.items()}
    record = numba.from_dtype(state)
    if _cache is not None and _cache.add_record(record, [function for function in kernels.values() if function]):
        _guests.add(name)
    _bound[state] = _bound[record] = (name, {**chosen, **facts})
    required = kernels.get("setup")
    if required is not None:
        _folders[f"{Path(source_of(required)).parent}{os.sep}"] = name


def _of(s: Any, key: str) -> Any:
    """What a game has under this key, by one of its records (plain) or by their type (compiling)."""
    record = s if isinstance(s, types.Type) else s.dtype
    if record not in _bound:
        raise Unbound(f"no registered game has the record {record}: parlour.register(GAME) first")
    name, known = _bound[record]
    if key not in known:
        raise Unbound(f"{name} has no kernel {key}: its game has no encoding")
    return known[key]


def _dispatched(stub: F) -> F:
    """Let kernels call a stub, too: numba calls the kernel that the record's type has under the stub's name."""
    name = stub.__name__

    class Dispatched(AbstractTemplate):
        """Calls the game's kernel directly: a layer between would cost the compiler as much as the kernel itself."""

        key = stub

        def generic(self, args, kws):
            return types.Dispatcher(_of(args[0], name)).get_call_type(self.context, args, kws)

        def get_impl_key(self, sig):
            return _of(sig.args[0], name).get_overload(sig.args)

    if IS_COMPILED:
        infer(Dispatched)
        infer_global(stub, types.Function(Dispatched))
    substitute(stub, lambda s, *rest: plain(_of(s, name))(s, *rest))
    return stub


def _fact(stub: F) -> F:
    """The same for a number that is known when a kernel is compiled."""
    key = stub.__name__

    @overload(stub)
    def number(s):
        value = int(_of(s, key))
        return lambda s: value

    return stub


@_dispatched
def setup(s: Any) -> None:
    """Lay out the start; options and deal are already in s."""
    _of(s, "setup")(s)


@_dispatched
def waiting(s: Any) -> int:
    """Bit mask of the seats that may act now: 0 = over, one bit = a turn, several = everyone at once."""
    return int(_of(s, "waiting")(s))


@_dispatched
def legal(s: Any, seat: int, out: NDArray[np.int64]) -> int:
    """Fill out[:n] with a waiting seat's move codes, ascending, and return n > 0."""
    return int(_of(s, "legal")(s, seat, out))


@_dispatched
def apply(s: Any, seat: int, move: int) -> None:
    """Make a move that `legal` lists, or a refinement of one, in place."""
    _of(s, "apply")(s, seat, move)


@_dispatched
def scores(s: Any, out: NDArray[np.int64]) -> None:
    """Fill out[seat, k] with the score columns as they stand."""
    _of(s, "scores")(s, out)


@_dispatched
def redeal(s: Any, seat: int, rng: NDArray[np.uint64]) -> None:
    """Deal anew what this seat cannot know; replace hidden choices of the round by random legal ones."""
    _of(s, "redeal")(s, seat, rng)


@_dispatched
def sample(s: Any, seat: int, rng: NDArray[np.uint64]) -> int:
    """One legal move of a waiting seat, each equally likely. Optional: by default one of the list."""
    return int(_of(s, "sample")(s, seat, rng))


@_dispatched
def evaluate(s: Any, out: NDArray[np.float64]) -> None:
    """A quick guess of the result: out[seat] from 0 (lost) to 1 (won). Optional: by default who leads now."""
    _of(s, "evaluate")(s, out)


@_dispatched
def propose(s: Any, seat: int, out: NDArray[np.int64]) -> int:
    """The legal moves worth a look, best first. Optional: by default all of them."""
    return int(_of(s, "propose")(s, seat, out))


# Those below are there if the game has an encoding.


@_dispatched
def action_of(s: Any, seat: int, move: int) -> int:
    """The number of a move that `legal` lists, below the encoding's `action_count`; no two listed ones share one."""
    return int(_of(s, "action_of")(s, seat, move))


@_dispatched
def move_of(s: Any, seat: int, action: int) -> int:
    """The listed move that has this number; for any other number, anything."""
    return int(_of(s, "move_of")(s, seat, action))


@_dispatched
def observe(s: Any, seat: int, planes: NDArray[np.uint8], vector: NDArray[np.float32]) -> None:
    """Fill planes (plane, row, column) and vector with what this seat may know, its own things first."""
    _of(s, "observe")(s, seat, planes, vector)


@_dispatched
def deal(s: Any, rng: NDArray[np.uint64]) -> None:
    """Replace the deal of a record that is not set up by a random one."""
    _of(s, "deal")(s, rng)


@_dispatched
def list_actions(s: Any, seat: int, moves: NDArray[np.int64], out: NDArray[np.int32]) -> int:
    """Fill out[:n] with the numbers of the moves that `legal` lists, in any order, and return n.

    Both arrays hold `max_moves`; what stands in `moves` afterwards means nothing. Optional: by default `number_moves`.
    """
    return int(_of(s, "list_actions")(s, seat, moves, out))


@_fact
def max_moves(s: Any) -> int:
    """How many moves `legal` lists at most."""
    return int(_of(s, "max_moves"))


@_fact
def score_columns(s: Any) -> int:
    """How many columns `scores` fills."""
    return int(_of(s, "score_columns"))


# ---------------------------------------------------------------------------------------------------------------------
# Bits. Every constant beside a uint64 must be np.uint64: mixed with int64 it would turn into a signed number.

popcount: Callable[..., Any]  # how many bits of a uint64 are set
lowest: Callable[..., Any]  # index of the lowest set bit of a uint64; 64 if none is


def _plain_popcount(x: Any) -> int:
    return int(x).bit_count()


def _plain_lowest(x: Any) -> int:
    return (int(x) & -int(x)).bit_length() - 1 if x else 64


if IS_COMPILED:

    def _on_uint64(build):
        """An intrinsic from a uint64 to an int64."""

        @intrinsic
        def number(_context, x):
            if x != types.uint64:
                raise numba.errors.TypingError(f"popcount and lowest take a uint64, not {x}")
            return types.int64(types.uint64), lambda _c, builder, _s, args: build(builder, args[0])

        return number

    popcount = _on_uint64(lambda builder, x: builder.ctpop(x))
    lowest = _on_uint64(lambda builder, x: builder.cttz(x, ir.Constant(ir.IntType(1), 0)))
    substitute(popcount, _plain_popcount)
    substitute(lowest, _plain_lowest)
else:
    popcount, lowest = _plain_popcount, _plain_lowest


# ---------------------------------------------------------------------------------------------------------------------
# The one random generator: xoroshiro128++ in a uint64[2], the same numbers compiled and plain.


def new_rng(seed: int) -> NDArray[np.uint64]:
    """A generator from a whole number, by two steps of splitmix64."""
    words = []
    for k in (1, 2):
        z = (seed + k * 0x9E3779B97F4A7C15) & 0xFFFFFFFFFFFFFFFF
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & 0xFFFFFFFFFFFFFFFF
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & 0xFFFFFFFFFFFFFFFF
        words.append(z ^ (z >> 31))
    return np.array(words, dtype=np.uint64)


def _next_number(rng):
    """The next 64 random bits."""
    s0 = rng[0]
    s1 = rng[1]
    total = s0 + s1
    number = ((total << np.uint64(17)) | (total >> np.uint64(47))) + s0
    s1 ^= s0
    rng[0] = ((s0 << np.uint64(49)) | (s0 >> np.uint64(15))) ^ s1 ^ (s1 << np.uint64(21))
    rng[1] = (s1 << np.uint64(28)) | (s1 >> np.uint64(36))
    return number


# Sums wrap around on purpose; only plain NumPy would warn of it.
_plain_next_number = np.errstate(over="ignore")(_next_number)
next_number: Callable[..., Any] = kernel(_next_number) if IS_COMPILED else _plain_next_number
substitute(next_number, _plain_next_number)


@kernel
def below(rng, n):
    """A whole number from 0 to n - 1, n at most 2**32, each exactly equally likely (Lemire's multiplication)."""
    low32 = np.uint64(0xFFFFFFFF)
    span = np.uint64(n)
    product = (next_number(rng) >> np.uint64(32)) * span
    if product & low32 < span:
        threshold = (np.uint64(0x100000000) - span) % span
        while product & low32 < threshold:
            product = (next_number(rng) >> np.uint64(32)) * span
    return np.int64(product >> np.uint64(32))


@kernel
def shuffle(items, rng):
    """Put the items of an array into any order, each equally likely."""
    for k in range(items.size - 1, 0, -1):
        other = below(rng, k + 1)
        item = items[k]
        items[k] = items[other]
        items[other] = item


# ---------------------------------------------------------------------------------------------------------------------
# What a game gets that does not bring its own optional kernels.


@kernel
def _sample_of_list(s, seat, rng):
    moves = np.empty(max_moves(s), np.int64)
    return moves[below(rng, legal(s, seat, moves))]


@kernel
def _evaluate_leaders(s, out):
    table = np.zeros((out.size, score_columns(s)), np.int64)
    scores(s, table)
    best = 0
    for seat in range(1, out.size):
        for k in range(table.shape[1]):
            if table[seat, k] != table[best, k]:
                if table[seat, k] > table[best, k]:
                    best = seat
                break
    leaders = 0
    for seat in range(out.size):
        leads = True
        for k in range(table.shape[1]):
            if table[seat, k] != table[best, k]:
                leads = False
        out[seat] = 1.0 if leads else 0.0
        leaders += leads
    for seat in range(out.size):
        out[seat] /= leaders


@kernel
def number_moves(s, seat, moves, out):
    """The number of each listed move, one by one: what a game's `list_actions` is, unless it has its own."""
    n = legal(s, seat, moves)
    for k in range(n):
        out[k] = action_of(s, seat, moves[k])
    return n


_DEFAULTS: dict[str, Any] = {
    "sample": _sample_of_list,
    "evaluate": _evaluate_leaders,
    "list_actions": number_moves,
}
