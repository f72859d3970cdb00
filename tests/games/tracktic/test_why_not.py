"""Why a choice on Tracktic's board is refused, and which cells show it."""

from __future__ import annotations

import parlour
from tests.games.tracktic.positions import set_up


def told(match: parlour.Match, text: str) -> tuple[str, list[str]]:
    found = match.why_not(match.waiting[0], text)
    assert found is not None
    return str(found), list(found.marks)


def test_k9_a_cell_without_a_card() -> None:
    match = set_up(2, "I2 I3", red="e7", blue="i7")
    assert told(match, "e8") == ("K9: take a card first, I2 or I3; then its cells", [])


def test_k10_k11_the_pieces_in_the_way_and_those_to_build_from() -> None:
    match = set_up(2, "I2", red="e7", blue="i7")
    sentence, marks = told(match, "I2 h7 i7")
    assert sentence.startswith("K10: there is a blue piece on i7")
    assert marks == ["i7"]
    sentence, marks = told(match, "I2 e10 e11")
    assert sentence.startswith("K11: ")
    assert marks == ["e7"]


def test_k14_all_of_the_t_is_marked() -> None:
    match = set_up(2, "I2", red="e7 f7 g7", blue="i7")
    sentence, marks = told(match, "I2 f8 f9")
    assert sentence == "K14: four of your pieces would form a T around f7"
    assert sorted(marks) == ["e7", "f7", "f8", "g7"]


def test_k17_the_piece_that_a_flip_card_cannot_turn() -> None:
    match = set_up(2, "flip", red="e7", blue="f7 k11")
    assert match.why_not(0, "flip f7") is None
    assert told(match, "flip e7")[0].startswith("K17: there is a red piece on e7: turn an opponent's")
    sentence, marks = told(match, "flip k11")
    assert sentence.startswith("K17: the piece on k11 shares no side with a piece of yours; for example flip f7 f")
    assert marks == ["k11"]
    assert told(match, "flip f7 i9")[1] == ["f7"]


def test_k17_a_flip_card_with_nothing_to_turn() -> None:
    apart = set_up(2, "flip", red="e7 e8", blue="k11")
    sentence, marks = told(apart, "flip")
    assert sentence == "K17: no opponent's piece shares a side with one of yours"
    assert sorted(marks) == ["e7", "e8"]
    corner = set_up(2, "flip", red="a2 b1", blue="a1")
    assert told(corner, "flip") == ("K17: no piece of yours can be laid beside a1", ["a1"])
