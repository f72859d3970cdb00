"""Which of several moves to try next in a search that compares them by many trials."""

# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls, no-check-untyped-defs

from __future__ import annotations

import numpy as np

from parlour.kernel import inner, kernel, next_number


@inner
def logarithm(number):
    """About the natural logarithm, by the number's digits in base two: a true one may differ in plain Python."""
    digits, power = 0.0, 1
    while 2 * power <= number:
        digits += 1.0
        power *= 2
    return 0.69314718 * (digits + number / power - 1.0)


@inner
def progressive_widening(visits, width, growth):
    """How many moves are looked at after so many visits: more with each doubling of them."""
    wide = width
    reached = 8
    while reached <= visits:
        wide += growth
        reached *= 2
    return np.int64(wide)


@inner
def next_try(visits, total_reward, many, exploration, width, growth):
    """The move to try next: one never tried, else the most promising (UCB1), among the first so many."""
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
    """The place of the largest of the first so many, of equals the first."""
    best = 0
    for i in range(1, many):
        if numbers[i] > numbers[best]:
            best = i
    return best


@kernel
def draw_seeds(rng, seeds):
    """Fill the rows of an array with generators, so that trial k of each move can have the same luck."""
    for i in range(seeds.shape[0]):
        seeds[i, 0], seeds[i, 1] = next_number(rng), next_number(rng)
