"""Compiled code: `@kernel`, the dispatch on a state's record type, the one random generator.

A game's kernels take its state record first. Whoever serves all games calls the functions below, and the type of the
record decides whose kernel runs: inside other kernels at compile time, from Python by a dictionary.

With NUMBA_DISABLE_JIT=1 everything here and in the games is plain Python, with the same results.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import platform
import re
import shutil
import sys
import tempfile
import warnings
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import numba
import numpy as np
import platformdirs
from llvmlite import ir
from numba import types
from numba.core import event
from numba.core.caching import FunctionCache, NullCache
from numba.extending import intrinsic, overload
from numpy.typing import NDArray

F = TypeVar("F", bound=Callable[..., Any])

IS_COMPILED = not numba.config.DISABLE_JIT  # type: ignore[attr-defined]
KEPT_CACHES = 8  # older ones are removed when a new one is made
COMPILING = (
    "Parlour is compiling rules that are used for the first time: up to a minute or two, once per machine. "
    "`parlour warmup` compiles everything, and shows how far it is."
)

# ---------------------------------------------------------------------------------------------------------------------
# The cache. numba looks only at a kernel's own file for changes, and would run old rules without a word when another
# file changed that the kernel was compiled with. So the folder's name is a hash of all kernel sources. Games from
# outside the package have a second folder, whose name knows their files too; the package's own code stays where it is.


def _package_sources() -> list[Path]:
    """grid.py, whose tables are frozen into compiled code, and every file of the package that holds a kernel."""
    package = Path(__file__).parent
    return [
        path
        for path in sorted(package.rglob("*.py"))
        if path.name == "grid.py" or re.search(rb"^@(kernel|inner)", path.read_bytes(), re.M)
    ]


class _Cache:
    """The folders of compiled code for the sources known so far."""

    def __init__(self) -> None:
        self._kernels: list[Any] = []
        self._base = self._writable_base()
        self._setting = (
            f"numba {numba.__version__}, numpy {np.__version__}, {platform.python_implementation()} "
            f"{platform.python_version()}, bounds {os.environ.get('NUMBA_BOUNDSCHECK', '')}"
        )
        self._package = {str(path): _digest(path) for path in _package_sources()}
        self._outside: dict[str, str] = {}
        self._guests: dict[str, bool] = {}  # by the text of a record from outside: whether its sources are files
        self.folder = self.outside_folder = self._folder()
        self._use(self.folder)

    @staticmethod
    def _writable_base() -> Path:
        given = os.environ.get("NUMBA_CACHE_DIR")
        own = platformdirs.user_cache_path("parlour", appauthor=False) / "kernels"
        base = Path(given) / "parlour" if given else own
        try:
            base.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=base):
                return base
        except OSError as problem:
            warnings.warn(
                f"cannot keep compiled code in {base} ({problem}): each start will compile anew", stacklevel=2
            )
            base = Path(tempfile.mkdtemp(prefix="parlour-"))
            atexit.register(shutil.rmtree, base, ignore_errors=True)
            return base

    def _folder(self) -> Path:
        known = " ".join([self._setting, *sorted([*self._package.values(), *self._outside.values()])])
        return self._base / hashlib.sha256(known.encode()).hexdigest()[:16]

    def _use(self, folder: Path) -> None:
        """Note that a folder is in use; before it is made, drop those not used for longest."""
        if folder.exists():
            os.utime(folder)
            return
        try:
            ours = [path for path in self._base.iterdir() if re.fullmatch("[0-9a-f]{16}", path.name)]
            others = sorted(ours, key=lambda path: path.stat().st_mtime)
        except OSError:  # another process is tidying up
            return
        for path in others[: 1 - KEPT_CACHES]:
            shutil.rmtree(path, ignore_errors=True)

    def add(self, dispatcher: Any) -> None:
        """A new kernel; one from outside the package moves all from outside to a folder that knows its files too."""
        source = _source(dispatcher)
        if not os.path.exists(source):
            return  # typed at a prompt: nothing to keep
        if source not in self._package and source not in self._outside:
            self._outside |= {str(path): _digest(path) for path in Path(source).parent.glob("*.py")}
            self.outside_folder = self._folder()
            self._use(self.outside_folder)
        self._kernels.append(dispatcher)
        dispatcher._cache = _KernelCache(dispatcher.py_func, self)

    def add_record(self, record: types.Type, kernels: list[Any]) -> bool:
        """A game's record; whether it is from outside the package."""
        sources = {_source(function) for function in kernels}
        if sources <= self._package.keys():
            return False
        self._guests[str(record)] = all(map(os.path.exists, sources))
        return True

    def is_package(self, source: str) -> bool:
        """Whether a file is one of the package's that hold kernels."""
        return source in self._package

    def folder_for(self, source: str, argument_types: tuple[types.Type, ...]) -> Path | None:
        """Where a kernel's code for these types is kept, None for nowhere: the hash must cover all that is in it."""
        text = " ".join(map(str, argument_types))  # the text of every record is in it, however deep
        guests = [is_file for record, is_file in self._guests.items() if record in text]
        if not all(guests):
            return None
        return self.outside_folder if guests or source not in self._package else self.folder


class _KernelCache(NullCache):
    """What numba asks for a kernel's compiled code; which folder it is in depends on the types."""

    def __init__(self, function: Callable[..., Any], cache: _Cache) -> None:
        self._function = function
        self._cache = cache
        self._kept: dict[Path | None, Any] = {None: NullCache()}

    def _of(self, argument_types: Any) -> Any:
        folder = self._cache.folder_for(self._function.__code__.co_filename, argument_types)
        if folder not in self._kept:
            before = numba.config.CACHE_DIR  # type: ignore[attr-defined]
            numba.config.CACHE_DIR = str(folder)  # type: ignore[attr-defined]  # numba looks at it here and only here
            try:
                self._kept[folder] = FunctionCache(self._function)
            finally:
                numba.config.CACHE_DIR = before  # type: ignore[attr-defined]
        return self._kept[folder]

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The code for these types, or None; numba holds its lock."""
        return self._of(sig).load_overload(sig, target_context)

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep the code for these types; numba holds its lock."""
        self._of(sig).save_overload(sig, data)


def _source(function: Any) -> str:
    return getattr(function, "py_func", function).__code__.co_filename  # type: ignore[no-any-return]


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


class _Watch(event.Listener):
    """Sees all that is compiled; what the package compiles is told once, where somebody reads it."""

    def __init__(self) -> None:
        self.many = 0
        self.is_told = False

    def on_start(self, event: event.Event) -> None:
        """A function is about to be compiled."""
        self.many += 1
        if self.is_told or _cache is None or not _cache.is_package(_source(event.data["dispatcher"])):
            return
        self.is_told = True
        if sys.stderr.isatty() or "ipykernel" in sys.modules:
            print(COMPILING, file=sys.stderr)

    def on_end(self, event: event.Event) -> None:
        """It has been compiled."""


_cache = _Cache() if IS_COMPILED else None
_watch = _Watch()
event.register("numba:compile", _watch)


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


def _compiled(function: Callable[..., Any], is_inner: bool) -> Callable[..., Any]:
    if _cache is None:
        return function
    wrappers: Any = {"no_cpython_wrapper": is_inner, "no_cfunc_wrapper": is_inner}
    dispatcher = numba.njit(nogil=True, error_model="numpy", **wrappers)(function)
    _cache.add(dispatcher)
    return dispatcher  # type: ignore[no-any-return]


def cache_folder(game: str | None = None) -> Path | None:
    """Where the compiled code of a game is kept, or of those of the package; None in plain Python."""
    if _cache is None:
        return None
    return _cache.outside_folder if game in _guests else _cache.folder


# ---------------------------------------------------------------------------------------------------------------------
# The kernels of a game, called by the type of the record.


class Unbound(TypeError):
    """A record that belongs to no registered game."""


_bound: dict[Any, tuple[str, dict[str, Any]]] = {}  # by the record's dtype, and by its type inside kernels
_guests: set[str] = set()  # games from outside the package


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
    chosen = {key: function or _DEFAULTS[key] for key, function in kernels.items()}
    record = numba.from_dtype(state)
    if _cache is not None and _cache.add_record(record, [function for function in kernels.values() if function]):
        _guests.add(name)
    _bound[state] = _bound[record] = (name, {**chosen, **facts})


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
    """Let kernels call a stub, too: numba compiles in the kernel that the record's type has under the stub's name."""
    key = stub.__name__

    def with_state(s):
        chosen = _of(s, key)
        return lambda s: chosen(s)

    def with_one(s, a):
        chosen = _of(s, key)
        return lambda s, a: chosen(s, a)

    def with_two(s, a, b):
        chosen = _of(s, key)
        return lambda s, a, b: chosen(s, a, b)

    def with_three(s, a, b, c):
        chosen = _of(s, key)
        return lambda s, a, b, c: chosen(s, a, b, c)

    overload(stub)((with_state, with_one, with_two, with_three)[stub.__code__.co_argcount - 1])
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
else:

    def popcount(x: Any) -> int:
        return int(x).bit_count()

    def lowest(x: Any) -> int:
        return (int(x) & -int(x)).bit_length() - 1 if x else 64


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
next_number: Callable[..., Any] = kernel(_next_number) if IS_COMPILED else np.errstate(over="ignore")(_next_number)


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
    "propose": legal,
    "list_actions": number_moves,
}
