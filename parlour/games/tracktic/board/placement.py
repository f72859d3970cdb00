"""Where a seat may lay pieces (K11 to K17)."""

# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls, no-check-untyped-defs

from __future__ import annotations

import numpy as np

from parlour.games.tracktic.board.bitboard import (
    ANCHORS,
    DISTANCE,
    FLIPS,
    FORM_SIZE,
    GRIDS,
    ZERO,
    around,
    beside,
    both,
    covered,
    down,
    either,
    meet,
    reached,
    set_at,
    touching_three,
    touching_two,
    without,
)
from parlour.games.tracktic.board.pieces import SHAPES, fill
from parlour.kernel import inner, kernel

COLOURS = 4


@kernel
def grid_number(s):
    """Return 0 for the full grid, 1 if only the centre is in play (K3)."""
    return 1 if s.players == 2 else 0


@inner
def ground(s, seat):
    """Return the sets of cells that decide where a seat may lay pieces.

    own      its pieces
    others   opponents' pieces, the neutral colour's among them (K7)
    empty    cells of the grid without a piece
    free     empty cells on which one more own piece makes no T by itself (K14)
    touch    cells beside a piece it can build from (K11)
    """
    grid = grid_number(s)
    own, white = set_at(s.pieces, seat), set_at(s.white, 0)
    others = (ZERO, ZERO, ZERO)
    for colour in range(COLOURS):
        if colour != seat:
            others = either(others, set_at(s.pieces, colour))
    cells = (GRIDS[grid, 0], GRIDS[grid, 1], GRIDS[grid, 2])
    empty = without(without(without(cells, own), white), others)
    ends_only = without(empty, around(both(own, touching_two(own))))
    free = without(ends_only, touching_three(own))
    return own, others, empty, free, around(reached(own, white))


@kernel
def list_touched(s, seat, out):
    """Fill three words with the cells beside a piece that a seat can build from (K11)."""
    out[0], out[1], out[2] = ground(s, seat)[4]


@inner
def openings(s, seat, form, land):
    """Return the anchors where a form may lie, before K12 and T's made by several new pieces together (K14)."""
    own, others, empty, free, touch = land
    if form >= FLIPS:  # K17
        return both(beside(both(others, around(own)), form - FLIPS), free)
    white = set_at(s.white, 0)
    serving = either(free, either(others, white))
    all_free, any_touch = free, touch
    all_serving, any_other, any_empty = serving, others, empty
    with_token = s.tokens[seat] > 0
    for k in range(1, FORM_SIZE[form]):
        distance = DISTANCE[form, k]
        all_free = both(all_free, down(free, distance))
        any_touch = either(any_touch, down(touch, distance))
        if with_token:
            all_serving = both(all_serving, down(serving, distance))
            any_other = either(any_other, down(others, distance))
            any_empty = either(any_empty, down(empty, distance))
    if with_token:  # K15
        all_free = either(all_free, both(all_serving, both(any_other, any_empty)))
    grid = grid_number(s)
    anchors = (ANCHORS[grid, form, 0], ANCHORS[grid, form, 1], ANCHORS[grid, form, 2])
    return both(both(all_free, any_touch), anchors)


@inner
def list_laid(s, form, anchor, laid):
    """List the cells of a move on which pieces are laid, in order; return how many there are."""
    n = 0
    for k in range(FORM_SIZE[form]):
        cell = anchor + np.int64(DISTANCE[form, k])
        if s.sides[cell] == 0:
            laid[n] = cell
            n += 1
    return n


@inner
def makes_t(own, form, anchor, empty):
    """K14, for the pieces that a form adds."""
    after = either(own, both(covered(form, anchor), empty))
    return meet(touching_three(after), after)


@kernel
def would_make_t(s, seat, form, anchor):
    """Return the same, for explanations."""
    land = ground(s, seat)
    return makes_t(land[0], form, anchor, land[2])


@kernel
def find_pieces(s, seat, laid, n, sides, given):
    """K12, K13: choose the sides of new cells after the first `given`; return whether the rack has the pieces."""
    left, rack = 0, 0
    for shape in range(SHAPES):
        left += s.rack[SHAPES * seat + shape]
        rack |= np.int64(s.rack[SHAPES * seat + shape]) << (4 * shape)
    if left < n:
        return False
    if s.is_plain:
        for k in range(n):
            sides[k] = 0
        return True
    return fill(s.sides, rack, laid, n, sides, given)


@inner
def is_move(s, seat, form, anchor, land, laid, sides):
    """Whether one of the openings is a legal move."""
    if form < FLIPS and makes_t(land[0], form, anchor, land[2]):
        return False
    return find_pieces(s, seat, laid, list_laid(s, form, anchor, laid), sides, 0)
