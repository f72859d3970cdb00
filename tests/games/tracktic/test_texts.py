"""Tracktic's move texts: parsing, and explanations of invalid texts."""

from __future__ import annotations

import pytest

from tests.games.tracktic.positions import is_legal, refused, set_up, start


@pytest.mark.parametrize(
    "text",
    [
        "",
        "pass",
        "Skip",
        "skip skip",
        "I2",
        "i2 f1 f2",
        "I2 F1 F2",
        "I2  f1 f2",
        "I2 f1 f2 ",
        " I2 f1 f2",
        "I2 f01 f2",
        "I2* ",
        "Flip f1 f2",
        "skip : 1",
        "I2 f1 f2\n",
    ],
)
def test_malformed_moves_are_refused_with_the_right_form(text: str) -> None:
    match = start(4, "I2 I3 V3 flip")
    assert refused(match, text).startswith("notation: ")


@pytest.mark.parametrize(
    "text",
    [
        "I2 e1 f1 :",
        "I2 e1 f1 : ",
        "I2 e1 f1: 3 2",
        "I2 e1 f1 :3 2",
        "I2 e1 f1 : 3  2",
        "I2 e1 f1 : 10 2",
    ],
)
def test_malformed_choices_of_pieces_are_refused_with_the_right_form(text: str) -> None:
    match = start(4, "I2 I3 V3 flip")
    sentence = "after the colon write side numbers, 0 to 9 and a to f, with single spaces: I3 d4 d5 d6 : 1 3 9"
    assert refused(match, text) == f"notation: {sentence}"


def test_wrong_letter_case_is_explained() -> None:
    match = start(4, "I2 I3 V3 flip")
    for text, sentence in {
        "v3 h6 i6 i7": "patterns are written in capital letters: V3",
        "v3* h6 i6 i7 : f f f": "patterns are written in capital letters: V3*",
        "I2 e1 f1 : F A": "side numbers are written in lower-case letters: f a",
        "I2 E1 f1 : F 1": "cells are written in lower-case letters: e1 f1",
        "I2* E1 F1": "cells are written in lower-case letters: e1 f1",
        "Flip f1 f2": "flip is written in lower-case letters",
        "SKIP": "skip is written in lower-case letters",
    }.items():
        assert refused(match, text) == f"notation: {sentence}"
    assert refused(match, "i2") == "K9: take a card first, I2, I3, V3 or flip, in capital letters; then its cells"


@pytest.mark.parametrize("words", [" g7" * 40000, " z9" * 40000, " G7" * 40000, " g7 h7 :" + " F" * 40000])
@pytest.mark.parametrize("card", ["S4", "S4*", "flip", "s4"])
def test_long_texts_are_refused_with_a_short_message(card: str, words: str) -> None:
    match = start(2, "S4 I3 V3 flip")
    assert len(refused(match, card + words)) < 200


def test_other_errors_in_choices_are_explained() -> None:
    match = start(4, "I2 I3 V3 flip")
    assert refused(match, "I2 e1 f1 : 3") == "notation: write a side number for each new cell, e1 f1: 2, not 1"
    assert refused(match, "I2 e1 f1 : 3 2 1").startswith("notation: write a side number for each new cell")
    assert refused(match, "I2 e1 f1 : 3 5") == (
        "K12: 5 does not fit on f1: f1 and g1 do not interlock: neither has a tab there; the suggested pieces are 3 3"
    )
    assert refused(match, "I2 i1 i2 : 3 a").startswith("K11")  # errors in the short form come first


def test_a_card_alone_is_explained() -> None:
    match = set_up(2, "I2 flip I4", red="c3 d3", blue="d5", racks={"red": [3]})
    assert refused(match, "I2") == "notation: name the cells of I2, too; for example I2 c4 c5"
    assert refused(match, "I2*") == "notation: name the cells of I2*, too; for example I2* d4 d5"
    assert refused(match, "flip") == "K17: no opponent's piece shares a side with one of yours"
    assert refused(match, "I4") == "K10: no move with I4 is legal now"
    assert refused(match, "I4*") == "notation: name the cells of I4*, too; for example I4* d4 d5 d6 d7"
    assert refused(match, "V3") == "K9: no card V3 lies face up; there are I2, flip, I4"
    assert refused(match, "V5") == "K4: there is no card V5 in this deck; there are I2, I3, V3, I4, L4, S4, flip"
    none = set_up(2, "I2", red="c3", blue="d3", tokens={"red": 0})
    assert refused(none, "I2*") == "K15: you have no token left"
    far = set_up(2, "I2", red="c3", blue="k11")
    assert refused(far, "I2*") == "K15: no move with I2* is legal now"


def test_k4_cards_of_the_other_deck_are_unknown() -> None:
    match = start(4, "I2 I3 V3 flip")
    assert refused(match, "T4 f1 f2 f3 g2") == (
        "K4: there is no card T4 in this deck; there are I2, I3, V3, I4, L4, S4, flip"
    )
    assert refused(match, "I5 f1 f2 f3 f4 f5").startswith("K4: there is no card I5 in this deck")
    assert is_legal(start(4, "I5 I3 V3 flip", deck="long"), "I5 b1 c1 d1 e1 f1")
