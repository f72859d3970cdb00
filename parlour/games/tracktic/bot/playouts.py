"""Tracktic's own search: it compares promising moves by many fast playouts.

A playout shuffles the cards not yet turned up, starts with one of the candidate moves, and continues with the best move
of each seat by the heuristic. Moves that did well are tried more often (UCB1), and less promising ones are added over
time (progressive widening). The heuristic value of a move counts as some playouts, since a few alone say little. Paths
are exact; a seat's path is recomputed only when its own or white cells have changed.
"""

# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls, no-check-untyped-defs

from __future__ import annotations

import numpy as np

from parlour.bandit import largest, logarithm, progressive_widening
from parlour.games.tracktic.board.bitboard import CELLS, both, set_at, size
from parlour.games.tracktic.board.placement import COLOURS, ground
from parlour.games.tracktic.bot.heuristic import (
    cells_of,
    position_value,
    take_best,
    turns_left,
    ways_of_others,
    weigh,
)
from parlour.games.tracktic.paths.longest import path_cells
from parlour.games.tracktic.rules import CARDS, MAX_MOVES, NONE, apply, mark_cells, parts, redeal
from parlour.kernel import inner, kernel

# The parameters of a search, in this order; a level's `tuning` may set them.
TUNING = {
    "exploration": 0.2,  # the exploration constant of UCB1
    "width": 4.0,  # moves considered at first, the most promising
    "growth": 2.0,  # additional moves with each doubling of the visits
    "care": 4.0,  # moves compared by exact paths at each move of a playout
    "trust": 4.0,  # the weight of the heuristic, in playouts per opponent: more opponents make playouts noisier
    "margin": 0.5,  # with two seats, the share of the result that is the margin, not the win
    "length": 0.65,  # with more seats, the share of one's own path: hindering one opponent helps the rest
}
EXPLORATION, WIDTH, GROWTH, CARE, TRUST, MARGIN, LENGTH = range(len(TUNING))

CANDIDATES = 24  # the most moves compared
SEEDS = 1024  # seeds after which they repeat
LEAD = 6.0  # a lead of this many pieces earns three quarters of the margin's share
USUAL = np.array([0, 0, 0, 42, 37])  # a usual path length, by number of seats: with more than two, a longer one leads
PIECE = 0.08  # the value of one more piece, where a win is 1
NEVER = -1000.0
SQUARES, LENGTH_SQUARES, RESULTS, LENGTHS = 0, 1, 2, 2 + COLOURS  # columns of sums
SUMS = LENGTHS + COLOURS


@inner
def is_same(x, y):
    """Whether two sets have the same cells."""
    return x[0] == y[0] and x[1] == y[1] and x[2] == y[2]


@inner
def ends_of(path, length):
    """Return the first and the last cell of a path; any cells if there is none."""
    return (np.int64(path[0]), np.int64(path[length - 1])) if length > 0 else (np.int64(0), np.int64(0))


@inner
def next_try(visits, total_reward, promises, many, trust, tuning):
    """Return the move to try next: the one with the highest upper confidence bound among the first."""
    total, gained = 0, 0.0
    for i in range(many):
        total += visits[i]
        gained += total_reward[i]
    usual = gained / max(total, 1)
    weight = tuning[EXPLORATION] * np.sqrt(logarithm(total + 1))
    best, most = 0, NEVER
    for i in range(min(many, progressive_widening(total, tuning[WIDTH], tuning[GROWTH]))):
        guess = usual + PIECE * (promises[i] - promises[0])
        prior = (total_reward[i] + trust * guess) / (visits[i] + trust) + weight / np.sqrt(visits[i] + 1.0)
        if prior > most:
            best, most = i, prior
    return best


@inner
def result(lengths, players, seat, tuning):
    """Return the value of these paths to a seat: its share of the win, and in part the length of its own."""
    other, equal = 0, 1
    for k in range(players):
        if k != seat:
            equal += lengths[k] == lengths[seat]
            other = max(other, lengths[k])
    won = 0.0 if other > lengths[seat] else 1.0 / equal
    lead = (lengths[seat] - (other if players == 2 else USUAL[players])) / LEAD
    share = tuning[MARGIN] if players == 2 else tuning[LENGTH]
    return (1.0 - share) * won + share * (0.5 + 0.5 * lead / (1.0 + abs(lead)))


@kernel
def play_out(start, seat, coefficients, tuning, simulations, seeds, moves, visits, total_reward, sums, promises, many):
    """Run this many simulations; return the number of candidates, which the first simulation determines if it is 0.

    A simulation is as many playouts as together have the moves of a whole game. sums: for each move, the squares of
    its results, the squares of the lengths of its path, and by seat the results and the lengths.
    """
    work, trial = start.copy(), start.copy()
    s = work[0]
    players = np.int64(s.players)
    trust = tuning[TRUST] * (players - 1)
    usable, path = np.zeros(CELLS + 1, np.int8), np.empty(CELLS, np.int16)
    paths, lengths = np.zeros((COLOURS, CELLS), np.int16), np.zeros(COLOURS, np.int64)
    codes, weights = np.empty(MAX_MOVES, np.int64), np.empty(MAX_MOVES, np.float64)
    choices, priors = np.empty(CANDIDATES, np.int64), np.empty(CANDIDATES, np.float64)
    luck = np.empty(2, np.uint64)
    for _ in range(simulations):
        plies = 0
        while plies < CARDS:
            work[0] = start[0]
            candidate = next_try(visits, total_reward, promises, many, trust, tuning)
            luck[:] = seeds[visits[candidate] % SEEDS]  # the same for each move, so that luck favours none
            redeal(s, seat, luck)
            changed, ply = (1 << players) - 1, 0
            while True:
                for other in range(players):
                    if changed >> other & 1:
                        mark_cells(s, other, usable)
                        lengths[other] = path_cells(usable[:CELLS], paths[other])
                mover = np.int64(s.to_act)
                if mover == NONE:
                    break
                is_known = False
                if ply == 0 and many > 0:
                    move = moves[candidate]
                else:
                    length = lengths[mover]
                    first, last = ends_of(paths[mover], length)
                    land = ground(s, mover)
                    mark_cells(s, mover, usable)
                    for k in range(length):
                        usable[paths[mover, k]] = 0
                    theirs = ways_of_others(s, mover)
                    n = weigh(s, mover, land, first, last, usable, theirs, coefficients, codes, weights)
                    few = CANDIDATES if ply == 0 else np.int64(tuning[CARE])
                    n = take_best(s, mover, land, codes, weights, n, few, choices)
                    turns, best = turns_left(s), 0
                    for i in range(n):
                        priors[i] = NEVER
                        if n > 1:
                            trial[0] = s
                            apply(trial[0], mover, choices[i])
                            mark_cells(trial[0], mover, usable)
                            length = path_cells(usable[:CELLS], path)  # here, not deeper: compiles faster
                            first, last = ends_of(path, length)
                            form, anchor, _ = parts(choices[i])
                            closed = size(both(cells_of(form, anchor), theirs))
                            priors[i] = position_value(
                                trial[0], mover, turns, length, first, last, closed, coefficients
                            )
                            if i == 0 or priors[i] > priors[best]:
                                best, is_known = i, True
                                lengths[mover] = length
                                paths[mover, :length] = path[:length]
                    move = choices[best]
                    if ply == 0:
                        many = n
                        for i in range(n):
                            best = largest(priors, n)
                            moves[i], promises[i] = choices[best], priors[best]
                            priors[best] = 2.0 * NEVER
                white = set_at(s.white, 0)
                apply(s, mover, move)
                changed = 0 if is_same(white, set_at(s.white, 0)) else (1 << players) - 1
                changed = changed & ~(1 << mover) if is_known else changed | 1 << mover
                ply += 1
            visits[candidate] += 1
            for other in range(players):
                reached = result(lengths, players, other, tuning)
                if other == seat:
                    total_reward[candidate] += reached
                    sums[candidate, SQUARES] += reached * reached
                    sums[candidate, LENGTH_SQUARES] += lengths[seat] * lengths[seat]
                sums[candidate, RESULTS + other] += reached
                sums[candidate, LENGTHS + other] += lengths[other]
            plies += ply
    return many
