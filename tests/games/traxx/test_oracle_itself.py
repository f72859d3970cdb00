"""The oracle of Träxx against facts worked out by hand from the rules."""

import random
from typing import Any

import pytest

from tests.games.traxx.oracle import NEIGHBOURS, PLACES, STANDARD, Oracle, extended, half, random_deal, solo_points

CARDS: list[list[str]] = STANDARD["cards"]


def deal(starts: str, *first: int) -> dict[str, Any]:
    """Some cards first, the others in order."""
    return {"cards": [*first, *(card for card in range(15) if card not in first)], "starts": starts.split()}


def test_t1_the_standard_sheet() -> None:
    fields = STANDARD["fields"]
    assert len(PLACES) == 61
    assert set(fields) == set(PLACES)
    assert sorted(list(fields.values()).count(colour) for colour in STANDARD["colours"]) == [10, 10, 10, 10, 10, 11]
    assert all(fields[near] != fields[field] for field in fields for near in NEIGHBOURS[field])
    assert set(NEIGHBOURS["f3"]) == set("g3 f4 e4 e3 f2 g2".split())


def test_t2_the_deck_shows_each_colour_eleven_times() -> None:
    assert len({frozenset(card) for card in CARDS}) == 15
    assert all(sum(card.count(colour) for card in CARDS) == 11 for colour in STANDARD["colours"])


def test_t1_the_worked_route() -> None:
    oracle = Oracle(1, {}, deal("f3"))
    assert oracle.card == ["blue", "green", "yellow", "gray"]
    for text in ("f3 e3", "f3 e3 f2", "f3 e3 f2 g1", "f3 e3 f2 g1 f1", "pass"):
        assert text in oracle.legal(0)
    assert "f3 g3" not in oracle.legal(0)  # purple
    oracle.play(0, "f3 e3 f2 g1 f1")
    assert oracle.lines == [["f3", "e3", "f2", "g1", "f1"]]
    assert oracle.points == [-56]


def test_t7_every_first_move_by_hand() -> None:
    # Around d7 lie e7 blue, d8 red, c8 green, c7 purple, d6 blue and e6 yellow.
    oracle = Oracle(1, {}, deal("d7", 9))  # blue, gray, red, purple
    one_step = [text for text in oracle.legal(0) if len(text.split()) == 2]
    assert one_step == ["d7 c7", "d7 d6", "d7 d8", "d7 e7"]
    # Beyond e7 lie e8 gray, d8 red, f7 red, and f6 green, e6 yellow that the card does not have.
    two_steps = [text for text in oracle.legal(0) if text.startswith("d7 e7 ") and len(text.split()) == 3]
    assert two_steps == ["d7 e7 d8", "d7 e7 e8", "d7 e7 f7"]


def test_t7_from_one_of_two_ends() -> None:
    oracle = Oracle(1, {}, deal("f3", 0, 1, 2))
    oracle.play(0, "f3 e3")
    assert {text.split()[0] for text in oracle.legal(0)} == {"f3", "e3", "pass"}
    assert not any("f3" in text.split()[1:] or "e3" in text.split()[1:] for text in oracle.legal(0))
    oracle.play(0, "f3 f2")
    assert oracle.lines == [["f2", "f3", "e3"]]
    assert extended(["c1", "b1"], "c1 d1 e1") == ["e1", "d1", "c1", "b1"]


def test_t7_two_patches_of_a_colour() -> None:
    # d5 is yellow, d6 blue, e6 yellow, f6 green, f7 red, each beside the one before it.
    assert CARDS[1] == ["blue", "green", "yellow", "red", "yellow"]
    assert "c5 d5 d6 e6 f6 f7" in Oracle(1, {}, deal("c5", 1)).legal(0)
    assert CARDS[2] == ["blue", "green", "yellow", "purple"]
    legal = Oracle(1, {}, deal("c5", 2)).legal(0)
    assert "c5 d5 d6" in legal
    assert "c5 d5 d6 e6" not in legal


def test_t10_choices_are_not_lines_until_all_have_chosen() -> None:
    oracle = Oracle(2, {}, deal("f3 c5"))
    oracle.play(1, "pass")
    assert list(oracle.waiting) == [0]
    assert oracle.chosen == [None, "pass"]
    assert oracle.legal(1) == []
    with pytest.raises(ValueError, match="not a legal move"):
        oracle.play(1, "pass")
    oracle.play(0, "f3 e3")
    assert list(oracle.waiting) == [0, 1]
    assert oracle.chosen == [None, None]
    assert oracle.lines == [["f3", "e3"], ["c5"]]


def test_t11_full_then_half_and_full_together() -> None:
    # The red d4 carries the 2. It touches the start c5 and the blue e3, which touches the start f3.
    assert set(CARDS[5]) == {"blue", "green", "red", "purple"}
    oracle = Oracle(2, {}, deal("f3 c5", 5, 13))
    oracle.play(0, "f3 e3 d4")
    oracle.play(1, "pass")
    assert oracle.number_points == [2, 0]
    assert oracle.points == [2 - 58, 0 - 60]
    oracle.play(0, "pass")
    oracle.play(1, "c5 d4")
    assert oracle.number_points == [2, 1]
    together = Oracle(2, {}, deal("f3 c5", 5, 13))
    together.play(0, "f3 e3 d4")
    together.play(1, "c5 d4")
    assert together.number_points == [2, 2]


def test_t11_t15_the_rulebook_sum() -> None:
    assert half(7) == 4
    assert half(5) == 3
    assert sum([3, 6, 8, 9]) + sum(half(value) for value in (2, 5, 7, 10)) == 39
    # The other seat reaches 2, 5, 7 and 10 first; then this seat reaches all but the 4, and misses ten fields.
    oracle = Oracle(2, {}, deal("f3 c5"))
    place = {number: field for field, number in oracle.sheet.numbers.items()}
    oracle.reached = [[[], [place[n] for n in (3, 6, 8, 9, 2, 5, 7, 10)]], [[place[n] for n in (2, 5, 7, 10)], []]]
    oracle.lines[0] = list(PLACES)[:51]
    assert oracle.number_points == [39, 24]
    assert oracle.points[0] == 29


def test_t13_in_solo_games_the_order_of_numbers_matters() -> None:
    assert solo_points([4, 7, 5, 9]) == [4, 7, 3, 9]
    oracle = Oracle(1, {}, deal("f3"))
    place = {number: field for field, number in oracle.sheet.numbers.items()}
    oracle.reached = [[["f3", place[4]], [place[7], place[5]], [], [place[9]]]]
    assert oracle.number_points == [4 + 7 + 3 + 9]


@pytest.mark.parametrize(
    "change",
    [
        {"radius": 5},
        {"colours": ["blue", "green", "yellow", "gray", "red"]},
        {"starts": ["f3", "c5", "d7", "d7"]},
        {"starts": ["f3", "c5", "d7", "d4"]},
        {"numbers": {**STANDARD["numbers"], "3": "d4"}},
        {"fields": {**STANDARD["fields"], "a5": "black"}},
        {"cards": CARDS[:14]},
    ],
)
def test_t3_invalid_sheets_are_refused(change: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="T3"):
        Oracle(1, {"sheet": {**STANDARD, **change}}, deal("f3"))


def test_t3_a_sheet_without_cards_has_the_standard_deck() -> None:
    sheet = {key: value for key, value in STANDARD.items() if key != "cards"}
    assert Oracle(1, {"sheet": sheet}, deal("f3")).sheet == Oracle(1, {}, deal("f3")).sheet


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_random_games_end(players: int) -> None:
    rng = random.Random(players)
    for _ in range(5):
        oracle = Oracle(players, {}, random_deal(players, {}, rng))
        moves = 0
        while oracle.waiting:
            seat = rng.choice(oracle.waiting)
            legal = oracle.legal(seat)
            assert legal == sorted(set(legal))
            oracle.play(seat, rng.choice(legal))
            moves += 1
        assert moves == 15 * players
        assert oracle.outcome is not None
        assert oracle.outcome["reason"] == "rounds"
        assert oracle.outcome["scores"] == oracle.points == oracle.outcome["details"]["points"]
