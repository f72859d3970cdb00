"""Cirplexed!'s numbered bots, and their search."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.bandit import draw_seeds, standard_errors
from parlour.game import Level, SearchResult
from parlour.games.cirplexed.bot.cell_values import read_values
from parlour.games.cirplexed.bot.search import (
    EXPLORATION,
    SEEDS,
    TUNING,
    WIDTH,
    look_ahead,
    rival_of,
    weigh_moves,
)
from parlour.games.cirplexed.rules import MAX_MOVES, TILES, tiles_each

# Their parameters are explained in search.py.
LEVELS = (
    Level("1", "Looks mainly at immediate gains, and often blunders.", 1, 0.1, 0.35, {"breadth": 1.0, "trust": 0.4}),
    Level(
        "2", "Looks mainly at immediate gains, and blunders now and then.", 1, 0.1, 0.08, {"breadth": 1.0, "trust": 0.5}
    ),
    Level("3", "Values immediate gains more than later ones.", 1, 0.3, tuning={"breadth": 1.0, "trust": 0.65}),
    Level("4", "Knows the value of each empty cell.", 1, 1.0, tuning={"breadth": 1.0, "trust": 0.85}),
    Level("5", "Knows it, and thinks ahead for two seconds.", 3_600, 2.0),
)
LEAD = 3.0  # a lead of this many circles has a value of three quarters
EVENLY = 1e9  # an exploration constant with which all moves are tried equally often


class Futures:
    """The search of one seat; see `parlour.game.Searcher`."""

    def __init__(self, players: int, tuning: Mapping[str, float]) -> None:
        self._tuning = np.array([tuning.get(name, usual) for name, usual in TUNING.items()])
        told = dict(zip(TUNING, self._tuning.tolist(), strict=True))
        self._breadth, self._has_trials = int(told["breadth"]), told["depth"] > 0 and told["breadth"] > 1
        self._catalogue, pattern_values = read_values()
        self._worths = told["trust"] * pattern_values
        self._last = int(tiles_each(players)) - 2  # with this many tiles on a board, no other will come
        self._seeds = np.zeros((SEEDS, 2), np.uint64)
        self._moves = np.zeros(MAX_MOVES, np.int64)
        self._weighed = np.zeros(MAX_MOVES, np.float64)
        self._usual_outlook = np.zeros((max(self._breadth, 1), len(TILES)), np.float64)
        self._visits = np.zeros(MAX_MOVES, np.int64)
        self._values = np.zeros(MAX_MOVES, np.float64)  # sums over all visits
        self._squares = np.zeros(MAX_MOVES, np.float64)  # of the same numbers

    def begin(
        self, start: NDArray[Any], seat: int, rng: NDArray[np.uint64], moves: Sequence[int] | None = None
    ) -> None:
        """Start at a position, or at these moves of it alone."""
        self._start, self._seat = start, seat
        self._tries, self._outlook, breadth = self._tuning, self._usual_outlook, self._breadth
        if moves is not None:
            self._tries, breadth = self._tuning.copy(), max(len(moves), 2) if self._has_trials else self._breadth
            self._tries[EXPLORATION], self._tries[WIDTH] = EVENLY, len(moves)
            self._outlook = np.zeros((breadth, len(TILES)), np.float64)
        self._rival = float(rival_of(start, seat, self._catalogue, self._worths))
        self._visits[:], self._values[:], self._squares[:] = 0, 0.0, 0.0
        is_last = int(start[0].count[seat]) >= self._last
        self._many = weigh_moves(
            start,
            seat,
            np.array(moves or (), np.int64),
            MAX_MOVES if is_last else breadth,
            self._catalogue,
            self._worths,
            self._moves,
            self._weighed,
            self._outlook,
        )
        self._is_done = is_last or not self._has_trials
        if not self._is_done:
            draw_seeds(rng, self._seeds)

    def go_on(self, start: NDArray[Any], moves: Sequence[tuple[int, int]], rng: NDArray[np.uint64]) -> bool:
        """Return False: trials with other draws are of no use."""
        return False

    def search(self, simulations: int) -> int:
        """Run this many trials; return 0 for levels without trials, and once everything to come has been compared."""
        if self._is_done:
            return 0
        look_ahead(
            self._start,
            self._seat,
            self._tries,
            simulations,
            self._catalogue,
            self._worths,
            self._seeds,
            self._moves,
            min(self._many, len(self._outlook)),
            self._outlook,
            self._visits,
            self._values,
            self._squares,
        )
        return simulations

    def result(self) -> SearchResult:
        """Return the result so far."""
        many = self._many
        tried = self._visits[:many]
        circles = np.where(tried > 0, self._values[:many] / np.maximum(tried, 1), self._weighed[:many])
        best = int(np.lexsort((circles, tried))[-1])
        lead = circles - self._rival
        circle_errors = np.array(standard_errors(tried, self._values[:many], self._squares[:many], LEAD))
        return SearchResult(
            moves=[int(move) for move in self._moves[:many]],
            visits=[int(visits) for visits in tried],
            values=[float(value) for value in 0.5 + 0.5 * lead / (LEAD + abs(lead))],
            line=[int(self._moves[best])],
            errors=[float(error) for error in 0.5 * LEAD * circle_errors / (LEAD + abs(lead)) ** 2],
            points=[float(number) for number in circles],
            points_errors=[float(error) for error in circle_errors],
        )
