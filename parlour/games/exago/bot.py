"""How good a position of Exago looks."""

from __future__ import annotations

import numpy as np

from parlour.games.exago.cells import completing, down
from parlour.games.exago.rules import line_length, threatens
from parlour.kernel import inner, kernel, popcount

STEPS = np.array([1, 11, 12], dtype=np.uint64)
WEIGHTS = np.array([0.0, 1.0, 4.0, 16.0, 64.0])  # of a line's place with so many own tiles and no others

TEMPO = 1.5  # with two seats, what the lines of whoever moves next count for; with more seats it only weakened play


@inner
def open_lines(s, seat):
    """Weighted count of the places where this seat can still complete a line, nobody else's tile being there."""
    length = line_length(s)
    own_low, own_high = s.tiles[2 * seat], s.tiles[2 * seat + 1]
    free_low = s.board[0] & ~(s.occupied[0] & ~own_low)
    free_high = s.board[1] & ~(s.occupied[1] & ~own_high)
    total = 0.0
    for k in range(3):
        step = STEPS[k]
        low, high = free_low, free_high
        # Three bits of a counter for each place: how many of its cells hold an own tile.
        one_low, one_high = own_low, own_high
        two_low = two_high = four_low = four_high = np.uint64(0)
        for i in range(1, length):
            shift = step * np.uint64(i)
            cell_low, cell_high = down(free_low, free_high, shift)
            low &= cell_low
            high &= cell_high
            tile_low, tile_high = down(own_low, own_high, shift)
            carry_low, carry_high = one_low & tile_low, one_high & tile_high
            one_low ^= tile_low
            one_high ^= tile_high
            four_low |= two_low & carry_low
            four_high |= two_high & carry_high
            two_low ^= carry_low
            two_high ^= carry_high
        total += WEIGHTS[1] * (
            popcount(low & one_low & ~two_low & ~four_low) + popcount(high & one_high & ~two_high & ~four_high)
        )
        total += WEIGHTS[2] * (popcount(low & ~one_low & two_low) + popcount(high & ~one_high & two_high))
        total += WEIGHTS[3] * (popcount(low & one_low & two_low) + popcount(high & one_high & two_high))
        total += WEIGHTS[4] * (popcount(low & four_low) + popcount(high & four_high))
    return total


@kernel
def evaluate(s, out):
    """The winner; else whoever is to move and can win; else each seat's share of the open lines."""
    players = np.int64(s.players)
    if s.winner >= 0:
        for seat in range(players):
            out[seat] = 1.0 if seat == s.winner else 0.0
        return
    if s.turn >= s.turn_limit * players:
        for seat in range(players):
            out[seat] = 0.0
        return
    mover = s.turn % players
    total = 0.0
    for seat in range(players):
        out[seat] = 1.0 + open_lines(s, seat) * (TEMPO if players == 2 and seat == mover else 1.0)
        total += out[seat]
    for seat in range(players):
        out[seat] /= total
    if threatens(s, mover):
        for seat in range(players):
            out[seat] *= 0.1
        out[mover] += 0.9
        return
    # Not the mover's, but everyone else's double chances count: one block does not stop them.
    for k in range(1, players):
        seat = (mover + k) % players
        low, high = completing(s.tiles[2 * seat], s.tiles[2 * seat + 1], line_length(s))
        if s.hand[seat] > 0 and popcount(low & s.frontier[0]) + popcount(high & s.frontier[1]) > 1:
            for other in range(players):
                out[other] *= 0.3
            out[seat] += 0.7
            return
