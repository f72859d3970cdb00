"""What a seat of Tracktic may know, as numbers, for learning; and the deal."""

# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls, no-check-untyped-defs

from __future__ import annotations

import numpy as np

from parlour.games.tracktic.board.bitboard import FLIP, KINDS, ONE, SIZE
from parlour.games.tracktic.board.pieces import RACK, RACK_SIZE, SHAPES
from parlour.games.tracktic.board.placement import grid_number, ground
from parlour.games.tracktic.encoding.actions import CORNER, LONG, SIDES, STANDARD, WIDTH
from parlour.games.tracktic.rules import CARDS, FACE_UP, TOKENS, colours_in_play
from parlour.kernel import inner, kernel, lowest, shuffle

COPIES = np.zeros((2, len(KINDS)), np.int64)  # by deck: how many cards of each kind it has (K4)
COPIES[STANDARD, : KINDS.index("I5")] = 6
COPIES[LONG, KINDS.index("I3") : FLIP] = 3
COPIES[:, FLIP] = 4


@inner
def mark(word, bits, corner, plane):
    """Write 1 for each cell of one word of a set."""
    while bits:
        cell = 64 * word + lowest(bits)
        plane[cell % SIZE - corner, cell // SIZE - corner] = 1
        bits &= bits - ONE


@inner
def observe_grid(s, seat, planes):
    """Fill in the planes. Colours come in turn order; one that nobody plays is last (K7)."""
    grid, colours, players = grid_number(s), np.int64(colours_in_play(s)), np.int64(s.players)
    corner, width = CORNER[grid], WIDTH[grid]
    touched = ground(s, seat)[4]
    for word in range(3):
        for k in range(colours):
            colour = (seat + k) % players if k < players else k
            mark(word, s.pieces[3 * colour + word], corner, planes[k])
        mark(word, s.white[word], corner, planes[colours])
    for row in range(width):
        for column in range(width):
            cell = SIZE * (column + corner) + row + corner
            planes[colours + 1, row, column] = np.uint8(touched[cell >> 6] >> np.uint64(cell & 63) & ONE)
            for side in range(SIDES):
                planes[colours + 2 + side, row, column] = s.sides[cell] >> side & 1


@kernel
def observe(s, seat, planes, vector):
    """Fill in everything but the order of the cards to come (K8)."""
    planes[:] = 0
    observe_grid(s, seat, planes)
    vector[:] = 0
    kinds, players = len(KINDS), np.int64(s.players)
    for k in range(FACE_UP):
        if s.row[k] >= 0:
            vector[s.row[k]] += np.float32(1 / FACE_UP)
    for k in range(s.turned, CARDS):
        vector[kinds + s.deck[k]] += 1
    for kind in range(kinds):
        if COPIES[s.is_long, kind]:
            vector[kinds + kind] /= np.float32(COPIES[s.is_long, kind])
    start = 2 * kinds
    for k in range(players):
        other = (seat + k) % players
        for shape in range(SHAPES):
            first = RACK_SIZE if s.is_plain else RACK[shape]
            vector[start + SHAPES * k + shape] = s.rack[SHAPES * other + shape] / np.float32(first)
        place = start + SHAPES * players + k
        vector[place] = s.tokens[other] / np.float32(TOKENS)
        vector[place + players] = s.skipped >> other & 1
        vector[place + 2 * players] = 1 if s.to_act == other else 0
    vector[start + (SHAPES + 3) * players] = s.turned / np.float32(CARDS)


@kernel
def deal(s, rng):
    """K4, K8: the deck in any order."""
    k = 0
    for kind in range(len(KINDS)):
        for _ in range(COPIES[s.is_long, kind]):
            s.deck[k] = kind
            k += 1
    shuffle(s.deck, rng)
