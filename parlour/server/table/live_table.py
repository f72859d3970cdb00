"""A table in memory: its match, its sockets, and who is present."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from typing import Protocol

import msgspec

from parlour.message import Message
from parlour.server.bots.jobs import Job
from parlour.server.bots.scheduler import Rank, Share
from parlour.server.http.addresses import counted_as
from parlour.server.storage.queries import TableRow
from parlour.server.table import messages, presence
from parlour.server.table.match_state import MatchState, Told
from parlour.server.table.messages import Down, message_text
from parlour.server.table.presence import SocketRow, Uptime

LEFT = 64  # closed sockets that a table remembers

States = dict[tuple[int | None, Told], tuple[str, Told]]  # the messages of one change, shared by most sockets


class Socket(Protocol):
    """A client's connection, as a table sees it."""

    id: str
    address: str
    holders: list[str]  # hashes of its tokens

    def show(self, table: LiveTable, states: States) -> None:
        """Send the client the state of the match."""

    def put(self, text: str) -> None:
        """Queue a message for sending."""

    def close(self, code: int, reason: Message) -> None:
        """End the connection."""

    def close_if_idle(self, now: float) -> None:
        """End the connection of a client that has been silent for too long."""


class LiveTable:
    """A table in memory. Hold its lock to read or change its match_state."""

    def __init__(self, row: TableRow, match_state: MatchState, rows: list[SocketRow], uptime: Uptime) -> None:
        self.row, self.match_state, self.rows, self._uptime = row, match_state, rows, uptime
        self.lock = asyncio.Lock()
        self.sockets: set[Socket] = set()  # those that receive updates
        self.arrived: set[Socket] = set()  # those, and the ones waiting for their first state
        self.left: deque[SocketRow] = deque(maxlen=LEFT)  # recent sockets, which may still be open in the database
        self._told_presence: object = None
        self.asked: set[Job] = set()  # bot moves that this process has requested
        self.in_work: set[Job] = set()  # those that it computes itself, whichever process requested them
        self.afterwords: dict[int, asyncio.Task[str | None]] = {}  # by match number, each computed once
        self.used = time.monotonic()
        self.is_outdated = False  # the database may have a newer state: read again before use
        self.is_deleted = False

    @property
    def id(self) -> str:
        """The table's id."""
        return self.row.id

    @property
    def own(self) -> list[str]:
        """Hashes of the opener's own seat tokens."""
        return msgspec.json.decode(self.row.own, type=list[str])

    def publish(self) -> None:
        """Send all clients the state of the match."""
        states: States = {}
        for socket in self.sockets:
            socket.show(self, states)

    def broadcast(self, message: Down) -> None:
        """Send one message to all clients."""
        text = message_text(message)
        for socket in self.sockets:
            socket.put(text)

    def presence(self, rows: list[SocketRow] | None = None) -> messages.Presence:
        """Who is there, by these sockets of other processes or by those last read."""
        return presence.message(self._all_rows(rows), self.match_state, self._since)

    def away(self, seat: int) -> float | None:
        """For how many seconds a seat's person has been away; None if present."""
        return presence.away(self._all_rows(), self.match_state.seats[seat].holder, self._since)

    @property
    def _since(self) -> float:
        """The time from which absence counts for people who never came."""
        return max(self.row.opened, self._uptime.since)

    def attendance(self) -> Rank | None:
        """The rank of the bots' work here, as far as this process knows; None if nobody is there."""
        now = time.time()
        there = [row for row in self._all_rows() if row.is_there(now)]
        if not there:
            return None
        return Rank.PERSON if any(row.holders for row in there) else Rank.WATCHER

    def share(self) -> Share:
        """The share charged for the table's bots: its opener's, at the address of somebody who is there."""
        here = min(self.arrived, key=lambda socket: (not socket.holders, socket.id))
        return Share(counted_as(here.address), self.row.visitor)

    def _all_rows(self, rows: list[SocketRow] | None = None) -> list[SocketRow]:
        """Sockets of other processes and closed ones, as last read, and this process's own."""
        now, rows = time.time(), self.rows if rows is None else rows
        here = {socket.id: SocketRow(socket.id, frozenset(socket.holders), now, False) for socket in self.arrived}
        left = {row.id: row for row in self.left}
        return [*here.values(), *(left.get(row.id, row) for row in rows if row.id not in here)]

    def tell_presence(self) -> None:
        """Tell all clients who is present, if that has changed."""
        now = self.presence()
        seen = [(seat.seat, seat.present, seat.can_be_replaced) for seat in now.seats], now.watchers
        if seen != self._told_presence:
            self._told_presence = seen
            self.broadcast(now)
