"""Why a move of Cirplexed! was a mistake: a fact about the board that a better one would have changed.

Only a seat's own board and hand are used. The others' tiles of the open round and the bag are hidden (C4, C6).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property

import numpy as np

from parlour.game import State
from parlour.games.cirplexed import rules
from parlour.games.cirplexed.notation import listed_moves, move_text, parse_move
from parlour.games.cirplexed.tiles import COLOURS, cell_name, cell_of, face_of, hand_of, laid, tile_of
from parlour.grid import Cell
from parlour.message import Message, message
from parlour.numbers import in_words

Quarters = dict[Cell, str]  # the letters around a point, by the cell of the tile


class Board:
    """A seat's own board: the quarters around each point."""

    def __init__(self, codes: Iterable[int]) -> None:
        self.points: dict[Cell, Quarters] = {}
        for code in codes:
            cell, face = cell_of(code), face_of(tile_of(code), code & 3)
            for point, letter in zip(corners(cell), face, strict=True):
                self.points.setdefault(point, {})[cell] = letter

    @cached_property
    def circles(self) -> dict[Cell, str]:
        """The points with a complete circle, each with its letter (C9)."""
        return self._of_one_colour(4)

    @cached_property
    def lacking_one(self) -> dict[Cell, str]:
        """The points where one tile is missing and the three quarters have one colour, each with its letter."""
        return self._of_one_colour(3)

    def _of_one_colour(self, many: int) -> dict[Cell, str]:
        found = {point: set(around.values()) for point, around in self.points.items() if len(around) == many}
        return {point: min(letters) for point, letters in found.items() if len(letters) == 1}

    def gap(self, point: Cell) -> Cell:
        """The cell whose tile is missing at a point that lacks one."""
        (x, y), around = point, self.points[point]
        return next(cell for cell in ((x - 1, y - 1), (x - 1, y), (x, y - 1), (x, y)) if cell not in around)

    def doubled(self) -> dict[tuple[Cell, str], int]:
        """The gaps, with a letter, that two circles of the same colour lack; no tile has a colour twice (C1)."""
        needs: dict[tuple[Cell, str], int] = {}
        for point, letter in self.lacking_one.items():
            need = self.gap(point), letter
            needs[need] = needs.get(need, 0) + 1
        return {need: many for need, many in needs.items() if many > 1}


def corners(cell: Cell) -> tuple[Cell, Cell, Cell, Cell]:
    """The points at the corners of a cell, clockwise from the top left; a point is named by its upper right cell."""
    x, y = cell
    return (x, y + 1), (x + 1, y + 1), (x + 1, y), (x, y)


class Choice:
    """A position, and the seat's board before a move, after the move played, and after a better one."""

    def __init__(self, s: State, seat: int, played: int, best: int) -> None:
        self.state, self.seat = s, seat
        self.before, self.played, self.better = (Board(self._codes(move)) for move in (None, played, best))
        self.move, self.best = played, best
        self.best_text = move_text(s, seat, best)

    def _codes(self, move: int | None) -> list[int]:
        if move is None:
            return laid(self.state, self.seat, self.seat)
        after = np.zeros(1, rules.STATE)
        after[0] = self.state
        rules.apply(after[0], self.seat, move)
        return laid(after[0], self.seat, self.seat)

    def matches(self, move: int) -> int:
        """At how many corners a move meets other quarters that all have its colour there."""
        letters = self._beside(move)
        return sum(set(around) == {own} for own, around in letters)

    def _beside(self, move: int) -> list[tuple[str, list[str]]]:
        """For each corner of a move's tile: its letter, and those that were there."""
        cell, face = cell_of(move), face_of(tile_of(move), move & 3)
        return [
            (letter, list(self.before.points.get(point, {}).values()))
            for point, letter in zip(corners(cell), face, strict=True)
        ]

    def spoils(self, move: int) -> list[tuple[int, str, str]]:
        """Where a move puts another colour to two or three quarters of one: how many, their letter, its own."""
        return [
            (len(there), there[0], own)
            for own, there in self._beside(move)
            if len(there) > 1 and len(set(there)) == 1 and there[0] != own
        ]


def explain_mistake(s: State, seat: int, played: str, best: str, line: Sequence[str]) -> Message | None:
    """Return the most telling fact that sets a move apart from a better one; None if there is none."""
    codes = listed_moves(s, seat)
    one, other = (parse_move(s, seat, text, codes) for text in (played, best))
    if one is None or other is None or one == other:
        return None
    choice = Choice(s, seat, one, other)
    return next((told for fact in FACTS if (told := fact(choice)) is not None), None)


# -- facts, most telling first -----------------------------------------------------------------------------------------


def missed_circles(choice: Choice) -> Message | None:
    """The better move completes more circles (C9)."""
    fewer, more = (
        [letter for point, letter in board.circles.items() if point not in choice.before.circles]
        for board in (choice.played, choice.better)
    )
    if len(more) <= len(fewer):
        return None
    better, colours = choice.best_text, _names(more)
    if fewer:
        number, less = in_words(len(more)), in_words(len(fewer))
        return message(
            "{better} would have completed {more} circles, this move only {fewer}.",
            better=better,
            more=number,
            fewer=less,
        )
    if len(more) == 1:
        return message("{better} would have completed a circle in {colour}.", better=better, colour=colours[0])
    return message(
        "{better} would have completed {many} circles, in {colours:, and}.",
        better=better,
        many=in_words(len(more)),
        colours=colours,
    )


def spoiled_circle(choice: Choice) -> Message | None:
    """The move puts another colour to two or three quarters of one colour; the better move does not, to so many."""
    spoilt, other = (sorted(choice.spoils(move)) for move in (choice.move, choice.best))
    if not spoilt or (other and other[-1][0] >= spoilt[-1][0]):
        return None
    many, letter, own = spoilt[-1]
    return message(
        "This put {own} into a circle that had {many} quarters in {colour}.",
        own=_name(own),
        many=in_words(many),
        colour=_name(letter),
    )


def doubled_need(choice: Choice) -> Message | None:
    """The move leaves two circles of one colour that lack the same tile, which cannot have that colour twice (C1)."""
    avoided = choice.better.doubled()
    for need, many in choice.played.doubled().items():
        if need not in choice.before.doubled() and need not in avoided:
            return message(
                "This left {many} circles in {colour} that lack the same tile, and no tile has {colour} twice.",
                many=in_words(many),
                colour=_name(need[1]),
            )
    return None


def spent_colour(choice: Choice) -> Message | None:
    """The move uses the only tile in hand with the colour that a circle lacks; the better move keeps it."""
    used, kept = (_rest(choice, move) for move in (choice.move, choice.best))
    lacking = set(choice.played.lacking_one.values()) & set(choice.better.lacking_one.values())
    for letter in sorted(lacking & set(choice.before.lacking_one.values())):
        if letter in tile_of(choice.move) and letter not in used and letter in kept:
            return message(
                "This used your only tile with {colour}, and a circle in {colour} lacks one quarter.",
                colour=_name(letter),
            )
    return None


def missed_three(choice: Choice) -> Message | None:
    """The better move makes more circles that lack only one quarter and can still be completed."""
    fewer, more = (
        [letter for point, letter in board.lacking_one.items() if point not in choice.before.lacking_one]
        for board in (choice.played, choice.better)
    )
    if len(more) <= len(fewer):
        return None
    if len(more) == 1:
        return message(
            "{better} would have made three quarters of a circle in {colour}.",
            better=choice.best_text,
            colour=_name(more[0]),
        )
    return message(
        "{better} would have left {many} circles lacking one quarter, in {colours:, and}.",
        better=choice.best_text,
        many=in_words(len(more)),
        colours=_names(more),
    )


def fewer_matches(choice: Choice) -> Message | None:
    """The better move meets quarters of its own colours, and no others, at more of its corners."""
    fewer, more = choice.matches(choice.move), choice.matches(choice.best)
    if more <= fewer:
        return None
    if more == 1:
        return message("{better} would have matched at one corner, this move at none.", better=choice.best_text)
    return message(
        "{better} would have matched at {more} corners, this move at {fewer}.",
        better=choice.best_text,
        more=in_words(more),
        fewer=in_words(fewer),
    )


FACTS: tuple[Callable[[Choice], Message | None], ...] = (
    missed_circles,
    spoiled_circle,
    doubled_need,
    spent_colour,
    missed_three,
    fewer_matches,
)


# -- what they are made of ---------------------------------------------------------------------------------------------


def _name(letter: str) -> str:
    return COLOURS[rules.LETTERS.index(letter)]


def _names(letters: Iterable[str]) -> list[str]:
    return [_name(letter) for letter in sorted(set(letters))]


def _rest(choice: Choice, move: int) -> str:
    """The letters of the tiles that stay in hand."""
    return "".join(tile for tile in hand_of(choice.state, choice.seat) if tile != tile_of(move))


# -- where to look -----------------------------------------------------------------------------------------------------


def hint_cells(s: State, seat: int, text: str) -> list[str]:
    """Return where to look for a move: its cell, but not which tile goes there, nor how it is turned."""
    move = parse_move(s, seat, text, listed_moves(s, seat))
    return [] if move is None else [cell_name(cell_of(move))]
