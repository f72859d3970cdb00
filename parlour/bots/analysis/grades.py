"""How good a move was: grades by stated thresholds, and the turning points of a match."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.bots.annotation import AnnotatedMove, Grade

# The least loss of each grade, in expected result; in solo games as a share of the points that the best move promises.
THRESHOLDS: dict[Grade, float] = {"blunder": 0.20, "mistake": 0.10, "inaccuracy": 0.075}
SOLO_THRESHOLDS: dict[Grade, float] = {"blunder": 0.10, "mistake": 0.05, "inaccuracy": 0.025}

CLEAR = 3.0  # standard errors by which a loss must exceed zero to be flagged: the best of several moves looks too good
FLAGGED: tuple[Grade, ...] = ("inaccuracy", "mistake", "blunder")
TURNING_POINTS = 3  # at most


def grade_of(loss: float, error: float, is_best: bool, solo_share: float | None) -> Grade:
    """Return the grade of a move that loses this much, with this standard error.

    solo_share: in a solo game, the loss in points as a share of the points that the best move promises.
    """
    if is_best:
        return "best"
    if loss <= CLEAR * error:
        return "fine"
    thresholds, lost = (THRESHOLDS, loss) if solo_share is None else (SOLO_THRESHOLDS, solo_share)
    return next((grade for grade, least in thresholds.items() if lost >= least), "fine")


def turning_points(moves: Sequence[AnnotatedMove]) -> list[int]:
    """Return the plies of the flagged moves that cost the most, in the order of the match."""
    flagged = [move for move in moves if move.grade in FLAGGED]
    costly = sorted(flagged, key=lambda move: (-move.loss, move.ply))[:TURNING_POINTS]
    return sorted(move.ply for move in costly)
