"""A keyboard with prepared lines, for tests that need no process."""

from __future__ import annotations

import io
from collections.abc import Iterable
from pathlib import Path

import parlour
from parlour.cli.play.session import Session
from parlour.cli.terminal.console import new_console
from parlour.cli.terminal.keyboard import Completer, Keyboard
from parlour.cli.terminal.screen import Screen
from parlour.match import Match

RED_WINS = ["f6", "f5", "g6", "g5", "h6", "h5", "e6", "e5", "d6"]  # five in a row


def lines(*typed: str) -> str:
    return "".join(f"{line}\n" for line in typed)


def loaded(path: Path) -> parlour.Match:
    return parlour.load(path.read_text(encoding="utf-8"))


class Lines(Keyboard):
    """Somebody who types prepared lines and then leaves."""

    def __init__(self, typed: Iterable[str], is_live: bool = True) -> None:
        self.typed = list(typed)
        self.is_live = is_live
        self.prompts: list[str] = []

    def ask(self, prompt: str, completer: Completer | None = None, is_patient: bool = False) -> str:
        self.prompts.append(prompt)
        if not self.typed:
            raise EOFError
        return self.typed.pop(0)


def session(match: Match, seats: list[str], *typed: str, is_live: bool = True) -> tuple[Session, io.StringIO]:
    output = io.StringIO()
    screen = Screen(new_console(file=output, width=80, force_terminal=False))
    return Session(match, seats, screen, Lines(typed, is_live), seed=1), output
