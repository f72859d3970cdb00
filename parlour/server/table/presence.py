"""Who is there: a row for each socket, with the time of its last heartbeat, so that all processes know."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import msgspec
import sqlalchemy as sa

from parlour.games import games
from parlour.server.storage.queries import notify
from parlour.server.storage.schema import MATCHES, SOCKETS, TABLES
from parlour.server.table.actions import AWAY
from parlour.server.table.match_state import MatchState
from parlour.server.table.messages import Presence, SeatPresence
from parlour.server.table.tokens import new_token

HEARTBEAT = 15  # seconds between two heartbeats of a process
SILENT = 45  # seconds without one after which a socket's process is taken for dead
SIMULTANEOUS = 500  # tables asked for in one statement
NOBODY = "[]"  # the holders of a watcher's socket
OPENER = "opener"  # instead of a holder: this watcher opened the table
WATCHERS = (NOBODY, f'["{OPENER}"]')
FORGOTTEN = 7 * 86400  # seconds after which it no longer matters when someone left


class Uptime:
    """Since when people can come: while the server was down nobody could, so absence counts from its return."""

    def __init__(self) -> None:
        self.since = self._last = time.time()

    def heartbeat(self) -> bool:
        """The server works. After a missed one, or when the clock was set, absence counts anew: whether it does."""
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
        """Whether another tells all that this one does, and later."""
        return self.is_gone and self.holders == other.holders and self.seen <= other.seen

    def is_there(self, now: float) -> bool:
        """Whether it still lives."""
        return not self.is_gone and now - self.seen < SILENT


def add(connection: sa.Connection, socket: str, process: str, table: str, holders: Sequence[str]) -> None:
    """A socket was opened."""
    row = {"id": socket, "process": process, "table_id": table, "seen": time.time(), "is_gone": False}
    connection.execute(SOCKETS.insert(), [{**row, "holders": msgspec.json.encode(list(holders)).decode()}])
    notify(connection, f"presence {table} {process}")


def was_here(connection: sa.Connection, table: str, holders: Sequence[str], process: str = "import") -> SocketRow:
    """People are at a table without a socket: they have the usual time to come, or to come back."""
    now, socket = time.time(), new_token()
    row = {"id": socket, "process": process, "table_id": table, "seen": now, "is_gone": True}
    connection.execute(SOCKETS.insert(), [{**row, "holders": msgspec.json.encode(list(holders)).decode()}])
    notify(connection, f"presence {table} {process}")
    return SocketRow(socket, frozenset(holders), now, True)


def leave(connection: sa.Connection, tables: Mapping[str, str], process: str) -> None:
    """These sockets, each with its table, were closed. Of each person the last one is remembered, of watchers none."""
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
    """The process lives, and so do its sockets; what is long past is forgotten."""
    now = time.time()
    own = SOCKETS.update().where(SOCKETS.c.process == process, ~SOCKETS.c.is_gone)
    connection.execute(own.values(seen=now))
    connection.execute(SOCKETS.update().where(SOCKETS.c.seen > now + SILENT).values(seen=now))  # the clock was set back
    connection.execute(SOCKETS.delete().where(SOCKETS.c.seen < now - FORGOTTEN))


def end_all(connection: sa.Connection, process: str | None) -> None:
    """All sockets of a process, or of all, are closed; when they were last seen stays."""
    ended = SOCKETS.update().where(~SOCKETS.c.is_gone)
    if process is not None:
        ended = ended.where(SOCKETS.c.process == process)
    connection.execute(ended.values(is_gone=True))


def of_tables(connection: sa.Connection, tables: Sequence[str]) -> dict[str, list[SocketRow]]:
    """All sockets that these tables had of late."""
    found: dict[str, list[SocketRow]] = {table: [] for table in tables}
    for start in range(0, len(tables), SIMULTANEOUS):
        wanted = SOCKETS.select().where(SOCKETS.c.table_id.in_(tables[start : start + SIMULTANEOUS]))
        for row in connection.execute(wanted):
            holders = frozenset(msgspec.json.decode(row.holders))
            found[row.table_id].append(SocketRow(row.id, holders, row.seen, row.is_gone))
    return found


def public_tables(connection: sa.Connection, game: str | None, limit: int) -> list[str]:
    """Ids of public tables whose last match is not over and where more than watchers are, the newest first."""
    is_open = sa.exists().where(MATCHES.c.table_id == TABLES.c.id, MATCHES.c.ended.is_(None))
    is_there = sa.and_(~SOCKETS.c.is_gone, SOCKETS.c.seen > time.time() - SILENT, SOCKETS.c.holders != NOBODY)
    visited = TABLES.c.id.in_(sa.select(SOCKETS.c.table_id).where(is_there))
    known = [game] if game is not None else games()
    wanted = sa.select(TABLES.c.id).where(TABLES.c.is_public, visited, is_open, TABLES.c.game.in_(known))
    return list(connection.execute(wanted.order_by(TABLES.c.touched.desc()).limit(limit)).scalars())


def away(rows: Sequence[SocketRow], holder: str | None, since: float) -> float | None:
    """For how many seconds a person has been away, at longest since a time; None for someone who is there."""
    now = time.time()
    own = [row for row in rows if holder in row.holders]
    if any(row.is_there(now) for row in own):
        return None
    return max(0.0, now - max([since, *(row.seen for row in own)]))  # the clock may have been set back


def message(rows: Sequence[SocketRow], match_state: MatchState, since: float) -> Presence:
    """Who is there, for everyone to know."""
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
