"""How good a position of Cirplexed! looks."""

from __future__ import annotations

import numpy as np

from parlour.games.cirplexed.rules import (
    CIRCLE,
    COUNTED,
    OPEN_HALF,
    OPEN_THREE,
    POINTS,
    tally,
    tiles_each,
)
from parlour.kernel import kernel

# What a part of a circle is worth, in circles, while it can still be completed.
THREE_WORTH, HALF_WORTH = 0.4, 0.12
TIE_BREAK = 0.001  # C10: any three-quarter circle


@kernel
def evaluate(s, out):
    """Each seat's share of the circles made and in the making, hidden tiles included; at the end who has won (C10)."""
    players = np.int64(s.players)
    each = tiles_each(players)
    points = np.zeros(POINTS, np.int32)
    counts = np.empty(COUNTED, np.int64)
    total = 0.0
    for seat in range(players):
        tally(s, seat, np.int64(s.count[seat]), points, counts)
        left = np.float64(each - s.count[seat])
        worth = counts[CIRCLE] + min(left, THREE_WORTH * counts[OPEN_THREE] + HALF_WORTH * counts[OPEN_HALF])
        out[seat] = worth
        total += worth
    for seat in range(players):
        out[seat] /= total
