"""Saving a match to a file."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from pathlib import Path

from parlour.cli import record_files
from parlour.cli.terminal.keyboard import Keyboard
from parlour.cli.terminal.screen import Screen
from parlour.match import Match
from parlour.message import message, say


def _program() -> str:
    """How to run this program here: by its name or, if that is not on the path, by its full path."""
    path = Path(sys.argv[0])
    is_known = shutil.which("parlour") is not None or path.name != "parlour" or not path.is_file()
    return "parlour" if is_known else shlex.quote(os.path.relpath(path))


def _text_of(file: Path) -> str | None:
    """The contents of a file, if it can be read."""
    try:
        return file.read_text(encoding="utf-8") if file.is_file() else None
    except (OSError, ValueError):
        return None


def _reason(problem: Exception) -> str:
    return problem.strerror if isinstance(problem, OSError) and problem.strerror else str(problem)


class Saver:
    """Saves a match, and knows whether it has unsaved changes."""

    def __init__(self, match: Match, screen: Screen, keyboard: Keyboard, file: Path | None = None) -> None:
        """`file` is where the match was read from."""
        self._match = match
        self._screen = screen
        self._keyboard = keyboard
        self._file = file
        self._kept = match.record()  # as saved, or as it started
        self._in_file = self._kept if file is None else _text_of(file)  # the file's contents when last read or written

    @property
    def is_unsaved(self) -> bool:
        """Whether there are unsaved changes."""
        return self._match.record() != self._kept

    def save(self, name: str = "") -> bool:
        """Write the record to this file, to the one it came from, or to a new one in the working directory."""
        text = self._match.record()
        path = Path(name)
        try:
            if not name and self._file is not None and self._is_as_read(self._file):
                self._file.write_text(text, encoding="utf-8", newline="\n")
                self._in_file = text
                self._note(self._file, text, is_again=True)
                return True
            path = path.expanduser()
            if path.is_dir():  # the empty name, too
                path = record_files.keep(path, self._match.game, text)
            elif not path.exists():
                record_files.write_new(path, text)
            elif not self._keyboard.is_live:
                self._screen.line(say("{path} already exists and was not changed.", path=str(path)))
                path = record_files.keep(path.parent, self._match.game, text)
            elif self._keyboard.agrees(say("{path} already exists. Overwrite it?", path=str(path)), otherwise=False):
                path.write_text(text, encoding="utf-8", newline="\n")
            else:
                self._screen.say(say("Not saved."))
                return False
        except (OSError, ValueError, RuntimeError) as problem:
            why = _reason(problem)
            self._screen.line(say("Cannot write {path}: {why}.", path=str(path), why=why), style="red")
            return False
        self._note(path, text)
        return True

    def _is_as_read(self, file: Path) -> bool:
        """Whether the file is unchanged since it was last read or written here."""
        return self._in_file is not None and self._in_file == _text_of(file)

    def lets_go(self) -> bool:
        """Offer to save before leaving; False if the user chooses to keep playing."""
        if not self.is_unsaved or not self._keyboard.is_live:
            return True
        question = say("Save the game first? (c: keep playing)")
        answer = self._keyboard.pick(question, ("yes", "no", "cancel"), otherwise="yes")
        if answer == "no":
            self._screen.say(say("Not saved."))
            return True
        if answer == "yes" and self.save():
            return True
        self._screen.say(say("The game goes on."))
        return False

    def keep_for_later(self) -> None:
        """Save an interrupted game in the user's data folder."""
        if self.is_unsaved:
            text = self._match.record()
            try:
                self._note(record_files.keep(record_files.kept_folder(), self._match.game, text), text)
            except OSError as problem:
                why = _reason(problem)
                self._screen.line(say("The game could not be saved: {why}.", why=why), style="red")

    def _note(self, path: Path, text: str, is_again: bool = False) -> None:
        self._kept = text
        command = "play --resume" if self._match.waiting else "replay"
        told = message("Saved as {path}.", path=str(path))
        if is_again:
            told = message("Saved to {path}, the file it came from.", path=str(path))
        how = message("Continue with:") if self._match.waiting else message("Replay it with:")
        self._screen.line(say("{saved} {how}", saved=told, how=how))
        self._screen.command(f"{_program()} {command} {shlex.quote(str(path))}")
