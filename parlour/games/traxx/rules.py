"""Träxx' state record and its kernels. Rule numbers (T7) are those of RULES.md."""

# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls, no-check-untyped-defs

from __future__ import annotations

import numpy as np

from parlour.grid import HEX_STEPS, hex_cells, neighbour_table
from parlour.kernel import below, inner, kernel, lowest, popcount

# A field is its index in hex_cells(4): by letter, then by number. A set of fields is one uint64.
#
# A move code is the end of the line that grows, then the fields entered plus one, six bits each, the last ones 0 where
# fewer than five are entered: in ascending order a line comes before its continuations. PASS is 0.

VERSION = "1"
SCORE_NAMES = ("points",)
RADIUS, FIELDS, COLOURS, NUMBERS, CARDS, STARTS, SEATS = 4, 61, 6, 9, 15, 4, 4
ROUNDS = CARDS
STEPS = 5  # most patches on a card
PASS = 0
OPEN = -1  # no choice made yet

# Most legal moves: there are 6, 30, 138, 618 and 2730 walks of one to five steps on a grid of hexagons that enter no
# field twice. One sixth of them would begin with the neighbour through which the line came. Two ends, and the pass:
MAX_MOVES = 2 * (5 + 25 + 115 + 515 + 2275) + 1

ZERO, ONE = np.uint64(0), np.uint64(1)
NEIGHBOURS = np.array(
    [sum(1 << int(field) for field in row if field >= 0) for row in neighbour_table(hex_cells(RADIUS), HEX_STEPS)],
    dtype=np.uint64,
)

STATE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("used", "u8", SEATS),  # fields that each seat's line has reached
                ("fields", "u8", COLOURS),  # fields of each colour
                ("choice", "i8", SEATS),  # move of each seat in the open round, or OPEN
                ("colour", "i1", FIELDS),  # of each field
                ("number", "i1", FIELDS),  # on each field; 0: none
                ("patches", "i1", CARDS * COLOURS),  # of each colour on each card of the sheet
                ("sheet_starts", "i1", STARTS),  # the four printed on the sheets
                ("cards", "i1", CARDS),  # the deal: indices of cards, first to last
                ("starts", "i1", SEATS),  # the deal: where each seat begins
                ("line", "i1", SEATS * FIELDS),  # fields of each seat's line from one end to the other, then -1
                ("length", "i1", SEATS),  # fields in each line
                ("won", "i1", SEATS * NUMBERS),  # points that each seat got for each number, from 2 on
                ("closed", "i1"),  # rounds closed
                ("players", "i1"),
                ("spare", "i1", 7),  # pads the record; always 0
            ],
            align=True,
        ),
    )
)


@kernel
def setup(s):
    """T5: each line is its start."""
    s.choice[:] = OPEN
    s.line[:] = -1
    for seat in range(s.players):
        s.used[seat] = ONE << np.uint64(s.starts[seat])
        s.line[seat * FIELDS] = s.starts[seat]
        s.length[seat] = 1


@kernel
def waiting(s):
    """T6: everyone who has not chosen in the open round."""
    mask = 0
    if s.closed < ROUNDS:
        for seat in range(s.players):
            if s.choice[seat] == OPEN:
                mask |= 1 << seat
    return mask


@inner
def first_end(s, seat):
    """Return the end of a seat's line that is stored first."""
    return np.int64(s.line[seat * FIELDS])


@inner
def last_end(s, seat):
    """Return the other end; before the first extension, the same."""
    return np.int64(s.line[seat * FIELDS + np.int64(s.length[seat]) - 1])


# ---------------------------------------------------------------------------------------------------------------------
# Listing moves


@inner
def entered(move, step):
    """The field that a move enters at a step from 0, or -1 after its last."""
    return (move >> (6 * (STEPS - 1 - step)) & 63) - 1


@inner
def list_walks(s, seat, end, out, n):
    """T7, T8: every walk from one end over free fields in the colours of the card."""
    card = COLOURS * np.int64(s.cards[s.closed])
    left = np.empty(COLOURS, np.int64)  # patches not used up by the walk so far
    wanted = ZERO  # fields of colours that are left
    for colour in range(COLOURS):
        left[colour] = s.patches[card + colour]
        if left[colour] > 0:
            wanted |= s.fields[colour]
    free = ~s.used[seat]
    # At each step, fields still to be entered; none are after the last, when the card is used up.
    untried = np.empty(STEPS + 1, np.uint64)
    walk = np.empty(STEPS, np.int64)  # the fields entered so far
    code = end << (6 * STEPS)
    step = 0
    untried[0] = NEIGHBOURS[end] & free & wanted
    while step >= 0:
        if untried[step] == ZERO:
            step -= 1
            if step >= 0:  # undo the last step
                field = walk[step]
                free |= ONE << np.uint64(field)
                colour = s.colour[field]
                left[colour] += 1
                wanted |= s.fields[colour]
                code -= (field + 1) << (6 * (STEPS - 1 - step))
            continue
        field = lowest(untried[step])
        untried[step] &= untried[step] - ONE
        code += (field + 1) << (6 * (STEPS - 1 - step))
        out[n] = code
        n += 1
        colour = s.colour[field]
        free &= ~(ONE << np.uint64(field))
        left[colour] -= 1
        if left[colour] == 0:
            wanted &= ~s.fields[colour]
        walk[step] = field
        step += 1
        untried[step] = NEIGHBOURS[field] & free & wanted
    return n


@kernel
def legal(s, seat, out):
    """T7 to T9: pass, or extend the line from one of its ends."""
    out[0] = PASS
    one, other = first_end(s, seat), last_end(s, seat)
    n = list_walks(s, seat, min(one, other), out, 1)
    if one != other:
        n = list_walks(s, seat, max(one, other), out, n)
    return n


@kernel
def sample(s, seat, rng):
    """Return a random move of the list."""
    moves = np.empty(MAX_MOVES, np.int64)
    return moves[below(rng, legal(s, seat, moves))]


# ---------------------------------------------------------------------------------------------------------------------
# Making moves


@inner
def fields_of(move):
    """The fields that a move enters, as a set."""
    fields = ZERO
    for step in range(STEPS):
        field = entered(move, step)
        if field >= 0:
            fields |= ONE << np.uint64(field)
    return fields


@inner
def extend(s, seat, move):
    """Extend the line by a move's fields; the end that was stored first stays first."""
    start = seat * FIELDS
    length = np.int64(s.length[seat])
    at_last = move >> (6 * STEPS) == last_end(s, seat)
    for step in range(STEPS):
        field = entered(move, step)
        if field < 0:
            break
        if at_last:
            s.line[start + length] = field
        else:
            for k in range(start + length, start, -1):
                s.line[k] = s.line[k - 1]
            s.line[start] = field
        length += 1
    s.length[seat] = length
    s.used[seat] |= fields_of(move)


@inner
def full_or_half(value, is_full):
    """T11: half is rounded up."""
    return value if is_full else (value + 1) // 2


@inner
def best_number(s):
    """Return the highest number reached in a solo game (T13), or 0."""
    best = 0
    for k in range(NUMBERS):
        if s.won[k] > 0:
            best = k + 2
    return best


@inner
def score_solo(s, move):
    """T13: a number counts in full only if no higher one was reached before it."""
    highest = best_number(s)
    for step in range(STEPS):
        field = entered(move, step)
        if field >= 0 and s.number[field] > 0:
            value = np.int64(s.number[field])
            s.won[value - 2] = full_or_half(value, value > highest)
            highest = max(highest, value)


@inner
def score_race(s, seat, move, reached):
    """T11: a number counts in full if nobody had reached it in an earlier round."""
    for step in range(STEPS):
        field = entered(move, step)
        if field >= 0 and s.number[field] > 0:
            value = np.int64(s.number[field])
            is_first = reached & (ONE << np.uint64(field)) == ZERO
            s.won[seat * NUMBERS + value - 2] = full_or_half(value, is_first)


@kernel
def apply(s, seat, move):
    """T10: store the choice; when all have chosen, close the round for everyone."""
    s.choice[seat] = move
    for other in range(s.players):
        if s.choice[other] == OPEN:
            return
    reached = ZERO
    for other in range(s.players):
        reached |= s.used[other]
    for other in range(s.players):
        chosen = s.choice[other]
        if chosen != PASS:
            if s.players == 1:
                score_solo(s, chosen)
            else:
                score_race(s, other, chosen, reached)
            extend(s, other, chosen)
        s.choice[other] = OPEN
    s.closed += 1


@inner
def number_points(s, seat):
    """The points for numbers, as of closed rounds."""
    total = 0
    for k in range(seat * NUMBERS, seat * NUMBERS + NUMBERS):
        total += s.won[k]
    return total


@kernel
def scores(s, out):
    """T14: number points, less one per field not reached; hidden choices do not count yet."""
    for seat in range(s.players):
        out[seat, 0] = number_points(s, seat) - FIELDS + popcount(s.used[seat])


@kernel
def redeal(s, seat, rng):
    """Shuffle the cards not yet turned up; replace the others' choices of this round by random legal ones (T10)."""
    for k in range(CARDS - 1, np.int64(s.closed) + 1, -1):
        other = s.closed + 1 + below(rng, k - s.closed)
        card = s.cards[k]
        s.cards[k] = s.cards[other]
        s.cards[other] = card
    for other in range(s.players):
        if other != seat and s.choice[other] != OPEN:
            s.choice[other] = sample(s, other, rng)
