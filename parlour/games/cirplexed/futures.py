"""Cirplexed!'s own search: each promising move is tried with many draws to come.

Only the seat's own board is played on: each trial draws its tiles from all that the seat has not seen, and lays what
adds most to circles made and in the making. The last two tiles are all known, and every way to lay them is compared.
"""

from __future__ import annotations

import numpy as np

from parlour.bandit import largest, next_try
from parlour.games.cirplexed.judge import WORTH
from parlour.games.cirplexed.rules import (
    CORNERS,
    FACES,
    FRONTIER,
    MAX_MOVES,
    MOST,
    NONE,
    POINTS,
    STEPS,
    TILES,
    draw,
    mark_points,
    tiles_each,
    unseen,
)
from parlour.kernel import inner, kernel

# What a search is told, in this order; a level's `tuning` may name them.
TUNING = {
    "exploration": 0.1,  # how much is tried that did not gain most so far
    "width": 8.0,  # moves looked at from the start, those that add most at once
    "growth": 3.0,  # how many more with each doubling of the visits
    "depth": 3.0,  # tiles laid before the board is judged
}
EXPLORATION, WIDTH, GROWTH, DEPTH = range(len(TUNING))

SEEDS = 4096  # then the same draws come again
LEAD = 3.0  # circles by which one must lead to be worth three quarters
PACE = 0.4  # circles that a tile to come is good for, beside those in the making
COLOURS = 6
EMPTY, TILE, EDGE = range(3)  # what a cell is: nothing near, a tile, or empty beside one


@inner
def worth(word, table):
    """What the quarters at a point are worth."""
    if word == 0:
        return 0.0
    while word & 15 == 0:
        word >>= 4
    is_alone = np.int64(word < 16)
    total = 0.0
    while word != 0:
        total += table[is_alone, word & 15]
        word >>= 4
    return total


@inner
def set_up(s, seat, points, cells, edge):
    """Fill in the board of a seat; how many cells are in its edge."""
    points[:] = 0
    cells[:] = EMPTY
    count, size = np.int64(s.count[seat]), np.int64(s.edge[seat])
    mark_points(s, seat, count, points)
    for k in range(MOST * seat, MOST * seat + count):
        cells[(s.placed[k] >> 2) & 2047] = TILE
    for i in range(size):
        edge[i] = s.frontier[FRONTIER * seat + i]
        cells[edge[i]] = EDGE
    return size


@inner
def put(points, cells, edge, size, cell, face):
    """Lay a tile; how many cells are in the edge then."""
    for k in range(4):
        points[cell + CORNERS[k]] |= 1 << (4 * FACES[face, k] + k)
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
def list_gains(points, edge, size, hand, many, table, codes, gains):
    """Fill in the moves with so many tiles and what each adds; how many there are."""
    adds = np.empty((4, COLOURS), np.float64)
    n = 0
    for i in range(size):
        cell = edge[i]
        for k in range(4):
            word = np.int64(points[cell + CORNERS[k]])
            before = worth(word, table)
            for colour in range(COLOURS):
                adds[k, colour] = worth(word | (1 << (4 * colour + k)), table) - before
        for slot in range(many):
            for turn in range(4):
                face = hand[slot] << 2 | turn
                codes[n] = hand[slot] << 13 | cell << 2 | turn
                gains[n] = (
                    adds[0, FACES[face, 0]]
                    + adds[1, FACES[face, 1]]
                    + adds[2, FACES[face, 2]]
                    + adds[3, FACES[face, 3]]
                )
                n += 1
    return n


@inner
def value_of(lead):
    """What a lead in circles is worth, from 0 to 1."""
    return 0.5 + 0.5 * lead / (LEAD + abs(lead))


@kernel
def look_ahead(start, seat, rival, tuning, simulations, seeds, moves, visits, values, many):
    """Go on for so many trials; how many moves there are to compare, which the first one finds out.

    The rival is what another is expected to have in the end.
    """
    s = start[0]
    left_at_first = tiles_each(np.int64(s.players)) - np.int64(s.count[seat])
    root_points, root_cells = np.zeros(POINTS, np.int32), np.zeros(POINTS, np.int8)
    root_edge = np.empty(FRONTIER + 4, np.int64)
    root_size = set_up(s, seat, root_points, root_cells, root_edge)
    pool = np.empty(len(TILES), np.int64)
    unseen_tiles = unseen(s, seat, pool)
    points, cells, edge = root_points.copy(), root_cells.copy(), root_edge.copy()
    box, luck, hand = pool.copy(), np.empty(2, np.uint64), np.empty(2, np.int64)
    codes, gains = np.empty(MAX_MOVES, np.int64), np.empty(MAX_MOVES, np.float64)
    end = max(left_at_first - np.int64(tuning[DEPTH]), 0)
    judged = WORTH[s.partial, end]
    made = PACE * end
    for point in range(POINTS):
        made += worth(np.int64(root_points[point]), judged)
    for _ in range(simulations):
        move, candidate, total, left, in_box = np.int64(-1), 0, made, left_at_first, unseen_tiles
        points[:], cells[:], edge[:], box[:] = root_points, root_cells, root_edge, pool
        size = root_size
        held = 1 if s.hand[2 * seat + 1] == NONE else 2
        hand[0], hand[1] = s.hand[2 * seat], s.hand[2 * seat + 1]
        if many > 0:
            candidate = next_try(visits, values, many, tuning[EXPLORATION], tuning[WIDTH], tuning[GROWTH])
            move = moves[candidate]
        luck[:] = seeds[visits[candidate] % SEEDS]
        while left > end:
            left -= 1
            if move < 0:
                n = list_gains(points, edge, size, hand, held, WORTH[s.partial, left], codes, gains)
                if many == 0:
                    many = n
                    for i in range(n):
                        best = largest(gains, n)
                        moves[i] = codes[best]
                        gains[best] = -1000.0
                    move = moves[0]
                else:
                    move = codes[largest(gains, n)]
            cell, face = (move >> 2) & 2047, (move >> 13) << 2 | (move & 3)
            for k in range(4):
                total -= worth(np.int64(points[cell + CORNERS[k]]), judged)
            size = put(points, cells, edge, size, cell, face)
            for k in range(4):
                total += worth(np.int64(points[cell + CORNERS[k]]), judged)
            slot = 0 if hand[0] == move >> 13 else 1
            if left >= 2:
                hand[slot] = draw(box, in_box, luck)
                in_box -= 1
            else:
                hand[slot] = hand[1]
                held = left
            move = np.int64(-1)
        visits[candidate] += 1
        values[candidate] += value_of(total - rival)
    return many


@kernel
def lay_last(start, seat, rival, moves, values):
    """C7: fill in every move with one or two tiles left, and what it is worth; how many there are."""
    s = start[0]
    table = WORTH[s.partial, 0]
    points, cells = np.zeros(POINTS, np.int32), np.zeros(POINTS, np.int8)
    edge = np.empty(FRONTIER + 4, np.int64)
    size = set_up(s, seat, points, cells, edge)
    held = 1 if s.hand[2 * seat + 1] == NONE else 2
    hand = np.empty(2, np.int64)
    hand[0], hand[1] = s.hand[2 * seat], s.hand[2 * seat + 1]
    made = 0.0
    for point in range(POINTS):
        made += worth(np.int64(points[point]), table)
    many = list_gains(points, edge, size, hand, held, table, moves, values)
    codes, gains = np.empty(MAX_MOVES, np.int64), np.empty(MAX_MOVES, np.float64)
    other = np.empty(1, np.int64)
    points_then, cells_then, edge_then = points.copy(), cells.copy(), edge.copy()
    for i in range(many):
        total = made + values[i]
        if held == 2:
            points_then[:], cells_then[:], edge_then[:] = points, cells, edge
            face = (moves[i] >> 13) << 2 | (moves[i] & 3)
            size_then = put(points_then, cells_then, edge_then, size, (moves[i] >> 2) & 2047, face)
            other[0] = hand[1] if hand[0] == moves[i] >> 13 else hand[0]
            n = list_gains(points_then, edge_then, size_then, other, 1, table, codes, gains)
            total += gains[largest(gains, n)]
        values[i] = value_of(total - rival)
    return many


@kernel
def rival_of(start, seat):
    """What the best of the others may be expected to have in the end, by what they have shown."""
    s = start[0]
    points = np.zeros(POINTS, np.int32)
    left = tiles_each(np.int64(s.players)) - np.int64(s.shown)
    best = 0.0
    for other in range(s.players):
        if other != seat:
            points[:] = 0
            mark_points(s, other, np.int64(s.shown), points)
            total = PACE * left
            for point in range(POINTS):
                total += worth(np.int64(points[point]), WORTH[s.partial, left])
            best = max(best, total)
    return best
