"""The arguments of `parlour sheet`, implemented in sheets.py. The command line loads this file on its own."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from parlour.cli.commands.arguments import Command, Commands
from parlour.cli.terminal.console import new_console

SheetFile = Annotated[
    str | None,
    typer.Argument(metavar="SHEET", help="A sheet by name or as a file; by default the standard one."),
]
GamesPerStart = Annotated[
    int, typer.Option(metavar="N", min=100, help="Games from each start; more make the intervals narrower.")
]

NAME = "sheet"
app = typer.Typer(cls=Commands, help="Generate, measure and print sheets for Träxx.", no_args_is_help=True)


@app.command(cls=Command)
def new(
    seed: Annotated[
        str | None, typer.Option(metavar="S", help="The same seed gives the same sheet; by default a new one.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the sheet here, instead of to standard output.")
    ] = None,
    svg: Annotated[Path | None, typer.Option(metavar="FILE", help="Write a picture for printing, too.")] = None,
    games: GamesPerStart = 4000,
) -> None:
    """Generate a fair sheet: coloured and numbered like the standard one, with four equally good starts.

    Starts are equally good if the mean results of 'greedy', playing alone, differ by at most one point; the
    measurements are printed to standard error. Play on it with: parlour play traxx --option sheet=@FILE
    """
    import secrets

    from parlour.cli.record_files import write_text
    from parlour.games.traxx import sheet_svg
    from parlour.games.traxx.commands import sheets

    console = new_console(stderr=True)
    chosen = secrets.token_hex(4) if seed is None else seed
    console.print(f"Making a sheet from the seed {chosen}.")
    sheet = sheets.make(chosen, games, console)
    if svg is not None:
        write_text(svg, sheet_svg(sheet))
    if out is None:
        new_console().print(sheets.as_text(sheet), soft_wrap=True)
    else:
        write_text(out, sheets.as_text(sheet) + "\n")
        console.print(f"Written to {out}. Play on it with: parlour play traxx --option sheet=@{out}", soft_wrap=True)


@app.command(cls=Command)
def measure(
    file: SheetFile = None,
    seed: Annotated[str, typer.Option(metavar="S", help="Determines the decks.")] = "0",
    games: GamesPerStart = 4000,
) -> None:
    """Measure how fair a sheet is: what 'greedy' scores alone from each of its starts, with intervals."""
    from parlour.games.traxx.commands import sheets

    sheets.measure(sheets.read_sheet(file), seed, games, new_console())


@app.command(cls=Command)
def draw(
    svg: Annotated[Path, typer.Option(metavar="OUT", help="Where to write the picture.")],
    file: SheetFile = None,
    start: Annotated[
        str | None, typer.Option(metavar="FIELD", help="Print only this start, as in the box; by default all four.")
    ] = None,
) -> None:
    """Write a picture of a sheet (SVG) for printing, with boxes to note the points in."""
    from parlour.cli.record_files import write_text
    from parlour.games.traxx import sheet_svg
    from parlour.games.traxx.commands import sheets

    write_text(svg, sheet_svg(sheets.read_sheet(file), start))
    new_console().print(f"Written to {svg}.", soft_wrap=True)
