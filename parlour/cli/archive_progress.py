"""Progress of an export or import."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rich.console import Console
from rich.progress import track

from parlour import warmup
from parlour.games import find
from parlour.message import listed
from parlour.server.archive.export import Follow


def following(console: Console) -> Follow:
    """A function that iterates over items with a progress bar, in a terminal."""

    def follow(things: Sequence[Any], what: str) -> Iterable[Any]:
        return track(things, what, console=console, transient=True, disable=not console.is_terminal)

    return follow


def get_ready(games: Iterable[str], console: Console) -> None:
    """Load the rules of all games together, so that the user is asked to wait only once."""
    found = [find(name) for name in games]
    chosen = [step for game in found for step in warmup.steps(game, bots=(), study=False)]
    warmup.run(chosen, console, listed((game.title for game in found), "and"), patience=1.5)
