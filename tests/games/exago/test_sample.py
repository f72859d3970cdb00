"""Sampling with tied groups: every legal move is equally likely."""

from __future__ import annotations

from typing import Any

import pytest

from parlour.luck import Luck
from tests.games.exago.positions import at
from tests.games.sampling import assert_equally_likely

LONE = {"red": "d6", "handicap": [11, 0]}
POSITIONS: dict[str, dict[str, Any]] = {
    "two groups tie": {**LONE, "blue": "b6 c6 e6 f6"},
    "three groups tie": {**LONE, "blue": "e6 f6 c7 b8 d5 d4"},
    "two of three tie": {**LONE, "blue": "e6 f6 c7 b8 d5"},
    "two of three tie, turned": {**LONE, "blue": "d7 d8 c6 b6 e5"},
    "one is largest": {**LONE, "blue": "b6 c6 e6 f6 g6"},
    "with a tile in hand": {"red": "d6", "blue": "b6 c6 e6 f6", "handicap": [10, 0], "early_relocation": True},
    "with two tiles and a tie": {"red": "d6 f6", "blue": "b6 c6 e6 g6", "handicap": [10, 0]},
    "reconnect": {**LONE, "blue": "b6 c6 e6 f6 g6", "reconnect": True},
}


@pytest.mark.parametrize("position", POSITIONS.values(), ids=POSITIONS)
def test_every_move_is_equally_likely(position: dict[str, Any], luck: Luck) -> None:
    match = at(2, "red", **position)
    assert len(match.legal(0)) > 3
    assert_equally_likely(match, luck)
