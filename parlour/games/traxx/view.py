"""What a seat may see of Träxx, and what a move did. A choice is hidden until its round closes (T10)."""

from __future__ import annotations

from collections import Counter

import msgspec
import numpy as np

from parlour.game import Codes, State, Viewpoint
from parlour.games.traxx import rules
from parlour.games.traxx.notation import (
    INDEX,
    SEATS,
    card_colours,
    chosen_line,
    chosen_text,
    ends_of,
    line_of,
    move_text,
    numbers_of,
    parse_move,
    turned_up,
)
from parlour.games.traxx.sheets import COLOURS, FIELDS


class Board(msgspec.Struct):
    """The sheet, everyone's lines and the cards so far."""

    radius: int
    seats: list[str]  # names of the seats
    fields: dict[str, str]  # field: colour
    numbers: dict[str, int]  # field: its number
    starts: list[str]  # by seat
    lines: list[list[str]]  # by seat, from end to end, as of closed rounds; once everything is open, as chosen
    reached: list[dict[str, int]]  # by seat: numbers on its line, each with its points (T11, T13)
    worth: list[dict[str, int]]  # by seat: the other numbers, each with its points if reached next
    halves: dict[str, int]  # number: its points at half
    unreached: list[int]  # fields not reached, by seat
    closed: int  # rounds that are over
    rounds: int
    card: list[str]  # turned up now; [] when all are played
    cards: list[list[str]]  # turned up before, first to last
    deck: list[list[str]]  # all cards, in the order of the sheet
    turned: list[int]  # indices in the deck of the cards turned up, first to last, the current one included
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


class Preview(msgspec.Struct):
    """What a seat's line would become; the others' choices in the same round do not affect it (T11)."""

    left: list[str]  # patches of the card that are not used up
    numbers: dict[str, int]  # those reached, each with its points
    unreached: int  # fields not reached then
    score: int  # the seat's score then


def board(s: State, seat: Viewpoint) -> Board:
    """Return only what this seat may see; "all" sees the lines with the choices of the open round."""
    seats = range(int(s.players))
    return Board(
        radius=rules.RADIUS,
        seats=list(SEATS[: len(seats)]),
        fields={name: COLOURS[s.colour[field]] for field, name in enumerate(FIELDS)},
        numbers={name: int(s.number[field]) for field, name in enumerate(FIELDS) if s.number[field]},
        starts=[FIELDS[s.starts[other]] for other in seats],
        lines=[chosen_line(s, other) if seat == "all" else line_of(s, other) for other in seats],
        reached=[{str(value): points for value, points in numbers_of(s, other).items()} for other in seats],
        worth=[_worth(s, other) for other in seats],
        halves={str(value): _half(value) for value in range(2, 2 + rules.NUMBERS)},
        unreached=[len(FIELDS) - int(s.length[other]) for other in seats],
        closed=int(s.closed),
        rounds=rules.ROUNDS,
        card=turned_up(s),
        cards=[card_colours(s, int(card)) for card in s.cards[: int(s.closed)]],
        deck=[card_colours(s, card) for card in range(rules.CARDS)],
        turned=s.cards[: min(int(s.closed) + 1, rules.ROUNDS)].tolist(),
        choice=chosen_text(s, seat) if isinstance(seat, int) else None,
        chosen=[chosen_text(s, other) is not None for other in seats],
    )


def forget(s: State, seat: int) -> None:
    """Sort the cards not yet turned up (T5): `redeal` alone would leave a trace of their true order."""
    hidden = s.cards[int(s.closed) + 1 :]
    hidden.sort()


def _half(value: int) -> int:
    return (value + 1) // 2


def _worth(s: State, seat: int) -> dict[str, int]:
    """T11: in full while nobody else has reached it; T13: in a solo game, while no higher number is reached."""
    own, seats = numbers_of(s, seat), range(int(s.players))
    taken = {value for other in seats for value in numbers_of(s, other)}
    if len(seats) == 1:
        taken = set(range(max(own, default=0)))
    values = [value for value in range(2, 2 + rules.NUMBERS) if value not in own]
    return {str(value): _half(value) if value in taken else value for value in values}


def preview(s: State, seat: int, words: list[str], moves: Codes) -> Preview | None:
    """Return the line as these words leave it; an end alone, or no words, leave it unchanged."""
    is_begun = len(words) < 2 and (not words or words[0] in ends_of(s, seat))
    move = rules.PASS if is_begun else parse_move(s, seat, " ".join(words), moves)
    if move is None:
        return None
    after = np.zeros(1, rules.STATE)
    after[0] = s
    after[0].choice[: int(s.players)] = rules.PASS  # ignore the others' choices, which this seat may not know
    rules.apply(after[0], seat, move)
    before, got = numbers_of(s, seat), numbers_of(after[0], seat)
    table = np.zeros((int(s.players), len(rules.SCORE_NAMES)), np.int64)
    rules.scores(after[0], table)
    used = Counter(COLOURS[s.colour[INDEX[name]]] for name in words[1:])
    return Preview(
        left=list((Counter(turned_up(s)) - used).elements()),
        numbers={str(value): points for value, points in got.items() if value not in before},
        unreached=len(FIELDS) - int(after[0].length[seat]),
        score=int(table[seat, 0]),
    )


def events(before: State, after: State, mover: int, text: str, seat: Viewpoint) -> list[Event]:
    """Return only that a seat has chosen, until the round closes; then everyone's choices.

    "all" is told each choice at once, and at the end of a round the numbers that were reached.
    """
    is_closed = bool(after.closed != before.closed)
    if not is_closed:
        return [_drawn(mover, text)] if seat == "all" else [Chosen(mover)]
    steps: list[Event] = []
    for other in range(int(before.players)):
        choice = text if other == mover else move_text(before, other, int(before.choice[other]))
        if other == mover or seat != "all":
            steps.append(_drawn(other, choice))
        for name in choice.split()[1:]:
            value = int(before.number[INDEX[name]])
            if value:
                steps.append(Reached(other, str(value), numbers_of(after, other)[value]))
    card = turned_up(after)
    return [*steps, Turned(card)] if card else steps


def _drawn(seat: int, choice: str) -> Drew | Passed:
    """Return what a choice did to its line."""
    end, *fields = choice.split()
    return Drew(seat, end, fields) if fields else Passed(seat)
