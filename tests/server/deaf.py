"""A plugin that makes its server ignore NOTIFY, as if notifications never arrived."""

from __future__ import annotations

import asyncio

from parlour.server.storage import notifications
from parlour.server.storage.database import Database
from parlour.server.table.attendance import Attendance
from parlour.server.table.hub import Hub
from tests.toys.sealed_bids import GAME

__all__ = ["GAME"]


async def _hear_nothing(database: Database, hub: Hub, attendance: Attendance) -> None:
    await asyncio.Event().wait()


notifications.listen = _hear_nothing
