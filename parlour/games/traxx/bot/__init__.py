"""Träxx' numbered bots, and their search: playouts; in a solo game with at most three cards to come, all orders."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.bandit import standard_errors
from parlour.game import Level, SearchResult
from parlour.games.traxx.bot import search
from parlour.games.traxx.bot.weights import weights_for
from parlour.games.traxx.rules import CARDS, MAX_MOVES, OPEN, ROUNDS, apply
from parlour.kernel import below

DEALS = 4096  # orders of the cards, after which they repeat
EXACT_CARDS = 3  # the most cards to come for which all orders are tried
EXACT_MOVES = 60  # the most moves for which that is fast enough
EVENLY = 1e9  # an exploration constant with which all moves are tried equally often
WIDEST = 20.0  # points between a good and a poor order of the cards, assumed where only one was tried

# The parameters that a level's `tuning` may set.
TUNING = {
    "depth": 3.0,  # rounds of a playout
    "trust": 4.0,  # the weight of the heuristic, in visits
    "exploration": 0.1,  # the exploration constant of the upper confidence bound
    "width": 16.0,  # moves tried in playouts
    "blur": 0.0,  # the largest error added to the heuristic, in points
}

LEVELS = (
    Level("1", "Draws what catches the eye, and often misses what is better.", 1, 0.1, 0.35, {"blur": 8.0, "width": 1}),
    Level("2", "Sees what a line promises, though not sharply.", 1, 0.1, 0.0, {"blur": 3.5, "width": 1}),
    Level("3", "Tries its best lines under a few orders of the cards.", 40, 0.3, 0.0, {"blur": 1.5, "width": 3}),
    Level("4", "Sees better, and tries more lines under more orders.", 60, 1.0, 0.0, {"blur": 0.8, "width": 4}),
    Level("5", "Tries many lines under thousands of orders, and knows the last cards.", 6_000, 2.0, 0.0, {"depth": 5}),
)


class Planner:
    """Tries the best moves by the heuristic in playouts over many orders of the cards; see `parlour.game.Searcher`."""

    def __init__(self, players: int, tuning: Mapping[str, float]) -> None:
        chosen = {**TUNING, **tuning}
        self._players = players
        self._weights = weights_for(players)
        self._tuning = np.array([chosen["depth"], chosen["trust"], chosen["exploration"]])
        self._evenly = np.array([chosen["depth"], chosen["trust"], EVENLY])
        self._width, self._blur = int(chosen["width"]), chosen["blur"]
        self._deals = np.zeros((DEALS, CARDS), np.int8)

    def begin(
        self, start: NDArray[Any], seat: int, rng: NDArray[np.uint64], moves: Sequence[int] | None = None
    ) -> None:
        """Start at a position, or at these moves of it alone."""
        start = _unknowing(start)
        found, priors, points = self._heuristic(start, seat, rng)
        listed = found.size
        left = ROUNDS - 1 - int(start[0].closed)
        few = self._players == 1 and self._blur == 0.0 and left <= EXACT_CARDS and listed <= EXACT_MOVES
        self._is_exact = few or left == 0
        kept = np.arange(listed if self._is_exact else min(listed, self._width))
        if moves is not None:
            kept = np.flatnonzero(np.isin(found, moves))
        self._is_settled = moves is None and kept.size == 1
        self._tries = self._tuning if moves is None else self._evenly
        self._start, self._seat, self._rng = start, seat, rng
        self._moves, self._priors, self._promised = found[kept], priors[kept], points[kept]
        self._visits, self._total_reward = np.zeros(kept.size, np.int64), np.zeros(kept.size)
        self._sums = np.zeros((kept.size, 3))
        self._dealt = 0

    def _heuristic(
        self, start: NDArray[Any], seat: int, rng: NDArray[np.uint64]
    ) -> tuple[NDArray[np.int64], NDArray[np.float64], NDArray[np.float64]]:
        """Return the legal moves, their heuristic values, best first, and the final scores that they promise."""
        estimates = np.zeros(self._players)
        for other in range(self._players):
            if other != seat:
                estimates[other] = self._promises(start, other)[1].max()
        moves, values = self._promises(start, seat)
        priors = np.empty(moves.size)
        is_last = start[0].closed == ROUNDS - 1  # then the heuristic is exact
        for k, value in enumerate(values):
            error = 0.0 if is_last or self._blur == 0.0 else self._blur * (int(below(rng, 2001)) - 1000) / 1000.0
            estimates[seat] = value + error
            priors[k] = search.reward(estimates, seat, self._players)
        order = np.argsort(-priors, kind="stable")
        return moves[order], priors[order], values[order]

    def _promises(self, start: NDArray[Any], seat: int) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Return the legal moves and the final scores that they promise; exact with at most one card to come."""
        moves, values = np.empty(MAX_MOVES, np.int64), np.empty(MAX_MOVES)
        many = search.promises(start, seat, self._weights, moves, values)
        return moves[:many], values[:many]

    def go_on(self, start: NDArray[Any], moves: Sequence[tuple[int, int]], rng: NDArray[np.uint64]) -> bool:
        """Return False: the card turned up says more than playouts over all cards did."""
        return False

    def search(self, simulations: int) -> int:
        """Run this many playouts, or solve this many moves; return 0 when there is nothing left to choose."""
        if self._is_settled:
            return 0
        if self._is_exact:
            return self._go_through(simulations)
        self._dealt = search.simulate(
            self._start,
            self._seat,
            self._weights,
            self._tries,
            self._moves,
            self._visits,
            self._total_reward,
            self._sums,
            self._priors,
            self._deals,
            self._dealt,
            simulations,
            self._rng,
        )
        return simulations

    def _go_through(self, simulations: int) -> int:
        """Compute the exact value of some more moves; at the last card the heuristic is exact."""
        if self._start[0].closed == ROUNDS - 1:
            return 0
        done = int(self._visits.sum())
        more = range(done, min(done + simulations, self._moves.size))
        for k in more:
            score = self._expected_after(self._start, int(self._moves[k]))
            self._total_reward[k], self._visits[k] = score / search.SPREAD, 1
            self._sums[k] = (score / search.SPREAD) ** 2, score, score * score
        return len(more)

    def _expected_after(self, start: NDArray[Any], move: int) -> float:
        """Return the mean result of a solo move over all cards that may come next, each played optimally."""
        first = int(start[0].closed) + 1
        results = []
        for place in range(first, CARDS):
            after = start.copy()
            cards = after[0].cards
            cards[first], cards[place] = int(cards[place]), int(cards[first])
            apply(after[0], 0, move)
            moves, values = self._promises(after, 0)
            if CARDS - first > 2:  # else the promises are exact
                values = np.array([self._expected_after(after, int(each)) for each in moves])
            results.append(float(values.max()))
        return sum(results) / len(results)

    def result(self) -> SearchResult:
        """Return the result so far."""
        visits, sums = np.maximum(self._visits, 1), self._sums
        means = np.where(self._visits > 0, self._total_reward / visits, self._priors)
        points = np.where(self._visits > 0, sums[:, search.SCORED] / visits, self._promised)
        sampled = np.where(self._is_exact, 0, self._visits)
        squares, widest = sums[:, search.SQUARES], 1.0 if self._players > 1 else WIDEST / search.SPREAD
        errors = standard_errors(sampled, self._total_reward, squares, widest)
        scored, scored_squares = sums[:, search.SCORED], sums[:, search.SCORED_SQUARES]
        best = max(range(means.size), key=lambda k: (self._visits[k], means[k]))
        return SearchResult(
            moves=[int(move) for move in self._moves],
            visits=[int(visits) for visits in self._visits],
            values=[self._share(float(mean)) for mean in means],
            line=[int(self._moves[best])],
            errors=[self._share_error(float(mean), error) for mean, error in zip(means, errors, strict=True)],
            points=[float(score) for score in points],
            points_errors=standard_errors(sampled, scored, scored_squares, WIDEST),
        )

    def _share(self, mean: float) -> float:
        """Convert a reward to 0 to 1; in a solo game, how far it is above a poor result."""
        points = mean * search.SPREAD
        return 0.5 + 0.5 * points / (abs(points) + 20.0) if self._players == 1 else mean

    def _share_error(self, mean: float, error: float) -> float:
        """Convert the standard error of a reward in the same way."""
        return 10.0 * search.SPREAD * error / (abs(mean * search.SPREAD) + 20.0) ** 2 if self._players == 1 else error


def _unknowing(start: NDArray[Any]) -> NDArray[Any]:
    """Return the position without the order of the cards and the others' choices."""
    start = start.copy()
    following = slice(int(start[0].closed) + 1, CARDS)
    start[0].cards[following] = np.sort(start[0].cards[following])
    start[0].choice[:] = OPEN
    return start
