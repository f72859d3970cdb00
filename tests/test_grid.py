"""Hex and square geometry."""

from __future__ import annotations

import numpy as np
import pytest

from parlour import grid


@pytest.mark.parametrize(("radius", "count"), [(1, 7), (4, 61), (5, 91)])
def test_hex_names_round_trip_in_order(radius: int, count: int) -> None:
    cells = grid.hex_cells(radius)
    assert len(set(cells)) == count
    names = [grid.hex_name(cell, radius) for cell in cells]
    assert names == sorted(names, key=lambda name: (name[0], int(name[1:])))
    assert [grid.parse_hex(name, radius) for name in names] == list(cells)


@pytest.mark.parametrize("name", ["", "a1", "f12", "l6", "f0", "f06", "F6", "6f", "f6 ", "f-1", "f123", "ä6", "f٣"])
def test_invalid_hex_names_are_rejected(name: str) -> None:
    assert grid.parse_hex(name, 5) is None


def test_square_names_round_trip_in_order() -> None:
    cells = grid.square_cells(13, 13)
    names = [grid.square_name(cell) for cell in cells]
    assert names[:2] == ["a1", "a2"]
    assert [grid.parse_square(name, 13, 13) for name in names] == list(cells)
    assert grid.parse_square("n1", 13, 13) is None
    assert grid.parse_square("a14", 13, 13) is None


def test_neighbours_are_mutual() -> None:
    cells = grid.hex_cells(5)
    table = grid.neighbour_table(cells, grid.HEX_STEPS)
    centre = cells.index((0, 0))
    assert [grid.hex_name(cells[k], 5) for k in table[centre]] == "g6 f7 e7 e6 f5 g5".split()
    for i, row in enumerate(table):
        for k, j in enumerate(row):
            assert j == -1 or table[j, (k + 3) % 6] == i
    assert (table == -1).sum() == 66  # sides of the hexagon's rim


def test_lines_are_listed_once() -> None:
    lines = grid.line_table(grid.hex_cells(5), grid.HEX_STEPS, 4)
    assert len({frozenset(line) for line in lines.tolist()}) == len(lines)
    assert len(lines) == 3 * sum(max(0, 11 - abs(q) - 3) for q in range(-5, 6))
    assert grid.line_table(grid.hex_cells(1), grid.HEX_STEPS, 4).shape == (0, 4)
    assert grid.line_table(grid.square_cells(3, 3), grid.SQUARE_STEPS, 3).shape == (6, 3)
    assert lines.dtype == np.int16
