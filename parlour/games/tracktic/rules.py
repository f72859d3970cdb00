"""Tracktic's state record and its kernels. Rule numbers (K12) are those of RULES.md."""

# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls, no-check-untyped-defs

from __future__ import annotations

import numpy as np

from parlour.games.tracktic.board.bitboard import (
    CELLS,
    FIRST_FORM,
    FLIPS,
    FORM_KIND,
    FORM_SIZE,
    KINDS,
    LARGEST,
    NEXT,
    ONE,
    SIZE,
    both,
    covered,
    single,
    size,
)
from parlour.games.tracktic.board.pieces import PIECE, RACK, RACK_SIZE, SHAPE, SHAPES
from parlour.games.tracktic.board.placement import COLOURS as COLOURS
from parlour.games.tracktic.board.placement import find_pieces as find_pieces
from parlour.games.tracktic.board.placement import grid_number as grid_number
from parlour.games.tracktic.board.placement import ground, is_move, list_laid, openings
from parlour.games.tracktic.board.placement import list_touched as list_touched
from parlour.games.tracktic.board.placement import would_make_t as would_make_t
from parlour.games.tracktic.paths.longest import OWN_CELL, WHITE_CELL, path_cells
from parlour.kernel import below, inner, kernel, lowest, popcount

# A move code is 0 for a skip, or 2 * (1 + 169 * form + anchor) + token:
#   form    how the pattern is turned; for a Flip card, on which side of the turned piece the new one is laid
#   anchor  the first cell of the pattern; for a Flip card, the new cell
#   token   1 if a token is spent
# A move with chosen pieces (K13) has CHOSEN added, and above it four bits of side number for each new cell in order.

VERSION = "1"
SCORE_NAMES = ("path",)
DECKS, PIECES = ("standard", "long"), ("jigsaw", "plain")
SKIP = 0
CHOSEN = 1 << 15
CHOICE_BITS = 16  # position of the first chosen side number

CARDS, FACE_UP, TOKENS = 40, 4, 2
START_PIECES = 3
NONE = -1  # no card at this place of the row; nobody to act

# Most legal moves: a placement is legal with a token or without, never both, since one needs all cells empty and the
# other does not. The four patterns with most places on the grid are L4 (1056), L5 and N5 (960 each) and V3 (576). A
# Flip card turns one of two neighbours and fills the other: at most 2 * 2 * 13 * 12 = 624 ways, more than V3 has. And
# there is the skip.
MAX_MOVES = 1056 + 960 + 960 + 624 + 1

STATE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("pieces", "u8", 3 * COLOURS),  # cells of each colour's pieces, three words a colour
                ("white", "u8", 3),  # cells of white pieces (K16)
                ("sides", "u1", CELLS + 1),  # what lies on each cell, see pieces.py; the last is NOWHERE, always 0
                ("deck", "i1", CARDS),  # the deal: kinds of cards from the top
                ("row", "i1", FACE_UP),  # kinds of the cards face up, from the left; NONE where there is none
                ("rack", "i1", SHAPES * COLOURS),  # pieces left of each shape, by seat; with plain pieces all are first
                ("tokens", "i1", COLOURS),  # left, by seat
                ("turned", "i1"),  # cards of the deck turned up so far
                ("skipped", "i1"),  # bit mask of the seats that have skipped
                ("to_act", "i1"),  # seat, or NONE when the game is over
                ("players", "i1"),
                ("is_long", "i1"),  # 0 or 1: the deck (K4)
                ("is_plain", "i1"),  # 0 or 1: pieces without shapes (K12)
                ("spare", "i1", 8),  # pads the record; always 0
            ],
            align=True,
        ),
    )
)


def _line(start, side):
    """Return the three start cells that run inward from an edge."""
    line = [start]
    while len(line) < START_PIECES:
        line.append(int(NEXT[line[-1], side]))
    return line


def _cell(column, row):
    return SIZE * column + row


# K6: by grid and seat, start cells from the edge inward; and the sides of a seat's start pieces.
START_CELLS = np.array(
    [
        [_line(_cell(6, 0), 0), _line(_cell(0, 6), 1), _line(_cell(6, 12), 2), _line(_cell(12, 6), 3)],
        [_line(_cell(6, 2), 0), _line(_cell(6, 10), 2)] * 2,
    ],
    np.int64,
)
START_SIDES = np.array([[1 | 2, 2 | 4, 4 | 8, 8 | 1], [1 | 2, 4 | 8] * 2], np.int64)


@kernel
def colours_in_play(s):
    """Three seats have the fourth colour on the grid as well (K7)."""
    return 2 if s.players == 2 else COLOURS


@kernel
def setup(s):
    """K1, K5 to K8."""
    grid = grid_number(s)
    for colour in range(colours_in_play(s)):
        for k in range(START_PIECES):
            sides = 0 if s.is_plain else START_SIDES[grid, colour]
            put_piece(s, np.int64(colour), START_CELLS[grid, colour, k], sides)
    for seat in range(s.players):
        s.tokens[seat] = TOKENS
        if s.is_plain:
            s.rack[SHAPES * seat] = RACK_SIZE
        else:
            for shape in range(SHAPES):
                s.rack[SHAPES * seat + shape] = RACK[shape]
    for k in range(FACE_UP):
        s.row[k] = s.deck[k]
    s.turned = FACE_UP
    s.to_act = 0


@inner
def put_piece(s, colour, cell, sides):
    """Lay a piece on an empty cell."""
    s.pieces[3 * colour + (cell >> 6)] |= ONE << np.uint64(cell & 63)
    s.sides[cell] = PIECE + sides


@kernel
def waiting(s):
    """K18: nobody, when no card is left or all have skipped."""
    return 0 if s.to_act == NONE else 1 << s.to_act


# ---------------------------------------------------------------------------------------------------------------------
# Legal moves


@inner
def code_of(form, anchor, empty):
    """Return the move code; a token is spent if some cell is not empty."""
    token = form < FLIPS and size(both(covered(form, anchor), empty)) < FORM_SIZE[form]
    return 2 * (1 + CELLS * form + anchor) + np.int64(token)


@inner
def is_face_up(s, kind):
    """Whether a card of this kind lies in the row."""
    return s.row[0] == kind or s.row[1] == kind or s.row[2] == kind or s.row[3] == kind


@kernel
def legal(s, seat, out):
    """K9 to K17, K20."""
    out[0] = SKIP
    n = 1
    land = ground(s, seat)
    laid, sides = np.empty(LARGEST, np.int64), np.empty(LARGEST, np.int64)
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
                    if is_move(s, seat, form, anchor, land, laid, sides):
                        out[n] = code_of(form, anchor, land[2])
                        n += 1
    return n


TRIES = 40  # rejections after which listing is faster
MOST_FORMS = 4 * 8  # of the cards face up


@kernel
def sample(s, seat, rng):
    """Return a uniformly random legal move: draw openings, or the skip, until one is legal (rejection sampling)."""
    land = ground(s, seat)
    forms, found = np.empty(MOST_FORMS, np.int64), np.empty(3 * MOST_FORMS, np.uint64)
    total, many = 1, 0
    for kind in range(len(KINDS)):
        if is_face_up(s, kind):
            for form in range(FIRST_FORM[kind], FIRST_FORM[kind + 1]):
                anchors = openings(s, seat, form, land)
                total += size(anchors)
                forms[many] = form
                found[3 * many], found[3 * many + 1], found[3 * many + 2] = anchors
                many += 1
    laid, sides = np.empty(LARGEST, np.int64), np.empty(LARGEST, np.int64)
    for _ in range(TRIES):
        place = below(rng, total)
        if place == total - 1:
            return np.int64(SKIP)
        word = 0
        while place >= popcount(found[word]):
            place -= popcount(found[word])
            word += 1
        bits = found[word]
        for _ in range(place):
            bits &= bits - ONE
        form, anchor = forms[word // 3], 64 * (word % 3) + lowest(bits)
        if is_move(s, seat, form, anchor, land, laid, sides):
            return code_of(form, anchor, land[2])
    moves = np.empty(MAX_MOVES, np.int64)
    return moves[below(rng, legal(s, seat, moves))]


# ---------------------------------------------------------------------------------------------------------------------
# Making a move


@kernel
def parts(move):
    """Form, anchor and token of a move that is not a skip."""
    place = ((move & (CHOSEN - 1)) >> 1) - 1
    return place // CELLS, place % CELLS, move & 1


@kernel
def lay(s, move, laid):
    """List the cells on which a move other than a skip lays pieces, in order; return how many there are."""
    form, anchor, _ = parts(move)
    return list_laid(s, form, anchor, laid)


@kernel
def apply(s, seat, move):
    """K9 to K17, K20."""
    if move == SKIP:
        s.skipped |= 1 << seat
    else:
        form, anchor, token = parts(move)
        play_card(s, seat, move, form, anchor)
        s.tokens[seat] -= token
        discard(s, FORM_KIND[form])
    pass_on(s, seat)


@inner
def play_card(s, seat, move, form, anchor):
    """Turn opponents' pieces white (K15, K17) and lay the seat's own."""
    laid, sides = np.empty(LARGEST, np.int64), np.empty(LARGEST, np.int64)
    n = list_laid(s, form, anchor, laid)
    if move & CHOSEN:
        for k in range(n):
            sides[k] = move >> (CHOICE_BITS + 4 * k) & 15
    else:
        find_pieces(s, seat, laid, n, sides, 0)
    turned = single(NEXT[anchor, (form - FLIPS) ^ 2]) if form >= FLIPS else covered(form, anchor)
    for k in range(3):
        for colour in range(COLOURS):
            s.white[k] |= s.pieces[3 * colour + k] & turned[k]
            s.pieces[3 * colour + k] &= ~turned[k]
    for k in range(n):
        put_piece(s, np.int64(seat), laid[k], sides[k])
        s.rack[SHAPES * seat + (0 if s.is_plain else SHAPE[sides[k]])] -= 1


@inner
def discard(s, kind):
    """K9: the leftmost card of a kind leaves the row; a new one is turned up at its end while the deck lasts."""
    k = 0
    while s.row[k] != kind:
        k += 1
    while k < FACE_UP - 1:
        s.row[k] = s.row[k + 1]
        k += 1
    s.row[FACE_UP - 1] = NONE
    if s.turned < CARDS:
        s.row[FACE_UP - 1] = s.deck[s.turned]
        s.turned += 1


@inner
def pass_on(s, seat):
    """K9b, K18: find the next seat to act."""
    s.to_act = NONE
    if s.row[0] == NONE:
        return
    for k in range(1, s.players + 1):
        other = (seat + k) % s.players
        if s.skipped >> other & 1 == 0:
            s.to_act = other
            return


@inner
def mark_cells(s, seat, board):
    """Mark the cells of a seat's pieces and of white ones, as paths/longest.py expects them."""
    board[:] = 0
    for word in range(3):
        own, white = s.pieces[3 * seat + word], s.white[word]
        while own:
            board[64 * word + lowest(own)] = OWN_CELL
            own &= own - ONE
        while white:
            board[64 * word + lowest(white)] = WHITE_CELL
            white &= white - ONE


@kernel
def scores(s, out):
    """K19."""
    board, path = np.empty(CELLS, np.int8), np.empty(CELLS, np.int16)
    for seat in range(s.players):
        mark_cells(s, seat, board)
        out[seat, 0] = path_cells(board, path)


@kernel
def redeal(s, seat, rng):
    """Shuffle the cards not yet turned up, whose order nobody knows (K8)."""
    for k in range(CARDS - 1, s.turned, -1):
        other = s.turned + below(rng, k + 1 - s.turned)
        card = s.deck[k]
        s.deck[k] = s.deck[other]
        s.deck[other] = card
