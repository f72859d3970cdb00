"""Runs a tournament to its end, or until it is stopped; run again, it continues."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Collection, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass, replace
from time import monotonic
from typing import Protocol

from parlour.arena.statistics import confidence
from parlour.arena.statistics.comparison import Duel, duels
from parlour.arena.tournament.config import Setup, checked_bots, is_self_play
from parlour.arena.tournament.pool import Pool
from parlour.arena.tournament.request import Request
from parlour.arena.tournament.results import Store
from parlour.arena.tournament.schedule import Lineup, ScheduledGame, deals_for, lineups, pairs_to_decide
from parlour.arena.tournament.worker import GameResult, play
from parlour.errors import ParlourError

AHEAD = 2  # games submitted per worker
PATIENCE = 2.0  # seconds between checks of the pool's workers
LOSSES = 3  # in a row, without a finished game, that end the run


@dataclass(frozen=True)
class Plan:
    """What to play."""

    setup: Setup
    """The set-up."""
    bots: tuple[str, ...]
    """The bots, sorted from weakest to strongest by name."""
    games: int
    """How many games each lineup plays at least."""
    stop_when_sure: bool = False
    """Whether a pairing ends when it is clear which bot is stronger."""

    @property
    def request(self) -> Request:
        """The request, which has everything but the set-up."""
        return Request(self.bots, self.games, self.stop_when_sure)

    @property
    def lineups(self) -> list[Lineup]:
        """Who meets whom."""
        return lineups(self.setup, self.bots)

    @property
    def deals(self) -> int:
        """The number of deals of each lineup."""
        return deals_for(self.setup, self.games)

    @property
    def games_of_each(self) -> int:
        """The number of games of each lineup: every deal in all orders."""
        return self.deals * self.lineups[0].orders


def new_plan(setup: Setup, bots: Sequence[str], games: int, stop_when_sure: bool = False) -> Plan:
    """A plan, or a ParlourError that says what would be valid."""
    if isinstance(games, bool) or not isinstance(games, int) or games < 1:
        raise ParlourError(f"the number of games must be a whole number above 0, not {games!r}")
    if is_self_play(setup, bots):
        setup, bots = replace(setup, everybody=bots[0]), bots[:1]
    return Plan(setup, tuple(checked_bots(setup, bots)), games, stop_when_sure)


class Observer(Protocol):
    """Is notified of a tournament's progress."""

    def on_progress(self, tournament: Tournament) -> None:
        """The progress has changed."""

    def on_message(self, sentence: str) -> None:
        """Something happened that the user should know."""


class Tournament:
    """A plan in progress, with its results file."""

    def __init__(self, plan: Plan, store: Store) -> None:
        self.plan = plan
        self._store = store
        self._number = store.setup_number(plan.setup.key)
        names = {lineup.name for lineup in plan.lineups}
        self._played = [
            game
            for game in store.games(self._number)
            if game.scheduled.lineup in names and game.scheduled.deal < plan.deals
        ]
        self._by_lineup: dict[str, list[GameResult]] = {name: [] for name in names}
        for game in self._played:
            self._by_lineup[game.scheduled.lineup].append(game)
        self._keys = {game.scheduled.key for game in self._played}
        self.before = len(self._played)  # games that were already in the file
        self.done = Counter(game.scheduled.lineup for game in self._played)  # games by lineup
        self.decided: set[str] = set()  # lineups that need no further game
        self._mark_decided(names)

    @property
    def programs(self) -> set[str]:
        """Fingerprints of the code that played."""
        return {game.program for game in self._played}

    @property
    def finished(self) -> int:
        """The number of finished games, including earlier ones."""
        return len(self._played)

    @property
    def planned(self) -> int:
        """The number of games at the end, as far as known now."""
        each = self.plan.games_of_each
        return sum(self.done[c.name] if c.name in self.decided else each for c in self.plan.lineups)

    def duels(self) -> dict[tuple[str, str], Duel]:
        """The comparison of each pair of bots so far."""
        return self._duels(self._played)

    def _duels(self, games: Sequence[GameResult]) -> dict[tuple[str, str], Duel]:
        return duels(games, self.plan.lineups[0].orders)

    def run(self, pool: Pool, observer: Observer) -> None:
        """Play the remaining games. However it ends, every finished game is in the file."""
        ahead = self._left()
        again: deque[ScheduledGame] = deque()  # games whose workers were lost
        pending: dict[Future[GameResult], ScheduledGame] = {}
        losses = 0
        looked = monotonic()
        observer.on_progress(self)
        while True:
            while len(pending) < AHEAD * max(1, pool.workers) and (scheduled := _next(again, ahead)) is not None:
                try:
                    pending[pool.executor.submit(play, self.plan.setup, scheduled)] = scheduled
                except RuntimeError as problem:  # the pool broke since the last check
                    if not pool.is_worker_loss(problem):
                        raise
                    again.append(scheduled)
                    break
            if not pending and not again:
                return
            done = wait(pending, PATIENCE, FIRST_COMPLETED).done
            if monotonic() - looked > PATIENCE:
                looked = monotonic()
                if news := pool.news():
                    observer.on_message(news)
            results, lost = self._sort(done, pending, pool)
            if results:
                losses = 0
                self._keep(results)
                observer.on_progress(self)
            if lost or (again and not pending):
                losses += 1
                if pool.loses_all:
                    lost += pending.values()
                    pending.clear()
                again.extend(lost)
                if losses == LOSSES:
                    raise ParlourError(
                        f"workers died {LOSSES} times before a game was finished (out of memory?); "
                        f"{self.finished} finished games are in {self._store.path}"
                    )
                observer.on_message(f"A worker died. Games to play again: {len(again)}. Finished games are kept.")
                pool.restart()

    def _left(self) -> Iterator[ScheduledGame]:
        """The remaining games: deal by deal, so that all lineups advance together."""
        for deal in range(self.plan.deals):
            for lineup in self.plan.lineups:
                if lineup.name not in self.decided:
                    yield from (scheduled for scheduled in lineup.games(deal) if scheduled.key not in self._keys)

    def _sort(
        self, done: set[Future[GameResult]], pending: dict[Future[GameResult], ScheduledGame], pool: Pool
    ) -> tuple[list[GameResult], list[ScheduledGame]]:
        """Results, and games whose worker died. The error of a failed game is raised after the others are stored."""
        results, lost = [], []
        wrong: tuple[ScheduledGame, BaseException] | None = None
        for future in done:
            scheduled = pending.pop(future)
            problem = None if future.cancelled() else future.exception()
            if problem is None and not future.cancelled():
                results.append(future.result())
            elif problem is None or pool.is_worker_loss(problem):
                lost.append(scheduled)
            else:
                wrong = (scheduled, problem)
        if wrong is not None:
            self._keep(results)
            scheduled, problem = wrong
            raise ParlourError(
                f"deal {scheduled.deal} of {' against '.join(scheduled.bots)} could not be played to its end: "
                f"{type(problem).__name__}: {problem}"
            ) from problem
        return results, lost

    def _keep(self, results: Sequence[GameResult]) -> None:
        self._store.add(self._number, results)
        self._played += results
        for game in results:
            self._by_lineup[game.scheduled.lineup].append(game)
            self._keys.add(game.scheduled.key)
            self.done[game.scheduled.lineup] += 1
        self._mark_decided({game.scheduled.lineup for game in results})

    def _mark_decided(self, changed: Collection[str]) -> None:
        """Mark the lineups whose pairs are all decided: they need no more games."""
        if not self.plan.stop_when_sure:
            return
        is_pairwise = self.plan.setup.players > 1 and not self.plan.setup.is_mixed
        chosen = [game for name in changed for game in self._by_lineup[name]] if is_pairwise else self._played
        decided = {pair for pair, duel in self._duels(chosen).items() if confidence.verdict(duel.shares)}
        for lineup in self.plan.lineups:
            pairs = pairs_to_decide(lineup.bots, self.plan.bots)
            if pairs and pairs <= decided:
                self.decided.add(lineup.name)


def _next(again: deque[ScheduledGame], ahead: Iterator[ScheduledGame]) -> ScheduledGame | None:
    return again.popleft() if again else next(ahead, None)
