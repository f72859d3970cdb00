"""Tracktic's numbered bots, and their search."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.bandit import draw_seeds, standard_errors
from parlour.game import Level, SearchResult
from parlour.games.tracktic.bot.coefficients import coefficients_for
from parlour.games.tracktic.bot.playouts import (
    CANDIDATES,
    EXPLORATION,
    LENGTH_SQUARES,
    LENGTHS,
    RESULTS,
    SEEDS,
    SQUARES,
    SUMS,
    TUNING,
    WIDTH,
    play_out,
)

# Their parameters are explained in playouts.py.
LEVELS = (
    Level("1", "Lays what looks long, and often blunders.", 1, 0.1, blunder_rate=0.65),
    Level("2", "Lays what looks best, and still often blunders.", 1, 0.1, blunder_rate=0.32),
    Level("3", "Plays a few games to the end in its head, and blunders now and then.", 20, 0.3, 0.18, {"care": 1.0}),
    Level(
        "4", "Plays more of them, in which everybody plays better, and seldom blunders.", 60, 1.0, 0.08, {"care": 2.0}
    ),
    Level("5", "Plays hundreds of them, in which everybody plays well.", 900, 2.0, tuning={"care": 4.0}),
)
EVENLY = 1e9  # an exploration constant with which all moves are tried equally often
WIDEST = 20.0  # pieces between a long and a short path, assumed where only one playout was made


class Playouts:
    """The search of one seat; see `parlour.game.Searcher`."""

    def __init__(self, players: int, tuning: Mapping[str, float]) -> None:
        self._players = players
        self._coefficients = coefficients_for(players)
        self._tuning = np.array([tuning.get(name, usual) for name, usual in TUNING.items()])
        self._seeds = np.zeros((SEEDS, 2), np.uint64)

    def begin(
        self, start: NDArray[Any], seat: int, rng: NDArray[np.uint64], moves: Sequence[int] | None = None
    ) -> None:
        """Start at a position, or at these moves of it alone."""
        self._start, self._seat = start.copy(), seat
        self._start["deck"][0, int(start[0].turned) :].sort()  # so that its unknown order has no effect
        room = max(CANDIDATES, len(moves or ()))
        self._moves, self._visits = np.zeros(room, np.int64), np.zeros(room, np.int64)
        self._values, self._promises = np.zeros(room, np.float64), np.zeros(room, np.float64)  # sums over all visits
        self._sums = np.zeros((room, SUMS), np.float64)
        self._many, self._tries, self._is_restricted = 0, self._tuning, moves is not None
        if moves is not None:
            self._many, self._tries = len(moves), self._tuning.copy()
            self._moves[: len(moves)] = moves
            self._tries[EXPLORATION], self._tries[WIDTH] = EVENLY, len(moves)
        draw_seeds(rng, self._seeds)

    def go_on(self, start: NDArray[Any], moves: Sequence[tuple[int, int]], rng: NDArray[np.uint64]) -> bool:
        """Return False: games that took another course are of no use."""
        return False

    def search(self, simulations: int) -> int:
        """Run this many simulations; return 0 if there is only one move."""
        if self._many == 1 and not self._is_restricted:
            return 0
        self._many = play_out(
            self._start,
            self._seat,
            self._coefficients,
            self._tries,
            simulations,
            self._seeds,
            self._moves,
            self._visits,
            self._values,
            self._sums,
            self._promises,
            self._many,
        )
        return simulations

    def result(self) -> SearchResult:
        """Return the result so far."""
        tried, sums = self._visits[: self._many], self._sums[: self._many]
        visits = np.maximum(tried, 1)
        values = self._values[: self._many] / visits
        lengths = sums[:, LENGTHS : LENGTHS + self._players]
        own = lengths[:, self._seat]
        best = int(np.lexsort((values, tried))[-1])
        return SearchResult(
            moves=[int(move) for move in self._moves[: self._many]],
            visits=[int(visits) for visits in tried],
            values=[float(value) for value in values],
            line=[int(self._moves[best])],
            errors=standard_errors(tried, self._values[: self._many], sums[:, SQUARES]),
            points=[float(length) for length in own / visits],
            points_errors=standard_errors(tried, own, sums[:, LENGTH_SQUARES], WIDEST),
            seat_values=(sums[:, RESULTS : RESULTS + self._players] / visits[:, None]).tolist(),
            seat_points=(lengths / visits[:, None]).tolist(),
        )
