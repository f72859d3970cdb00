"""Anytime-valid confidence: how certain a comparison is, however often it is checked.

A share is one side's part of the points of a deal, from 0 to 1: 1/2 if both are equal. To test whether the mean share
is m, a bettor stakes part of their capital on each deal that the share is higher (or lower) than m. If the mean is m,
the bet is fair, and by Ville's inequality the capital ever grows to 40 times its start with a probability of at most
1/40. So a capital of 40 is evidence at the 2.5 % level, and both sides together err in at most 5 % of comparisons
between equals. The means against which no bettor has reached that capital form an interval that is valid at any time:
it may be checked after each deal, and the match may be stopped whenever one likes. The only assumptions are that shares
lie between 0 and 1 and that deals are independent. (Waudby-Smith and Ramdas, "Estimating means of bounded random
variables by betting".)

SciPy has nothing like it, and no maintained package does: the authors' own, confseq, names Python 3.10 as its newest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

ERROR = 0.05  # both sides together
FORTUNE = np.log(2 / ERROR)
STAKES = np.array([0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.98])  # fractions of the largest bet
MEANS = np.arange(1, 1000) / 1000

Floats = NDArray[np.float64]


def verdict(shares: Sequence[float]) -> int:
    """1 once the side with these shares is proved stronger, -1 once it is proved weaker, 0 while it is undecided."""
    if len(shares) == 0:
        return 0
    above = np.asarray(shares, np.float64) - 0.5
    better, worse = _fortune(above), _fortune(-above)
    proofs = np.flatnonzero((better >= FORTUNE) | (worse >= FORTUNE))
    return 0 if proofs.size == 0 else 1 if better[proofs[0]] >= FORTUNE else -1


def _fortune(above: Floats) -> Floats:
    """The logarithm of the capital after each deal, with bets spread evenly over all stakes."""
    return _mean_of_exponentials(np.cumsum(np.log1p(2 * STAKES[:, None] * above[None, :]), axis=1))


def _mean_of_exponentials(logarithms: Floats) -> Floats:
    """log(mean(exp(x))) over the first axis."""
    most = logarithms.max(axis=0)
    mean: Floats = most + np.log(np.exp(logarithms - most).mean(axis=0))
    return mean


def interval(shares: Sequence[float]) -> tuple[float, float]:
    """The mean shares that are still possible: 95 % of such intervals hold throughout a whole match."""
    counts = Counter(shares)
    values, numbers = np.array(list(counts), np.float64), np.array(list(counts.values()), np.float64)
    if values.size == 0:
        return 0.0, 1.0
    above = values[None, None, :] - MEANS[None, :, None]
    higher = STAKES[:, None, None] / MEANS[None, :, None]  # stakes by means by values
    lower = STAKES[:, None, None] / (1 - MEANS)[None, :, None]
    betting_higher = _mean_of_exponentials((np.log1p(higher * above) * numbers).sum(axis=2))
    betting_lower = _mean_of_exponentials((np.log1p(-lower * above) * numbers).sum(axis=2))
    refuted_below, refuted_above = MEANS[betting_higher >= FORTUNE], MEANS[betting_lower >= FORTUNE]
    return float(refuted_below.max(initial=0.0)), float(refuted_above.min(initial=1.0))
