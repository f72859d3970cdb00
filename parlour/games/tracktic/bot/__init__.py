"""Tracktic's numbered bots, and their search."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.bandit import draw_seeds
from parlour.game import Level, SearchResult
from parlour.games.tracktic.bot.coefficients import coefficients_for
from parlour.games.tracktic.bot.playouts import CANDIDATES, SEEDS, TUNING, play_out

# Their parameters are explained in playouts.py.
LEVELS = (
    Level("1", "Lays what looks long, and often blunders.", 1, 0.1, blunder_rate=0.5),
    Level("2", "Lays what looks best, and still often blunders.", 1, 0.1, blunder_rate=0.32),
    Level("3", "Plays a few games to the end in its head, and blunders now and then.", 20, 0.3, 0.18, {"care": 1.0}),
    Level(
        "4", "Plays more of them, in which everybody plays better, and seldom blunders.", 60, 1.0, 0.08, {"care": 2.0}
    ),
    Level("5", "Plays hundreds of them, in which everybody plays well.", 900, 2.0, tuning={"care": 4.0}),
)


class Playouts:
    """The search of one seat; see `parlour.game.Searcher`."""

    def __init__(self, players: int, tuning: Mapping[str, float]) -> None:
        self._coefficients = coefficients_for(players)
        self._tuning = np.array([tuning.get(name, usual) for name, usual in TUNING.items()])
        self._seeds = np.zeros((SEEDS, 2), np.uint64)
        self._moves = np.zeros(CANDIDATES, np.int64)
        self._visits = np.zeros(CANDIDATES, np.int64)
        self._values = np.zeros(CANDIDATES, np.float64)  # sums over all visits
        self._promises = np.zeros(CANDIDATES, np.float64)

    def begin(self, start: NDArray[Any], seat: int, rng: NDArray[np.uint64]) -> None:
        """Start at a position."""
        self._start, self._seat = start.copy(), seat
        self._start["deck"][0, int(start[0].turned) :].sort()  # so that its unknown order has no effect
        self._visits[:], self._values[:], self._many = 0, 0.0, 0
        draw_seeds(rng, self._seeds)

    def go_on(self, start: NDArray[Any], moves: Sequence[tuple[int, int]], rng: NDArray[np.uint64]) -> bool:
        """Return False: games that took another course are of no use."""
        return False

    def search(self, simulations: int) -> int:
        """Run this many simulations; return 0 if there is only one move."""
        if self._many == 1:
            return 0
        self._many = play_out(
            self._start,
            self._seat,
            self._coefficients,
            self._tuning,
            simulations,
            self._seeds,
            self._moves,
            self._visits,
            self._values,
            self._promises,
            self._many,
        )
        return simulations

    def result(self) -> SearchResult:
        """Return the result so far."""
        tried = self._visits[: self._many]
        values = self._values[: self._many] / np.maximum(tried, 1)
        best = int(np.lexsort((values, tried))[-1])
        return SearchResult(
            moves=[int(move) for move in self._moves[: self._many]],
            visits=[int(visits) for visits in tried],
            values=[float(value) for value in values],
            line=[int(self._moves[best])],
        )
