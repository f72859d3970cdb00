"""The end of a match: the result, and what to do next."""

from __future__ import annotations

from typing import Literal

from parlour.cli.play.save import Saver
from parlour.cli.play.typed_commands import AFTERWARDS, Quit, parse_command
from parlour.cli.terminal.keyboard import Keyboard
from parlour.cli.terminal.screen import Screen
from parlour.errors import ParlourError
from parlour.match import Match
from parlour.message import message, say


class GameOverMenu:
    """Shows how a match ended, and asks what to do next."""

    def __init__(
        self, match: Match, screen: Screen, keyboard: Keyboard, saver: Saver, you: int | None, can_undo: bool
    ) -> None:
        """`you` is the seat of the person reading, if there is only one."""
        self._match = match
        self._screen = screen
        self._keyboard = keyboard
        self._saver = saver
        self._you = you
        self._commands = {name: does for name, does in AFTERWARDS.items() if can_undo or name != "undo"}

    def next(self) -> Literal["again", "undo"]:
        """What the user wants to do next, or Quit."""
        self._show()
        self._screen.say(
            say("Enter leaves, again plays once more, save keeps the game, undo takes a move back; ? lists all.")
            if "undo" in self._commands
            else say("Enter leaves, again plays once more, save keeps the game; ? lists all.")
        )
        while True:
            try:
                typed = self._keyboard.ask("> ", lambda before: [] if before.strip() else [*self._commands], True)
            except (EOFError, KeyboardInterrupt):
                self._screen.say()
                raise Quit from None
            try:
                wish = self._wish(typed)
            except ParlourError as problem:
                self._screen.say(say("{problem}.", problem=str(problem)), style="red")
            else:
                if wish is not None:
                    return wish

    def _wish(self, typed: str) -> Literal["again", "undo"] | None:
        """Carry out a command; returns it if the caller has to carry it out."""
        found = parse_command(typed or "quit", self._commands)
        if found is None:
            others = [name for name in ("again", "save", "undo", "?") if name in self._commands]
            raise ParlourError("The game is over: type {words:, or}", words=[*others, message("just Enter")])
        command, file = found
        if command == "quit":
            raise Quit
        if command in ("again", "undo"):
            return "again" if command == "again" else "undo"
        if command == "?":
            self._screen.help(self._commands)
        elif command == "board":
            self._show()
        elif command == "save":
            self._saver.save(file)
        else:
            self._screen.rules(self._match.game)
        return None

    def _show(self) -> None:
        self._screen.board(self._match, self._you)
        self._screen.result(self._match, self._you)
