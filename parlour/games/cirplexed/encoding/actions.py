"""Cirplexed! in numbers, for learning: an index for every laying of a tile, and what a seat may know."""

# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls, no-check-untyped-defs

from __future__ import annotations

import numpy as np

from parlour.games.cirplexed.rules import (
    FACES,
    FRONTIER,
    LETTERS,
    MOST,
    NONE,
    SCORE_NAMES,
    SEATS,
    TILES,
    WIDTH,
    draw_place,
    scores,
    tiles_each,
)
from parlour.kernel import inner, kernel, shuffle

# A board has no edge, but its tiles hang together: n of them and the cells beside them take n + 2 columns at most, and
# n is less than tiles_each while there is a tile to lay. So a plane is a square of W = tiles_each + 1 columns and rows
# that closes upon itself: cell x,y is in column (x + W // 2) % W and row (y + W // 2) % W, the start tile in the
# middle, and no two cells that matter share a place. Most boards never come near the seam.
#
# An action is W * W * (4 * slot + rotation) + W * row + column: the lower (slot 0) or the higher (slot 1) tile in hand.

COLOURS = len(LETTERS)
CORNERS = 4
QUARTERS = CORNERS * COLOURS
OWN_FRONTIER = QUARTERS  # the plane after the own board's
SHARE = np.float32(MOST)  # scores are told as parts of this


def _places(width):
    """Where each cell is in a plane: row * width + column."""
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
    """By the place in the hand, rotation and cell."""
    slot = 0 if s.hand[2 * seat] == move >> 13 else 1
    return plane_area(s) * (4 * slot + (move & 3)) + PLACES[s.players, move >> 2 & 2047]


@kernel
def move_of(s, seat, action):
    """The one cell of the frontier at this place."""
    area = plane_area(s)
    turned, place = action // area, action % area
    cell = 0
    for i in range(FRONTIER * seat, FRONTIER * seat + np.int64(s.edge[seat])):
        if PLACES[s.players, s.frontier[i]] == place:
            cell = np.int64(s.frontier[i])
    return np.int64(s.hand[2 * seat + (turned >> 2)]) << 13 | cell << 2 | (turned & 3)


@inner
def observe_boards(s, seat, planes):
    """One's own board with the tile of the open round, the others' without (C6)."""
    players, area, places = np.int64(s.players), plane_area(s), PLACES[s.players]
    flat = planes.reshape(planes.size)
    for k in range(players):
        other = (seat + k) % players
        tiles = np.int64(s.count[other]) if k == 0 else np.int64(s.shown)
        for i in range(MOST * other, MOST * other + tiles):
            code = np.int64(s.placed[i])
            place = places[code >> 2 & 2047]
            for corner in range(CORNERS):
                colour = FACES[code >> 13 << 2 | code & 3, corner]
                if k == 0:
                    flat[area * (COLOURS * corner + colour) + place] = 1
                else:
                    flat[area * (OWN_FRONTIER + 1 + CORNERS * (k - 1) + corner) + place] = 1 + colour
    for i in range(FRONTIER * seat, FRONTIER * seat + np.int64(s.edge[seat])):
        flat[area * OWN_FRONTIER + places[s.frontier[i]]] = 1


@inner
def observe_tiles(s, seat, vector):
    """The hand, and the tiles that were neither drawn by this seat nor shown on a board (C4)."""
    players, shown = np.int64(s.players), np.int64(s.shown)
    for slot in range(2):
        tile = np.int64(s.hand[2 * seat + slot])
        if tile != NONE:
            for corner in range(CORNERS):
                vector[QUARTERS * slot + COLOURS * corner + FACES[4 * tile, corner]] = 1
    start = 2 * QUARTERS
    vector[start : start + len(TILES)] = 1
    for number in range(min(shown + 2, tiles_each(players))):
        vector[start + np.int64(s.bag[draw_place(players, seat, number)])] = 0
    for other in range(players):
        for i in range(MOST * other, MOST * other + shown):
            vector[start + (s.placed[i] >> 13)] = 0


@kernel
def observe(s, seat, planes, vector):
    """What is on the boards, in this hand, and not seen yet."""
    planes[:] = 0
    observe_boards(s, seat, planes)
    vector[:] = 0
    observe_tiles(s, seat, vector)
    players, start = np.int64(s.players), 2 * QUARTERS + len(TILES)
    vector[start] = s.shown / np.float32(tiles_each(players))
    table = np.empty((players, len(SCORE_NAMES)), np.int64)
    scores(s, table)
    for k in range(players):
        other = (seat + k) % players
        vector[start + 1 + k] = (s.count[other] - s.shown) / np.float32(2)
        for column in range(len(SCORE_NAMES)):
            vector[start + 1 + (column + 1) * players + k] = table[other, column] / SHARE


@kernel
def deal(s, rng):
    """C3, C4: as many of the 90 tiles as these players need, in any order."""
    pool = np.arange(len(TILES))
    shuffle(pool, rng)
    for k in range(np.int64(s.players) * tiles_each(np.int64(s.players))):
        s.bag[k] = pool[k]
