"""Cirplexed!'s moves as numbers, for learning: an index for every way to place a tile."""

# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls, no-check-untyped-defs

from __future__ import annotations

import numpy as np

from parlour.games.cirplexed.rules import FRONTIER, MOST, SEATS, TILES, WIDTH, tiles_each
from parlour.kernel import inner, kernel

# A board is unbounded, but its tiles are connected: n of them and the cells beside them span at most n + 2 columns, and
# n is less than tiles_each while there is a tile to lay. So a plane is a square of W = tiles_each + 1 columns and rows
# that wraps around: cell x,y is in column (x + W // 2) % W and row (y + W // 2) % W, the start tile in the middle, and
# no two cells that matter share a place. Most boards never come near the seam.
#
# An action is W * W * (4 * slot + rotation) + W * row + column: the lower (slot 0) or the higher (slot 1) tile in hand.


def _places(width):
    """Return the place of each cell in a plane: row * width + column."""
    cells = np.arange(WIDTH * WIDTH)
    column, row = cells // WIDTH - MOST + width // 2, cells % WIDTH - MOST + width // 2
    return row % width * width + column % width


# By the number of players; a table, since a division for each move would take longer than all the rest.
PLACES = np.stack([_places(min(MOST, len(TILES) // max(players, 1)) + 1) for players in range(SEATS + 1)])


@inner
def plane_area(s):
    """W * W."""
    width = np.int64(tiles_each(np.int64(s.players))) + 1
    return width * width


@kernel
def action_of(s, seat, move):
    """Return the action of a move, by slot, rotation and cell."""
    slot = 0 if s.hand[2 * seat] == move >> 13 else 1
    return plane_area(s) * (4 * slot + (move & 3)) + PLACES[s.players, move >> 2 & 2047]


@kernel
def move_of(s, seat, action):
    """Return the move of an action: exactly one cell of the frontier is at its place."""
    area = plane_area(s)
    turned, place = action // area, action % area
    cell = 0
    for i in range(FRONTIER * seat, FRONTIER * seat + np.int64(s.edge[seat])):
        if PLACES[s.players, s.frontier[i]] == place:
            cell = np.int64(s.frontier[i])
    return np.int64(s.hand[2 * seat + (turned >> 2)]) << 13 | cell << 2 | (turned & 3)
