"""Means and their intervals."""

from __future__ import annotations

import numpy as np
import pytest

from parlour.arena.estimates import mean, student


def test_the_quantiles_are_those_of_the_tables() -> None:
    table = {1: 12.706, 2: 4.303, 4: 2.776, 5: 2.571, 10: 2.228, 30: 2.042, 120: 1.980}
    assert {freedom: student(freedom) for freedom in table} == pytest.approx(table, abs=0.004)


def test_intervals_hold_nineteen_times_of_twenty() -> None:
    rng = np.random.default_rng(1)
    held = 0
    for _ in range(2000):
        found = mean(list(rng.normal(3, 2, size=6)))
        assert found is not None
        held += found.low <= 3 <= found.high
    assert 0.93 < held / 2000 < 0.97


def test_one_value_says_nothing_about_the_spread() -> None:
    found = mean([7])
    assert found is not None
    assert (found.value, found.low, found.high) == (7, float("-inf"), float("inf"))
    assert mean([]) is None
