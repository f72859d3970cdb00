"""Sampling where much is rejected: every legal move is drawn, each as often as the others, the skip among them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from parlour.games.tracktic import rules
from parlour.kernel import new_rng
from parlour.luck import Luck
from tests.games.tracktic.positions import set_up

POSITIONS: dict[str, dict[str, Any]] = {
    "one card": {"row": "I2", "red": "g7", "blue": "c3"},
    "two alike and a flip": {"row": "V3 V3 flip", "red": "g7 g8", "blue": "h7 h8"},
    "with tokens": {"row": "I3 S4", "red": "g7", "blue": "h7 g8", "white": "f7"},
    "long patterns": {"row": "N5 W5 flip U5", "red": "g7", "blue": "h7 g8", "white": "f7"},
    "hardly a piece that fits": {
        "row": "I2 V3 flip",
        "red": "g7 g8 h8",
        "blue": "c3 h7",
        "pieces": "jigsaw",
        "racks": {"red": [1, 0, 1, 0, 1, 0]},
    },
    "many openings that make a T": {"row": "I4 L4", "red": "e5 e6 e7 f7 g7 g6 g5", "blue": "c3"},
    "nothing but the skip": {"row": "I3", "red": "g7", "blue": "c3", "racks": {"red": [2]}},
}


@pytest.mark.parametrize("position", POSITIONS.values(), ids=POSITIONS)
def test_every_move_is_equally_likely(position: dict[str, Any], luck: Luck) -> None:
    match = set_up(2, **position)
    codes = np.empty(rules.MAX_MOVES, np.int64)
    n = rules.legal(match.state[0], 0, codes)
    assert n == len(match.legal(0))
    state, rng, each = match.state, new_rng(luck.number()), 200
    drawn = np.array([rules.sample(state[0], 0, rng) for _ in range(each * n)])
    counts = np.array([(drawn == code).sum() for code in codes[:n]])
    assert counts.sum() == each * n  # nothing but legal moves
    surprise = float(((counts - each) ** 2 / each).sum())  # chi-square with n - 1 degrees of freedom
    assert surprise <= (n - 1) + 7 * (2 * (n - 1)) ** 0.5 + 20  # about once in a million runs by chance
