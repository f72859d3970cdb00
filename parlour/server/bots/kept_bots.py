"""Bots that are kept between two moves of a match, so that a search can go on from what the last one found."""

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

MOST = 8  # bots that are kept; level 5 of Exago takes 13 MB with two seats, and up to 84 MB with more
IDLE = 600.0  # seconds after which a bot that nobody asked is dropped


class BotKey(NamedTuple):
    """Whom a bot plays for. With an undo the branch changes: whatever was seen before it is forgotten."""

    table: str
    match: int  # its number at the table
    branch: int
    seat: int
    bot: str


def key_of(job: Job) -> BotKey:
    """The bot that is to carry out a job."""
    return BotKey(job.table, job.match, job.branch, job.seat, job.bot)


@dataclass(eq=False)
class _Kept:
    """A bot, and what is known of its use."""

    bot: GameBot
    used: float  # when it was last asked
    is_busy: bool = True  # one thread at a time uses it


class KeptBots:
    """At most `most` bots; those that were not used for longest go first. Any thread may call it.

    A bot gets to know a match through `Match.belief` and `Match.history` of its own seat alone, and it is never used
    for another seat.
    """

    def __init__(self, most: int = MOST, clock: Callable[[], float] = time.monotonic) -> None:
        self._most, self._clock = most, clock
        self._lock = threading.Lock()
        self._bots: OrderedDict[BotKey, _Kept] = OrderedDict()  # the one that was used last is the last

    def __len__(self) -> int:
        return len(self._bots)

    def choose(self, key: BotKey, level: str, match: Match, is_cancelled: IsCancelled) -> str:
        """A move by the bot of this key, which for the time being may play at another level than its own."""
        if level in QUICK:  # knows nothing worth keeping
            return new_bot(match.game.name, level).choose(match, key.seat, is_cancelled)
        kept = self._taken(key, level, match.game.name, is_cancelled)
        try:
            return kept.bot.choose(match, key.seat, is_cancelled)
        except SearchCancelled:
            raise
        except BaseException:
            self._drop([key])  # nobody knows what state it is in
            raise
        finally:
            kept.is_busy = False

    def _taken(self, key: BotKey, level: str, game: str, is_cancelled: IsCancelled) -> _Kept:
        """The bot of this key for one thread: a new one if it is at another level, or another thread has it."""
        with self._lock:
            if is_cancelled():  # asked under the lock: whoever cancels a search and then drops its bot meets no other
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
        """Drop the bots of a table but for these."""
        with self._lock:
            gone = [key for key in self._bots if key.table == table and key not in keys]
        self._drop(gone)

    def drop_idle(self) -> None:
        """Drop the bots that nobody has asked for long."""
        with self._lock:
            gone = [key for key, kept in self._bots.items() if self._clock() - kept.used > IDLE]
        self._drop(gone)

    def _drop(self, keys: Collection[BotKey]) -> None:
        """A bot that is busy finishes, and is then kept no more."""
        with self._lock:
            for key in keys:
                self._bots.pop(key, None)
