"""Every game, with every number of players, and random options made from their declarations."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

import parlour
from bench.connect_four import GAME as CONNECT_FOUR
from parlour.game import Game
from parlour.games import find, own
from parlour.luck import Luck
from parlour.option import Option
from tests.toys.sealed_bids import GAME as SEALED_BIDS

parlour.register(CONNECT_FOUR)  # the toy follows the same contract
parlour.register(SEALED_BIDS)

NAMES = parlour.list_games()
GUESTS = set(NAMES) - {*own(), CONNECT_FOUR.name, SEALED_BIDS.name}  # installed, but not part of this project
TABLES = [(name, players) for name in NAMES for players in find(name).players]


def random_value(game: Game, option: Option, players: int, luck: Luck) -> Any:
    """A valid value of the option; numbers near their limits and their default.

    Only the game knows the valid values of an option of kind `json`: see tests/games/NAME/random_options.py.
    """
    if option.kind == "flag":
        return bool(luck.below(2))
    if option.kind == "choice":
        return option.choices[luck.below(len(option.choices))]
    if option.kind == "json":
        return getattr(import_module(f"tests.games.{game.name}.random_options"), option.name)(luck)
    most = option.most(players)
    numbers = [option.low, option.default, min(option.low + 1, most), min(option.default + 1, most)]
    picked = [numbers[luck.below(len(numbers))] for _ in range(players)]
    return picked if option.kind == "numbers" else picked[0]


def random_options(game: Game, players: int, luck: Luck) -> dict[str, Any]:
    """Half of the options with their default, the others random."""
    return {option.name: random_value(game, option, players, luck) for option in game.options if luck.below(2)}


def random_match(name: str, players: int, luck: Luck, plies: int | None = None) -> parlour.Match:
    """A match after a random number of random moves, or after its end."""
    options = random_options(find(name), players, luck)
    match = parlour.new(name, players, seed=luck.number(), **options)
    while match.waiting and (plies is None or len(match.moves) < plies):
        random_move(match, luck)
    return match


def open_match(name: str, players: int, luck: Luck, plies: int) -> parlour.Match:
    """An unfinished match after this many random moves."""
    while not (match := random_match(name, players, luck, plies)).waiting:
        pass
    return match


def random_move(match: parlour.Match, luck: Luck) -> None:
    """A random move of a random waiting seat."""
    seat = match.waiting[luck.below(len(match.waiting))]
    moves = match.legal(seat)
    match.play(seat, moves[luck.below(len(moves))])


def blank_observation(match: parlour.Match) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """Planes and vector to be filled, containing garbage."""
    assert match.game.encoding is not None
    encoding = match.game.encoding.describe(match.players, match.options)
    return np.full(encoding.plane_shape, 99, np.uint8), np.full(encoding.vector_size, 99, np.float32)
