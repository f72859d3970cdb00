"""An evaluation of Exago positions, and an ordering of moves."""

# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls, no-check-untyped-defs

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parlour.games.exago.bitboard import cell_bit, completing, down, group_of, single, size, up
from parlour.games.exago.moves.threats import line_length, threatens
from parlour.games.exago.rules import MAX_MOVES, STATE, apply, legal
from parlour.grid import HEX_STEPS, hex_cells
from parlour.kernel import inner, kernel, popcount

STEPS = np.array([1, 11, 12], dtype=np.uint64)
WEIGHTS = np.array([0, 1, 4, 16, 64])  # of a place for a line without others' tiles, by the number of own ones
GAINS = np.array([1, 3, 12, 48, 1000])  # the weight that one more tile adds

TEMPO = 1.5  # with two seats, the weight of the mover's lines; with more seats it weakened play
PROPOSED = 48  # the most moves that `propose` lists


def _lines_through(length: int) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    """Return, for each cell of the large board, the lines of this length through it, as two words, and how many."""
    lines, many = np.zeros((128, 15, 2), np.uint64), np.zeros(128, np.int64)
    board = set(hex_cells(5))
    for q, r in hex_cells(5):
        for dq, dr in HEX_STEPS[:3]:
            cells = [(q + k * dq, r + k * dr) for k in range(length)]
            if not board.issuperset(cells):
                continue
            bits = sum(1 << cell_bit(*cell) for cell in cells)
            for cell in cells:
                place = cell_bit(*cell)
                lines[place, many[place]] = bits & (2**64 - 1), bits >> 64
                many[place] += 1
    return lines, many


LINES = np.stack([_lines_through(length)[0] for length in (4, 5)])
MANY_LINES = np.stack([_lines_through(length)[1] for length in (4, 5)])
IN_LINE = np.bitwise_or.reduce(LINES, axis=2)  # for each cell, all cells that share a line with it


# ---------------------------------------------------------------------------------------------------------------------
# Lines that can still be completed


@inner
def open_along(own_low, own_high, free_low, free_high, step, length):
    """The first cells of places for a line along one axis with no other seat's tiles, with three bits of a counter:
    how many do."""
    low, high = free_low, free_high
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
    return low, high, one_low, one_high, two_low, two_high, four_low, four_high


@kernel
def weigh_lines(own_low, own_high, free_low, free_high, length):
    """Return the weighted count of places for a line with only own tiles; `free` are these and the empty cells."""
    total = 0
    for k in range(3):
        low, high, one_low, one_high, two_low, two_high, four_low, four_high = open_along(
            own_low, own_high, free_low, free_high, STEPS[k], length
        )
        total += WEIGHTS[1] * (
            popcount(low & one_low & ~two_low & ~four_low) + popcount(high & one_high & ~two_high & ~four_high)
        )
        total += WEIGHTS[2] * (popcount(low & ~one_low & two_low) + popcount(high & ~one_high & two_high))
        total += WEIGHTS[3] * (popcount(low & one_low & two_low) + popcount(high & one_high & two_high))
        total += WEIGHTS[4] * (popcount(low & four_low) + popcount(high & four_high))
    return total


@kernel
def open_lines(s, seat):
    """Return the weighted count of places where this seat can still complete a line."""
    own_low, own_high = s.tiles[2 * seat], s.tiles[2 * seat + 1]
    free_low = s.board[0] & ~(s.occupied[0] & ~own_low)
    free_high = s.board[1] & ~(s.occupied[1] & ~own_high)
    return weigh_lines(own_low, own_high, free_low, free_high, line_length(s))


@inner
def threatening_cells(s, seat):
    """Return the empty cells where one more tile of this seat leaves a line one tile short."""
    length = line_length(s)
    own_low, own_high = s.tiles[2 * seat], s.tiles[2 * seat + 1]
    free_low = s.board[0] & ~(s.occupied[0] & ~own_low)
    free_high = s.board[1] & ~(s.occupied[1] & ~own_high)
    cells_low = cells_high = np.uint64(0)
    for k in range(3):
        low, high, one_low, one_high, two_low, two_high, _, _ = open_along(
            own_low, own_high, free_low, free_high, STEPS[k], length
        )
        low &= two_low  # two of four tiles, or three of five
        high &= two_high
        low &= one_low if length == 5 else ~one_low
        high &= one_high if length == 5 else ~one_high
        cells_low |= low
        cells_high |= high
        for i in range(1, length):
            more_low, more_high = up(low, high, STEPS[k] * np.uint64(i))
            cells_low |= more_low
            cells_high |= more_high
    return cells_low & s.frontier[0], cells_high & s.frontier[1]


@kernel
def evaluate(s, out):
    """Fill in the winner; else the seat to move if it can win; else each seat's share of the open lines."""
    players = np.int64(s.players)
    if s.winner >= 0:
        for seat in range(players):
            out[seat] = 1.0 if seat == s.winner else 0.0
        return
    if s.turn >= s.turn_limit * players:
        for seat in range(players):
            out[seat] = 1.0 / players
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
    # Double threats count for every seat but the mover: one block does not stop them.
    for k in range(1, players):
        seat = (mover + k) % players
        low, high = completing(s.tiles[2 * seat], s.tiles[2 * seat + 1], line_length(s))
        if s.hand[seat] > 0 and popcount(low & s.frontier[0]) + popcount(high & s.frontier[1]) > 1:
            for other in range(players):
                out[other] *= 0.3
            out[seat] += 0.7
            return


# ---------------------------------------------------------------------------------------------------------------------
# Moves worth considering


@inner
def are_of_one(s, low, high):
    """Whether these tiles, none of them the mover's, belong to one seat."""
    owners = 0
    for seat in range(s.players if s.players > 2 else 0):
        if low & s.tiles[2 * seat] or high & s.tiles[2 * seat + 1]:
            owners += 1
    return owners < 2


@kernel
def gain_at(s, own_low, own_high, others_low, others_high, cell):
    """Return what a tile on this cell adds to its owner's open lines and takes from the others'."""
    length = line_length(s)
    total = 0
    for k in range(MANY_LINES[length - 4, cell]):
        line_low, line_high = LINES[length - 4, cell, k, 0], LINES[length - 4, cell, k, 1]
        if line_low & ~s.board[0] or line_high & ~s.board[1]:
            continue
        mine = size(line_low & own_low, line_high & own_high)
        low, high = line_low & others_low, line_high & others_high
        theirs = size(low, high)
        if theirs == 0:
            total += GAINS[mine]
        elif mine == 0 and are_of_one(s, low, high):
            total += WEIGHTS[theirs]
    return total


@inner
def staying(s, move):
    """Return the tiles that a lift leaves on the board, before the lifted one is put down."""
    lift_low, lift_high = single(move >> 15)
    rest_low, rest_high = s.occupied[0] & ~lift_low, s.occupied[1] & ~lift_high
    if (move >> 1) & 127 == 0:
        return rest_low, rest_high
    more_low, more_high = rest_low, rest_high
    if s.reconnect:
        target_low, target_high = single((move >> 8) & 127)
        more_low |= target_low
        more_high |= target_high
    low, high = single((move >> 1) & 127)
    low, high = group_of(low, high, more_low, more_high)
    return low & rest_low, high & rest_high


@inner
def lines_lead(s, seat, low, high):
    """Return the lead of a seat's open lines over the others' with only these tiles."""
    total = 0
    for other in range(s.players):
        own_low, own_high = s.tiles[2 * other] & low, s.tiles[2 * other + 1] & high
        free_low, free_high = s.board[0] & ~(low & ~own_low), s.board[1] & ~(high & ~own_high)
        lines = weigh_lines(own_low, own_high, free_low, free_high, line_length(s))
        total += lines if other == seat else -lines
    return total


@inner
def put_in_order(move, score, out, scores, kept, most):
    """Insert a move among the best so far; return how many there are then."""
    place = kept if kept < most else most - 1
    while place > 0 and scores[place - 1] < score:
        out[place] = out[place - 1]
        scores[place] = scores[place - 1]
        place -= 1
    out[place] = move
    scores[place] = score
    return min(kept + 1, most)


@kernel
def rank(s, seat, moves, many, out, scores, most):
    """Keep the best moves by their effect on open lines, best first; return how many."""
    length = line_length(s)
    own_low, own_high = s.tiles[2 * seat], s.tiles[2 * seat + 1]
    others_low, others_high = s.occupied[0] & ~own_low, s.occupied[1] & ~own_high
    gains = np.full(128, -1, np.int64)  # by target, nothing lifted
    lead = 0
    kept = 0
    lift, group, loss = np.int64(0), np.int64(0), 0
    low, high = s.occupied[0], s.occupied[1]
    near_low = near_high = np.uint64(0)  # targets whose gain the lift changes
    for i in range(many):
        move = moves[i]
        target = (move >> 8) & 127
        if move >> 15 != lift or (move >> 1) & 127 != group or (group > 0 and s.reconnect):
            lift, group = move >> 15, (move >> 1) & 127
            low, high = staying(s, move)
            near_low, near_high = IN_LINE[length - 4, lift, 0], IN_LINE[length - 4, lift, 1]
            if group > 0:
                if lead == 0:
                    lead = lines_lead(s, seat, s.occupied[0], s.occupied[1])
                loss = lead - lines_lead(s, seat, low, high)
                near_low, near_high = ~np.uint64(0), ~np.uint64(0)
            else:
                loss = gain_at(s, own_low & low, own_high & high, others_low, others_high, lift)
        if gains[target] < 0:
            gains[target] = gain_at(s, own_low, own_high, others_low, others_high, target)
        score = gains[target] - loss
        if kept == most and score <= scores[kept - 1]:
            continue
        cell_low, cell_high = single(target)
        if near_low & cell_low or near_high & cell_high:
            score = -loss + gain_at(s, own_low & low, own_high & high, others_low & low, others_high & high, target)
            if kept == most and score <= scores[kept - 1]:
                continue
        kept = put_in_order(move, score, out, scores, kept, most)
    return kept


@kernel
def keep_wins(s, seat, moves, many):
    """Keep the moves that win immediately; return how many."""
    trial = np.empty(1, STATE)
    low, high = completing(s.tiles[2 * seat], s.tiles[2 * seat + 1], line_length(s))
    kept = 0
    for i in range(many):
        cell_low, cell_high = single((moves[i] >> 8) & 127)
        if low & cell_low or high & cell_high:
            trial[0] = s
            apply(trial[0], seat, moves[i])
            if trial[0].winner == seat:
                moves[kept] = moves[i]
                kept += 1
    return kept


@kernel
def keep_stops(s, seat, other, moves, many):
    """Keep the moves that end an opponent's threat, by taking its cell or by a cut; return how many."""
    trial = np.empty(1, STATE)
    low, high = completing(s.tiles[2 * other], s.tiles[2 * other + 1], line_length(s))
    kept = 0
    for i in range(many):
        cell_low, cell_high = single((moves[i] >> 8) & 127)
        if (moves[i] >> 1) & 127 or low & cell_low or high & cell_high:
            trial[0] = s
            apply(trial[0], seat, moves[i])
            if not threatens(trial[0], other):
                moves[kept] = moves[i]
                kept += 1
    return kept


@kernel
def propose(s, seat, out):
    """List only winning moves; else replies to a threat of the next seat; else all, the best for open lines first."""
    moves = np.empty(MAX_MOVES, np.int64)
    many = legal(s, seat, moves)
    if threatens(s, seat):
        many = keep_wins(s, seat, moves, many)
    elif threatens(s, (seat + 1) % s.players):
        stops = moves.copy()
        kept = keep_stops(s, seat, (seat + 1) % s.players, stops, many)
        if kept > 0:
            moves, many = stops, kept
    return rank(s, seat, moves, many, out, np.empty(PROPOSED, np.int64), PROPOSED)
