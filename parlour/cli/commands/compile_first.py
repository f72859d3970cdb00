"""Compiles the rules before a command that needs them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlour.cli.terminal.console import new_console

if TYPE_CHECKING:
    from parlour.game import Game


def get_ready(game: Game, bots: list[str]) -> None:
    """Compile a game and these bots, with a progress bar if it takes long."""
    from parlour import warmup

    warmup.run(warmup.steps(game, bots, study=False), new_console(stderr=True), game.title, patience=1.5)
