"""Träxx' actions and observations, against the names of fields."""

from __future__ import annotations

from itertools import pairwise

import pytest

from parlour.games.traxx.encoding.actions import WALKS
from parlour.games.traxx.sheets import COLOURS
from parlour.luck import Luck
from tests.conformance.shelf import random_match
from tests.games.observing import actions, marked, observed
from tests.games.traxx.test_rules import plain


def place(name: str) -> tuple[int, int]:
    """Row and column of a field: its number and its letter, both from 0."""
    return int(name[1:]) - 1, ord(name[0]) - ord("a")


def steps(text: str) -> tuple[tuple[int, int], ...]:
    """The directions in which a line continues from its end, wherever that is."""
    cells = [place(name) for name in text.split()]
    return tuple((row - before[0], column - before[1]) for before, (row, column) in pairwise(cells))


def test_actions_depend_on_directions_not_on_where_a_line_ends() -> None:
    assert WALKS == 6 + 30 + 138 + 618 + 2730
    known: dict[int, tuple[tuple[int, int], ...]] = {}
    for start in ("e5", "a5", "g3", "d8"):
        match = plain(start)
        for _ in range(3):
            first = match.view(0)["board"]["lines"][0][0]
            for text, action in actions(match, 0).items():
                walk = () if text == "pass" else steps(text)
                number = action if text == "pass" or text.split()[0] == first else action - WALKS
                assert known.setdefault(number, walk) == walk
            match.play(0, max(match.legal(0), key=len))
    assert known[0] == ()
    assert len(set(known.values())) == len(known) > WALKS // 2


def test_a_seat_sees_sheet_lines_and_cards(luck: Luck) -> None:
    for players in (1, 2, 4):
        match = random_match("traxx", players, luck, plies=luck.below(15 * players + 1))
        for seat in range(players):
            board = match.view(seat)["board"]
            order = [(seat + k) % players for k in range(players)]
            planes, vector = observed(match, seat)
            for k, colour in enumerate(COLOURS):
                fields = {name for name, its in board["fields"].items() if its == colour}
                assert marked(planes["colour"][k]) == {place(name) for name in fields}
                assert vector["card"][k] == pytest.approx(board["card"].count(colour) / 5, abs=1e-6)
                coming = [card for n, card in enumerate(board["deck"]) if n not in board["turned"]]
                assert vector["patches"][k] == pytest.approx(sum(card.count(colour) for card in coming) / 15, abs=1e-6)
            for name, value in board["numbers"].items():
                assert planes["number"][0][place(name)] == value
                assert planes["worth"][0][place(name)] == board["worth"][seat].get(str(value), 0)
            for k, other in enumerate(order):
                line = board["lines"][other]
                assert marked(planes["line"][k]) == {place(name) for name in line}
                assert marked(planes["first"][k]) == {place(line[0])}
                assert marked(planes["last"][k]) == {place(line[-1])}
                assert vector["points"][k] == pytest.approx(sum(board["reached"][other].values()) / 54, abs=1e-6)
            assert vector["to_come"] == [float(card not in board["turned"]) for card in range(15)]
            assert vector["chosen"] == [float(board["chosen"][other]) for other in order]
