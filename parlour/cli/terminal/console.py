"""The console that all commands write to. Nothing else prints, so that untrusted text is always escaped."""

from __future__ import annotations

import sys
from types import TracebackType
from typing import TYPE_CHECKING, Any

from parlour.escaping import visible, visible_json

if TYPE_CHECKING:
    from parlour.cli.terminal.guarded_console import GuardedConsole

LONGEST = 2_000  # characters of an error, which may quote input


def new_console(**settings: Any) -> GuardedConsole:
    """A console for plain text, with colours if the terminal has them. Imports rich only when needed."""
    from parlour.cli.terminal.guarded_console import GuardedConsole

    return GuardedConsole(**settings)


def print_json(value: Any) -> None:
    """Print one line of JSON for programs; in a terminal, control characters are written as JSON escapes."""
    from parlour.luck import canonical_json

    text = canonical_json(value)
    sys.stdout.write(f"{visible_json(text) if sys.stdout.isatty() else text}\n")


def print_text(text: str) -> None:
    """Print a text for programs, such as a record; in a terminal, control characters are escaped."""
    sys.stdout.write(visible(text) if sys.stdout.isatty() else text)


def print_problem(problem: object) -> None:
    """Print a user error in red, cut if it is very long. Later lines are indented: quotes cannot pass for our own."""
    from parlour.message import shortened

    sentence = shortened(visible(str(problem)), LONGEST).replace("\n", "\n  ")
    new_console(stderr=True).print(f"parlour: {sentence}", style="red", soft_wrap=True)


def show_trace(kind: type[BaseException], problem: BaseException, trace: TracebackType | None) -> None:
    """Print the traceback of a bug in Parlour; it may quote untrusted text."""
    import traceback

    sys.stderr.write(visible("".join(traceback.format_exception(kind, problem, trace))))
