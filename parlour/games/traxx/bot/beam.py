"""The best line when the order of the cards is known, as kernels: beam search with a Lagrangian bound.

Relax the rule that a line enters no field twice, and charge a price for each entry of a field instead. What two ends
can still bring then follows by dynamic programming, last round to first, from the ends and the highest number alone;
with the prices of all free fields added, it is an upper bound for the true line (Lagrangian relaxation). Prices are
raised where the best relaxed line enters a field more than once, and lowered where it does not enter it.

A beam search then goes through the rounds, keeps the lines with the highest bounds, and drops all that cannot beat the
best line known. If it never had to drop any other, its best line is proven optimal.
"""

# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls, no-check-untyped-defs

from __future__ import annotations

import numpy as np

from parlour.games.traxx.bot.features import ALL, reach
from parlour.games.traxx.rules import (
    FIELDS,
    NEIGHBOURS,
    NUMBERS,
    ONE,
    PASS,
    ROUNDS,
    STEPS,
    ZERO,
    entered,
    fields_of,
    first_end,
    full_or_half,
    last_end,
    list_walks,
)
from parlour.kernel import inner, kernel, lowest, popcount

HEIGHTS = NUMBERS + 2  # the highest number reached: 0, or 2 to 10
CORNERS = np.array([0.7, 0.7, 0.5, 0.3, 0.1, 0.0, 0.0])  # usual price of a field, by its free neighbours
BUCKETS = 4096  # histogram buckets of bounds, to choose the best

# Ways to draw one card from one field, over fields free at the start.
WALK = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("fields", "u8"),
                ("move", "i8"),
                ("price", "f8"),  # of its fields
                ("tip", "i8"),  # its last field
                ("points", "i1", HEIGHTS),  # its gain, one point per field, by the highest number before
                ("highest", "i1", HEIGHTS),  # the highest number after
                ("spare", "i1", 2),
            ],
            align=True,
        ),
    )
)

# A line in the beam.
LINE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("used", "u8"),
                ("prices", "f8"),  # of the free fields within reach
                ("bound", "f8"),  # upper bound on its final points
                ("move", "i8"),  # the last one
                ("parent", "i4"),  # in the round before
                ("points", "i2"),  # fields reached since the start, and numbers
                ("one", "i1"),
                ("other", "i1"),
                ("highest", "i1"),
                ("spare", "i1", 7),
            ],
            align=True,
        ),
    )
)

ALWAYS_COMPILED = True  # kernel.fallback: it would take a minute in plain Python


@inner
def describe_walk(s, walk, move, rivals):
    """Fill in the gain of a move; `rivals` has the round in which each field is first entered by a rival."""
    walk.move = move
    walk.fields = fields_of(move)
    for highest in range(HEIGHTS):
        high, points = highest, 0
        for step in range(STEPS):
            field = entered(move, step)
            if field < 0:
                break
            walk.tip = field
            points += 1
            number = np.int64(s.number[field])
            if number > 0 and s.players == 1:  # T13
                points += full_or_half(number, number > high)
                high = max(high, number)
            elif number > 0:  # T11
                points += full_or_half(number, rivals[field] >= s.closed)
        walk.points[highest] = points
        walk.highest[highest] = high


@kernel
def list_all_walks(start, seat, rivals, moves, walks, firsts):
    """List a seat's walks of each round and field, at firsts[round, field]; return how many, even if they do not fit.

    rivals: for each field the round in which a rival first enters it, which matters with several seats.
    """
    work = start.copy()
    s = work[0]
    many = 0
    for r in range(np.int64(start[0].closed), ROUNDS):
        s.closed = r
        for field in range(FIELDS):
            firsts[r, field] = many
            if s.used[seat] >> np.uint64(field) & ONE and field != first_end(s, seat) and field != last_end(s, seat):
                continue
            for k in range(list_walks(s, seat, field, moves, 0)):
                if fields_of(moves[k]) >> np.uint64(field) & ONE:
                    continue  # back to its first field
                if many < walks.size:
                    describe_walk(s, walks[many], moves[k], rivals)
                many += 1
        firsts[r, FIELDS] = many
    return many


@inner
def price_of(fields, prices):
    """Return the total price of a set of fields."""
    price = 0.0
    while fields != ZERO:
        price += prices[lowest(fields)]
        fields &= fields - ONE
    return price


@kernel
def look_back(walks, firsts, prices, begun, ahead):
    """Fill in ahead[round, highest, end, end]: the most that can still come in the relaxed game."""
    for k in range(firsts[ROUNDS - 1, FIELDS]):
        walks[k].price = price_of(walks[k].fields, prices)
    ahead[ROUNDS] = 0.0
    grown = np.empty((FIELDS, FIELDS))
    for r in range(ROUNDS - 1, begun - 1, -1):
        for highest in range(HEIGHTS):
            for one in range(FIELDS):
                now = grown[one]
                now[:] = ahead[r + 1, highest, one]
                for k in range(firsts[r, one], firsts[r, one + 1]):
                    gain = walks[k].points[highest] - walks[k].price
                    after = ahead[r + 1, walks[k].highest[highest], walks[k].tip]
                    for other in range(FIELDS):
                        now[other] = max(now[other], gain + after[other])
            for one in range(FIELDS):
                for other in range(FIELDS):
                    ahead[r, highest, one, other] = max(grown[one, other], grown[other, one])


@kernel
def follow(walks, firsts, ahead, begun, one, other, highest, visits):
    """Count how often the best line of the relaxed game enters each field."""
    visits[:] = 0
    for r in range(begun, ROUNDS):
        best, most, at_one = -1, ahead[r + 1, highest, one, other], True
        for turn in range(2):
            end, rest = (one, other) if turn == 0 else (other, one)
            for k in range(firsts[r, end], firsts[r, end + 1]):
                after = ahead[r + 1, walks[k].highest[highest], walks[k].tip, rest]
                value = walks[k].points[highest] - walks[k].price + after
                if value > most:
                    best, most, at_one = k, value, turn == 0
        if best < 0:
            continue
        fields = walks[best].fields
        while fields != ZERO:
            visits[lowest(fields)] += 1
            fields &= fields - ONE
        if at_one:
            one = walks[best].tip
        else:
            other = walks[best].tip
        highest = np.int64(walks[best].highest[highest])


@kernel
def look_closer(lines, many, prices, keys):
    """Lower the bounds of lines that cannot reach every field, and give each a sort key: higher is better."""
    for i in range(many):
        line = lines[i]
        free = ~line.used & ALL
        ends = ONE << np.uint64(line.one) | ONE << np.uint64(line.other)
        room = reach(line.one, free) | reach(line.other, free)
        within = price_of(room, prices)
        line.bound -= line.prices - within
        line.prices = within
        lost, dearest, second, corners = 0.0, 0.0, 0.0, 0.0
        while room != ZERO:
            field = lowest(room)
            room &= room - ONE
            ways = popcount(NEIGHBOURS[field] & (free | ends))
            corners += CORNERS[ways]
            if ways < 2:
                price = prices[field]
                lost += price
                if price > dearest:
                    dearest, second = price, dearest
                elif price > second:
                    second = price
        line.bound -= lost - dearest - second  # at most two of these fields can hold the ends
        keys[i] = line.bound - corners


@inner
def bucket_of(bound, low, high):
    """Return the bucket of a bound."""
    place = np.int64((bound - low) / (high - low) * BUCKETS)
    return max(0, min(BUCKETS - 1, place))


@inner
def slot_of(table, lines, line):
    """Return the slot of the hash table that holds this line, or is free for it."""
    key = line.used ^ (np.uint64(line.one * 64 + line.other) << np.uint64(50))
    key ^= key >> np.uint64(29)
    key ^= key >> np.uint64(43) ^ key >> np.uint64(17)
    slot = np.int64(key & np.uint64(table.size - 1))
    while table[slot] >= 0:
        known = lines[table[slot]]
        if (
            known.used == line.used
            and known.one == line.one
            and known.other == line.other
            and known.highest == line.highest
        ):
            return slot
        slot = (slot + 1) & (table.size - 1)
    return slot


@kernel
def widen(before, after, walks, firsts, ahead, r, best, high, table):
    """Extend all lines by one round and keep the best that fit.

    Returns how many, the highest bound of a dropped one, the most points of all, and the line and move that have them.
    """
    counts = np.zeros(BUCKETS, np.int64)
    cut = 0
    dropped = -1e9
    kept = 0
    winner, winning = -1, np.int64(PASS)
    child = np.zeros(1, LINE)[0]
    low = np.float64(best)
    if high <= low:
        high = low + 1.0
    table[:] = -1
    for sweep in range(2):
        for i in range(before.size):
            line = before[i]
            for turn in range(3):
                if turn == 1 and line.one == line.other:
                    continue
                end, rest = (line.one, line.other) if turn == 0 else (line.other, line.one)
                first, last = (firsts[r, end], firsts[r, end + 1]) if turn < 2 else (0, 1)
                for k in range(first, last):
                    walk = walks[k]
                    if turn < 2:
                        if walk.fields & line.used != ZERO:
                            continue
                        child.used = line.used | walk.fields
                        child.points = line.points + walk.points[line.highest]
                        child.highest = walk.highest[line.highest]
                        tip = walk.tip
                        child.one, child.other = min(tip, rest), max(tip, rest)
                        child.move = walk.move
                        child.prices = line.prices - walk.price
                    else:
                        child.used, child.points, child.highest = line.used, line.points, line.highest
                        child.one, child.other, child.move = line.one, line.other, PASS
                        child.prices = line.prices
                    child.bound = child.prices + child.points + ahead[r + 1, child.highest, child.one, child.other]
                    if child.points > best:
                        best, winner, winning = np.int64(child.points), i, np.int64(child.move)
                    if child.bound + 1e-6 < best + 1:
                        continue
                    bucket = bucket_of(child.bound, low, high)
                    if sweep == 0:
                        counts[bucket] += 1
                        continue
                    if bucket < cut:
                        dropped = max(dropped, child.bound)
                        continue
                    slot = slot_of(table, after, child)
                    if table[slot] >= 0:
                        known = after[table[slot]]
                        if child.points > known.points:
                            known.bound += child.points - known.points
                            known.points, known.move, known.parent = child.points, child.move, i
                        continue
                    if kept == after.size:
                        dropped = max(dropped, child.bound)
                        continue
                    child.parent = i
                    after[kept] = child
                    table[slot] = kept
                    kept += 1
        if sweep == 0:
            total = 0
            cut = BUCKETS
            while cut > 0 and total + counts[cut - 1] <= after.size:
                cut -= 1
                total += counts[cut]
    return kept, dropped, best, winner, winning
