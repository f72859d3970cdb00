"""A uniformly random lift, without listing all of them."""

# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls, no-check-untyped-defs

from __future__ import annotations

import numpy as np

from parlour.games.exago.bitboard import (
    RINGS,
    first,
    forks,
    loose_tiles,
    next_largest,
    nth,
    remaining,
    single,
    size,
    touched_once,
)
from parlour.games.exago.moves.listing import PASS
from parlour.kernel import below, inner


@inner
def sample_lift(s, seat, rng):
    """Draw a tile, a target and a tied group until they form a legal move (rejection sampling)."""
    own_low, own_high = s.tiles[2 * seat], s.tiles[2 * seat + 1]
    occupied_low, occupied_high = s.occupied[0], s.occupied[1]
    own = size(own_low, own_high)
    from_hand = np.int64(s.hand[seat] > 0)
    if not from_hand and (own == 0 or size(occupied_low, occupied_high) == 1):
        return np.int64(PASS)  # X14
    targets = size(s.frontier[0], s.frontier[1])
    loose_low, loose_high = loose_tiles(occupied_low, occupied_high)
    once_low, once_high = touched_once(occupied_low, occupied_high)
    # Two groups tie only if the number of the other tiles is even; with three arcs there may always be a tie.
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
