"""Means with 95 % intervals."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

import msgspec
import numpy as np

NORMAL = 1.959963984540054  # the 97.5 % quantile of the normal distribution


class Estimate(msgspec.Struct, frozen=True):
    """A number and its 95 % interval."""

    value: float
    low: float
    high: float


def mean(values: Sequence[float]) -> Estimate | None:
    """The mean of independent values with Student's t interval; None if there are none.

    With one value per deal this is a paired comparison: luck that both sides share cancels out.
    """
    if len(values) == 0:
        return None
    numbers = np.asarray(values, np.float64)
    centre = float(numbers.mean())
    if numbers.size == 1:
        return Estimate(centre, float("-inf"), float("inf"))
    margin = student(numbers.size - 1) * float(numbers.std(ddof=1)) / sqrt(numbers.size)
    return Estimate(centre, centre - margin, centre + margin)


def share(values: Sequence[float]) -> Estimate:
    """The mean of one or more values from 0 to 1, with Wilson's interval: within 0 and 1, and never a single point.

    It treats them as losses and wins, which have the widest spread for a given mean.
    """
    number, centre = len(values), sum(values) / len(values)
    weight = NORMAL**2 / number
    middle = (centre + weight / 2) / (1 + weight)
    margin = NORMAL / (1 + weight) * sqrt(centre * (1 - centre) / number + weight / (4 * number))
    # Rounding may leave the last digit on the wrong side.
    return Estimate(centre, max(0.0, min(centre, middle - margin)), min(1.0, max(centre, middle + margin)))


def student(freedom: int) -> float:
    """The 97.5 % quantile of the t distribution by the Cornish-Fisher series, tabulated where that converges slowly."""
    exact = {1: 12.7062, 2: 4.30265, 3: 3.18245, 4: 2.77645}
    if freedom in exact:
        return exact[freedom]
    z, n = NORMAL, freedom
    return (
        z
        + (z**3 + z) / (4 * n)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
    )
