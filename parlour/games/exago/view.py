"""What a seat may see of Exago (everything), and what a move did."""

from __future__ import annotations

import msgspec

from parlour.game import State
from parlour.games.exago import rules
from parlour.games.exago.notation import COLOURS, seat_cells, winning_line


class Board(msgspec.Struct):
    """The board and the hands."""

    radius: int
    length: int  # tiles in line to win (X5)
    colours: list[str]  # of the seats
    tiles: dict[str, int]  # cell: seat
    hands: list[int]  # tiles in hand, by seat
    rounds_left: int  # until a draw (X18), the one being played included
    line: list[str]  # the winner's line; [] while there is none


class Placed(msgspec.Struct, tag_field="kind", tag="placed"):
    """A tile was put down, from the hand or after a lift."""

    seat: int
    cell: str


class Lifted(msgspec.Struct, tag_field="kind", tag="lifted"):
    """A tile was picked up."""

    seat: int
    cell: str


class Returned(msgspec.Struct, tag_field="kind", tag="returned"):
    """Tiles were cut off and went back to their owner's hand (X12)."""

    seat: int
    cells: list[str]


class Passed(msgspec.Struct, tag_field="kind", tag="passed"):
    """Nothing could be moved (X14)."""

    seat: int


class Line(msgspec.Struct, tag_field="kind", tag="line"):
    """A line was completed (X17)."""

    seat: int
    cells: list[str]


class Drawn(msgspec.Struct, tag_field="kind", tag="drawn"):
    """The last round is over without a winner (X18)."""


Event = Placed | Lifted | Returned | Passed | Line | Drawn


def board(s: State, seat: int | None) -> Board:
    """The same for every seat."""
    players = int(s.players)
    return Board(
        radius=int(s.radius),
        length=int(rules.line_length(s)),
        colours=list(COLOURS[:players]),
        tiles=dict(sorted((cell, owner) for owner in range(players) for cell in seat_cells(s, owner))),
        hands=[int(hand) for hand in s.hand[:players]],
        rounds_left=int(s.turn_limit) - int(s.turn) // players,
        line=winning_line(s),
    )


def events(before: State, after: State, mover: int, text: str, seat: int | None) -> list[Event]:
    """In the order in which a page should show them."""
    words = text.split()
    if text == "pass":
        steps: list[Event] = [Passed(mover)]
    else:
        lifted = words[:-1][:1]
        home: list[Event] = []
        for owner in range(int(before.players)):
            there = set(seat_cells(before, owner)) | ({words[-1]} if owner == mover else set())
            gone = there - set(seat_cells(after, owner)) - set(lifted)
            if gone:
                home.append(Returned(owner, sorted(gone, key=lambda cell: (cell[0], int(cell[1:])))))
        placed: list[Event] = [Placed(mover, words[-1])]
        steps = [Lifted(mover, cell) for cell in lifted]
        steps += placed + home if before.reconnect else home + placed
    if after.winner >= 0:
        steps.append(Line(int(after.winner), winning_line(after)))
    elif rules.waiting(after) == 0:
        steps.append(Drawn())
    return steps
