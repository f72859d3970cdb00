"""The longest path of own and white cells (K19), by name."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from parlour.games.tracktic.path_blocks import CELLS, OWN_CELL, WHITE_CELL, path_cells
from parlour.grid import parse_square, square_cells, square_name


def longest_path(own: Collection[str], white: Collection[str]) -> list[str]:
    """One longest path."""
    board, out = np.zeros(CELLS, np.int8), np.empty(CELLS, np.int16)
    for names, value in ((white, WHITE_CELL), (own, OWN_CELL)):
        for name in names:
            column, row = parse_square(name, 13, 13) or (0, 0)
            board[13 * column + row] = value
    n = path_cells(board, out)
    return [square_name(square_cells(13, 13)[index]) for index in out[:n]]
