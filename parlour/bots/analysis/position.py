"""The analysis of one position: what its moves are worth to the seat that may act."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Any

from parlour import compiling
from parlour.bots.analysis.pricing import Pricing
from parlour.bots.candidates import Analysis
from parlour.bots.level_bot import IsCancelled, levels, never, searcher_of
from parlour.errors import ParlourError, UnknownBot
from parlour.game import Game, Level
from parlour.luck import Seed, checked_seed
from parlour.match import Match
from parlour.numbers import as_number

Progress = Callable[[int, int], None]
"""Called after each piece of work with the number of pieces done, and that of all."""

BEST = 4  # moves of the free search that are priced, unless told otherwise
FREE = 2  # simulations of the free search, for each simulation of a price
SHARE = 10  # of the simulations of a level's whole search go into a price, unless told otherwise


def silent(done: int, total: int) -> None:
    """Report no progress."""


def analyse(
    match: Match,
    seat: int,
    moves: Sequence[str] | None = None,
    *,
    best: int = BEST,
    bot: str | int = "5",
    simulations: int | None = None,
    seed: Seed = 0,
    is_cancelled: IsCancelled = never,
    progress: Progress | None = None,
) -> Analysis:
    """Return what moves are worth to a waiting seat, best first, from what this seat knows.

    A search of the level `bot` finds this many of the best moves. These and all of `moves` are then priced: each gets
    this many simulations, by default a tenth of the level's, and the same random numbers, so that their values compare
    fairly. With `best=0`, only `moves` are priced. The same seed and simulations give the same answer.

    Raises IllegalMove for an illegal text in `moves`, and NotWaiting or GameOver if the seat may not act.

    >>> import parlour
    >>> match = parlour.new("exago", players=2)
    >>> match.play(0, "f6")
    >>> [one.text for one in parlour.analyse(match, 1, ["g6"], simulations=50).candidates if one.text == "g6"]
    ['g6']
    """
    began, report = perf_counter(), progress or silent
    level, runs = level_of(match.game, bot), simulations_of(match.game, bot, simulations, SHARE)
    seat = match.check_waiting(seat)
    asked = [match.move_code(seat, text) for text in _checked_texts(moves)]
    given = seed_text(seed)
    if as_number(best) is None or best < 0 or (best == 0 and not asked):
        raise ParlourError(f"best must be a whole number above 0, or 0 with moves to price, not {best!r}")
    compiling.require(match.game.name)
    pricing = Pricing(match, seat, searcher_of(match.game, match.players, level.tuning), given, is_cancelled)
    report(0, 2)
    found_best = pricing.best_moves(FREE * runs, best) if best else []
    report(1, 2)
    prices = pricing.compare([*found_best, *asked], runs)
    report(2, 2)
    found = [prices[move].candidate for move in prices.best_first]
    spent = (FREE * runs if best else 0) + len(found) * runs
    return Analysis(found[0].text, found, found[0].line, spent, perf_counter() - began)


def level_of(game: Game, bot: str | int) -> Level:
    """Return a level by its name, or raise UnknownBot: bots that do not search have no values to report."""
    found = next((level for level in levels(game) if level.name == str(bot)), None)
    if found is None:
        names = [level.name for level in levels(game)]
        raise UnknownBot(
            "{bot} cannot analyse {game}: choose a level, {names:, or}", bot=repr(bot), game=game.title, names=names
        )
    return found


def simulations_of(game: Game, bot: str | int, simulations: Any, share: int) -> int:
    """Return the simulations of a price: those given, or a share of a level's."""
    if simulations is None:
        return max(1, level_of(game, bot).simulations // share)
    number = as_number(simulations)
    if number is None or number < 1:
        raise ParlourError(f"simulations must be a whole number above 0, not {simulations!r}")
    return number


def seed_text(seed: Any) -> str:
    """Return the text of a seed, or raise BadDeal."""
    given = checked_seed(seed)
    return "0" if given is None else str(given)


def _checked_texts(moves: Any) -> list[str]:
    """Return the texts of moves, or raise ParlourError."""
    if moves is None:
        return []
    if isinstance(moves, str) or not isinstance(moves, Sequence):
        raise ParlourError(f"moves must be a list of texts, not {moves!r}")
    return list(moves)
