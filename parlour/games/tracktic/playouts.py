"""Tracktic's own search: each promising move is tried in many games played quickly to their end.

Such a game deals the cards not yet turned up anew, begins with one of the moves to be compared, and goes on with what
lengthens each mover's path most. Moves that did well are tried more often (UCB1), and less promising ones join them as
time goes by. Every path is exact; a seat's is found anew only when cells of its own or white ones have changed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.game import Findings
from parlour.games.tracktic.bot import to_come
from parlour.games.tracktic.cells import CELLS, ZERO, around, both, either, set_at, single
from parlour.games.tracktic.growth import (
    CARE,
    EXPLORATION,
    GROWTH,
    MARGIN,
    NOISE,
    TUNING,
    WIDTH,
    take_best,
    turns_left,
    weigh,
)
from parlour.games.tracktic.path_blocks import path_cells
from parlour.games.tracktic.rules import CARDS, COLOURS, MAX_MOVES, NONE, apply, ground, mark_cells, redeal
from parlour.kernel import inner, kernel, next_number

CANDIDATES = 32  # moves compared at most
DEALS = 1024  # then the same come again
LEAD = 6.0  # pieces by which one must lead for three quarters of what can be won by a margin
FINE = 1.0 / (1 << 53)


@inner
def logarithm(number):
    """About the natural logarithm, by the number's digits in base two: a true one may differ in plain Python."""
    digits, power = 0.0, 1
    while 2 * power <= number:
        digits += 1.0
        power *= 2
    return 0.69314718 * (digits + number / power - 1.0)


@inner
def pick(visits, gains, many, tuning):
    """The move to try next."""
    total = 0
    for i in range(many):
        total += visits[i]
    wide, reached = tuning[WIDTH], 8
    while reached <= total:
        wide += tuning[GROWTH]
        reached *= 2
    weight = tuning[EXPLORATION] * np.sqrt(logarithm(total + 1))
    best, most = 0, -1.0
    for i in range(min(many, np.int64(wide))):
        if visits[i] == 0:
            return i
        hope = gains[i] / visits[i] + weight / np.sqrt(np.float64(visits[i]))
        if hope > most:
            best, most = i, hope
    return best


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
def play_out(start, seat, tuning, simulations, deals, moves, visits, gains, many):
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
    choices, luck = np.empty(CANDIDATES, np.int64), np.empty(2, np.uint64)
    for _ in range(simulations):
        plies = 0
        while plies < CARDS:
            work[0] = start[0]
            candidate = pick(visits, gains, many, tuning) if many > 0 else 0
            luck[:] = deals[visits[candidate] % DEALS]  # the same for each move, so that luck favours none
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
                        ends[other, 0], ends[other, 1] = path[0], path[max(length - 1, 0)]
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
                    if ply == 0:
                        many = n
                        moves[:n] = choices[:n]
                        n = 1
                    move, most, turns = choices[0], -1.0, turns_left(s)
                    for i in range(n if n > 1 else 0):
                        trial[0] = s
                        apply(trial[0], mover, choices[i])
                        mark_cells(trial[0], mover, usable)
                        length = path_cells(usable[:CELLS], path)
                        first, last = np.int64(path[0]), np.int64(path[max(length - 1, 0)])
                        hope = length + (to_come(trial[0], mover, turns, first, last) if length > 0 else 0.0)
                        if hope > most:
                            move, most = choices[i], hope
                white = set_at(s.white, 0)
                apply(s, mover, move)
                changed = 1 << mover if is_same(white, set_at(s.white, 0)) else (1 << players) - 1
                ply += 1
            visits[candidate] += 1
            gains[candidate] += result(lengths, players, seat, tuning[MARGIN])
            plies += ply
    return many


@kernel
def draw_deals(rng, deals):
    """Where the luck of each game comes from."""
    for i in range(deals.shape[0]):
        deals[i, 0], deals[i, 1] = next_number(rng), next_number(rng)


class Playouts:
    """The search at work for one seat; see `parlour.game.Thinker`."""

    def __init__(self, players: int, tuning: Mapping[str, float]) -> None:
        self._tuning = np.array([tuning.get(name, usual) for name, usual in TUNING.items()])
        self._moves = np.zeros(CANDIDATES, np.int64)
        self._visits = np.zeros(CANDIDATES, np.int64)
        self._gains = np.zeros(CANDIDATES, np.float64)
        self._deals = np.zeros((DEALS, 2), np.uint64)
        self._many = 0

    def begin(self, start: NDArray[Any], seat: int, rng: NDArray[np.uint64]) -> None:
        """Look at a position."""
        self._start, self._seat = start, seat
        draw_deals(rng, self._deals)
        self._visits[:], self._gains[:], self._many = 0, 0.0, 0

    def go_on(self, start: NDArray[Any], moves: Sequence[tuple[int, int]], rng: NDArray[np.uint64]) -> bool:
        """Games that went another way are of no use."""
        return False

    def think(self, simulations: int) -> int:
        """Go on for so many simulations; 0 if there is only one move."""
        if self._many == 1:
            return 0
        self._many = play_out(
            self._start,
            self._seat,
            self._tuning,
            simulations,
            self._deals,
            self._moves,
            self._visits,
            self._gains,
            self._many,
        )
        return simulations

    def findings(self) -> Findings:
        """What was found so far."""
        tried = self._visits[: self._many]
        best = int(np.argmax(tried))
        return Findings(
            moves=[int(move) for move in self._moves[: self._many]],
            visits=[int(visits) for visits in tried],
            values=[float(gain) for gain in self._gains[: self._many] / np.maximum(tried, 1)],
            line=[int(self._moves[best])],
        )
