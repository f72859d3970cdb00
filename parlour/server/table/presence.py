"""Who is present: a row per socket with the time of its last heartbeat, visible to all processes."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import msgspec
import sqlalchemy as sa

from parlour.games import list_games
from parlour.server.storage.queries import notify
from parlour.server.storage.schema import MATCHES, SOCKETS, TABLES
from parlour.server.table.actions import AWAY
from parlour.server.table.match_state import MatchState
from parlour.server.table.messages import Presence, SeatPresence
from parlour.server.table.tokens import new_token

HEARTBEAT = 15  # seconds between heartbeats of a process
SILENT = 45  # seconds without one after which a socket's process counts as dead
SIMULTANEOUS = 500  # tables queried in one statement
NOBODY = "[]"  # the holders of a watcher's socket
OPENER = "opener"  # instead of a holder: this watcher opened the table
WATCHERS = (NOBODY, f'["{OPENER}"]')
FORGOTTEN = 7 * 86400  # seconds after which it no longer matters when someone left


class Uptime:
    """The time since which the server has been up: nobody could connect before, so absence counts from then."""

    def __init__(self) -> None:
        self.since = self._last = time.time()

    def heartbeat(self) -> bool:
        """Note that the server is up; returns whether absence starts over: a heartbeat was missed, or the clock set."""
        now = time.time()
        is_new = not 0 <= now - self._last < 2 * HEARTBEAT
        self._last = now
        if is_new:
            self.since = now
        return is_new


@dataclass(frozen=True)
class SocketRow:
    """A socket of any process."""

    id: str
    holders: frozenset[str]  # hashes of its tokens, or OPENER
    seen: float
    is_gone: bool

    def is_older_than(self, other: SocketRow) -> bool:
        """Whether this socket is closed and another of the same holders was seen later."""
        return self.is_gone and self.holders == other.holders and self.seen <= other.seen

    def is_there(self, now: float) -> bool:
        """Whether it is still alive."""
        return not self.is_gone and now - self.seen < SILENT


def add(connection: sa.Connection, socket: str, process: str, table: str, holders: Sequence[str]) -> None:
    """Record an opened socket."""
    row = {"id": socket, "process": process, "table_id": table, "seen": time.time(), "is_gone": False}
    connection.execute(SOCKETS.insert(), [{**row, "holders": msgspec.json.encode(list(holders)).decode()}])
    notify(connection, f"presence {table} {process}")


def was_here(connection: sa.Connection, table: str, holders: Sequence[str], process: str = "import") -> SocketRow:
    """Record people at a table without a socket, so that they have the usual time to come or return."""
    now, socket = time.time(), new_token()
    row = {"id": socket, "process": process, "table_id": table, "seen": now, "is_gone": True}
    connection.execute(SOCKETS.insert(), [{**row, "holders": msgspec.json.encode(list(holders)).decode()}])
    notify(connection, f"presence {table} {process}")
    return SocketRow(socket, frozenset(holders), now, True)


def leave(connection: sa.Connection, tables: Mapping[str, str], process: str) -> None:
    """Record closed sockets, given with their tables. The last one of each person is kept, and none of watchers."""
    for socket, table in tables.items():
        holders = connection.execute(sa.select(SOCKETS.c.holders).where(SOCKETS.c.id == socket)).scalar_one_or_none()
        older = SOCKETS.delete().where(SOCKETS.c.table_id == table, SOCKETS.c.is_gone, SOCKETS.c.holders == holders)
        connection.execute(older)
        own = SOCKETS.c.id == socket
        if holders in WATCHERS:
            connection.execute(SOCKETS.delete().where(own))
        else:
            connection.execute(SOCKETS.update().where(own).values(seen=time.time(), is_gone=True))
        notify(connection, f"presence {table} {process}")


def heartbeat(connection: sa.Connection, process: str) -> None:
    """Record that the process and its sockets are alive, and delete old rows."""
    now = time.time()
    own = SOCKETS.update().where(SOCKETS.c.process == process, ~SOCKETS.c.is_gone)
    connection.execute(own.values(seen=now))
    connection.execute(SOCKETS.update().where(SOCKETS.c.seen > now + SILENT).values(seen=now))  # the clock was set back
    connection.execute(SOCKETS.delete().where(SOCKETS.c.seen < now - FORGOTTEN))


def end_all(connection: sa.Connection, process: str | None) -> None:
    """Close all sockets of a process, or of all processes. Keeps when they were last seen."""
    ended = SOCKETS.update().where(~SOCKETS.c.is_gone)
    if process is not None:
        ended = ended.where(SOCKETS.c.process == process)
    connection.execute(ended.values(is_gone=True))


def of_tables(connection: sa.Connection, tables: Sequence[str]) -> dict[str, list[SocketRow]]:
    """Recent sockets of these tables."""
    found: dict[str, list[SocketRow]] = {table: [] for table in tables}
    for start in range(0, len(tables), SIMULTANEOUS):
        wanted = SOCKETS.select().where(SOCKETS.c.table_id.in_(tables[start : start + SIMULTANEOUS]))
        for row in connection.execute(wanted):
            holders = frozenset(msgspec.json.decode(row.holders))
            found[row.table_id].append(SocketRow(row.id, holders, row.seen, row.is_gone))
    return found


def public_tables(connection: sa.Connection, game: str | None, limit: int) -> list[str]:
    """Ids of public tables whose last match is not over and where more than watchers are present, newest first."""
    is_open = sa.exists().where(MATCHES.c.table_id == TABLES.c.id, MATCHES.c.ended.is_(None))
    is_there = sa.and_(~SOCKETS.c.is_gone, SOCKETS.c.seen > time.time() - SILENT, SOCKETS.c.holders != NOBODY)
    visited = TABLES.c.id.in_(sa.select(SOCKETS.c.table_id).where(is_there))
    known = [game] if game is not None else list_games()
    wanted = sa.select(TABLES.c.id).where(TABLES.c.is_public, visited, is_open, TABLES.c.game.in_(known))
    return list(connection.execute(wanted.order_by(TABLES.c.touched.desc()).limit(limit)).scalars())


def away(rows: Sequence[SocketRow], holder: str | None, since: float) -> float | None:
    """For how many seconds a person has been away, counted from `since` at the earliest; None if present."""
    now = time.time()
    own = [row for row in rows if holder in row.holders]
    if any(row.is_there(now) for row in own):
        return None
    return max(0.0, now - max([since, *(row.seen for row in own)]))  # the clock may have been set back


def message(rows: Sequence[SocketRow], match_state: MatchState, since: float) -> Presence:
    """The public message about who is present."""
    now = time.time()
    seats = []
    for seat, seating in enumerate(match_state.seats):
        if seating.holder is None:
            continue
        gone_for = away(rows, seating.holder, since)
        can_be_replaced = gone_for is not None and gone_for >= AWAY and seating.kind == "person"
        seats.append(SeatPresence(seat, gone_for is None, gone_for and round(gone_for, 1), can_be_replaced))
    seated = {seating.holder for seating in match_state.seats}
    return Presence(seats, sum(row.is_there(now) and seated.isdisjoint(row.holders) for row in rows))
