"""The longest path by cell names."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray

from parlour.errors import ParlourError
from parlour.games.tracktic.paths.longest import CELLS, OWN_CELL, WHITE_CELL, path_cells
from parlour.grid import parse_square, square_cells, square_name


def longest_path(own: Collection[str], white: Collection[str]) -> list[str]:
    """Return a longest path over own and white cells with at least one own cell, from end to end; [] if none (K19).

    Any two cells that share a side are connected. The same cells give the same path, in whatever order they are given.

    >>> longest_path(["a1", "b2"], ["a2", "a3", "c3"])
    ['b2', 'a2', 'a1']
    """
    out = np.empty(CELLS, np.int16)
    length = path_cells(board_of(own, white), out)
    return [square_name(square_cells(13, 13)[at]) for at in out[:length]]


def board_of(own: Collection[str], white: Collection[str]) -> NDArray[np.int8]:
    """The board that the kernels take, for these cells."""
    board = np.zeros(CELLS, np.int8)
    for names, mark, what in ((own, OWN_CELL, "own"), (white, WHITE_CELL, "white")):
        if isinstance(names, str) or not isinstance(names, Collection):
            raise ParlourError(f"{what} cells must be a collection of names such as ['g1', 'g2'], not {names!r}")
        for name in names:
            cell = parse_square(name, 13, 13) if isinstance(name, str) else None
            if cell is None:
                raise ParlourError(f"{name!r} is not a cell: a letter from a to m, a number from 1 to 13, as in 'g7'")
            at = square_cells(13, 13).index(cell)
            if board[at] not in (0, mark):
                raise ParlourError(f"{name} is both own and white: a cell can be only one of them")
            board[at] = mark
    return board
