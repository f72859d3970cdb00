"""What a seat may see of Exago (everything), and what a move did."""

from __future__ import annotations

import msgspec
import numpy as np

from parlour.game import Codes, State
from parlour.games.exago import rules
from parlour.games.exago.notation import (
    COLOURS,
    bit_name,
    group_cells,
    move_text,
    seat_cells,
    winning_line,
)


class Board(msgspec.Struct):
    """The board and the hands."""

    radius: int
    length: int  # tiles in line to win (X5)
    colours: list[str]  # of the seats
    tiles: dict[str, int]  # cell: seat
    hands: list[int]  # tiles in hand, by seat
    rounds_left: int  # before a draw (X18), the current one included
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


class Group(msgspec.Struct):
    """One of several groups that tie for largest (X12)."""

    word: str  # its first cell, which names it in a move
    cells: list[str]


class Preview(msgspec.Struct):
    """What the words of a move so far would do."""

    cut: dict[str, int]  # tiles that would go home, whatever follows: cell: owner
    groups: list[Group]  # the groups to choose from next; [] if there is no choice
    loose: list[str]  # with X21, tiles outside the largest group while the target is not chosen
    line: list[str]  # the line that the complete move would make


def board(s: State, seat: int | None) -> Board:
    """Return the board, which is the same for every seat."""
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
    """Return the events in the order in which a page should show them."""
    words = text.split()
    if text == "pass":
        steps: list[Event] = [Passed(mover)]
    else:
        lifted = words[:-1][:1]
        home: list[Event] = []
        for owner in range(int(before.players)):
            there = set(seat_cells(before, owner)) | ({words[-1]} if owner == mover else set())
            gone = there - set(seat_cells(after, owner)) - set(lifted)
            if owner == mover and words[-1] in seat_cells(before, owner):  # put where an own tile was cut off
                gone.add(words[-1])
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


def preview(s: State, seat: int, words: list[str], moves: Codes) -> Preview | None:
    """Return what these words would do; everything on the board is open."""
    texts = {code: move_text(s, seat, code).split() for code in moves.tolist()}
    for code, text in texts.items():
        if text == words:
            return _of_move(s, seat, code, words)
    if s.reconnect and len(words) == 2:  # the target is known, but no tied group is chosen yet
        choices = [code for code, text in texts.items() if len(text) == 3 and text[::2] == words]
        return _of_lift(s, seat, words[0], choices, words[1]) if choices else None
    following = [code for code, text in texts.items() if words and text[: len(words)] == words]
    if not following:
        return None
    if s.reconnect:
        return Preview({}, [], loose=_loose(s, words[0]), line=[])
    told = _of_lift(s, seat, words[0], following)
    return told if len(words) == 1 else Preview(told.cut, [], [], [])


def _of_move(s: State, seat: int, code: int, words: list[str]) -> Preview:
    after = np.zeros(1, rules.STATE)
    after[0] = s
    rules.apply(after[0], seat, code)
    steps = events(s, after[0], seat, " ".join(words), seat)
    cut = {cell: step.seat for step in steps if isinstance(step, Returned) for cell in step.cells}
    return Preview(dict(sorted(cut.items())), [], [], line=winning_line(after[0]))


def _of_lift(s: State, seat: int, lift: str, moves: list[int], target: str = "") -> Preview:
    """Return what a lift sends home, and the groups to choose from; with X21 the lift has its target."""
    bits = sorted({code >> 1 & 127 for code in moves} - {0})
    groups = [Group(bit_name(s, bit), group_cells(s, bit, without=lift, and_on=target)) for bit in bits]
    if not groups:
        return Preview({}, [], [], [])
    staying = {lift, *(cell for group in groups for cell in group.cells)}
    owners = {cell: owner for owner in range(int(s.players)) for cell in seat_cells(s, owner)}
    if target:
        owners[target] = seat
    cut = {cell: owner for cell, owner in sorted(owners.items()) if cell not in staying}
    return Preview(cut, groups if moves[0] & 1 else [], [], [])


def _loose(s: State, lift: str) -> list[str]:
    """Return all tiles outside the largest group that a lift leaves; where groups tie, those in them too."""
    rest = [bit for bit in range(128) if int(s.occupied[bit >> 6]) >> (bit & 63) & 1 and bit_name(s, bit) != lift]
    groups = {tuple(group_cells(s, bit, without=lift)) for bit in rest}
    most = max(map(len, groups), default=0)
    largest = [group for group in groups if len(group) == most]
    kept = largest[0] if len(largest) == 1 else ()
    return [name for name in (bit_name(s, bit) for bit in rest) if name not in kept]
