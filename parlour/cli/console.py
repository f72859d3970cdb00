"""The console that all commands write to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console


def new_console(**settings: Any) -> Console:
    """Plain text in, colours where the terminal has them; rich is imported only when a command needs it."""
    from rich.console import Console

    return Console(highlight=False, emoji=False, **settings)
