"""The report of a run: figures, and whether they meet their floors."""

from __future__ import annotations

import json
import platform
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path

import typer
from rich.console import Console, ConsoleOptions, RenderResult
from rich.markup import escape
from rich.table import Table

import parlour
from bench.measure import Bound, Figures

PAGE = (
    180  # columns if the output is not a terminal: wide enough for each row of the floors to fit on one line, for grep
)
WIDE = 130  # columns from which the yardstick gets columns of its own
CAPTION = "Ratios above 1 favour Parlour: they are ours to theirs for rates, theirs to ours for times and memory."


@dataclass(frozen=True)
class Result:
    """A figure compared with its bound."""

    figure: str
    value: float
    yardstick: str | None
    yardstick_value: float | None
    ratio: float | None  # None without a yardstick, or if it is 0
    at_least: float | None  # floor of the ratio, or of the value if there is no ratio
    at_most: float | None  # limit of the same; both None if no floor is set
    met: bool | None  # None without a floor


@dataclass(frozen=True)
class Failed:
    """A part that failed to run to its end."""

    why: str


Outcomes = Mapping[str, Sequence[Result] | Failed]  # of each part, by its name


def screen() -> Console:
    """The console for tables; PAGE columns wide if the output is not a terminal."""
    console = Console()
    if not console.is_terminal:
        console.width = PAGE
    return console


def number(value: float) -> str:
    """A number with three or four significant digits."""
    return f"{value:,.0f}" if value >= 1000 else f"{value:.4g}" if value == int(value) else f"{value:.3g}"


def spread(values: Sequence[float]) -> float:
    """The range of the rounds, as a fraction of their minimum."""
    return max(values) / min(values) - 1


def figures_table(title: str, figures: Figures) -> Table:
    """A row for each figure."""
    table = Table(title=title)
    table.add_column("figure")
    table.add_column("value", justify="right")
    for name, value in figures.items():
        table.add_row(name, number(value))
    return table


def how_taken(rounds: Mapping[str, Sequence[float]]) -> str:
    """How often everything was measured."""
    count = len(next(iter(rounds.values())))
    return "one round" if count == 1 else f"median of {count} rounds in turns"


def results(figures: Figures, bounds: Sequence[Bound]) -> list[Result]:
    """The figures compared with their bounds."""
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


@dataclass(frozen=True)
class FloorsTable:
    """A row for each result, and one for each part that failed."""

    outcomes: Outcomes

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        is_wide = options.max_width >= WIDE
        headings = ("part", "what", "ours", "yardstick", "theirs", "ratio", "floor or limit", "met?")
        table = Table(title="Ratios against floors", caption=CAPTION)
        if not is_wide:
            table.box, table.pad_edge = None, False
        for heading in headings:
            if is_wide or heading not in ("yardstick", "theirs"):
                has_words = heading in ("part", "what", "yardstick")
                is_left = has_words or heading == "met?"
                table.add_column(heading, justify="left" if is_left else "right", no_wrap=not has_words)
        for part, outcome in self.outcomes.items():
            if isinstance(outcome, Failed):
                blank = len(table.columns) - 3
                table.add_row(part, escape(outcome.why), *[""] * blank, "[bold red]failed[/]")
            else:
                for result in outcome:
                    table.add_row(part, *_cells(result, is_wide))
            table.add_section()
        yield table


def _cells(result: Result, is_wide: bool) -> tuple[str, ...]:
    bound = result.at_most if result.at_least is None else result.at_least

    def shown(value: float) -> str:  # a near miss must not look like a hit
        is_near = result.met is False and bound is not None and number(value) == number(bound)
        return f"{value:,.8g}" if is_near else number(value)

    ours = shown(result.value) if result.ratio is None else number(result.value)
    yardstick = (result.yardstick or "").removesuffix(f": {result.figure.rpartition(': ')[2]}")
    theirs = "" if result.yardstick_value is None else number(result.yardstick_value)
    ratio = "" if result.ratio is None else shown(result.ratio)
    limit = "none" if bound is None else f"{'at most' if result.at_least is None else 'at least'} {number(bound)}"
    met = {True: "[green]met[/]", False: "[bold red]not met[/]", None: ""}[result.met]
    if is_wide:
        return result.figure, ours, yardstick, theirs, ratio, limit, met
    beside = f"\n[dim]beside {yardstick}: {theirs}[/]" if yardstick else ""
    return result.figure + beside, ours, ratio, limit, met


def conclude(
    part: str,
    table: Table,
    figures: Figures,
    bounds: Sequence[Bound],
    floors: bool,
    json_file: Path | None,
    **facts: object,
) -> None:
    """Show a part's table and its bounds; write both, and further facts, to a file."""
    found = results(figures, bounds)
    console = screen()
    console.print(table)
    if floors and found:
        console.print(FloorsTable({part: found}))
    if json_file is not None:
        report = facts | {"figures": figures, "bounds": [asdict(result) for result in found]}
        json_file.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")


def versions(*packages: str) -> dict[str, str]:
    """The versions of Python, Parlour and these packages."""
    ours = {"python": platform.python_version(), "parlour": parlour.__version__}
    return ours | {package: version(package) for package in packages}


@contextmanager
def needing(*packages: str, sentence: str) -> Iterator[None]:
    """Exit with this sentence if one of these packages is not installed."""
    try:
        yield
    except ModuleNotFoundError as problem:
        if problem.name not in packages:
            raise
        Console(stderr=True).print(sentence)
        raise typer.Exit(1) from None


def summary(outcomes: Outcomes) -> str:
    """The table summed up in a line."""
    failed = [part for part, outcome in outcomes.items() if isinstance(outcome, Failed)]
    counts = Counter(
        result.met for outcome in outcomes.values() if not isinstance(outcome, Failed) for result in outcome
    )
    line = f"{counts[True]} met, {counts[False]} not met, {counts[None]} without a floor"
    return f"{line}; failed to run: {', '.join(failed)}" if failed else line
