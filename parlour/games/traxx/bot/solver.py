"""The best result of a deal of Träxx, with the order of its cards known."""

from __future__ import annotations

from dataclasses import dataclass
from math import floor

import msgspec
import numpy as np
from numpy.typing import NDArray

from parlour.errors import ParlourError
from parlour.game import BestPossible
from parlour.games.traxx import rules
from parlour.games.traxx.bot import beam
from parlour.games.traxx.bot.beam import LINE, WALK
from parlour.games.traxx.notation import move_text
from parlour.games.traxx.rules import FIELDS, NUMBERS, ROUNDS
from parlour.match import Match
from parlour.numbers import as_number

WIDTH = 20_000  # lines kept in each round
REACH = 4  # times as many get a tighter bound first
ROUNDS_OF_PRICING = 60
SURE = 1e-6  # rounding error of bounds, which are sums of prices
ALONE = np.full(FIELDS, ROUNDS)  # no rival enters a field


class Best(msgspec.Struct, frozen=True):
    """The best line found, and an upper bound for all lines."""

    score: int
    """The final score of the line."""
    moves: list[str]
    """The moves to the end of the match."""
    bound: int
    """No line scores more than this."""

    @property
    def is_proven(self) -> bool:
        """Whether this line is proven to be the best."""
        return self.score == self.bound


def best_possible(match: Match, width: int = WIDTH) -> Best:
    """Find the best way to finish a solo match when the order of the cards is known.

    It starts at the current position. A larger width finds better lines and tighter bounds, and takes longer.
    """
    if match.game.name != "traxx" or match.players != 1:
        raise ParlourError(
            "the best possible result is for a match of Träxx with one seat: with more it is a race (T11)"
        )
    lines_kept = as_number(width)
    if lines_kept is None or lines_kept < 1:
        raise ParlourError(f"width must be a whole number from 1 on, not {width!r}")
    return _best_line(match, 0, ALONE, lines_kept)


def best_by_seat(match: Match) -> list[BestPossible]:
    """Return the best line of each seat of a finished match, had it known the cards and what the others would play.

    With several seats, the match must have been played to its end: else it is not known when the others would have
    reached which numbers (T11).
    """
    outcome = match.outcome
    if outcome is None or (match.players > 1 and outcome.reason == "resigned"):
        return []
    start, width = match.at(0), max(1, WIDTH // match.players**2)
    found = [(seat, _best_line(start, seat, _rivals(match, seat), width)) for seat in range(match.players)]
    return [BestPossible(seat, best.score, best.moves, best.is_proven, best.bound) for seat, best in found]


def _best_line(match: Match, seat: int, rivals: NDArray[np.int64], width: int) -> Best:
    """Find the best line from the current position, where rivals enter the fields in these rounds."""
    start = match.state
    table = np.zeros((match.players, len(rules.SCORE_NAMES)), np.int64)
    rules.scores(start[0], table)
    points, bound, codes = _Search(start, seat, rivals, width).run()
    codes += [rules.PASS] * (ROUNDS - int(start[0].closed) - len(codes))
    scored = int(table[seat, 0])
    return Best(scored + points, _texts(start, seat, codes), scored + bound)


def _rivals(match: Match, seat: int) -> NDArray[np.int64]:
    """Return the round in which another seat first entered each field; its start counts as the round before."""
    first, again = ALONE.copy(), match.at(0)
    for mover, text in [(None, ""), *match.moves]:
        if mover is not None:
            again.play(mover, text)
        s = again.state[0]
        used = 0
        for other in range(match.players):
            used |= int(s.used[other]) if other != seat else 0
        entered = np.array([used >> field & 1 for field in range(FIELDS)], bool)
        first[entered] = np.minimum(first[entered], int(s.closed) - 1)
    return first


def afterword(match: Match) -> str | None:
    """Return how close a solo match came to the best result possible with the order of the cards known."""
    if match.players != 1:
        return None
    assert match.outcome is not None
    reached, best = match.outcome.scores[0], best_possible(match.at(0)).score
    if reached >= best:
        return "Even knowing the order of the cards, no better line was found."
    part = f": this is {int(100 * reached / best)} % of that" if reached > 0 else ""
    return f"With the order of the cards known, {best} points were possible{part}."


def _texts(start: NDArray[np.void], seat: int, codes: list[int]) -> list[str]:
    """Return the texts of a seat's successive moves; what the others do makes no difference to them."""
    work, texts = start.copy(), []
    for code in codes:
        texts.append(move_text(work[0], seat, code))
        for other in range(int(start[0].players)):
            rules.apply(work[0], other, code if other == seat else rules.PASS)
    return texts


@dataclass(frozen=True)
class _Found:
    """Where the best line ends."""

    round: int
    parent: int  # the line of the round before
    move: int


class _Search:
    """One search from a position; see beam.py for how it works."""

    def __init__(self, start: NDArray[np.void], seat: int, rivals: NDArray[np.int64], width: int) -> None:
        s = start[0]
        moves, self._firsts = np.empty(rules.MAX_MOVES, np.int64), np.zeros((ROUNDS, FIELDS + 1), np.int64)
        many = beam.list_all_walks(start, seat, rivals, moves, np.zeros(0, WALK), self._firsts)
        self._walks = np.zeros(many, WALK)
        beam.list_all_walks(start, seat, rivals, moves, self._walks, self._firsts)
        self._begun, self._width = int(s.closed), width
        line, length = seat * FIELDS, int(s.length[seat])
        self._one, self._other = sorted((int(s.line[line]), int(s.line[line + length - 1])))
        is_alone = int(s.players) == 1
        self._highest = max((k + 2 for k in range(NUMBERS) if s.won[k]), default=0) if is_alone else 0
        self._used = int(s.used[seat])
        self._free = np.array([not self._used >> field & 1 for field in range(FIELDS)])
        self._numbers = np.array(s.number)
        self._ahead = np.zeros((ROUNDS + 1, beam.HEIGHTS, FIELDS, FIELDS))

    def run(self) -> tuple[int, int, list[int]]:
        """Return the points of the best line from here on, an upper bound for all lines, and its moves."""
        if self._begun == ROUNDS:
            return 0, 0, []
        prices = self._priced()
        root = np.zeros(1, LINE)
        root["used"], root["one"], root["other"], root["highest"] = self._used, self._one, self._other, self._highest
        root["prices"] = prices.sum()
        root["bound"] = limit = self._look_back(prices)
        layers, best, dropped, found = [root], 0, 0.0, None
        room = np.zeros(REACH * self._width, LINE)
        slots, keys = np.zeros(1 << (2 * room.size).bit_length(), np.int64), np.empty(room.size)
        for r in range(self._begun, ROUNDS):
            many, lost, best, parent, move = beam.widen(
                layers[-1], room, self._walks, self._firsts, self._ahead, r, best, limit, slots
            )
            if parent >= 0:
                found = _Found(r, int(parent), int(move))
            beam.look_closer(room, many, prices, keys)
            kept, missed = self._kept(room["bound"][:many], keys[:many], best)
            dropped = max(dropped, float(lost), missed)
            layers.append(room[kept])
        bound = min(floor(dropped + SURE), self._all_fields())
        return int(best), max(int(best), bound), self._moves(layers, found)

    def _all_fields(self) -> int:
        """Return the points of a line over all free fields, with their numbers in ascending order (T13)."""
        numbers = [int(value) for value in self._numbers[self._free] if value]
        worth = [value if value > self._highest else (value + 1) // 2 for value in numbers]
        return int(self._free.sum()) + sum(worth)

    def _look_back(self, prices: NDArray[np.float64]) -> float:
        """Return the upper bound at these prices."""
        beam.look_back(self._walks, self._firsts, prices, self._begun, self._ahead)
        return float(self._ahead[self._begun, self._highest, self._one, self._other] + prices.sum())

    def _priced(self) -> NDArray[np.float64]:
        """Return the prices with the lowest bound among those tried."""
        prices = np.where(self._free, 0.5, 0.0)
        best, lowest, pace, stalled = prices, np.inf, 1.0, 0
        visits = np.zeros(FIELDS, np.int64)
        for _ in range(ROUNDS_OF_PRICING):
            limit = self._look_back(prices)
            stalled += 1
            if limit < lowest - 1e-3:
                best, lowest, stalled = prices, limit, 0
            elif stalled == 4:
                pace, stalled = 0.6 * pace, 0
            ends = self._one, self._other
            beam.follow(self._walks, self._firsts, self._ahead, self._begun, *ends, self._highest, visits)
            excess = np.where(self._free, visits - 1, 0)
            excess[(prices <= 0.0) & (excess < 0)] = 0
            total = int((excess**2).sum())
            if total == 0:
                break  # each priced field is entered once: the bound is tight
            prices = np.maximum(0.0, prices + pace * 0.1 * limit / total * excess)
        return best

    def _kept(
        self, bounds: NDArray[np.float64], keys: NDArray[np.float64], best: int
    ) -> tuple[NDArray[np.int64], float]:
        """Return which lines are kept, and the highest bound of those dropped that might have been better."""
        good = np.flatnonzero(bounds + SURE >= best + 1)
        if good.size <= self._width:
            return good, 0.0
        order = np.argsort(-keys[good], kind="stable")
        kept, left = good[order[: self._width]], good[order[self._width :]]
        return kept, float(bounds[left].max())

    def _moves(self, layers: list[NDArray[np.void]], found: _Found | None) -> list[int]:
        """The moves of the best line, back from its end."""
        if found is None:
            return []
        moves, parent = [found.move], found.parent
        for r in range(found.round, self._begun, -1):
            line = layers[r - self._begun][parent]
            moves.append(int(line["move"]))
            parent = int(line["parent"])
        return moves[::-1]
