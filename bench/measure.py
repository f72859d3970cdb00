"""Measuring: work is timed in CPU seconds, everything in turns, round by round, so that all meet the same machine."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from statistics import median

ROUNDS = 3
WARM_UP = 0.05  # of a measurement's seconds, spent before the clock starts

Figures = dict[str, float]  # "exago listed: plies": how many a second; or bytes, or seconds
Counts = Mapping[str, int]  # what some work did: {"games": 100, "plies": 7600}


@dataclass(frozen=True)
class Measurement:
    """Some work to repeat for a while."""

    name: str
    work: Callable[[], Counts]  # some milliseconds of it
    plies_like: str = ""  # counts no plies, but its games are as long as those of this measurement


@dataclass(frozen=True)
class Single:
    """A figure that is taken once a round, without a clock of ours."""

    name: str  # ends with its unit
    value: Callable[[], float]

    def figures(self) -> Figures:
        """It, taken now."""
        return {self.name: self.value()}


@dataclass(frozen=True)
class Bound:
    """What one of our figures must be, as a multiple of somebody else's or as it is."""

    figure: str
    floor: float | None  # of the ratio to the yardstick, or of the figure where there is none; None: none is set
    yardstick: str = ""
    is_most: bool = False  # not a floor but a limit: at most this
    is_cost: bool = False  # less is better: the ratio is the yardstick's figure to ours, not ours to the yardstick's

    def ratio(self, figures: Figures) -> float | None:
        """Above 1 where ours is better; None without a yardstick, or with one of nothing."""
        if not self.yardstick:
            return None
        ours, theirs = figures[self.figure], figures[self.yardstick]
        above, below = (theirs, ours) if self.is_cost else (ours, theirs)
        return above / below if below else None

    def is_met(self, figures: Figures) -> bool | None:
        """Whether the figure keeps it; None where there is nothing to keep."""
        if self.floor is None:
            return None
        value = self.ratio(figures) if self.yardstick else figures[self.figure]
        if value is None:  # cannot be compared
            return False
        return value <= self.floor if self.is_most else value >= self.floor


def pin_to_one_core() -> None:
    """Stay on one core, with all processes started from now on, where the system has a call for that."""
    if sys.platform == "linux":
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


@contextmanager
def all_cores() -> Iterator[None]:
    """For a while, not only the one that the other measurements stay on."""
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
    """How many of what it counts the work does in a CPU second."""
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
    """The middle of each figure's rounds, and the plies a second that follow from the length of like games."""
    figures = {name: median(values) for name, values in rounds.items()}
    for measurement in measurements:
        if like := measurement.plies_like:
            length = figures[f"{like}: plies"] / figures[f"{like}: games"]
            figures[f"{measurement.name}: plies"] = figures[f"{measurement.name}: games"] * length
    return figures
