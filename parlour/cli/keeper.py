"""Keeping a match in a file, as the people who play it wish."""

from __future__ import annotations

import shlex
from pathlib import Path

import platformdirs

from parlour.cli import recordfile
from parlour.cli.keyboard import Keyboard
from parlour.cli.screen import Screen
from parlour.match import Match


class Keeper:
    """Knows whether a match would be lost, and writes it down."""

    def __init__(self, match: Match, screen: Screen, keyboard: Keyboard) -> None:
        self._match = match
        self._screen = screen
        self._keyboard = keyboard
        self._kept = match.record()  # as it is in a file, or not worth one

    @property
    def is_unsaved(self) -> bool:
        """Whether something happened that no file knows of."""
        return self._match.record() != self._kept

    def save(self, name: str = "") -> None:
        """Write the record to this file, or to a name of its own in the working folder."""
        text = self._match.record()
        path = Path(name)
        try:
            path = path.expanduser()
            if path.is_dir():  # so is the empty name
                path = recordfile.keep(path, self._match.game, text)
            elif not path.exists():
                recordfile.write_new(path, text)
            elif not self._keyboard.is_live:
                self._screen.say(f"{path} exists and is left as it is.")
                path = recordfile.keep(path.parent, self._match.game, text)
            elif self._keyboard.agrees(f"{path} exists. Write over it?", otherwise=False):
                path.write_text(text, encoding="utf-8", newline="\n")
            else:
                self._screen.say("Not saved.")
                return
        except (OSError, ValueError, RuntimeError) as problem:
            self._complain(f"cannot write {path}", problem)
        else:
            self._note(path, text)

    def ask(self) -> None:
        """Before somebody leaves: offer to save."""
        if self.is_unsaved and self._keyboard.is_live and self._keyboard.agrees("Save the game first?", otherwise=True):
            self.save()

    def keep_for_later(self) -> None:
        """When the game was broken off: save it in the user's folder for such things."""
        if self.is_unsaved:
            text = self._match.record()
            try:
                folder = platformdirs.user_state_path("parlour", appauthor=False)
                self._note(recordfile.keep(folder, self._match.game, text), text)
            except OSError as problem:
                self._complain("the game could not be kept", problem)

    def _note(self, path: Path, text: str) -> None:
        self._kept = text
        command = "parlour play --resume" if self._match.waiting else "parlour replay"
        wish = "Go on" if self._match.waiting else "See it again"
        self._screen.say(f"Saved as {path}. {wish} with:")
        self._screen.command(f"{command} {shlex.quote(str(path))}")

    def _complain(self, sentence: str, problem: Exception) -> None:
        why = problem.strerror if isinstance(problem, OSError) and problem.strerror else str(problem)
        self._screen.say(f"{sentence[0].upper()}{sentence[1:]}: {why}.", style="red")
