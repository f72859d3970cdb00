"""How good a position of Träxx looks."""

from __future__ import annotations

import numpy as np

from parlour.games.traxx.rules import (
    CARDS,
    FIELDS,
    NEIGHBOURS,
    ONE,
    OPEN,
    PASS,
    STEPS,
    ZERO,
    entered,
    fields_of,
    first_end,
    full_or_half,
    last_end,
    number_points,
)
from parlour.kernel import inner, kernel, lowest, popcount

ROOM = 0.5  # what a free field within reach is worth, as long as there are cards for it
PACE = 3.6  # fields that a round is good for
EXIT = 0.3  # what a free neighbour of an end is worth, up to three of them
HOPE = 0.35  # of a number that can still be reached
SCALE = 8.0  # points by which one must trail to be a quarter as likely to win as the leader


@inner
def around(fields):
    """All neighbours of a set of fields."""
    ring = ZERO
    while fields != ZERO:
        ring |= NEIGHBOURS[lowest(fields)]
        fields &= fields - ONE
    return ring


@inner
def reach(start, free):
    """The free fields to which one can walk from a field."""
    found = ZERO
    edge = NEIGHBOURS[start] & free
    while edge != ZERO:
        found |= edge
        edge = around(edge) & free & ~found
    return found


@inner
def promise(s, seat):
    """Points that a seat may hope for, its own hidden choice included."""
    one, other = first_end(s, seat), last_end(s, seat)
    used = s.used[seat]
    points = 1.0 * number_points(s, seat)
    others = ZERO
    for rival in range(s.players):
        if rival != seat:
            others |= s.used[rival]
    move = s.choice[seat]
    left = CARDS - s.closed
    if move != OPEN:
        left -= 1
        tip = move >> (6 * STEPS)
        for step in range(STEPS):
            field = entered(move, step)
            if move != PASS and field >= 0:
                tip = field
                value = np.int64(s.number[field])
                if value > 0 and s.players > 1:
                    points += full_or_half(value, others & (ONE << np.uint64(field)) == ZERO)
        if move != PASS:
            used |= fields_of(move)
            if move >> (6 * STEPS) == other:
                other = tip
            else:
                one = tip
    free = ~used & ((ONE << np.uint64(FIELDS)) - ONE)
    room = reach(one, free) | reach(other, free)
    value = points + popcount(used) + ROOM * min(1.0 * popcount(room), PACE * left)
    value += EXIT * (min(3, popcount(NEIGHBOURS[one] & free)) + min(3, popcount(NEIGHBOURS[other] & free))) * (left > 0)
    return value


@kernel
def evaluate(s, out):
    """Each seat's share by how little it trails; alone, how far above a poor result.

    No exponentials: compiled and plain ones may differ in the last bit.
    """
    players = np.int64(s.players)
    for seat in range(players):
        out[seat] = promise(s, seat) - FIELDS
    if players == 1:
        out[0] = 0.5 + 0.5 * out[0] / (abs(out[0]) + 20.0)
        return
    best = out[:players].max()
    total = 0.0
    for seat in range(players):
        trail = 1.0 + (best - out[seat]) / SCALE
        out[seat] = 1.0 / (trail * trail)
        total += out[seat]
    for seat in range(players):
        out[seat] /= total
