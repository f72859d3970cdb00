"""Sets of cells of Tracktic's grid as three words; the patterns of the cards and where they can lie."""

# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls, no-check-untyped-defs

from __future__ import annotations

import numpy as np

from parlour.grid import SQUARE_STEPS, neighbour_table, square_cells
from parlour.kernel import inner, popcount

# The grid; with two seats only its centre, c3 to k11, is there (K3).
#
#     13  .  .  .             A cell's index is 13 * column + row, both from 0, so that cells in order have ascending
#     ..                      indices. A set of cells is three words (a, b, c) with bit `index`; bits from 169 on are
#      2  .  .  .             never set. Side d of a cell: 0 north, 1 east, 2 south, 3 west.
#      1  .  .  .
#         a  b  c  ..  m

SIZE = 13
CELLS = SIZE * SIZE
NOWHERE = CELLS  # stands for a neighbour off the grid

_CELLS = square_cells(SIZE, SIZE)
NEXT = neighbour_table(_CELLS, SQUARE_STEPS).astype(np.int64)  # row i: the neighbours of cell i, by side
NEXT[NEXT < 0] = NOWHERE


def words_of(indices: list[int]) -> list[np.uint64]:
    """Return a set of cells as three words."""
    bits = sum(1 << index for index in indices)
    return [np.uint64(bits >> 64 * k & (2**64 - 1)) for k in range(3)]


def _where(test):
    """Return the set of cells (column, row) for which a condition holds."""
    return words_of([i for i, (column, row) in enumerate(_CELLS) if test(column, row)])


LOW, HIGH = 2, 10  # first and last column and row of the centre
GRIDS = np.array(  # the cells in play: of the full grid, and of the centre
    [_where(lambda x, y: True), _where(lambda x, y: LOW <= x <= HIGH and LOW <= y <= HIGH)], np.uint64
)
ZERO, ONE = np.uint64(0), np.uint64(1)
_N1, _N13, _N64 = np.uint64(1), np.uint64(13), np.uint64(64)
_NOT_FIRST = np.array(_where(lambda x, y: y > 0), np.uint64)
_NOT_LAST = np.array(_where(lambda x, y: y < SIZE - 1), np.uint64)
_ALL = GRIDS[0].copy()

# ---------------------------------------------------------------------------------------------------------------------
# Patterns (K4). A form is one way to turn and mirror a pattern; a Flip card has four, one for each side of the turned
# piece on which a piece is laid.

DRAWN = {  # in the order of the rules; / separates the rows of a drawing
    "I2": "##",
    "I3": "###",
    "V3": "##/#.",
    "I4": "####",
    "L4": "###/#..",
    "S4": "##./.##",
    "I5": "#####",
    "L5": "####/#...",
    "N5": "###./..##",
    "U5": "#.#/###",
    "V5": "#../#../###",
    "W5": "#../##./.##",
    "Z5": "##./.#./.##",
}
KINDS = (*DRAWN, "flip")
FLIP = len(DRAWN)
LARGEST = 5  # cells of the largest patterns


def _forms(drawing):
    """Return all ways to turn and mirror a drawing, as cells (column, row) from its lower left corner, in order."""
    rows = drawing.split("/")
    cells = [(x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "#"]
    found = set()
    for _ in range(4):
        cells = [(y, -x) for x, y in cells]
        for sign in (1, -1):
            turned = [(sign * x, y) for x, y in cells]
            left, bottom = min(x for x, _ in turned), min(y for _, y in turned)
            found.add(tuple(sorted((x - left, y - bottom) for x, y in turned)))
    return sorted(found)


_FORMS = [(kind, form) for kind, drawing in enumerate(DRAWN.values()) for form in _forms(drawing)]
FLIPS = len(_FORMS)  # the first of the four forms of a Flip card
FORMS = FLIPS + 4
FORM_KIND = np.array([kind for kind, _ in _FORMS] + [FLIP] * 4, np.int64)
FORM_SIZE = np.array([len(form) for _, form in _FORMS] + [1] * 4, np.int64)
FIRST_FORM = np.array([int(np.argmax(kind == FORM_KIND)) for kind in range(len(KINDS))] + [FORMS], np.int64)

# The anchor of a form that lies on the grid is its first cell; the others lie at these distances, ascending.
DISTANCE = np.zeros((FORMS, LARGEST), np.uint64)
ANCHORS = np.zeros((2, FORMS, 3), np.uint64)  # by grid: the anchors for which all cells are on the grid
for _number, (_, _form) in enumerate(_FORMS):
    _first = SIZE * _form[0][0] + _form[0][1]
    DISTANCE[_number, : len(_form)] = [SIZE * x + y - _first for x, y in _form]
    for _grid, (_low, _high) in enumerate([(0, SIZE - 1), (LOW, HIGH)]):
        _wide, _tall = max(x for x, _ in _form), max(y for _, y in _form)
        ANCHORS[_grid, _number] = words_of(
            [
                SIZE * (x + _form[0][0]) + y + _form[0][1]
                for x in range(_low, _high - _wide + 1)
                for y in range(_low, _high - _tall + 1)
            ]
        )

# ---------------------------------------------------------------------------------------------------------------------
# Sets


@inner
def set_at(words, k):
    """Return the set whose words are at index 3 k of an array."""
    return words[3 * k], words[3 * k + 1], words[3 * k + 2]


@inner
def single(cell):
    """The set of one cell."""
    bit = ONE << np.uint64(cell & 63)
    word = cell >> 6
    return bit if word == 0 else ZERO, bit if word == 1 else ZERO, bit if word == 2 else ZERO


@inner
def both(x, y):
    """Cells in both sets."""
    return x[0] & y[0], x[1] & y[1], x[2] & y[2]


@inner
def either(x, y):
    """Cells in one set or the other."""
    return x[0] | y[0], x[1] | y[1], x[2] | y[2]


@inner
def without(x, y):
    """Cells in the first set but not in the second."""
    return x[0] & ~y[0], x[1] & ~y[1], x[2] & ~y[2]


@inner
def meet(x, y):
    """Whether two sets have a cell in common."""
    return (x[0] & y[0]) | (x[1] & y[1]) | (x[2] & y[2]) != ZERO


@inner
def size(x):
    """How many cells there are."""
    return popcount(x[0]) + popcount(x[1]) + popcount(x[2])


@inner
def up(x, k):
    """The set with every cell's index increased by k, from 1 to 63."""
    back = _N64 - k
    return (
        x[0] << k,
        (x[1] << k) | (x[0] >> back),
        (x[2] << k) | (x[1] >> back),
    )


@inner
def down(x, k):
    """The set with every cell's index decreased by k, from 1 to 63."""
    back = _N64 - k
    return (
        (x[0] >> k) | (x[1] << back),
        (x[1] >> k) | (x[2] << back),
        x[2] >> k,
    )


@inner
def beside(x, side):
    """The neighbours on one side of all cells of a set."""
    if side == 0:
        return both(up(x, _N1), (_NOT_FIRST[0], _NOT_FIRST[1], _NOT_FIRST[2]))
    if side == 1:
        return both(up(x, _N13), (_ALL[0], _ALL[1], _ALL[2]))
    if side == 2:
        return both(down(x, _N1), (_NOT_LAST[0], _NOT_LAST[1], _NOT_LAST[2]))
    return down(x, _N13)


@inner
def around(x):
    """All cells that share a side with a cell of a set."""
    return either(either(beside(x, 0), beside(x, 1)), either(beside(x, 2), beside(x, 3)))


@inner
def touching_two(x):
    """All cells that share sides with two or more cells of a set."""
    north, east, south, west = beside(x, 0), beside(x, 1), beside(x, 2), beside(x, 3)
    pairs = either(both(north, east), both(south, west))
    return either(pairs, both(either(north, east), either(south, west)))


@inner
def touching_three(x):
    """All cells that share sides with three or more cells of a set."""
    north, east, south, west = beside(x, 0), beside(x, 1), beside(x, 2), beside(x, 3)
    first = both(both(north, east), either(south, west))
    return either(first, both(both(south, west), either(north, east)))


@inner
def reached(start, through):
    """Return the first set and all cells of the second that are connected to it."""
    found = start
    while True:
        more = without(both(around(found), through), found)
        if more[0] | more[1] | more[2] == ZERO:
            return found
        found = either(found, more)


@inner
def covered(form, anchor):
    """Return the cells of a form at an anchor."""
    cells = single(anchor)
    for k in range(1, FORM_SIZE[form]):
        cells = either(cells, single(anchor + np.int64(DISTANCE[form, k])))
    return cells
