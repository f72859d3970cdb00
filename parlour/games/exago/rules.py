"""Exago's state record and its kernels. Rule numbers (X12) are those of RULES.md."""

# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls, no-check-untyped-defs

from __future__ import annotations

import numpy as np

from parlour.games.exago.bitboard import (
    BOARDS,
    CENTRE,
    ONE,
    RINGS,
    ZERO,
    around,
    bit_of,
    completing,
    first,
    forks,
    group_of,
    has_line,
    largest_groups,
    loose_tiles,
    next_largest,
    nth,
    remaining,
    single,
    size,
    touched_once,
    word_of,
)
from parlour.kernel import IS_COMPILED, below, inner, kernel, lowest, popcount

# A set of cells is two words, low and high; see cells.py for the board and its bits.
#
# A move code is lift << 15 | target << 8 | group << 1 | tie, each cell as its bit; no cell is bit 0.
#   lift   the tile picked up; 0: one from the hand
#   group  where a lift cuts, the first cell of the group that stays, so that `apply` need not look for it; else 0
#   tie    1 if the mover chose that group among equals, so that the text names it (X12)

VERSION = "1"
SCORE_NAMES = ("win",)
MUST_BLOCK = ("off", "choice", "always")
OFF, CHOICE, ALWAYS = range(3)
PASS = 0

# Most moves at once: a connected set of n tiles touches at most 2n + 4 cells (each tile after the first adds at most
# three and takes one). Two seats: 12 own tiles, at most 23 others stay when one is lifted, so 50 targets, each with at
# most three groups to choose from: 12 * 50 * 3. More seats: 6 tiles, 35 others, 6 * 74 * 3, is less. Up to three moves
# too many are written after the last (write_moves). Behind them is room for a row of all targets (list_lifts), at most
# 2 * 36 + 4, and for the rest of a block (copy_moves).
ROW = 1803
MAX_MOVES = ROW + 76 + 32

STATE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("tiles", "u8", 12),  # cells of each seat's tiles, two words a seat
                ("occupied", "u8", 2),  # cells of all tiles
                ("frontier", "u8", 2),  # empty cells that touch a tile
                ("board", "u8", 2),  # cells there are
                ("turn", "i4"),  # moves made; the seat to move is turn % players
                ("turn_limit", "i4"),  # full rounds until a draw (X18)
                ("hand", "i1", 6),  # tiles in each seat's hand
                ("handicap", "i1", 6),  # tiles taken from each seat before the game (X20)
                ("players", "i1"),
                ("radius", "i1"),
                ("must_block", "i1"),  # OFF, CHOICE or ALWAYS (X16)
                ("early_relocation", "i1"),  # 0 or 1 (X19)
                ("reconnect", "i1"),  # 0 or 1 (X21)
                ("winner", "i1"),  # seat, or -1
                ("spare", "i1", 6),  # fills the record up, always 0
            ],
            align=True,
        ),
    )
)

STRIDE = 4 if IS_COMPILED else 1  # moves written at a time
BLOCK = 32 if IS_COMPILED else 1  # moves copied at a time
PLAIN = {"STRIDE": 1, "BLOCK": 1}  # constants of the plain form, where NumPy would warn of what is written too much

# Moves are listed in one of two forms: as codes, or as actions, by which learners know them (numbering.py). A form is a
# table of numbers, one for each part that a move can have; their sum is the move.
LIFT, TARGET, GROUP, OTHER = range(4)  # rows, the first three by cell
TIE, BEFORE, PASSING = range(3)  # other parts: a group is chosen among equals; one of them comes before it; a pass
FORM = (4, 129)  # 128: the first cell of an empty word, where write_moves writes too many

CODES = np.zeros(FORM, np.int64)
CODES[LIFT] = np.arange(129) << 15
CODES[TARGET] = np.arange(129) << 8
CODES[GROUP] = np.arange(129) << 1
CODES[OTHER, TIE] = 1
CODES[OTHER, PASSING] = PASS


@kernel
def line_length(s):
    """How many tiles in line win (X5)."""
    return 5 if s.players == 2 else 4


# ---------------------------------------------------------------------------------------------------------------------
# Listing moves


@inner
def write_moves(low, high, form, rest_of_move, out, n):
    """One move for each target cell.

    Four are written at a time, at the end up to three too many, which the next will overwrite: the fewer ends of loops
    the processor fails to foresee, the faster.
    """
    k = np.uint64(n)
    end = k + np.uint64(popcount(low))
    while k < end:
        for _ in range(STRIDE):
            out[k] = rest_of_move + form[TARGET, np.uint64(lowest(low))]
            low &= low - ONE
            k += ONE
    k = end
    end += np.uint64(popcount(high))
    while k < end:
        for _ in range(STRIDE):
            out[k] = rest_of_move + form[TARGET, np.uint64(lowest(high) + 64)]
            high &= high - ONE
            k += ONE
    return np.int64(end)


@inner
def copy_moves(out, start, end, n, more):
    """Write moves at n, each that much more than those from start to end; whole blocks, as a processor likes best."""
    for k in range((end - start + BLOCK - 1) // BLOCK * BLOCK):
        out[np.uint64(n + k)] = out[np.uint64(start + k)] + more


@inner
def copy_row(low, high, gone_low, gone_high, row_end, more, out, n):
    """Write a move for each target of the row, which are these cells, but for those that are gone.

    All are copied, and then, for each that is gone, once more what comes after it: quicker than to go cell by cell.
    """
    copy_moves(out, ROW, row_end, n, more)
    n -= ROW
    while gone_low:
        place = ROW + popcount(low & (gone_low - ONE) & ~gone_low)
        copy_moves(out, place + 1, row_end, n + place, more)
        n -= 1
        gone_low &= gone_low - ONE
    while gone_high:
        place = ROW + popcount(low) + popcount(high & (gone_high - ONE) & ~gone_high)
        copy_moves(out, place + 1, row_end, n + place, more)
        n -= 1
        gone_high &= gone_high - ONE
    return n + row_end


@inner
def sort_moves(out, start, end):
    """Sort the few moves of a tie, which come group by group, by target."""
    for i in range(start + 1, end):
        move = out[i]
        j = i - 1
        while j >= start and out[j] > move:
            out[j + 1] = out[j]
            j -= 1
        out[j + 1] = move


@inner
def list_choices(s, cell, rest_low, rest_high, form, out, n):
    """A lift after which groups tie for largest: targets beside each of them (X12)."""
    cell_low, cell_high = single(cell)
    most, many = largest_groups(rest_low, rest_high)
    start = n
    for number in range(many):
        low, high, rest_low, rest_high = next_largest(rest_low, rest_high, most)
        ring_low, ring_high = around(low, high)
        move = form[LIFT, cell] + form[GROUP, first(low, high)] + form[OTHER, TIE] + number * form[OTHER, BEFORE]
        target_low = ring_low & s.board[0] & ~low & ~cell_low
        target_high = ring_high & s.board[1] & ~high & ~cell_high
        n = write_moves(target_low, target_high, form, move, out, n)
    sort_moves(out, start, n)
    return n


@inner
def list_reconnecting_lift(s, cell, rest_low, rest_high, form, out, n):
    """A lift with X21: groups are found with the tile put down."""
    cell_low, cell_high = single(cell)
    ring_low, ring_high = around(rest_low, rest_high)
    target_low = ring_low & s.board[0] & ~rest_low & ~cell_low
    target_high = ring_high & s.board[1] & ~rest_high & ~cell_high
    while target_low or target_high:
        target = first(target_low, target_high)
        low, high = single(target)
        target_low &= ~low
        target_high &= ~high
        all_low, all_high = rest_low | low, rest_high | high
        most, many = largest_groups(all_low, all_high)
        move = form[LIFT, cell] + form[TARGET, target]
        if most == size(all_low, all_high):
            out[n] = move
            n += 1
            continue
        for number in range(many):
            low, high, all_low, all_high = next_largest(all_low, all_high, most)
            out[n] = move + form[GROUP, first(low, high)]
            if many > 1:
                out[n] += form[OTHER, TIE] + number * form[OTHER, BEFORE]
            n += 1
    return n


@inner
def list_lifts(s, seat, form, out, n):
    """Every lift of an own tile and where it may go (X11, X12, X21)."""
    left_low, left_high = s.tiles[2 * seat], s.tiles[2 * seat + 1]
    occupied_low, occupied_high = s.occupied[0], s.occupied[1]
    frontier_low, frontier_high = s.frontier[0], s.frontier[1]
    loose_low, loose_high = loose_tiles(occupied_low, occupied_high)
    once_low, once_high = touched_once(occupied_low, occupied_high)
    row_end = write_moves(frontier_low, frontier_high, form, 0, out, ROW)  # what lifts that cut nothing have in common
    while left_low or left_high:
        cell = first(left_low, left_high)
        cell_low, cell_high = single(cell)
        left_low &= ~cell_low
        left_high &= ~cell_high
        move = form[LIFT, cell]
        if loose_low & cell_low or loose_high & cell_high:
            rest_low, rest_high = occupied_low & ~cell_low, occupied_high & ~cell_high
            low, high, ties = remaining(rest_low, rest_high, cell, once_low, once_high)
            if low != rest_low or high != rest_high:
                if s.reconnect:
                    n = list_reconnecting_lift(s, cell, rest_low, rest_high, form, out, n)
                elif ties > 1:
                    n = list_choices(s, cell, rest_low, rest_high, form, out, n)
                else:
                    ring_low, ring_high = around(low, high)
                    target_low = ring_low & s.board[0] & ~low & ~cell_low
                    target_high = ring_high & s.board[1] & ~high & ~cell_high
                    move += form[GROUP, first(low, high)]
                    n = write_moves(target_low, target_high, form, move, out, n)
                continue
        # Nothing is cut off, so only cells that touch no other tile are lost as targets.
        gone_low = frontier_low & once_low & RINGS[cell, 0]
        gone_high = frontier_high & once_high & RINGS[cell, 1]
        n = copy_row(frontier_low, frontier_high, gone_low, gone_high, row_end, move, out, n)
    return n


@inner
def list_in_form(s, seat, form, out):
    """All moves before X16 looks at them, in a form."""
    n = 0
    if s.hand[seat] > 0:
        if s.occupied[0] | s.occupied[1] == ZERO:  # X8
            out[0] = form[TARGET, CENTRE]
            return 1
        n = write_moves(s.frontier[0], s.frontier[1], form, 0, out, 0)  # X9
        if not s.early_relocation:  # X10
            return n
    n = list_lifts(s, seat, form, out, n)
    if n == 0:  # X14
        out[0] = form[OTHER, PASSING]
        return 1
    return n


@kernel
def list_moves(s, seat, out):
    """All moves before X16 looks at them, as codes."""
    return list_in_form(s, seat, CODES, out)


# ---------------------------------------------------------------------------------------------------------------------
# Threats and blocks (X15, X16)


@inner
def wins_by_lift(s, seat):
    """Whether lifting a tile and putting it elsewhere would win."""
    length = line_length(s)
    own_low, own_high = s.tiles[2 * seat], s.tiles[2 * seat + 1]
    if size(own_low, own_high) < length:
        return False
    occupied_low, occupied_high = s.occupied[0], s.occupied[1]
    target_low, target_high = completing(own_low, own_high, length)
    if not (target_low & s.board[0] & ~occupied_low or target_high & s.board[1] & ~occupied_high):
        return False  # a lift completes nothing that all tiles do not: most often this is the end
    loose_low, loose_high = loose_tiles(occupied_low, occupied_high)
    once_low, once_high = touched_once(occupied_low, occupied_high)
    left_low, left_high = own_low, own_high
    while left_low or left_high:
        cell = first(left_low, left_high)
        cell_low, cell_high = single(cell)
        left_low &= ~cell_low
        left_high &= ~cell_high
        mine_low, mine_high = own_low & ~cell_low, own_high & ~cell_high
        rest_low, rest_high = occupied_low & ~cell_low, occupied_high & ~cell_high
        # A cell that completes a line touches a tile of it, so it need not be looked up in the frontier.
        target_low, target_high = completing(mine_low, mine_high, length)
        target_low &= s.board[0] & ~occupied_low
        target_high &= s.board[1] & ~occupied_high
        if not (target_low or target_high):
            continue
        if not (loose_low & cell_low or loose_high & cell_high):
            return True
        low, high, ties = remaining(rest_low, rest_high, cell, once_low, once_high)
        if low == rest_low and high == rest_high:
            return True
        if s.reconnect:
            if wins_reconnecting(mine_low, mine_high, rest_low, rest_high, target_low, target_high, length):
                return True
            continue
        most = size(low, high)
        for _ in range(ties):
            if ties > 1:
                low, high, rest_low, rest_high = next_largest(rest_low, rest_high, most)
            target_low, target_high = completing(mine_low & low, mine_high & high, length)
            if target_low & s.board[0] & ~low & ~cell_low or target_high & s.board[1] & ~high & ~cell_high:
                return True
    return False


@inner
def wins_reconnecting(mine_low, mine_high, rest_low, rest_high, target_low, target_high, length):
    """Whether a lifted tile, put on one of these targets, makes a line that stays (X21)."""
    while target_low or target_high:
        low, high = single(first(target_low, target_high))
        target_low &= ~low
        target_high &= ~high
        mine_and_low, mine_and_high = mine_low | low, mine_high | high
        all_low, all_high = rest_low | low, rest_high | high
        most, many = largest_groups(all_low, all_high)
        for _ in range(many):
            low, high, all_low, all_high = next_largest(all_low, all_high, most)
            if has_line(mine_and_low & low, mine_and_high & high, length):
                return True
    return False


@kernel
def threatens(s, seat):
    """Whether some move of this seat would win, were it its turn now (X15)."""
    if s.hand[seat] > 0:  # where a lift would win (X19), placing a tile would win as well
        low, high = completing(s.tiles[2 * seat], s.tiles[2 * seat + 1], line_length(s))
        return bool(low & s.frontier[0] or high & s.frontier[1])
    return wins_by_lift(s, seat)


@kernel
def to_block(s, seat):
    """Bit mask of the opponents of whom this seat must block one if it can (X16); 0 when it is free."""
    if s.players == 2 or s.must_block == OFF:
        return 0
    mask = 0
    count = 0
    for k in range(1, s.players + 1):  # the last is the seat itself; one call of threatens compiles faster than two
        if k == s.players and count < (2 if s.must_block == CHOICE else 1):
            return 0
        other = (seat + k) % s.players
        if threatens(s, other):
            mask |= 1 << other
            count += 1
    return 0 if mask >> seat & 1 else mask


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


# ---------------------------------------------------------------------------------------------------------------------
# The contract


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
    """Only these cells stay; all other tiles go back to their owners' hands (X12)."""
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
    """A legal move, each equally likely, without listing them where that is possible."""
    from_hand = s.hand[seat] > 0
    if to_block(s, seat) or s.reconnect or s.occupied[0] | s.occupied[1] == ZERO:
        moves = np.empty(MAX_MOVES, np.int64)
        return moves[below(rng, legal(s, seat, moves))]
    if from_hand and not s.early_relocation:
        return np.int64(nth(s.frontier[0], s.frontier[1], below(rng, size(s.frontier[0], s.frontier[1])))) << 8
    return sample_lift(s, seat, rng)


@inner
def sample_lift(s, seat, rng):
    """Draw a tile, a target and the number of a group among equals until they are a move: so each is equally likely."""
    own_low, own_high = s.tiles[2 * seat], s.tiles[2 * seat + 1]
    occupied_low, occupied_high = s.occupied[0], s.occupied[1]
    own = size(own_low, own_high)
    from_hand = np.int64(s.hand[seat] > 0)
    if not from_hand and (own == 0 or size(occupied_low, occupied_high) == 1):
        return np.int64(PASS)  # X14
    targets = size(s.frontier[0], s.frontier[1])
    loose_low, loose_high = loose_tiles(occupied_low, occupied_high)
    once_low, once_high = touched_once(occupied_low, occupied_high)
    # Two groups tie only if the other tiles are even in number; three arcs may always.
    tie_low, tie_high = (
        (loose_low, loose_high) if size(occupied_low, occupied_high) & 1 else forks(occupied_low, occupied_high)
    )
    tie_low &= own_low
    tie_high &= own_high
    more = 2 * size(tie_low, tie_high)
    while True:
        tile = below(rng, own + from_hand + more)
        choice = 0
        if tile == own + more:
            return np.int64(nth(s.frontier[0], s.frontier[1], below(rng, targets))) << 8
        if tile < own:
            cell = nth(own_low, own_high, tile)
        else:
            choice = 1 + ((tile - own) & 1)
            cell = nth(tie_low, tie_high, (tile - own) >> 1)
        cell_low, cell_high = single(cell)
        is_loose = loose_low & cell_low or loose_high & cell_high
        if choice and not is_loose:
            continue
        target = nth(s.frontier[0], s.frontier[1], below(rng, targets))
        ring_low, ring_high = RINGS[target, 0], RINGS[target, 1]
        rest_low, rest_high = occupied_low & ~cell_low, occupied_high & ~cell_high
        if not (ring_low & rest_low or ring_high & rest_high):
            continue
        code = (np.int64(cell) << 15) | (np.int64(target) << 8)
        if not is_loose:
            return code
        low, high, ties = remaining(rest_low, rest_high, cell, once_low, once_high)
        if choice >= ties:
            continue
        if low == rest_low and high == rest_high:
            return code
        if ties > 1:
            most = size(low, high)
            for _ in range(choice + 1):
                low, high, rest_low, rest_high = next_largest(rest_low, rest_high, most)
        if ring_low & low or ring_high & high:
            return code | (np.int64(first(low, high)) << 1) | np.int64(ties > 1)
