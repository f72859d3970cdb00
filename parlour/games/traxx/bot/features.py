"""The heuristic: features of the sheet after a move, with weights learned by self-play, predict the points to come.

A line is evaluated after a move, when the set of the cards to come is known but not their order. With one card left
there is no uncertainty, and its best use is computed exactly.
"""

# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls, no-check-untyped-defs

from __future__ import annotations

import numpy as np

from parlour.games.traxx.rules import (
    CARDS,
    COLOURS,
    FIELDS,
    NEIGHBOURS,
    ONE,
    PASS,
    ROUNDS,
    STEPS,
    ZERO,
    best_number,
    entered,
    first_end,
    full_or_half,
    last_end,
    legal,
)
from parlour.kernel import inner, lowest, popcount

ALL = (ONE << np.uint64(FIELDS)) - ONE
RIM = np.uint64(sum(1 << k for k in range(FIELDS) if int(NEIGHBOURS[k]).bit_count() < 6))
NEXT_TO_RIM = np.uint64(sum(1 << k for k in range(FIELDS) if not int(RIM) >> k & 1 and int(NEIGHBOURS[k]) & int(RIM)))
FAR = 99  # distance to unreachable fields

# The features. Room is all free fields within reach.
NAMES = (
    "always",  # 1
    "room",  # its size
    "room, slowly",  # no more of it than three fields a card
    "room, quickly",  # or four
    "shared",  # room of both ends
    "free",  # all free fields
    "no way",  # fields in the room with no free neighbour,
    "one way",  # with one,
    "two ways",
    "three ways",
    "no exit",  # ends with no free neighbour,
    "one exit",  # with one,
    "two exits",
    "cards for each end",  # share of the cards to come with a colour beside an end, for both ends together
    "cards for any end",  # the same for either end
    "second",  # free fields two steps from the ends
    "close",  # fields one or two steps away
    "edge",  # room on the edge of the sheet
    "near edge",  # and next to it
    "coloured",  # fields of the room, in no colour more than the cards to come have patches
    "near",  # numbers one or two steps away,
    "soon",  # three or four,
    "later",  # five to seven,
    "last",  # or more
    "in full",  # numbers in the room that still count in full
    "behind",  # what is lost of them if nearer ones come first, or the nearest rival does
    "pressed",  # alone the highest one; else what is lost if a rival at most four steps away comes first
    "uneven room",  # between the ends
    "uneven exits",
    "how many in full",
)
FEATURES = len(NAMES)
(
    ALWAYS,
    ROOM,
    ROOM_SLOW,
    ROOM_FAST,
    SHARED,
    FREE,
    WAYS,
    WAYS1,
    WAYS2,
    WAYS3,
    EXITS,
    EXITS1,
    EXITS2,
    CARDS_EACH,
    CARDS_ANY,
    SECOND,
    CLOSE,
    AT_EDGE,
    NEAR_EDGE,
    COLOURED,
    SIMULTANEOUS,
    SOON,
    LATER,
    LAST,
    FULL,
    BEHIND,
    PRESSED,
    UNEVEN_ROOM,
    UNEVEN_EXITS,
    FULL_COUNT,
) = range(FEATURES)
AT, BY_CARDS, OUTPUT = FEATURES, FEATURES + 1, FEATURES + 2  # further columns of relu_units: see `points_to_come`
COLUMNS = FEATURES + 3


@inner
def around(fields):
    """Return all neighbours of a set of fields."""
    ring = ZERO
    while fields != ZERO:
        ring |= NEIGHBOURS[lowest(fields)]
        fields &= fields - ONE
    return ring


@inner
def reach(start, free):
    """Return the free fields within reach of a field."""
    found = ZERO
    edge = NEIGHBOURS[start] & free
    while edge != ZERO:
        found |= edge
        edge = around(edge) & free & ~found
    return found


@inner
def exit_colours(s, exits):
    """Return the colours of some fields, as bits."""
    colours = 0
    while exits != ZERO:
        colours |= 1 << s.colour[lowest(exits)]
        exits &= exits - ONE
    return colours


@inner
def describe(s, used, one, other, highest, taken, rival, cards, left, shown, out):
    """Fill the features of a line with these ends.

    highest: the highest number reached in a solo game; taken: fields that rivals have reached; rival: the steps they
    need, by field; cards: the colours of each card to come, as bits; shown: patches to come of each colour.
    """
    out[:] = 0.0
    free = ~used & ALL
    exits_one, exits_other = NEIGHBOURS[one] & free, NEIGHBOURS[other] & free
    room_one, room_other = reach(one, free), reach(other, free)
    room = room_one | room_other
    size = popcount(room)
    out[ALWAYS] = 1.0
    out[ROOM] = size
    out[ROOM_SLOW] = min(1.0 * size, 3.0 * left)
    out[ROOM_FAST] = min(1.0 * size, 4.0 * left)
    out[SHARED] = popcount(room_one & room_other)
    out[FREE] = popcount(free)
    # Corners
    fields = room
    while fields != ZERO:
        field = lowest(fields)
        fields &= fields - ONE
        near = NEIGHBOURS[field]
        ways = popcount(near & free)
        if ways < 4:
            out[WAYS + ways] += 1.0
    # Ways out
    many_one, many_other = popcount(exits_one), popcount(exits_other)
    if many_one < 3:
        out[EXITS + many_one] += 1.0
    if many_other < 3:
        out[EXITS + many_other] += 1.0
    colours_one, colours_other = exit_colours(s, exits_one), exit_colours(s, exits_other)
    hits_one, hits_other, hits = 0, 0, 0
    for k in range(left):
        hits_one += cards[k] & colours_one != 0
        hits_other += cards[k] & colours_other != 0
        hits += cards[k] & (colours_one | colours_other) != 0
    out[CARDS_EACH] = (hits_one + hits_other) / left
    out[CARDS_ANY] = hits / left
    second_one, second_other = around(exits_one) & free, around(exits_other) & free
    out[SECOND] = popcount(second_one) + popcount(second_other)
    out[CLOSE] = popcount(second_one | second_other | exits_one | exits_other)
    out[AT_EDGE] = popcount(room & RIM)
    out[NEAR_EDGE] = popcount(room & NEXT_TO_RIM)
    total = 0
    for colour in range(COLOURS):
        total += min(popcount(room & s.fields[colour]), shown[colour])
    out[COLOURED] = total
    # Numbers
    found, edge = ZERO, exits_one | exits_other
    steps, nearer = 1, 0
    while edge != ZERO:
        found |= edge
        fields = edge
        best = nearer
        while fields != ZERO:
            field = lowest(fields)
            fields &= fields - ONE
            number = np.int64(s.number[field])
            if number > 0:
                is_full = number > highest and taken & (ONE << np.uint64(field)) == ZERO
                value = full_or_half(number, is_full)
                if steps <= 2:
                    out[SIMULTANEOUS] += value
                elif steps <= 4:
                    out[SOON] += value
                elif steps <= 7:
                    out[LATER] += value
                else:
                    out[LAST] += value
                if is_full:
                    out[FULL] += value
                    out[FULL_COUNT] += 1.0
                    if s.players == 1:
                        if number < nearer:
                            out[BEHIND] += value // 2
                        best = max(best, number)
                    else:
                        if rival[field] < steps:
                            out[BEHIND] += value // 2
                        if rival[field] <= 4:
                            out[PRESSED] += value // 2
        nearer = best
        edge = around(edge) & free & ~found
        steps += 1
    if s.players == 1:
        out[PRESSED] = nearer
    out[UNEVEN_ROOM] = abs(popcount(room_one) - popcount(room_other))
    out[UNEVEN_EXITS] = abs(many_one - many_other)


@inner
def number_gain(s, field, highest, taken):
    """Return the gain of the number on a field, 0 if it has none, and the highest one reached then, for solo games."""
    number = np.int64(s.number[field])
    if number == 0:
        return 0, highest
    is_full = number > highest and taken & (ONE << np.uint64(field)) == ZERO
    return full_or_half(number, is_full), max(number, highest) if s.players == 1 else highest


@inner
def best_walk(s, used, end, card, highest, taken):
    """Return the most points that a line can get from one end with one last card; a field is one point."""
    # The same loop as in `list_walks`: sharing one function makes listing slower.
    patches = np.empty(COLOURS, np.int64)  # not used up by the walk so far
    wanted = ZERO  # fields of colours that are left
    for colour in range(COLOURS):
        patches[colour] = s.patches[COLOURS * card + colour]
        if patches[colour] > 0:
            wanted |= s.fields[colour]
    free = ~used & ALL
    untried = np.empty(STEPS + 1, np.uint64)
    walk = np.empty(STEPS + 1, np.int64)
    points, high = np.empty(STEPS + 1, np.int64), np.empty(STEPS + 1, np.int64)
    points[0], high[0] = 0, highest
    best, step = 0, 0
    untried[0] = NEIGHBOURS[end] & free & wanted
    while step >= 0:
        if untried[step] == ZERO:
            step -= 1
            if step >= 0:  # undo the last step
                field = walk[step]
                free |= ONE << np.uint64(field)
                colour = s.colour[field]
                patches[colour] += 1
                wanted |= s.fields[colour]
            continue
        field = lowest(untried[step])
        untried[step] &= untried[step] - ONE
        colour = s.colour[field]
        free &= ~(ONE << np.uint64(field))
        patches[colour] -= 1
        if patches[colour] == 0:
            wanted &= ~s.fields[colour]
        walk[step] = field
        gain, high[step + 1] = number_gain(s, field, high[step], taken)
        points[step + 1] = points[step] + 1 + gain
        step += 1
        best = max(best, points[step])
        untried[step] = NEIGHBOURS[field] & free & wanted
    return best


@inner
def rival_steps(s, seat, out):
    """Return the distance of the nearest rival from each field."""
    out[:] = FAR
    for rival in range(s.players):
        if rival == seat:
            continue
        free = ~s.used[rival] & ALL
        edge = (NEIGHBOURS[first_end(s, rival)] | NEIGHBOURS[last_end(s, rival)]) & free
        found, steps = ZERO, 1
        while edge != ZERO:
            found |= edge
            fields = edge
            while fields != ZERO:
                field = lowest(fields)
                fields &= fields - ONE
                out[field] = min(out[field], steps)
            edge = around(edge) & free & ~found
            steps += 1


@inner
def points_to_come(weights, left, features):
    """Return the points to come that the features predict: a linear term for each, and the hidden ReLU units."""
    points = 0.0
    for feature in range(FEATURES):
        points += weights[left, feature] * features[feature]
    for relu_unit in range(CARDS, weights.shape[0]):
        bend = weights[relu_unit, AT] + weights[relu_unit, BY_CARDS] * left
        for feature in range(FEATURES):
            bend += weights[relu_unit, feature] * features[feature]
        if bend > 0.0:
            points += weights[relu_unit, OUTPUT] * bend
    return points


@inner
def rank(s, seat, weights, moves, values, features):
    """List the legal moves and what each promises, its own points and those to come; return how many."""
    many = legal(s, seat, moves)
    left = ROUNDS - 1 - np.int64(s.closed)
    cards, shown = np.zeros(CARDS, np.int64), np.zeros(COLOURS, np.int64)
    for k in range(left):
        card = COLOURS * np.int64(s.cards[s.closed + 1 + k])
        for colour in range(COLOURS):
            if s.patches[card + colour] > 0:
                cards[k] |= 1 << colour
                shown[colour] += s.patches[card + colour]
    taken, rival = ZERO, np.empty(FIELDS, np.int64)
    for k in range(s.players):
        if k != seat:
            taken |= s.used[k]
    rival_steps(s, seat, rival)
    before = best_number(s) if s.players == 1 else 0
    for k in range(many):
        move = moves[k]
        one, other, used, highest, points = first_end(s, seat), last_end(s, seat), s.used[seat], before, 0
        if move != PASS:
            tip = np.int64(0)
            for step in range(STEPS):
                field = entered(move, step)
                if field < 0:
                    break
                tip = field
                used |= ONE << np.uint64(field)
                gain, highest = number_gain(s, field, highest, taken)
                points += 1 + gain
            if move >> (6 * STEPS) == other:
                other = tip
            else:
                one = tip
        values[k] = points
        if left == 1:
            card = np.int64(s.cards[s.closed + 1])
            values[k] += max(
                best_walk(s, used, one, card, highest, taken), best_walk(s, used, other, card, highest, taken)
            )
        elif left > 1:
            describe(s, used, one, other, highest, taken, rival, cards, left, shown, features[k])
            values[k] += points_to_come(weights, left, features[k])
    return many
