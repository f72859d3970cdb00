"""How good a position of Tracktic looks."""

from __future__ import annotations

import numpy as np

from parlour.games.tracktic.rules import seat_path
from parlour.kernel import kernel


@kernel
def evaluate(s, out):
    """Each seat's share."""
    players = np.int64(s.players)
    total = 0.0
    for seat in range(players):
        out[seat] = np.float64(seat_path(s, seat))
        total += out[seat]
    for seat in range(players):
        out[seat] /= total
