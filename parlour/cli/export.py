"""`parlour export`: write all tables of a database to a zip."""

from __future__ import annotations

import os
from pathlib import Path

from rich.console import Console

from parlour.cli.archive_progress import following, get_ready
from parlour.errors import ParlourError
from parlour.games import list_games
from parlour.numbers import counted
from parlour.server.archive.export import export_tables
from parlour.server.storage import offline, queries


class Incomplete(ParlourError):
    """An export had to leave out matches; each is on a line of its own."""

    def __init__(self, left_out: list[str], outcome: str) -> None:
        lines = "".join(f"\n  {match}" for match in left_out)
        super().__init__(f"these matches cannot be replayed, so {outcome} ({len(left_out)} in all):{lines}")


def export(path: Path, database: str, console: Console, progress: Console) -> None:
    """Write all tables to a new file that only its owner can read; Incomplete if something was left out."""
    with offline.reading(database) as connection:
        get_ready([name for name in queries.game_names(connection) if name in list_games()], progress)
        try:
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            raise ParlourError(f"{path} already exists: choose another name") from None
        except OSError as problem:
            raise ParlourError(f"cannot write {path}: {problem.strerror}") from None
        try:
            with os.fdopen(descriptor, "wb") as file:
                written = export_tables(connection, file, following(progress))
            if written.left_out and not written.tables:
                raise ParlourError(str(Incomplete(written.left_out, "nothing was written")))
        except BaseException as problem:
            path.unlink(missing_ok=True)  # an incomplete file could be mistaken for a complete one
            if isinstance(problem, OSError):
                raise ParlourError(f"cannot write {path}: {problem.strerror}") from None
            raise
    console.print(
        f"{counted(len(written.tables), 'table')} with {counted(written.matches, 'record')} written to {path}.",
        soft_wrap=True,
    )
    console.print(
        "Keep it to yourself: it contains the deals of matches that are not over. "
        f"'parlour import {path} --database URL' reads it.",
        style="dim",
        soft_wrap=True,
    )
    if written.left_out:
        raise Incomplete(written.left_out, "they are left out")
