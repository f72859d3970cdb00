"""Old tables are deleted by a clock that is not trusted immediately, in steps, and logged by name."""

from __future__ import annotations

import logging
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

import pytest

from parlour.games import find
from parlour.server.app import running
from parlour.server.context import Context
from parlour.server.settings import Settings
from parlour.server.storage import cleanup, queries
from parlour.server.storage.cleanup import DAY, Cleaning
from parlour.server.storage.queries import TableRow
from parlour.server.table import actions, events
from parlour.server.table.tokens import new_table_id
from tests.server.coroutines import finished

KEPT = 90  # days
HOUR = 3600.0
START = time.time()


class Clocks:
    """The system clock, which can be wrong, and the uptime."""

    def __init__(self) -> None:
        self.now, self.uptime = START, 0.0

    def pass_by(self, seconds: float) -> None:
        self.now += seconds
        self.uptime += seconds


@asynccontextmanager
async def house(url: str, clocks: Clocks) -> AsyncIterator[tuple[Context, Cleaning]]:
    """A newly started server."""
    async with running(Settings(database=url, limits=False)) as context:
        yield context, Cleaning(context, KEPT, lambda: clocks.now, lambda: clocks.uptime)


async def new_table(context: Context, at: float) -> str:
    """A table that was last touched at this time."""
    first = actions.first_match(find("exago"), {}, [events.Seat(0, None, None, None), events.Seat(1, None, None, None)])
    row = TableRow(new_table_id(), "exago", 2, False, "x" * 64, "y" * 64, "z", at, at, "3", "[]", False)
    await context.database.write(lambda connection: queries.add_table(connection, row, first))
    return row.id


def played(scene: Callable[[], Coroutine[Any, Any, None]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cleanup, "PAUSE", 0.0)
    finished(scene())


def test_tables_are_deleted_after_keep_days(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene() -> None:
        clocks = Clocks()
        async with house(database_url, clocks) as (context, cleaner):
            old, young = [await new_table(context, START - days * DAY) for days in (89, 1)]
            assert await cleaner.look() == []
            for _ in range(48):
                clocks.pass_by(HOUR)
                if gone := await cleaner.look():
                    break
            assert gone == [old]
            assert clocks.now - START <= 1 * DAY + 2 * HOUR
            assert (await context.hub.get(young)).id == young

    played(scene, monkeypatch)


def test_a_clock_that_jumps_deletes_nothing_immediately(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene() -> None:
        clocks = Clocks()
        async with house(sqlite_url, clocks) as (context, cleaner):
            tables = [await new_table(context, START - days * DAY) for days in (0, 1, 50, 80)]
            assert await cleaner.look() == []
            clocks.now += 365 * DAY
            await new_table(context, clocks.now)  # older than everything
            assert await cleaner.look() == []
            clocks.pass_by(HOUR)
            assert await cleaner.look() == []
        async with house(sqlite_url, clocks) as (context, cleaner):  # a restart does not circumvent it
            assert await cleaner.look() == []
            clocks.now -= 365 * DAY  # somebody corrects it
            clocks.pass_by(HOUR)
            assert await cleaner.look() == []
            for table in tables:
                assert (await context.hub.get(table)).id == table

    played(scene, monkeypatch)


def test_after_a_year_off_nothing_is_deleted_at_startup(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene() -> None:
        clocks = Clocks()
        async with house(sqlite_url, clocks) as (context, cleaner):
            tables = [await new_table(context, START - days * DAY) for days in (0, 60)]
            assert await cleaner.look() == []
        clocks.now += 365 * DAY
        async with house(sqlite_url, clocks) as (context, cleaner):
            assert await cleaner.look() == []
            clocks.pass_by(24 * HOUR)  # days pass faster than usual, but they do pass
            assert await cleaner.look() == []
            clocks.pass_by(24 * HOUR)
            assert await cleaner.look() == [tables[1]]
            clocks.pass_by(48 * HOUR)
            assert await cleaner.look() == [tables[0]]

    played(scene, monkeypatch)


def test_before_the_first_sweep_the_newest_entry_sets_the_clock(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A database of an earlier version, which was off for long."""

    async def scene() -> None:
        clocks = Clocks()
        async with house(sqlite_url, clocks) as (context, cleaner):
            for days in (0, 80):
                await new_table(context, START - (365 + days) * DAY)
            assert await cleaner.look() == []

    played(scene, monkeypatch)


def test_a_sweep_deletes_the_oldest_tables_first_and_logs_them(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(cleanup, "MOST", 10)
    monkeypatch.setattr(cleanup, "STEP", 4)
    caplog.set_level(logging.INFO, "parlour.server")

    async def scene() -> None:
        clocks = Clocks()
        async with house(sqlite_url, clocks) as (context, cleaner):
            old = [await new_table(context, START - (200 - number) * DAY) for number in range(15)]
            await new_table(context, START)
            assert await cleaner.look() == old[:10]
            assert await cleaner.look() == old[10:]
            told = [vars(record) for record in caplog.records if record.message == "old tables deleted"]
            assert [line["count"] for line in told] == [4, 4, 2, 4, 1]
            assert [table for line in told for table in line["tables"]] == old

    played(scene, monkeypatch)
