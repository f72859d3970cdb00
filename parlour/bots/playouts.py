"""Whole matches played by `greedy`, so that what a game makes can be tried out."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parlour.bots.level_bot import IsCancelled, SearchCancelled, never
from parlour.bots.simple import greedy_games
from parlour.kernel import new_rng, score_columns

AT_ONCE = 50  # matches between two looks whether they are still wanted: a few milliseconds


def play_out(starts: NDArray[np.void], players: int, is_cancelled: IsCancelled = never) -> NDArray[np.int64]:
    """Play these states to their ends; returns the scores by match, seat and column, or raises SearchCancelled."""
    results = np.zeros((starts.size, players, score_columns(starts[0])), np.int64)
    rng = new_rng(0)
    for first in range(0, starts.size, AT_ONCE):
        if is_cancelled():
            raise SearchCancelled("nobody needs this any more")
        greedy_games(starts[first : first + AT_ONCE], players, rng, results[first : first + AT_ONCE])
    return results
