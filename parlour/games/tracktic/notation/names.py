"""Names of colours, cells and cards, and what lies on which cell."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import numpy as np

from parlour.game import State
from parlour.games.tracktic.board.bitboard import CELLS, GRIDS, KINDS, SIZE
from parlour.games.tracktic.board.pieces import PIECE
from parlour.games.tracktic.rules import colours_in_play, grid_number, list_touched
from parlour.grid import square_cells, square_name

COLOURS = ("red", "blue", "green", "yellow")  # by seat (K6)
WHITE = len(COLOURS)  # stands for a white piece in place of a colour
LETTERS = "RBGYW"

CELL_NAMES = tuple(square_name(cell) for cell in square_cells(SIZE, SIZE))
CELL_INDEX = {name: index for index, name in enumerate(CELL_NAMES)}


def indices_of(words: Iterable[Any]) -> list[int]:
    """The indices, ascending, of a set of cells given as three words."""
    bits = sum(int(word) << 64 * k for k, word in enumerate(words))
    return [index for index in range(CELLS) if bits >> index & 1]


def names_of(words: Iterable[Any]) -> list[str]:
    """The names of a set of cells, in order."""
    return [CELL_NAMES[index] for index in indices_of(words)]


_CELLS_OF = [tuple(indices_of(grid)) for grid in GRIDS]
_INDEX_OF = [{CELL_NAMES[index]: index for index in cells} for cells in _CELLS_OF]


def grid_cells(s: State) -> tuple[int, ...]:
    """The cells that are in play (K3)."""
    return _CELLS_OF[int(grid_number(s))]


def cell_index(s: State, name: str) -> int | None:
    """Return the cell of this name, or None if the grid has none."""
    return _INDEX_OF[int(grid_number(s))].get(name)


def owners(s: State) -> dict[int, int]:
    """The colour of the piece on each cell that has one, or WHITE; cells in order."""
    found = dict.fromkeys(indices_of(s.white), WHITE)
    for colour in range(int(colours_in_play(s))):
        found |= dict.fromkeys(indices_of(s.pieces[3 * colour : 3 * colour + 3]), colour)
    return dict(sorted(found.items()))


def side_number(s: State, cell: int) -> int:
    """The side number of the piece on a cell."""
    return int(s.sides[cell]) % PIECE


def touched_cells(s: State, seat: int) -> set[int]:
    """The cells beside a piece that a seat can build from (K11)."""
    words = np.zeros(3, np.uint64)
    list_touched(s, seat, words)
    return set(indices_of(words))


def face_up(s: State) -> list[str]:
    """The names of the cards in the row, from the left."""
    return [KINDS[kind] for kind in s.row if kind >= 0]


def cards_text(names: Iterable[str]) -> str:
    """Return cards without separators: `I2S4flip`."""
    return "".join(names)


def parse_cards(text: str) -> list[str] | None:
    """Parse cards without separators."""
    names = re.findall(r"flip|[A-Z][0-9]", text)
    return names if "".join(names) == text and set(names) <= set(KINDS) else None
