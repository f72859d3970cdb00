"""What a seat may see of Träxx, and what a move did. A choice is hidden until its round closes (T10)."""

from __future__ import annotations

import msgspec

from parlour.game import State
from parlour.games.traxx import rules
from parlour.games.traxx.notation import (
    INDEX,
    SEATS,
    card_colours,
    chosen_text,
    line_of,
    move_text,
    numbers_of,
    turned_up,
)
from parlour.games.traxx.sheets import COLOURS, FIELDS


class Board(msgspec.Struct):
    """The sheet, everyone's lines and the cards so far."""

    radius: int
    seats: list[str]  # what the seats are called
    fields: dict[str, str]  # field: colour
    numbers: dict[str, int]  # field: its number
    starts: list[str]  # by seat
    lines: list[list[str]]  # by seat, from end to end, as of closed rounds
    reached: list[dict[str, int]]  # by seat: numbers on its line, each with its points (T11, T13)
    unreached: list[int]  # fields not reached, by seat
    closed: int  # rounds that are over
    rounds: int
    card: list[str]  # turned up now; [] when all are played
    cards: list[list[str]]  # turned up before, first to last
    choice: str | None  # this seat's own, in the open round
    chosen: list[bool]  # who has chosen


class Chosen(msgspec.Struct, tag_field="kind", tag="chosen"):
    """A seat has made its choice, which the others do not see yet."""

    seat: int


class Drew(msgspec.Struct, tag_field="kind", tag="drew"):
    """A line grew."""

    seat: int
    end: str  # where from
    cells: list[str]


class Passed(msgspec.Struct, tag_field="kind", tag="passed"):
    """A line did not grow (T9)."""

    seat: int


class Reached(msgspec.Struct, tag_field="kind", tag="reached"):
    """A number was reached (T11, T13)."""

    seat: int
    number: str
    points: int


class Turned(msgspec.Struct, tag_field="kind", tag="card"):
    """The next card was turned up (T6)."""

    colours: list[str]


Event = Chosen | Drew | Passed | Reached | Turned


def board(s: State, seat: int | None) -> Board:
    """Only what this seat may see."""
    seats = range(int(s.players))
    return Board(
        radius=rules.RADIUS,
        seats=list(SEATS[: len(seats)]),
        fields={name: COLOURS[s.colour[field]] for field, name in enumerate(FIELDS)},
        numbers={name: int(s.number[field]) for field, name in enumerate(FIELDS) if s.number[field]},
        starts=[FIELDS[s.starts[other]] for other in seats],
        lines=[line_of(s, other) for other in seats],
        reached=[{str(value): points for value, points in numbers_of(s, other).items()} for other in seats],
        unreached=[len(FIELDS) - int(s.length[other]) for other in seats],
        closed=int(s.closed),
        rounds=rules.ROUNDS,
        card=turned_up(s),
        cards=[card_colours(s, int(card)) for card in s.cards[: int(s.closed)]],
        choice=None if seat is None else chosen_text(s, seat),
        chosen=[chosen_text(s, other) is not None for other in seats],
    )


def events(before: State, after: State, mover: int, text: str, seat: int | None) -> list[Event]:
    """A choice is only told when the round closes; then everyone's."""
    if after.closed == before.closed:
        return [Chosen(mover)]
    steps: list[Event] = []
    for other in range(int(before.players)):
        words = (text if other == mover else move_text(before, other, int(before.choice[other]))).split()
        if words == ["pass"]:
            steps.append(Passed(other))
            continue
        steps.append(Drew(other, words[0], words[1:]))
        for name in words[1:]:
            value = int(before.number[INDEX[name]])
            if value:
                steps.append(Reached(other, str(value), numbers_of(after, other)[value]))
    card = turned_up(after)
    return [*steps, Turned(card)] if card else steps
