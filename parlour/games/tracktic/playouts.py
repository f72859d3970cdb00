"""Tracktic's own search: each promising move is tried in many games played quickly to their end.

Such a game deals the cards not yet turned up anew, begins with one of the moves to be compared, and goes on with what
lengthens each mover's path most. Moves that did well are tried more often (UCB1), and less promising ones join them as
time goes by. Every path is exact; a seat's is found anew only when cells of its own or white ones have changed.
"""

from __future__ import annotations

import numpy as np

from parlour.bandit import largest, next_try
from parlour.games.tracktic.cells import CELLS, ZERO, around, both, either, set_at, single
from parlour.games.tracktic.growth import (
    CARE,
    EXPLORATION,
    GROWTH,
    MARGIN,
    NOISE,
    WIDTH,
    take_best,
    turns_left,
    weigh,
)
from parlour.games.tracktic.judge import to_come
from parlour.games.tracktic.path_blocks import path_cells
from parlour.games.tracktic.rules import CARDS, COLOURS, MAX_MOVES, NONE, apply, ground, mark_cells, redeal
from parlour.kernel import inner, kernel, next_number

CANDIDATES = 32  # moves compared at most
SEEDS = 1024  # then the same come again
LEAD = 6.0  # pieces by which one must lead for three quarters of what can be won by a margin
NEVER = -1000.0
FINE = 1.0 / (1 << 53)


@inner
def is_same(x, y):
    """Whether two sets have the same cells."""
    return x[0] == y[0] and x[1] == y[1] and x[2] == y[2]


@inner
def gates_of(s, seat, ends, empty):
    """The empty cells before the ends of others' paths."""
    gates = (ZERO, ZERO, ZERO)
    for other in range(s.players):
        if other != seat:
            gates = either(gates, either(single(ends[other, 0]), single(ends[other, 1])))
    return both(around(gates), empty)


@inner
def result(lengths, players, seat, margin):
    """What these paths are worth to a seat: its share of the win, and in part its margin."""
    other, equal = 0.0, 1
    for k in range(players):
        if k != seat:
            equal += lengths[k] == lengths[seat]
            other = max(other, lengths[k])
    won = 0.0 if other > lengths[seat] else 1.0 / equal
    lead = (lengths[seat] - other) / LEAD
    return (1.0 - margin) * won + margin * (0.5 + 0.5 * lead / (1.0 + abs(lead)))


@kernel
def play_out(start, seat, tuning, simulations, seeds, moves, visits, gains, many):
    """Go on for so many simulations; how many moves there are to compare, which the first one finds out.

    A simulation is as many games as it takes to make as many moves as a whole game has.
    """
    work, trial = start.copy(), start.copy()
    s = work[0]
    players = np.int64(s.players)
    path, usable = np.empty(CELLS, np.int16), np.zeros(CELLS + 1, np.int8)
    on_path = np.zeros((COLOURS, CELLS), np.int8)
    lengths, ends = np.zeros(COLOURS, np.float64), np.zeros((COLOURS, 2), np.int64)
    codes, weights = np.empty(MAX_MOVES, np.int64), np.empty(MAX_MOVES, np.float64)
    choices, hopes = np.empty(CANDIDATES, np.int64), np.empty(CANDIDATES, np.float64)
    luck = np.empty(2, np.uint64)
    for _ in range(simulations):
        plies = 0
        while plies < CARDS:
            work[0] = start[0]
            candidate = 0
            if many > 0:
                candidate = next_try(visits, gains, many, tuning[EXPLORATION], tuning[WIDTH], tuning[GROWTH])
            luck[:] = seeds[visits[candidate] % SEEDS]  # the same for each move, so that luck favours none
            redeal(s, seat, luck)
            changed, ply = (1 << players) - 1, 0
            while True:
                for other in range(players):
                    if changed >> other & 1:
                        mark_cells(s, other, usable)
                        length = path_cells(usable[:CELLS], path)  # here and not deeper: quicker to compile
                        on_path[other, :] = 0
                        for k in range(length):
                            on_path[other, path[k]] = 1
                        lengths[other] = length
                        ends[other, 0] = path[0] if length > 0 else 0
                        ends[other, 1] = path[length - 1] if length > 0 else 0
                mover = np.int64(s.to_act)
                if mover == NONE:
                    break
                if ply == 0 and many > 0:
                    move = moves[candidate]
                else:
                    land = ground(s, mover)
                    mark_cells(s, mover, usable)
                    for cell in range(CELLS):
                        usable[cell] = usable[cell] != 0 and on_path[mover, cell] == 0
                    gates = gates_of(s, mover, ends, land[2])
                    n = weigh(s, mover, land, ends, gates, usable, tuning, codes, weights)
                    if ply > 0:
                        for i in range(n):
                            weights[i] += tuning[NOISE] * FINE * np.float64(next_number(luck) >> np.uint64(11))
                    few = CANDIDATES if ply == 0 else np.int64(tuning[CARE])
                    n = take_best(s, mover, land, codes, weights, n, few, choices)
                    turns = turns_left(s)
                    for i in range(n):
                        hopes[i] = 0.0
                        if n > 1:
                            trial[0] = s
                            apply(trial[0], mover, choices[i])
                            mark_cells(trial[0], mover, usable)
                            length = path_cells(usable[:CELLS], path)
                            if length > 0:
                                first, last = np.int64(path[0]), np.int64(path[length - 1])
                                hopes[i] = length + to_come(trial[0], mover, turns, first, last)
                            for other in range(players if ply == 0 else 0):
                                if other != mover:  # what it takes from others
                                    hopes[i] -= to_come(trial[0], other, turns, ends[other, 0], ends[other, 1])
                    if ply == 0:
                        many = n
                        for i in range(n):
                            best = largest(hopes, n)
                            moves[i] = choices[best]
                            hopes[best] = NEVER
                        move = moves[0]
                    else:
                        move = choices[largest(hopes, n)]
                white = set_at(s.white, 0)
                apply(s, mover, move)
                changed = 1 << mover if is_same(white, set_at(s.white, 0)) else (1 << players) - 1
                ply += 1
            visits[candidate] += 1
            gains[candidate] += result(lengths, players, seat, tuning[MARGIN])
            plies += ply
    return many
