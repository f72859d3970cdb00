"""Seats have fields, in a match and in its record; old records, with bots inside names, still load."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour import Seat
from parlour.bots import NAMES, title, titled
from parlour.errors import BadOption, BadRecord
from parlour.seat import seats_of_old_names

OLD = Path(__file__).parent / "old_records"
ANN, BLUE, CY = Seat("person", "Ann"), Seat("bot", "blue", "3"), Seat("person", "Cy")


def with_bot() -> parlour.Match:
    match = parlour.new("exago", players=3, seed=1)
    match.seats = [ANN, BLUE, CY]
    return match


def test_seats_are_people_unless_told_otherwise() -> None:
    match = parlour.new("exago", names=["Ann", "blue"])
    assert match.seats == [ANN, Seat("person", "blue")]
    assert "\nseats " not in match.record()


def test_records_have_bots_as_fields_and_names_are_only_names() -> None:
    match = with_bot()
    lines = match.record().split("\n")
    assert lines[5:7] == [
        'names ["Ann","blue","Cy"]',
        'seats [{"kind":"person"},{"bot":"3","kind":"bot"},{"kind":"person"}]',
    ]
    again = parlour.load(match.record())
    assert again.seats == match.seats
    assert again.names == again.view(0)["names"] == ["Ann", "blue", "Cy"]
    assert again.record() == match.record()


def test_a_seat_stays_a_bots_when_it_is_renamed() -> None:
    match = with_bot()
    match.names = ["Ann", "Deep", "Cy"]
    assert match.seats[1] == Seat("bot", "Deep", "3")
    assert parlour.load(match.record()).seats == match.seats


def test_forks_and_beliefs_have_the_same_seats() -> None:
    match = with_bot()
    match.play(0, "f6")
    for other in (match.fork(), match.at(0), match.belief(0, seed=1)):
        assert other.seats == match.seats
    fork = match.fork()
    fork.seats = [CY, CY, CY]
    assert match.seats == [ANN, BLUE, CY]


def test_in_a_rematch_a_bot_stays_a_bot_and_is_called_by_its_new_seat() -> None:
    match = with_bot()
    match.resign(0)
    match.resign(2)
    again = match.rematch(seed=1)
    assert again.came_from[0] == 1  # the winner begins (X7)
    assert again.seats[0] == Seat("bot", "red", "3")
    assert [seat.name for seat in again.seats[1:]] == [match.names[old] for old in again.came_from[1:]]
    match.names = ["Ann", "Deep", "Cy"]
    assert match.rematch(seed=1).seats[0] == Seat("bot", "Deep", "3")


def test_resignations_are_only_in_the_result() -> None:
    match = with_bot()
    match.resign(2)
    assert match.seats[2] == Seat("person", "Cy", resigned=True)
    assert match.record().endswith('result {"resigned":[[2,0]]}\n')
    assert parlour.load(match.record()).seats == match.seats
    other = with_bot()
    other.seats = match.seats  # the resignation is not copied
    assert other.seats == [ANN, BLUE, CY]
    assert other.record() == with_bot().record()


def test_a_stand_in_is_kept_until_the_person_returns() -> None:
    match = with_bot()
    match.play(0, "f6")
    match.resign(2)
    match.seats = [*match.seats[:2], Seat("person", "Cy", "5")]
    assert '{"bot":"5","kind":"person"}' in match.record()
    assert parlour.load(match.record()).seats[2] == Seat("person", "Cy", "5", resigned=True)
    assert match.at(0).seats[2] == CY
    match.withdraw(2)
    assert match.seats == [ANN, BLUE, CY]
    match.resign(1)
    match.withdraw(1)
    assert match.seats[1] == BLUE  # its own bot


def test_whoever_resigned_plays_again_in_a_rematch() -> None:
    match = parlour.new("exago", players=3, names=["Ann", "Ben", "Cy"])
    match.resign(2)
    match.seats = [*match.seats[:2], Seat("person", "Cy", "5")]
    match.resign(0)
    assert {seat.name: seat.bot for seat in match.rematch(seed=1).seats} == {"Ann": None, "Ben": None, "Cy": None}


@pytest.mark.parametrize(
    "wrong",
    [
        [ANN, BLUE],
        "abc",
        [ANN, BLUE, "Cy"],
        [ANN, BLUE, Seat("bot", "Cy")],
        [ANN, BLUE, Seat("bot", "Cy", "a\nb")],
        [ANN, BLUE, Seat("person", "Cy", "")],
        [ANN, BLUE, Seat("cat", "Cy")],  # type: ignore[arg-type]
        [ANN, BLUE, Seat("person", "C\ny")],
    ],
)
def test_seats_are_checked_whenever_they_are_set(wrong: Any) -> None:
    match = with_bot()
    with pytest.raises(BadOption):
        match.seats = wrong
    assert match.seats == [ANN, BLUE, CY]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ('[{"kind":"person"},{"kind":"person"},{"kind":"person"}]', "expected 'deal null'"),  # needs no line
        ('[{"kind":"person"},{"bot":"3","kind":"bot"}]', "there are 3 seats, not 2"),
        ('[{"kind":"person"},{"kind":"bot"},{"kind":"person"}]', "a bot's seat names its bot"),
        (
            '[{"kind":"person"},{"bot":"3","kind":"cat"},{"kind":"person"}]',
            "a seat's kind is 'person' or 'bot', not 'cat'",
        ),
        ('[{"kind":"person"},{"bot":"\\t","kind":"bot"},{"kind":"person"}]', "printable"),
        ('[{"kind":"person","name":"Bo"},{"bot":"3","kind":"bot"},{"kind":"person"}]', "unknown field `name`"),
        ('[{"kind":"person"},{"bot":null,"kind":"person"},{"kind":"person"}]', "expected"),
        ("null", "Expected `array`"),
    ],
)
def test_a_wrong_line_of_seats_is_named(line: str, sentence: str) -> None:
    lines = with_bot().record().split("\n")
    lines[6] = f"seats {line}"
    with pytest.raises(BadRecord, match=sentence) as caught:
        parlour.load("\n".join(lines))
    assert caught.value.line == 7


# -- old records ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("file", "seats"),
    [
        ("terminal.txt", [Seat("person", "red"), Seat("bot", "blue", "1"), Seat("bot", "yellow", "random")]),
        (
            "server.txt",
            [ANN, Seat("bot", "blue", "random"), Seat("person", "Cy", resigned=True), Seat("bot", "green", "2")],
        ),
    ],
)
def test_old_records_keep_their_bots_and_their_bytes(file: str, seats: list[Seat]) -> None:
    text = OLD.joinpath(file).read_text(encoding="utf-8")
    match = parlour.load(text)
    assert match.seats == seats
    assert match.names == [seat.name for seat in seats]
    assert match.record() == match.fork().record() == text
    match.seats = match.seats
    assert "\nseats " in match.record()
    assert parlour.load(match.record()).seats == seats
    assert match.belief(0).seats == seats


@pytest.mark.parametrize("bot", NAMES)
def test_old_spellings_are_bots_only_on_their_own_seat(bot: str) -> None:
    for spelling in {bot, title(bot)}:
        name = f"blue ({spelling})"
        assert seats_of_old_names(["red", name], ["red", "blue"]) == [Seat("person", "red"), Seat("bot", "blue", bot)]
        assert seats_of_old_names([name], ["red"]) == [Seat("person", name)]
    for name in (bot, title(bot), f"({bot})", f"blue {bot}", f"blue ({bot}", f"blue ({bot}) "):
        assert seats_of_old_names([name], ["blue"]) == [Seat("person", name)]


def test_a_person_named_like_an_old_bot_stays_a_person() -> None:
    match = parlour.new("exago", names=["red", "blue (level 3)"])
    assert match.seats[1].kind == "person"
    assert 'seats [{"kind":"person"},{"kind":"person"}]' in match.record()
    assert parlour.load(match.record()).seats == match.seats


def test_a_bot_is_shown_with_its_title() -> None:
    assert [titled(seat) for seat in (ANN, BLUE, Seat("bot", "Deep", "greedy"))] == [
        "Ann",
        "blue (level 3)",
        "Deep (greedy)",
    ]
    assert titled(Seat("person", "Cy", "3", resigned=True)) == "Cy"
