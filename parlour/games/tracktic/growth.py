"""Moves in the order of what they promise: how much longer the mover's path gets, and what lies before its new end."""

from __future__ import annotations

import numpy as np

from parlour.games.tracktic.cells import (
    CELLS,
    FIRST_FORM,
    FLIPS,
    KINDS,
    LARGEST,
    NEXT,
    ONE,
    around,
    both,
    covered,
    either,
    set_at,
    single,
    size,
    without,
)
from parlour.games.tracktic.pieces import SHAPES
from parlour.games.tracktic.rules import CARDS, FACE_UP, NONE, SKIP, code_of, is_face_up, is_move, openings, parts
from parlour.kernel import inner, lowest, popcount

ROOM = 12  # empty cells before an end of a path; more are of no more use
FAR = 4  # steps that are looked ahead for them
PIECES = 3.0  # laid in a turn
LOOKS = 60  # cells looked at for one way on: among many white pieces there would be too many ways

# What a search is told, in this order; a level's `tuning` may name them.
TUNING = {
    "exploration": 0.3,  # how much is tried that did not gain most so far
    "width": 2.0,  # moves looked at from the start, the best proposed
    "growth": 1.5,  # how many more with each doubling of the visits
    "air": 0.1,  # share of the pieces to come that room before the new end of a path is worth to a move
    "token": 3.0,  # what a token is, in pieces
    "block": 0.3,  # what a cell before the end of an opponent's path is
    "noise": 0.5,  # by how many pieces a move may seem better than it is
    "care": 1.0,  # moves that are compared by their exact paths wherever one is made
    "margin": 0.5,  # the share of the result that goes by the margin, not by who has won
}
EXPLORATION, WIDTH, GROWTH, AIR, TOKEN, BLOCK, NOISE, CARE, MARGIN = range(len(TUNING))


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
def room_before(free, end):
    """How many free cells lie open before the end of a path, those farther off left out, as a share of ROOM."""
    found = both(around(single(end)), free)
    for _ in range(FAR):
        found = either(found, both(around(found), free))
    return min(size(found), ROOM) / ROOM


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
def weigh(s, seat, land, ends, gates, usable, tuning, codes, weights):
    """Fill codes and weights with the openings of a seat; how many there are.

    Ends are those of its path, gates the cells before the ends of others' paths; usable are cells not on its path that
    it could go over.
    """
    white, empty, free = set_at(s.white, 0), land[2], land[3]
    turns = turns_left(s)
    air, token = tuning[AIR] * pieces_to_come(s, seat, turns), tuning[TOKEN] * min(turns - 1.0, 1.0)
    way, step = np.empty(CELLS, np.int64), np.empty(CELLS, np.int64)
    n = 0
    for kind in range(len(KINDS)):
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
                    mark(usable, taken, 1)
                    most = 0.0
                    for k in range(2):
                        gain, last = way_on(ends[seat, k], usable, way, step)
                        if gain > 0:
                            most = max(most, gain + air * room_before(without(free, taken), last))
                    mark(usable, taken, 0)
                    codes[n] = code_of(form, anchor, empty)
                    weights[n] = most - token * (codes[n] & 1) + tuning[BLOCK] * size(both(taken, gates))
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
