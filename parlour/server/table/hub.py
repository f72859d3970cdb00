"""Tables in memory, and the sockets at them. All that changes a table goes through `Hub.act`."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol
from weakref import WeakValueDictionary

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from parlour.bots import HIGH_LEVELS, IsCancelled, SearchCancelled, levels
from parlour.errors import ParlourError
from parlour.match import Match
from parlour.server.bots.jobs import Job, Jobs
from parlour.server.bots.readiness import Readiness
from parlour.server.bots.scheduler import Rank, Share, Work
from parlour.server.errors import NoSuchTable, Refused, Stale
from parlour.server.http.addresses import counted_as
from parlour.server.http.limits import LOG_ENTRIES
from parlour.server.metrics import BOT_MOVES, ENTRIES, TABLES_IN_MEMORY
from parlour.server.storage import queries
from parlour.server.storage.database import Database
from parlour.server.storage.queries import Conflict, TableRow
from parlour.server.table import actions, events, messages, presence
from parlour.server.table.actions import Change
from parlour.server.table.match_state import MatchState, Told
from parlour.server.table.messages import Down, message_text
from parlour.server.table.presence import SocketRow, Uptime
from parlour.server.table.tokens import is_table_id, new_token

LOG = logging.getLogger("parlour.server")

UNUSED = 60  # seconds after which a table without sockets leaves memory
LEFT = 64  # sockets whose end a table remembers
INSTANT = 0.01  # seconds that a bot takes which does not search

States = dict[tuple[int | None, Told], tuple[str, Told]]  # the messages of one change: most sockets need the same


class Socket(Protocol):
    """A client's connection, as a table sees it."""

    id: str
    address: str
    holders: list[str]  # hashes of its tokens

    def show(self, table: LiveTable, states: States) -> None:
        """Tell the client how the match stands."""

    def put(self, text: str) -> None:
        """Send a message, in its time."""

    def close(self, code: int, sentence: str) -> None:
        """End the connection."""

    def close_if_idle(self, now: float) -> None:
        """End the connection of a client that has been silent for long."""


class LiveTable:
    """A table in memory. Whoever reads or changes its match_state holds its lock."""

    def __init__(self, row: TableRow, match_state: MatchState, rows: list[SocketRow], uptime: Uptime) -> None:
        self.row, self.match_state, self.rows, self._uptime = row, match_state, rows, uptime
        self.lock = asyncio.Lock()
        self.sockets: set[Socket] = set()  # those that are told what happens
        self.arrived: set[Socket] = set()  # those, and who waits for the first state
        self.left: deque[SocketRow] = deque(maxlen=LEFT)  # sockets of late, which the database may still take for open
        self._told_presence: object = None
        self.asked: set[Job] = set()  # bot moves that this process has asked for
        self.in_work: set[Job] = set()  # those that it carries out itself, whoever asked
        self.afterwords: dict[int, asyncio.Task[str | None]] = {}  # by the match's number: each is computed once
        self.used = time.monotonic()
        self.is_outdated = False  # something went wrong on the way to the database: read again before use
        self.is_deleted = False

    @property
    def id(self) -> str:
        """The table's."""
        return self.row.id

    @property
    def own(self) -> list[str]:
        """Hashes of the tokens with which who opened the table sits there."""
        return msgspec.json.decode(self.row.own, type=list[str])

    def publish(self) -> None:
        """Tell all clients how the match stands."""
        states: States = {}
        for socket in self.sockets:
            socket.show(self, states)

    def broadcast(self, message: Down) -> None:
        """Send the same to all clients."""
        text = message_text(message)
        for socket in self.sockets:
            socket.put(text)

    def presence(self, rows: list[SocketRow] | None = None) -> messages.Presence:
        """Who is there, by these sockets elsewhere or those that were last read."""
        return presence.message(self._all_rows(rows), self.match_state, self._since)

    def away(self, seat: int) -> float | None:
        """For how many seconds a seat's person has been away."""
        return presence.away(self._all_rows(), self.match_state.seats[seat].holder, self._since)

    @property
    def _since(self) -> float:
        """The time from which absence counts for those who never came."""
        return max(self.row.opened, self._uptime.since)

    def attendance(self) -> Rank | None:
        """Whom bots play for, as far as this process has heard; None where nobody is there."""
        now = time.time()
        there = [row for row in self._all_rows() if row.is_there(now)]
        if not there:
            return None
        return Rank.PERSON if any(row.holders for row in there) else Rank.WATCHER

    def share(self) -> Share:
        """Whoever opened the table is charged for its bots, at the address of somebody who is there."""
        here = min(self.arrived, key=lambda socket: (not socket.holders, socket.id))
        return Share(counted_as(here.address), self.row.visitor)

    def _all_rows(self, rows: list[SocketRow] | None = None) -> list[SocketRow]:
        """Sockets elsewhere and before, as last read, and those of this process, as they are."""
        now, rows = time.time(), self.rows if rows is None else rows
        here = {socket.id: SocketRow(socket.id, frozenset(socket.holders), now, False) for socket in self.arrived}
        left = {row.id: row for row in self.left}
        return [*here.values(), *(left.get(row.id, row) for row in rows if row.id not in here)]

    def tell_presence(self) -> None:
        """Tell all clients who is there, if that is new."""
        now = self.presence()
        seen = [(seat.seat, seat.present, seat.can_be_replaced) for seat in now.seats], now.watchers
        if seen != self._told_presence:
            self._told_presence = seen
            self.broadcast(now)


@dataclass(frozen=True)
class Glance:
    """What the database says of a table."""

    head: queries.Head
    rows: list[SocketRow]


class Hub:
    """All tables of this process."""

    def __init__(self, database: Database, readiness: Readiness, jobs: Jobs) -> None:
        self.database, self.readiness, self.jobs = database, readiness, jobs
        self.process, self.uptime = new_token(), Uptime()
        self.tables: dict[str, LiveTable] = {}
        self._held: WeakValueDictionary[str, LiveTable] = WeakValueDictionary()  # who holds one must not meet a twin
        self._gone: dict[str, str] = {}  # sockets, by table, whose end could not be written yet
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        readiness.tell(self.tell_warming)

    # -- tables -------------------------------------------------------------------------------------------------------

    async def get(self, table: str) -> LiveTable:
        """A table, from memory or read anew, or NoSuchTable."""
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
        """A table that is in memory, be it only because someone waits at it."""
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
        """Read a table anew; the caller holds the lock."""
        found = await self.database.read(lambda connection: queries.load_table(connection, live.id))
        if found is None:
            self.forget(live)
            raise NoSuchTable
        live.row, live.match_state = found
        live.is_outdated = False

    def forget(self, live: LiveTable) -> None:
        """A table was deleted."""
        live.is_deleted = True
        if self.tables.get(live.id) is live:
            del self.tables[live.id]
        self._held.pop(live.id, None)
        for job in live.in_work:
            self.jobs.cancel(job)
        for socket in list(live.sockets):
            socket.close(4404, "the table was deleted")

    async def current(self, live: LiveTable) -> MatchState:
        """The match_state as this process knows it, good enough to try a change on; the caller holds the lock."""
        if live.is_deleted:
            raise NoSuchTable
        if live.is_outdated:
            await self.refresh(live)
        return live.match_state

    async def glance(self, tables: Sequence[str]) -> dict[str, Glance]:
        """How far tables are in a database that other processes change, too; {} of one that is ours alone."""
        if not self.database.is_shared:
            return {}
        heads, rows = await self.database.read(
            lambda connection: (queries.heads(connection, tables), presence.of_tables(connection, tables))
        )
        return {table: Glance(head, rows[table]) for table, head in heads.items()}

    async def newest(self, live: LiveTable, seen: Mapping[str, Glance] | None = None) -> MatchState:
        """The match_state as the database has it; the caller holds the lock.

        NOTIFY tells of changes elsewhere a moment late, and not at all while the database restarts: whoever has written
        there and reads here must find it, and whoever took a seat there must not be taken for a stranger.
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
        live.is_outdated = True  # until all of it is taken in
        entries, match_state.has_ended = news
        for entry in entries:
            match_state.fold(entry)
        live.is_outdated = False

    # -- changes ------------------------------------------------------------------------------------------------------

    async def act(self, live: LiveTable, decide: Callable[[MatchState], Change]) -> None:
        """Carry a wish out: decide, commit, then tell everyone. Raises Refused or Stale and changes nothing."""
        async with live.lock:
            is_newest = not self.database.is_shared
            while True:
                match_state = await self.current(live)
                try:
                    change = decide(match_state)
                    _check_log(match_state, change)
                except (ParlourError, Stale):
                    if is_newest:
                        raise
                    await self.newest(live)  # what another process wrote may make it right
                    is_newest = True
                    continue
                if not change.entries and change.following is None:
                    return
                live.is_outdated = True  # until it is known how this ends
                opening, now = match_state.opening, time.time()
                try:
                    following = await queries.append(self.database, opening, match_state.seq, change, self.process, now)
                except Conflict as conflict:
                    await self.refresh(live)
                    if (live.match_state.opening.key, live.match_state.seq) == (opening.key, match_state.seq):
                        raise conflict.__cause__ or conflict from None  # nobody was first: the database refuses
                    continue
                _take_in(live, change, following, now)
                live.is_outdated = False
                break
            ENTRIES.inc(len(change.entries))
            live.publish()
        self.poke(live)

    async def catch_up(self, table: str) -> None:
        """Another process has changed a table: read what is new and tell the clients here."""
        live = self._known(table)
        if live is None and table not in self._loading:
            return
        try:
            live = live or await self.get(table)  # what is being read now may have been read before the change
            async with live.lock:
                await self.current(live)
                await self._take_news_in(live)
                live.publish()
        except NoSuchTable:
            return
        self.poke(live)

    # -- bots ---------------------------------------------------------------------------------------------------------

    def poke(self, live: LiveTable) -> None:
        """Let the bots think whose turn it is. A match that cannot be replayed keeps nobody else from playing."""
        try:
            self._poke(live)
        except Exception:
            LOG.exception("the bots of a table cannot be asked", extra={"table": live.id})

    def _poke(self, live: LiveTable) -> None:
        if live.is_outdated or live.is_deleted or live.lock.locked() or self.jobs.scheduler.is_stopped:
            return
        wanted = self._wanted(live)
        for job in live.in_work | live.asked:
            if job not in wanted and (job in live.asked or not job.is_about(live.match_state)):
                self.jobs.cancel(job)
        fresh = wanted - live.asked
        live.asked = wanted  # those of other processes are done without our hearing of it
        for job in fresh:
            self.jobs.ask(job)

    def _wanted(self, live: LiveTable) -> set[Job]:
        """The moves that bots are to make now. A process asks for them only where clients of its own are there."""
        bots = live.match_state.bots_to_move() if live.arrived else []
        if not bots:
            return set()
        match_state, share, rank = live.match_state, live.share(), live.attendance() or Rank.WATCHER
        place = (match_state.opening.number, match_state.branch)
        return {
            Job(live.id, place[0], seat, match_state.turn(seat), place[1], name, rank, share.address, share.visitor)
            for seat, name in bots
        }

    def _rest(self, live: LiveTable) -> None:
        """Bots do not play for nobody."""
        if live.attendance() is None:
            for job in live.in_work:
                self.jobs.cancel(job)

    def warming(self, live: LiveTable) -> messages.Warming | None:
        """What to tell a table whose bots are not at their full strength yet, or have just got there."""
        bots = {seating.bot for seating in live.match_state.seats if seating.bot is not None}
        return self.readiness.warming(live.row.game, bots) if bots & set(HIGH_LEVELS) else None

    def tell_warming(self, game: str) -> None:
        """The rules of a game got further: tell those who play bots that need them."""
        for live in list(self.tables.values()):
            if live.row.game == game and live.sockets and (message := self.warming(live)) is not None:
                live.broadcast(message)

    async def think(self, job: Job) -> None:
        """Choose a bot's move and make it, unless the match goes another way meanwhile or everybody leaves."""
        live = None
        try:
            live = await self.get(job.table)
            live.in_work.add(job)
            work = await self._work(live, job)
            text = await self.jobs.scheduler.run(work)
            wish = messages.Move(seat=job.seat, branch=job.branch, turn=job.turn, text=text, match=job.match)
            await self.act(live, lambda match_state: actions.move(match_state, wish, job.bot))
            BOT_MOVES.inc()
        except (Stale, Refused, SearchCancelled):
            pass
        finally:
            if live is not None:
                live.in_work.discard(job)
                live.asked.discard(job)
        if live is not None:
            self.poke(live)

    async def _work(self, live: LiveTable, job: Job) -> Work[str]:
        """What a bot has to compute, or Stale."""
        if live.attendance() is None:  # as far as we have heard: whoever asked may know more
            await self.refresh_presence([live.id])
            if live.attendance() is None:
                raise Stale
        async with live.lock:
            match_state = await self.current(live)
            if not job.is_about(match_state):
                raise Stale
            match = match_state.match.fork()

        def choose(is_cancelled: IsCancelled) -> str:
            return self.readiness.choice(job.bot, match, job.seat, is_cancelled)

        level = next((level for level in levels(match.game) if level.name == job.bot), None)
        return Work(job, job.share, choose, level.seconds if level else INSTANT, job.is_quick, job.rank)

    async def afterword(self, live: LiveTable, number: int, match: Match, share: Share) -> str | None:
        """What had been possible in a match that is over. Whoever asks meanwhile waits for the same answer."""
        task = live.afterwords.get(number)
        if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
            work = Work(("afterword", live.id, number), share, lambda _: match.afterword(), 2.0, rank=Rank.LATER)
            task = live.afterwords[number] = asyncio.create_task(self.jobs.scheduler.run(work))
        return await asyncio.shield(task)

    # -- sockets ------------------------------------------------------------------------------------------------------

    async def announce(self, live: LiveTable, socket: Socket) -> None:
        """A client is there; it sits down when it has been shown how the match stands."""
        await self.database.write(
            lambda connection: presence.add(connection, socket.id, self.process, live.id, socket.holders)
        )
        self.tables[live.id] = live
        live.arrived.add(socket)
        live.tell_presence()

    async def came(self, live: LiveTable, holder: str) -> None:
        """Someone took a seat; that it was just now is worth knowing, but the seat is theirs in any case."""
        try:
            row = await self.database.write(
                lambda connection: presence.was_here(connection, live.id, [holder], self.process)
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
            self._rest(live)
            self.poke(live)
            self._gone[socket.id] = live.id
            await self._write_gone()

    async def _write_gone(self) -> None:
        """Whose end cannot be written now is tried again at the next sign of life."""
        gone, self._gone = self._gone, {}
        try:
            await self.database.write(lambda connection: presence.leave(connection, gone, self.process))
        except BaseException:
            self._gone |= gone
            raise

    async def refresh_presence(self, tables: list[str]) -> None:
        """Another process has told who is there, or must be asked."""
        rows = await self.database.read(lambda connection: presence.of_tables(connection, tables))
        for table in tables:
            if (live := self.tables.get(table)) is not None:
                live.rows = rows[table]
                live.tell_presence()
                self._rest(live)

    # -- housekeeping -------------------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Sockets of an earlier life are gone."""
        if not self.database.is_shared:
            await self.database.write(lambda connection: presence.end_all(connection, None))

    async def beat(self) -> None:
        """Give a sign of life, look who is away, and let go of tables that nobody uses."""
        await self._write_gone()
        await self.database.write(lambda connection: presence.beat(connection, self.process), is_long=True)
        if self.uptime.beat() or self.database.is_shared:
            await self.refresh_presence([live.id for live in self.tables.values() if live.sockets or live.in_work])
        for live in list(self.tables.values()):
            if live.is_outdated and not live.lock.locked():
                await self.catch_up(live.id)
            if live.sockets:
                for socket in live.sockets:
                    socket.close_if_idle(time.monotonic())
                live.tell_presence()
                if self.database.is_shared:
                    live.asked &= live.in_work  # what another process has lost is asked for again
                self.poke(live)
                await asyncio.sleep(0)  # let those play who are at it
            elif time.monotonic() - live.used > UNUSED and not (live.arrived or live.in_work or live.lock.locked()):
                del self.tables[live.id]
        TABLES_IN_MEMORY.set(len(self.tables))

    async def stop(self) -> None:
        """Tell the other processes that the clients here are gone."""
        try:
            await self.database.write(lambda connection: presence.end_all(connection, self.process))
        except (SQLAlchemyError, ParlourError, OSError) as problem:
            LOG.warning("the database does not answer", extra={"reason": str(getattr(problem, "orig", problem))})


def _take_in(live: LiveTable, change: Change, following: int | None, now: float) -> None:
    """What has been stored holds from now on."""
    for entry in change.entries:
        live.match_state.fold(entry)
    live.match_state.has_ended = live.match_state.has_ended or change.is_over
    if change.following is not None and following is not None:
        live.match_state = actions.begun(live.match_state.opening, following, change.following, now)


def _check_log(match_state: MatchState, change: Change) -> None:
    """What could be repeated for ever ends here; a move, a resignation and a person who sits down are never refused."""
    if match_state.seq >= LOG_ENTRIES and not all(_is_bounded(match_state, entry) for entry in change.entries):
        raise Refused("log_full", "too much has happened in this match: from now on there are only moves")


def _is_bounded(match_state: MatchState, entry: events.Entry) -> bool:
    """Whether an entry can come only so often: a seat is taken once, and taken back only after it was handed over."""
    match entry:
        case events.Seat():
            return entry.bot is None and match_state.seats[entry.seat].kind != "person"
        case events.Ask():
            return entry.what == "rematch"
        case _:
            return isinstance(entry, events.Move | events.Resign)
