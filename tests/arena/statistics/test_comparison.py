"""Two bots compared, deal by deal."""

from __future__ import annotations

import pytest

from parlour.arena.statistics.comparison import duels
from parlour.arena.tournament.worker import GameResult
from tests.arena.tables import played

PAIR = ("random", "greedy")


def deal(number: int, first: int, second: int) -> list[GameResult]:
    """Both orders of a deal of two bots, each with the place of `greedy`."""
    tables = [(("random", "greedy"), (3 - first, first)), (("greedy", "random"), (second, 3 - second))]
    return [played(bots, ranking, number, order) for order, (bots, ranking) in enumerate(tables)]


def test_a_deal_counts_once_with_the_mean_of_its_orders() -> None:
    (duel,) = duels([*deal(0, 1, 1), *deal(1, 1, 2), *deal(2, 2, 2)], 2).values()
    assert (duel.higher, duel.lower) == ("greedy", "random")
    assert duel.shares == [1.0, 0.5, 0.0]
    assert (duel.games, duel.wins, duel.ties, duel.losses) == (6, 3, 0, 3)


def test_games_count_up_to_the_first_missing_deal() -> None:
    whole = [*deal(0, 1, 1), *deal(1, 1, 1), *deal(2, 2, 2), *deal(3, 2, 2)]
    late = [game for game in whole if game.scheduled.key[1:] != (2, 1)]
    (duel,) = duels(late, 2).values()
    assert duel.shares == [1.0, 1.0]
    (again,) = duels(reversed(whole), 2).values()
    assert again.shares == [1.0, 1.0, 0.0, 0.0]


def test_a_tie_is_half_and_margins_are_of_mean_scores() -> None:
    games = [
        played(("random", "greedy", "random"), (2, 1, 3), 0, 0, scores=(5, 9, 1)),
        played(("greedy", "random", "greedy"), (1, 1, 3), 0, 1, scores=(6, 6, 2)),
    ]
    (duel,) = duels(games, 2).values()
    assert duel.shares == [pytest.approx((1 + 0.25) / 2)]
    assert duel.margins == [pytest.approx((6 + (4 - 6)) / 2)]
    assert (duel.wins, duel.ties, duel.losses) == (1, 0, 1)


def test_seats_tied_for_last_are_not_compared() -> None:
    table = ("random", "greedy", "random", "greedy")
    games = [played(table, (2, 1, 2, 2), 0, 0), played(table[1:] + table[:1], (1, 2, 2, 2), 0, 1)]
    (duel,) = duels(games, 2).values()
    assert duel.shares == [1.0]


def test_solo_bots_are_compared_on_the_same_deal() -> None:
    scores = {"random": (3, 8, 5, 1), "greedy": (7, 8, 2)}
    games = [
        played((bot,), (1,), number, scores=(score,)) for bot in scores for number, score in enumerate(scores[bot])
    ]
    (duel,) = duels(games, 1).values()
    assert duel.shares == [1.0, 0.5, 0.0]
    assert duel.margins == [4, 0, -3]


def test_a_mixed_table_compares_every_pair() -> None:
    bots = ("1", "greedy", "random")
    games = [
        played(bots[turn:] + bots[:turn], [(1, 2, 3)[(seat + turn) % 3] for seat in range(3)], 0, turn)
        for turn in range(3)
    ]
    found = duels(games, 3)
    assert len(found) == 3
    strongest_first = {pair: duel.shares for pair, duel in found.items() if "1" in pair}
    assert all(shares == ([1.0] if pair[1] == "1" else [0.0]) for pair, shares in strongest_first.items())
