"""Sampling with many rejections: every legal move, skips included, is equally likely."""

from __future__ import annotations

from typing import Any

import pytest

from parlour.luck import Luck
from tests.games.sampling import assert_equally_likely
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
    assert_equally_likely(match, luck)
