"""Every game there is, with every number of players, and options made from what the game says of them."""

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

parlour.register(CONNECT_FOUR)  # the toy keeps the same promises
parlour.register(SEALED_BIDS)

NAMES = parlour.list_games()
GUESTS = set(NAMES) - {*own(), CONNECT_FOUR.name, SEALED_BIDS.name}  # installed here, but not of this project
TABLES = [(name, players) for name in NAMES for players in find(name).players]


def random_value(game: Game, option: Option, players: int, luck: Luck) -> Any:
    """A value that the option allows; numbers near their ends and their default.

    Only the game knows what an option of kind `json` may hold: a function in tests/games/NAME/random_options.py.
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
    """Half of the options at their default, the others at random."""
    return {option.name: random_value(game, option, players, luck) for option in game.options if luck.below(2)}


def random_match(name: str, players: int, luck: Luck, plies: int | None = None) -> parlour.Match:
    """A match after a random number of random moves, or after its end."""
    options = random_options(find(name), players, luck)
    match = parlour.new(name, players, seed=luck.number(), **options)
    while match.waiting and (plies is None or len(match.moves) < plies):
        random_move(match, luck)
    return match


def open_match(name: str, players: int, luck: Luck, plies: int) -> parlour.Match:
    """A match after so many random moves that is not over yet."""
    while not (match := random_match(name, players, luck, plies)).waiting:
        pass
    return match


def random_move(match: parlour.Match, luck: Luck) -> None:
    """A random move of a random waiting seat."""
    seat = match.waiting[luck.below(len(match.waiting))]
    moves = match.legal(seat)
    match.play(seat, moves[luck.below(len(moves))])


def blank_observation(match: parlour.Match) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """Planes and vector to be filled, with other numbers in them before."""
    assert match.game.encoding is not None
    encoding = match.game.encoding.describe(match.players, match.options)
    return np.full(encoding.plane_shape, 99, np.uint8), np.full(encoding.vector_size, 99, np.float32)
