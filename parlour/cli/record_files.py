"""Record files: errors say what is wrong, and existing files are never overwritten."""

from __future__ import annotations

import sys
from io import TextIOWrapper
from pathlib import Path

import platformdirs

from parlour.errors import ParlourError
from parlour.game import Game
from parlour.games import load
from parlour.match import Match
from parlour.message import message


def read_text(file: str, newline: str | None = None) -> str:
    """A text file, or standard input for `-`; ParlourError says why it cannot be read.

    Any line ends become line feeds, unless `newline` is "": then they are left as they are.
    """
    try:
        if file == "-":
            if isinstance(sys.stdin, TextIOWrapper):
                sys.stdin.reconfigure(newline=newline)
            return sys.stdin.read()
        with Path(file).open(encoding="utf-8", newline=newline) as opened:
            return opened.read()
    except OSError as problem:
        raise ParlourError("cannot read {file}: {reason}", file=file, reason=str(problem.strerror or problem)) from None
    except UnicodeError:
        raise ParlourError("cannot read {file}: it is not UTF-8 text", file=file) from None
    except ValueError:  # a null character in the name
        raise ParlourError("cannot read {file}: that is not the name of a file", file=repr(file)) from None


def read_match(file: str) -> Match:
    """The match of the record in a file."""
    text = read_text(file)
    try:
        return load(text)
    except ParlourError as problem:
        name = message("standard input") if file == "-" else file
        raise ParlourError("{name} is not a valid record: {reason}", name=name, reason=str(problem)) from problem


def check_writable(path: Path) -> None:
    """ParlourError, in the words of `write_bytes`, if a file cannot be written: before work that takes long."""
    try:
        if path.is_file() or path.is_dir():
            path.open("ab").close()  # keeps what is in it
        elif not path.exists():
            path.open("xb").close()
            path.unlink()
    except OSError as problem:
        raise _cannot_write(path, problem) from None


def write_text(path: Path, text: str) -> None:
    """Write a file that the user named; ParlourError says why it cannot be written."""
    write_bytes(path, text.encode())


def write_bytes(path: Path, content: bytes) -> None:
    """The same for a file that is not text."""
    try:
        path.write_bytes(content)
    except OSError as problem:
        raise _cannot_write(path, problem) from None


def _cannot_write(path: Path, problem: OSError) -> ParlourError:
    return ParlourError("cannot write {path}: {reason}", path=str(path), reason=str(problem.strerror))


def write_new(path: Path, text: str) -> None:
    """Write a new file, or FileExistsError."""
    with path.open("x", encoding="utf-8", newline="\n") as file:
        file.write(text)


def keep(folder: Path, game: Game, text: str) -> Path:
    """Write a text to a new file in a folder: exago-1.txt, exago-2.txt, ..."""
    folder.mkdir(parents=True, exist_ok=True)
    number = 1
    while True:
        path = folder / f"{game.name}-{number}.txt"
        try:
            write_new(path, text)
        except FileExistsError:
            number += 1
        else:
            return path


def kept_folder() -> Path:
    """The folder for interrupted games."""
    return platformdirs.user_state_path("parlour", appauthor=False)


def newest_kept() -> Path | None:
    """The game that was interrupted last, if any."""
    try:
        return max(kept_folder().glob("*.txt"), key=lambda path: path.stat().st_mtime_ns, default=None)
    except OSError:
        return None
