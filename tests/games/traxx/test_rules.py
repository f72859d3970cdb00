"""Träxx, rule by rule. The numbers are those of parlour/games/traxx/RULES.md."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise
from typing import Any

import pytest

import parlour
from parlour.games.traxx.sheets import STANDARD, sheet_of
from parlour.luck import Luck
from tests.games.traxx.sheets import random_sheet

IN_ORDER = list(range(15))
PLAIN = {  # one colour everywhere, so that every walk of five fields is allowed
    **sheet_of(STANDARD),
    "fields": dict.fromkeys(sheet_of(STANDARD)["fields"], "red"),
    "cards": [["red"] * 5] * 15,
}


def deal(*starts: str, first: int = 0) -> dict[str, Any]:
    """The cards in order, but one of them first."""
    return {"cards": [first, *(card for card in IN_ORDER if card != first)], "starts": list(starts)}


def plain(*starts: str, **numbers: str) -> parlour.Match:
    """A match on a sheet of one colour with these starts and numbers."""
    others = [name for name in PLAIN["fields"] if name not in {*numbers.values(), *starts}]
    values = [str(value) for value in range(2, 11)]
    placed = {value: numbers.get(f"n{value}") or others.pop() for value in values}
    sheet = {**PLAIN, "numbers": placed, "starts": [*starts, *others][:4]}
    return parlour.new("traxx", len(starts), deal=deal(*starts), sheet=sheet)


def play_round(match: parlour.Match, *texts: str) -> None:
    for seat, text in enumerate(texts):
        match.play(seat, text)


def breaks(match: parlour.Match, text: str, seat: int = 0) -> tuple[str, str]:
    """The rule that a text breaks and the explanation; the match is unchanged."""
    before = match.state.tobytes()
    with pytest.raises(parlour.IllegalMove) as caught:
        match.play(seat, text)
    assert match.state.tobytes() == before
    return caught.value.rule, caught.value.sentence


def board(match: parlour.Match, seat: int | None = None) -> dict[str, Any]:
    shown = match.view(seat)["board"]
    assert isinstance(shown, dict)
    return shown


# -- the box -----------------------------------------------------------------------------------------------------------


def touching(one: str, other: str) -> bool:
    q, r = ord(one[0]) - ord(other[0]), int(one[1:]) - int(other[1:])
    return (q, r) in ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


def test_t1_the_sheet_has_61_fields_in_six_colours_and_nine_numbers() -> None:
    shown = board(parlour.new("traxx", seed=1))
    assert len(shown["fields"]) == 61
    assert sorted(Counter(shown["fields"].values()).values()) == [10, 10, 10, 10, 10, 11]
    assert sorted(shown["numbers"].values()) == [2, 3, 4, 5, 6, 7, 8, 9, 10]
    pairs = [pair for pair in combinations(shown["fields"], 2) if touching(*pair)]
    assert len(pairs) == 156
    assert all(shown["fields"][one] != shown["fields"][other] for one, other in pairs)


def test_t1_the_example_route_in_the_rulebook() -> None:
    match = parlour.new("traxx", deal=deal("f3"))
    shown = board(match)
    assert sorted(shown["card"]) == ["blue", "gray", "green", "yellow"]
    assert shown["fields"]["f3"] == shown["fields"]["f1"] == "yellow"
    assert touching("f3", next(name for name, value in shown["numbers"].items() if value == 3))
    assert touching("f1", next(name for name, value in shown["numbers"].items() if value == 6))
    match.play(0, "f3 e3 f2 g1 f1")
    assert board(match)["lines"] == [["f3", "e3", "f2", "g1", "f1"]]
    assert {text.split()[0] for text in match.legal(0)} == {"f1", "f3", "pass"}  # both ends may grow next


def test_t2_every_set_of_four_colours_is_a_card_and_six_cards_double_one() -> None:
    cards = sheet_of(STANDARD)["cards"]
    assert len(cards) == 15
    assert len({frozenset(card) for card in cards}) == 15
    assert all(len(set(card)) == 4 for card in cards)
    doubled = [colour for card in cards for colour, count in Counter(card).items() if count == 2]
    assert len(doubled) == len(set(doubled)) == 6
    assert set(Counter(colour for card in cards for colour in card).values()) == {11}


# -- getting ready -----------------------------------------------------------------------------------------------------


def test_t4_one_to_four_seats_with_different_starts() -> None:
    for players in (0, 5):
        with pytest.raises(parlour.BadPlayers, match="Träxx is played by 1 to 4"):
            parlour.new("traxx", players)
    for players in range(1, 5):
        starts = parlour.new("traxx", players, seed=players).deal["starts"]
        assert len(set(starts)) == players
        assert set(starts) <= set(sheet_of(STANDARD)["starts"])


def test_t4_every_start_and_every_order_of_cards_is_dealt(luck: Luck) -> None:
    deals = [parlour.new("traxx", 2, seed=luck.number()).deal for _ in range(300)]
    assert {tuple(one["starts"]) for one in deals} == {
        (one, other) for one in sheet_of(STANDARD)["starts"] for other in sheet_of(STANDARD)["starts"] if one != other
    }
    assert {one["cards"][k] for one in deals for k in (0, 14)} == set(IN_ORDER)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (None, r'a deal is \{"cards"'),
        ({"cards": IN_ORDER}, r'a deal is \{"cards"'),
        ({"cards": IN_ORDER, "starts": ["f3"], "more": 1}, r'a deal is \{"cards"'),
        ({"cards": IN_ORDER[1:], "starts": ["f3"]}, "cards are the numbers 0 to 14 in any order"),
        ({"cards": [*IN_ORDER[1:], 1], "starts": ["f3"]}, "cards are the numbers 0 to 14"),
        ({"cards": [False, *IN_ORDER[1:]], "starts": ["f3"]}, "cards are the numbers 0 to 14"),
        ({"cards": "0", "starts": ["f3"]}, "cards are the numbers 0 to 14"),
        ({"cards": IN_ORDER, "starts": []}, "starts are 1 different ones of f3, c5, d7, g5"),
        ({"cards": IN_ORDER, "starts": ["a5"]}, "starts are 1 different ones of f3, c5, d7, g5"),
        ({"cards": IN_ORDER, "starts": ["f3", "c5"]}, "starts are 1 different ones"),
        ({"cards": IN_ORDER, "starts": [3]}, "starts are 1 different ones"),
        ({"cards": IN_ORDER, "starts": "f3"}, "starts are 1 different ones"),
    ],
)
def test_t4_a_wrong_deal_is_refused(wrong: Any, sentence: str) -> None:
    with pytest.raises(parlour.BadDeal, match=sentence):
        parlour.new("traxx", 1, deal=wrong)
    with pytest.raises(parlour.BadDeal, match="starts are 2 different ones"):
        parlour.new("traxx", 2, deal=deal("f3", "f3"))


def test_t5_the_start_counts_as_reached_and_costs_nothing() -> None:
    match = parlour.new("traxx", deal=deal("f3"))
    assert board(match)["unreached"] == [60]
    assert match.view(0)["scores"] == [-60]
    assert board(match)["lines"] == [["f3"]]
    assert "f3 e3 f2 g1 f1" in match.legal(0)  # all four patches are left for four fields


# -- a round -----------------------------------------------------------------------------------------------------------


def test_t6_fifteen_cards_one_per_round() -> None:
    match = parlour.new("traxx", 2, seed=3)
    shown = []
    while match.waiting:
        shown.append(board(match)["card"])
        assert board(match)["closed"] == len(shown) - 1
        play_round(match, "pass", "pass")
    cards = sheet_of(STANDARD)["cards"]
    assert [sorted(card) for card in shown] == [sorted(cards[card]) for card in match.deal["cards"]]
    assert board(match)["cards"] == shown
    assert board(match)["card"] == []


def test_t7_the_line_grows_from_one_of_its_ends() -> None:
    match = parlour.new("traxx", deal=deal("f3"))
    match.play(0, "f3 e3 f2")
    rule, sentence = breaks(match, "e3 d3")
    assert (rule, sentence) == ("T7", "begin at an end of your line, f2 or f3, not at e3")
    assert {text.split()[0] for text in match.legal(0)} <= {"f2", "f3", "pass"}
    match.play(0, "f3 f4")  # green on card 1
    assert board(match)["lines"] == [["f4", "f3", "e3", "f2"]]
    match.play(0, "f2 f1")  # yellow on card 2
    assert board(match)["lines"] == [["f4", "f3", "e3", "f2", "f1"]]


def test_t7_each_step_uses_up_a_patch_of_its_colour() -> None:
    match = parlour.new("traxx", deal=deal("f3"))  # blue, green, yellow, gray
    assert breaks(match, "f3 g3") == (
        "T7",
        "g3 is purple, and the card has no purple patch: it has blue, green, yellow, gray",
    )
    assert breaks(match, "f3 f4 e4 d4")[0] == "T7"
    assert breaks(match, "f3 f2 e3 f4") == ("T7", "f4 is not beside e3: a line goes over neighbouring fields")
    assert breaks(match, "f3 e4 f4 g4 h4 i4") == (
        "T7",
        "the card has only 4 patches (blue, green, yellow, gray), and i4 would be one more",
    )
    assert breaks(match, "f3 e4 e3 f2 f1 e1") == (
        "T7",
        "the card has only 4 patches (blue, green, yellow, gray), and e1 would be one more",
    )
    green = parlour.new("traxx", deal=deal("f3"))
    assert breaks(green, "f3 f4 e4 e3 f2") == (
        "T7",
        "f2 is green, and the card has no further green patch: it has blue, green, yellow, gray",
    )


def test_t7_a_doubled_colour_may_be_entered_twice() -> None:
    match = parlour.new("traxx", deal=deal("f3", first=4))  # blue, green, gray, purple and green again
    assert "f3 f2 e3 f4" not in match.legal(0)
    assert "f3 f4 e3" not in match.legal(0)
    assert "f3 f2 e3 e4 f4" in match.legal(0)  # f2 and f4 are green


def test_t7_any_order_and_any_number_of_patches() -> None:
    match = parlour.new("traxx", deal=deal("f3"))
    texts = match.legal(0)
    assert {"f3 e3", "f3 e3 f2", "f3 e3 f2 g1", "f3 e3 f2 g1 f1", "f3 f2 g1 f1", "f3 f2 e3"} <= set(texts)
    assert max(len(text.split()) for text in texts) == 5
    fields = board(match)["fields"]
    for text in texts:
        if text != "pass":
            words = text.split()
            assert not Counter(fields[name] for name in words[1:]) - Counter(board(match)["card"])
            assert all(touching(one, other) for one, other in pairwise(words))


def test_t7_five_patches_are_five_steps_and_never_six() -> None:
    match = plain("e5")
    assert max(len(text.split()) for text in match.legal(0)) == 6
    assert len(match.legal(0)) == 1 + 6 + 30 + 138 + 618 + 2730 - missing_at_the_rim()
    assert breaks(match, "e5 e4 e3 e2 e1 f1 g1")[0] == "T7"


def missing_at_the_rim() -> int:
    """The number of walks of five steps from the middle that would leave the sheet, counted independently."""

    def walks(path: list[tuple[int, int]], steps: int) -> int:
        if steps == 0:
            return int(max(max(abs(q), abs(r), abs(q + r)) for q, r in path) > 4)
        q, r = path[-1]
        around = [(q + dq, r + dr) for dq, dr in ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))]
        return sum(walks([*path, cell], steps - 1) for cell in around if cell not in path)

    return walks([(0, 0)], 5)


def test_t8_a_line_enters_no_field_twice() -> None:
    match = plain("e5")
    assert breaks(match, "e5 e4 f4 e5") == ("T8", "your line has been on e5 already: it never enters a field twice")
    assert breaks(match, "e5 e4 f4 e4") == ("T8", "your line has been on e4 already: it never enters a field twice")
    match.play(0, "e5 e4 f4 f5")
    assert breaks(match, "f5 e5")[0] == "T8"
    assert breaks(match, "f5 f4")[0] == "T8"
    assert all(not {"e4", "f4"} & set(text.split()) for text in match.legal(0))


def test_t8_a_line_may_run_beside_itself() -> None:
    match = plain("e5")
    match.play(0, "e5 e4 f4 f5 e6 d6")  # around e5: f5 and e6 touch it
    assert board(match)["lines"] == [["e5", "e4", "f4", "f5", "e6", "d6"]]
    assert "d6 d5" in match.legal(0)  # d5 touches e5, e4 and d6


def test_t9_a_seat_may_pass_and_must_if_it_is_stuck() -> None:
    match = plain("a5", "e5")
    play_round(match, "pass", "pass")
    assert board(match)["lines"] == [["a5"], ["e5"]]
    assert breaks(match, "pass pass") == ("T9", "to pass, write only 'pass'")
    assert breaks(match, "a5 pass")[0] == "T9"
    # Alone in a corner: both ends closed in by the line itself.
    stuck = plain("b4")
    stuck.play(0, "b4 a5 a6 b5 c4 c3")
    stuck.play(0, "c3 d2 d3 e2 f1 e1")
    assert stuck.legal(0) == ["pass"]


def test_t10_a_choice_is_hidden_until_everyone_has_chosen() -> None:
    match = parlour.new("traxx", 3, seed=5)
    text = next(text for text in match.legal(1) if len(text.split()) > 3)
    before = {seat: board(match, seat) for seat in (0, 2, None)}
    match.play(1, text)
    for seat in (0, 2, None):
        assert board(match, seat) == before[seat] | {"chosen": [False, True, False]}
        assert match.events(seat) == [{"kind": "chosen", "seat": 1}]
        assert text not in str(match.draw(seat))
        assert "dasharray" not in match.svg(seat)
    assert board(match, 1)["choice"] == text
    assert "dasharray" in match.svg(1)
    assert match.waiting == (0, 2)
    assert match.legal(1) == []
    match.play(2, "pass")
    match.play(0, "pass")
    assert board(match, 0)["lines"][1] == text.split()
    kinds = [(event["kind"], event.get("seat")) for event in match.events(0)]
    assert [kind for kind in kinds if kind[0] != "reached"] == [
        ("passed", 0),
        ("drew", 1),
        ("passed", 2),
        ("card", None),
    ]


# -- numbers -----------------------------------------------------------------------------------------------------------


def reached(match: parlour.Match) -> list[dict[str, int]]:
    got = board(match)["reached"]
    assert isinstance(got, list)
    return got


def test_t11_numbers_count_in_full_for_the_first_seat_and_half_for_later_ones() -> None:
    match = plain("e5", "c5", n7="d5")
    play_round(match, "e5 d5", "pass")
    assert reached(match) == [{"7": 7}, {}]
    assert "Others have been on 7: half for east." in str(match.draw(1))
    assert "Others have been on" not in str(match.draw(0))
    play_round(match, "pass", "c5 d5")
    assert reached(match) == [{"7": 7}, {"7": 4}]  # half of 7, rounded up
    assert "numbers: 7½" in str(match.draw(1))
    assert "Others have been on" not in str(match.draw(1))


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_t11_all_seats_arriving_in_the_same_round_score_in_full(order: tuple[int, int]) -> None:
    match = plain("e5", "c5", n7="d5")
    for seat in order:
        match.play(seat, f"{['e5', 'c5'][seat]} d5")
    assert reached(match) == [{"7": 7}, {"7": 7}]


def test_t11_what_counts_is_another_seat_in_an_earlier_round() -> None:
    match = plain("e5", "c5", "g5", n9="d5", n4="f5")
    play_round(match, "e5 d5", "pass", "g5 f5")
    play_round(match, "d5 d6 e6 f5", "c5 d5", "pass")
    assert reached(match) == [{"4": 2, "9": 9}, {"9": 5}, {"4": 4}]


def test_t12_several_numbers_in_one_turn() -> None:
    match = plain("e5", "c5", n2="e4", n10="f4", n3="f5")
    play_round(match, "e5 e4 f4 f5", "pass")
    assert reached(match)[0] == {"2": 2, "3": 3, "10": 10}
    kinds = [(event["kind"], event.get("number"), event.get("points")) for event in match.events(None)]
    assert [kind for kind in kinds if kind[0] == "reached"] == [
        ("reached", "2", 2),
        ("reached", "10", 10),
        ("reached", "3", 3),
    ]


def test_t13_in_solo_games_a_number_after_a_higher_one_is_halved() -> None:
    """The rulebook's 4, 7, 5, 9, two of them in one round, the last from the other end."""
    match = plain("e5", n4="e4", n7="f4", n5="f5", n9="d5")
    match.play(0, "e5 e4")
    match.play(0, "e4 f4 f5")
    match.play(0, "e5 d5")
    assert reached(match) == [{"4": 4, "5": 3, "7": 7, "9": 9}]
    assert match.view(0)["scores"] == [4 + 7 + 3 + 9 - 56]


def test_t13_within_a_round_steps_count_in_order() -> None:
    match = plain("e5", n8="e4", n3="f4")
    match.play(0, "e5 e4 f4")
    assert reached(match) == [{"3": 2, "8": 8}]
    other = plain("e5", n8="e4", n3="f4")
    other.play(0, "e5 f4 e4")
    assert reached(other) == [{"3": 3, "8": 8}]


def test_t13_solo_games_have_no_loser() -> None:
    match = plain("e5")
    while match.waiting:
        match.play(0, "pass")
    assert match.outcome is not None
    assert (match.outcome.winners, match.outcome.ranking, match.outcome.scores) == ((0,), (1,), (-60,))


# -- the end -----------------------------------------------------------------------------------------------------------


def test_t14_number_points_less_one_per_field_not_reached() -> None:
    match = plain("e5", "c5", n7="d5")
    play_round(match, "e5 d5 d6", "c5 c6")
    assert match.view(None)["scores"] == [7 - 58, -59]
    while match.waiting:
        play_round(match, "pass", "pass")
    assert match.outcome is not None
    assert (match.outcome.reason, match.outcome.winners, match.outcome.ranking) == ("rounds", (0,), (1, 2))
    assert match.outcome.scores == (-51, -59)


def test_t14_ties_share_the_win() -> None:
    match = plain("e5", "c5", "g5")
    while match.waiting:
        play_round(match, "pass", "pass", next(iter(match.legal(2))))
    assert match.outcome is not None
    assert match.outcome.winners == (2,)
    assert match.outcome.ranking == (2, 2, 1)
    level = plain("e5", "c5", "g5")
    while level.waiting:
        play_round(level, "pass", "pass", "pass")
    assert level.outcome is not None
    assert level.outcome.winners == (0, 1, 2)


def test_t15_the_sum_in_the_rulebook() -> None:
    """All numbers but the 4; 3, 6, 8, 9 first, 2, 5, 7, 10 after another; ten fields not reached: 39 - 10 = 29."""
    snake = snake_of(51)
    numbers = {value: snake[5 * k + 5] for k, value in enumerate(["2", "5", "7", "10", "3", "6", "8", "9"])}
    off = next(name for name in PLAIN["fields"] if name not in snake)
    sheet = {**PLAIN, "numbers": {**numbers, "4": off}, "starts": snake[:4]}
    match = parlour.new("traxx", 2, deal=deal(snake[0], snake[1]), sheet=sheet)

    def onward(seat: int, last: int) -> str:
        """Five fields further along the snake, up to a field."""
        end = snake.index(board(match)["lines"][seat][-1])
        return " ".join(snake[end : min(end + 5, last) + 1]) if end < last else "pass"

    for _ in range(4):  # the other is first at 2, 5, 7 and 10
        play_round(match, "pass", onward(1, snake.index(numbers["10"])))
    while match.waiting:
        play_round(match, onward(0, 50), "pass")
    assert match.outcome is not None
    assert board(match)["unreached"][0] == 10
    assert reached(match)[0] == {"2": 1, "3": 3, "5": 3, "6": 6, "7": 4, "8": 8, "9": 9, "10": 5}
    assert sum(reached(match)[0].values()) == 39
    assert match.outcome.scores[0] == 29


def snake_of(length: int) -> list[str]:
    """A line over this many fields, row by row in alternating directions."""
    path = []
    for number in range(1, 10):
        names = sorted(name for name in PLAIN["fields"] if name[1:] == str(number))
        path += names if number % 2 else names[::-1]
    return path[:length]


def test_every_field_in_reach_is_named_on_the_board(luck: Luck) -> None:
    match = parlour.new("traxx", 2, seed=luck.number(), sheet=random_sheet(luck))
    names = {word for text in match.legal(0) for word in text.split()[1:]}
    assert all(name in str(match.draw(0)) for name in names)
