"""`parlour.annotate`: the review of a match."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import parlour
from parlour.bots.analysis import luck
from parlour.bots.analysis.grades import CLEAR, FLAGGED, grade_of
from parlour.bots.annotation import Annotation
from parlour.bots.level_bot import SearchCancelled
from parlour.errors import ParlourError
from parlour.match import Match
from tests.bots.analysis.matches import KINDS, begun, finished

FEW = {"exago": 30, "traxx": 6, "cirplexed": 6, "tracktic": 2}


def review(match: Match, **arguments: Any) -> Annotation:
    """A quick review, without the luck of the deal."""
    return parlour.annotate(match, **{"simulations": FEW[match.game.name], "with_luck": False, **arguments})


@pytest.mark.parametrize(("game", "players"), KINDS)
def test_every_move_is_priced_and_compared_with_the_best(game: str, players: int) -> None:
    match = begun(game, players, 3 * players)
    told = review(match)
    assert [(move.ply, move.seat, move.played.text) for move in told.moves] == [
        (ply, seat, text) for ply, (seat, text) in enumerate(match.moves)
    ]
    for move in told.moves:
        assert move.loss == pytest.approx(move.best.value - move.played.value)
        assert move.loss >= 0.0
        assert (move.grade == "best") == (move.best == move.played)
        assert move.grade not in FLAGGED or move.loss > CLEAR * move.error
        assert (move.points_lost is None) == (game == "exago")
        assert match.at(move.ply).is_move(move.seat, move.best.text)
        assert move.is_forced == (len(match.at(move.ply).legal(move.seat)) == 1)
    assert len(told.curve) == len(match.moves) + 1
    assert all(len(row) == players and sum(row) == pytest.approx(1.0) for row in told.curve if players > 1)
    assert (told.points_curve is None) == (game == "exago")
    assert (told.luck, told.best_possible) == (None, [])
    assert msgspec.json.decode(msgspec.json.encode(told), type=Annotation) == told


@pytest.mark.parametrize(("game", "players"), [("exago", 2), ("traxx", 2), ("tracktic", 3)])
def test_the_same_seed_gives_the_same_review_of_a_part(game: str, players: int) -> None:
    match = begun(game, players, 8)
    told = review(match, seed=3)
    assert review(match, seed=3) == told
    part = review(match.at(5), seed=3)
    assert part.moves == told.moves[:5]  # what follows changes nothing


def test_the_last_point_of_the_curve_is_the_result() -> None:
    for game, players in (("traxx", 2), ("tracktic", 3)):
        match = finished(game, players, 5)
        told, outcome = review(match.at(len(match.moves) - 3), simulations=1), match.outcome
        assert outcome is not None
        assert told.curve[-1] != [float(seat in outcome.winners) for seat in range(players)]
    short = parlour.from_position(finished("traxx", 2, 5).at(26).position())
    while short.waiting:
        short.play(short.waiting[0], short.legal(short.waiting[0])[-1])
    told, outcome = review(short, with_luck=True), short.outcome
    assert outcome is not None
    assert told.luck is None  # a position has no deal
    assert told.curve[-1] == [1.0 / len(outcome.winners) * (seat in outcome.winners) for seat in range(2)]
    assert told.points_curve is not None
    assert told.points_curve[-1] == [float(score) for score in outcome.scores]


def test_a_match_that_was_resigned_ends_with_its_result() -> None:
    match = begun("exago", 2, 4)
    going_on = review(match)
    match.resign(0)
    told = review(match)
    assert told.moves == going_on.moves
    assert (told.curve[:-1], told.curve[-1]) == (going_on.curve[:-1], [0.0, 1.0])
    unplayed = parlour.new("exago", players=2)
    assert review(unplayed).curve == [[0.5, 0.5]]
    unplayed.resign(1)
    assert review(unplayed).curve == [[1.0, 0.0]]


def test_x8_a_forced_move_is_not_searched() -> None:
    told = review(begun("exago", 2, 2))
    assert (told.moves[0].is_forced, told.moves[0].grade, told.moves[0].played.visits) == (True, "best", 0)
    assert told.curve[0] == told.curve[1]


def planted(game: str) -> tuple[Match, int]:
    """A match with a bad move, and its ply."""
    match = begun(game, 2, 8)
    seat = match.waiting[0]
    if game == "exago":
        match = parlour.new("exago", players=2)
        for ply, text in enumerate("f6 e6 g6 g7 h6 h7 i6 f7".split()):
            match.play(ply % 2, text)  # red has f6 to i6, and blue does not take j6
        return match, 7
    if game == "cirplexed":
        worst = parlour.analyse(match, seat, match.legal(seat), best=0, simulations=2).candidates[-1].text
        match.play(seat, worst)
        return match, 8
    match.play(seat, "pass" if game == "traxx" else "skip")
    return match, 8


@pytest.mark.parametrize("game", ["exago", "traxx", "cirplexed", "tracktic"])
def test_a_planted_blunder_is_found(game: str) -> None:
    match, ply = planted(game)
    told = review(match, simulations={"exago": 100, "traxx": 30, "cirplexed": 20, "tracktic": 6}[game])
    assert told.moves[ply].grade in ("mistake", "blunder")
    assert ply in told.turning_points
    assert told.moves[ply].best.text != told.moves[ply].played.text
    assert len(told.turning_points) <= 3
    assert told.turning_points == sorted(told.turning_points)


def test_grades_follow_the_thresholds_and_need_a_clear_difference() -> None:
    assert [grade_of(loss, 0.0, False, None) for loss in (0.01, 0.05, 0.08, 0.1, 0.3)] == [
        "fine",
        "fine",
        "inaccuracy",
        "mistake",
        "blunder",
    ]
    assert grade_of(0.3, 0.3 / CLEAR, False, None) == "fine"
    assert grade_of(0.0, 0.0, True, None) == "best"
    assert grade_of(0.01, 0.001, False, 0.06) == "mistake"  # a solo game: by points


def test_a_solo_game_is_graded_by_points() -> None:
    match = begun("traxx", 1, 3)
    match.play(0, "pass")
    told = review(match, simulations=20)
    lost = told.moves[3].points_lost
    assert lost is not None
    assert lost > 3.0
    assert told.moves[3].grade == "blunder"
    assert 3 in told.turning_points


def test_a_review_can_be_cancelled_and_reports_every_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(luck, "SAME", 3)
    monkeypatch.setattr(luck, "OTHER", 2)
    match, heard = finished("traxx", 1, 3), list[tuple[int, int]]()
    told = parlour.annotate(match, simulations=1, progress=lambda done, total: heard.append((done, total)))
    assert [done for done, _ in heard] == list(range(heard[0][1] + 1))
    assert len({total for _, total in heard}) == 1
    assert told.luck is not None
    (best,) = told.best_possible
    assert match.outcome is not None
    assert best.points >= match.outcome.scores[0]
    for most in (5, 70):
        left = iter(range(most))
        with pytest.raises(SearchCancelled):
            parlour.annotate(match, simulations=1, is_cancelled=lambda left=left: next(left, None) is None)  # type: ignore[misc]


def test_bad_input_is_refused() -> None:
    match = begun("exago", 2, 2)
    with pytest.raises(ParlourError, match="simulations must be a whole number above 0"):
        parlour.annotate(match, simulations=0)
    with pytest.raises(ParlourError, match="a seed is a whole number or a text"):
        parlour.annotate(match, seed=1.5)  # type: ignore[arg-type]
