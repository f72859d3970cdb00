"""Input lines, typed by people or read from a pipe."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from types import ModuleType

from parlour.escaping import visible_line
from parlour.message import say

readline: ModuleType | None
try:
    import readline
except ImportError:  # not available on every system
    readline = None

Completer = Callable[[str], Sequence[str]]  # the line before the word being typed -> possible words


class Keyboard:
    """Reads answers from standard input."""

    def __init__(self) -> None:
        self.is_live = sys.stdin.isatty()  # a person can be asked again
        self._completer: Completer | None = None
        if self.is_live and readline is not None:
            readline.set_completer_delims(" ")
            readline.set_completer(self._complete)
            is_libedit = "libedit" in (readline.__doc__ or "")
            readline.parse_and_bind("bind ^I rl_complete" if is_libedit else "tab: complete")

    def _complete(self, word: str, number: int) -> str | None:
        """The completion with this number, for readline; None after the last."""
        if self._completer is None or readline is None:
            return None
        before = readline.get_line_buffer()[: readline.get_begidx()]
        found = [other for other in self._completer(before) if other.casefold().startswith(word.casefold())]
        return found[number] + " " if number < len(found) else None

    def ask(self, prompt: str, completer: Completer | None = None, is_patient: bool = False) -> str:
        """Read a line; EOFError or KeyboardInterrupt if there are no more.

        If `is_patient`, the first Ctrl-C only clears what was typed, if anything was.
        """
        self._completer = completer
        while True:
            try:
                line = input(visible_line(prompt)).strip()
            except KeyboardInterrupt:
                if not is_patient or not self._is_half_typed():
                    raise
                is_patient = False
                print(say("\nPress Ctrl-C again, or type quit, to leave."))
            else:
                break
        if not self.is_live:
            print(visible_line(line))  # a piped line is not echoed otherwise
        return line

    def forget(self) -> None:
        """Clear the input history, so that the next person cannot see what others typed."""
        if self.is_live and readline is not None:
            readline.clear_history()

    def _is_half_typed(self) -> bool:
        return self.is_live and readline is not None and bool(readline.get_line_buffer().strip())

    def pick(self, question: str, answers: Sequence[str], otherwise: str) -> str:
        """Ask for one of these words or its first letter; Enter chooses the default, shown as a capital letter."""
        letters = "/".join(word[0].upper() if word == otherwise else word[0] for word in answers)
        while True:
            typed = self.ask(f"{question} [{letters}] ").lower()
            if not typed:
                return otherwise
            for word in answers:
                if typed in (word, word[0]):
                    return word
            print(say("Please type {answers:, or}.", answers=answers))

    def agrees(self, question: str, otherwise: bool) -> bool:
        """Ask yes or no; Enter chooses the default, shown as a capital letter."""
        return self.pick(question, ("yes", "no"), "yes" if otherwise else "no") == "yes"
