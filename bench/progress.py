"""Progress of a run: a bar in a terminal; in a file or a pipe, a line per measurement as soon as it is done."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import TracebackType

from rich.console import Console
from rich.progress import MofNCompleteColumn, SpinnerColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bar

from bench.measure import ROUNDS, Figures, Measurement, Single, rates
from bench.report import number

COLUMNS = (SpinnerColumn(), MofNCompleteColumn(), TimeRemainingColumn(), TextColumn("{task.description}"))


def say(line: str) -> None:
    """Print a line with the time of day, immediately."""
    print(f"{time.strftime('%H:%M:%S')} {line}", flush=True)


class Progress:
    """Shows what a part is measuring, and keeps what it has measured."""

    taken: dict[str, list[float]]  # each figure's values, round by round

    def __init__(self, part: str, total: int, what: str) -> None:
        has_bar = sys.stdout.isatty() and sys.stderr.isatty()
        self.part, self.total, self.what, self.count = part, total, what, 0
        self.taken = {}
        self.bar = Bar(
            *COLUMNS, console=Console(stderr=True), transient=True, refresh_per_second=2, disable=not has_bar
        )
        self.task = self.bar.add_task("", total=total)

    def __enter__(self) -> Progress:
        if self.bar.disable:
            say(f"{self.part}: {self.total} measurements to take; {self.what}")
        self.bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.bar.stop()

    def take(self, name: str, measure: Callable[[], Figures], shown: Callable[[Figures], Figures] = dict) -> None:
        """Take some figures, and print those that are `shown`."""
        self.begin(name)
        figures = measure()
        self.done(name, shown(figures))
        for figure, value in figures.items():
            self.taken.setdefault(figure, []).append(value)

    def begin(self, name: str) -> None:
        """Show the name of the current measurement."""
        self.bar.update(self.task, description=name)

    def done(self, name: str, figures: Mapping[str, float]) -> None:
        """Print a measurement's figures, each named by what follows ": " in its name."""
        self.count += 1
        self.bar.advance(self.task)
        if self.bar.disable:
            values = (f"{number(value)} {figure.rpartition(': ')[2]}" for figure, value in figures.items())
            count = f"{self.count:>{len(str(self.total))}}/{self.total}"
            say(f"{self.part} {count} {name.partition(': ')[0]}: {', '.join(values)}")


def take_in_turns(
    part: str,
    measurements: Sequence[Measurement],
    singles: Sequence[Single],
    seconds: float,
    rounds: int = ROUNDS,
) -> dict[str, list[float]]:
    """Take everything in turns, showing progress; returns each figure's values, round by round."""
    total = rounds * (len(measurements) + len(singles))
    with Progress(part, total, "rates are per CPU second") as progress:
        for _ in range(rounds):
            for measurement in measurements:
                progress.take(measurement.name, partial(rates, measurement, seconds))
            for single in singles:
                progress.take(single.name, single.figures)
    return progress.taken
