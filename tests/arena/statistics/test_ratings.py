"""Fitted ratings recover the ratings that games were generated from, and their intervals contain them."""

from __future__ import annotations

from math import log10

import numpy as np
import pytest

from parlour.arena.statistics.ratings import ELO, Places, Ratings, fit, places

WIN, LOSS, TIE = ((0,), (1,)), ((1,), (0,)), ((0, 1),)


def games(*numbers: tuple[Places, int]) -> list[tuple[int, Places]]:
    listed = [table for table, number in numbers for _ in range(number)]
    return list(enumerate(listed))


def finish(strengths: np.ndarray[tuple[int], np.dtype[np.float64]], rng: np.random.Generator) -> list[int]:
    """The bots from first to last, drawn from the model."""
    return [int(bot) for bot in np.argsort(-(strengths + rng.gumbel(size=strengths.size)))]


def test_the_rating_difference_of_two_bots_follows_the_odds() -> None:
    rated = fit(["a", "b"], games((WIN, 3000), (LOSS, 1000)))
    assert rated.base == "b"
    assert rated.of("a").value == pytest.approx(400 * log10(3), abs=0.1)
    assert rated.of("b").value == 0
    assert rated.difference("b", "a").value == -rated.of("a").value


def test_a_tie_is_half_a_win_for_each() -> None:
    tied = fit(["a", "b"], games((WIN, 200), (TIE, 200)))
    halves = fit(["a", "b"], games((WIN, 300), (LOSS, 100)))
    assert tied.of("a").value == pytest.approx(halves.of("a").value)
    assert fit(["a", "b"], games((TIE, 10))).of("a").value == pytest.approx(0)


def test_a_bot_that_never_lost_has_a_finite_rating_with_a_wide_interval() -> None:
    rated = fit(["a", "b"], games((WIN, 100)))
    assert 500 < rated.of("a").value < 2000
    assert 0 < rated.of("a").low < rated.of("a").value - 300


def test_bots_that_never_met_are_compared_through_others() -> None:
    pairs = [((0,), (1,)), ((1,), (0,)), ((1,), (2,)), ((2,), (1,))]
    tables = games(*zip(pairs, (300, 100, 300, 100), strict=True))
    rated = fit(["a", "b", "c"], tables, base="b")
    assert rated.base == "b"
    assert rated.difference("a", "c").value == pytest.approx(2 * 400 * log10(3), rel=0.05)
    assert rated.of("c").value < 0 < rated.of("a").value
    margin = [rated.difference(*pair).high - rated.difference(*pair).value for pair in (("a", "c"), ("a", "b"))]
    assert margin[0] > margin[1]


@pytest.mark.parametrize("seats", [2, 4])
def test_intervals_have_95_percent_coverage(seats: int) -> None:
    strengths = np.array([0.0, 0.4, 1.0, 1.3])
    rng = np.random.default_rng(seats)
    held = 0
    for _ in range(200):
        tables: list[tuple[int, Places]] = []
        for deal in range(60):
            table = rng.choice(4, seats, replace=False)
            order = [int(table[k]) for k in finish(strengths[table], rng)]
            tables.append((deal, tuple((bot,) for bot in order)))
        found = fit(list("abcd"), tables).difference("d", "a")
        held += found.low <= 1.3 * ELO <= found.high
    assert held >= 200 * 0.92


def test_correlated_games_of_one_deal_widen_intervals() -> None:
    alone = [(deal, WIN if deal % 3 else LOSS) for deal in range(300)]
    alike = [(deal, WIN if deal % 3 else LOSS) for deal in range(75) for _ in range(4)]

    def width(rated: Ratings) -> float:
        return rated.of("a").high - rated.of("a").low

    assert width(fit(["a", "b"], alike)) > 1.8 * width(fit(["a", "b"], alone))


def test_seats_tied_for_last_are_not_compared() -> None:
    shared: Places = ((0,), (1, 2))
    rated = fit(["a", "b", "c"], [(0, shared)] * 50 + [(1, ((1,), (0, 2)))] * 10)
    assert rated.difference("b", "c").value > 50
    told = fit(["a", "b", "c"], [(0, ((0,), (1, 2), (1,)))] * 50)
    assert abs(told.difference("b", "c").value) > 1


def test_two_bots_that_share_a_table_are_rated_by_who_wins() -> None:
    table = places([0, 1, 0, 1], [1, 2, 2, 2])
    assert table == ((0,), (0, 1, 1))
    even = fit(["a", "b"], games((table, 50), (places([0, 1, 0, 1], [2, 1, 2, 2]), 50)))
    assert even.of("a").value == pytest.approx(0, abs=1e-6)
    ahead = fit(["a", "b"], games((table, 75), (places([0, 1, 0, 1], [2, 1, 2, 2]), 25)))
    assert ahead.of("a").value == pytest.approx(400 * log10(3), rel=0.05)
