"""The console that all commands write to. Nothing else prints: what comes from outside is made visible here."""

from __future__ import annotations

import sys
from types import TracebackType
from typing import TYPE_CHECKING, Any

from parlour.escaping import visible, visible_json

if TYPE_CHECKING:
    from parlour.cli.terminal.guarded_console import GuardedConsole


def new_console(**settings: Any) -> GuardedConsole:
    """Plain text in, colours where the terminal has them; rich is imported only when a command needs it."""
    from parlour.cli.terminal.guarded_console import GuardedConsole

    return GuardedConsole(**settings)


def print_json(value: Any) -> None:
    """One line for programs, exact; in a terminal, what could command it is written as JSON's escapes."""
    from parlour.luck import canonical_json

    text = canonical_json(value)
    sys.stdout.write(f"{visible_json(text) if sys.stdout.isatty() else text}\n")


def print_problem(problem: object) -> None:
    """What a user did wrong, in red. What it quotes cannot pass for a line of ours: later lines are indented."""
    sentence = str(problem).replace("\n", "\n  ")
    new_console(stderr=True).print(f"parlour: {sentence}", style="red", soft_wrap=True)


def show_trace(kind: type[BaseException], problem: BaseException, trace: TracebackType | None) -> None:
    """Python's report of a defect in Parlour, which may quote anything."""
    import traceback

    sys.stderr.write(visible("".join(traceback.format_exception(kind, problem, trace))))
