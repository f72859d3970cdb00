"""Plugins: modules from other packages that have a GAME."""

from __future__ import annotations

import importlib

from parlour.errors import ParlourError
from parlour.game import Game
from parlour.games import register


def load(modules: list[str]) -> None:
    """Import these modules and register their games."""
    for name in modules:
        try:
            game = importlib.import_module(name).GAME
        except (ImportError, AttributeError) as problem:
            raise ParlourError(f"--plugin {name}: {problem}; a plugin is a module with a GAME") from None
        if not isinstance(game, Game):
            raise ParlourError(f"--plugin {name}: its GAME is not a parlour.Game")
        register(game)
