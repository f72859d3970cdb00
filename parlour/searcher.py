"""The contract of a search for good moves, and what it reports; and the best that hindsight finds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import msgspec
import numpy as np


class SearchResult(msgspec.Struct, frozen=True):
    """What a searcher found out about a position, for the seat it thinks for."""

    moves: list[int]
    """The codes of the moves that it considered."""
    visits: list[int]
    """The visit count of each; the most visited move is the best."""
    values: list[float]
    """The value of each, from 0 (lost) to 1 (won)."""
    line: list[int]
    """The principal variation; in simultaneous games, the seat's own moves alone."""
    errors: list[float] = []
    """The standard error of each value; empty if values are not sampled."""
    points: list[float] = []
    """The seat's expected score after each move, in the first score column; empty if that is not known."""
    points_errors: list[float] = []
    """The standard error of each of these; empty if they are not sampled."""
    seat_values: list[list[float]] = []
    """The value of the position after each move to every seat, by seat; empty if only that to its own is known."""
    seat_points: list[list[float]] = []
    """The expected score of every seat after each move, by seat; empty if that is not known."""
    lines: list[list[int]] = []
    """Each move and what is likely to follow it; empty if only `line` is known."""


class BestPossible(msgspec.Struct, frozen=True):
    """The best a seat could have done, had it known everything."""

    seat: int
    """The seat."""
    points: int
    """The score."""
    moves: list[str]
    """Its own moves that get this score, in order."""
    is_exact: bool
    """Whether no higher score is possible; False if it is only the best one found."""
    bound: int | None = None
    """No line scores more than this; None if no bound is known."""


class Searcher(Protocol):
    """A search for a good move that can be run in slices: the tree search of bots/, or a game's own."""

    def begin(
        self,
        start: np.ndarray[Any, Any],
        seat: int,
        rng: np.ndarray[Any, Any],
        moves: Sequence[int] | None = None,
    ) -> None:
        """Start at a position: a one-record array that agrees with what the seat knows (`Match.belief`).

        With `moves`, which are legal and all different, the search compares these moves and no others: it gives each
        the same number of visits, or the same depth, also where there is only one, and the same random numbers where
        it can. The result lists all of them. Such a search is never gone on with.
        """

    def go_on(self, start: np.ndarray[Any, Any], moves: Sequence[tuple[int, int]], rng: np.ndarray[Any, Any]) -> bool:
        """Move on to the position after these moves and keep the tree; False if the caller must `begin` instead."""

    def search(self, simulations: int) -> int:
        """Run about this many simulations; return how many were run, 0 if the search is complete."""

    def result(self) -> SearchResult:
        """Return the result so far."""
