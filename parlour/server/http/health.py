"""Whether the database can be read and written: checked every few seconds, however often it is requested."""

from __future__ import annotations

import asyncio
import time

from parlour.server.storage import queries
from parlour.server.storage.database import BadDatabase, Database

FRESH = 5.0  # seconds for which a result is valid
PROMPT = 1.0  # seconds that a request waits for the next one
KNOWN = 15.0  # seconds for which the last result is still returned while the next is pending


class Health:
    """The last result, and the check that finds the next."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._trial: asyncio.Task[None] | None = None
        self._ended: float | None = None  # when the last check ended
        self._problem: Exception | None = None  # the error that it met

    async def check(self) -> None:
        """Return if the last check succeeded, else raise its error. Callers share one check every few seconds."""
        if self._trial is None and (self._ended is None or time.monotonic() - self._ended > FRESH):
            self._trial = asyncio.create_task(self._try())
        if self._trial is not None:
            await asyncio.wait((self._trial,), timeout=KNOWN if self._ended is None else PROMPT)
        if self._ended is None or time.monotonic() - self._ended > KNOWN:
            raise BadDatabase("the database takes too long to answer")
        if self._problem is not None:
            raise self._problem

    async def _try(self) -> None:
        try:
            await self._database.read_afresh(queries.probe)
            await self._database.write(lambda connection: queries.note_writing(connection, time.time()), is_long=True)
            self._problem = None
        except Exception as problem:
            self._problem = problem.with_traceback(None)
        self._ended, self._trial = time.monotonic(), None
