"""An annotated match as a record: what a bot says about each move stands beside it, as comments and evaluations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from parlour.bots.annotation import AnnotatedMove, Annotation
from parlour.errors import ParlourError
from parlour.games import load
from parlour.luck import plain_json
from parlour.match import Match
from parlour.notes import Evaluation

ANALYSIS = "analysis"  # the note on the start: what is said about the whole match
REVIEW = "review"  # the note on each move

_ELSEWHERE = {"game", "moves", "curve", "points_curve", "ply", "seat", "grade"}  # told by the match or by other notes


def annotated_record(match: Match, annotation: Annotation) -> str:
    """Return the record of a match with an annotation of it; `annotation_of` reads it back from the loaded record.

    Each mistake gets a comment, except where the match already has one. An annotation that the match has already is
    replaced. Numbers are rounded to four decimals.
    """
    _check_match(match, annotation)
    listed = load(match.record())  # sorts simultaneous moves
    order = list(_order(match, listed))
    place = {ply: number for number, ply in enumerate(order)}
    moves = [annotation.moves[ply] for ply in order]
    told = {
        **_fields(annotation),
        "turning_points": sorted(place[ply] for ply in annotation.turning_points),
    }
    own_comments = _own_comments(listed)
    listed.annotations = {
        **listed.annotations,
        0: {**listed.annotations.get(0, {}), ANALYSIS: told},
        **{n: {**listed.annotations.get(n, {}), REVIEW: _review(move)} for n, move in enumerate(moves, 1)},
    }
    points = annotation.points_curve
    listed.evaluations = {
        n: Evaluation(
            values,
            None if points is None else points[n],
            simulations=annotation.simulations,
            grade=moves[n - 1].grade if n else None,
        )
        for n, values in enumerate(annotation.curve)
    }
    sentences = {n: move.message.text for n, move in enumerate(moves, 1) if move.message is not None}
    listed.comments = {**sentences, **own_comments}
    return listed.record()


def annotation_of(match: Match) -> Annotation | None:
    """Return the annotation in a match loaded from an annotated record; None if there is none.

    Raises ParlourError if it is not complete, which Parlour does not write.
    """
    notes, evaluations = match.annotations, match.evaluations
    if ANALYSIS not in notes.get(0, {}):
        return None
    try:
        curve = [evaluations[n] for n in range(len(match.moves) + 1)]
        moves = [
            _with_best(notes[n][REVIEW]) | {"ply": n - 1, "seat": seat, "grade": curve[n].grade}
            for n, (seat, _) in enumerate(match.moves, 1)
        ]
        found = msgspec.convert(
            {
                **notes[0][ANALYSIS],
                "game": match.game.name,
                "moves": moves,
                "curve": [told.values for told in curve],
                "points_curve": None if curve[0].points is None else [told.points for told in curve],
            },
            Annotation,
        )
        _check_match(match, found)
    except (KeyError, TypeError, msgspec.ValidationError) as problem:
        raise ParlourError("the record's annotation is not complete: {problem}", problem=str(problem)) from None
    return found


def _own_comments(match: Match) -> dict[int, str]:
    """The comments of a match, without the sentences of an annotation that it has already."""
    try:
        before = annotation_of(match)
    except ParlourError:
        return dict(match.comments)
    reasons = {} if before is None else {move.ply + 1: move.message for move in before.moves}
    return {n: text for n, text in match.comments.items() if str(reasons.get(n)) != text}


def _check_match(match: Match, annotation: Annotation) -> None:
    """Raise ParlourError if the annotation belongs to another match."""
    told = [(move.seat, move.played.text) for move in annotation.moves]
    if annotation.game != match.game.name or told != match.moves or len(annotation.curve) != len(told) + 1:
        raise ParlourError("this annotation belongs to another match")


def _order(match: Match, listed: Match) -> Iterator[int]:
    """The plies of a match in the order of its record; a seat's own moves keep their order."""
    left = {seat: iter([n for n, (mover, _) in enumerate(match.moves) if mover == seat]) for seat, _ in match.moves}
    return (next(left[seat]) for seat, _ in listed.moves)


def _fields(struct: msgspec.Struct) -> dict[str, Any]:
    """The fields of a struct as JSON, without those that stand elsewhere."""
    return {name: value for name, value in plain_json(struct).items() if name not in _ELSEWHERE}


def _review(move: AnnotatedMove) -> dict[str, Any]:
    told = _fields(move)
    return {name: value for name, value in told.items() if name != "best" or value != told["played"]}


def _with_best(review: Mapping[str, Any]) -> dict[str, Any]:
    return {"best": review["played"], **review}
