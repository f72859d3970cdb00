"""Jigsaw pieces: their sides, their shapes, and how the new cells of a move are filled (K2, K12, K13)."""

# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls, no-check-untyped-defs

from __future__ import annotations

import numpy as np

from parlour.games.tracktic.board.bitboard import NEXT
from parlour.kernel import inner

# A side number has a bit for each side with a tab: north 1, east 2, south 4, west 8. A cell of the grid holds
# PIECE + its piece's side number, or 0.

PIECE = 16
SHAPES = 6
SHAPE = np.array([0, 1, 1, 2, 1, 3, 2, 4, 1, 2, 3, 4, 2, 4, 4, 5], np.int64)  # of each side number
RACK = np.array([2, 6, 8, 8, 6, 2], np.int64)  # how many of each shape a rack holds at first
RACK_SIZE = 32

_NO_KEY = 1 << 8


@inner
def neighbours_want(grid, cell):
    """Return the sides of a cell that have a neighbour, and those of them that need a tab (K12)."""
    known, tabs = 0, 0
    for side in range(4):
        there = grid[NEXT[cell, side]]
        if there:
            known |= 1 << side
            if there >> (side ^ 2) & 1 == 0:
                tabs |= 1 << side
    return known, tabs


@inner
def fill(grid, rack, laid, n, sides, given):
    """K13: choose the sides of n new cells, of which the first `given` are chosen already; False if nothing fits.

    `rack` has four bits for each shape. While a cell is being tried, `sides` holds its key: the keys of side numbers
    ascend in the order in which they are tried.
    """
    k = 0
    if given == 0:
        sides[0] = 0
    while k < n:
        known, tabs = neighbours_want(grid, laid[k])
        for j in range(k):  # an earlier cell can only lie south or west
            for side in (2, 3):
                if NEXT[laid[k], side] == laid[j]:
                    known |= 1 << side
                    if sides[j] >> (side ^ 2) & 1 == 0:
                        tabs |= 1 << side
        best = _NO_KEY
        if k < given:
            number = sides[k]
            if number & known == tabs and rack >> (4 * SHAPE[number]) & 15:
                best = number
        else:
            rest = 0  # side numbers that fit are `tabs` and any of the sides where nothing lies
            while True:
                number = tabs | rest
                left = rack >> (4 * SHAPE[number]) & 15
                key = ((9 - left) << 4) | number
                if left and sides[k] < key < best:
                    best = key
                if rest == 15 ^ known:
                    break
                rest = (rest - (15 ^ known)) & (15 ^ known)
        if best == _NO_KEY:
            k -= 1
            if k < given:
                return False
            rack += 1 << (4 * SHAPE[sides[k] & 15])
            continue
        sides[k] = best
        rack -= 1 << (4 * SHAPE[best & 15])
        k += 1
        if given <= k < n:
            sides[k] = 0
    for k in range(n):
        sides[k] &= 15
    return True
