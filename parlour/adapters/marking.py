"""Kernels of the adapters."""

from __future__ import annotations

from parlour.batches import reward
from parlour.kernel import action_of, kernel


@kernel
def mark_actions(states, seat, codes, mask):
    """Put 1 where a listed move of a one-record array has its action."""
    for k in range(codes.size):
        mask[action_of(states[0], seat, codes[k])] = 1


@kernel
def reward_seats(table, out):
    """What each seat gets for an ended game, by the table of its scores."""
    reward(table, out)
