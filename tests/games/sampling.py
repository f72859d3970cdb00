"""Checks that `sample` draws exactly the moves that `legal` lists, each equally often."""

from __future__ import annotations

import numpy as np

from parlour.kernel import new_rng, sample
from parlour.luck import Luck
from parlour.match import Match

EACH = 200  # draws for each legal move


def assert_equally_likely(match: Match, luck: Luck) -> None:
    """Draw moves of the first seat, and compare their frequencies."""
    rules, state = match.game.rules, match.state
    codes = np.empty(rules.MAX_MOVES, np.int64)
    n = rules.legal(state[0], 0, codes)
    assert n == len(match.legal(0))
    rng = new_rng(luck.number())
    drawn = np.array([sample(state[0], 0, rng) for _ in range(EACH * n)])
    counts = np.array([(drawn == code).sum() for code in codes[:n]])
    assert counts.sum() == EACH * n  # nothing but legal moves
    surprise = float(((counts - EACH) ** 2 / EACH).sum())  # chi-square with n - 1 degrees of freedom
    assert surprise <= (n - 1) + 7 * (2 * (n - 1)) ** 0.5 + 20  # about once in a million runs by chance
