"""`parlour export` and `parlour import`, as people use them."""

from __future__ import annotations

import os
import zipfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import track

from parlour import warmup
from parlour.game import ParlourError, counted
from parlour.games import find, games
from parlour.server import archive, arrival, errand, store
from parlour.server.archive import Follow
from parlour.server.arrival import BadArchive, Contents, Done, shown
from parlour.visible import visible_line

NAMED = 20  # how many of a kind are told by name


class Incomplete(ParlourError):
    """An export that had to leave matches out; each is a line."""

    def __init__(self, left_out: list[str], outcome: str) -> None:
        lines = "".join(f"\n  {match}" for match in left_out)
        super().__init__(f"these matches cannot be replayed, so {outcome} ({len(left_out)} in all):{lines}")


def following(console: Console) -> Follow:
    """Goes through things with a bar, in a terminal."""

    def follow(things: Sequence[Any], what: str) -> Iterable[Any]:
        return track(things, what, console=console, transient=True, disable=not console.is_terminal)

    return follow


def _get_ready(games: Iterable[str], console: Console) -> None:
    """Load the rules of all games in one go: who waits is told once."""
    chosen = [step for name in games for step in warmup.steps(find(name), bots=(), study=False)]
    warmup.run(chosen, console, patience=1.5)


def export(path: Path, database: str, console: Console, progress: Console) -> None:
    """Write all tables to a new file that only its owner can read; Incomplete when something was left out."""
    with errand.reading(database) as connection:
        _get_ready([name for name in store.game_names(connection) if name in games()], progress)
        try:
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            raise ParlourError(f"{path} is there already: choose another name") from None
        except OSError as problem:
            raise ParlourError(f"cannot write {path}: {problem.strerror}") from None
        try:
            with os.fdopen(descriptor, "wb") as file:
                written = archive.export_tables(connection, file, following(progress))
            if written.left_out and not written.tables:
                raise ParlourError(str(Incomplete(written.left_out, "nothing is written")))
        except BaseException as problem:
            path.unlink(missing_ok=True)  # half of it would be taken for the whole
            if isinstance(problem, OSError):
                raise ParlourError(f"cannot write {path}: {problem.strerror}") from None
            raise
    console.print(
        f"{counted(len(written.tables), 'table')} with {counted(written.matches, 'record')} written to {path}.",
        soft_wrap=True,
    )
    console.print(
        "Keep it to yourself: the deals of matches that are not over are in it. "
        f"'parlour import {path} --database URL' reads it.",
        style="dim",
        soft_wrap=True,
    )
    if written.left_out:
        raise Incomplete(written.left_out, "they are left out")


def import_(path: Path, database: str, console: Console, progress: Console) -> None:
    """Bring tables in: all of a zip, or nothing when something in it is wrong."""
    try:
        opened = zipfile.ZipFile(path)
    except (zipfile.BadZipFile, NotImplementedError, ValueError):
        raise ParlourError(f"{path} is no zip file") from None
    except OSError as problem:
        raise ParlourError(f"cannot read {path}: {problem.strerror}") from None
    follow = following(progress)
    with opened:
        try:
            found = arrival.contents(opened)
            _get_ready(_known_games(found), progress)
            arrival.check(opened, found, follow)
        except BadArchive as problem:
            raise ParlourError(_refusal(path, problem.problems)) from problem
        if not found.plans:
            raise ParlourError(f"{path} holds no record in a .txt file: nothing is imported")
        done = errand.write(database, lambda connection: arrival.restore(connection, opened, found, follow))
    _tell(found, done, console)


def _known_games(found: Contents) -> list[str]:
    return sorted({plan.entry.game for plan in found.plans if plan.entry is not None})


def _refusal(path: Path, problems: list[str]) -> str:
    more = [f"and {len(problems) - NAMED} more"] if len(problems) > NAMED else []
    return "\n".join([f"nothing of {path} is imported:", *map(visible_line, problems[:NAMED]), *more])


def _tell(found: Contents, done: Done, console: Console) -> None:
    def say(text: str) -> None:
        console.print(text, soft_wrap=True)

    matches = sum(len(plan.files) for plan in done.added)
    if done.added:
        say(f"{counted(len(done.added), 'table')} with {counted(matches, 'record')} imported.")
    else:
        say("Nothing is new.")
    if done.skipped:
        say(f"There already, and left as they are: {_named(done.skipped)}.")
    if found.left_out:
        say(f"No records, and left out: {_named([shown(name) for name in found.left_out])}.")
    if not found.is_ours and done.added:
        say("Their seats are open to who has these links, to be put after the server's address:")
        for plan in done.added:
            assert plan.entry is not None
            say(f"  {shown(plan.files[0])}  /table/{plan.entry.id}#join={plan.invitation}")


def _named(names: list[str]) -> str:
    more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
    return ", ".join(names[:NAMED]) + more
