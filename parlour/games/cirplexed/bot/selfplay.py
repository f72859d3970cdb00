"""Boards that bots play to learn from, and the equations of their least-squares fit."""

# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls, no-check-untyped-defs

from __future__ import annotations

import numpy as np

from parlour.bandit import largest
from parlour.games.cirplexed.bot.cell_values import (
    EDGE,
    EDGES,
    ROOM,
    SCORE,
    SHIFT,
    TILE,
    WORDS,
    add_supply,
    begin_supply,
    lay,
    pattern,
    put,
    span,
)
from parlour.games.cirplexed.bot.search import list_gains
from parlour.games.cirplexed.rules import ANY, CENTRE, MAX_MOVES, MOST, TILES, draw
from parlour.kernel import below, inner, kernel

MOST_PATTERNS = 96  # on a board


@inner
def list_patterns(points, cells, edge, size, supply, catalogue, row):
    """Fill in the patterns of a board; return how many there are."""
    n = 0
    first, end = span(edge, size)
    for cell in range(first, end):
        if cells[cell] != TILE:
            number = pattern(points, cell, supply, catalogue)
            if number > 0:
                row[n] = number
                n += 1
    return n


@kernel
def play_boards(catalogue, pattern_values, rng, boards, noise, rows, sizes, lefts, targets):
    """Play boards; fill in those met after the random move and what they still scored; return how many there are."""
    points, cells, edge = np.zeros(ROOM, np.int16), np.zeros(ROOM, np.int8), np.empty(EDGES, np.int64)
    pool, supply = np.empty(len(TILES), np.int64), np.empty(WORDS, np.int16)
    hand, made = np.empty(2, np.int64), np.empty(MOST, np.float64)
    codes, gains = np.empty(MAX_MOVES, np.int64), np.empty(MAX_MOVES, np.float64)
    score = SCORE[ANY]
    met = 0
    for _ in range(boards):
        points[:], cells[:] = 0, 0
        begin_supply(supply)
        in_pool = len(TILES)
        for tile in range(in_pool):
            pool[tile] = tile
            add_supply(supply, tile, 1)
        others = 1 + below(rng, 3)  # opponents, who also show a tile each round
        edge[0], cells[CENTRE + SHIFT] = CENTRE + SHIFT, EDGE
        start = draw(pool, in_pool, rng)
        size = put(points, cells, edge, 1, CENTRE + SHIFT, 4 * start)
        add_supply(supply, start, -1)
        in_pool -= 1
        for slot in range(2):
            hand[slot] = draw(pool, in_pool, rng)
            add_supply(supply, hand[slot], -1)
            in_pool -= 1
        held, odd = 2, max(0, below(rng, MOST + 3) - 5)
        for left in range(MOST - 2, -1, -1):
            step = MOST - 2 - left
            n = list_gains(
                points, cells, edge, size, hand, held, supply, catalogue, pattern_values[left], score, codes, gains
            )
            if step == odd:
                for i in range(n):
                    gains[i] += noise * (below(rng, 2001) - 1000) / 1000.0
            move = codes[largest(gains, n)]
            size, made[step] = lay(points, cells, edge, size, move, 0.0, score)
            if step >= odd and left > 0:
                sizes[met] = list_patterns(points, cells, edge, size, supply, catalogue, rows[met])
                lefts[met] = left
                met += 1
            slot = 0 if hand[0] == move >> 13 else 1
            if left >= 2:
                hand[slot] = draw(pool, in_pool, rng)
                add_supply(supply, hand[slot], -1)
                in_pool -= 1
                for _other in range(others):
                    add_supply(supply, draw(pool, in_pool, rng), -1)
                    in_pool -= 1
            else:
                hand[slot], held = hand[1], 1
        still = 0.0
        for step in range(MOST - 2, odd, -1):
            still += made[step]
            targets[met - 1 - (MOST - 2 - step)] = still
    return met


@kernel
def sum_up(met, rows, sizes, lefts, targets, shares, places, squares, sums):
    """Add boards to the normal equations; unknowns are ordered by knot, then by pattern, 0 for any board."""
    many = len(sums) // shares.shape[1]
    counts = np.zeros(many, np.int64)
    where, weights = np.empty(2 * MOST_PATTERNS + 2, np.int64), np.empty(2 * MOST_PATTERNS + 2, np.float64)
    for i in range(met):
        n = 0
        for j in range(sizes[i]):
            counts[places[rows[i, j]]] += 1
        counts[0] = 1
        for j in range(sizes[i] + 1):
            place = places[rows[i, j]] if j < sizes[i] else 0
            if counts[place] == 0:
                continue
            for knot in range(shares.shape[1]):
                if shares[lefts[i], knot] > 0.0:
                    where[n], weights[n] = knot * many + place, shares[lefts[i], knot] * counts[place]
                    n += 1
            counts[place] = 0
        for j in range(n):
            sums[where[j]] += weights[j] * targets[i]
            for k in range(n):
                squares[where[j], where[k]] += weights[j] * weights[k]
