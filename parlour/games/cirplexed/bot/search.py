"""Cirplexed!'s own search: the value of a move over every tile that may come next, and over many random draws.

It plays on the seat's own board alone, with tiles that the seat has not seen. The last two tiles are known, and every
way to lay them is compared.
"""

# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls, no-check-untyped-defs

from __future__ import annotations

import numpy as np

from parlour.bandit import largest, next_try
from parlour.games.cirplexed.bot.cell_values import (
    COLOURS,
    EDGE,
    EDGES,
    EMPTY,
    FINAL,
    ROOM,
    SCORE,
    SHIFT,
    WORDS,
    add_score,
    add_supply,
    begin_supply,
    gain_of,
    lay,
    place_of,
    promise,
    put,
    weigh_cell,
)
from parlour.games.cirplexed.rules import MAX_MOVES, MOST, NONE, TILES, draw, tiles_each, unseen
from parlour.kernel import inner, kernel

# The parameters of a search, in this order; a level's `tuning` may set them.
TUNING = {
    "breadth": 24.0,  # moves compared over every next tile; 1: compared by their immediate value alone
    "depth": 3.0,  # tiles drawn and laid in a trial; 0: no trials
    "replies": 3.0,  # moves compared at each step of a trial
    "exploration": 0.05,  # the exploration constant of UCB1, in circles
    "width": 8.0,  # moves tried at first, the most promising
    "growth": 2.0,  # additional moves with each doubling of the visits
    "trust": 1.0,  # the weight of a board's promise, beside its score
}
BREADTH, DEPTH, REPLIES, EXPLORATION, WIDTH, GROWTH, TRUST = range(len(TUNING))

SEEDS = 4096  # draws after which they repeat


@inner
def new_board():
    """Return the points, cells and edge of an empty board, for `set_up` to fill in."""
    return np.empty(ROOM, np.int16), np.empty(ROOM, np.int8), np.empty(EDGES, np.int64)


@inner
def set_up(s, seat, tiles, points, cells, edge):
    """Fill in a seat's board with this many tiles; return how many cells are in its edge."""
    points[:] = 0
    cells[:] = EMPTY
    size = 0
    for k in range(MOST * seat, MOST * seat + tiles):
        cell, face = place_of(np.int64(s.placed[k]))
        if size == 0:
            edge[0], cells[cell], size = cell, EDGE, 1
        size = put(points, cells, edge, size, cell, face)
    return size


@inner
def list_gains(points, cells, edge, size, hand, held, supply, catalogue, pattern_values, score, codes, gains):
    """Fill in the moves with this many tiles and what each adds; return how many there are."""
    adds = np.empty((4, COLOURS, COLOURS), np.float64)
    n = 0
    for i in range(size):
        lost = weigh_cell(points, cells, edge[i], supply, catalogue, pattern_values, score, adds)
        for slot in range(held):
            for face in range(4 * hand[slot], 4 * hand[slot] + 4):
                codes[n] = hand[slot] << 13 | (edge[i] - SHIFT) << 2 | (face & 3)
                gains[n] = gain_of(adds, lost, face)
                n += 1
    return n


@inner
def best_gains(points, cells, edge, size, pool, many, supply, catalogue, pattern_values, score, best):
    """Fill in the most that each of these tiles can add, by tile."""
    adds = np.empty((4, COLOURS, COLOURS), np.float64)
    for i in range(many):
        best[pool[i]] = -1000.0
    for i in range(size):
        lost = weigh_cell(points, cells, edge[i], supply, catalogue, pattern_values, score, adds)
        for j in range(many):
            for face in range(4 * pool[j], 4 * pool[j] + 4):
                gain = gain_of(adds, lost, face)
                if gain > best[pool[j]]:
                    best[pool[j]] = gain


@inner
def foresee(points, cells, edge, size, kept, pool, in_pool, left, supply, catalogue, pattern_values, score, best):
    """Return the value of a board with a tile kept and, while two or more are left, one to come.

    Fills in how much better than average each of these is.
    """
    many = in_pool if left >= 2 else 0
    pool[many], put_aside = kept, pool[many]
    best_gains(points, cells, edge, size, pool, many + 1, supply, catalogue, pattern_values[left - 1], score, best)
    pool[many] = put_aside
    known = best[kept]
    total = 0.0
    for i in range(many):
        best[pool[i]] = max(best[pool[i]], known)
        total += best[pool[i]]
    mean = total / many if many > 0 else known
    for i in range(many):
        best[pool[i]] -= mean
    return mean + promise(points, cells, edge, size, supply, catalogue, pattern_values[left - 1])


@inner
def sort_moves(moves, values, many):
    """Sort the first moves by value, highest first; the sort is stable."""
    for i in range(1, many):
        move, value = moves[i], values[i]
        k = i
        while k > 0 and values[k - 1] < value:
            moves[k], values[k] = moves[k - 1], values[k - 1]
            k -= 1
        moves[k], values[k] = move, value


@inner
def take_supply(s, seat, pool, supply):
    """Collect the tiles that may come; return how many there are."""
    begin_supply(supply)
    many = unseen(s, seat, pool)
    for i in range(many):
        add_supply(supply, pool[i], 1)
    return many


@inner
def is_among(only, move):
    """Whether a move is among those listed, or none are."""
    for i in range(only.size):
        if only[i] == move:
            return True
    return only.size == 0


@kernel
def weigh_moves(start, seat, only, breadth, catalogue, pattern_values, moves, values, outlook):
    """Fill in all moves, the most promising first, and their values in circles; return how many there are.

    If `only` lists moves, it fills in no others. For the first moves, `outlook` gets how much better than average each
    tile to come is.
    """
    s = start[0]
    left = tiles_each(np.int64(s.players)) - np.int64(s.count[seat]) - 1
    score = FINAL[s.partial] if left < 2 else SCORE[s.partial]
    points, cells, edge = new_board()
    size = set_up(s, seat, np.int64(s.count[seat]), points, cells, edge)
    pool, supply = np.empty(len(TILES) + 1, np.int64), np.empty(WORDS, np.int16)
    in_pool = take_supply(s, seat, pool, supply)
    held = 1 if s.hand[2 * seat + 1] == NONE else 2
    hand = np.empty(2, np.int64)
    hand[0], hand[1] = s.hand[2 * seat], s.hand[2 * seat + 1]
    many = list_gains(
        points, cells, edge, size, hand, held, supply, catalogue, pattern_values[left], score, moves, values
    )
    made = add_score(0.0, points, score)
    board = made + promise(points, cells, edge, size, supply, catalogue, pattern_values[left])
    kept = 0
    for i in range(many):
        if is_among(only, moves[i]):
            moves[kept], values[kept] = moves[i], values[i] + board
            kept += 1
    many = kept
    sort_moves(moves, values, many)
    if left == 0 or breadth < 2:
        return many
    points_then, cells_then, edge_then = new_board()
    compared = many if left == 1 else min(many, breadth)  # the last two tiles are known (C7)
    exact = np.empty(compared, np.float64)
    order = np.arange(compared)
    rows = np.empty((compared, len(TILES)), np.float64)
    for i in range(compared):
        points_then[:], cells_then[:], edge_then[:] = points, cells, edge
        size_then, total = lay(points_then, cells_then, edge_then, size, moves[i], made, score)
        exact[i] = total + foresee(
            points_then,
            cells_then,
            edge_then,
            size_then,
            hand[1] if hand[0] == moves[i] >> 13 else hand[0],
            pool,
            in_pool,
            left,
            supply,
            catalogue,
            pattern_values,
            score,
            rows[i],
        )
    firsts = moves[:compared].copy()
    sort_moves(order, exact, compared)
    for i in range(compared):
        moves[i], values[i] = firsts[order[i]], exact[i]
        if i < len(outlook):
            outlook[i] = rows[order[i]]
    for i in range(compared, many):
        values[i] = min(values[i], exact[compared - 1] - 0.001)
    return many


@kernel
def look_ahead(
    start, seat, tuning, simulations, catalogue, pattern_values, seeds, moves, many, outlook, visits, values, squares
):
    """Run this many trials of the first moves; adds up the value of each, in circles, and its square."""
    s = start[0]
    left_at_first = tiles_each(np.int64(s.players)) - np.int64(s.count[seat]) - 1
    score = SCORE[s.partial]
    root_points, root_cells, root_edge = new_board()
    root_size = set_up(s, seat, np.int64(s.count[seat]), root_points, root_cells, root_edge)
    root_pool, root_supply = np.empty(len(TILES) + 1, np.int64), np.empty(WORDS, np.int16)
    in_pool_at_first = take_supply(s, seat, root_pool, root_supply)
    luck = np.empty(2, np.uint64)
    luck[:] = seeds[0]
    for left in range(in_pool_at_first, 0, -1):
        tile = draw(root_pool, left, luck)
        root_pool[left - 1] = tile
    points, cells, edge = new_board()
    points_then, cells_then, edge_then = new_board()
    pool, supply = root_pool.copy(), root_supply.copy()
    hand = np.empty(2, np.int64)
    codes, gains = np.empty(MAX_MOVES, np.int64), np.empty(MAX_MOVES, np.float64)
    best, awaited = np.empty(len(TILES), np.float64), np.empty(len(TILES), np.float64)
    made = add_score(0.0, root_points, score)
    for _ in range(simulations):
        chosen = next_try(visits, values, many, tuning[EXPLORATION], tuning[WIDTH], tuning[GROWTH])
        move, total, left, in_pool, size = moves[chosen], made, left_at_first, in_pool_at_first, root_size
        points[:], cells[:], edge[:], pool[:], supply[:] = root_points, root_cells, root_edge, root_pool, root_supply
        hand[0], hand[1] = s.hand[2 * seat], s.hand[2 * seat + 1]
        luck[:] = seeds[visits[chosen] % SEEDS]
        held, value, windfall, step = 2, 0.0, 0.0, 0
        awaited[:] = outlook[chosen]
        while True:
            size, total = lay(points, cells, edge, size, move, total, score)
            if step >= tuning[DEPTH] or left == 0:
                break
            step += 1
            slot = 0 if hand[0] == move >> 13 else 1
            if left >= 2:
                # Each tile that may come next comes equally often.
                place = visits[chosen] % in_pool if step == 1 else -1
                hand[slot] = draw_at(pool, in_pool, place) if place >= 0 else draw(pool, in_pool, luck)
                in_pool -= 1
                add_supply(supply, hand[slot], -1)
                windfall += awaited[hand[slot]]
            else:
                hand[slot], held = hand[1], 1
            left -= 1
            n = list_gains(
                points, cells, edge, size, hand, held, supply, catalogue, pattern_values[left], score, codes, gains
            )
            if left == 0:
                at = largest(gains, n)
                move, value = codes[at], total + gains[at]
                continue
            value, move = -1000.0, np.int64(-1)
            for _reply in range(min(n, np.int64(tuning[REPLIES]))):
                at = largest(gains, n)
                gains[at] = -1000.0
                # The same as in `weigh_moves`: one function for both makes the search slower.
                points_then[:], cells_then[:], edge_then[:] = points, cells, edge
                size_then, value_then = lay(points_then, cells_then, edge_then, size, codes[at], total, score)
                value_then += foresee(
                    points_then,
                    cells_then,
                    edge_then,
                    size_then,
                    hand[1] if hand[0] == codes[at] >> 13 else hand[0],
                    pool,
                    in_pool,
                    left,
                    supply,
                    catalogue,
                    pattern_values,
                    score,
                    best,
                )
                if value_then > value:
                    value, move = value_then, codes[at]
                    awaited[:] = best
        visits[chosen] += 1
        value -= windfall  # the luck of the tile is subtracted: a control variate
        values[chosen] += value
        squares[chosen] += value * value


@inner
def draw_at(pool, left, place):
    """Take a tile from its place in the first part of a pool; the last tile of that part fills the gap."""
    tile = pool[place]
    pool[place] = pool[left - 1]
    return tile


@kernel
def rival_of(start, seat, catalogue, pattern_values):
    """Estimate the final score of the best opponent from what the opponents have shown."""
    s = start[0]
    score = SCORE[s.partial]
    points, cells, edge = new_board()
    pool, supply = np.empty(len(TILES) + 1, np.int64), np.empty(WORDS, np.int16)
    take_supply(s, seat, pool, supply)
    left = tiles_each(np.int64(s.players)) - np.int64(s.shown)
    best = 0.0
    for other in range(s.players):
        if other != seat:
            size = set_up(s, other, np.int64(s.shown), points, cells, edge)
            coming = promise(points, cells, edge, size, supply, catalogue, pattern_values[left])
            best = max(best, add_score(coming, points, score))
    return best
