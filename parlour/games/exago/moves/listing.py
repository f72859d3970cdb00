"""All moves of a seat before X16 is applied: tiles from the hand, and lifts of tiles on the board."""

# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls, no-check-untyped-defs

from __future__ import annotations

import numpy as np

from parlour.games.exago.bitboard import (
    CENTRE,
    ONE,
    RINGS,
    ZERO,
    around,
    first,
    largest_groups,
    loose_tiles,
    next_largest,
    remaining,
    single,
    size,
    touched_once,
)
from parlour.kernel import IS_COMPILED, inner, kernel, lowest, popcount

# A move code is lift << 15 | target << 8 | group << 1 | tie, each cell as its bit; no cell is bit 0.
#   lift   the tile picked up; 0: one from the hand
#   group  where a lift cuts, the first cell of the group that stays, so that `apply` need not look for it; else 0
#   tie    1 if the mover chose that group among equals, so that the text names it (X12)

PASS = 0

# Most moves: a connected set of n tiles touches at most 2n + 4 cells (each tile after the first adds at most
# three and takes one). Two seats: 12 own tiles, at most 23 others stay when one is lifted, so 50 targets, each with at
# most three groups to choose from: 12 * 50 * 3. More seats: 6 tiles, 35 others, 6 * 74 * 3, is less. Up to three moves
# too many are written after the last (write_moves). Behind them is room for a row of all targets (list_lifts), at most
# 2 * 36 + 4, and for the rest of a block (copy_moves).
ROW = 1803
MAX_MOVES = ROW + 76 + 32

STRIDE = 4 if IS_COMPILED else 1  # moves written at a time
BLOCK = 32 if IS_COMPILED else 1  # moves copied at a time
PLAIN = {"STRIDE": 1, "BLOCK": 1}  # for plain Python, where NumPy would warn of writes past the end

# Moves are listed in one of two forms: as codes, or as actions for learning (encoding/actions.py). A
# form is a table of numbers, one for each part that a move can have; their sum is the move.
LIFT, TARGET, GROUP, OTHER = range(4)  # rows, the first three by cell
TIE, BEFORE, PASSING = range(3)  # other parts: a group is chosen among equals; one of them comes before it; a pass
FORM = (4, 129)  # column 128: the first cell of an empty word, for the extra writes of write_moves

CODES = np.zeros(FORM, np.int64)
CODES[LIFT] = np.arange(129) << 15
CODES[TARGET] = np.arange(129) << 8
CODES[GROUP] = np.arange(129) << 1
CODES[OTHER, TIE] = 1
CODES[OTHER, PASSING] = PASS


@inner
def write_moves(low, high, form, rest_of_move, out, n):
    """One move for each target cell.

    Four are written at a time, at the end up to three too many, which the next call overwrites: fewer mispredicted loop
    exits make it faster.
    """
    k = np.uint64(n)
    end = k + np.uint64(popcount(low))
    while k < end:
        for _ in range(STRIDE):
            out[k] = rest_of_move + form[TARGET, np.uint64(lowest(low))]
            low &= low - ONE
            k += ONE
    k = end
    end += np.uint64(popcount(high))
    while k < end:
        for _ in range(STRIDE):
            out[k] = rest_of_move + form[TARGET, np.uint64(lowest(high) + 64)]
            high &= high - ONE
            k += ONE
    return np.int64(end)


@inner
def copy_moves(out, start, end, n, more):
    """Copy the moves from start to end to n, adding the same number to each, in complete blocks for speed."""
    for k in range((end - start + BLOCK - 1) // BLOCK * BLOCK):
        out[np.uint64(n + k)] = out[np.uint64(start + k)] + more


@inner
def copy_row(low, high, gone_low, gone_high, row_end, more, out, n):
    """Write a move for each target of the row, which are these cells, except for those that are gone.

    All are copied; then, for each one gone, the moves after it are copied again: faster than cell by cell.
    """
    copy_moves(out, ROW, row_end, n, more)
    n -= ROW
    while gone_low:
        place = ROW + popcount(low & (gone_low - ONE) & ~gone_low)
        copy_moves(out, place + 1, row_end, n + place, more)
        n -= 1
        gone_low &= gone_low - ONE
    while gone_high:
        place = ROW + popcount(low) + popcount(high & (gone_high - ONE) & ~gone_high)
        copy_moves(out, place + 1, row_end, n + place, more)
        n -= 1
        gone_high &= gone_high - ONE
    return n + row_end


@inner
def sort_moves(out, start, end):
    """Sort the few moves of a tie, which come group by group, by target."""
    for i in range(start + 1, end):
        move = out[i]
        j = i - 1
        while j >= start and out[j] > move:
            out[j + 1] = out[j]
            j -= 1
        out[j + 1] = move


@inner
def list_choices(s, cell, rest_low, rest_high, form, out, n):
    """A lift after which groups tie for largest: targets beside each of them (X12)."""
    cell_low, cell_high = single(cell)
    most, many = largest_groups(rest_low, rest_high)
    start = n
    for number in range(many):
        low, high, rest_low, rest_high = next_largest(rest_low, rest_high, most)
        ring_low, ring_high = around(low, high)
        move = form[LIFT, cell] + form[GROUP, first(low, high)] + form[OTHER, TIE] + number * form[OTHER, BEFORE]
        target_low = ring_low & s.board[0] & ~low & ~cell_low
        target_high = ring_high & s.board[1] & ~high & ~cell_high
        n = write_moves(target_low, target_high, form, move, out, n)
    sort_moves(out, start, n)
    return n


@inner
def list_reconnecting_lift(s, cell, rest_low, rest_high, form, out, n):
    """A lift with X21: groups are found with the tile put down."""
    cell_low, cell_high = single(cell)
    ring_low, ring_high = around(rest_low, rest_high)
    target_low = ring_low & s.board[0] & ~rest_low & ~cell_low
    target_high = ring_high & s.board[1] & ~rest_high & ~cell_high
    while target_low or target_high:
        target = first(target_low, target_high)
        low, high = single(target)
        target_low &= ~low
        target_high &= ~high
        all_low, all_high = rest_low | low, rest_high | high
        most, many = largest_groups(all_low, all_high)
        move = form[LIFT, cell] + form[TARGET, target]
        if most == size(all_low, all_high):
            out[n] = move
            n += 1
            continue
        for number in range(many):
            low, high, all_low, all_high = next_largest(all_low, all_high, most)
            out[n] = move + form[GROUP, first(low, high)]
            if many > 1:
                out[n] += form[OTHER, TIE] + number * form[OTHER, BEFORE]
            n += 1
    return n


@inner
def list_lifts(s, seat, form, out, n):
    """Every lift of an own tile and where it may go (X11, X12, X21)."""
    left_low, left_high = s.tiles[2 * seat], s.tiles[2 * seat + 1]
    occupied_low, occupied_high = s.occupied[0], s.occupied[1]
    frontier_low, frontier_high = s.frontier[0], s.frontier[1]
    loose_low, loose_high = loose_tiles(occupied_low, occupied_high)
    once_low, once_high = touched_once(occupied_low, occupied_high)
    row_end = write_moves(frontier_low, frontier_high, form, 0, out, ROW)  # shared by all lifts that cut nothing
    while left_low or left_high:
        cell = first(left_low, left_high)
        cell_low, cell_high = single(cell)
        left_low &= ~cell_low
        left_high &= ~cell_high
        move = form[LIFT, cell]
        if loose_low & cell_low or loose_high & cell_high:
            rest_low, rest_high = occupied_low & ~cell_low, occupied_high & ~cell_high
            low, high, ties = remaining(rest_low, rest_high, cell, once_low, once_high)
            if low != rest_low or high != rest_high:
                if s.reconnect:
                    n = list_reconnecting_lift(s, cell, rest_low, rest_high, form, out, n)
                elif ties > 1:
                    n = list_choices(s, cell, rest_low, rest_high, form, out, n)
                else:
                    ring_low, ring_high = around(low, high)
                    target_low = ring_low & s.board[0] & ~low & ~cell_low
                    target_high = ring_high & s.board[1] & ~high & ~cell_high
                    move += form[GROUP, first(low, high)]
                    n = write_moves(target_low, target_high, form, move, out, n)
                continue
        # Nothing is cut off, so only cells that touch no other tile are lost as targets.
        gone_low = frontier_low & once_low & RINGS[cell, 0]
        gone_high = frontier_high & once_high & RINGS[cell, 1]
        n = copy_row(frontier_low, frontier_high, gone_low, gone_high, row_end, move, out, n)
    return n


@inner
def list_in_form(s, seat, form, out):
    """List all moves before X16 is applied, in a form."""
    n = 0
    if s.hand[seat] > 0:
        if s.occupied[0] | s.occupied[1] == ZERO:  # X8
            out[0] = form[TARGET, CENTRE]
            return 1
        n = write_moves(s.frontier[0], s.frontier[1], form, 0, out, 0)  # X9
        if not s.early_relocation:  # X10
            return n
    n = list_lifts(s, seat, form, out, n)
    if n == 0:  # X14
        out[0] = form[OTHER, PASSING]
        return 1
    return n


@kernel
def list_moves(s, seat, out):
    """List all moves before X16 is applied, as codes."""
    return list_in_form(s, seat, CODES, out)
