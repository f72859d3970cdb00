"""Comparison of two bots, deal by deal."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from parlour.arena.tournament.config import rank
from parlour.arena.tournament.worker import GameResult


@dataclass
class Duel:
    """One bot's results against another: an entry per deal that was played in every order, in order of deals."""

    higher: str  # the bot expected to be stronger
    lower: str
    shares: list[float] = field(default_factory=list)  # of the higher: 1 if always ahead, 1/2 if as often as not
    margins: list[float] = field(default_factory=list)  # difference of the first scores, higher minus lower
    games: int = 0
    wins: int = 0  # games in which the higher was ahead
    ties: int = 0

    @property
    def losses(self) -> int:
        """Games in which the lower was ahead."""
        return self.games - self.wins - self.ties

    def add(self, shares: Sequence[float], margins: Sequence[float]) -> None:
        """Add a deal, with an entry for each of its games."""
        self.shares.append(sum(shares) / len(shares))
        self.margins.append(sum(margins) / len(margins))
        self.games += len(shares)
        self.wins += sum(share > 0.5 for share in shares)
        self.ties += sum(share == 0.5 for share in shares)


def duels(games: Iterable[GameResult], orders: int) -> dict[tuple[str, str], Duel]:
    """Every pair of bots that met, the one weaker by name first. Bots that play alone meet by playing the same deal.

    Deals count from the first one on without gaps, because shorter games finish first and must not count more.
    """
    tables: dict[str, dict[int, list[GameResult]]] = defaultdict(lambda: defaultdict(list))
    for game in games:
        tables[game.scheduled.lineup][game.scheduled.deal].append(game)
    whole = {lineup: _whole_deals(deals, orders) for lineup, deals in tables.items()}
    if any(len(game.scheduled.bots) == 1 for deals in whole.values() for deal in deals for game in deal):
        return _alone(whole)
    found: dict[tuple[str, str], Duel] = {}
    longest = max((len(deals) for deals in whole.values()), default=0)
    for number in range(longest):
        for lineup in sorted(whole):
            if number < len(whole[lineup]):
                _meet(found, lineup.split(), whole[lineup][number])
    return found


def _whole_deals(deals: dict[int, list[GameResult]], orders: int) -> list[list[GameResult]]:
    """The deals from the first one on, without gaps, that were played in every order."""
    whole: list[list[GameResult]] = []
    while len(deals.get(len(whole), ())) == orders:
        whole.append(deals[len(whole)])
    return whole


def _meet(found: dict[tuple[str, str], Duel], bots: Sequence[str], games: Sequence[GameResult]) -> None:
    for lower, higher in combinations(sorted(bots, key=rank), 2):
        duel = found.setdefault((lower, higher), Duel(higher, lower))
        shares, margins = zip(*(_between(game, higher, lower) for game in games), strict=True)
        duel.add(shares, margins)


def _between(game: GameResult, higher: str, lower: str) -> tuple[float, float]:
    """The share of one bot against the other over all pairs of their seats, and the lead of its mean score.

    Seats tied for last are not compared, as in the ratings: in a game with one winner, all others lose alike.
    """
    ours = [seat for seat, bot in enumerate(game.scheduled.bots) if bot == higher]
    theirs = [seat for seat, bot in enumerate(game.scheduled.bots) if bot == lower]
    last = max(game.ranking) if min(game.ranking) < max(game.ranking) else None
    pairs = [(game.ranking[seat], game.ranking[other]) for seat in ours for other in theirs]
    points = [_point(other, mine) for mine, other in pairs if not mine == other == last] or [0.5]
    first = next(iter(game.scores.values()))
    margin = sum(first[seat] for seat in ours) / len(ours) - sum(first[seat] for seat in theirs) / len(theirs)
    return sum(points) / len(points), margin


def _alone(whole: dict[str, list[list[GameResult]]]) -> dict[tuple[str, str], Duel]:
    found = {}
    for lower, higher in combinations(sorted(whole, key=rank), 2):
        duel = found[lower, higher] = Duel(higher, lower)
        for (ours,), (theirs,) in zip(whole[higher], whole[lower], strict=False):
            mine = [column[0] for column in ours.scores.values()]
            other = [column[0] for column in theirs.scores.values()]
            duel.add([_point(mine, other)], [mine[0] - other[0]])
    return found


def _point(mine: int | list[int], other: int | list[int]) -> float:
    """1 for more than the other, 1/2 for a tie, 0 for less."""
    return 0.5 if mine == other else float(mine > other)  # type: ignore[operator]
