"""Hex and square geometry: names, neighbours, lines. Cells are ordered by letter, then by number."""

from __future__ import annotations

import re
from functools import cache
from string import ascii_lowercase

import numpy as np
from numpy.typing import NDArray

Cell = tuple[int, int]
"""The coordinates of a cell: (q, r) on a hexagonal board, (column, row) on a rectangle."""

HEX_STEPS: tuple[Cell, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""The steps to the neighbours of a hexagonal cell, in circle order."""
SQUARE_STEPS: tuple[Cell, ...] = ((0, 1), (1, 0), (0, -1), (-1, 0))
"""The steps to the neighbours of a square cell: north, east, south, west."""

_NAME = re.compile(r"([a-z])([1-9][0-9]?)")


def _split(name: str) -> Cell | None:
    """Split a name into letter and number, both counted from 0."""
    match = _NAME.fullmatch(name)
    return (ascii_lowercase.index(match[1]), int(match[2]) - 1) if match else None


@cache
def hex_cells(radius: int) -> tuple[Cell, ...]:
    """Return all cells (q, r) of a hexagonal board, in order."""
    span = range(-radius, radius + 1)
    return tuple((q, r) for q in span for r in span if abs(q + r) <= radius)


def hex_name(cell: Cell, radius: int) -> str:
    """Return the name of a cell.

    >>> hex_name((0, 0), 5)
    'f6'
    """
    return f"{ascii_lowercase[cell[0] + radius]}{cell[1] + radius + 1}"


def parse_hex(name: str, radius: int) -> Cell | None:
    """Return the cell of this name, or None if the board has none."""
    split = _split(name)
    if split is None:
        return None
    q, r = split[0] - radius, split[1] - radius
    return (q, r) if max(abs(q), abs(r), abs(q + r)) <= radius else None


@cache
def square_cells(columns: int, rows: int) -> tuple[Cell, ...]:
    """Return all cells (column, row) of a rectangle, in order."""
    return tuple((column, row) for column in range(columns) for row in range(rows))


def square_name(cell: Cell) -> str:
    """Return the name of a cell.

    >>> square_name((6, 12))
    'g13'
    """
    return f"{ascii_lowercase[cell[0]]}{cell[1] + 1}"


def parse_square(name: str, columns: int, rows: int) -> Cell | None:
    """Return the cell of this name, or None if the board has none."""
    split = _split(name)
    return split if split is not None and split[0] < columns and split[1] < rows else None


def neighbour_table(cells: tuple[Cell, ...], steps: tuple[Cell, ...]) -> NDArray[np.int16]:
    """Return a table whose row i has the index of cell i's neighbour at each step, or -1."""
    index = {cell: i for i, cell in enumerate(cells)}
    table = [[index.get((x + dx, y + dy), -1) for dx, dy in steps] for x, y in cells]
    return np.array(table, dtype=np.int16)


def line_table(cells: tuple[Cell, ...], steps: tuple[Cell, ...], length: int) -> NDArray[np.int16]:
    """Return every straight line of this length once, as indices; half of `steps` cover all directions."""
    index = {cell: i for i, cell in enumerate(cells)}
    lines = [
        [index[x + k * dx, y + k * dy] for k in range(length)]
        for dx, dy in steps[: len(steps) // 2]
        for x, y in cells
        if all((x + k * dx, y + k * dy) in index for k in range(length))
    ]
    return np.array(lines, dtype=np.int16).reshape(-1, length)
