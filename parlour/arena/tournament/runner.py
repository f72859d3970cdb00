"""A tournament from its first game to its last, or to where it was stopped; begun again it goes on."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Collection, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass, replace
from time import monotonic
from typing import Protocol

from parlour.arena.statistics import confidence
from parlour.arena.statistics.comparison import Duel, duels
from parlour.arena.tournament.config import Setup, checked_bots, is_of_equals
from parlour.arena.tournament.pool import Pool
from parlour.arena.tournament.results import Store
from parlour.arena.tournament.schedule import Contest, Fixture, contests, deals_for, decided_pairs
from parlour.arena.tournament.worker import Played, play
from parlour.errors import ParlourError

AHEAD = 2  # games that are handed out for each that can be played at a time
PATIENCE = 2.0  # seconds before the pool is asked how its workers are
LOSSES = 3  # in a row, without a finished game, are too many


@dataclass(frozen=True)
class Plan:
    """What is to be played."""

    setup: Setup
    bots: tuple[str, ...]  # sorted
    games: int  # of each contest, at least
    stops_when_sure: bool = False

    @property
    def contests(self) -> list[Contest]:
        """Who meets whom."""
        return contests(self.setup, self.bots)

    @property
    def deals(self) -> int:
        """How many deals each contest has."""
        return deals_for(self.setup, self.games)

    @property
    def games_of_each(self) -> int:
        """How many games each contest has: every deal in all orders."""
        return self.deals * self.contests[0].orders


def new_plan(setup: Setup, bots: Sequence[str], games: int, stops_when_sure: bool = False) -> Plan:
    """A plan, or a ParlourError that says what would be right."""
    if isinstance(games, bool) or not isinstance(games, int) or games < 1:
        raise ParlourError(f"the number of games must be a whole number above 0, not {games!r}")
    if is_of_equals(setup, bots):
        setup, bots = replace(setup, everybody=bots[0]), bots[:1]
    return Plan(setup, tuple(checked_bots(setup, bots)), games, stops_when_sure)


class Follower(Protocol):
    """Somebody who is told how it goes."""

    def standing(self, run: Run) -> None:
        """Something has changed."""

    def tell(self, sentence: str) -> None:
        """Something has happened that is to be known."""


class Run:
    """A plan being carried out into a file."""

    def __init__(self, plan: Plan, store: Store) -> None:
        self.plan = plan
        self._store = store
        self._number = store.setup_number(plan.setup.key)
        names = {contest.name for contest in plan.contests}
        self._played = [
            game
            for game in store.games(self._number)
            if game.fixture.contest in names and game.fixture.deal < plan.deals
        ]
        self._by_contest: dict[str, list[Played]] = {name: [] for name in names}
        for game in self._played:
            self._by_contest[game.fixture.contest].append(game)
        self._keys = {game.fixture.key for game in self._played}
        self.before = len(self._played)  # games that were in the file already
        self.done = Counter(game.fixture.contest for game in self._played)  # games by contest
        self.closed: set[str] = set()  # contests that are sure
        self._close(names)

    @property
    def programs(self) -> set[str]:
        """Fingerprints of the code that played."""
        return {game.program for game in self._played}

    @property
    def finished(self) -> int:
        """Games that are done, before and now."""
        return len(self._played)

    @property
    def planned(self) -> int:
        """Games that there will have been at the end, as far as is known now."""
        each = self.plan.games_of_each
        return sum(self.done[c.name] if c.name in self.closed else each for c in self.plan.contests)

    def duels(self) -> dict[tuple[str, str], Duel]:
        """Every two bots, as far as they are compared."""
        return self._duels(self._played)

    def _duels(self, games: Sequence[Played]) -> dict[tuple[str, str], Duel]:
        return duels(games, self.plan.contests[0].orders)

    def carry_out(self, pool: Pool, follower: Follower) -> None:
        """Play all that is left. Whatever ends it, each game that was finished is in the file."""
        ahead = self._left()
        again: deque[Fixture] = deque()  # their workers were lost
        pending: dict[Future[Played], Fixture] = {}
        losses = 0
        looked = monotonic()
        follower.standing(self)
        while True:
            while len(pending) < AHEAD * max(1, pool.workers) and (fixture := _next(again, ahead)) is not None:
                try:
                    pending[pool.executor.submit(play, self.plan.setup, fixture)] = fixture
                except RuntimeError as problem:  # the pool broke since the last look
                    if not pool.is_loss(problem):
                        raise
                    again.append(fixture)
                    break
            if not pending and not again:
                return
            done = wait(pending, PATIENCE, FIRST_COMPLETED).done
            if monotonic() - looked > PATIENCE:
                looked = monotonic()
                if news := pool.news():
                    follower.tell(news)
            results, lost = self._sort(done, pending, pool)
            if results:
                losses = 0
                self._keep(results)
                follower.standing(self)
            if lost or (again and not pending):
                losses += 1
                if pool.loses_all:
                    lost += pending.values()
                    pending.clear()
                again.extend(lost)
                if losses == LOSSES:
                    raise ParlourError(
                        f"workers died {LOSSES} times before a game was finished (is there too little memory?); "
                        f"{self.finished} finished games are in {self._store.path}"
                    )
                follower.tell(f"A worker died. Games that it was at begin anew: {len(again)}. Finished ones are kept.")
                pool.begin_anew()

    def _left(self) -> Iterator[Fixture]:
        """What is still to be played: whole deals, one after the other, so that all contests come along together."""
        for deal in range(self.plan.deals):
            for contest in self.plan.contests:
                if contest.name not in self.closed:
                    yield from (fixture for fixture in contest.fixtures(deal) if fixture.key not in self._keys)

    def _sort(
        self, done: set[Future[Played]], pending: dict[Future[Played], Fixture], pool: Pool
    ) -> tuple[list[Played], list[Fixture]]:
        """Results, and games whose worker died; a game that went wrong is raised when the others are kept."""
        results, lost = [], []
        wrong: tuple[Fixture, BaseException] | None = None
        for future in done:
            fixture = pending.pop(future)
            problem = None if future.cancelled() else future.exception()
            if problem is None and not future.cancelled():
                results.append(future.result())
            elif problem is None or pool.is_loss(problem):
                lost.append(fixture)
            else:
                wrong = (fixture, problem)
        if wrong is not None:
            self._keep(results)
            fixture, problem = wrong
            raise ParlourError(
                f"deal {fixture.deal} of {' against '.join(fixture.bots)} could not be played to its end: "
                f"{type(problem).__name__}: {problem}"
            ) from problem
        return results, lost

    def _keep(self, results: Sequence[Played]) -> None:
        self._store.add(self._number, results)
        self._played += results
        for game in results:
            self._by_contest[game.fixture.contest].append(game)
            self._keys.add(game.fixture.key)
            self.done[game.fixture.contest] += 1
        self._close({game.fixture.contest for game in results})

    def _close(self, changed: Collection[str]) -> None:
        """Contests in which every two bots are sure need no further game."""
        if not self.plan.stops_when_sure:
            return
        is_pairwise = self.plan.setup.players > 1 and not self.plan.setup.is_mixed
        chosen = [game for name in changed for game in self._by_contest[name]] if is_pairwise else self._played
        sure = {pair for pair, duel in self._duels(chosen).items() if confidence.verdict(duel.shares)}
        for contest in self.plan.contests:
            pairs = decided_pairs(contest.bots, self.plan.bots)
            if pairs and pairs <= sure:
                self.closed.add(contest.name)


def _next(again: deque[Fixture], ahead: Iterator[Fixture]) -> Fixture | None:
    return again.popleft() if again else next(ahead, None)
