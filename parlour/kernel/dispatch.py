"""The kernels of a game, dispatched on the type of its state record.

Code for all games calls the functions below, and the type of the record decides which game's kernel runs: inside other
kernels at compile time, from Python by a dictionary.
"""

# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls, no-check-untyped-defs

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
from numba import types
from numba.core.typing.templates import AbstractTemplate, infer, infer_global
from numba.extending import overload
from numpy.typing import NDArray

from parlour.kernel.cache import IS_COMPILED
from parlour.kernel.plain import plain, substitute
from parlour.kernel.registry import bound_to

F = TypeVar("F", bound=Callable[..., Any])


def _dispatched(stub: F) -> F:
    """Make a stub callable from kernels: numba calls the kernel bound to the record's type under the stub's name."""
    name = stub.__name__

    class Dispatched(AbstractTemplate):
        """Calls the game's kernel directly: a wrapper would take as long to compile as the kernel itself."""

        key = stub

        def generic(self, args, kws):
            return types.Dispatcher(bound_to(args[0], name)).get_call_type(self.context, args, kws)

        def get_impl_key(self, sig):
            return bound_to(sig.args[0], name).get_overload(sig.args)

    if IS_COMPILED:
        infer(Dispatched)
        infer_global(stub, types.Function(Dispatched))
    substitute(stub, lambda s, *rest: plain(bound_to(s, name))(s, *rest))
    return stub


def _fact(stub: F) -> F:
    """Do the same for a number that is constant at compile time."""
    key = stub.__name__

    @overload(stub)
    def number(s):
        value = int(bound_to(s, key))
        return lambda s: value

    return stub


@_dispatched
def setup(s: Any) -> None:
    """Set up the start position; options and deal are already in s."""
    bound_to(s, "setup")(s)


@_dispatched
def waiting(s: Any) -> int:
    """Return a bit mask of the seats that may act: 0 when the game is over, several bits in simultaneous play."""
    return int(bound_to(s, "waiting")(s))


@_dispatched
def legal(s: Any, seat: int, out: NDArray[np.int64]) -> int:
    """Fill out[:n] with a waiting seat's move codes, ascending, and return n > 0."""
    return int(bound_to(s, "legal")(s, seat, out))


@_dispatched
def apply(s: Any, seat: int, move: int) -> None:
    """Make a move that `legal` lists, or a refinement of one, in place."""
    bound_to(s, "apply")(s, seat, move)


@_dispatched
def scores(s: Any, out: NDArray[np.int64]) -> None:
    """Fill out[seat, k] with the score columns as they stand."""
    bound_to(s, "scores")(s, out)


@_dispatched
def redeal(s: Any, seat: int, rng: NDArray[np.uint64]) -> None:
    """Redeal what this seat cannot know; replace hidden choices of the round by random legal ones."""
    bound_to(s, "redeal")(s, seat, rng)


@_dispatched
def sample(s: Any, seat: int, rng: NDArray[np.uint64]) -> int:
    """Return a uniformly random legal move of a waiting seat. Optional: by default drawn from the list of moves."""
    return int(bound_to(s, "sample")(s, seat, rng))


@_dispatched
def evaluate(s: Any, out: NDArray[np.float64]) -> None:
    """Estimate the result: out[seat] from 0 (lost) to 1 (won). Optional: by default 1, shared by the leaders."""
    bound_to(s, "evaluate")(s, out)


@_dispatched
def propose(s: Any, seat: int, out: NDArray[np.int64]) -> int:
    """Fill out[:n] with the legal moves worth considering, best first, and return n. Optional: by default all."""
    return int(bound_to(s, "propose")(s, seat, out))


# The following exist if the game has an encoding.


@_dispatched
def action_of(s: Any, seat: int, move: int) -> int:
    """Return the action of a listed move, a number below `action_count`; no two listed moves share one."""
    return int(bound_to(s, "action_of")(s, seat, move))


@_dispatched
def move_of(s: Any, seat: int, action: int) -> int:
    """Return the listed move of a legal action; the result for any other number is undefined."""
    return int(bound_to(s, "move_of")(s, seat, action))


@_dispatched
def observe(s: Any, seat: int, planes: NDArray[np.uint8], vector: NDArray[np.float32]) -> None:
    """Fill planes[plane, row, column] and vector with what this seat may know, its own seat first."""
    bound_to(s, "observe")(s, seat, planes, vector)


@_dispatched
def deal(s: Any, rng: NDArray[np.uint64]) -> None:
    """Write a random deal into a record before `setup`."""
    bound_to(s, "deal")(s, rng)


@_dispatched
def list_actions(s: Any, seat: int, moves: NDArray[np.int64], out: NDArray[np.int32]) -> int:
    """Fill out[:n] with the actions of the moves that `legal` lists, in any order, and return n.

    Both arrays have room for `max_moves`; `moves` is scratch space. Optional: by default `number_moves`.
    """
    return int(bound_to(s, "list_actions")(s, seat, moves, out))


@_fact
def max_moves(s: Any) -> int:
    """Return the most moves that `legal` ever lists."""
    return int(bound_to(s, "max_moves"))


@_fact
def score_columns(s: Any) -> int:
    """Return how many columns `scores` fills."""
    return int(bound_to(s, "score_columns"))
