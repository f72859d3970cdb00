"""The best possible result of a deal."""

from __future__ import annotations

import pytest

import parlour
from parlour.errors import ParlourError
from parlour.games.traxx import best_possible
from parlour.games.traxx.bot import solver
from parlour.luck import Luck
from parlour.match import Match
from tests.games.traxx.sheets import random_sheet
from tests.games.traxx.test_bot import played


def best_by_trying(match: Match) -> int:
    """The best result by exhaustive search, with the order of the cards known."""
    if match.outcome is not None:
        return match.outcome.scores[0]
    results = []
    for text in match.legal(0):
        after = match.fork()
        after.play(0, text)
        results.append(best_by_trying(after))
    return max(results)


def result_of(match: Match, moves: list[str]) -> int:
    after = match.fork()
    for text in moves:
        after.play(0, text)
    assert after.outcome is not None
    return after.outcome.scores[0]


def test_t14_the_moves_reach_the_score_and_beat_players_without_foresight(luck: Luck) -> None:
    match = parlour.new("traxx", 1, seed=luck.number())
    best = best_possible(match, width=1000)
    other, greedy = match.fork(), parlour.bot("traxx", "greedy", seed=1)
    while other.waiting:
        other.play(0, greedy.choose(other, 0))
    assert other.outcome is not None
    assert other.outcome.scores[0] <= result_of(match, best.moves) == best.score <= best.bound


@pytest.mark.parametrize("rounds", [12, 13, 14, 15])
def test_t13_late_in_a_match_the_result_agrees_with_exhaustive_search(rounds: int, luck: Luck) -> None:
    match = played(1, luck.number(), rounds)
    while rounds < 15 and len(match.legal(0)) > 12:  # few enough to try all ways by hand
        match = played(1, luck.number(), rounds)
    best = best_possible(match)
    assert result_of(match, best.moves) == best.score == best_by_trying(match)
    assert best.is_proven
    assert len(best.moves) == 15 - rounds


def test_t3_other_sheets_have_best_results_too(luck: Luck) -> None:
    match = played(1, luck.number(), 13, sheet=random_sheet(luck))
    while len(match.legal(0)) > 40:
        match = played(1, luck.number(), 13, sheet=random_sheet(luck))
    assert best_possible(match).score == best_by_trying(match)


def test_a_narrow_search_does_not_claim_a_proof() -> None:
    best = best_possible(parlour.new("traxx", 1, seed=1), width=20)
    assert best.score < best.bound
    assert not best.is_proven


def test_only_solo_matches_have_a_best_result() -> None:
    with pytest.raises(ParlourError, match="one seat"):
        best_possible(parlour.new("traxx", 2, seed=1))
    with pytest.raises(ParlourError, match="one seat"):
        best_possible(parlour.new("exago", 2))
    with pytest.raises(ParlourError, match="whole number from 1 on, not 0"):
        best_possible(parlour.new("traxx", 1, seed=1), width=0)


def test_after_a_solo_match_the_best_result_is_stated(luck: Luck) -> None:
    match = parlour.new("traxx", 1, seed=luck.number())
    start, greedy = match.fork(), parlour.bot("traxx", "greedy", seed=1)
    while match.waiting:
        assert match.afterword() is None  # nobody may know the order of the cards
        match.play(0, greedy.choose(match, 0))
    best = best_possible(start)
    assert match.outcome is not None
    part = int(100 * match.outcome.scores[0] / best.score)
    assert f"{best.score} points were possible: this is {part} % of that" in (match.afterword() or "")


def test_the_afterword_recognises_the_best_line() -> None:
    match = played(1, 1, 13)
    best = best_possible(match)
    late = parlour.from_position(match.position())
    for text in best.moves:
        late.play(0, text)
    assert late.afterword() == "Even knowing the order of the cards, no better line was found."


def test_the_afterword_gives_no_percentage_of_a_negative_score(luck: Luck) -> None:
    match = parlour.new("traxx", 1, seed=luck.number())
    while match.waiting:
        match.play(0, "pass" if match.is_move(0, "pass") else match.legal(0)[0])
    assert match.outcome is not None
    assert match.outcome.scores[0] <= 0
    assert (match.afterword() or "").endswith(" points were possible.")


def test_matches_with_resignations_or_several_seats_have_no_afterword() -> None:
    alone, race = parlour.new("traxx", 1, seed=1), played(2, 1, 15)
    alone.resign(0)
    assert alone.outcome is not None
    assert race.outcome is not None
    assert alone.afterword() is None
    assert race.afterword() is None


def raced(match: Match, seat: int, moves: list[str]) -> int:
    """A seat's score with these moves, when the others play as they did."""
    again, own = match.at(0), iter(moves)
    for mover, text in match.moves:
        again.play(mover, next(own) if mover == seat else text)
    assert again.outcome is not None
    return again.outcome.scores[seat]


@pytest.mark.parametrize("players", [1, 2, 4])
def test_t11_the_best_line_of_a_seat_reaches_its_score_against_what_the_others_played(
    players: int, luck: Luck, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solver, "WIDTH", 1000 * players**2)
    match = parlour.new("traxx", players, seed=luck.number())
    greedy = parlour.bot("traxx", "greedy", seed=1)
    while match.waiting:
        seat = match.waiting[0]
        match.play(seat, greedy.choose(match, seat))
    assert match.outcome is not None
    found = solver.best_by_seat(match)
    assert [best.seat for best in found] == list(range(players))
    for best, reached in zip(found, match.outcome.scores, strict=True):
        assert raced(match, best.seat, best.moves) == best.points >= reached
        assert best.bound is not None
        assert best.bound >= best.points
        assert best.is_exact == (best.bound == best.points)
    assert solver.best_by_seat(match.at(3)) == []
    match.undo()
    match.resign(0)
    assert len(solver.best_by_seat(match)) == (1 if players == 1 else 0)
