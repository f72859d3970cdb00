"""Positions as text: what is refused, and why."""

from __future__ import annotations

import re

import pytest

import parlour
from parlour.luck import Luck
from tests.games.tracktic.positions import play, start

CARDS = "I2 I2 V3 flip V3 I3"


def played() -> parlour.Match:
    """Two patterns and a Flip card have been played with two seats."""
    match = start(2, CARDS)
    play(match, "V3 g6 g7 h7", "I2 g8 h8", "flip g8 f8")
    return match


def test_the_start_position_is_written_as_documented() -> None:
    name, players, options, rows, *rest, dealt = start(2, CARDS).position().split(" ")
    assert (name, players, options) == ("tracktic", "2", '{"deck":"standard","pieces":"jigsaw"}')
    assert rows == "4Bc4/4Bc4/4Bc4/9/9/9/4R34/4R34/4R34"
    assert rest == ["268862,268862", "22", "-", "R", "I2I2V3flip"]
    assert dealt.startswith("I2I2V3flip|V3I3I2I2I2I2I3")


def test_plain_pieces_have_no_side_numbers() -> None:
    text = start(3, CARDS, pieces="plain").position()
    assert text.split()[3:6] == ["6G6/6G6/6G6/13/13/13/BBB7YYY/13/13/13/6R6/6R6/6R6", "32,32,32", "222"]


def edited(text: str, *changes: tuple[str, str]) -> str:
    for old, new in changes:
        assert old in text, (old, text)
        text = text.replace(old, new, 1)
    return text


BEGIN = start(2, CARDS).position()


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        (" 22 ", " ", "a Tracktic position is seven words: ROWS RACKS TOKENS SKIPPED TO_ACT FACE_UP DEAL; there are 6"),
        ("4Bc4/4Bc4/4Bc4/9", "4Bc4/4Bc4/4Bc4", "this grid has 9 rows, not 8 (K3)"),
        ("/9/9/9/", "/9/8/9/", "row 7 has 9 cells, not 8"),
        ("/9/9/9/", "/9/54/9/", "row 7 has 9 cells, not 54"),
        ("/9/9/9/", "/9/4X4/9/", "row 7 is made of pieces R, B, W with a side number (R3) and numbers of empty cells"),
        ("/9/9/9/", "/9/4G34/9/", "row 7 is made of pieces R, B, W"),
        ("/9/9/9/", "/9/4R4/9/", "row 7 has 9 cells, not 5"),
        ("268862,", "268862", "RACKS has a digit for each of the 6 shapes for each seat, with commas between seats"),
        ("268862,", "26886,", "RACKS has a digit for each of the 6 shapes"),
        ("268862,", "268863,", "red's rack 268863 has more than it began with (K2)"),
        ("268862,", "268861,", "the pieces on the grid are not those that left the racks (K12)"),
        (" 22 ", " 23 ", "TOKENS has a digit from 0 to 2 for each of the 2 seats (K5)"),
        (" 22 ", " 222 ", "TOKENS has a digit from 0 to 2"),
        (" 22 ", " 21 ", "0 pieces laid do not fit the cards played and the 1 tokens spent (K10, K15)"),
        (" - R ", " G R ", "SKIPPED has letters of seats in order, of RB, or is -"),
        (" - R ", " BR - ", "SKIPPED has letters of seats in order"),
        (" - R ", " - X ", "TO_ACT is a seat's letter, of RB, or -"),
        (" - R ", " - - ", "TO_ACT is - when no card is face up or every seat has skipped, and only then (K18)"),
        (" - R ", " RB R ", "TO_ACT is - when no card is face up"),
        (" - R ", " R R ", "red has skipped and cannot be to act (K20)"),
        (" - R ", " - B ", "after 0 cards and no skip red is to act (K9b)"),
        (" I2I2V3flip ", " I2I2V3 ", "four cards are face up while the deck lasts (K9)"),
        (" I2I2V3flip ", " I2I2V3X9 ", "FACE_UP is up to four cards from the left, or -: S4I2flipS4"),
        (" I2I2V3flip ", " I2I2V3flipV3 ", "FACE_UP is up to four cards"),
        (" I2I2V3flip ", " I2V3I2flip ", "FACE_UP does not follow from DEAL"),
        ("flip|V3I3", "|flipV3I3", "at least 4 cards are turned up (K8): | stands too early in DEAL"),
        ("|V3I3", "V3I3", "DEAL is all cards from the top, with | after those turned up"),
        ("|V3I3", "|V3V3", "DEAL has other cards than the standard deck (K4)"),
        ("|V3I3", "|V3I5", "DEAL has other cards than the standard deck (K4)"),
        ("4R34/4R34/4R34", "4R34/4R34/9", "on g3 lies red's start piece, R3 or turned W3 (K6)"),
        ("4R34/4R34/4R34", "4R34/4R34/4R14", "on g3 lies red's start piece, R3 or turned W3 (K6)"),
        ("4R34/4R34/4R34", "4R34/4R34/4B34", "on g3 lies red's start piece"),
        ("4R34/4R34/4R34", "4R34/4R34/4W34", "1 white pieces do not fit 0 Flip cards and 0 tokens (K15, K17)"),
        ("4R34/4R34/4R34", "4R34/4R34/3R0R34", "the pieces on f3 and g3 do not interlock (K12)"),
        ("4R34/4R34/4R34", "4R34/4R34/3R2R34", "red has pieces on the grid that never left its rack (K12)"),
        ("/9/9/9/", "/R38/9/9/", "c8 is not joined to red's start by red and white pieces (K11)"),
        ("/9/9/9/", "/W38/9/9/", "the white piece on c8 belonged to nobody: it is joined to no start (K11)"),
        ("4R34/4R34/4R34", "4R34/3R2R3R03/4R34", "g4 is the middle of a T of red pieces (K14)"),
        ('"standard"', '"long"', "DEAL has other cards than the long deck (K4)"),
    ],
)
def test_malformed_positions_are_refused_with_a_reason(old: str, new: str, sentence: str) -> None:
    with pytest.raises(parlour.BadPosition, match=re.escape(sentence)):
        parlour.from_position(edited(BEGIN, (old, new)))


def refused_everywhere(match: parlour.Match, position: str, sentence: str) -> None:
    """Refused both as a position and in a record."""
    with pytest.raises(parlour.BadPosition, match=sentence):
        parlour.from_position(position)
    lines = parlour.from_position(match.position()).record().split("\n")
    body = f"position {position.partition('} ')[2]}"
    with pytest.raises(parlour.BadRecord, match=sentence):
        parlour.load("\n".join(body if line.startswith("position ") else line for line in lines))


@pytest.mark.parametrize("pieces", ["jigsaw", "plain"])
@pytest.mark.parametrize("row", ["9" * 14, "1" * 60 + "x", "1" * 5000, "R3" * 5000, "99R3" * 5000, "9R" * 40 + "!"])
def test_long_rows_are_refused(pieces: str, row: str) -> None:
    """A pattern that can match in several ways would take exponential time."""
    match = start(2, CARDS, pieces=pieces)
    refused_everywhere(match, edited(match.position(), ("/9/9/9/", f"/9/{row}/9/")), "row 7 ")


@pytest.mark.parametrize("pieces", ["jigsaw", "plain"])
@pytest.mark.parametrize("word", range(7))
@pytest.mark.parametrize("number", ["9" * 14, "1" * 5000])
def test_long_numbers_are_refused_in_every_word(pieces: str, word: int, number: str) -> None:
    match = start(2, CARDS, pieces=pieces)
    *head, body = match.position().partition("} ")
    words = body.split(" ")
    words[word] = number
    refused_everywhere(match, "".join([*head, " ".join(words)]), ".")


def test_the_card_turned_up_last_is_last_in_the_row() -> None:
    text = edited(BEGIN, (" I2I2V3flip ", " I2I2flipV3 "), ("|V3I3", "V3I3|"))
    with pytest.raises(parlour.BadPosition, match=r"the card turned up last, I3, must be the last of FACE_UP \(K9\)"):
        parlour.from_position(text)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        (" 22 ", " 12 ", "6 pieces laid do not fit the cards played and the 1 tokens spent (K10, K15)"),
        (" - B ", " - R ", "after 3 cards and no skip blue is to act (K9b)"),
        ("I2V3I3I2 ", "I2I3V3I2 ", "FACE_UP does not follow from DEAL"),
        ("W", "R", "g7 is the middle of a T of red pieces (K14)"),
        ("W", "B", "f8 is not joined to red's start by red and white pieces (K11)"),
    ],
)
def test_positions_that_contradict_the_cards_played_are_refused(old: str, new: str, sentence: str) -> None:
    text = played().position()
    assert parlour.from_position(text).position() == text
    with pytest.raises(parlour.BadPosition, match=re.escape(sentence)):
        parlour.from_position(edited(text, (old, new)))


def test_a_finished_position_is_accepted() -> None:
    match = start(2, CARDS)
    play(match, "skip", "skip")
    again = parlour.from_position(match.position())
    assert again.outcome == match.outcome
    assert again.outcome is not None
    assert again.outcome.reason == "skipped"


@pytest.mark.prove
def test_every_position_of_many_games_is_accepted(luck: Luck) -> None:
    for number in range(120):
        options = {"deck": ("standard", "long")[number & 1], "pieces": ("jigsaw", "plain")[number >> 1 & 1]}
        match = parlour.new("tracktic", 2 + number % 3, seed=luck.number(), **options)
        while match.waiting:
            moves = [text for text in match.legal(match.waiting[0]) if text != "skip"] or ["skip"]
            special = [text for text in moves if "*" in text or "flip" in text]
            moves = special if special and luck.below(3) == 0 else moves
            play(match, moves[luck.below(len(moves))] if luck.below(30) else "skip")
            assert parlour.from_position(match.position()).state.tobytes() == match.state.tobytes()
