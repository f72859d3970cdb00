"""Perft: the number of move sequences of a given length, by which rules are checked."""

# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls, no-check-untyped-defs

from __future__ import annotations

import numpy as np

from parlour.kernel import apply, kernel, legal, max_moves
from parlour.rollout import first_waiting

ALWAYS_COMPILED = True  # kernel.fallback: it plays too many positions for plain Python


@kernel
def perft(start, depth):
    """Return the number of move sequences of this length; the lowest waiting seat acts each time."""
    if depth == 0:
        return 1
    line = np.empty(depth, start.dtype)  # line[d]: the position after d moves
    moves = np.empty((depth, max_moves(start[0])), np.int64)
    seats = np.empty(depth, np.int64)
    left = np.zeros(depth, np.int64)  # moves not yet tried at each depth
    line[0] = start[0]
    total = 0
    d = 0
    fresh = True
    while d >= 0:
        if fresh:
            seats[d] = first_waiting(line[d])
            left[d] = legal(line[d], seats[d], moves[d]) if seats[d] >= 0 else 0
            if d == depth - 1:
                total += left[d]
                left[d] = 0
        if left[d] == 0:
            d -= 1
            fresh = False
            continue
        left[d] -= 1
        line[d + 1] = line[d]
        apply(line[d + 1], seats[d], moves[d, left[d]])
        d += 1
        fresh = True
    return total
