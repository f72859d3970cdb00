"""The engine against the oracle: the same legal lists, lines, points and outcomes at every ply, on any sheet."""

from __future__ import annotations

from typing import Any

import pytest

import parlour
from parlour.games.traxx.sheets import STANDARD, sheet_of
from parlour.luck import Luck
from tests.games.traxx.oracle import STANDARD as BOARD
from tests.games.traxx.oracle import Oracle
from tests.games.traxx.sheets import random_sheet


def assert_same(match: parlour.Match, oracle: Oracle) -> None:
    assert match.waiting == oracle.waiting
    for seat in range(match.players):
        assert match.legal(seat) == oracle.legal(seat)
        assert match.view(seat)["board"]["choice"] == oracle.chosen[seat]
    view = match.view(None)
    assert [sorted([line, line[::-1]])[0] for line in view["board"]["lines"]] == [
        sorted([line, line[::-1]])[0] for line in oracle.lines
    ]
    assert view["scores"] == oracle.points
    assert [sum(got.values()) for got in view["board"]["reached"]] == oracle.number_points
    if oracle.outcome is None:
        assert match.outcome is None
    else:
        assert match.outcome is not None
        expected = oracle.outcome
        assert (match.outcome.reason, match.outcome.winners) == (expected["reason"], tuple(expected["winners"]))
        assert list(match.outcome.scores) == list(expected["scores"])
        assert match.outcome.ranking == tuple(expected["ranking"])


def compare_game(luck: Luck, players: int) -> None:
    """Compare every ply of a random game, in which long lines are as frequent as others."""
    options: dict[str, Any] = {} if luck.below(2) else {"sheet": random_sheet(luck)}
    match = parlour.new("traxx", players, seed=luck.number(), **options)
    oracle = Oracle(players, match.options, match.deal)
    try:
        assert_same(match, oracle)
        while match.waiting:
            seat = match.waiting[luck.below(len(match.waiting))]
            moves = match.legal(seat)
            if luck.below(2):
                longest = max(len(text) for text in moves)
                moves = [text for text in moves if len(text) == longest]
            text = moves[luck.below(len(moves))]
            match.play(seat, text)
            oracle.play(seat, text)
            assert_same(match, oracle)
    except BaseException:
        print(match.record())
        raise


def test_the_sheet_agrees_with_the_oracle() -> None:
    sheet = sheet_of(STANDARD)
    assert {key: BOARD[key] for key in sheet} == sheet


@pytest.mark.parametrize("players", range(1, 5))
def test_random_games_agree_with_the_oracle(players: int, luck: Luck) -> None:
    for _ in range(3):
        compare_game(luck, players)


@pytest.mark.prove
@pytest.mark.parametrize("players", range(1, 5))
@pytest.mark.parametrize("part", range(4))
def test_many_games_agree_with_the_oracle(players: int, part: int, luck: Luck) -> None:
    for _ in range(25):
        compare_game(luck, players)
