"""`parlour import`: read the tables of a zip into a database."""

from __future__ import annotations

import zipfile
from pathlib import Path

from rich.console import Console

from parlour.cli.archive_progress import following, get_ready
from parlour.errors import ParlourError
from parlour.escaping import visible_line
from parlour.numbers import counted
from parlour.server.archive import import_ as importing
from parlour.server.archive.import_ import BadArchive, Contents, Done, shown
from parlour.server.storage import offline

NAMED = 20  # how many items of a list are named


def import_(path: Path, database: str, console: Console, progress: Console) -> None:
    """Import all tables of a zip, or nothing if something in it is wrong."""
    try:
        opened = zipfile.ZipFile(path)
    except (zipfile.BadZipFile, NotImplementedError, ValueError):
        raise ParlourError(f"{path} is not a zip file") from None
    except OSError as problem:
        raise ParlourError(f"cannot read {path}: {problem.strerror}") from None
    follow = following(progress)
    with opened:
        try:
            found = importing.contents(opened)
            get_ready(_known_games(found), progress)
            importing.check(opened, found, follow)
        except BadArchive as problem:
            raise ParlourError(_refusal(path, problem.problems)) from problem
        if not found.plans:
            raise ParlourError(f"{path} contains no record in a .txt file: nothing was imported")
        done = offline.write(database, lambda connection: importing.restore(connection, opened, found, follow))
    _tell(found, done, console)


def _known_games(found: Contents) -> list[str]:
    return sorted({plan.entry.game for plan in found.plans if plan.entry is not None})


def _refusal(path: Path, problems: list[str]) -> str:
    more = [f"and {len(problems) - NAMED} more"] if len(problems) > NAMED else []
    return "\n".join([f"nothing of {path} was imported:", *map(visible_line, problems[:NAMED]), *more])


def _tell(found: Contents, done: Done, console: Console) -> None:
    def show(text: str) -> None:
        console.print(text, soft_wrap=True)

    matches = sum(len(plan.files) for plan in done.added)
    if done.added:
        show(f"{counted(len(done.added), 'table')} with {counted(matches, 'record')} imported.")
    else:
        show("Nothing is new.")
    if done.skipped:
        show(f"Already there, and left unchanged: {_named(done.skipped)}.")
    if found.left_out:
        show(f"Not records, and left out: {_named([shown(name) for name in found.left_out])}.")
    if not found.is_ours and done.added:
        show("Anyone with these links, to be appended to the server's address, can take their seats:")
        for plan in done.added:
            assert plan.entry is not None
            show(f"  {shown(plan.files[0])}  /table/{plan.entry.id}#join={plan.invitation}")


def _named(names: list[str]) -> str:
    more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
    return ", ".join(names[:NAMED]) + more
