"""A heuristic value of a seat's position after its move, from its path and its room to grow; and moves by value.

The coefficients were learned as in train.py: moves were compared by playing games to their end, and a linear function
was fitted to the margins. So a coefficient is a number of pieces of lead at the end.
"""

# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls, no-check-untyped-defs

from __future__ import annotations

import numpy as np

from parlour.games.tracktic.board.bitboard import (
    CELLS,
    FIRST_FORM,
    FLIPS,
    KINDS,
    LARGEST,
    NEXT,
    ONE,
    ZERO,
    around,
    both,
    covered,
    either,
    meet,
    set_at,
    single,
    size,
    without,
)
from parlour.games.tracktic.board.pieces import SHAPES
from parlour.games.tracktic.board.placement import ground, is_move, openings
from parlour.games.tracktic.rules import CARDS, FACE_UP, NONE, SKIP, code_of, is_face_up, parts
from parlour.kernel import inner, lowest, popcount

PIECES = 3.0  # laid per turn
LOOKS = 60  # cells visited in the search for one extension: with many white pieces there would be too many
FAR, ROOM = 6, 20  # how far to look for empty cells beyond an end of a path, and how many count
SOON = 4.0  # turns before the end from which most features count less and less

# The features; coefficients.json has their coefficients.
LENGTH = 0  # of the path
RACK = 1  # pieces to come
WIDER = 2  # pieces to come, times the room beyond the end that has more, as a share
BOTH = 3  # the same with the room beyond both ends
TOKEN = 4  # a token, unless no turn is left
EARLY = 5  # a token, while many turns are left
STRAY = 6  # own pieces that are not on the path
WHITE = 7  # white pieces
THEIRS = 8  # cells where opponents can extend their paths


@inner
def way_on(end, usable, way, step):
    """Return how many usable cells can extend a path from its end, none twice, and the last of them."""
    best, last, looked, depth = 0, end, 0, 0
    way[0], step[0] = end, 0
    while depth >= 0 and looked < LOOKS:
        if step[depth] == 4:
            if depth > 0:
                usable[way[depth]] = 1
            depth -= 1
            continue
        other = NEXT[way[depth], step[depth]]
        step[depth] += 1
        if usable[other]:
            usable[other] = 0
            depth += 1
            looked += 1
            way[depth], step[depth] = other, 0
            if depth > best:
                best, last = depth, other
    while depth > 0:
        usable[way[depth]] = 1
        depth -= 1
    return best, last


@inner
def turns_left(s):
    """Return how many cards each seat still in the game can expect to play."""
    cards = CARDS - s.turned
    for k in range(FACE_UP):
        cards += s.row[k] != NONE
    active = s.players - popcount(np.uint64(s.skipped))
    return cards / max(active, 1)


@inner
def pieces_to_come(s, seat, turns):
    """Return how many pieces a seat can expect to lay in this many turns."""
    if s.skipped >> seat & 1:
        return 0.0
    rack = 0
    for shape in range(SHAPES):
        rack += s.rack[SHAPES * seat + shape]
    return min(PIECES * turns, np.float64(rack))


@inner
def room_before(free, end, far, most):
    """Return the free cells beyond an end of a path, within a number of steps, as a share of the maximum."""
    found = both(around(single(end)), free)
    for _ in range(far):
        found = either(found, both(around(found), free))
    return min(size(found), most) / most


@inner
def token_value(coefficients, coming):
    """Return the value of a token to a seat with this many pieces to come."""
    turns = coming / PIECES
    return coefficients[TOKEN] * min(turns, 1.0) + coefficients[EARLY] * min(turns / SOON, 1.0)


@inner
def ways_of_others(s, seat):
    """Return the cells where opponents can extend their paths."""
    found = (ZERO, ZERO, ZERO)
    for other in range(s.players):
        if other != seat and s.skipped >> other & 1 == 0:
            land = ground(s, other)
            found = either(found, both(land[3], land[4]))
    return found


@inner
def position_value(s, seat, turns, length, first, last, closed, coefficients):
    """Return the value of the position for a seat that has just moved.

    Its longest path has this length and these ends; `closed` counts the cells that it has closed to opponents.
    """
    own, _, _, free, _ = ground(s, seat)
    coming = pieces_to_come(s, seat, turns - 1.0)
    a, b = room_before(free, first, FAR, ROOM), room_before(free, last, FAR, ROOM)
    value = coefficients[LENGTH] * length + coming * (
        coefficients[RACK] + coefficients[WIDER] * max(a, b) + coefficients[BOTH] * (a + b)
    )
    value += s.tokens[seat] * token_value(coefficients, coming)
    value += coefficients[STRAY] * (size(own) - length) + coefficients[WHITE] * size(set_at(s.white, 0))
    value -= coefficients[THEIRS] * min(coming / PIECES / SOON, 1.0) * closed
    return value


@inner
def cells_of(form, anchor):
    """Return the cells on which a move lays or turns pieces."""
    if form >= FLIPS:
        return either(single(anchor), single(NEXT[anchor, (form - FLIPS) ^ 2]))
    return covered(form, anchor)


@inner
def mark(board, cells, what):
    """Mark the cells of a set."""
    for word in range(3):
        bits = cells[word]
        while bits:
            board[64 * word + lowest(bits)] = what
            bits &= bits - ONE


@inner
def weigh(s, seat, land, first, last, usable, theirs, coefficients, codes, weights):
    """Fill codes and weights with the openings of a seat; return how many there are.

    A weight is roughly how much an opening improves the position. The seat's path has these ends; `usable` are cells
    not on the path that could extend it, and `theirs` are those where opponents can extend their paths.
    """
    white, empty, free = set_at(s.white, 0), land[2], land[3]
    turns = turns_left(s)
    coming = pieces_to_come(s, seat, turns - 1.0)
    token = token_value(coefficients, coming)
    block = coefficients[THEIRS] * min(coming / PIECES / SOON, 1.0)
    air = coming * (coefficients[WIDER] + coefficients[BOTH])
    before_first, before_last = around(single(first)), around(single(last))
    way, step = np.empty(CELLS, np.int64), np.empty(CELLS, np.int64)
    n = 0
    for kind in range(len(KINDS)):  # the same loops as in `legal`: sharing one function makes listing slower
        if not is_face_up(s, kind):
            continue
        for form in range(FIRST_FORM[kind], FIRST_FORM[kind + 1]):
            anchors = openings(s, seat, form, land)
            for word in range(3):
                bits = anchors[word]
                while bits:
                    anchor = 64 * word + lowest(bits)
                    bits &= bits - ONE
                    taken = without(cells_of(form, anchor), white)
                    laid = size(both(taken, empty))
                    most = coefficients[STRAY] * laid
                    for k in range(2):
                        if not meet(taken, before_first if k == 0 else before_last):
                            continue  # a longest path cannot be extended by existing cells
                        mark(usable, taken, 1)
                        gain, end = way_on(first if k == 0 else last, usable, way, step)
                        mark(usable, taken, 0)
                        grown = coefficients[LENGTH] * gain + coefficients[STRAY] * max(laid - gain, 0)
                        most = max(most, grown + air * room_before(without(free, taken), end, FAR, ROOM))
                    codes[n] = code_of(form, anchor, empty)
                    weights[n] = most - token * (codes[n] & 1) + coefficients[WHITE] * (size(taken) - laid)
                    weights[n] -= block * size(both(taken, theirs))
                    n += 1
    return n


@inner
def take_best(s, seat, land, codes, weights, many, most, out):
    """Fill out with the best legal moves by weight, best first, or a skip if there is none."""
    laid, sides = np.empty(LARGEST, np.int64), np.empty(LARGEST, np.int64)
    n = 0
    while n < most and many > 0:
        best = 0
        for i in range(1, many):
            if weights[i] > weights[best]:
                best = i
        form, anchor, _ = parts(codes[best])
        if is_move(s, seat, form, anchor, land, laid, sides):
            out[n] = codes[best]
            n += 1
        many -= 1
        codes[best], weights[best] = codes[many], weights[many]
    if n == 0:
        out[0] = SKIP
        n = 1
    return n
