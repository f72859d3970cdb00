"""Träxx in numbers, for learning: an index for every line, and what a seat may know."""

# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls, no-check-untyped-defs

from __future__ import annotations

import numpy as np

from parlour.games.traxx.rules import (
    CARDS,
    COLOURS,
    FIELDS,
    NUMBERS,
    ONE,
    OPEN,
    PASS,
    RADIUS,
    ROUNDS,
    STEPS,
    ZERO,
    best_number,
    entered,
    first_end,
    full_or_half,
    last_end,
    number_points,
)
from parlour.grid import HEX_STEPS, hex_cells, neighbour_table
from parlour.kernel import inner, kernel, lowest, shuffle

# A walk is a sequence of up to five directions that enters no field twice: there are 3522, numbered from 1 so that a
# walk comes before its continuations; 0 is to stay. They mean the same wherever a line ends:
#
#   0            pass
#   walk         the line grows like this from the end at which it is written first: its start, until it grows there
#   3522 + walk  the same from the other end
#
# A line that is only its start has one end, the first. The field (q, r) is in row r + 4 and column q + 4 of a plane.

WIDTH = 2 * RADIUS + 1
DIRECTIONS = len(HEX_STEPS)
TOTAL = sum(range(2, 2 + NUMBERS))  # of all numbers on a sheet


def _walks():
    """Row k: the walks that continue walk k in each direction (0: none), and the walk before its last step and that."""
    found = [((), [(0, 0)])]
    for path, cells in found:
        if len(path) < STEPS:
            q, r = cells[-1]
            steps = [(k, (q + dq, r + dr)) for k, (dq, dr) in enumerate(HEX_STEPS)]
            found += [((*path, k), [*cells, cell]) for k, cell in steps if cell not in cells]
    paths = sorted(path for path, _ in found)
    number = {path: k for k, path in enumerate(paths)}
    longer = [[number.get((*path, k), 0) for k in range(DIRECTIONS)] for path in paths]
    shorter = [(number[path[:-1]], path[-1]) if path else (0, 0) for path in paths]
    return np.array(longer, np.int64), np.array(shorter, np.int64)


LONGER, SHORTER = _walks()
WALKS = len(LONGER) - 1
NEXT = neighbour_table(hex_cells(RADIUS), HEX_STEPS).astype(np.int64)  # row: field, column: direction
DIRECTION = np.zeros((FIELDS, FIELDS), np.int64)  # from a field to its neighbour
for _field in range(FIELDS):
    for _k in range(DIRECTIONS):
        if NEXT[_field, _k] >= 0:
            DIRECTION[_field, NEXT[_field, _k]] = _k
ROW = np.array([r + RADIUS for _, r in hex_cells(RADIUS)], np.int64)
COLUMN = np.array([q + RADIUS for q, _ in hex_cells(RADIUS)], np.int64)

# Planes, and where those begin that each seat has.
BOARD, COLOUR, NUMBER, WORTH, CARD = 0, 1, 1 + COLOURS, 2 + COLOURS, 3 + COLOURS
SEAT_PLANES = 4 + COLOURS


@kernel
def action_of(s, seat, move):
    """By the end that grows, and the directions."""
    if move == PASS:
        return 0
    field = move >> (6 * STEPS)
    walk = 0 if field == first_end(s, seat) else WALKS
    number = 0
    for step in range(STEPS):
        following = entered(move, step)
        if following < 0:
            break
        number = LONGER[number, DIRECTION[field, following]]
        field = following
    return walk + number


@kernel
def move_of(s, seat, action):
    """Follow the directions from the end."""
    if action == 0:
        return np.int64(PASS)
    number, field = action, first_end(s, seat)
    if action > WALKS:
        number, field = action - WALKS, last_end(s, seat)
    directions = np.empty(STEPS, np.int64)
    many = 0
    while number > 0:
        directions[many] = SHORTER[number, 1]
        number = SHORTER[number, 0]
        many += 1
    code = field << (6 * STEPS)
    for step in range(many):
        field = NEXT[field, directions[many - 1 - step]]
        code |= (field + 1) << (6 * (STEPS - 1 - step))
    return code


@inner
def worth(s, seat, value, field, reached):
    """T11, T13: what a number brings if it is reached next; 0 if the seat has it."""
    bit = ONE << np.uint64(field)
    if value == 0 or s.used[seat] & bit:
        return 0
    if s.players == 1:
        return full_or_half(value, value > best_number(s))
    return full_or_half(value, reached & bit == ZERO)


@inner
def observe_sheet(s, seat, planes):
    """The planes that are about the sheet and the card."""
    reached = ZERO
    for other in range(s.players):
        reached |= s.used[other]
    for field in range(FIELDS):
        row, column, colour = ROW[field], COLUMN[field], np.int64(s.colour[field])
        planes[BOARD, row, column] = 1
        planes[COLOUR + colour, row, column] = 1
        planes[NUMBER, row, column] = s.number[field]
        planes[WORTH, row, column] = worth(s, seat, np.int64(s.number[field]), field, reached)
        if s.closed < ROUNDS:
            planes[CARD, row, column] = s.patches[COLOURS * np.int64(s.cards[s.closed]) + colour]


@inner
def observe_lines(s, seat, planes):
    """The planes that each seat has."""
    players = np.int64(s.players)
    for k in range(players):
        other = (seat + k) % players
        bits = s.used[other]
        while bits:
            field = lowest(bits)
            planes[SEAT_PLANES + k, ROW[field], COLUMN[field]] = 1
            bits &= bits - ONE
        one, last = first_end(s, other), last_end(s, other)
        planes[SEAT_PLANES + players + k, ROW[one], COLUMN[one]] = 1
        planes[SEAT_PLANES + 2 * players + k, ROW[last], COLUMN[last]] = 1


@inner
def observe_cards(s, vector):
    """The card turned up and those to come, whose order nobody knows (T6)."""
    closed = np.int64(s.closed)
    for k in range(closed, ROUNDS):
        card = np.int64(s.cards[k])
        if k > closed:
            vector[COLOURS + card] = 1
        for colour in range(COLOURS):
            patches = s.patches[COLOURS * card + colour]
            if k == closed:
                vector[colour] = patches / np.float32(STEPS)
            else:
                vector[COLOURS + CARDS + colour] += patches
    for colour in range(COLOURS):
        vector[COLOURS + CARDS + colour] /= np.float32(CARDS)
    vector[2 * COLOURS + CARDS] = closed / np.float32(ROUNDS)


@kernel
def observe(s, seat, planes, vector):
    """Lines and points as of closed rounds; of the open one only who has chosen (T10), so not even the seat's own."""
    planes[:] = 0
    observe_sheet(s, seat, planes)
    observe_lines(s, seat, planes)
    vector[:] = 0
    observe_cards(s, vector)
    players, start = np.int64(s.players), 2 * COLOURS + CARDS + 1
    for k in range(players):
        other = (seat + k) % players
        vector[start + k] = 0 if s.choice[other] == OPEN else 1
        vector[start + players + k] = s.length[other] / np.float32(FIELDS)
        vector[start + 2 * players + k] = number_points(s, other) / np.float32(TOTAL)


@kernel
def deal(s, rng):
    """T4: the cards in any order, and different starts."""
    for k in range(CARDS):
        s.cards[k] = k
    shuffle(s.cards, rng)
    starts = s.sheet_starts.copy()
    shuffle(starts, rng)
    for seat in range(s.players):
        s.starts[seat] = starts[seat]
