"""Deleting tables that nobody has touched for long, by a clock that is not believed right away."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable

from parlour.server.context import Context
from parlour.server.storage import queries

LOG = logging.getLogger("parlour.server")

DAY = 86400.0  # seconds
EVERY = 3600.0  # seconds between two looks for old tables
HURRY = 24  # how much faster than time itself the house's clock may run to catch up
MOST = 500  # tables deleted at one look
STEP = 20  # tables deleted in one transaction
PAUSE = 0.5  # seconds between two of them, in which others write


class Cleaning:
    """Deletes tables that nobody has touched for `days`, by the house's clock.

    The house's clock is never ahead of the computer's, and while the server runs it gains at most a day in an hour: a
    computer that wakes up in the wrong year deletes nothing right away, and its host has days to notice. It stands
    still while the server is off, for nobody could come to a table then. It is kept in the database; before the first
    look it shows the time of the newest entry there. At most `MOST` tables are deleted at one look, those first that
    were left first, and the log names them.
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
        self._clock: float | None = None  # the house's, at the last look
        self._looked = uptime()

    async def run(self) -> None:
        """Look now and then."""
        while True:
            try:
                await self.look()
            except Exception:
                LOG.exception("old tables could not be deleted")
            await asyncio.sleep(EVERY)

    async def look(self) -> list[str]:
        """Delete what is old; the ids of those tables."""
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
        """Put the house's clock forward."""
        database = self._context.database
        if self._clock is None:
            self._clock = await database.read(queries.house_clock)
        now, uptime = self._now(), self._uptime()
        before = now if self._clock is None else self._clock  # None: there is nothing in the database yet
        clock = min(now, before + HURRY * (uptime - self._looked))
        await database.write(lambda connection: queries.set_house_clock(connection, clock))
        self._clock, self._looked = clock, uptime
        if now - clock > DAY:
            days = round((now - clock) / DAY, 1)
            LOG.warning("the clock is ahead of the time that this server has seen go by", extra={"days": days})
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
