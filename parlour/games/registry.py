"""Every game by its name: found by folder, by entry point, or registered."""

from __future__ import annotations

import importlib
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from parlour import compiling
from parlour.errors import UnknownGame
from parlour.game import Game
from parlour.match import bind_kernels

PACKAGE = __name__.rpartition(".")[0]

_registered: dict[str, Game] = {}
_entries: set[str] = set()  # registered games that other processes find by entry point
_folders = {path.parent.name for path in Path(__file__).parent.glob("*/__init__.py")}


def _entry_points() -> dict[str, Any]:
    return {entry.name: entry for entry in entry_points(group="parlour.games")}


def list_games() -> list[str]:
    """Return the names of all games, sorted.

    >>> import parlour
    >>> parlour.list_games()
    ['cirplexed', 'exago', 'tracktic', 'traxx']
    """
    return sorted({*_registered, *_folders, *_entry_points()})


def own() -> list[str]:
    """Return the names of the games in this package, sorted."""
    return sorted(_folders)


def find(name: str) -> Game:
    """Return the game of this name, or raise UnknownGame."""
    if not isinstance(name, str):
        raise UnknownGame(
            "a game is named by a text, not by {name}; there are: {games:,}", name=repr(name), games=list_games()
        )
    if name in _registered:
        return _registered[name]
    if name in _folders:
        return register(importlib.import_module(f"{PACKAGE}.{name}").GAME)
    if name in (entries := _entry_points()):
        _entries.add(name)
        return register(entries[name].load())
    raise UnknownGame("there is no game {name}; there are: {games:,}", name=repr(name), games=list_games())


def playable(name: str) -> Game:
    """Return the game of this name, ready to play: in plain Python until it is compiled in the background."""
    found = find(name)
    if name in _folders or name in _entries:
        compiling.begin([name])
    return found


def register(game: Game) -> Game:
    """Add a game and return it; raises TypeError if another game has its name."""
    if not isinstance(game, Game):
        raise TypeError(f"register takes a parlour.Game, not {game!r}")
    if _registered.get(game.name, game) is not game:
        raise TypeError(f"there is another game called {game.name}: give this one a name of its own")
    bind_kernels(game)
    _registered[game.name] = game
    return game
