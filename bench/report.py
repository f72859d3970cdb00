"""What a run shows: numbers, and how they stand to their bounds."""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table

from bench.measure import Bound, Figures

PAGE = 140  # columns, where the output is no terminal


def number(value: float) -> str:
    """Three or four digits that matter."""
    return f"{value:,.0f}" if value >= 1000 else f"{value:.4g}" if value == int(value) else f"{value:.3g}"


def spread(values: Sequence[float]) -> float:
    """How far the rounds lie apart, as a part of their least."""
    return max(values) / min(values) - 1


def bounds_table(figures: Figures, bounds: Sequence[Bound], title: str = "Against the floors") -> Table:
    """A row for each bound."""
    table = Table(title=title)
    table.add_column("figure")
    table.add_column("value", justify="right")
    table.add_column("yardstick")
    table.add_column("its value", justify="right")
    table.add_column("ratio", justify="right")
    table.add_column("floor", justify="right")
    table.add_column("")
    for bound in bounds:
        its_value = figures[bound.yardstick] if bound.yardstick else bound.times
        floor = f"{'at most' if bound.is_most else 'at least'} {bound.times if bound.yardstick else 1:g}"
        verdict = "[green]met[/]" if bound.is_met(figures) else "[bold red]not met[/]"
        cells = (number(figures[bound.figure]), bound.yardstick or "fixed", number(its_value))
        table.add_row(bound.figure, *cells, f"{bound.ratio(figures):.2f}", floor, verdict)
    return table


def bounds_list(figures: Figures, bounds: Sequence[Bound]) -> list[dict[str, object]]:
    """The same, ready for JSON."""
    return [
        {
            "figure": bound.figure,
            "value": figures[bound.figure],
            "yardstick": bound.yardstick or None,
            "ratio": bound.ratio(figures),
            "at_most" if bound.is_most else "at_least": bound.times if bound.yardstick else 1,
            "met": bound.is_met(figures),
        }
        for bound in bounds
    ]
