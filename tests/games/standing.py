"""How a game ended, for the oracles: scores, compared column by column, determine winners and places."""

from collections.abc import Sequence
from typing import TypedDict


class Outcome(TypedDict):
    """The end of a game: the reason, and the ranking of the seats."""

    reason: str
    scores: list[int]  # the first column, by seat
    details: dict[str, list[int]]  # every column, by seat
    winners: tuple[int, ...]
    ranking: tuple[int, ...]  # places by seat; equal seats share a place, as in (1, 1, 3)


def standing(reason: str, columns: Sequence[str], rows: Sequence[tuple[int, ...]]) -> Outcome:
    """The outcome of a game in which more is better, comparing the first column first."""
    ranking = tuple(1 + sum(other > row for other in rows) for row in rows)
    return {
        "reason": reason,
        "scores": [row[0] for row in rows],
        "details": {name: [row[index] for row in rows] for index, name in enumerate(columns)},
        "winners": tuple(seat for seat, place in enumerate(ranking) if place == 1),
        "ranking": ranking,
    }
