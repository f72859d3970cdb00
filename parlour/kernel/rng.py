"""The random generator: xoroshiro128++ in a uint64[2], with the same numbers compiled and plain."""

# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls, no-check-untyped-defs

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.kernel.cache import IS_COMPILED
from parlour.kernel.compiler import kernel
from parlour.kernel.plain import substitute


def new_rng(seed: int) -> NDArray[np.uint64]:
    """Create a generator from a whole number, by two steps of splitmix64."""
    words = []
    for k in (1, 2):
        z = (seed + k * 0x9E3779B97F4A7C15) & 0xFFFFFFFFFFFFFFFF
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & 0xFFFFFFFFFFFFFFFF
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & 0xFFFFFFFFFFFFFFFF
        words.append(z ^ (z >> 31))
    return np.array(words, dtype=np.uint64)


def _next_number(rng):
    """Return the next 64 random bits."""
    s0 = rng[0]
    s1 = rng[1]
    total = s0 + s1
    number = ((total << np.uint64(17)) | (total >> np.uint64(47))) + s0
    s1 ^= s0
    rng[0] = ((s0 << np.uint64(49)) | (s0 >> np.uint64(15))) ^ s1 ^ (s1 << np.uint64(21))
    rng[1] = (s1 << np.uint64(28)) | (s1 >> np.uint64(36))
    return number


# Sums overflow on purpose; plain NumPy would warn.
_plain_next_number = np.errstate(over="ignore")(_next_number)
next_number: Callable[..., Any] = kernel(_next_number) if IS_COMPILED else _plain_next_number
"""Return the next 64 random bits of a generator, as a uint64."""
substitute(next_number, _plain_next_number)


@kernel
def below(rng, n):
    """Return an exactly uniform whole number from 0 to n - 1, for n up to 2**32 (Lemire's method)."""
    low32 = np.uint64(0xFFFFFFFF)
    span = np.uint64(n)
    product = (next_number(rng) >> np.uint64(32)) * span
    if product & low32 < span:
        threshold = (np.uint64(0x100000000) - span) % span
        while product & low32 < threshold:
            product = (next_number(rng) >> np.uint64(32)) * span
    return np.int64(product >> np.uint64(32))


@kernel
def shuffle(items, rng):
    """Shuffle an array in place, every order equally likely."""
    for k in range(items.size - 1, 0, -1):
        other = below(rng, k + 1)
        item = items[k]
        items[k] = items[other]
        items[other] = item
