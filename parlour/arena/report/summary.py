"""The results of one set-up as figures, for reports and programs."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median
from typing import Any

import msgspec

from parlour.arena.statistics import confidence, intervals, ratings
from parlour.arena.statistics.comparison import Duel, duels
from parlour.arena.statistics.intervals import Estimate
from parlour.arena.tournament.config import rank
from parlour.arena.tournament.request import Unfinished, command_text, unfinished
from parlour.arena.tournament.results import Store
from parlour.arena.tournament.schedule import orders
from parlour.arena.tournament.worker import GameResult
from parlour.errors import UnknownGame
from parlour.games import find

BASE = "greedy"  # rated 0 if it plays, so that ratings of different files can be compared


class Entrant(msgspec.Struct, frozen=True):
    """One bot among the others."""

    name: str
    """The bot."""
    games: int
    """How many games it played."""
    rating: Estimate | None
    """On the Elo scale; None if everybody plays alone."""
    wins: float
    """The share of its seats that won; a shared win counts in part."""
    score: Estimate | None
    """The mean of the first score column; None if scores only say who won."""
    seconds: float
    """Mean thinking time per move."""
    slowest: float
    """Seconds of its longest search."""


class Pairing(msgspec.Struct, frozen=True):
    """Two bots against each other."""

    higher: str
    """The bot that is stronger by name."""
    lower: str
    """The other bot."""
    deals: int
    """How many deals they played."""
    games: int
    """How many games they played."""
    wins: int
    """Games in which the higher was ahead."""
    ties: int
    """Games in which neither was ahead."""
    losses: int
    """Games in which the lower was ahead."""
    share: Estimate
    """The share of the higher; its interval holds at any time, so a match may stop by it."""
    verdict: int
    """1 if the higher is proved stronger, -1 if weaker, 0 if undecided."""
    rating: Estimate | None
    """The lead of the higher on the Elo scale; None if everybody plays alone."""
    margin: Estimate | None
    """The lead of the higher in the first score column, by deal; None if scores only say who won."""


class Seat(msgspec.Struct, frozen=True):
    """The advantage of a seat."""

    name: str
    """The name of the seat."""
    wins: Estimate
    """The share of games won from it."""


class Summary(msgspec.Struct, frozen=True):
    """All figures of a set-up."""

    title: str
    """The game's name for people."""
    facts: dict[str, Any]
    """What distinguishes this set-up from others."""
    commands: list[str]
    """The commands that produced the games."""
    games: int
    """How many games were played."""
    unfinished: list[Unfinished]
    """Lineups with fewer games than requested."""
    programs: int
    """How many versions of the code played."""
    base: str | None
    """The bot whose rating is 0."""
    score_name: str
    """The name of the first score column."""
    entrants: list[Entrant]
    """The bots, weakest first by these results."""
    pairings: list[Pairing]
    """Every pair of bots that met."""
    seats: list[Seat]
    """The advantage of each seat."""
    shortest: int
    """Moves of the shortest game."""
    usual: float
    """Moves of the median game."""
    longest: int
    """Moves of the longest game."""

    @property
    def is_alone(self) -> bool:
        """Whether everybody plays alone."""
        return bool(self.facts["players"] == 1)


def summarise(store: Store, setup: int, facts: dict[str, Any]) -> Summary:
    """The summary of a set-up that has games."""
    games = store.games(setup)
    requests = store.requests(setup)
    score_name = next(iter(games[0].scores))
    has_points = any(score not in (0, 1) for game in games for score in game.scores[score_name])
    bots = sorted({bot for game in games for bot in game.scheduled.bots}, key=rank)
    rated = None if facts["players"] == 1 or len(bots) < 2 else _ratings(bots, games)
    pairings = [
        _pairing(duel, rated, has_points)
        for _, duel in sorted(duels(games, orders(facts)).items(), key=lambda item: [rank(name) for name in item[0]])
        if duel.games
    ]
    return Summary(
        title=_title(facts["game"]),
        facts=facts,
        commands=[command_text(facts, request) for request in requests],
        games=len(games),
        unfinished=unfinished(requests, facts, games, {(p.lower, p.higher) for p in pairings if p.verdict}),
        programs=len({game.program for game in games}),
        base=None if rated is None else rated.base,
        score_name=score_name.replace("_", " "),
        entrants=sorted((_entrant(bot, games, rated, has_points) for bot in bots), key=_standing),
        pairings=pairings,
        seats=_seats(games, facts),
        shortest=min(game.plies for game in games),
        usual=median(game.plies for game in games),
        longest=max(game.plies for game in games),
    )


def _title(name: str) -> str:
    try:
        return find(name).title
    except UnknownGame:  # a game that is not installed
        return name


def _ratings(bots: Sequence[str], games: Sequence[GameResult]) -> ratings.Ratings:
    number = {bot: k for k, bot in enumerate(bots)}
    tables = [
        (game.scheduled.deal, ratings.places([number[bot] for bot in game.scheduled.bots], game.ranking))
        for game in games
    ]
    return ratings.fit(bots, tables, BASE if BASE in bots else None)


def scores_of(bot: str, games: Sequence[GameResult]) -> list[float]:
    """The first scores of a bot, from each of its seats."""
    return [
        float(next(iter(game.scores.values()))[seat])
        for game in games
        for seat, name in enumerate(game.scheduled.bots)
        if name == bot
    ]


def _entrant(bot: str, games: Sequence[GameResult], rated: ratings.Ratings | None, has_points: bool) -> Entrant:
    seats = [(game, seat) for game in games for seat, name in enumerate(game.scheduled.bots) if name == bot]
    moves = sum(game.moves[seat] for game, seat in seats)
    return Entrant(
        name=bot,
        games=len({game.scheduled.key for game, _ in seats}),
        rating=None if rated is None else rated.of(bot),
        wins=sum(_win(game, seat) for game, seat in seats) / len(seats),
        score=_mean_by_deal(seats) if has_points else None,
        seconds=sum(game.seconds[seat] for game, seat in seats) / max(1, moves),
        slowest=max(game.slowest[seat] for game, seat in seats),
    )


def _standing(entrant: Entrant) -> float:
    """The sorting key of entrants."""
    estimate = entrant.rating or entrant.score
    return 0.0 if estimate is None else estimate.value


def _mean_by_deal(seats: Sequence[tuple[GameResult, int]]) -> Estimate | None:
    """The mean score. Games of one deal count as one observation, because they are correlated."""
    deals: dict[int, list[int]] = {}
    for game, seat in seats:
        deals.setdefault(game.scheduled.deal, []).append(next(iter(game.scores.values()))[seat])
    return intervals.mean([sum(scores) / len(scores) for scores in deals.values()])


def _pairing(duel: Duel, rated: ratings.Ratings | None, has_points: bool) -> Pairing:
    low, high = confidence.interval(duel.shares)
    return Pairing(
        higher=duel.higher,
        lower=duel.lower,
        deals=len(duel.shares),
        games=duel.games,
        wins=duel.wins,
        ties=duel.ties,
        losses=duel.losses,
        share=Estimate(sum(duel.shares) / len(duel.shares), low, high),
        verdict=confidence.verdict(duel.shares),
        rating=None if rated is None else rated.difference(duel.higher, duel.lower),
        margin=intervals.mean(duel.margins) if has_points else None,
    )


def _seats(games: Sequence[GameResult], facts: dict[str, Any]) -> list[Seat]:
    players = facts["players"]
    if players == 1:
        return []
    try:
        names = find(facts["game"]).seat_names
    except UnknownGame:
        names = tuple(f"seat {seat}" for seat in range(players))
    return [Seat(names[seat], intervals.share([_win(game, seat) for game in games])) for seat in range(players)]


def _win(game: GameResult, seat: int) -> float:
    """1 for a win, a fraction for a shared win."""
    return 1 / len(game.winners) if seat in game.winners else 0.0
