"""One seat's tiles as Cirplexed!'s bots see them: points, empty cells, and which tiles would fit there.

A point is a number in base seven: a digit for each of its quarters, 0 while it is empty, else 1 + the colour. What an
empty cell is worth depends on its pattern: how complete the circles at its corners are, which of them need the same
colour, and how many tiles not yet shown fit all these needs. `cell_values.json` has the value of each pattern, as
learned by `train.py`.
"""

# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls, no-check-untyped-defs

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import product
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from parlour.games.cirplexed.rules import (
    ANY,
    CORNERS,
    FACES,
    FRONTIER,
    MOST,
    OPEN,
    POINTS,
    STEPS,
    TILES,
    WIDTH,
)
from parlour.kernel import inner

COLOURS = 6
EMPTY, TILE, EDGE = range(3)  # what a cell is: nothing near, a tile, or empty beside one
EDGES = FRONTIER + 4  # the most cells in the edge of a patch
SHIFT = 2 * WIDTH  # added to the number of a cell in the rules: cells around those of an edge count too
ROOM = POINTS + 5 * WIDTH
PLACES = 7 ** np.arange(4)
WORDS = 7**4  # how many values a point has, and the needs of a cell's corners

# Offsets to the cells around one, clockwise: beyond each corner, and beyond the side from that corner to the next.
BEYOND = np.array([1 - WIDTH, WIDTH + 1, WIDTH - 1, -WIDTH - 1], np.int64)
BESIDE = np.array([1, WIDTH, -1, -WIDTH], np.int64)

# The stage of a point: empty, one quarter, two side by side, two that only meet in the point, three; done or spoilt.
FREE, SINGLE, HALF, OPPOSITE, THREE, CLOSED = range(6)
STAGES = 6
GRADES = np.array([0, 1, 2, 3, 3, 3] + 6 * [4] + len(TILES) * [5], np.int64)  # by how many tiles would fit
PAIRS = ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3))  # of corners
KNOTS = (1, 2, 3, 5, 8, 12, 21)  # tiles left for which values were learned; interpolated between them

TIE_BREAK = 0.2  # the final value of a three-quarter circle, in circles: ties in circles are frequent
LAST = 0.15  # the share of that for a half circle
STRICT = 0.001  # replaces both when everything to come is known: each only breaks ties (C10)

DIGITS = np.arange(WORDS)[:, None] // PLACES % 7
FACE_WORDS = ((FACES + 1) * PLACES).astype(np.int16)  # by tile and rotation: what its corners add to their points


def _stages():
    """Return the stage of each point, and the colour it needs, plus 1; 0 for none."""
    stages, wanted = np.zeros(WORDS, np.int64), np.zeros(WORDS, np.int64)
    for word, digits in enumerate(DIGITS):
        laid = digits[digits > 0]
        if laid.size == 0:
            continue
        if laid.size == 4 or len(set(laid)) > 1:
            stages[word] = CLOSED
            continue
        wanted[word] = laid[0]
        is_opposite = (digits[0] > 0) == (digits[2] > 0)
        stages[word] = (SINGLE, OPPOSITE if is_opposite else HALF, THREE)[laid.size - 1]
    return stages, wanted


def _scores(three, half):
    """Return the final value of each point, by option and point, in circles (C9, C10)."""
    table = np.zeros((2, WORDS))
    for colour in range(1, 7):
        is_it = colour == DIGITS
        many = is_it.sum(axis=1)
        is_half = (many == 2) & (is_it[:, 0] != is_it[:, 2])
        worth = 1.0 * (many == 4) + three * (many == 3) + half * is_half
        is_alone = (DIGITS > 0).sum(axis=1) == many
        table[ANY] += worth
        table[OPEN] += worth * is_alone
    return table


def _alike():
    """Return, for the needs of four corners, which pairs need the same colour, as bits."""
    alike = np.zeros(WORDS, np.int64)
    for bit, (one, other) in enumerate(PAIRS):
        alike |= ((DIGITS[:, one] > 0) & (DIGITS[:, one] == DIGITS[:, other])) * (1 << bit)
    return alike


STAGE, WANTED = _stages()
SCORE = _scores(TIE_BREAK, LAST * TIE_BREAK)
FINAL = _scores(STRICT, STRICT * STRICT)
ALIKE = _alike().astype(np.int16)
STAGE_WORDS = (STAGE[:, None] * 64 * STAGES ** np.arange(4)).astype(np.int32)  # by point and the cell's corner
WANTED_WORDS = (WANTED[:, None] * PLACES).astype(np.int16)
FITS = np.array([[sum(word[k] for k in range(4) if some >> k & 1) for some in range(1, 16)] for word in FACE_WORDS])


def _shapes():
    """Map stages and alike pairs, as one number, to the smallest such number among all rotations and reflections."""
    words = np.arange(STAGES**4 * 64)
    stages = words[:, None] // 64 // STAGES ** np.arange(4) % STAGES
    least = words.copy()
    for first, way in product(range(4), (1, -1)):
        corners = [(first + way * k) % 4 for k in range(4)]
        turned = stages[:, corners] @ (64 * STAGES ** np.arange(4))
        for bit, (one, other) in enumerate(PAIRS):
            source = PAIRS.index((min(corners[one], corners[other]), max(corners[one], corners[other])))
            turned += (words >> source & 1) << bit
        least = np.minimum(least, turned)
    return least


SHAPES: NDArray[np.int64] = _shapes()
VALUE_FILE = Path(__file__).with_name("cell_values.json")


def catalogue_of(patterns: Sequence[tuple[int, int]]) -> NDArray[np.int16]:
    """Return the number of each pattern, from 1, by shape and grade; 0 for those not in the list."""
    numbers = np.zeros((len(SHAPES), GRADES[-1] + 1), np.int16)
    for number, (shape, grade) in enumerate(patterns, 1):
        numbers[shape, grade] = number
    return numbers[SHAPES]


def spread(pattern_values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Interpolate the values at the knots, by row, for every number of tiles left; with none left they are 0."""
    lefts = np.arange(MOST + 1)
    return np.array([np.where(lefts > 0, np.interp(lefts, KNOTS, row), 0.0) for row in pattern_values])


def read_values() -> tuple[NDArray[np.int16], NDArray[np.float64]]:
    """Return the catalogue of patterns and their values by tiles left; the last value is that of any board."""
    learned = json.loads(VALUE_FILE.read_text())
    patterns = [(shape, grade) for shape, grade, *_ in learned["patterns"]]
    rows = [[0.0] * len(KNOTS), *(pattern_values for _, _, *pattern_values in learned["patterns"]), learned["board"]]
    return catalogue_of(patterns), spread(np.array(rows)).T.copy()


@inner
def pattern(points, cell, supply, catalogue):
    """Return the number of an empty cell's pattern."""
    top_left, top_right = points[cell + CORNERS[0]], points[cell + CORNERS[1]]
    low_right, low_left = points[cell + CORNERS[2]], points[cell + CORNERS[3]]
    stages = STAGE_WORDS[top_left, 0] + STAGE_WORDS[top_right, 1] + STAGE_WORDS[low_right, 2] + STAGE_WORDS[low_left, 3]
    wanted = (
        WANTED_WORDS[top_left, 0] + WANTED_WORDS[top_right, 1] + WANTED_WORDS[low_right, 2] + WANTED_WORDS[low_left, 3]
    )
    return catalogue[stages + ALIKE[wanted], GRADES[supply[wanted]]]


@inner
def begin_supply(supply):
    """Reset the supply: no tile can come yet, but where nothing is needed every tile fits."""
    supply[:] = 0
    supply[0] = len(TILES)


@inner
def add_supply(supply, tile, sign):
    """Add or remove a tile that may still come."""
    for face in range(4 * tile, 4 * tile + 4):
        for word in FITS[face]:
            supply[word] += sign


@inner
def put(points, cells, edge, size, cell, face):
    """Lay a tile; return how many cells are in the edge then."""
    for k in range(4):
        points[cell + CORNERS[k]] += FACE_WORDS[face, k]
    cells[cell] = TILE
    i = 0
    while edge[i] != cell:
        i += 1
    size -= 1
    edge[i] = edge[size]
    for step in STEPS:
        if cells[cell + step] == EMPTY:
            cells[cell + step] = EDGE
            edge[size] = cell + step
            size += 1
    return size


@inner
def score_around(points, cell, score):
    """Return the score at the corners of a cell."""
    total = 0.0
    for k in range(4):
        total += score[points[cell + CORNERS[k]]]
    return total


@inner
def add_score(total, points, score):
    """Add the score of a whole board to a total."""
    for point in range(ROOM):
        total += score[points[point]]
    return total


@inner
def place_of(move):
    """Return the cell of a move, as numbered here, and the face laid: a tile and its rotation."""
    return ((move >> 2) & 2047) + SHIFT, (move >> 13) << 2 | (move & 3)


@inner
def lay(points, cells, edge, size, move, total, score):
    """Make a move; return how many cells are in the edge then, and the total with the score it added."""
    cell, face = place_of(move)
    total -= score_around(points, cell, score)
    size = put(points, cells, edge, size, cell, face)
    return size, total + score_around(points, cell, score)


@inner
def span(edge, size):
    """Return the range of cells whose pattern may count."""
    first, last = ROOM, 0
    for i in range(size):
        first, last = min(first, edge[i]), max(last, edge[i])
    return first - WIDTH - 1, last + WIDTH + 2


@inner
def promise(points, cells, edge, size, supply, catalogue, pattern_values):
    """Return the value of a board's empty cells."""
    total = pattern_values[-1]
    first, end = span(edge, size)
    for cell in range(first, end):
        if cells[cell] != TILE:
            total += pattern_values[pattern(points, cell, supply, catalogue)]
    return total


@inner
def weigh_cell(points, cells, cell, supply, catalogue, pattern_values, score, adds):
    """Fill in what a tile would add here, by side, its colour at the corner before and at the one behind it.

    Returns what is lost with any tile.
    """
    lost = score_around(points, cell, score) + pattern_values[pattern(points, cell, supply, catalogue)]
    for k in range(4):
        corner, after = cell + CORNERS[k], cell + CORNERS[(k + 1) & 3]
        place, next_place = PLACES[k], PLACES[(k + 1) & 3]
        beyond, beside = cell + BEYOND[k], cell + BESIDE[k]
        is_open_beyond, is_open_beside = cells[beyond] != TILE, cells[beside] != TILE
        if is_open_beyond:
            lost += pattern_values[pattern(points, beyond, supply, catalogue)]
        if is_open_beside:
            lost += pattern_values[pattern(points, beside, supply, catalogue)]
        before, next_before = points[corner], points[after]
        for colour in range(COLOURS):
            points[corner] = before + (colour + 1) * place
            here = score[points[corner]]
            if is_open_beyond:
                here += pattern_values[pattern(points, beyond, supply, catalogue)]
            for next_colour in range(COLOURS):
                adds[k, colour, next_colour] = here
                if is_open_beside and next_colour != colour:
                    points[after] = next_before + (next_colour + 1) * next_place
                    adds[k, colour, next_colour] += pattern_values[pattern(points, beside, supply, catalogue)]
            points[after] = next_before
        points[corner] = before
    return lost


@inner
def gain_of(adds, lost, face):
    """Return what a tile adds."""
    one, two, three, four = FACES[face, 0], FACES[face, 1], FACES[face, 2], FACES[face, 3]
    return adds[0, one, two] + adds[1, two, three] + adds[2, three, four] + adds[3, four, one] - lost
