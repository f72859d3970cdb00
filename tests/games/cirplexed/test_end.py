"""How a game of Cirplexed! is scored at its end (C9, C10)."""

from __future__ import annotations

import numpy as np
import pytest

import parlour
from parlour.games import find
from parlour.luck import Luck
from parlour.playthrough import playthrough
from tests.games.cirplexed.tables import (
    any_move,
    around,
    at_last_round,
    counted,
    play,
)


def test_c9_four_quarters_of_one_colour_are_a_circle() -> None:
    assert counted("any", *around("GGGG")) == (1, 0, 0)
    assert counted("open", *around("GGGG")) == (1, 0, 0)
    assert counted("any", *around("GGGB")) == (0, 1, 0)
    assert counted("any", "BGOP 0,0 r0") == (0, 0, 0)


@pytest.mark.parametrize(
    ("letters", "any_part", "open_part"),
    [
        ("RRR-", (0, 1, 0), (0, 1, 0)),
        ("R-RR", (0, 1, 0), (0, 1, 0)),
        ("RRRY", (0, 1, 0), (0, 0, 0)),
        ("YRRR", (0, 1, 0), (0, 0, 0)),
        ("RR--", (0, 0, 1), (0, 0, 1)),
        ("R--R", (0, 0, 1), (0, 0, 1)),
        ("-RR-", (0, 0, 1), (0, 0, 1)),
        ("RR-Y", (0, 0, 1), (0, 0, 0)),
        ("RRPY", (0, 0, 1), (0, 0, 0)),
        ("RRYY", (0, 0, 2), (0, 0, 0)),
        ("RYYR", (0, 0, 2), (0, 0, 0)),
        ("RYRY", (0, 0, 0), (0, 0, 0)),
        ("RYRP", (0, 0, 0), (0, 0, 0)),
        ("R-R-", (0, 0, 0), (0, 0, 0)),
        ("RYPG", (0, 0, 0), (0, 0, 0)),
        ("R---", (0, 0, 0), (0, 0, 0)),
    ],
)
def test_c10_partial_circles_are_counted(letters: str, any_part: tuple[int, ...], open_part: tuple[int, ...]) -> None:
    laid = around(letters)
    assert len(laid) == 4 - letters.count("-")
    assert counted("any", *laid) == any_part
    assert counted("open", *laid) == open_part


@pytest.mark.parametrize(
    ("seed", "rows", "winners"),
    [
        (52, [(0, 1, 9), (1, 1, 5)], [1]),  # more circles
        (0, [(0, 1, 4), (0, 0, 11)], [0]),  # the rulebook: the most single-colour three-quarter circles win
        (2, [(0, 0, 7), (0, 0, 8)], [1]),  # still a tie: the most single-colour half circles
        (10, [(0, 1, 7), (0, 1, 7)], [0, 1]),  # still a tie: the players congratulate one another
    ],
)
def test_c10_ties_are_broken_column_by_column(seed: int, rows: list[tuple[int, ...]], winners: list[int]) -> None:
    outcome = playthrough(find("cirplexed"), 2, f"tie {seed}", {})["outcome"]
    assert list(zip(*outcome["details"].values(), strict=True)) == rows
    assert list(outcome["details"]) == ["circles", "three_quarters", "halves"]
    assert outcome["winners"] == winners
    assert outcome["ranking"] == [1 if seat in winners else 2 for seat in (0, 1)]


def test_c10_at_the_end_the_evaluation_is_the_result(luck: Luck) -> None:
    guess = np.zeros(2)
    for seed, expected in ((52, [0, 1]), (0, [1, 0]), (2, [0, 1]), (10, [0.5, 0.5])):
        told = playthrough(find("cirplexed"), 2, f"tie {seed}", {})
        match = parlour.new("cirplexed", 2, deal=told["deal"])
        for ply in told["plies"]:
            match.play(ply["seat"], ply["move"])
        find("cirplexed").evaluate(match.state[0], guess)  # type: ignore[misc]
        assert guess.tolist() == expected


def test_in_a_rematch_everyone_moves_one_seat_on(luck: Luck) -> None:
    match = at_last_round(3, luck)
    while match.waiting:
        play(match, any_move(match, match.waiting[0], luck))
    assert match.rematch(seed=1).came_from == (1, 2, 0)


def test_greedy_makes_circles_and_random_does_not() -> None:
    match = parlour.new("cirplexed", 2, seed=1)
    bots = [parlour.bot("cirplexed", name, seed=1) for name in ("greedy", "random")]
    while match.waiting:
        seat = match.waiting[0]
        match.play(seat, bots[seat].choose(match, seat))
    assert match.outcome is not None
    assert match.outcome.scores[0] >= 6
    assert match.outcome.scores[1] <= 2
