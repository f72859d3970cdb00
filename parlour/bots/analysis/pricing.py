"""The price of a move: what a search finds that considers this move alone, or a few moves with the same attention.

A usual search spends its time on the best move, so that the values of all others are rough, too low, or missing. To
compare moves fairly, they are searched again with the same number of simulations each and the same random numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour import kernel
from parlour.bots.candidates import Candidate
from parlour.bots.level_bot import IsCancelled, candidate, run_search
from parlour.luck import Luck
from parlour.match import Match
from parlour.searcher import Searcher, SearchResult

BATCHES = 10  # parts of a comparison: how much their results differ shows how sure the difference is


@dataclass(frozen=True)
class Price:
    """What a move is worth."""

    candidate: Candidate
    """The move, with its value."""
    seat_values: list[float]
    """The value of the position after it to every seat; empty if only that to its own is known."""
    seat_points: list[float]
    """The expected score of every seat after it; empty if that is not known."""


class Prices:
    """The prices of some moves in one position."""

    def __init__(self, prices: dict[int, Price], batches: NDArray[np.float64], moves: list[int]) -> None:
        self._prices, self._batches, self._moves = prices, batches, moves

    def __getitem__(self, move: int) -> Price:
        return self._prices[move]

    @property
    def best_first(self) -> list[int]:
        """The moves, best first; in the order given where they are worth the same."""
        return sorted(self._moves, key=lambda move: -self._prices[move].candidate.value)

    def loss(self, played: int, best: int) -> tuple[float, float]:
        """Return how much less one move is worth than another, and the standard error of that.

        Batches share their random numbers, so the error of a difference is smaller than those of the two values.
        """
        differences = self._batches[:, self._moves.index(best)] - self._batches[:, self._moves.index(played)]
        loss = self._prices[best].candidate.value - self._prices[played].candidate.value
        many = len(differences)
        return loss, float(np.std(differences, ddof=1)) / sqrt(many) if many > 1 else 0.0


class Pricing:
    """The searches of one position, from what a seat knows."""

    def __init__(self, match: Match, seat: int, searcher: Searcher, seed: str, is_cancelled: IsCancelled) -> None:
        luck = Luck(seed)
        self.imagined = match.belief(seat, seed=luck.number())
        self._seat, self._searcher, self._is_cancelled = seat, searcher, is_cancelled
        self._numbers = luck.number(), luck.number()

    def search(self, simulations: int) -> SearchResult:
        """Search freely, to find the moves worth a comparison."""
        self._searcher.begin(self.imagined.state, self._seat, kernel.new_rng(self._numbers[0]))
        run_search(self._searcher, simulations, self._is_cancelled)
        return self._searcher.result()

    def best_moves(self, simulations: int, most: int) -> list[int]:
        """Return the moves that a free search likes best."""
        found = self.search(simulations)
        ranked = sorted(range(len(found.moves)), key=lambda k: (-found.visits[k], -found.values[k]))
        return [found.moves[k] for k in ranked[:most]]

    def compare(self, moves: Sequence[int], simulations: int) -> Prices:
        """Price all of these moves with this many simulations each."""
        wanted = list(dict.fromkeys(moves))
        self._searcher.begin(self.imagined.state, self._seat, kernel.new_rng(self._numbers[1]), wanted)
        batches, before, done = [], None, 0
        many = min(BATCHES, simulations)
        for number in range(1, many + 1):
            target = simulations * number // many * len(wanted)
            took = run_search(self._searcher, target - done, self._is_cancelled)
            done = target
            found = self._searcher.result()
            if took == 0 or not found.errors:
                break
            now = _by_move(found, wanted)
            batches.append(_batch(now, before))
            before = now
        order = {move: k for k, move in enumerate(found.moves)}
        prices = {move: self._price(found, order[move]) for move in wanted}
        return Prices(prices, np.array(batches).reshape(-1, len(wanted)), wanted)

    def _price(self, found: SearchResult, k: int) -> Price:
        return Price(
            candidate(self.imagined, self._seat, found, k),
            found.seat_values[k] if found.seat_values else [],
            found.seat_points[k] if found.seat_points else [],
        )


def _by_move(found: SearchResult, moves: list[int]) -> NDArray[np.float64]:
    """Return the visit counts and values of the moves, in their order."""
    order = [found.moves.index(move) for move in moves]
    return np.array([[found.visits[k] for k in order], [found.values[k] for k in order]], np.float64)


def _batch(now: NDArray[np.float64], before: NDArray[np.float64] | None) -> Any:
    """Return the mean value of each move in the last batch alone."""
    if before is None:
        return now[1]
    return (now[0] * now[1] - before[0] * before[1]) / np.maximum(now[0] - before[0], 1)
