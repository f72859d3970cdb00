"""The curve of a match: the expected result and the expected points of every seat, before and after each move."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from parlour import kernel
from parlour.bots.analysis.pricing import Price
from parlour.match import Match


@dataclass(frozen=True)
class Priced:
    """The prices of one ply; None if the move was forced, so that nothing was searched."""

    seat: int
    played: Price | None
    best: Price | None


Row = list[float | None]


def result_curve(match: Match, plies: Sequence[Priced]) -> list[list[float]]:
    """Return the expected result of every seat before the first move and after each; they add up to 1.

    In a solo game there is one seat, and the value is that of its points. The last point is the result of the match,
    if it is over.
    """
    curve = [_adding_up_to_1(row) for row in _rows(match, plies, _values)]
    if match.outcome is not None:
        curve[-1] = final_values(match)
    return curve


def points_curve(match: Match, plies: Sequence[Priced]) -> list[list[float]] | None:
    """Return the expected points of every seat in the same way; None in games without points."""
    if not any(priced.played and priced.played.candidate.points is not None for priced in plies):
        return None
    curve = [[points or 0.0 for points in row] for row in _rows(match, plies, _points)]
    if match.outcome is not None:
        curve[-1] = [float(score) for score in match.outcome.scores]
    return curve


def final_values(match: Match) -> list[float]:
    """Return what the end of a match is worth to each seat: the winners share 1, and if nobody wins, all do."""
    outcome = match.outcome
    assert outcome is not None
    if match.players == 1:
        values = np.zeros(1)
        kernel.evaluate(match.state[0], values)
        return [float(values[0])]
    winners = outcome.winners or range(match.players)
    return [1.0 / len(winners) if seat in winners else 0.0 for seat in range(match.players)]


def _values(match: Match, seat: int, price: Price) -> Row:
    """Return what a price says of the expected result of each seat; None where it says nothing."""
    if price.seat_values:
        return list(price.seat_values)
    row: Row = [None] * match.players
    if match.players == 2 and not match.game.simultaneous:
        row[1 - seat] = 1.0 - price.candidate.value
    row[seat] = price.candidate.value
    return row


def _points(match: Match, seat: int, price: Price) -> Row:
    """Return what a price says of the expected points of each seat; None where it says nothing."""
    row: Row = [None] * match.players
    row[seat] = price.candidate.points
    return list(price.seat_points) or row


def _rows(match: Match, plies: Sequence[Priced], read: Callable[[Match, int, Price], Row]) -> list[Row]:
    """Return what is known of each seat before the first move and after each.

    Before a move, a seat has the value of its best move; afterwards, that of the one it played. Where all seats move at
    once, the best moves of all count from the beginning of the round.
    """
    rows: list[Row] = [[None] * match.players]
    for ply, priced in enumerate(plies):
        for other in plies[ply : _end_of_round(match, ply)]:
            _enter(rows[-1], read(match, other.seat, other.best) if other.best else [])
        rows.append(list(rows[-1]))
        _enter(rows[-1], read(match, priced.seat, priced.played) if priced.played else [])
    for row, after in zip(rows[-2::-1], rows[:0:-1], strict=True):  # until something is known, what is known first
        _enter(row, [new if old is None else None for old, new in zip(row, after, strict=True)])
    return rows


def _end_of_round(match: Match, ply: int) -> int:
    """Return where a round ends that begins at this ply; the ply itself if none does."""
    if not match.game.simultaneous:
        return ply + (ply == 0)
    began = [match.at(other).open_round for other in range(ply, min(ply + match.players, len(match.moves)))]
    return ply + sum(start == ply for start in began)


def _enter(row: Row, told: Row) -> None:
    """Overwrite what is known."""
    for seat, value in enumerate(told):
        if value is not None:
            row[seat] = value


def _adding_up_to_1(row: Row) -> list[float]:
    """Shift the values of all seats by the same amount so that they add up to 1; none falls below 0."""
    many = len(row)
    known = [1.0 / max(many, 2) if value is None else value for value in row]
    if many == 1:
        return known
    shifted = [max(0.0, value + (1.0 - sum(known)) / many) for value in known]
    return [value / sum(shifted) for value in shifted]
