"""The luck of a deal: what one bot makes of it, playing every seat, beside what it makes of other deals."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from math import inf, sqrt
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from parlour.bots.analysis.curve import final_values
from parlour.bots.analysis.position import level_of
from parlour.bots.annotation import DealLuck
from parlour.bots.level_bot import IsCancelled, LevelBot
from parlour.luck import Luck, canonical_json
from parlour.match import Match

SAME, OTHER = 24, 24  # games with this deal and with others
SHARE = 300  # of the simulations of the strongest level go into a move of these games
STRONGEST = "5"
CLEAR = 2.0  # standard errors by which a deal must differ from others to be called good or poor
BLUNDERS = 0.03  # probability of a random move instead: else some games would be the same every time


def has_luck(match: Match) -> bool:
    """Whether the luck of a match's deal can be measured: it has one, it was dealt, and it is no longer secret."""
    start = match.at(0)
    return start.deal is not None and not match.is_from_position and match.outcome is not None


def measure(
    match: Match, seed: str, is_cancelled: IsCancelled, report: Callable[[], None], same: int, other: int
) -> list[DealLuck]:
    """Let a bot that thinks for a moment play every seat, on the deal of this match and on others.

    It plays the same deal several times, since its moves depend on its random numbers. The other deals follow from the
    seed and this deal, so that not all matches are compared with the same ones. `report` is called after each game.
    """
    kind = match.game, match.players, match.options
    start = Match.new(*kind, deal=match.at(0).deal)
    others = f"{seed}/usual/{sha256(canonical_json(start.deal).encode()).hexdigest()[:16]}"
    here = _results([start] * same, f"{seed}/here", is_cancelled, report)
    usual = _results([Match.new(*kind, f"{others}/{k}") for k in range(other)], others, is_cancelled, report)
    has_points = here[1].any() or usual[1].any()
    return [
        DealLuck(
            seat=seat,
            value=float(here[0, :, seat].mean()),
            error=_error(here[0, :, seat]),
            usual=float(usual[0, :, seat].mean()),
            usual_error=_error(usual[0, :, seat]),
            points=float(here[1, :, seat].mean()) if has_points else None,
            usual_points=float(usual[1, :, seat].mean()) if has_points else None,
            points_error=_error(here[1, :, seat]) if has_points else None,
            usual_points_error=_error(usual[1, :, seat]) if has_points else None,
        )
        for seat in range(match.players)
    ]


def _results(
    starts: list[Match], seed: str, is_cancelled: IsCancelled, report: Callable[[], None]
) -> NDArray[np.float64]:
    """Play from each start; return the results and the points, by game and seat."""
    found = np.zeros((2, len(starts), starts[0].players))
    for number, start in enumerate(starts):
        ended = _played_out(start, f"{seed}/{number}", is_cancelled)
        assert ended.outcome is not None
        found[0, number], found[1, number] = final_values(ended), ended.outcome.scores
        report()
    return found


def _played_out(start: Match, seed: str, is_cancelled: IsCancelled) -> Match:
    """Play to the end with a quick bot in every seat."""
    match, level = start.fork(), replace(level_of(start.game, STRONGEST), blunder_rate=BLUNDERS)
    luck = Luck(seed)
    simulations = max(1, level.simulations // SHARE)
    bots = [LevelBot(match.game, level, luck.number(), simulations, inf, perf_counter) for _ in range(match.players)]
    while match.waiting:
        seat = match.waiting[0]
        match.play(seat, bots[seat].choose(match, seat, is_cancelled))
    return match


def _error(numbers: NDArray[np.float64]) -> float:
    """Return the standard error of the mean."""
    return float(np.std(numbers, ddof=1)) / sqrt(numbers.size)
