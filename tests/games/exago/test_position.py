"""Positions as text: what is refused, and why."""

from __future__ import annotations

import pytest

import parlour
from tests.games.exago.positions import at, position_text

START = position_text(2, 1, {"f6": "red"})
HEADER = START.removesuffix(" 6/7/8/9/10/5r5/10/9/8/7/6 1")


def test_the_position_after_the_first_move() -> None:
    match = parlour.new("exago")
    match.play(0, "f6")
    assert match.position() == START
    assert HEADER.startswith("exago 2 {")


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ("", "its rows, with / between them, and the number of moves made"),
        ("6/7/8/9/10/5r5/10/9/8/7/6", "its rows, with / between them, and the number of moves made"),
        ("6/7/8/9/10/5r5/10/9/8/7/6 01", "its rows, with / between them"),
        ("6/7/8/9/10/5r5/10/9/8/7 1", "a board of radius 5 has 11 rows, not 10"),
        ("6/7/8/9/10/5r6/10/9/8/7/6 1", "row 6 has 11 cells, not 12"),
        ("6/7/8/9/10/5y5/10/9/8/7/6 1", "row 6 has 'y'; the colours here are r, b"),
        ("6/7/8/9/10/32r5/10/9/8/7/6 1", "row 6 has 11 cells"),
        ("6/7/8/9/10/3r1r5/10/9/8/7/6 1", "the tiles are not one group"),
        ("6/7/8/9/10/5r5/10/9/8/7/6 121", "121 moves are more than the 120 of this turn limit"),
        ("6/7/8/9/10/rrrrr6/10/9/8/7/6 10", r"red has a line \(X17\) but did not make the last move"),
        ("6/7/8/9/10/bbbbb6/10/9/8/7/6 9", r"blue has a line \(X17\) but did not make the last move"),
        ("6/7/8/9/10/bbbbb6/10/9/8/7/6 0", r"blue has a line \(X17\) but did not make the last move"),
    ],
)
def test_malformed_boards_are_refused_with_a_reason(body: str, sentence: str) -> None:
    with pytest.raises(parlour.BadPosition, match=sentence):
        parlour.from_position(f"{HEADER} {body}")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "a position is 'GAME PLAYERS OPTIONS ...' on one line"),
        ("chess 2 {} x", "there is no game 'chess'"),
        (START.replace("exago 2", "exago 9"), "Exago is played by 2 to 6"),
        (START.replace('"radius":5', '"radius":9'), "radius: must be a whole number from 4 to 5"),
        (START.replace('"radius":5', '"radius": 5'), "^write it as 'exago 2"),
        ("exago 2 {} 6/7/8/9/10/5r5/10/9/8/7/6 1", "^a position lists every option: write it as 'exago 2 {\"early_"),
    ],
)
def test_malformed_headers_are_refused_with_a_reason(text: str, sentence: str) -> None:
    with pytest.raises(parlour.BadPosition, match=sentence):
        parlour.from_position(text)


def test_a_won_position_is_over() -> None:
    match = parlour.from_position(f"{HEADER} 6/7/8/9/10/bbbbb6/10/9/8/7/6 10")
    assert match.outcome is not None
    assert match.outcome.winners == (1,)
    assert match.waiting == ()


def test_a_position_at_the_turn_limit_is_drawn() -> None:
    match = at(2, "red", turn=120, red="f6", blue="f7")
    assert match.outcome is not None
    assert match.outcome.reason == "turn_limit"
