"""Connect four: a complete game in one file, to show how small a game can be and to compare the engine with others.

F1  Two seats, red first, take turns on a grid of seven columns (a to g) and six rows (1 at the bottom).
F2  A move is a column: the player's disc falls to the lowest empty cell in it.
F3  A column with six discs is full.
F4  A player with four or more discs in an unbroken vertical, horizontal or diagonal line wins.
F5  If 42 discs have been dropped without a line, nobody wins.
"""

# mypy: disable-error-code="no-untyped-def"

from __future__ import annotations

import re
from collections.abc import Mapping

import msgspec
import numpy as np
from numpy.typing import NDArray
from rich.text import Text

from bench import connect_four  # this file: it contains its own rules, notation, view and drawing
from parlour.errors import BadDeal, BadPosition, IllegalMove
from parlour.game import Encoding, Feature, Game, Json, Luck, State
from parlour.kernel import below, kernel

# -- rules -------------------------------------------------------------------------------------------------------------
#
#   6 | 5 12 19 26 33 40 47     A set of cells is a word; cell (column, row) is bit 7 * column + row, from 0. The bit
#   5 | 4 11 18 25 32 39 46     above each column is never set, so a line cannot continue into the next column.
#   4 | 3 10 17 24 31 38 45     Cells in line are 1 (vertical), 7 (horizontal), 6 or 8 (diagonal) bits apart. Adding a
#   3 | 2  9 16 23 30 37 44     bit at the bottom of a column carries over its discs to its lowest empty cell.
#   2 | 1  8 15 22 29 36 43
#   1 | 0  7 14 21 28 35 42     A move code is the column, 0 to 6.
#       a  b  c  d  e  f  g

VERSION = "1"
SCORE_NAMES = ("win",)
COLUMNS, ROWS = 7, 6
MAX_MOVES = COLUMNS

STATE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("discs", "u8", 2),  # cells of each seat's discs
                ("dropped", "i4"),  # moves made; the seat to move is dropped % 2
                ("winner", "i4"),  # seat, or -1
            ],
            align=True,
        ),
    )
)

ONE = np.uint64(1)
TOP = np.uint64(ROWS - 1)
STEPS = (np.uint64(1), np.uint64(6), np.uint64(7), np.uint64(8))


@kernel
def has_line(discs):
    """F4."""
    starts = np.uint64(0)
    for step in STEPS:
        pairs = discs & (discs >> step)  # two in line begin here
        starts |= pairs & (pairs >> (step + step))  # four in line
    return starts != np.uint64(0)


@kernel
def is_open(taken, column):
    """F3: 1 if there is room in a column, else 0."""
    return np.int64(~(taken >> (np.uint64(7 * column) + TOP)) & ONE)


@kernel
def setup(s):
    """F1."""
    s.winner = -1


@kernel
def waiting(s):
    """F1, until the game is over (F4, F5)."""
    if s.winner >= 0 or s.dropped == COLUMNS * ROWS:
        return 0
    return 1 << (s.dropped & 1)


@kernel
def legal(s, seat, out):
    """Every column is written, but kept only if it is open."""
    taken = s.discs[0] | s.discs[1]
    n = 0
    for column in range(COLUMNS):
        out[n] = column
        n += is_open(taken, column)
    return n


@kernel
def apply(s, seat, move):
    """F2."""
    taken = s.discs[0] | s.discs[1]
    bottom = ONE << np.uint64(7 * move)
    s.discs[seat] |= (taken + bottom) & ~taken
    s.dropped += 1
    if has_line(s.discs[seat]):
        s.winner = seat


@kernel
def scores(s, out):
    """F4."""
    for seat in range(2):
        out[seat, 0] = 1 if s.winner == seat else 0


@kernel
def redeal(s, seat, rng):
    """Nothing is hidden."""


@kernel
def sample(s, seat, rng):
    """Draw columns until one is open."""
    taken = s.discs[0] | s.discs[1]
    while True:
        column = below(rng, COLUMNS)
        if is_open(taken, column):
            return column


# -- encoding for machine learning: the action of a move is the move itself --------------------------------------------


def describe(players: int, options: Mapping[str, Json]) -> Encoding:
    """Columns as actions, and a plane for each seat's discs."""
    return Encoding(
        actions=(Feature("drop", COLUMNS, "a disc, by its column"),),
        height=ROWS,
        width=COLUMNS,
        planes=(Feature("discs", 2, "cells of each seat's discs"),),
        vector=(),
    )


@kernel
def action_of(s, seat, move):
    """The column."""
    return move


@kernel
def move_of(s, seat, action):
    """The column."""
    return action


@kernel
def observe(s, seat, planes, vector):
    """Row 0 is the bottom."""
    for k in range(2):
        discs = s.discs[(seat + k) & 1]
        for row in range(ROWS):
            for column in range(COLUMNS):
                planes[k, row, column] = np.uint8(discs >> np.uint64(7 * column + row) & ONE)


@kernel
def deal(s, rng):
    """There is no luck."""


# -- notation ----------------------------------------------------------------------------------------------------------

COLOURS = ("red", "yellow")  # by seat
LETTERS = "abcdefg"


def write_options(s: State, players: int, options: Mapping[str, Json]) -> None:
    """There are no options."""


def new_deal(luck: Luck, players: int, options: Mapping[str, Json]) -> Json:
    """There is no luck."""
    return None


def write_deal(s: State, deal: Json) -> None:
    """Nothing to deal."""
    if deal is not None:
        raise BadDeal(f"Connect four has no luck: its deal is null, not {deal!r}")


def read_deal(s: State) -> Json:
    """Nothing was dealt."""
    return None


def move_text(s: State, seat: int, move: int) -> str:
    """The letter of the column."""
    return LETTERS[move]


def parse_move(s: State, seat: int, text: str, moves: NDArray[np.int64]) -> int | None:
    """The column of a letter, if it is among these."""
    return next((int(move) for move in moves if LETTERS[move] == text), None)


def why_not(s: State, seat: int, text: str) -> IllegalMove:
    """Explain why a text is not an open column."""
    if re.fullmatch("[a-g]", text):
        return IllegalMove("F3", "column {column} is full: choose another", column=text)
    if re.fullmatch("[a-z]", text):
        return IllegalMove("F1", "there is no column {column}: they are a to g", column=text)
    return IllegalMove("notation", "write the letter of a column, a to g")


def columns_of(s: State) -> list[str]:
    """The discs of each column, from the bottom, as letters."""
    red, yellow = s.discs.tolist()
    columns = []
    for first in range(0, 7 * COLUMNS, 7):
        height = ((red | yellow) >> first & 63).bit_length()
        columns.append("".join("r" if red >> bit & 1 else "y" for bit in range(first, first + height)))
    return columns


def position_text(s: State) -> str:
    """The columns from a to g, each from the bottom: `//ry/r///`."""
    return "/".join(columns_of(s))


def parse_position(s: State, text: str) -> None:
    """Write a position into a record that is set up."""
    if not re.fullmatch("([ry]{0,6}/){6}[ry]{0,6}", text):
        raise BadPosition("a position is seven columns, with / between them, of up to six letters r or y each (F1)")
    for column, letters in enumerate(text.split("/")):
        for row, letter in enumerate(letters):
            s.discs["ry".index(letter)] |= ONE << np.uint64(7 * column + row)
            s.dropped += 1
    if text.count("r") - text.count("y") not in (0, 1):
        raise BadPosition("red has as many discs as yellow, or one more (F1)")
    last = (int(s.dropped) - 1) % 2
    if has_line(s.discs[1 - last]):
        raise BadPosition(f"{COLOURS[1 - last]} has a line (F4) but did not make the last move")
    if has_line(s.discs[last]):
        s.winner = last


def end_reason(s: State) -> str:
    """F4 or F5."""
    return "line" if s.winner >= 0 else "turn_limit"


def winning_line(s: State) -> list[str]:
    """The winner's cells in line, by letter and number (`d1`), or []."""
    if s.winner < 0:
        return []
    own = int(s.discs[s.winner])
    line = 0
    for step in map(int, STEPS):
        first = own & own >> step & own >> 2 * step & own >> 3 * step
        line |= first | first << step | first << 2 * step | first << 3 * step
    bits = [bit for bit in range(7 * COLUMNS) if line >> bit & 1]
    return [f"{LETTERS[bit // 7]}{bit % 7 + 1}" for bit in bits]


# -- view --------------------------------------------------------------------------------------------------------------


class Board(msgspec.Struct):
    """The grid."""

    columns: list[str]  # r or y for each disc, from the bottom
    line: list[str]  # the winner's cells; [] if there is no winner


class Dropped(msgspec.Struct, tag_field="kind", tag="dropped"):
    """A disc fell into a column."""

    seat: int
    column: str


def board(s: State, seat: int | None) -> Board:
    """The same for every seat."""
    return Board(columns_of(s), winning_line(s))


def events(before: State, after: State, mover: int, text: str, seat: int | None) -> list[Dropped]:
    """The same for every seat."""
    return [Dropped(mover, text)]


# -- drawing -----------------------------------------------------------------------------------------------------------

STYLES = {"r": "bold #FFFFFF on #C8452D", "y": "bold #23262B on #E8C33A", "·": "dim"}
DISC = (
    '<circle cx="{x}" cy="{y}" r="20" fill="{fill}" stroke="#23262B" stroke-width="{edge}"/>'
    '<text x="{x}" y="{y}" text-anchor="middle" dominant-baseline="central">{letter}</text>'
)


def drawn_rows(s: State, last: str) -> list[list[tuple[str, bool]]]:
    """Rows from the top: each cell's letter, and whether it is marked, as the last disc and a winning line are."""
    line, columns = winning_line(s), columns_of(s)
    marked = line + [f"{last}{len(columns[LETTERS.index(last)])}"] * (last != "")
    filled = [column.ljust(ROWS, "·") for column in columns]
    return [[(filled[c][row], f"{LETTERS[c]}{row + 1}" in marked) for c in range(COLUMNS)] for row in range(ROWS)][::-1]


def terminal(s: State, seat: int | None, last: str = "") -> Text:
    """The grid with the names of its columns below; marked discs are in brackets."""
    drawn = Text()
    for row in drawn_rows(s, last):
        for letter, is_marked in row:
            drawn.append(f"[{letter.upper()}]" if is_marked else f" {letter.upper()} ", STYLES[letter])
        drawn.append("\n")
    return drawn.append("".join(f" {letter} " for letter in LETTERS), "italic")


def svg(s: State, seat: int | None, last: str = "") -> str:
    """A picture of the grid; discs carry their letter, marked ones a heavy edge."""
    fills = {"r": "#F08A75", "y": "#E8C33A", "·": "#FBF8F2"}
    discs = [
        DISC.format(x=50 * c + 25, y=50 * r + 25, fill=fills[letter], edge=5 if is_marked else 1, letter=letter.upper())
        for r, row in enumerate(drawn_rows(s, last))
        for c, (letter, is_marked) in enumerate(row)
    ]
    names = [f'<text x="{50 * c + 21}" y="320" fill="#FFFFFF">{letter}</text>' for c, letter in enumerate(LETTERS)]
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 350 340" width="350" height="340" role="img" '
        'aria-label="Connect four" font-family="sans-serif"><rect width="350" height="340" fill="#1F4E8C"/>'
        f"{''.join(discs + names)}</svg>"
    )


GAME = Game(
    name="connect_four",
    title="Connect four",
    package=__name__,
    sentence="Drop discs into columns; four of yours in line win.",
    minutes=10,
    players=range(2, 3),
    seat_names=COLOURS,
    perfect_information=True,
    options=(),
    rules=connect_four,  # this file; a larger game has a module for each
    notation=connect_four,
    view=connect_four,
    draw=connect_four,
    why_not=why_not,
    max_plies=lambda players, options: COLUMNS * ROWS,
    rematch_order=lambda outcome, luck: (1, 0),
    shares_wins=False,
    sample=sample,
    encoding=connect_four,
)
