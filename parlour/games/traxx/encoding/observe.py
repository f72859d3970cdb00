"""What a seat of Träxx may know, as numbers, for learning; and the deal."""

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
    RADIUS,
    ROUNDS,
    STEPS,
    ZERO,
    best_number,
    first_end,
    full_or_half,
    last_end,
    number_points,
)
from parlour.grid import hex_cells
from parlour.kernel import inner, kernel, lowest, shuffle

# The field (q, r) is in row r + 4 and column q + 4 of a plane.

WIDTH = 2 * RADIUS + 1
TOTAL = sum(range(2, 2 + NUMBERS))  # of all numbers on a sheet
ROW = np.array([r + RADIUS for _, r in hex_cells(RADIUS)], np.int64)
COLUMN = np.array([q + RADIUS for q, _ in hex_cells(RADIUS)], np.int64)

# Planes, and where the planes per seat begin.
BOARD, COLOUR, NUMBER, WORTH, CARD = 0, 1, 1 + COLOURS, 2 + COLOURS, 3 + COLOURS
SEAT_PLANES = 4 + COLOURS


@inner
def worth(s, seat, value, field, reached):
    """T11, T13: return the points for a number if it is reached next; 0 if the seat has it."""
    bit = ONE << np.uint64(field)
    if value == 0 or s.used[seat] & bit:
        return 0
    if s.players == 1:
        return full_or_half(value, value > best_number(s))
    return full_or_half(value, reached & bit == ZERO)


@inner
def observe_sheet(s, seat, planes):
    """Fill in the planes of the sheet and the card."""
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
    """Fill in the planes of each seat."""
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
    """Fill in the card turned up and those to come, whose order nobody knows (T6)."""
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
    """Fill in lines and points of closed rounds; of the open one only who has chosen (T10), not even the own choice."""
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
