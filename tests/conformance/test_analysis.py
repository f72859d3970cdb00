"""Analysis, reviews and hints: made from what a seat knows, and the same every time."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import parlour
from parlour.bots import Analysis
from parlour.luck import Luck
from tests.conformance.shelf import TABLES, random_match

pytestmark = pytest.mark.parametrize(("name", "players"), TABLES)

FEW = 2  # simulations


def some_position(name: str, players: int, luck: Luck) -> tuple[parlour.Match, int]:
    """A position of a random game in which a seat has a choice, and that seat."""
    whole = random_match(name, players, luck)
    then = whole.at(luck.below(len(whole.moves)))
    return then, then.waiting[luck.below(len(then.waiting))]


def without_time(told: Analysis) -> Any:
    return msgspec.structs.replace(told, seconds=0.0)


def test_an_analysis_and_a_hint_depend_only_on_what_the_seat_knows(name: str, players: int, luck: Luck) -> None:
    match, seat = some_position(name, players, luck)
    levels = match.game.levels
    if not levels:
        return
    known = [match, *(match.belief(seat, seed=luck.number()) for _ in range(2))]
    asked, seed = match.legal(seat)[-1:], luck.number()
    told = [without_time(parlour.analyse(one, seat, asked, simulations=FEW, seed=seed)) for one in known]
    assert all(one == told[0] for one in told)
    level = levels[luck.below(len(levels))].name
    hints = [without_time(parlour.bot(name, level, seed, simulations=FEW).analyse(one, seat)) for one in known]
    assert all(one == hints[0] for one in hints)
    again = without_time(parlour.analyse(match, seat, asked, simulations=FEW, seed=seed))
    assert again == told[0]


def test_how_fast_the_machine_is_makes_no_difference(
    name: str, players: int, luck: Luck, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A search asks whether it is cancelled after each slice; how long a slice is depends on the clock."""
    match, seat = some_position(name, players, luck)
    if not match.game.levels:
        return
    told, seed = [], luck.number()
    for seconds in (0.0, 60.0):  # slices of one simulation, or as long as can be
        monkeypatch.setattr("parlour.bots.level_bot.SLICE", seconds)
        monkeypatch.setattr("parlour.bots.level_bot.FIRST", 1 if seconds == 0.0 else 100)
        told.append(without_time(parlour.analyse(match, seat, simulations=10, seed=seed)))
    assert told[0] == told[1]


def test_what_a_review_says_of_a_move_depends_only_on_what_its_seat_knew(
    name: str, players: int, luck: Luck, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, seat = some_position(name, players, luck)
    if not match.game.levels:
        return
    for thresholds in ("THRESHOLDS", "SOLO_THRESHOLDS"):  # so that most moves are explained
        monkeypatch.setattr(f"parlour.bots.analysis.grades.{thresholds}", {"mistake": 1e-6})
    monkeypatch.setattr("parlour.bots.analysis.grades.CLEAR", 0.0)
    text, reviews = match.legal(seat)[luck.below(len(match.legal(seat)))], []
    for known in (match, match.belief(seat, seed=luck.number())):
        short = parlour.from_position(known.position())  # so that only this move is reviewed
        short.play(seat, text)
        reviews.append(parlour.annotate(short, simulations=FEW, seed=1, with_luck=False))
    assert reviews[0].moves == reviews[1].moves
    assert len(reviews[0].moves) == 1
