"""What a seat of Exago sees, as numbers, for learning; and an empty deal."""

# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls, no-check-untyped-defs

from __future__ import annotations

import numpy as np

from parlour.games.exago.bitboard import ONE, cell_bit
from parlour.games.exago.encoding.actions import RADII
from parlour.games.exago.rules import waiting
from parlour.grid import hex_cells
from parlour.kernel import inner, kernel, lowest

# The cell (q, r) of a board of radius R is in row r + R and column q + R of a plane.

PLACES = np.zeros((2, 128), np.int64)  # by board, where a cell is in a plane: row * width + column
BOARD_PLANES = np.zeros((2, 121), np.uint8)
for _board, _radius in enumerate(RADII):
    for _q, _r in hex_cells(_radius):
        PLACES[_board, cell_bit(_q, _r)] = (_r + _radius) * (2 * _radius + 1) + _q + _radius
        BOARD_PLANES[_board, PLACES[_board, cell_bit(_q, _r)]] = 1


@inner
def draw_board(radius, flat, plane):
    """Write the cells of the board into a plane; loops of fixed length are several times faster than a slice."""
    if radius == 5:
        for k in range(121):
            flat[np.uint64(plane + k)] = BOARD_PLANES[1, k]
    else:
        for k in range(81):
            flat[np.uint64(plane + k)] = BOARD_PLANES[0, k]


@inner
def mark(low, high, board, flat, plane):
    """Write 1 for each cell of a set into the plane that begins there."""
    while low:
        flat[np.uint64(plane + PLACES[board, np.uint64(lowest(low))])] = 1
        low &= low - ONE
    while high:
        flat[np.uint64(plane + PLACES[board, np.uint64(lowest(high) + 64)])] = 1
        high &= high - ONE


@kernel
def observe(s, seat, planes, vector):
    """Fill in the board; nothing is hidden (X6), and only the order of seats depends on the observer."""
    players, board, area = np.int64(s.players), np.uint64(s.radius - 4), planes.shape[1] * planes.shape[2]
    flat = planes.reshape(planes.size)  # avoids a division per cell
    last = (players + 1) * area
    flat[:last] = 0
    draw_board(s.radius, flat, last)
    mark(s.frontier[0], s.frontier[1], board, flat, players * area)
    to_move = waiting(s)
    other = seat
    for k in range(players):
        mark(s.tiles[2 * other], s.tiles[2 * other + 1], board, flat, k * area)
        vector[k] = s.hand[other] / np.float32(12 if players == 2 else 6)
        vector[players + k] = to_move >> other & 1
        other = other + 1 if other + 1 < players else 0
    vector[2 * players] = s.turn / np.float32(s.turn_limit * players)


@kernel
def deal(s, rng):
    """There is no luck (X6)."""
