"""Means with 95 % intervals."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from math import sqrt
from statistics import NormalDist

import msgspec
import numpy as np

from parlour.errors import ParlourError, to_install

QUANTILE = 0.975  # leaves 2.5 % on either side of an interval
NORMAL = NormalDist().inv_cdf(QUANTILE)


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

    It treats them as losses and wins, which have the widest spread for a given mean. The formula is spelled out because
    a shared win counts in part, and SciPy's binomtest takes only whole numbers of wins.
    """
    number, centre = len(values), sum(values) / len(values)
    weight = NORMAL**2 / number
    middle = (centre + weight / 2) / (1 + weight)
    margin = NORMAL / (1 + weight) * sqrt(centre * (1 - centre) / number + weight / (4 * number))
    # Rounding may leave the last digit on the wrong side.
    return Estimate(centre, max(0.0, min(centre, middle - margin)), min(1.0, max(centre, middle + margin)))


def student(freedom: int) -> float:
    """The 97.5 % quantile of the t distribution."""
    require_scipy()
    from scipy.special import stdtrit  # what scipy.stats.t.ppf calls; scipy.stats takes twice as long to load

    return float(stdtrit(freedom, QUANTILE))


def require_scipy() -> None:
    """Raise ParlourError, which says how to install SciPy, if it is missing; it is loaded only when it is needed."""
    if find_spec("scipy") is None:
        raise ParlourError(f"the arena's intervals need SciPy: {to_install('arena')}")
