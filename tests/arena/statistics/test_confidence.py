"""A match may be checked after every deal and stopped: the error rate stays within its bound."""

from __future__ import annotations

import numpy as np
import pytest

from parlour.arena.statistics.confidence import ERROR, interval, verdict

SHARES = [0.0, 0.25, 0.5, 0.75, 1.0]


def matches(chances: list[float], number: int, deals: int, seed: int) -> list[list[float]]:
    rng = np.random.default_rng(seed)
    return [list(map(float, rng.choice(SHARES, deals, p=chances))) for _ in range(number)]


@pytest.mark.parametrize("chances", [[0.5, 0, 0, 0, 0.5], [0.1, 0.2, 0.4, 0.2, 0.1], [0, 0, 1, 0, 0]])
def test_equal_bots_are_declared_unequal_in_at_most_one_match_in_twenty(chances: list[float]) -> None:
    wrong = sum(verdict(shares) != 0 for shares in matches(chances, 1000, 400, seed=1))
    assert wrong <= 1000 * ERROR
    assert (wrong == 0) == (chances[2] == 1)


def test_a_weaker_side_is_not_called_stronger() -> None:
    found = [verdict(shares) for shares in matches([0.35, 0.1, 0.15, 0.1, 0.3], 400, 400, seed=2)]
    assert found.count(1) <= 400 * ERROR / 2


def test_a_stronger_side_is_found_sooner_the_stronger_it_is() -> None:
    needed = []
    for chances in ([0.2, 0, 0.3, 0, 0.5], [0.05, 0, 0.2, 0, 0.75]):
        found = matches(chances, 50, 400, seed=3)
        assert sum(verdict(shares) == 1 for shares in found) >= 45
        assert sum(verdict([1 - share for share in shares]) == -1 for shares in found) >= 45
        needed.append(np.median([next((k for k in range(400) if verdict(shares[:k])), 400) for shares in found]))
    assert needed[1] < needed[0] / 2


def test_a_verdict_is_never_withdrawn() -> None:
    proof = [1.0] * 20
    assert verdict(proof) == 1
    assert verdict([*proof, *([0.0] * 20)]) == 1
    assert verdict(proof[:3]) == verdict([]) == 0


def test_intervals_are_valid_at_any_time() -> None:
    found = matches([0.2, 0.1, 0.1, 0.2, 0.4], 100, 100, seed=4)
    mean = float(np.dot(SHARES, [0.2, 0.1, 0.1, 0.2, 0.4]))
    missed = 0
    for shares in found:
        spans = [interval(shares[:deals]) for deals in range(10, 101, 10)]
        missed += not all(low <= mean <= high for low, high in spans)
    assert missed <= 100 * ERROR


def test_intervals_narrow_and_exclude_one_half_once_decided() -> None:
    assert interval([]) == (0.0, 1.0)
    low, high = interval([0.5] * 400)
    assert 0.45 < low < 0.5 < high < 0.55
    for shares in matches([0.2, 0, 0.2, 0, 0.6], 50, 60, seed=5):
        low, high = interval(shares)
        if low > 0.5 or high < 0.5:
            assert verdict(shares) == (1 if low > 0.5 else -1)
