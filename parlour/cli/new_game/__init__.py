"""`parlour new-game`: write a small game, board included, for a developer to turn into their own."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console

from parlour.cli.new_game import clone, package
from parlour.cli.new_game.names import check_name, check_title, title_of


def new_game(name: str, title: str | None, into: Path | None, console: Console) -> None:
    """Write the game into the clone of Parlour that runs, or else as a package of its own; then say what comes next."""
    root = clone.root() if into is None else None
    check_name(name)
    called = check_title(title_of(name) if title is None else title)
    if root is None:
        told = package.write(name, called, Path.cwd() if into is None else into)
    else:
        told = clone.write(name, called, root)
    console.print(told, soft_wrap=True, markup=False, highlight=False)
