"""Bit operations on a uint64.

Every constant used with a uint64 must be np.uint64: mixed with an int64, the result would be signed.
"""

# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls, no-check-untyped-defs

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from parlour.kernel.cache import IS_COMPILED
from parlour.kernel.plain import substitute

popcount: Callable[..., Any]
"""Return the number of set bits of a uint64."""
lowest: Callable[..., Any]
"""Return the index of the lowest set bit of a uint64; 64 if there is none."""


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
