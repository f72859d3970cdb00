"""Who is at the tables of this process: its sockets and its own heartbeat."""

from __future__ import annotations

import asyncio
import logging
import time

from sqlalchemy.exc import SQLAlchemyError

from parlour.errors import ParlourError
from parlour.server.table import actions, presence
from parlour.server.table.hub import Hub
from parlour.server.table.live_table import LiveTable, Socket
from parlour.server.table.presence import SocketRow

LOG = logging.getLogger("parlour.server")


class Attendance:
    """Records in the database who is at which table, so that other processes know."""

    def __init__(self, hub: Hub) -> None:
        self._hub, self._database, self._process = hub, hub.database, hub.process
        self._gone: dict[str, str] = {}  # closed sockets, with their table, not yet written to the database

    async def start(self) -> None:
        """Without other processes, sockets that are open in the database are left from an earlier run: close them."""
        if not self._database.is_shared:
            await self._database.write(lambda connection: presence.end_all(connection, None))

    async def announce(self, live: LiveTable, socket: Socket) -> None:
        """Record that a client has connected. It joins the table once it has been sent the state."""
        await self._database.write(
            lambda connection: presence.add(connection, socket.id, self._process, live.id, socket.holders)
        )
        self._hub.tables[live.id] = live
        live.arrived.add(socket)
        live.tell_presence()

    async def seat_taken(self, live: LiveTable, holder: str) -> None:
        """Record when a seat was taken. The seat is theirs even if this fails."""
        try:
            row = await self._database.write(
                lambda connection: presence.was_here(connection, live.id, [holder], self._process)
            )
        except (SQLAlchemyError, ParlourError, OSError) as problem:
            LOG.error("the database is not responding", extra={"reason": str(getattr(problem, "orig", problem))})
            return
        live.rows = [*live.rows, row]
        live.tell_presence()

    async def leave(self, live: LiveTable, socket: Socket) -> None:
        """Record that a client has disconnected."""
        live.sockets.discard(socket)
        if socket in live.arrived:
            live.arrived.discard(socket)
            row = SocketRow(socket.id, frozenset(socket.holders), time.time(), True)
            live.left.append(row)
            if socket.holders:
                asyncio.get_running_loop().call_later(actions.AWAY, live.tell_presence)  # when they can be replaced
                live.rows = [*(other for other in live.rows if not other.is_older_than(row)), row]
            live.tell_presence()
            self._hub.tell_attendance_changed(live)
            self._hub.tell_changed(live)
            self._gone[socket.id] = live.id
            await self._write_gone()

    async def _write_gone(self) -> None:
        """Write closed sockets to the database. On failure, the next heartbeat tries again."""
        gone, self._gone = self._gone, {}
        try:
            await self._database.write(lambda connection: presence.leave(connection, gone, self._process))
        except BaseException:
            self._gone |= gone
            raise

    async def refresh(self, tables: list[str]) -> None:
        """Read again who is at these tables, according to all processes."""
        rows = await self._database.read(lambda connection: presence.of_tables(connection, tables))
        for table in tables:
            if (live := self._hub.tables.get(table)) is not None:
                live.rows = rows[table]
                live.tell_presence()
                self._hub.tell_attendance_changed(live)

    async def heartbeat(self) -> None:
        """Tell the other processes that this one and its clients are alive, and update who is away."""
        await self._write_gone()
        await self._database.write(lambda connection: presence.heartbeat(connection, self._process), is_long=True)
        if self._hub.uptime.heartbeat() or self._database.is_shared:
            await self.refresh([live.id for live in self._hub.tables.values() if live.sockets or live.in_work])

    async def stop(self) -> None:
        """Tell the other processes that the clients here are gone."""
        try:
            await self._database.write(lambda connection: presence.end_all(connection, self._process))
        except (SQLAlchemyError, ParlourError, OSError) as problem:
            LOG.warning("the database is not responding", extra={"reason": str(getattr(problem, "orig", problem))})
