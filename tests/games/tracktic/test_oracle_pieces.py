"""The oracle of Tracktic: which pieces are laid (K12, K13), against facts worked out by hand."""

import copy

from tests.games.tracktic.oracle import (
    RACK,
    Oracle,
    chosen_forms,
    fits,
    suggested,
)
from tests.games.tracktic.test_oracle_itself import PLAIN, deal, refuses


def test_k12_tabs_and_blanks_interlock() -> None:
    oracle = Oracle(2, {}, deal("I2", "I2", "I2", "I2"))
    assert [sides for sides in range(16) if fits(oracle.pieces, "g6", sides)] == [0, 1, 2, 3, 8, 9, 10, 11]
    assert [sides for sides in range(16) if fits(oracle.pieces, "f5", sides)] == [
        sides
        for sides in range(16)
        if sides & 2  # a tab to the east meets the blank in the west of g5
    ]
    assert all(fits(oracle.pieces, "c3", sides) for sides in range(16))


def test_k13_suggestion_by_hand() -> None:
    # g6 must be blank in the south, where g5 has a tab. Two adjacent and two opposite tabs have eight left each;
    # of those without a tab in the south (3, 9 and 10) 3 is the smallest. Then seven with adjacent tabs are left, so
    # for g7, blank in the south because 3 has a tab in the north, two opposite tabs come first: 10 (5 has a tab south).
    oracle = Oracle(2, {}, deal("I2", "I2", "I2", "I2"))
    assert suggested(oracle.pieces, RACK, ["g6", "g7"]) == (3, 10)
    oracle.play(0, "I2 g6 g7")
    assert oracle.pieces["g6"] == ("red", 3)
    assert oracle.pieces["g7"] == ("red", 10)
    assert oracle.racks[0] == [2, 6, 7, 7, 6, 2]


def test_k13_the_search_for_pieces_backtracks() -> None:
    # One piece with one tab and one with two opposite tabs are left, and g8 is blank in the south, so g7 needs a tab
    # in the north. For g6 come 1, 2, 8 (one tab) and 10. After 1, g7 needs a blank in the south: 5 has a tab there
    # and 10 none in the north. After 2, g7 needs tabs north and south: 5.
    oracle = Oracle(2, {}, deal("I2", "I2", "I2", "I2"))
    oracle.pieces["g8"] = ("blue", 10)
    oracle.racks[0] = [0, 1, 0, 1, 0, 0]
    assert suggested(oracle.pieces, oracle.racks[0], ["g6", "g7"]) == (2, 5)
    oracle.play(0, "I2 g6 g7")
    assert oracle.racks[0] == [0] * 6
    oracle = Oracle(2, {}, deal("I2", "I2", "I2", "I2"))
    oracle.pieces["g8"] = ("blue", 10)
    # With no tab and one tab: g7 needs both tabs after 0, 2 or 8, and a tab that is not left after 1.
    oracle.racks[0] = [1, 1, 0, 0, 0, 0]
    assert "I2 g6 g7" not in oracle.legal(0)


def test_chosen_pieces_are_laid() -> None:
    oracle = Oracle(2, {}, deal("I2", "I2", "I2", "I2"))
    forms = chosen_forms(oracle, 0, "I2 g6 g7")
    assert forms[0] == "I2 g6 g7 : 3 a"
    assert len(forms) == len(set(forms)) == 8 * 8
    short, long = copy.deepcopy(oracle), copy.deepcopy(oracle)
    short.play(0, "I2 g6 g7")
    long.play(0, "I2 g6 g7 : 3 a")
    assert short.pieces == long.pieces
    assert short.racks == long.racks
    long = copy.deepcopy(oracle)
    long.play(0, "I2 g6 g7 : 0 f")
    assert long.pieces["g6"] == ("red", 0)
    assert long.pieces["g7"] == ("red", 15)
    assert long.racks[0] == [1, 6, 8, 8, 6, 1]
    for numbers in (": 3 A", ": 3", ": 3 a 1", ": 3  a", " : 3 a", ":3 a", ": ", ": 4 a", ": 3 4", ": 3 0a", ": 3 a "):
        assert refuses(oracle, 0, f"I2 g6 g7 {numbers}")
    assert refuses(oracle, 0, "skip : 3")
    oracle.racks[0] = [0, 0, 0, 2, 0, 0]
    assert chosen_forms(oracle, 0, "I2 g6 g7") == ["I2 g6 g7 : a 5"]
    assert refuses(oracle, 0, "I2 g6 g7 : 3 a")
    plain = Oracle(2, PLAIN, deal("I2", "I2", "I2", "I2"))
    assert refuses(plain, 0, "I2 g6 g7 : 3 a")
    assert chosen_forms(plain, 0, "I2 g6 g7") == []


def test_pieces_are_chosen_only_for_newly_laid_cells() -> None:
    oracle = Oracle(2, {}, deal("flip", "I2", "I2", "I2"))
    oracle.pieces["h5"] = ("blue", 6)
    for text in ("flip h5 i5", "I2* h5 i5"):
        forms = chosen_forms(oracle, 0, text)
        assert sorted(forms) == [f"{text} : {sides:x}" for sides in range(16) if not sides & 8]
    oracle.play(0, "flip h5 i5 : 7")
    assert oracle.pieces["i5"] == ("red", 7)


# Paths
