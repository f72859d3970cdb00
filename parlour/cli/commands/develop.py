"""Commands for developers of games."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from parlour.cli.terminal.console import new_console


def new_game(
    name: Annotated[str, typer.Argument(metavar="NAME", help="A Python identifier in lower case, such as nine_holes.")],
    title: Annotated[
        str | None, typer.Option(metavar="TEXT", help="Its name for people; by default made from NAME.")
    ] = None,
    into: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Write a package of its own into this folder, even in a clone of Parlour."),
    ] = None,
) -> None:
    """Write a small game that can be played at once, to be replaced piece by piece by your own.

    In a clone of Parlour the game goes to parlour/games/NAME/, with its board on the page and its tests; it is found
    there without being registered. Otherwise it becomes a package in a new folder NAME, which is played from the list
    of its moves on the page. Nothing is overwritten.
    """
    from parlour.cli.new_game import new_game

    new_game(name, title, into, new_console())
