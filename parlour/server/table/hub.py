"""The tables of this process. Every change to a table goes through `Hub.act`."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol
from weakref import WeakValueDictionary

from parlour.errors import ParlourError
from parlour.message import message
from parlour.server.errors import NoSuchTable, Refused, Stale
from parlour.server.http.limits import LOG_ENTRIES
from parlour.server.metrics import ENTRIES, TABLES_IN_MEMORY
from parlour.server.storage import queries
from parlour.server.storage.database import BadDatabase, Database
from parlour.server.storage.queries import Conflict
from parlour.server.table import actions, events, presence
from parlour.server.table.actions import Change
from parlour.server.table.live_table import LiveTable
from parlour.server.table.match_state import MatchState
from parlour.server.table.presence import SocketRow, Uptime
from parlour.server.table.tokens import is_table_id, new_token

UNUSED = 60  # seconds after which a table without sockets leaves memory


@dataclass(frozen=True)
class Glance:
    """The progress of a table, according to the database."""

    head: queries.Head
    rows: list[SocketRow]


class TableObserver(Protocol):
    """Gets notified of what happens at the tables of this process. Its methods must not raise."""

    def changed(self, live: LiveTable) -> None:
        """The match went on, a seat changed hands, or a client left."""

    def attendance_changed(self, live: LiveTable) -> None:
        """People may have come or gone."""

    def heartbeat(self, live: LiveTable) -> None:
        """Called every few seconds for a table with clients."""

    def dropped(self, live: LiveTable) -> None:
        """The table was deleted, or left memory."""


class Hub:
    """All tables of this process."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.process, self.uptime = new_token(), Uptime()
        self.tables: dict[str, LiveTable] = {}
        self._observers: list[TableObserver] = []
        self._held: WeakValueDictionary[str, LiveTable] = WeakValueDictionary()  # so that no second copy is loaded
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}

    # -- tables -------------------------------------------------------------------------------------------------------

    async def get(self, table: str) -> LiveTable:
        """A table, from memory or from the database, or NoSuchTable."""
        live = self._known(table)
        if live is None:
            loading = self._loading.get(table)
            if loading is None:
                loading = self._loading[table] = asyncio.create_task(self._load(table))
                loading.add_done_callback(lambda _: self._loading.pop(table, None))
            live = await asyncio.shield(loading)
        if not live.is_deleted:
            self.tables[table] = live
        live.used = time.monotonic()
        return live

    def _known(self, table: str) -> LiveTable | None:
        """A table that is in memory, even if only because something still refers to it."""
        return self.tables.get(table) or self._held.get(table)

    async def _load(self, table: str) -> LiveTable:
        if not is_table_id(table):
            raise NoSuchTable
        found, rows = await self.database.read(
            lambda connection: (queries.load_table(connection, table), presence.of_tables(connection, [table])[table])
        )
        if found is None:
            raise NoSuchTable
        live = self.tables[table] = self._held[table] = LiveTable(*found, rows, self.uptime)
        TABLES_IN_MEMORY.set(len(self.tables))
        return live

    async def refresh(self, live: LiveTable) -> None:
        """Read a table from the database again. The caller holds the lock."""
        found = await self.database.read(lambda connection: queries.load_table(connection, live.id))
        if found is None:
            self.forget(live)
            raise NoSuchTable
        live.row, live.match_state = found
        live.is_outdated = False

    def forget(self, live: LiveTable) -> None:
        """Drop a deleted table and disconnect its clients."""
        live.is_deleted = True
        if self.tables.get(live.id) is live:
            del self.tables[live.id]
        self._held.pop(live.id, None)
        self._tell_dropped(live)
        for socket in list(live.sockets):
            socket.close(4404, message("the table was deleted"))

    async def current(self, live: LiveTable) -> MatchState:
        """The match's state as this process knows it, good enough to try a change on. The caller holds the lock."""
        if live.is_deleted:
            raise NoSuchTable
        if live.is_outdated:
            await self.refresh(live)
        return live.match_state

    async def glance(self, tables: Sequence[str]) -> dict[str, Glance]:
        """The progress of these tables in a shared database; {} if this process is the only one."""
        if not self.database.is_shared:
            return {}
        heads, rows = await self.database.read(
            lambda connection: (queries.heads(connection, tables), presence.of_tables(connection, tables))
        )
        return {table: Glance(head, rows[table]) for table, head in heads.items()}

    async def newest(self, live: LiveTable, seen: Mapping[str, Glance] | None = None) -> MatchState:
        """The match's state as the database has it. The caller holds the lock.

        NOTIFY reports changes by other processes a moment late, and not at all while the database restarts. A client
        that wrote through another process must find its change here, and must be known here if it took a seat there.
        """
        match_state = await self.current(live)
        if not self.database.is_shared:
            return match_state
        seen = await self.glance([live.id]) if seen is None else seen
        told = seen.get(live.id)
        if told is None or told.head != (match_state.opening.key, match_state.seq, match_state.has_ended):
            await self._take_news_in(live)
            live.publish()
        return live.match_state

    async def _take_news_in(self, live: LiveTable) -> None:
        match_state = live.match_state
        news = await self.database.read(lambda connection: queries.news(connection, match_state))
        if news is None:
            await self.refresh(live)
            return
        live.is_outdated = True  # until everything is applied
        entries, match_state.has_ended = news
        for entry in entries:
            match_state.fold(entry)
        live.is_outdated = False

    # -- changes ------------------------------------------------------------------------------------------------------

    async def act(self, live: LiveTable, decide: Callable[[MatchState], Change]) -> None:
        """Carry out a request: decide, commit, then tell everyone. On Refused or Stale, nothing has changed."""
        async with live.lock:
            if not await self._carry_out(live, decide):
                return
            live.publish()
        self.tell_changed(live)

    async def _carry_out(self, live: LiveTable, decide: Callable[[MatchState], Change]) -> bool:
        """Decide and commit; returns whether there was anything to change."""
        while True:
            change = await self._decided(live, decide)
            if not change.entries and change.following is None:
                return False
            if await self._commit(live, change):
                ENTRIES.inc(len(change.entries))
                return True

    async def _decided(self, live: LiveTable, decide: Callable[[MatchState], Change]) -> Change:
        """What a request changes. A refusal is retried on the newest state, which another process may have written."""
        match_state = await self.current(live)
        try:
            return _checked(match_state, decide)
        except (ParlourError, Stale):
            if not self.database.is_shared:
                raise
            return _checked(await self.newest(live), decide)

    async def _commit(self, live: LiveTable, change: Change) -> bool:
        """Store a change and apply it. If another process was first, apply its changes instead and return False.

        Nothing changes in memory before the commit. The table is read again only if it is unknown whether the commit
        succeeded, for instance because the connection broke.
        """
        match_state, now = live.match_state, time.time()
        opening, seq = match_state.opening, match_state.seq
        live.is_outdated = True  # until the result is known
        try:
            following = await queries.append(self.database, opening, seq, change, self.process, now)
        except BadDatabase:
            live.is_outdated = False  # nothing was written
            raise
        except Conflict as conflict:
            await self.refresh(live)
            if (live.match_state.opening.key, live.match_state.seq) == (opening.key, seq):
                raise conflict.__cause__ or conflict from None  # nobody was first: the database itself refuses
            return False
        _take_in(live, change, following, now)
        live.is_outdated = False
        return True

    async def catch_up(self, table: str) -> None:
        """Read what another process changed at a table, and tell the clients here."""
        live = self._known(table)
        if live is None and table not in self._loading:
            return
        try:
            live = live or await self.get(table)  # a load under way may have started before the change
            async with live.lock:
                await self.current(live)
                await self._take_news_in(live)
                live.publish()
        except NoSuchTable:
            return
        self.tell_changed(live)

    # -- housekeeping -------------------------------------------------------------------------------------------------

    async def heartbeat(self) -> None:
        """Update every table, and drop unused ones from memory."""
        for live in list(self.tables.values()):
            if live.is_outdated and not live.lock.locked():
                await self.catch_up(live.id)
            if live.sockets:
                self._look_after(live)
                await asyncio.sleep(0)  # let other tasks run in between
            elif time.monotonic() - live.used > UNUSED and not (live.arrived or live.in_work or live.lock.locked()):
                self._let_go(live)
        TABLES_IN_MEMORY.set(len(self.tables))

    def _look_after(self, live: LiveTable) -> None:
        for socket in live.sockets:
            socket.close_if_idle(time.monotonic())
        live.tell_presence()
        for observer in self._observers:
            observer.heartbeat(live)

    def _let_go(self, live: LiveTable) -> None:
        self.tables.pop(live.id, None)
        self._tell_dropped(live)

    # -- observers ----------------------------------------------------------------------------------------------------

    def observe(self, observer: TableObserver) -> None:
        """Notify this observer from now on."""
        self._observers.append(observer)

    def tell_changed(self, live: LiveTable) -> None:
        """The match went on, a seat changed hands, or a client left."""
        for observer in self._observers:
            observer.changed(live)

    def tell_attendance_changed(self, live: LiveTable) -> None:
        """People may have come or gone."""
        for observer in self._observers:
            observer.attendance_changed(live)

    def _tell_dropped(self, live: LiveTable) -> None:
        for observer in self._observers:
            observer.dropped(live)


def _take_in(live: LiveTable, change: Change, following: int | None, now: float) -> None:
    """Apply a stored change to the table in memory."""
    for entry in change.entries:
        live.match_state.fold(entry, change.after)
    live.match_state.has_ended = live.match_state.has_ended or change.is_over
    if change.following is not None and following is not None:
        live.match_state = actions.begun(live.match_state.opening, following, change.following, now)


def _checked(match_state: MatchState, decide: Callable[[MatchState], Change]) -> Change:
    """Decide, but refuse entries that could be repeated forever once the log is full; see `_is_bounded`."""
    change = decide(match_state)
    if match_state.seq >= LOG_ENTRIES and not all(_is_bounded(match_state, entry) for entry in change.entries):
        raise Refused("log_full", "too much has happened in this match: from now on only moves are accepted")
    return change


def _is_bounded(match_state: MatchState, entry: events.Entry) -> bool:
    """Whether such entries cannot repeat forever: a seat is taken once, and taken back only after a hand-over."""
    match entry:
        case events.Seat():
            return entry.bot is None and match_state.seats[entry.seat].kind != "person"
        case events.Ask():
            return entry.what == "rematch"
        case _:
            return isinstance(entry, events.Move | events.Resign)
