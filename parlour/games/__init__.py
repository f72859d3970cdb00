"""All games: one folder each, and the functions that find one by name and start or load a match of it.

    registry   games by name: found by folder, by entry point, or registered
    matches    matches from scratch and from positions
    records    matches from records

Import a game like any other module: `from parlour.games import tracktic`.
"""

from __future__ import annotations

import sys
import warnings
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

from parlour.games.matches import from_position as from_position
from parlour.games.matches import new as new
from parlour.games.records import load as load
from parlour.games.registry import find as find
from parlour.games.registry import list_games as list_games
from parlour.games.registry import own as own
from parlour.games.registry import playable as playable
from parlour.games.registry import register as register

if not TYPE_CHECKING:  # a type checker wants the import of a game to be written

    def __getattr__(name):
        """Import a game on first use, as in `parlour.games.tracktic`."""
        if name not in own():
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return import_module(f"{__name__}.{name}")

    class _Callable(ModuleType):
        """Keeps `parlour.games()` working, which listed the games before `parlour.list_games()` did."""

        def __call__(self):
            warnings.warn("call parlour.list_games() instead of parlour.games()", DeprecationWarning, stacklevel=2)
            return list_games()

    sys.modules[__name__].__class__ = _Callable
