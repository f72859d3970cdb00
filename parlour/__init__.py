"""Parlour: modern tile-and-track board games as real software.

    list_games()               list the names of all games
    new(game, players, ...)    start a Match; options are keyword arguments
    load(text)                 read a Match from a record
    from_position(text)        start a Match from a position
    bot(game, name, ...)       create a bot
    analyse(match, seat, ...)  price the moves of a position
    annotate(match, ...)       review a whole match: grades, turning points, luck
    batch(game, players, n)    play many games at once, as arrays, for learning
    register(game)             add a game of your own
    games                      the package with a module for each game, as in `from parlour.games import tracktic`

Bad input (an illegal move, an unreadable text, an unknown option) raises a ParlourError that says what would be right.

>>> import parlour
>>> match = parlour.new("exago", players=3)
>>> match.legal(0)
['f6']
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

__version__ = "0.1.0"

if TYPE_CHECKING:
    from parlour import games as games
    from parlour.batches import Batch, IllegalAction, batch
    from parlour.bots import analyse, annotate, bot
    from parlour.errors import (
        BadDeal,
        BadOption,
        BadPlayers,
        BadPosition,
        BadRecord,
        GameOver,
        IllegalMove,
        NotOver,
        NotWaiting,
        ParlourError,
        UnknownBot,
        UnknownGame,
    )
    from parlour.game import Game, Outcome
    from parlour.games import from_position, list_games, load, new, register
    from parlour.match import Match
    from parlour.notes import Evaluation
    from parlour.option import Option
    from parlour.seat import Seat

__all__ = [
    "BadDeal",
    "BadOption",
    "BadPlayers",
    "BadPosition",
    "BadRecord",
    "Batch",
    "Evaluation",
    "Game",
    "GameOver",
    "IllegalAction",
    "IllegalMove",
    "Match",
    "NotOver",
    "NotWaiting",
    "Option",
    "Outcome",
    "ParlourError",
    "Seat",
    "UnknownBot",
    "UnknownGame",
    "analyse",
    "annotate",
    "batch",
    "bot",
    "from_position",
    "games",
    "list_games",
    "load",
    "new",
    "register",
]

# Public names are imported on first use: numba takes a while to load, and `parlour --help` does not need it.
_HOMES = {
    "Evaluation": "parlour.notes",
    "Match": "parlour.match",
    "Option": "parlour.option",
    "Seat": "parlour.seat",
    **dict.fromkeys(("Game", "Outcome"), "parlour.game"),
    **dict.fromkeys(("analyse", "annotate", "bot"), "parlour.bots"),
    **dict.fromkeys(("Batch", "IllegalAction", "batch"), "parlour.batches"),
    **dict.fromkeys(("from_position", "list_games", "load", "new", "register"), "parlour.games"),
}


if not TYPE_CHECKING:  # a type checker is to report names that do not exist

    def __getattr__(name):
        """Import a public name on first use."""
        if name == "games":
            return import_module("parlour.games")
        if name in __all__:
            return getattr(import_module(_HOMES.get(name, "parlour.errors")), name)
        raise AttributeError(f"module 'parlour' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
