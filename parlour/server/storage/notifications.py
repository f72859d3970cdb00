"""Notifications from the other processes, through Postgres's LISTEN."""

from __future__ import annotations

import asyncio
import logging

import psycopg
from sqlalchemy.exc import SQLAlchemyError

from parlour.server.storage.database import Database
from parlour.server.storage.queries import CHANNEL
from parlour.server.table.attendance import Attendance
from parlour.server.table.hub import Hub

LOG = logging.getLogger("parlour.server")


async def listen(database: Database, hub: Hub, attendance: Attendance) -> None:
    """Tell the hub what other processes changed. After a lost connection, everything is read again."""
    address = database.url.set(drivername="postgresql").render_as_string(hide_password=False)
    while True:
        try:
            async with await psycopg.AsyncConnection.connect(
                address, autocommit=True, keepalives=1, keepalives_idle=20, keepalives_interval=5, keepalives_count=3
            ) as connection:
                await connection.execute(f"LISTEN {CHANNEL}")
                for table in list(hub.tables):
                    await _heard(hub, attendance, "table", table)
                async for notice in connection.notifies():
                    kind, table, process = notice.payload.split(" ")
                    if process != hub.process:
                        await _heard(hub, attendance, kind, table)
        except psycopg.Error as problem:
            LOG.warning("lost the notification connection", extra={"reason": str(problem).strip()})
        await asyncio.sleep(1)


async def _heard(hub: Hub, attendance: Attendance, kind: str, table: str) -> None:
    """Read what other processes changed. If that fails now, it happens at the next use or heartbeat."""
    try:
        if kind == "table":
            await hub.catch_up(table)
        elif table in hub.tables:
            await attendance.refresh([table])
    except Exception as problem:
        if isinstance(problem, SQLAlchemyError | OSError):
            reason = str(getattr(problem, "orig", problem)).strip()
            LOG.warning(
                "a notification could not be handled: the database is not responding",
                extra={"table": table, "reason": reason},
            )
        else:
            LOG.exception("a notification could not be handled", extra={"table": table})
        if (live := hub.tables.get(table)) is not None:
            live.is_outdated = True
