"""An evaluation of Tracktic positions."""

# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls, no-check-untyped-defs

from __future__ import annotations

import numpy as np

from parlour.games.tracktic.board.bitboard import CELLS
from parlour.games.tracktic.board.placement import ground
from parlour.games.tracktic.bot.heuristic import pieces_to_come, room_before, turns_left
from parlour.games.tracktic.paths.longest import path_cells
from parlour.games.tracktic.rules import NONE, mark_cells
from parlour.kernel import inner, kernel

SURE, OPEN = 0.1, 0.1  # share of the pieces to come that lengthen a path: at least, and more for an end with room
TOKEN = 2.0  # pieces that a token is worth
FAR, ROOM = 4, 12  # how far to look for empty cells beyond an end of a path, and how many count


@inner
def to_come(s, seat, turns, first, last):
    """Estimate how much longer a path with these ends will become."""
    if s.skipped >> seat & 1:
        return 0.0
    free = ground(s, seat)[3]
    room = room_before(free, first, FAR, ROOM) + room_before(free, last, FAR, ROOM)
    return pieces_to_come(s, seat, turns) * (SURE + OPEN * room) + TOKEN * s.tokens[seat] * min(turns, 1.0)


@kernel
def evaluate(s, out):
    """Fill in the winners at the end; before, each seat's chance, from the expected paths."""
    players, is_over = np.int64(s.players), s.to_act == NONE
    board, path = np.empty(CELLS, np.int8), np.empty(CELLS, np.int16)
    turns, best, total = turns_left(s), 0.0, 0.0
    for seat in range(players):
        mark_cells(s, seat, board)
        length = path_cells(board, path)  # called here, not deeper: each level takes seconds to compile
        out[seat] = length
        if length > 0 and not is_over:
            out[seat] += to_come(s, seat, turns, np.int64(path[0]), np.int64(path[length - 1]))
        best = max(best, out[seat])
    for seat in range(players):
        share = out[seat] / best if best > 0.0 else 1.0
        cube = share * share * share  # ** would round differently in plain Python
        out[seat] = np.float64(out[seat] == best) if is_over else cube * cube
        total += out[seat]
    for seat in range(players):
        out[seat] /= total
