"""Who is at the tables of this process: sockets that come and go, and the process's own heartbeat."""

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
    """Keeps the database, and through it the other processes, informed of who is at which table."""

    def __init__(self, hub: Hub) -> None:
        self._hub, self._database, self._process = hub, hub.database, hub.process
        self._gone: dict[str, str] = {}  # sockets, by table, whose end could not be written yet

    async def start(self) -> None:
        """Where no other process is, the sockets that the database still has open belong to an earlier run."""
        if not self._database.is_shared:
            await self._database.write(lambda connection: presence.end_all(connection, None))

    async def announce(self, live: LiveTable, socket: Socket) -> None:
        """A client is there; it sits down when it has been shown how the match stands."""
        await self._database.write(
            lambda connection: presence.add(connection, socket.id, self._process, live.id, socket.holders)
        )
        self._hub.tables[live.id] = live
        live.arrived.add(socket)
        live.tell_presence()

    async def seat_taken(self, live: LiveTable, holder: str) -> None:
        """Someone took a seat; that it was just now is worth knowing, but the seat is theirs in any case."""
        try:
            row = await self._database.write(
                lambda connection: presence.was_here(connection, live.id, [holder], self._process)
            )
        except (SQLAlchemyError, ParlourError, OSError) as problem:
            LOG.error("the database does not answer", extra={"reason": str(getattr(problem, "orig", problem))})
            return
        live.rows = [*live.rows, row]
        live.tell_presence()

    async def leave(self, live: LiveTable, socket: Socket) -> None:
        """A client has gone."""
        live.sockets.discard(socket)
        if socket in live.arrived:
            live.arrived.discard(socket)
            row = SocketRow(socket.id, frozenset(socket.holders), time.time(), True)
            live.left.append(row)
            if socket.holders:
                asyncio.get_running_loop().call_later(actions.AWAY, live.tell_presence)  # now they can be replaced
                live.rows = [*(other for other in live.rows if not other.is_older_than(row)), row]
            live.tell_presence()
            self._hub.tell_attendance_changed(live)
            self._hub.tell_changed(live)
            self._gone[socket.id] = live.id
            await self._write_gone()

    async def _write_gone(self) -> None:
        """Whose end cannot be written now is tried again at the next heartbeat."""
        gone, self._gone = self._gone, {}
        try:
            await self._database.write(lambda connection: presence.leave(connection, gone, self._process))
        except BaseException:
            self._gone |= gone
            raise

    async def refresh(self, tables: list[str]) -> None:
        """Another process has told who is there, or must be asked."""
        rows = await self._database.read(lambda connection: presence.of_tables(connection, tables))
        for table in tables:
            if (live := self._hub.tables.get(table)) is not None:
                live.rows = rows[table]
                live.tell_presence()
                self._hub.tell_attendance_changed(live)

    async def heartbeat(self) -> None:
        """Tell the other processes that this one and its clients live, and see who is away."""
        await self._write_gone()
        await self._database.write(lambda connection: presence.heartbeat(connection, self._process), is_long=True)
        if self._hub.uptime.heartbeat() or self._database.is_shared:
            await self.refresh([live.id for live in self._hub.tables.values() if live.sockets or live.in_work])

    async def stop(self) -> None:
        """Tell the other processes that the clients here are gone."""
        try:
            await self._database.write(lambda connection: presence.end_all(connection, self._process))
        except (SQLAlchemyError, ParlourError, OSError) as problem:
            LOG.warning("the database does not answer", extra={"reason": str(getattr(problem, "orig", problem))})
