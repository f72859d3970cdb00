"""The bots of all tables: requests their moves as jobs, and runs those jobs."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import TypeVar

from parlour.bots import HIGH_LEVELS, IsCancelled, SearchCancelled, levels
from parlour.match import Match
from parlour.server.bots.jobs import CarryOut, Job, Jobs
from parlour.server.bots.kept_bots import BotKey, KeptBots, key_of
from parlour.server.bots.readiness import Readiness
from parlour.server.bots.scheduler import Rank, Scheduler, Share, Work
from parlour.server.errors import Refused, Stale
from parlour.server.metrics import BOT_MOVES
from parlour.server.table import actions, messages
from parlour.server.table.attendance import Attendance
from parlour.server.table.hub import Hub
from parlour.server.table.live_table import LiveTable

T = TypeVar("T")

LOG = logging.getLogger("parlour.server")

INSTANT = 0.01  # seconds that a bot without search takes


class BotPlayers:
    """Observes the hub's tables, and plays for the bots seated there."""

    def __init__(
        self, hub: Hub, attendance: Attendance, readiness: Readiness, new_jobs: Callable[[CarryOut], Jobs]
    ) -> None:
        self._hub, self._attendance, self._readiness = hub, attendance, readiness
        self.scheduler, self._kept = Scheduler(), KeptBots()
        self._jobs = new_jobs(self._carry_out)
        hub.observe(self)
        readiness.tell(self._tell_warming)

    async def start(self) -> None:
        """Start taking jobs."""
        await self._jobs.start()

    async def stop(self) -> None:
        """Stop, leaving unfinished jobs."""
        await self._jobs.stop()
        self.scheduler.stop()

    # -- notifications from the hub ------------------------------------------------------------------------------------

    def changed(self, live: LiveTable) -> None:
        """Request the moves that are now due, and cancel those that no longer are."""
        self.ask_for_moves(live)
        self._kept.retain(live.id, _seated(live))  # after useless searches were cancelled

    def attendance_changed(self, live: LiveTable) -> None:
        """Bots play only while somebody is there."""
        if live.attendance() is None:
            self._cancel_all(live)

    def heartbeat(self, live: LiveTable) -> None:
        """Request moves again that another process may have lost, and drop unused bots."""
        self._kept.drop_idle()
        if self._hub.database.is_shared:
            live.asked &= live.in_work
        self.ask_for_moves(live)

    def dropped(self, live: LiveTable) -> None:
        """Cancel the table's jobs and drop its bots."""
        self._cancel_all(live)
        self._kept.retain(live.id)

    def _cancel_all(self, live: LiveTable) -> None:
        for job in live.in_work:
            self.scheduler.cancel(job)

    # -- requesting moves ----------------------------------------------------------------------------------------------

    def ask_for_moves(self, live: LiveTable) -> None:
        """Request the moves of bots whose turn it is. A match that cannot be replayed does not stop other tables."""
        try:
            self._ask_for_moves(live)
        except Exception:
            LOG.exception("could not request bot moves for a table", extra={"table": live.id})

    def _ask_for_moves(self, live: LiveTable) -> None:
        if live.is_outdated or live.is_deleted or live.lock.locked() or self.scheduler.is_stopped:
            return
        wanted = self._wanted(live)
        for job in live.in_work | live.asked:
            if job not in wanted and (job in live.asked or not job.is_about(live.match_state)):
                self.scheduler.cancel(job)
        fresh = wanted - live.asked
        live.asked = wanted  # moves made by other processes end without notice here
        for job in fresh:
            self._jobs.add(job)

    def _wanted(self, live: LiveTable) -> set[Job]:
        """The moves that bots should make now; none at a table without clients of this process."""
        bots = live.match_state.bots_to_move() if live.arrived else []
        if not bots:
            return set()
        match_state, share, rank = live.match_state, live.share(), live.attendance() or Rank.WATCHER
        place = (match_state.opening.number, match_state.branch)
        return {
            Job(live.id, place[0], seat, match_state.turn(seat), place[1], name, rank, share.address, share.visitor)
            for seat, name in bots
        }

    # -- making moves --------------------------------------------------------------------------------------------------

    async def _carry_out(self, job: Job) -> None:
        """Choose a bot's move and make it, unless the match changes in the meantime or everybody leaves."""
        live = None
        try:
            live = await self._hub.get(job.table)
            live.in_work.add(job)
            work = await self._work(live, job)
            text = await self.scheduler.run(work)
            request = messages.Move(seat=job.seat, branch=job.branch, turn=job.turn, text=text, match=job.match)
            await self._hub.act(live, lambda match_state: actions.move(match_state, request, job.bot))
            BOT_MOVES.inc()
        except (Stale, Refused, SearchCancelled):
            pass
        finally:
            if live is not None:
                live.in_work.discard(job)
                live.asked.discard(job)
        if live is not None:
            self.ask_for_moves(live)

    async def _work(self, live: LiveTable, job: Job) -> Work[str]:
        """The search for a bot's move, or Stale."""
        if live.attendance() is None:  # as far as this process knows: the one that requested it may know more
            await self._attendance.refresh([live.id])
            if live.attendance() is None:
                raise Stale
        async with live.lock:
            match_state = await self._hub.current(live)
            if not job.is_about(match_state):
                raise Stale
            match = match_state.match.fork()

        def choose(is_cancelled: IsCancelled) -> str:
            with self._readiness.playing(match.game.name, job.bot) as level:
                return self._kept.choose(key_of(job), level, match, is_cancelled)

        level = next((level for level in levels(match.game) if level.name == job.bot), None)
        return Work(job, job.share, choose, level.seconds if level else INSTANT, job.is_quick, job.rank)

    # -- afterwords and warm-up ----------------------------------------------------------------------------------------

    async def afterword(self, live: LiveTable, number: int, match: Match, share: Share) -> str | None:
        """The afterword of a finished match. Concurrent requests share one computation."""
        task = live.afterwords.get(number)
        if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
            work = Work(("afterword", live.id, number), share, lambda _: match.afterword(), 2.0, rank=Rank.LATER)
            task = live.afterwords[number] = asyncio.create_task(self.scheduler.run(work))
        return await asyncio.shield(task)

    async def compute(self, share: Share, work: Callable[[], T], seconds: float) -> T:
        """Compute something short that nobody at a board waits for, in its share's turn."""
        told = Work(object(), share, lambda _: work(), seconds, is_quick=True, rank=Rank.LATER)
        return await self.scheduler.run(told)

    def warming(self, live: LiveTable) -> messages.Warming | None:
        """The message for a table whose bots are not at full strength yet, or have just reached it."""
        bots = {seating.bot for seating in live.match_state.seats if seating.bot is not None}
        return self._readiness.warming(live.row.game, bots) if bots & set(HIGH_LEVELS) else None

    def _tell_warming(self, game: str) -> None:
        """Send the progress of compilation to the tables of a game whose bots need it."""
        for live in list(self._hub.tables.values()):
            if live.row.game == game and live.sockets and (message := self.warming(live)) is not None:
                live.broadcast(message)


def _seated(live: LiveTable) -> set[BotKey]:
    """The bots that play at a table whose match is not over."""
    match_state = live.match_state
    if match_state.status != "playing":
        return set()
    place = (live.id, match_state.opening.number, match_state.branch)
    return {
        BotKey(*place, seat, seating.bot) for seat, seating in enumerate(match_state.seats) if seating.bot is not None
    }
