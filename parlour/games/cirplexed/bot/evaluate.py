"""The value of partial circles, and an evaluation of positions."""

# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls, no-check-untyped-defs

from __future__ import annotations

import numpy as np

from parlour.games.cirplexed.rules import (
    CIRCLE,
    COUNTED,
    OPEN_HALF,
    OPEN_OPPOSITE,
    OPEN_SINGLE,
    OPEN_THREE,
    POINTS,
    THREE,
    scores,
    tally,
    tiles_each,
)
from parlour.kernel import inner, kernel

# What parts of a circle are worth, in circles, while each can still be completed. Found by play: one move ahead with
# these makes ten circles of 22 tiles, with three-quarter and half circles alone nine and a half.
THREE_WORTH, HALF_WORTH, OPPOSITE_WORTH, SINGLE_WORTH = 0.6, 0.26, 0.2, 0.09
FADING = 8.0  # from this many tiles left, they are worth less and less
TIE_BREAK = 0.001  # the value of a three-quarter circle (C10)


@inner
def judge_end(s, out):
    """C10: the best seats share the win."""
    players = np.int64(s.players)
    table = np.zeros((players, 3), np.int64)
    scores(s, table)
    best = 0
    many = 0
    for seat in range(players):
        together = (table[seat, 0] * 1000 + table[seat, 1]) * 1000 + table[seat, 2]  # no column reaches 1000
        out[seat] = together
        if many == 0 or together > best:
            best = together
            many = 0
        many += together == best
    for seat in range(players):
        out[seat] = 1.0 / many if out[seat] == best else 0.0


@kernel
def evaluate(s, out):
    """Estimate each seat's share of circles, complete and partial, open round included; at the end, the winners."""
    players = np.int64(s.players)
    each = tiles_each(players)
    if s.shown == each:
        judge_end(s, out)
        return
    points = np.zeros(POINTS, np.int32)
    counts = np.empty(COUNTED, np.int64)
    total = 0.0
    for seat in range(players):
        tally(s, seat, np.int64(s.count[seat]), points, counts)
        parts = (
            THREE_WORTH * counts[OPEN_THREE]
            + HALF_WORTH * counts[OPEN_HALF]
            + OPPOSITE_WORTH * counts[OPEN_OPPOSITE]
            + SINGLE_WORTH * counts[OPEN_SINGLE]
        )
        fading = min(1.0, (each - np.int64(s.count[seat])) / FADING)
        worth = 1.0 + counts[CIRCLE] + fading * parts + TIE_BREAK * (counts[THREE] + counts[OPEN_THREE])
        out[seat] = worth * worth * worth * worth  # a small lead is worth more than its share
        total += out[seat]
    for seat in range(players):
        out[seat] /= total
