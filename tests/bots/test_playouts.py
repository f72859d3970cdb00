"""Whole matches played by `greedy`."""

from __future__ import annotations

import numpy as np
import pytest

import parlour
from parlour.bots import SearchCancelled
from parlour.bots.playouts import AT_ONCE, play_out
from parlour.bots.simple import greedy_games
from parlour.kernel import new_rng


def test_matches_are_played_to_their_ends_as_greedy_plays_them() -> None:
    starts = np.concatenate([parlour.new("traxx", players=2, seed=seed).state for seed in range(2 * AT_ONCE + 1)])
    expected = np.zeros((starts.size, 2, 1), np.int64)
    greedy_games(starts, 2, new_rng(0), expected)
    assert play_out(starts, 2).tolist() == expected.tolist()
    assert expected.min(axis=0).min() > 0


def test_what_nobody_needs_any_more_is_given_up() -> None:
    starts = np.repeat(parlour.new("traxx", seed=1).state, 10 * AT_ONCE)
    looks = iter([False, False, True])
    with pytest.raises(SearchCancelled):
        play_out(starts, 1, lambda: next(looks))
    assert list(looks) == []
