"""Bandit algorithms: which of several moves a search tries next."""

# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls, no-check-untyped-defs

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parlour.kernel import inner, kernel, next_number


@inner
def logarithm(number):
    """Approximate the natural logarithm from the binary digits: np.log may round differently in plain Python."""
    digits, power = 0.0, 1
    while 2 * power <= number:
        digits += 1.0
        power *= 2
    return 0.69314718 * (digits + number / power - 1.0)


@inner
def progressive_widening(visits, width, growth):
    """Return how many moves to consider after this many visits: more with each doubling."""
    wide = width
    reached = 8
    while reached <= visits:
        wide += growth
        reached *= 2
    return np.int64(wide)


@inner
def next_try(visits, total_reward, many, exploration, width, growth):
    """Return the move to try next among the first `many`: one never tried, else the best by UCB1."""
    total = 0
    for i in range(many):
        total += visits[i]
    weight = exploration * np.sqrt(logarithm(total + 1))
    best, most = 0, -1.0
    for i in range(min(many, progressive_widening(total, width, growth))):
        if visits[i] == 0:
            return i
        promise = total_reward[i] / visits[i] + weight / np.sqrt(np.float64(visits[i]))
        if promise > most:
            best, most = i, promise
    return best


@inner
def largest(numbers, many):
    """Return the index of the largest of the first `many` numbers; the first, if several are equal."""
    best = 0
    for i in range(1, many):
        if numbers[i] > numbers[best]:
            best = i
    return best


@kernel
def draw_seeds(rng, seeds):
    """Fill the rows of an array with generators, so that trial k of every move can use the same random numbers."""
    for i in range(seeds.shape[0]):
        seeds[i, 0], seeds[i, 1] = next_number(rng), next_number(rng)


def standard_errors(
    visits: NDArray[np.int64], totals: NDArray[np.float64], squares: NDArray[np.float64], widest: float = 1.0
) -> list[float]:
    """Return the standard errors of means, from how many numbers there were, their sums and those of their squares.

    A single number says nothing about its spread: half of `widest` is assumed for it. Where there is none, the error
    is 0.
    """
    many = np.maximum(visits, 1)
    means = totals / many
    spread = np.where(visits > 1, np.maximum(squares / many - means * means, 0.0), widest * widest / 4.0)
    return [float(error) for error in np.where(visits > 0, np.sqrt(spread / np.maximum(many - 1, 1)), 0.0)]
