"""Exago's actions and observations, against the names of cells."""

from __future__ import annotations

import pytest

from parlour.grid import hex_cells, hex_name
from parlour.luck import Luck
from tests.conformance.shelf import random_match
from tests.games.exago.positions import at
from tests.games.observing import actions, marked, observed


def number(name: str, radius: int = 5) -> int:
    """A cell's place among all cells in order."""
    return [hex_name(cell, radius) for cell in hex_cells(radius)].index(name)


def place(name: str, radius: int = 5) -> tuple[int, int]:
    """Row and column of a cell in a plane: its number and its letter, both from 0."""
    assert (name[0] in "abcdefghijk"[: 2 * radius + 1]) == (int(name[1:]) <= 2 * radius + 1)
    return int(name[1:]) - 1, ord(name[0]) - ord("a")


@pytest.mark.parametrize(("radius", "cells"), [(4, 61), (5, 91)])
def test_actions_are_computed_from_cells(radius: int, cells: int) -> None:
    centre = "e5" if radius == 4 else "f6"
    placing = at(2, "red", turn=2, red=centre, blue="e6", radius=radius)
    assert actions(placing, 0) == {text: number(text, radius) for text in placing.legal(0)}
    lifting = at(2, "red", red="d6", blue="b6 c6 e6 f6 g6", handicap=[11, 7], radius=radius)
    assert actions(lifting, 0)["d6 h5"] == cells + cells * number("d6", radius) + number("h5", radius)


def test_x12_a_choice_among_three_groups_has_actions() -> None:
    listed = actions(at(2, "red", red="d6", blue="e6 f6 c7 b8 d5 d4", handicap=[11, 0]), 0)
    for k, group in enumerate(("b8", "d4", "e6")):  # in order
        chosen = {text: action for text, action in listed.items() if text.split()[1] == group}
        assert chosen
        for text, action in chosen.items():
            assert action == 91 + 91 * 91 * k + 91 * number("d6") + number(text.split()[2])


def test_x14_a_pass_is_the_last_action() -> None:
    stuck = at(2, "red", red="f6", handicap=[11, 11], turn=2)
    assert actions(stuck, 0) == {"pass": 91 + 3 * 91 * 91}


def test_the_observing_seat_comes_first(luck: Luck) -> None:
    for players in (2, 3, 6):
        match = random_match("exago", players, luck, plies=luck.below(60))
        board, radius = match.view(None)["board"], match.options["radius"]
        for seat in range(players):
            planes, vector = observed(match, seat)
            order = [(seat + k) % players for k in range(players)]
            for k, other in enumerate(order):
                assert marked(planes["tiles"][k]) == {
                    place(cell, radius) for cell, owner in board["tiles"].items() if owner == other
                }
            assert marked(planes["board"][0]) == {place(hex_name(cell, radius), radius) for cell in hex_cells(radius)}
            most = 12 if players == 2 else 6
            assert vector["hand"] == [pytest.approx(board["hands"][other] / most, abs=1e-6) for other in order]
            assert vector["turn"] == [float(other in match.waiting) for other in order]
