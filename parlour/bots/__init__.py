"""Bots by name, for any game. A bot is given what its seat may know, never the true state."""

from __future__ import annotations

from typing import Protocol

from parlour.bots.simple import GreedyBot, RandomBot
from parlour.game import ParlourError, UnknownBot
from parlour.games import find
from parlour.luck import Seed
from parlour.match import Match, checked_seed

NAMES = ("random", "greedy")  # from weakest to strongest


class Bot(Protocol):
    """A player that is a program."""

    name: str

    def choose(self, match: Match, seat: int) -> str:
        """A legal move text for a waiting seat."""


def bot(
    game: str,
    name: str,
    seed: Seed | None = None,
    seconds: float | None = None,
    simulations: int | None = None,
    effort: float = 1.0,
) -> Bot:
    """The bot of this name; the same seed plays the same. `effort` is a factor on the budget of time or simulations.

    `random` and `greedy` answer at once and need no budget.
    """
    find(game)
    for label, budget in (("seconds", seconds), ("simulations", simulations), ("effort", effort)):
        if budget is not None and not (isinstance(budget, int | float) and not isinstance(budget, bool) and budget > 0):
            raise ParlourError(f"{label} must be a number above 0, not {budget!r}")
    if name == "random":
        return RandomBot(checked_seed(seed))
    if name == "greedy":
        return GreedyBot(checked_seed(seed))
    raise UnknownBot(f"{game} has no bot {name!r}; it has: {', '.join(NAMES)}")
