"""Bots kept between moves of a match, so that a search can continue from the last one's tree."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import NamedTuple

from parlour.bots import GameBot, IsCancelled, SearchCancelled, new_bot
from parlour.match import Match
from parlour.server.bots.jobs import QUICK, Job

MOST = 8  # bots kept; Exago's level 5 takes 13 MB with two seats, and up to 84 MB with more
IDLE = 600.0  # seconds after which an unused bot is dropped


class BotKey(NamedTuple):
    """The seat a bot plays for. An undo changes the branch, so the bot forgets what it saw before."""

    table: str
    match: int  # its number at the table
    branch: int
    seat: int
    bot: str


def key_of(job: Job) -> BotKey:
    """The bot that runs a job."""
    return BotKey(job.table, job.match, job.branch, job.seat, job.bot)


@dataclass(eq=False)
class _Kept:
    """A bot, and when it was used."""

    bot: GameBot
    used: float  # when it was last used
    is_busy: bool = True  # only one thread at a time may use it


class KeptBots:
    """At most `most` bots, least recently used dropped first. Thread-safe.

    A bot sees a match only through `Match.belief` and `Match.history` of its own seat, and is never used for another
    seat.
    """

    def __init__(self, most: int = MOST, clock: Callable[[], float] = time.monotonic) -> None:
        self._most, self._clock = most, clock
        self._lock = threading.Lock()
        self._bots: OrderedDict[BotKey, _Kept] = OrderedDict()  # least recently used first

    def __len__(self) -> int:
        return len(self._bots)

    def choose(self, key: BotKey, level: str, match: Match, is_cancelled: IsCancelled) -> str:
        """A move by the bot with this key, at a level that may differ from its own for now."""
        if level in QUICK:  # has nothing worth keeping
            return new_bot(match.game.name, level).choose(match, key.seat, is_cancelled)
        kept = self._taken(key, level, match.game.name, is_cancelled)
        try:
            return kept.bot.choose(match, key.seat, is_cancelled)
        except SearchCancelled:
            raise
        except BaseException:
            self._drop([key])  # its state is unknown
            raise
        finally:
            kept.is_busy = False

    def _taken(self, key: BotKey, level: str, game: str, is_cancelled: IsCancelled) -> _Kept:
        """The bot with this key, for one thread. A new one if the level differs or another thread is using it."""
        with self._lock:
            if is_cancelled():  # checked under the lock, so that a dropped bot is not made again by a cancelled search
                raise SearchCancelled("the search was cancelled")
            kept = self._bots.pop(key, None)
            if kept is None or kept.is_busy or kept.bot.name != level:
                kept = _Kept(new_bot(game, level), self._clock())
            kept.is_busy, kept.used = True, self._clock()
            self._bots[key] = kept
            while len(self._bots) > self._most:
                self._bots.popitem(last=False)
            return kept

    def retain(self, table: str, keys: Collection[BotKey] = ()) -> None:
        """Drop the bots of a table, except these."""
        with self._lock:
            gone = [key for key in self._bots if key.table == table and key not in keys]
        self._drop(gone)

    def drop_idle(self) -> None:
        """Drop bots that have not been used for a while."""
        with self._lock:
            gone = [key for key, kept in self._bots.items() if self._clock() - kept.used > IDLE]
        self._drop(gone)

    def _drop(self, keys: Collection[BotKey]) -> None:
        """Stop keeping these bots. A busy one finishes its search first."""
        with self._lock:
            for key in keys:
                self._bots.pop(key, None)
