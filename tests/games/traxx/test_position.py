"""Positions of Träxx; unreachable ones are refused."""

from __future__ import annotations

import pytest

import parlour

CARDS = "0,1,2,3,4,5,6,7,8,9,10,11,12,13,14"
START = f'traxx 2 {{"sheet":"standard"}} 1 {CARDS} f3,c5'


def test_a_position_is_complete() -> None:
    match = parlour.from_position(f"{START} f3-e3-f2,c5 .,. f2-f1,.")
    assert match.deal == {"cards": list(range(15)), "starts": ["f3", "c5"]}
    assert match.view(0)["board"]["choice"] == "f2 f1"
    assert match.view(1)["board"]["choice"] is None
    assert match.view(1)["board"]["lines"] == [["f3", "e3", "f2"], ["c5"]]
    assert match.waiting == (1,)


def test_positions_state_numbers_at_half() -> None:
    text = f'traxx 2 {{"sheet":"standard"}} 3 {CARDS} f3,c5 f3-f4-e4-d4,c5-d4 2,. .,.'
    match = parlour.from_position(text)
    assert match.view(0)["board"]["reached"] == [{"2": 1}, {"2": 2}]
    assert match.position() == text


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        (f"1 {CARDS} f3,c5 f3,c5 .,.", "a Träxx position is ROUND CARDS STARTS LINES HALVES CHOICES"),
        (f"16 {CARDS} f3,c5 f3,c5 .,. .,.", "rounds closed are 0 to 15"),
        (f"01 {CARDS} f3,c5 f3,c5 .,. .,.", "rounds closed are 0 to 15"),
        (f"1 {CARDS[:-2]}13 f3,c5 f3,c5 .,. .,.", "cards are the numbers 0 to 14"),
        (f"1 {CARDS} f3,f3 f3,f3 .,. .,.", "starts are 2 different ones"),
        (f"1 {CARDS} f3,c5 f3-z9,c5 .,. .,.", "the line of north has unknown fields: z9"),
        (f"1 {CARDS} f3,c5 f3-e3-f3,c5 .,. .,.", "the line of north enters a field twice .T8"),
        (f"1 {CARDS} f3,c5 e3-f2,c5 .,. .,.", "the line of north does not have its start, f3 .T5"),
        (f"1 {CARDS} f3,c5 f3-f1,c5 .,. .,.", "from f3 to f1, which is not a neighbour .T7"),
        (f"1 {CARDS} f3,c5 f3-g3,c5 .,. .,.", "the line of north cannot have been drawn with the 1 cards so far .T7"),
        (f"0 {CARDS} f3,c5 f3-e3,c5 .,. .,.", "cannot have been drawn with the 0 cards so far"),
        (f"1 {CARDS} f3,c5 f2-f3-e3,c5 .,. .,.", "cannot have been drawn with the 1 cards so far"),  # at both ends
        (f"1 {'1' * 5000}{CARDS[1:]} f3,c5 f3,c5 .,. .,.", "cards are the numbers 0 to 14"),
        (f"3 {CARDS} f3,c5 f3,c5 2,. .,.", "north got numbers at half that are not on its line: 2 .T11"),
        (f"3 {CARDS} f3,c5 f3,c5-d4 .,2 .,.", "nobody got 2 in full, but whoever reached it first did"),
        (f"1 {CARDS} f3,c5 f3,c5 .,. f3-z9,.", "'f3 z9' is not a legal choice of north"),
        (f"15 {CARDS} f3,c5 f3,c5 .,. pass,.", "'pass' is not a legal choice of north"),
        (f"1 {CARDS} f3,c5 f3,c5 .,. pass,pass", "one seat at least has no choice yet .T10"),
    ],
)
def test_unreachable_positions_are_refused(body: str, sentence: str) -> None:
    with pytest.raises(parlour.BadPosition, match=sentence):
        parlour.from_position(f'traxx 2 {{"sheet":"standard"}} {body}')


def test_in_solo_positions_the_highest_number_counts_in_full() -> None:
    start = f'traxx 1 {{"sheet":"standard"}} 9 {CARDS} c5'
    assert parlour.from_position(f"{start} c5-d4 . .").view(0)["board"]["reached"] == [{"2": 2}]
    with pytest.raises(parlour.BadPosition, match="nobody got 2 in full"):
        parlour.from_position(f"{start} c5-d4 2 .")
