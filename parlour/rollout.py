"""Kernels that play random games, for any game."""

# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls, no-check-untyped-defs

from __future__ import annotations

import numpy as np

from parlour.kernel import apply, below, kernel, legal, lowest, max_moves, sample, waiting

ALWAYS_COMPILED = True  # kernel.fallback: these play too many positions for plain Python


@kernel
def first_waiting(s):
    """Return the lowest waiting seat, or -1 when the game is over."""
    mask = waiting(s)
    return lowest(np.uint64(mask)) if mask else -1


@kernel
def play_listed(start, games, rng):
    """Play random games from a one-record array, listing all moves at each ply; return the number of plies."""
    work = start.copy()
    moves = np.empty(max_moves(start[0]), np.int64)
    plies = 0
    for _ in range(games):
        work[0] = start[0]
        s = work[0]
        seat = first_waiting(s)
        while seat >= 0:
            apply(s, seat, moves[below(rng, legal(s, seat, moves))])
            plies += 1
            seat = first_waiting(s)
    return plies


@kernel
def play_sampled(start, games, rng):
    """Do the same with `sample`."""
    work = start.copy()
    plies = 0
    for _ in range(games):
        work[0] = start[0]
        s = work[0]
        seat = first_waiting(s)
        while seat >= 0:
            apply(s, seat, sample(s, seat, rng))
            plies += 1
            seat = first_waiting(s)
    return plies
