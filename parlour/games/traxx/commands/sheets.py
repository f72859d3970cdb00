"""The implementation of `parlour sheet`: sheets are measured by solo games of the bot `greedy`."""

from __future__ import annotations

import json
from functools import partial

from rich.box import SIMPLE
from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Table

from parlour.bots.playouts import play_out
from parlour.cli.play.new_match import parsed_options
from parlour.games.traxx.sheets import CHOICES, STANDARD, Sheet, checked, generator, sheet_of
from parlour.games.traxx.sheets.solo import play_alone
from parlour.luck import Luck

PLAY = partial(play_alone, play_out)


def read_sheet(file: str | None) -> Sheet:
    """Read and check the sheet of this name or in this file; without one, return the standard sheet."""
    if file is None or file in CHOICES:
        return sheet_of(checked(file or STANDARD))
    return sheet_of(checked(parsed_options([f"sheet=@{file}"])["sheet"]))


def make(seed: str, games: int, console: Console) -> Sheet:
    """Make a fair new sheet; progress and measurements are printed to the console."""
    with _progress(console) as progress:
        task = progress.add_task("")
        sheet, measured = generator.fair_sheet(
            Luck(seed), games, PLAY, lambda text: progress.update(task, description=text)
        )
    show(measured, console)
    return sheet


def measure(sheet: Sheet, seed: str, games: int, console: Console) -> None:
    """Print how fair a sheet is."""
    with _progress(console) as progress:
        progress.add_task("measuring the starts")
        measured = generator.measure(sheet, Luck(seed), games, PLAY)
    show(measured, console)


def _progress(console: Console) -> Progress:
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    return Progress(*columns, console=console, transient=True)


def show(measured: generator.Fairness, console: Console) -> None:
    """Print the means of the starts with their intervals, and the verdict."""
    table = Table("start", "mean result", "95 % interval", box=SIMPLE, pad_edge=False)
    for start, mean, margin in zip(measured.starts, measured.means, measured.margins, strict=True):
        table.add_row(start, f"{mean:.2f}", f"{mean - margin:.2f} to {mean + margin:.2f}")
    console.print(f"'greedy' alone, {measured.games} games from each start with the same decks:")
    console.print(table)
    verdict = "fair" if measured.is_fair else "not shown to be fair"
    console.print(
        f"The means differ by {measured.spread:.2f} points; with 95 % confidence no two starts differ by more than "
        f"{measured.limit:.2f}. The sheet is {verdict} (the limit is {generator.MOST:g} point)."
    )


def as_text(sheet: Sheet) -> str:
    """Format a sheet as readable JSON."""
    return json.dumps(sheet, indent=1, ensure_ascii=False)
