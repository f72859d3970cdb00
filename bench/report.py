"""What a run shows: numbers, and how they stand to their floors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from bench.measure import Bound, Figures

PAGE = 180  # columns where the output is no terminal: a row of the floors fits on one line, for grep
CAPTION = "Ratios above 1 favour Parlour: they are ours to theirs for rates, theirs to ours for times and memory."


@dataclass(frozen=True)
class Result:
    """How a figure stands to its bound."""

    figure: str
    value: float
    yardstick: str | None
    yardstick_value: float | None
    ratio: float | None  # None without a yardstick, or with one of nothing
    at_least: float | None  # a floor of the ratio, or of the value where there is no ratio
    at_most: float | None  # the same as a limit; neither: no floor is set
    met: bool | None  # None without a floor


@dataclass(frozen=True)
class Failed:
    """A part that did not run to its end."""

    why: str


Outcomes = Mapping[str, Sequence[Result] | Failed]  # of each part, by its name


def screen() -> Console:
    """Where tables go; a page wide where the output is no terminal."""
    console = Console()
    if not console.is_terminal:
        console.width = PAGE
    return console


def number(value: float) -> str:
    """Three or four digits that matter."""
    return f"{value:,.0f}" if value >= 1000 else f"{value:.4g}" if value == int(value) else f"{value:.3g}"


def spread(values: Sequence[float]) -> float:
    """How far the rounds lie apart, as a part of their least."""
    return max(values) / min(values) - 1


def how_taken(rounds: Mapping[str, Sequence[float]]) -> str:
    """How often everything was taken."""
    count = len(next(iter(rounds.values())))
    return "one round" if count == 1 else f"median of {count} rounds in turns"


def results(figures: Figures, bounds: Sequence[Bound]) -> list[Result]:
    """How the figures stand to their bounds."""
    return [
        Result(
            figure=bound.figure,
            value=figures[bound.figure],
            yardstick=bound.yardstick or None,
            yardstick_value=figures[bound.yardstick] if bound.yardstick else None,
            ratio=bound.ratio(figures),
            at_least=None if bound.is_most else bound.floor,
            at_most=bound.floor if bound.is_most else None,
            met=bound.is_met(figures),
        )
        for bound in bounds
    ]


def floors_table(outcomes: Outcomes) -> Table:
    """A row for each result, and one for each part that failed."""
    table = Table(title="Ratios against floors", caption=CAPTION)
    table.add_column("part")
    table.add_column("what")
    table.add_column("ours", justify="right", no_wrap=True)
    table.add_column("yardstick")
    table.add_column("theirs", justify="right", no_wrap=True)
    table.add_column("ratio", justify="right", no_wrap=True)
    table.add_column("floor or limit", justify="right", no_wrap=True)
    table.add_column("met?", no_wrap=True)
    for part, outcome in outcomes.items():
        if isinstance(outcome, Failed):
            table.add_row(part, escape(outcome.why), "", "", "", "", "", "[bold red]failed[/]")
        else:
            for result in outcome:
                table.add_row(part, *_cells(result))
        table.add_section()
    return table


def _cells(result: Result) -> tuple[str, ...]:
    limit = "none"
    if result.at_least is not None:
        limit = f"at least {number(result.at_least)}"
    if result.at_most is not None:
        limit = f"at most {number(result.at_most)}"
    unit = result.figure.rpartition(": ")[2]
    bound = result.at_most if result.at_least is None else result.at_least

    def shown(value: float) -> str:  # a near miss must not look like a hit
        is_near = result.met is False and bound is not None and number(value) == number(bound)
        return f"{value:,.8g}" if is_near else number(value)

    return (
        result.figure,
        shown(result.value) if result.ratio is None else number(result.value),
        (result.yardstick or "").removesuffix(f": {unit}"),
        "" if result.yardstick_value is None else number(result.yardstick_value),
        "" if result.ratio is None else shown(result.ratio),
        limit,
        {True: "[green]met[/]", False: "[bold red]not met[/]", None: ""}[result.met],
    )


def summary(outcomes: Outcomes) -> str:
    """The table in a line."""
    failed = [part for part, outcome in outcomes.items() if isinstance(outcome, Failed)]
    counts = Counter(
        result.met for outcome in outcomes.values() if not isinstance(outcome, Failed) for result in outcome
    )
    line = f"{counts[True]} met, {counts[False]} not met, {counts[None]} without a floor"
    return f"{line}; failed to run: {', '.join(failed)}" if failed else line
