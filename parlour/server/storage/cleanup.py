"""Deletes tables that have not been used for a long time, guarding against a wrong system clock."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable

from parlour.server.context import Context
from parlour.server.storage import queries

LOG = logging.getLogger("parlour.server")

DAY = 86400.0  # seconds
EVERY = 3600.0  # seconds between sweeps for old tables
HURRY = 24  # how many times faster than real time the house clock may run to catch up
MOST = 500  # tables deleted in one sweep
STEP = 20  # tables deleted in one transaction
PAUSE = 0.5  # seconds between transactions, for other writers


class Cleaning:
    """Deletes tables that nobody has touched for `days`, by the house clock.

    The house clock is never ahead of the system clock, and while the server runs it gains at most a day per hour: a
    computer that wakes up in the wrong year deletes nothing right away, and its owner has days to notice. It stops
    while the server is off, because nobody could use a table then. It is stored in the database; before the first
    sweep it shows the time of the newest entry there. A sweep deletes at most `MOST` tables, those unused for longest
    first, and the log names them.
    """

    def __init__(
        self,
        context: Context,
        days: float,
        now: Callable[[], float] = time.time,
        uptime: Callable[[], float] = time.monotonic,
    ) -> None:
        self._context, self._days = context, days
        self._now, self._uptime = now, uptime
        self._clock: float | None = None  # the house clock at the last sweep
        self._looked = uptime()

    async def run(self) -> None:
        """Sweep at regular intervals."""
        while True:
            try:
                await self.look()
            except Exception:
                LOG.exception("old tables could not be deleted")
            await asyncio.sleep(EVERY)

    async def look(self) -> list[str]:
        """Delete old tables and return their ids."""
        clock = await self._advanced()
        gone: list[str] = []
        while len(gone) < MOST:
            some = await self._delete_some(clock - self._days * DAY, min(STEP, MOST - len(gone)))
            gone += some
            if len(some) < STEP:
                break
            await asyncio.sleep(PAUSE)
        return gone

    async def _advanced(self) -> float:
        """Advance the house clock."""
        database = self._context.database
        if self._clock is None:
            self._clock = await database.read(queries.house_clock)
        now, uptime = self._now(), self._uptime()
        before = now if self._clock is None else self._clock  # None if the database is still empty
        clock = min(now, before + HURRY * (uptime - self._looked))
        await database.write(lambda connection: queries.set_house_clock(connection, clock))
        self._clock, self._looked = clock, uptime
        if now - clock > DAY:
            days = round((now - clock) / DAY, 1)
            LOG.warning("the system clock is ahead of this server's own time", extra={"days": days})
        return clock

    async def _delete_some(self, before: float, most: int) -> list[str]:
        hub = self._context.hub
        some = await self._context.database.write(
            lambda connection: queries.delete_old(connection, before, most, hub.process), is_long=True
        )
        for table in some:
            if (live := hub.tables.get(table)) is not None:
                hub.forget(live)
        if some:
            LOG.info("old tables deleted", extra={"count": len(some), "tables": some})
        return some
