"""An annotation as a record, and the way back."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import parlour
from parlour.bots import Candidate, annotated_record, annotation_of
from parlour.bots.annotation import AnnotatedMove, Annotation, BestPossible, DealLuck
from parlour.luck import Luck
from parlour.message import message

GRADES: Any = ("best", "fine", "inaccuracy", "mistake", "blunder")


def annotated(match: parlour.Match, luck: Luck) -> Annotation:
    """An annotation with every field set, as a bot might write it."""

    def number(most: int = 1) -> float:
        return luck.below(10_000 * most) / 10_000

    def move(ply: int, seat: int, text: str) -> AnnotatedMove:
        played = Candidate(text, luck.below(99), number(), number(), number(50), None, [text, "and so on"])
        best = played if luck.below(2) else Candidate("better", 7, number(), line=["better"])
        told = message("{colour} wins with {cells:and}", colour="Blue", cells=["a1", "b2"])
        grade = GRADES[luck.below(5)]
        is_mistake = grade in ("mistake", "blunder")
        return AnnotatedMove(
            ply, seat, played, best, number(), number(9), grade, not luck.below(3), told if is_mistake else None
        )

    return Annotation(
        game=match.game.name,
        simulations=400,
        seed="7",
        moves=[move(ply, seat, text) for ply, (seat, text) in enumerate(match.moves)],
        curve=[[number() for _ in range(match.players)] for _ in range(len(match.moves) + 1)],
        points_curve=[[number(90) for _ in range(match.players)] for _ in range(len(match.moves) + 1)],
        turning_points=[1, 3],
        luck=[DealLuck(seat, number(), number(), number(), number(), None, None) for seat in range(match.players)],
        best_possible=[BestPossible(0, 77, ["a1", "b2"], is_exact=False)],
    )


def after_moves(game: str, seats: list[int]) -> parlour.Match:
    match = parlour.new(game, players=2, seed=3)
    for seat in seats:
        match.play(seat, match.legal(seat)[0])
    return match


@pytest.mark.parametrize("game", ["exago", "traxx"])
def test_an_annotation_round_trips_through_a_record(game: str, luck: Luck) -> None:
    match = after_moves(game, [0, 1, 0, 1, 0])
    match.comments = {2: "my own"}
    annotation = annotated(match, luck)
    text = annotated_record(match, annotation)
    loaded = parlour.load(text)
    assert loaded.record() == text
    assert annotation_of(loaded) == annotation
    assert annotated_record(loaded, annotation) == text
    for move in annotation.moves:
        said = {1: "Blue wins with a1 and b2"} if move.message is not None else {}
        assert loaded.comments.get(move.ply + 1) == ("my own" if move.ply == 1 else said.get(1))
        assert loaded.evaluations[move.ply + 1].grade == move.grade
    without = msgspec.structs.replace(annotation, points_curve=None, luck=None)
    assert annotation_of(parlour.load(annotated_record(match, without))) == without


def test_simultaneous_moves_are_numbered_as_in_the_record(luck: Luck) -> None:
    """Seat 1 was faster: its move is the second of the round in the record. Evaluations go by the number of moves."""
    match = after_moves("traxx", [1, 0, 0, 1, 1])
    annotation = annotated(match, luck)
    back = annotation_of(parlour.load(annotated_record(match, annotation)))
    assert back is not None
    order = [1, 0, 2, 3, 4]
    assert [msgspec.structs.replace(move, ply=old) for move, old in zip(back.moves, order, strict=True)] == [
        annotation.moves[ply] for ply in order
    ]
    assert [move.ply for move in back.moves] == [0, 1, 2, 3, 4]
    assert (back.curve, back.turning_points) == (annotation.curve, [0, 3])


def test_a_record_without_an_annotation_has_none() -> None:
    match = after_moves("exago", [0])
    match.comments = {1: "a"}
    assert annotation_of(parlour.load(match.record())) is None


def test_other_matches_and_incomplete_records_are_refused(luck: Luck) -> None:
    match = after_moves("exago", [0, 1])
    annotation = annotated(match, luck)
    annotation = msgspec.structs.replace(annotation, turning_points=[1])
    with pytest.raises(parlour.ParlourError, match="another match"):
        annotated_record(match.at(1), annotation)
    loaded = parlour.load(annotated_record(match, annotation))
    whole = dict(loaded.annotations)
    for wrong in (
        {n: whole[n] for n in (0, 1)},
        {**whole, 0: {"analysis": {}}},
        {**whole, 2: {"review": {"played": 1}}},
    ):
        loaded.annotations = wrong
        with pytest.raises(parlour.ParlourError, match="annotation is not complete"):
            annotation_of(loaded)
    loaded.annotations, loaded.evaluations = whole, {}
    with pytest.raises(parlour.ParlourError, match="annotation is not complete"):
        annotation_of(loaded)


def test_a_new_annotation_replaces_the_one_before_and_keeps_comments_of_people(luck: Luck) -> None:
    match = after_moves("exago", [0, 1, 0, 1, 0])
    match.comments = {2: "my own"}
    first = annotated(match, luck)
    told = msgspec.structs.replace(first.moves[3], message=message("This let {colour} win.", colour="Red"))
    first = msgspec.structs.replace(first, moves=[*first.moves[:3], told, first.moves[4]])
    once = parlour.load(annotated_record(match, first))
    assert once.comments[4] == "This let Red win."
    silent = [msgspec.structs.replace(move, message=None) for move in first.moves]
    twice = parlour.load(annotated_record(once, msgspec.structs.replace(first, moves=silent)))
    assert twice.comments == {2: "my own"}
