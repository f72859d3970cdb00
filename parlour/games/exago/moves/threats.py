"""Threats, and when they must be blocked (X15, X16)."""

# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls, no-check-untyped-defs

from __future__ import annotations

from parlour.games.exago.bitboard import (
    completing,
    first,
    has_line,
    largest_groups,
    loose_tiles,
    next_largest,
    remaining,
    single,
    size,
    touched_once,
)
from parlour.kernel import inner, kernel

OFF, CHOICE, ALWAYS = range(3)  # the option `must_block` (X16)


@kernel
def line_length(s):
    """The number of tiles in line that win (X5)."""
    return 5 if s.players == 2 else 4


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
        return False  # a lift completes no line that all tiles together would not: usually it ends here
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
    """Whether some move of this seat would win if it were its turn (X15)."""
    if s.hand[seat] > 0:  # where a lift would win (X19), placing a tile would win as well
        low, high = completing(s.tiles[2 * seat], s.tiles[2 * seat + 1], line_length(s))
        return bool(low & s.frontier[0] or high & s.frontier[1])
    return wins_by_lift(s, seat)


@kernel
def to_block(s, seat):
    """Return a bit mask of opponents, one of whom this seat must block if it can (X16); 0 if it is free."""
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
