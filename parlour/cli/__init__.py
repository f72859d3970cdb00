"""The command line. Heavy imports wait until a command needs them, so that `parlour --help` is fast."""

from __future__ import annotations

import atexit
import gc
import sys

from parlour.cli.commands import app
from parlour.cli.terminal import characters
from parlour.cli.terminal.console import print_problem, show_trace


def main() -> None:
    """Run the command line. User errors are shown in one red line."""
    atexit.register(gc.freeze)  # saves a third of a second, in which Python would search numba's objects for cycles
    characters.forgive()
    sys.excepthook = show_trace
    try:
        app()
    except ValueError as problem:
        from parlour.errors import ParlourError

        if not isinstance(problem, ParlourError):
            raise
        print_problem(problem)
        raise SystemExit(2) from None
