"""What an annotated match says about its moves, its turning points and its deal."""

from __future__ import annotations

from typing import Literal

import msgspec

from parlour.bots.candidates import Candidate
from parlour.game import BestPossible
from parlour.message import Message

__all__ = ["AnnotatedMove", "Annotation", "BestPossible", "Candidate", "DealLuck", "Grade"]

Grade = Literal["best", "fine", "inaccuracy", "mistake", "blunder"]


class AnnotatedMove(msgspec.Struct, frozen=True):
    """A move that was played, compared with the best one."""

    ply: int
    """How many moves were made before it."""
    seat: int
    """The seat that made it."""
    played: Candidate
    """The move, its value and the line that was likely to follow."""
    best: Candidate
    """The best move found; the same as `played` if nothing better was found."""
    loss: float
    """How much less the move is worth than the best one, in expected result; never negative."""
    points_lost: float | None
    """The same in points, negative if the best move wins more often with fewer; None in games without points."""
    grade: Grade
    """How good the move was, by the thresholds of `parlour.bots.annotate`."""
    is_forced: bool
    """Whether it was the only legal move."""
    message: Message | None
    """Why it was a mistake, as a fact about the board; None if it was none, or if the game gives no reason."""
    error: float = 0.0
    """The standard error of `loss`; 0 where it is not sampled."""


class DealLuck(msgspec.Struct, frozen=True):
    """How good a seat's deal was, measured by one bot playing every seat."""

    seat: int
    """The seat."""
    value: float
    """Its expected result with this deal."""
    error: float
    """The standard error of `value`."""
    usual: float
    """Its expected result with other deals."""
    usual_error: float
    """The standard error of `usual`."""
    points: float | None
    """Its expected points with this deal; None in games without points."""
    usual_points: float | None
    """Its expected points with other deals; None in games without points."""
    points_error: float | None = None
    """The standard error of `points`."""
    usual_points_error: float | None = None
    """The standard error of `usual_points`."""


class Annotation(msgspec.Struct, frozen=True):
    """A whole match, looked at by a bot."""

    game: str
    """The game's name."""
    simulations: int
    """How many simulations each move was given."""
    seed: str
    """The seed; the same match, simulations and seed give the same annotation."""
    moves: list[AnnotatedMove]
    """Every move."""
    curve: list[list[float]]
    """The expected result of every seat, before the first move and after each move."""
    points_curve: list[list[float]] | None
    """The expected points of every seat, in the same way; None in games without points."""
    turning_points: list[int]
    """The plies of the moves, three at most, that cost the most; in the order of the match."""
    luck: list[DealLuck] | None
    """The luck of the deal, by seat; None in games without a deal."""
    best_possible: list[BestPossible]
    """The best score that was possible, by seat, where the game can tell; else empty."""
