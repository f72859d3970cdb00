"""Sets of cells of Exago's board as 128 bits: neighbours, groups, lines."""

# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls, no-check-untyped-defs

from __future__ import annotations

import numpy as np

from parlour.grid import HEX_STEPS, hex_cells
from parlour.kernel import inner, kernel, lowest, popcount

# The board, pointy-top, radius 2 here; radius 5 has eleven rows. Letters run down the slanting columns:
#
#          c d e            A set of cells is 128 bits in two words (low, high); cell (q, r) is bit 61 + 12 q + r.
#      1  . . .             Radius 5 takes bits 1 to 121, and at least one bit between two columns is never set, so
#     2  . . . .            that a step off the board meets no other cell. The six neighbours are shifts by 1, 11 and
#    3  . . * . .           12. Ascending bits are "cells in order": by letter, then by number.
#     4  . . . .
#      5  . . .

CENTRE = 61

ZERO = np.uint64(0)
ONE = np.uint64(1)
WORD = np.uint64(64)


def cell_bit(q: int, r: int) -> int:
    """Return the bit of a cell."""
    return CENTRE + 12 * q + r


def _board_words(radius: int) -> list[int]:
    bits = sum(1 << cell_bit(q, r) for q, r in hex_cells(radius))
    return [bits & (2**64 - 1), bits >> 64]


BOARDS = np.array([_board_words(4), _board_words(5)], dtype=np.uint64)

# The neighbours of each cell of the large board, as two words; the small board masks some of them off.
RINGS = np.zeros((128, 2), dtype=np.uint64)
for _q, _r in hex_cells(5):
    _bits = sum(1 << cell_bit(_q + dq, _r + dr) for dq, dr in HEX_STEPS if (_q + dq, _r + dr) in hex_cells(5))
    RINGS[cell_bit(_q, _r)] = _bits & (2**64 - 1), _bits >> 64


# ---------------------------------------------------------------------------------------------------------------------
# Sets of cells


@inner
def up(low, high, n):
    """Every cell moved n bits up."""
    return low << n, (high << n) | (low >> (WORD - n))


@inner
def down(low, high, n):
    """Every cell moved n bits down."""
    return (low >> n) | (high << (WORD - n)), high >> n


@inner
def word_of(cell):
    """Which of the two words holds a cell."""
    return cell >> 6


@inner
def bit_of(cell):
    """A cell's bit in its word."""
    return ONE << np.uint64(cell & 63)


@inner
def single(cell):
    """The set of one cell."""
    bit = bit_of(cell)
    return (ZERO, bit) if cell >> 6 else (bit, ZERO)


@inner
def first(low, high):
    """The first cell of a set that is not empty."""
    return lowest(low) if low else lowest(high) + 64


@kernel
def size(low, high):
    """How many cells a set has."""
    return popcount(low) + popcount(high)


# The n-th set bit of each byte: halving a word down to a byte and looking it up here has no branches to mispredict,
# which makes sampling a tenth faster.
SELECT = np.zeros((256, 8), dtype=np.uint8)
for _byte in range(256):
    for _n, _bit in enumerate(bit for bit in range(8) if _byte >> bit & 1):
        SELECT[_byte, _n] = _bit


@inner
def nth(low, high, n):
    """Return the cell with n cells before it."""
    base = 0
    bits = low
    before = popcount(low)
    if n >= before:
        n -= before
        base = 64
        bits = high
    for width, mask in (
        (np.uint64(32), np.uint64(0xFFFFFFFF)),
        (np.uint64(16), np.uint64(0xFFFF)),
        (np.uint64(8), np.uint64(0xFF)),
    ):
        before = popcount(bits & mask)
        skip = n >= before
        n -= before if skip else 0
        bits >>= width if skip else ZERO
        base += np.int64(width) if skip else 0
    return base + np.int64(SELECT[np.int64(bits & np.uint64(0xFF)), n])


@inner
def towards(low, high):
    """Return, by direction in circle order, the cells whose neighbour there is in the set: six low words, six high."""
    al, ah = down(low, high, np.uint64(12))  # the neighbour at (1, 0)
    bl, bh = down(low, high, np.uint64(1))
    cl, ch = up(low, high, np.uint64(11))
    dl, dh = up(low, high, np.uint64(12))
    el, eh = up(low, high, np.uint64(1))
    fl, fh = down(low, high, np.uint64(11))
    return (al, bl, cl, dl, el, fl), (ah, bh, ch, dh, eh, fh)


@inner
def any_of(a, b, c, d, e, f):
    """Bits set in at least one of the six."""
    return a | b | c | d | e | f


@kernel
def around(low, high):
    """All cells beside a set, and bits off the board."""
    lows, highs = towards(low, high)
    return any_of(*lows), any_of(*highs)


@inner
def spread(low, high, within_low, within_high):
    """Return a set and what it touches within another; axis by axis, so that one call often takes several steps."""
    al, ah = up(low, high, np.uint64(1))
    bl, bh = down(low, high, np.uint64(1))
    low |= (al | bl) & within_low
    high |= (ah | bh) & within_high
    al, ah = up(low, high, np.uint64(11))
    bl, bh = down(low, high, np.uint64(11))
    low |= (al | bl) & within_low
    high |= (ah | bh) & within_high
    al, ah = up(low, high, np.uint64(12))
    bl, bh = down(low, high, np.uint64(12))
    return low | ((al | bl) & within_low), high | ((ah | bh) & within_high)


@kernel
def group_of(low, high, within_low, within_high):
    """Return all cells of a set that are connected to a part of it."""
    while True:
        next_low, next_high = spread(low, high, within_low, within_high)
        if next_low == low and next_high == high:
            return low, high
        low, high = next_low, next_high


# ---------------------------------------------------------------------------------------------------------------------
# Lines


@inner
def _pairs_along(low, high, step, length):
    """Whether a set has a line of 4 or 5 along one axis."""
    al, ah = down(low, high, step)
    al &= low
    ah &= high  # two in line begin here
    bl, bh = down(al, ah, step + step)
    bl &= al
    bh &= ah  # four in line begin here
    if length == 5:
        al, ah = down(low, high, step << np.uint64(2))
        bl &= al
        bh &= ah
    return (bl | bh) != ZERO


@kernel
def has_line(low, high, length):
    """Whether a set has a straight, unbroken line (X17). There is none before the placed tile completes it."""
    return (
        _pairs_along(low, high, np.uint64(1), length)
        or _pairs_along(low, high, np.uint64(11), length)
        or _pairs_along(low, high, np.uint64(12), length)
    )


@inner
def _completing_along(low, high, step, length):
    """Cells that would complete a line along one axis: k tiles on one side, and enough on the other."""
    al, ah = up(low, high, step)  # one tile before the cell
    bl, bh = up(al & low, ah & high, step)  # two before it
    cl, ch = up(bl & low, bh & high, step)  # three
    zl, zh = down(low, high, step)  # one after it
    yl, yh = down(zl & low, zh & high, step)
    xl, xh = down(yl & low, yh & high, step)
    if length == 4:
        return cl | (bl & zl) | (al & yl) | xl, ch | (bh & zh) | (ah & yh) | xh
    dl, dh = up(cl & low, ch & high, step)
    wl, wh = down(xl & low, xh & high, step)
    return dl | (cl & zl) | (bl & yl) | (al & xl) | wl, dh | (ch & zh) | (bh & yh) | (ah & xh) | wh


@inner
def completing(low, high, length):
    """Return the cells, including taken ones and bits off the board, where one more tile completes a line."""
    al, ah = _completing_along(low, high, np.uint64(1), length)
    bl, bh = _completing_along(low, high, np.uint64(11), length)
    cl, ch = _completing_along(low, high, np.uint64(12), length)
    return al | bl | cl, ah | bh | ch


# ---------------------------------------------------------------------------------------------------------------------
# Lifts (X11, X12)


@inner
def arcs_at_least_two(a, b, c, d, e, f):
    """Return the bits around which the six, in circle order, are set in two or more runs; one word each."""
    ends = a & ~b
    more = b & ~c
    two = ends & more
    ends |= more
    more = c & ~d
    two |= ends & more
    ends |= more
    more = d & ~e
    two |= ends & more
    ends |= more
    more = e & ~f
    two |= ends & more
    ends |= more
    return two | (ends & f & ~a)


@inner
def exactly_one(a, b, c, d, e, f):
    """Bits set in just one of the six."""
    one = a
    two = one & b
    one |= b
    two |= one & c
    one |= c
    two |= one & d
    one |= d
    two |= one & e
    one |= e
    return (one | f) & ~(two | (one & f))


@inner
def three_arcs(a, b, c, d, e, f):
    """Bits around which the six, in circle order, are set in three runs: every other one."""
    return (a & c & e & ~(b | d | f)) | (b & d & f & ~(a | c | e))


@inner
def loose_tiles(low, high):
    """Tiles whose occupied neighbours form two or more arcs: only these can cut when lifted."""
    lows, highs = towards(low, high)
    return low & arcs_at_least_two(*lows), high & arcs_at_least_two(*highs)


@inner
def forks(low, high):
    """Tiles whose occupied neighbours form three arcs."""
    lows, highs = towards(low, high)
    return low & three_arcs(*lows), high & three_arcs(*highs)


@inner
def touched_once(low, high):
    """Cells, and bits off the board, with exactly one neighbour in a set."""
    lows, highs = towards(low, high)
    return exactly_one(*lows), exactly_one(*highs)


@inner
def remaining(rest_low, rest_high, cell, leaf_low, leaf_high):
    """Return what stays when a loose tile is lifted: the largest group, and how many groups tie for largest.

    Each group has a tile beside the lifted one, so there are at most three. Where groups tie, any of them is returned.
    Leaves are tiles with one neighbour: a search that starts there ends immediately.
    """
    want_low, want_high = RINGS[cell, 0] & rest_low, RINGS[cell, 1] & rest_high
    if want_low & leaf_low or want_high & leaf_high:
        low, high = single(first(want_low & leaf_low, want_high & leaf_high))
    else:
        low, high = single(first(want_low, want_high))
    while True:
        next_low, next_high = spread(low, high, rest_low, rest_high)
        if not (want_low & ~next_low or want_high & ~next_high):
            return rest_low, rest_high, 1  # its neighbours are connected: nothing is cut off
        if next_low == low and next_high == high:
            break
        low, high = next_low, next_high
    tiles = size(rest_low, rest_high)
    a = size(low, high)
    if 2 * a > tiles:
        return low, high, 1
    want_low &= ~low
    want_high &= ~high
    seed = first(want_low, want_high)
    other_low, other_high = single(seed)
    if want_low & ~(other_low | RINGS[seed, 0]) or want_high & ~(other_high | RINGS[seed, 1]):
        other_low, other_high = group_of(other_low, other_high, rest_low, rest_high)
    else:  # its other neighbours touch each other, so all the others are one group
        other_low, other_high = rest_low & ~low, rest_high & ~high
    b = size(other_low, other_high)
    c = tiles - a - b
    most = max(a, b, c)
    ties = np.int64(a == most) + np.int64(b == most) + np.int64(c == most)
    if a == most:
        return low, high, ties
    if b == most:
        return other_low, other_high, ties
    return rest_low & ~low & ~other_low, rest_high & ~high & ~other_high, ties


@kernel
def largest_groups(rest_low, rest_high):
    """Size of the largest group of a set, and how many groups have it."""
    most = 0
    many = 0
    while rest_low or rest_high:
        low, high = single(first(rest_low, rest_high))
        low, high = group_of(low, high, rest_low, rest_high)
        rest_low &= ~low
        rest_high &= ~high
        tiles = size(low, high)
        if tiles > most:
            most, many = tiles, 1
        elif tiles == most:
            many += 1
    return most, many


@inner
def next_largest(rest_low, rest_high, most):
    """The next group of this size (or two empty words), and what is left to search."""
    while rest_low or rest_high:
        low, high = single(first(rest_low, rest_high))
        low, high = group_of(low, high, rest_low, rest_high)
        rest_low &= ~low
        rest_high &= ~high
        if size(low, high) == most:
            return low, high, rest_low, rest_high
    return ZERO, ZERO, ZERO, ZERO
