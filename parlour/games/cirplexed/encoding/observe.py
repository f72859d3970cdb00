"""What a seat of Cirplexed! may know as numbers, for learning; and the deal."""

# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls, no-check-untyped-defs

from __future__ import annotations

import numpy as np

from parlour.games.cirplexed.encoding.actions import PLACES, plane_area
from parlour.games.cirplexed.rules import (
    FACES,
    FRONTIER,
    LETTERS,
    MOST,
    NONE,
    SCORE_NAMES,
    TILES,
    draw_place,
    scores,
    tiles_each,
)
from parlour.kernel import inner, kernel, shuffle

COLOURS = len(LETTERS)
CORNERS = 4
QUARTERS = CORNERS * COLOURS
OWN_FRONTIER = QUARTERS  # the plane after those of the own board
SHARE = np.float32(MOST)  # scores are fractions of this


@inner
def observe_boards(s, seat, planes):
    """Fill in the own board with the tile of the open round, and the others' without (C6)."""
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
    """Fill in the hand, and the tiles that this seat has neither drawn nor seen on a board (C4)."""
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
    """Fill in the boards, this seat's hand, and the tiles not seen yet."""
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
