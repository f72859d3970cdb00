"""The command line. Nothing heavy is imported before a command needs it: `parlour --help` answers within a moment."""

from __future__ import annotations

import atexit
import gc
import sys

from parlour.cli.commands import app
from parlour.cli.terminal import characters
from parlour.cli.terminal.console import print_problem, show_trace


def main() -> None:
    """Run the command line; what a user did wrong is told in one red line."""
    atexit.register(gc.freeze)  # or Python would look for cycles in all that numba has made, for a third of a second
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
