"""Measurements in CPU seconds, taken in turns, round by round, so that all run under the same conditions."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from statistics import median

ROUNDS = 3
WARM_UP = 0.05  # warm-up before the clock starts, as a fraction of a measurement's seconds

Figures = dict[str, float]  # "exago listed: plies": per second; or bytes, or seconds
Counts = Mapping[str, int]  # what a run did: {"games": 100, "plies": 7600}


@dataclass(frozen=True)
class Measurement:
    """Work to repeat for some seconds."""

    name: str
    work: Callable[[], Counts]  # one run, of a few milliseconds
    plies_like: str = ""  # the measurement with games of the same length, if this one does not count plies


@dataclass(frozen=True)
class Single:
    """A figure that is taken once per round by a function of its own."""

    name: str  # ends with its unit
    value: Callable[[], float]

    def figures(self) -> Figures:
        """The figure, taken now."""
        return {self.name: self.value()}


@dataclass(frozen=True)
class Bound:
    """A bound on one of our figures, absolute or relative to a yardstick."""

    figure: str
    floor: float | None  # of the ratio to the yardstick, or of the figure without one; None if no floor is set
    yardstick: str = ""
    is_most: bool = False  # an upper limit instead of a floor
    is_cost: bool = False  # less is better: the ratio is the yardstick's figure to ours, not ours to the yardstick's

    def ratio(self, figures: Figures) -> float | None:
        """Above 1 if ours is better; None without a yardstick, or if it is 0."""
        if not self.yardstick:
            return None
        ours, theirs = figures[self.figure], figures[self.yardstick]
        above, below = (theirs, ours) if self.is_cost else (ours, theirs)
        return above / below if below else None

    def is_met(self, figures: Figures) -> bool | None:
        """Whether the bound is met; None if none is set."""
        if self.floor is None:
            return None
        value = self.ratio(figures) if self.yardstick else figures[self.figure]
        if value is None:  # no ratio
            return False
        return value <= self.floor if self.is_most else value >= self.floor


def pin_to_one_core() -> None:
    """Pin this process, and those it starts, to one core, if the system supports that."""
    if sys.platform == "linux":
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


@contextmanager
def all_cores() -> Iterator[None]:
    """Use all cores in this block instead of the one that other measurements are pinned to."""
    if sys.platform != "linux":
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, range(os.cpu_count() or 1))
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def rates(measurement: Measurement, seconds: float) -> Figures:
    """The counts of the work per CPU second."""
    _repeat(measurement.work, seconds * WARM_UP)
    counted, spent = _repeat(measurement.work, seconds)
    return {f"{measurement.name}: {unit}": count / spent for unit, count in counted.items()}


def _repeat(work: Callable[[], Counts], seconds: float) -> tuple[dict[str, int], float]:
    total: dict[str, int] = {}
    start = time.process_time()
    while True:
        for unit, count in work().items():
            total[unit] = total.get(unit, 0) + count
        spent = time.process_time() - start
        if spent >= seconds:
            return total, spent


def medians(rounds: Mapping[str, Sequence[float]], measurements: Sequence[Measurement] = ()) -> Figures:
    """The median of each figure's rounds, and plies per second derived from the length of similar games."""
    figures = {name: median(values) for name, values in rounds.items()}
    for measurement in measurements:
        if like := measurement.plies_like:
            length = figures[f"{like}: plies"] / figures[f"{like}: games"]
            figures[f"{measurement.name}: plies"] = figures[f"{measurement.name}: games"] * length
    return figures
