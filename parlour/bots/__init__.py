"""Bots by name, for any game. A bot sees only what its seat may know, never the true state."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from time import perf_counter
from typing import Any, NamedTuple, Protocol

from parlour import compiling
from parlour.bots.analysis import Progress, analyse, annotate
from parlour.bots.annotated_records import annotated_record, annotation_of
from parlour.bots.candidates import Analysis, Candidate
from parlour.bots.level_bot import IsCancelled, LevelBot, SearchCancelled, levels, never
from parlour.bots.simple import GreedyBot, RandomBot
from parlour.errors import ParlourError, UnknownBot
from parlour.game import Game, Level
from parlour.games import find
from parlour.luck import Seed, checked_seed
from parlour.match import Match
from parlour.message import listed, say
from parlour.numbers import above_zero, as_number
from parlour.seat import Seat

__all__ = [
    "HIGHEST_PLAIN",
    "HIGH_LEVELS",
    "NAMES",
    "Analysis",
    "Bot",
    "Candidate",
    "GameBot",
    "IsCancelled",
    "Progress",
    "SearchCancelled",
    "analyse",
    "annotate",
    "annotated_record",
    "annotation_of",
    "bot",
    "levels",
    "new_bot",
    "title",
    "titled",
    "warming_words",
]

NAMES = ("random", "greedy", "1", "2", "3", "4", "5")
"""The names of the bots that every game has, from weakest to strongest."""
HIGH_LEVELS = NAMES[-2:]
"""The levels that need compiled rules."""
HIGHEST_PLAIN = NAMES[-3]
"""The level that plays in place of these until the rules are compiled."""


def title(name: str) -> str:
    """Return a bot's name for people.

    >>> title("3"), title("greedy")
    ('level 3', 'greedy')
    """
    return f"level {name}" if name.isdecimal() else name


def titled(seat: Seat) -> str:
    """Return a player's name with the bot, if it is one: `Ann`, or `blue (level 3)`."""
    return f"{seat.name} ({title(seat.bot)})" if seat.kind == "bot" and seat.bot is not None else seat.name


def warming_words(*names: str) -> str:
    """Return the notice for people who play against high levels while the rules are still being compiled."""
    levels = listed(map(title, names), "and").capitalize()
    plain = title(HIGHEST_PLAIN)
    if len(names) > 1:
        return say(
            "{levels} are still warming up, once per machine. Until they are ready, they play as {plain}.",
            levels=levels,
            plain=plain,
        )
    return say(
        "{level} is still warming up, once per machine. Until it is ready, it plays as {plain}.",
        level=levels,
        plain=plain,
    )


class Bot(Protocol):
    """A program that plays: anything with these methods."""

    name: str
    """Its name."""

    def choose(self, match: Match, seat: int) -> str:
        """Return a legal move for a waiting seat; raises NotWaiting or GameOver for any other."""

    def analyse(self, match: Match, seat: int) -> Analysis:
        """Return the move it would play, and what it found out about the candidates."""


def bot(
    game: str,
    name: str | int,
    seed: Seed | None = None,
    seconds: float | None = None,
    simulations: int | None = None,
    effort: float = 1.0,
    clock: Callable[[], float] = perf_counter,
) -> Bot:
    """Create a bot: `random`, `greedy`, or a level from 1 to 5.

    A level thinks until it reaches its limit of simulations or of seconds. `seconds` or `simulations` replace that
    budget, and `effort` multiplies it. `random` and `greedy` answer immediately and need no budget. With the same seed,
    a bot plays the same moves as long as it does not run out of time. With `clock=time.thread_time`, seconds are the
    bot's own computing time, whatever else the machine does.

    While the rules are being compiled in the background, levels 1 to 3 think in plain Python, so they get less far in
    the same time. Levels 4 and 5, and bots with a budget of their own, wait for the compiler.

    Raises UnknownGame or UnknownBot.

    >>> import parlour
    >>> match = parlour.new("exago", players=2)
    >>> parlour.bot("exago", "random", seed=1).choose(match, 0)
    'f6'
    """
    budget = _Budget(seconds, simulations, effort)
    made = _made(game, name, seed, budget, clock)
    if str(name) in HIGH_LEVELS or budget != _Budget():
        compiling.require(game)
    compiling.load(game)  # if it is compiled, the bot gets all of its time
    return made


def new_bot(game: str, name: str | int, seed: Seed | None = None, simulations: int | None = None) -> GameBot:
    """Create the same bot as `bot`, without regard to whether the rules are compiled."""
    return _made(game, name, seed, _Budget(simulations=simulations), perf_counter)


class _Budget(NamedTuple):
    """A budget that replaces that of a level, and a factor on either."""

    seconds: float | None = None
    simulations: int | None = None
    effort: float = 1.0

    def checked(self) -> _Budget:
        """Return the budget with plain numbers, or raise ParlourError."""
        seconds = None if self.seconds is None else above_zero("seconds", self.seconds)
        simulations = None if self.simulations is None else _checked_simulations(self.simulations)
        return _Budget(seconds, simulations, above_zero("effort", self.effort))

    def of(self, level: Level) -> tuple[int | None, float]:
        """Return the number of simulations, None for no limit, and the seconds."""
        seconds, simulations = self.seconds, self.simulations
        if seconds is None and simulations is None:
            seconds, simulations = level.seconds, level.simulations
        scaled = None if simulations is None else max(1, round(simulations * self.effort))
        return scaled, inf if seconds is None else seconds * self.effort


def _made(game: str, name: str | int, seed: Seed | None, budget: _Budget, clock: Callable[[], float]) -> GameBot:
    found, name, budget = find(game), str(name), budget.checked()
    if name == "random":
        return GameBot(found, RandomBot(checked_seed(seed)))
    if name == "greedy":
        return GameBot(found, GreedyBot(checked_seed(seed)))
    level = next((level for level in levels(found) if level.name == name), None)
    if level is None:
        raise UnknownBot("{game} has no bot {bot}; it has: {bots:,}", game=game, bot=repr(name), bots=NAMES)
    return GameBot(found, LevelBot(found, level, checked_seed(seed), *budget.of(level), clock))


class GameBot:
    """A bot of one game, whose search can be cancelled.

    A search calls `is_cancelled` every few milliseconds; once that returns true, `choose` and `analyse` raise
    SearchCancelled. The tree built until then is kept for the next search.
    """

    name: str
    """Its name, one of `NAMES`."""

    def __init__(self, game: Game, bot: Bot) -> None:
        self.name = bot.name
        self._game, self._bot = game, bot

    def choose(self, match: Match, seat: int, is_cancelled: IsCancelled = never) -> str:
        """Return a legal move for a waiting seat."""
        self._check(match)
        if isinstance(self._bot, LevelBot):
            return self._bot.choose(match, seat, is_cancelled)
        return self._bot.choose(match, seat)  # answers immediately

    def analyse(self, match: Match, seat: int, is_cancelled: IsCancelled = never) -> Analysis:
        """Return the move it would play, and what it found out about the candidates."""
        self._check(match)
        if isinstance(self._bot, LevelBot):
            return self._bot.analyse(match, seat, is_cancelled)
        return self._bot.analyse(match, seat)

    def _check(self, match: Match) -> None:
        if match.game.name != self._game.name:
            raise ParlourError(f"this bot plays {self._game.title}, not {match.game.title}")


def _checked_simulations(simulations: Any) -> int:
    number = as_number(simulations)
    if number is None or number < 1:
        raise ParlourError(f"simulations must be a whole number above 0, not {simulations!r}")
    return number
