"""Parlour: modern tile-and-track board games as real software.

    games()                    names of the games there are
    new(game, players, ...)    a new Match; options by name
    load(text)                 the Match of a record
    from_position(text)        a Match that starts at a position
    bot(game, name, ...)       a player that is a program
    batch(game, players, n)    many games side by side, in numbers, for learning
    register(game)             put a game of your own on the shelf

Whatever input can get wrong, a move, a text, an option, is a ParlourError that says what would be right.

>>> import parlour
>>> match = parlour.new("exago", players=3)
>>> match.legal(0)
['f6']
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from parlour.batches import Batch, IllegalAction, batch
    from parlour.bots import bot
    from parlour.errors import (
        BadDeal,
        BadOption,
        BadPlayers,
        BadPosition,
        BadRecord,
        GameOver,
        IllegalMove,
        NotWaiting,
        ParlourError,
        UnknownBot,
        UnknownGame,
    )
    from parlour.game import Game, Outcome
    from parlour.games import from_position, games, load, new, register
    from parlour.match import Match
    from parlour.option import Option
    from parlour.seat import Seat

__all__ = [
    "BadDeal",
    "BadOption",
    "BadPlayers",
    "BadPosition",
    "BadRecord",
    "Batch",
    "Game",
    "GameOver",
    "IllegalAction",
    "IllegalMove",
    "Match",
    "NotWaiting",
    "Option",
    "Outcome",
    "ParlourError",
    "Seat",
    "UnknownBot",
    "UnknownGame",
    "batch",
    "bot",
    "from_position",
    "games",
    "load",
    "new",
    "register",
]

# Public names are imported when first asked for: numba takes a while to load, and `parlour --help` does not need it.
_HOMES = {
    "Match": "parlour.match",
    "Option": "parlour.option",
    "Seat": "parlour.seat",
    **dict.fromkeys(("Game", "Outcome"), "parlour.game"),
    "bot": "parlour.bots",
    **dict.fromkeys(("Batch", "IllegalAction", "batch"), "parlour.batches"),
    **dict.fromkeys(("from_position", "load", "new", "register"), "parlour.games"),
}


def __getattr__(name: str) -> Any:
    if name == "games":
        return import_module("parlour.games")  # a package that can be called
    if name in __all__:
        return getattr(import_module(_HOMES.get(name, "parlour.errors")), name)
    raise AttributeError(f"module 'parlour' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
