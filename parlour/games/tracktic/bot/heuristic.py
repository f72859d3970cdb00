"""How well a seat that has moved stands, and its moves in the order of that: its path, and what it can grow by.

What counts, and how much, was learned, as train.py does: moves were compared by games played to their end, and a linear
function was fitted to the margins. So the coefficients are pieces by which one leads at the end.
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

PIECES = 3.0  # laid in a turn
LOOKS = 60  # cells looked at for one way on: among many white pieces there would be too many ways
FAR, ROOM = 6, 20  # steps looked ahead for empty cells before an end of a path; more cells than these are of no use
SOON = 4.0  # turns before the end from which on much is worth less and less

# What is looked at; coefficients.json says what a piece of each is worth.
LENGTH = 0  # of the path
RACK = 1  # pieces to come
WIDER = 2  # pieces to come times room before the end that has more, as a share
BOTH = 3  # the same, room before both ends added
TOKEN = 4  # a token, unless no turn is left
EARLY = 5  # a token, as long as many turns are left
STRAY = 6  # own pieces that are not on the path
WHITE = 7  # white pieces
THEIRS = 8  # cells where others can go on


@inner
def way_on(end, usable, way, step):
    """How many usable cells a path can take on from its end, none twice, and the last of them."""
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
    """Cards that each seat still in the game may expect to play."""
    cards = CARDS - s.turned
    for k in range(FACE_UP):
        cards += s.row[k] != NONE
    active = s.players - popcount(np.uint64(s.skipped))
    return cards / max(active, 1)


@inner
def pieces_to_come(s, seat, turns):
    """Pieces that a seat may expect to lay in so many turns."""
    if s.skipped >> seat & 1:
        return 0.0
    rack = 0
    for shape in range(SHAPES):
        rack += s.rack[SHAPES * seat + shape]
    return min(PIECES * turns, np.float64(rack))


@inner
def room_before(free, end, far, most):
    """How many free cells lie open before the end of a path, at most so many steps farther, as a share of the most."""
    found = both(around(single(end)), free)
    for _ in range(far):
        found = either(found, both(around(found), free))
    return min(size(found), most) / most


@inner
def token_value(coefficients, coming):
    """What a token is worth to a seat with so many pieces to come."""
    turns = coming / PIECES
    return coefficients[TOKEN] * min(turns, 1.0) + coefficients[EARLY] * min(turns / SOON, 1.0)


@inner
def ways_of_others(s, seat):
    """The cells where others can go on."""
    found = (ZERO, ZERO, ZERO)
    for other in range(s.players):
        if other != seat and s.skipped >> other & 1 == 0:
            land = ground(s, other)
            found = either(found, both(land[3], land[4]))
    return found


@inner
def position_value(s, seat, turns, length, first, last, closed, coefficients):
    """How well a seat stands that has just moved.

    Its longest path has this length and these ends; of the cells where others could go on it has closed so many.
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
    """The cells on which a move lays pieces or turns them."""
    if form >= FLIPS:
        return either(single(anchor), single(NEXT[anchor, (form - FLIPS) ^ 2]))
    return covered(form, anchor)


@inner
def mark(board, cells, what):
    """Set the cells of a set."""
    for word in range(3):
        bits = cells[word]
        while bits:
            board[64 * word + lowest(bits)] = what
            bits &= bits - ONE


@inner
def weigh(s, seat, land, first, last, usable, theirs, coefficients, codes, weights):
    """Fill codes and weights with the openings of a seat; how many there are.

    Weights are about how much better the seat stands then. Its path has these ends; usable are cells not on the path
    that it could go over, and theirs are those where others can go on.
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
    for kind in range(len(KINDS)):  # the loops are those of `legal`: one function for both makes listing slower
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
                            continue  # a longest path cannot go on by itself
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
    """Fill out with the legal ones among moves of these weights, at most so many, the best first; a skip if none is."""
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
