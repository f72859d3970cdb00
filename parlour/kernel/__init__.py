"""Compiled code: `@kernel`, dispatch on the type of a state record, the random generator.

The first argument of a game's kernels is its state record. Code for all games calls `legal`, `apply` and the other
functions here, and the type of the record decides which game's kernel runs.

A kernel that is not in the cache is compiled on its first call, unless its game runs in plain Python for the time being
(`run_plain`): then the call runs the same code uncompiled, with the same results. With NUMBA_DISABLE_JIT=1 everything
here and in the games is plain Python.

    compiler   the decorators                     cache         where compiled code is kept
    dispatch   kernels by the record's type       binding       registers a game's kernels, with defaults
    bits       popcount and lowest                rng           the random generator
    fallback   plain Python while others compile  plain, start, shared_code, registry   used by those above
"""

from __future__ import annotations

from parlour.kernel.binding import bind as bind
from parlour.kernel.binding import number_moves as number_moves
from parlour.kernel.bits import lowest as lowest
from parlour.kernel.bits import popcount as popcount
from parlour.kernel.cache import CACHE as CACHE
from parlour.kernel.cache import IS_COMPILED as IS_COMPILED
from parlour.kernel.compiler import COMPILING as COMPILING
from parlour.kernel.compiler import cache_environment as cache_environment
from parlour.kernel.compiler import cache_folder as cache_folder
from parlour.kernel.compiler import compile_untold as compile_untold
from parlour.kernel.compiler import compiled as compiled
from parlour.kernel.compiler import inner as inner
from parlour.kernel.compiler import kernel as kernel
from parlour.kernel.compiler import shared as shared
from parlour.kernel.compiler import tell as tell
from parlour.kernel.dispatch import action_of as action_of
from parlour.kernel.dispatch import apply as apply
from parlour.kernel.dispatch import deal as deal
from parlour.kernel.dispatch import evaluate as evaluate
from parlour.kernel.dispatch import legal as legal
from parlour.kernel.dispatch import list_actions as list_actions
from parlour.kernel.dispatch import max_moves as max_moves
from parlour.kernel.dispatch import move_of as move_of
from parlour.kernel.dispatch import observe as observe
from parlour.kernel.dispatch import propose as propose
from parlour.kernel.dispatch import redeal as redeal
from parlour.kernel.dispatch import sample as sample
from parlour.kernel.dispatch import score_columns as score_columns
from parlour.kernel.dispatch import scores as scores
from parlour.kernel.dispatch import setup as setup
from parlour.kernel.dispatch import waiting as waiting
from parlour.kernel.fallback import before_plain_calls as before_plain_calls
from parlour.kernel.fallback import loading as loading
from parlour.kernel.fallback import look_again as look_again
from parlour.kernel.fallback import run_compiled as run_compiled
from parlour.kernel.fallback import run_plain as run_plain
from parlour.kernel.fallback import runs_plain as runs_plain
from parlour.kernel.registry import Unbound as Unbound
from parlour.kernel.rng import below as below
from parlour.kernel.rng import new_rng as new_rng
from parlour.kernel.rng import next_number as next_number
from parlour.kernel.rng import shuffle as shuffle
