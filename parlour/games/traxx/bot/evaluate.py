"""An evaluation of Träxx positions."""

# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls, no-check-untyped-defs

from __future__ import annotations

import numpy as np

from parlour.games.traxx.bot.features import ALL, reach
from parlour.games.traxx.rules import (
    CARDS,
    FIELDS,
    NEIGHBOURS,
    ONE,
    OPEN,
    PASS,
    STEPS,
    ZERO,
    best_number,
    entered,
    fields_of,
    first_end,
    full_or_half,
    last_end,
    number_points,
)
from parlour.kernel import inner, kernel, lowest, popcount

# In points, tuned by the solo scores of `greedy`.
ROOM = 0.35  # a free field within reach, while there are cards for it
PACE = 3.4  # fields per round
EXIT = 0.36  # a free neighbour of an end, up to three of them
HOPE = 0.5  # share of a number within reach
SOON = 6.0  # rounds left below which that share shrinks
STUCK = 0.3  # a free field with at most one free neighbour
SCALE = 8.0  # a seat that trails by this many points is a quarter as likely to win as the leader


@inner
def prospect(s, room, free, taken, soon):
    """Return what the free fields within reach promise: numbers, minus dead ends that will hardly be used."""
    highest = best_number(s) if s.players == 1 else 0
    prior, stuck = 0, 0
    while room != ZERO:
        field = lowest(room)
        room &= room - ONE
        value = np.int64(s.number[field])
        if value > 0:
            prior += full_or_half(value, value > highest and taken & (ONE << np.uint64(field)) == ZERO)
        if popcount(NEIGHBOURS[field] & free) <= 1:
            stuck += 1
    return HOPE * prior * soon - STUCK * stuck


@inner
def promise(s, seat):
    """Return the points that a seat can hope for, its choice in the open round included."""
    one, other = first_end(s, seat), last_end(s, seat)
    used, left = s.used[seat], 1.0 * (CARDS - s.closed)
    points = 1.0 * number_points(s, seat)
    taken = ZERO
    for rival in range(s.players):
        if rival != seat:
            taken |= s.used[rival]
    move = s.choice[seat]
    if move != OPEN:
        left -= 1.0
    if move > PASS:  # never in a solo game: there a choice closes the round
        used |= fields_of(move)
        tip = np.int64(0)
        for step in range(STEPS):
            field = entered(move, step)
            if field >= 0:
                tip = field
                points += full_or_half(np.int64(s.number[field]), taken & (ONE << np.uint64(field)) == ZERO)
        if move >> (6 * STEPS) == other:
            other = tip
        else:
            one = tip
    free = ~used & ALL
    room = reach(one, free) | reach(other, free)
    exits = min(3, popcount(NEIGHBOURS[one] & free)) + min(3, popcount(NEIGHBOURS[other] & free))
    total = points + popcount(used) + ROOM * min(1.0 * popcount(room), PACE * left)
    if left > 0.0:
        total += EXIT * exits + prospect(s, room, free, taken, min(1.0, left / SOON))
    return total


@kernel
def evaluate(s, out):
    """Fill in each seat's share, by how little it trails; in a solo game, how far it is above a poor result.

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
