"""Means and their intervals."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from parlour.arena.statistics.intervals import mean, share, student


def test_quantiles_agree_with_published_tables() -> None:
    table = {1: 12.7062, 2: 4.3027, 4: 2.7764, 5: 2.5706, 10: 2.2281, 30: 2.0423, 120: 1.9799}
    assert {freedom: student(freedom) for freedom in table} == pytest.approx(table, abs=1e-4)


@pytest.mark.parametrize("number", [2, 3, 5, 6, 10, 40, 400])
def test_means_have_the_interval_that_scipy_gives(number: int) -> None:
    values = np.random.default_rng(number).normal(3, 2, size=number)
    found = mean(list(values))
    assert found is not None
    expected = stats.ttest_1samp(values, 0).confidence_interval(0.95)
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high), abs=1e-9)


@pytest.mark.parametrize("number", [1, 2, 7, 40, 4000])
def test_shares_of_whole_wins_have_the_interval_that_scipy_gives(number: int) -> None:
    for wins in {0, 1, number // 3, number}:
        found = share([1.0] * wins + [0.0] * (number - wins))
        expected = stats.binomtest(wins, number).proportion_ci(0.95, method="wilson")
        assert (found.low, found.high) == pytest.approx((expected.low, expected.high), abs=1e-12)


def test_intervals_have_95_percent_coverage() -> None:
    rng = np.random.default_rng(1)
    held = 0
    for _ in range(2000):
        found = mean(list(rng.normal(3, 2, size=6)))
        assert found is not None
        held += found.low <= 3 <= found.high
    assert 0.93 < held / 2000 < 0.97


def test_shares_have_wilsons_interval() -> None:
    found = share([1.0] * 8 + [0.0] * 2)
    assert (found.value, found.low, found.high) == pytest.approx((0.8, 0.49016, 0.94332), abs=1e-5)
    parted = share([0.5] * 4)
    assert (parted.low, parted.high) == (share([0, 0, 1, 1]).low, share([0, 0, 1, 1]).high)


@pytest.mark.parametrize("number", [1, 2, 5, 400])
@pytest.mark.parametrize("value", [0.0, 1.0])
def test_an_interval_of_a_share_is_never_a_point_and_stays_within_0_and_1(number: int, value: float) -> None:
    found = share([value] * number)
    assert found.low < found.high
    assert 0 <= found.low <= found.value <= found.high <= 1


def test_one_value_has_no_interval() -> None:
    found = mean([7])
    assert found is not None
    assert (found.value, found.low, found.high) == (7, float("-inf"), float("inf"))
    assert mean([]) is None
