"""Exago's state record and its kernels. Rule numbers (X12) are those of RULES.md."""

# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls, no-check-untyped-defs

from __future__ import annotations

import numpy as np

from parlour.games.exago.bitboard import (
    BOARDS,
    RINGS,
    ZERO,
    around,
    bit_of,
    group_of,
    has_line,
    nth,
    single,
    size,
    word_of,
)
from parlour.games.exago.moves.listing import MAX_MOVES as MAX_MOVES
from parlour.games.exago.moves.listing import PASS as PASS
from parlour.games.exago.moves.listing import list_moves as list_moves
from parlour.games.exago.moves.sampling import sample_lift
from parlour.games.exago.moves.threats import line_length as line_length
from parlour.games.exago.moves.threats import threatens as threatens
from parlour.games.exago.moves.threats import to_block as to_block
from parlour.kernel import below, inner, kernel

# A set of cells is two words, low and high; see bitboard.py for the board and its bits. A move is a number; see
# moves/listing.py for its parts.

VERSION = "1"
SCORE_NAMES = ("win",)
MUST_BLOCK = ("off", "choice", "always")

STATE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("tiles", "u8", 12),  # cells of each seat's tiles, two words a seat
                ("occupied", "u8", 2),  # cells of all tiles
                ("frontier", "u8", 2),  # empty cells that touch a tile
                ("board", "u8", 2),  # all cells of the board
                ("turn", "i4"),  # moves made; the seat to move is turn % players
                ("turn_limit", "i4"),  # full rounds before a draw (X18)
                ("hand", "i1", 6),  # tiles in each seat's hand
                ("handicap", "i1", 6),  # tiles taken from each seat before the game (X20)
                ("players", "i1"),
                ("radius", "i1"),
                ("must_block", "i1"),  # which of MUST_BLOCK (X16)
                ("early_relocation", "i1"),  # 0 or 1 (X19)
                ("reconnect", "i1"),  # 0 or 1 (X21)
                ("winner", "i1"),  # seat, or -1
                ("spare", "i1", 6),  # pads the record; always 0
            ],
            align=True,
        ),
    )
)


@kernel
def setup(s):
    """X2, X4, X20: the empty board and full hands."""
    s.board[0] = BOARDS[s.radius - 4, 0]
    s.board[1] = BOARDS[s.radius - 4, 1]
    for seat in range(s.players):
        s.hand[seat] = (12 if s.players == 2 else 6) - s.handicap[seat]
    s.winner = -1


@kernel
def waiting(s):
    """One seat, until someone has won or the rounds are over (X14, X18)."""
    if s.winner >= 0 or s.turn >= s.turn_limit * s.players:
        return 0
    return 1 << (s.turn % s.players)


@inner
def keep_blocks(s, seat, mask, out, n):
    """Keep only the moves that block the first opponent in turn order who can be blocked (X16)."""
    trial = np.empty(1, STATE)
    for k in range(1, s.players):
        other = (seat + k) % s.players
        if not mask >> other & 1:
            continue
        kept = 0
        for i in range(n):
            trial[0] = s
            apply(trial[0], seat, out[i])
            if not threatens(trial[0], other):
                out[kept] = out[i]  # no earlier code is lost: kept <= i
                kept += 1
        if kept:
            return kept
    return n


@kernel
def legal(s, seat, out):
    """X8 to X14, then X16."""
    n = list_moves(s, seat, out)
    mask = to_block(s, seat)
    if mask:
        n = keep_blocks(s, seat, mask, out, n)
    return n


@inner
def send_home(s, low, high):
    """Keep only these cells; all other tiles go back to their owners' hands (X12)."""
    for seat in range(s.players):
        lost_low = s.tiles[2 * seat] & ~low
        lost_high = s.tiles[2 * seat + 1] & ~high
        s.hand[seat] += size(lost_low, lost_high)
        s.tiles[2 * seat] &= low
        s.tiles[2 * seat + 1] &= high
    s.occupied[0] = low
    s.occupied[1] = high


@kernel
def apply(s, seat, move):
    """Place or relocate, send home what is cut off, look for a line, pass the turn."""
    if move != PASS:
        lift = move >> 15
        target = (move >> 8) & 127
        group = (move >> 1) & 127
        low, high = single(target)
        if lift == 0:
            s.hand[seat] -= 1
        else:
            word, bit = word_of(lift), bit_of(lift)
            s.tiles[2 * seat + word] &= ~bit
            s.occupied[word] &= ~bit
            if group and not s.reconnect:
                group_low, group_high = single(group)
                group_low, group_high = group_of(group_low, group_high, s.occupied[0], s.occupied[1])
                send_home(s, group_low, group_high)
        s.tiles[2 * seat] |= low
        s.tiles[2 * seat + 1] |= high
        s.occupied[0] |= low
        s.occupied[1] |= high
        if group and s.reconnect:  # X21
            group_low, group_high = single(group)
            group_low, group_high = group_of(group_low, group_high, s.occupied[0], s.occupied[1])
            send_home(s, group_low, group_high)
        if lift == 0:
            ring_low = RINGS[target, 0] | s.frontier[0]
            ring_high = RINGS[target, 1] | s.frontier[1]
        else:
            ring_low, ring_high = around(s.occupied[0], s.occupied[1])
        s.frontier[0] = ring_low & s.board[0] & ~s.occupied[0]
        s.frontier[1] = ring_high & s.board[1] & ~s.occupied[1]
        if has_line(s.tiles[2 * seat], s.tiles[2 * seat + 1], line_length(s)):  # X17
            s.winner = seat
    s.turn += 1


@kernel
def scores(s, out):
    """X18b."""
    for seat in range(s.players):
        out[seat, 0] = 1 if s.winner == seat else 0


@kernel
def redeal(s, seat, rng):
    """Nothing is hidden (X6)."""


@kernel
def sample(s, seat, rng):
    """Return a uniformly random legal move, without listing all moves where possible."""
    from_hand = s.hand[seat] > 0
    if to_block(s, seat) or s.reconnect or s.occupied[0] | s.occupied[1] == ZERO:
        moves = np.empty(MAX_MOVES, np.int64)
        return moves[below(rng, legal(s, seat, moves))]
    if from_hand and not s.early_relocation:
        return np.int64(nth(s.frontier[0], s.frontier[1], below(rng, size(s.frontier[0], s.frontier[1])))) << 8
    return sample_lift(s, seat, rng)
