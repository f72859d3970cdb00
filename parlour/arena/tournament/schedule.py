"""Who plays whom, in which seats and with which deal.

A lineup is a set of bots at one table. Every deal of a lineup is played in all its orders, so that no bot has better
seats or better luck, and all lineups have the same deals:

    one seat     each bot alone; bots are compared by their results with the same deal
    two seats    every pair of bots; the orders are A B and B A
    more seats   every pair of bots, in alternating seats: A B A B and B A B A
    mixed        every choice of as many bots as there are seats, in a random order that is then rotated
    self-play    one bot in every seat
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from parlour.arena.tournament.config import Setup
from parlour.luck import Luck


@dataclass(frozen=True)
class ScheduledGame:
    """One game to play."""

    lineup: str
    """The name of its lineup."""
    deal: int
    """The number of its deal, from 0."""
    order: int
    """Which of the lineup's orders."""
    bots: tuple[str, ...]
    """The bots, by seat."""

    @property
    def key(self) -> tuple[str, int, int]:
        """A key that is unique within its set-up."""
        return self.lineup, self.deal, self.order


@dataclass(frozen=True)
class Lineup:
    """Bots that share a table."""

    setup: Setup
    """The set-up that it plays."""
    bots: tuple[str, ...]
    """The bots, weakest first."""

    @property
    def name(self) -> str:
        """The bots, weakest first: `greedy 1 2`."""
        return " ".join(self.bots)

    @property
    def orders(self) -> int:
        """The number of games with each deal."""
        return orders(self.setup.facts)

    def games(self, deal: int) -> list[ScheduledGame]:
        """The games of one deal."""
        return [ScheduledGame(self.name, deal, number, self._seated(deal, number)) for number in range(self.orders)]

    def _seated(self, deal: int, order: int) -> tuple[str, ...]:
        seats = range(self.setup.players)
        if self.setup.is_mixed:
            mixed = Luck(f"{deal_seed(self.setup, deal)}/{self.name}").shuffled(self.bots)
            return tuple(mixed[(seat + order) % len(mixed)] for seat in seats)
        return tuple(self.bots[(seat + order) % len(self.bots)] for seat in seats)


def orders(facts: Mapping[str, Any]) -> int:
    """The number of games with each deal of a lineup: one for each of its bots, so that each starts once."""
    players = int(facts["players"])
    return 1 if "everybody" in facts else players if facts["mixed"] else min(players, 2)


def lineups(setup: Setup, bots: Sequence[str]) -> list[Lineup]:
    """All lineups of these bots, which must be sorted."""
    return [Lineup(setup, chosen) for chosen in combinations(bots, orders(setup.facts))]


def pairs_to_decide(lineup: Sequence[str], bots: Sequence[str]) -> set[tuple[str, str]]:
    """The pairs that a lineup must decide. A bot that plays alone is compared with every other one."""
    if len(lineup) == 1:
        return {pair for pair in combinations(bots, 2) if lineup[0] in pair}
    return set(combinations(lineup, 2))


def deals_for(setup: Setup, games: int) -> int:
    """The number of deals that give at least this many games of a lineup."""
    return -(-games // orders(setup.facts))


def deal_seed(setup: Setup, deal: int) -> str:
    """The seed of a deal: `parlour.new` with this seed gives the same deal."""
    return f"{setup.seed}/{deal}"
