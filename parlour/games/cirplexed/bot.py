"""Cirplexed!'s numbered bots, and their search."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.bandit import draw_seeds
from parlour.game import Findings, Level
from parlour.games.cirplexed.futures import SEEDS, TUNING, lay_last, look_ahead, rival_of
from parlour.games.cirplexed.rules import MAX_MOVES, tiles_each

# What they are told is in futures.py.
LEVELS = (
    Level("1", "Lays what fits at once, and often anything.", 1, 0.1, lapse=0.4),
    Level("2", "Lays what fits at once, with a slip now and then.", 1, 0.1, lapse=0.12),
    Level("3", "Lays what fits best at once.", 1, 0.3),
    Level("4", "Thinks of the tile that may come next.", 4_000, 1.0, tuning={"depth": 2.0}),
    Level("5", "Thinks of the next two tiles, for two seconds.", 240_000, 2.0, tuning={"depth": 3.0}),
)


class Futures:
    """The search at work for one seat; see `parlour.game.Thinker`."""

    def __init__(self, players: int, tuning: Mapping[str, float]) -> None:
        self._tuning = np.array([tuning.get(name, usual) for name, usual in TUNING.items()])
        self._last = int(tiles_each(players)) - 2  # with so many tiles on a board no other will come
        self._seeds = np.zeros((SEEDS, 2), np.uint64)
        self._moves = np.zeros(MAX_MOVES, np.int64)
        self._visits = np.zeros(MAX_MOVES, np.int64)
        self._values = np.zeros(MAX_MOVES, np.float64)  # sums over the visits

    def begin(self, start: NDArray[Any], seat: int, rng: NDArray[np.uint64]) -> None:
        """Look at a position."""
        self._start, self._seat = start, seat
        self._rival = float(rival_of(start, seat))
        self._visits[:], self._values[:], self._many = 0, 0.0, 0
        self._is_exact = int(start[0].count[seat]) >= self._last
        if not self._is_exact:
            draw_seeds(rng, self._seeds)

    def go_on(self, start: NDArray[Any], moves: Sequence[tuple[int, int]], rng: NDArray[np.uint64]) -> bool:
        """Draws that turned out otherwise are of no use."""
        return False

    def think(self, simulations: int) -> int:
        """Go on for so many trials; 0 when all that can come is known and compared."""
        if self._is_exact:
            if self._many == 0:
                self._many = lay_last(self._start, self._seat, self._rival, self._moves, self._values)
                self._visits[: self._many] = 1
            return 0
        self._many = look_ahead(
            self._start,
            self._seat,
            self._rival,
            self._tuning,
            simulations,
            self._seeds,
            self._moves,
            self._visits,
            self._values,
            self._many,
        )
        return simulations

    def findings(self) -> Findings:
        """What was found so far."""
        tried = self._visits[: self._many]
        values = self._values[: self._many] / np.maximum(tried, 1)
        best = int(np.lexsort((values, tried))[-1])
        return Findings(
            moves=[int(move) for move in self._moves[: self._many]],
            visits=[int(visits) for visits in tried],
            values=[float(value) for value in values],
            line=[int(self._moves[best])],
        )
