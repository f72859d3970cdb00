"""Tracktic's moves as numbers, for learning: an index for every way to lay a pattern."""

# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls, no-check-untyped-defs

from __future__ import annotations

import numpy as np

from parlour.games.tracktic.board.bitboard import (
    CELLS,
    DISTANCE,
    FIRST_FORM,
    FLIPS,
    FORM_SIZE,
    HIGH,
    KINDS,
    LOW,
    SIZE,
)
from parlour.games.tracktic.board.placement import grid_number
from parlour.games.tracktic.rules import SKIP, parts
from parlour.kernel import inner, kernel

# An action is W * W * form + W * row + column, or the last one, to skip. W is 13, with two seats 9, from c3 on (K3);
# row and column are those of the anchor. Forms are numbered from the first one that the deck has to its last, then come
# the four of a Flip card: for each side, north first, on which a piece is laid. Whether a token is spent follows from
# what lies there, and pieces are chosen as K13 suggests.

SIDES = 4
STANDARD, LONG = range(2)
# By deck: its first form, and how many it has besides the four of a Flip card.
FIRST = np.array([FIRST_FORM[KINDS.index("I2")], FIRST_FORM[KINDS.index("I3")]], np.int64)
MANY = np.array([FIRST_FORM[KINDS.index("I5")] - FIRST[STANDARD], FLIPS - FIRST[LONG]], np.int64)
CORNER = np.array([0, LOW], np.int64)  # by grid: its first column and row
WIDTH = np.array([SIZE, HIGH - LOW + 1], np.int64)


@inner
def skip_of(s):
    """Return the last action."""
    width = WIDTH[grid_number(s)]
    return width * width * (MANY[s.is_long] + SIDES)


@kernel
def action_of(s, seat, move):
    """Return the action of a move, by form and anchor."""
    if move == SKIP:
        return skip_of(s)
    grid, deck = grid_number(s), s.is_long
    form, anchor, _ = parts(move)
    number = form - FLIPS + MANY[deck] if form >= FLIPS else form - FIRST[deck]
    width, corner = WIDTH[grid], CORNER[grid]
    return width * width * number + width * (anchor % SIZE - corner) + anchor // SIZE - corner


@kernel
def move_of(s, seat, action):
    """Return the move of an action; a token is spent if a cell of the pattern is not empty."""
    if action == skip_of(s):
        return np.int64(SKIP)
    grid, deck = grid_number(s), s.is_long
    width, corner = WIDTH[grid], CORNER[grid]
    number, place = action // (width * width), action % (width * width)
    form = number - MANY[deck] + FLIPS if number >= MANY[deck] else number + FIRST[deck]
    anchor = SIZE * (place % width + corner) + place // width + corner
    token = 0
    if form < FLIPS:
        for k in range(FORM_SIZE[form]):
            cell = min(anchor + np.int64(DISTANCE[form, k]), CELLS)  # off the grid only where the action is not legal
            if s.sides[cell] != 0:
                token = 1
    return 2 * (1 + CELLS * form + anchor) + token
