"""Ratings from rankings by the Plackett-Luce model, which is the Bradley-Terry model for two players.

Each bot has a strength w. Bot i comes first at a table with probability w_i / (sum of all), and so on for the lower
places. Ties count as the mean over all possible orders: a tie of two is half a win for each. Seats tied for last below
others are not compared, because nothing shows which of them was better.

The fit maximises the likelihood of all games, with one extra tied game for each pair of bots, so that a bot that never
lost has a finite rating. Intervals use the wider of two estimates: the Fisher information, which measures how much the
games can tell, and the spread of the gradients by deal (a sandwich estimate), which accounts for the correlation of
games of one deal. Python's package for this model, choix, has neither ties nor intervals, so the fit is our own.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import log, sqrt

import numpy as np
from numpy.typing import NDArray

from parlour.arena.statistics.intervals import NORMAL, Estimate

ELO = 400 / log(10)  # 400 points are odds of 10 to 1
STEPS = 100
CLOSE = 1e-10

Floats = NDArray[np.float64]
Places = tuple[tuple[int, ...], ...]  # the bots in first place, in second place, ...


@dataclass(frozen=True)
class Ratings:
    """Strengths on the Elo scale. Each bot's interval is for its distance from the bot at 0."""

    bots: tuple[str, ...]
    base: str  # the bot at 0
    values: tuple[float, ...]
    covariances: tuple[Floats, ...]  # two estimates of the same covariance

    def of(self, bot: str) -> Estimate:
        """A bot's rating."""
        return self.difference(bot, self.base)

    def difference(self, higher: str, lower: str) -> Estimate:
        """How far one bot is above the other."""
        i, j = self.bots.index(higher), self.bots.index(lower)
        value = self.values[i] - self.values[j]
        variance = max(float(c[i, i] + c[j, j] - 2 * c[i, j]) for c in self.covariances)
        margin = NORMAL * sqrt(max(variance, 0.0))
        return Estimate(value, value - margin, value + margin)


def places(bots: Sequence[int], ranking: Sequence[int]) -> Places:
    """The bots of a table by place."""
    return tuple(
        tuple(sorted(bot for bot, other in zip(bots, ranking, strict=True) if other == place))
        for place in sorted(set(ranking))
    )


def fit(bots: Sequence[str], games: Iterable[tuple[Hashable, Places]], base: str | None = None) -> Ratings:
    """Ratings of bots from games, each given with its deal. `base`, or by default the weakest bot, is at 0."""
    model = _Model(len(bots))
    for deal, table in games:
        model.add(deal, table)
    for pair in combinations(range(len(bots)), 2):
        model.add(None, (pair,))
    strengths = model.most_likely()
    zero = int(np.argmin(strengths)) if base is None else list(bots).index(base)
    values = (strengths - strengths[zero]) * ELO
    covariances = tuple(covariance * ELO**2 for covariance in model.covariances(strengths))
    return Ratings(tuple(bots), bots[zero], tuple(values.tolist()), covariances)


class _Model:
    """The log-likelihood: sums of strengths, minus logarithms of sums of their exponentials."""

    def __init__(self, bots: int) -> None:
        self.bots = bots
        self._chosen: dict[Hashable, Floats] = {}  # by deal: how often each bot came first in a choice
        self._choices: dict[Hashable, dict[tuple[int, ...], float]] = {}  # by deal: bots in it -> weight

    def add(self, deal: Hashable, table: Places) -> None:
        """Add a game. Deal None marks the extra games that were not played."""
        chosen = self._chosen.setdefault(deal, np.zeros(self.bots))
        choices = self._choices.setdefault(deal, {})
        left = [bot for place in table for bot in place]
        for number, place in enumerate(table):
            if number > 0 and number == len(table) - 1:
                break
            rest = left[len(place) :]
            for bot in place:
                chosen[bot] += 1
            for gone in range(len(place)):
                subsets = list(combinations(place, len(place) - gone))
                for subset in subsets:
                    among = tuple(np.bincount([*subset, *rest], minlength=self.bots).tolist())
                    choices[among] = choices.get(among, 0.0) + 1 / len(subsets)
            left = rest

    def _arrays(self) -> tuple[Floats, Floats, Floats]:
        """First places by deal and bot; weights by deal and choice; numbers of bots by choice and bot."""
        deals = list(self._chosen)
        kinds = sorted({kind for choices in self._choices.values() for kind in choices})
        number = {kind: k for k, kind in enumerate(kinds)}
        often = np.zeros((len(deals), len(kinds)))
        for row, deal in enumerate(deals):
            for kind, weight in self._choices[deal].items():
                often[row, number[kind]] = weight
        chosen = np.array([self._chosen[deal] for deal in deals]).reshape(-1, self.bots)
        return chosen, often, np.array(kinds, np.float64).reshape(-1, self.bots)

    def most_likely(self) -> Floats:
        """The maximum-likelihood strengths, the first at 0, by Newton's method with step halving."""
        chosen, often, among = self._arrays()
        total, weights = chosen.sum(axis=0), often.sum(axis=0)
        strengths = np.zeros(self.bots)
        height = _height(strengths, total, weights, among)
        for _ in range(STEPS):
            chances = _chances(strengths, among)
            slope = total - weights @ chances
            step = np.zeros(self.bots)
            step[1:] = np.linalg.solve(_information(weights, chances)[1:, 1:], slope[1:])
            size = 1.0
            while (new := _height(strengths + size * step, total, weights, among)) < height and size > CLOSE:
                size /= 2
            strengths, height = strengths + size * step, max(new, height)
            if np.abs(step).max() < CLOSE:
                break
        return strengths

    def covariances(self, strengths: Floats) -> list[Floats]:
        """Covariances from the Fisher information and from the spread between deals; the first bot is fixed."""
        chosen, often, among = self._arrays()
        chances = _chances(strengths, among)
        inverse = np.zeros((self.bots, self.bots))
        inverse[1:, 1:] = np.linalg.inv(_information(often.sum(axis=0), chances)[1:, 1:])
        is_played = np.array([deal is not None for deal in self._chosen])
        slopes = (chosen - often @ chances)[is_played]
        if len(slopes) < 2:
            return [inverse]
        slopes = slopes - slopes.mean(axis=0)  # their sum is not quite 0 because of the extra games
        spread = slopes.T @ slopes * len(slopes) / (len(slopes) - 1)
        return [inverse, inverse @ spread @ inverse]


def _chances(strengths: Floats, among: Floats) -> Floats:
    """For each choice, the probability that each bot comes first."""
    weights = among * np.exp(strengths - strengths.max())
    chances: Floats = weights / weights.sum(axis=1, keepdims=True)
    return chances


def _height(strengths: Floats, total: Floats, weights: Floats, among: Floats) -> float:
    """The log-likelihood."""
    most = strengths.max()
    sums = np.log((among * np.exp(strengths - most)).sum(axis=1)) + most
    return float(total @ strengths - weights @ sums)


def _information(weights: Floats, chances: Floats) -> Floats:
    """The observed Fisher information: the curvature of the log-likelihood."""
    information: Floats = np.diag(weights @ chances) - (chances * weights[:, None]).T @ chances
    return information
