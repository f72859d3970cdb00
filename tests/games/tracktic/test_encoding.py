"""Tracktic's actions and observations, against the names of cells and cards."""

from __future__ import annotations

import pytest

from parlour import kernel
from parlour.games.tracktic.board.bitboard import KINDS
from parlour.games.tracktic.notation.names import COLOURS
from parlour.luck import Luck
from tests.conformance.shelf import random_match
from tests.games.observing import actions, marked, observed
from tests.games.tracktic.positions import set_up


def place(name: str, players: int) -> tuple[int, int]:
    """Row and column of a cell; with two seats the grid begins at c3."""
    first = 2 if players == 2 else 0
    return int(name[1:]) - 1 - first, ord(name[0]) - ord("a") - first


@pytest.mark.parametrize(("players", "width"), [(2, 9), (3, 13)])
def test_an_action_is_a_form_at_its_first_cell(players: int, width: int) -> None:
    match = set_up(players, "I2 V3 flip", red="g7", blue="h7")
    for text, action in actions(match, 0).items():
        if text == "skip":
            assert action == width * width * 26
            continue
        card, *cells = text.split()
        anchor = cells[-1] if card == "flip" else min(cells, key=lambda name: (name[0], int(name[1:])))
        row, column = place(anchor, players)
        assert action % (width * width) == width * row + column
        form = action // (width * width)
        assert form in {"I2": (0, 1), "V3": (4, 5, 6, 7), "flip": (22, 23, 24, 25)}[card.removesuffix("*")]
        if card.startswith("I2"):
            assert form == (0 if cells[0][0] == cells[1][0] else 1)  # upright, level


def test_k15_the_token_follows_from_the_pieces_covered() -> None:
    match = set_up(3, "I3", red="j7", yellow="k7 l7")
    action = actions(match, 0)["I3* k7 l7 m7"]
    code = kernel.move_of(match.state[0], 0, action)
    assert match.game.notation.move_text(match.state[0], 0, code) == "I3* k7 l7 m7"


def test_a_seat_sees_grid_cards_and_racks(luck: Luck) -> None:
    for players in (2, 3, 4):
        match = random_match("tracktic", players, luck, plies=luck.below(40))
        board = match.view(None)["board"]
        for seat in range(players):
            planes, vector = observed(match, seat)
            order = [(seat + k) % players for k in range(players)]
            for k, colour in enumerate([*order, 3] if players == 3 else order):
                own = {name for name, piece in board["pieces"].items() if piece["colour"] == COLOURS[colour]}
                assert marked(planes["pieces"][k]) == {place(name, players) for name in own}
            white = {name for name, piece in board["pieces"].items() if piece["colour"] == "white"}
            assert marked(planes["white"][0]) == {place(name, players) for name in white}
            for side in range(4):
                tabs = {name for name, piece in board["pieces"].items() if (piece["sides"] or 0) >> side & 1}
                assert marked(planes["tabs"][side]) == {place(name, players) for name in tabs}
            assert vector["face_up"] == [board["face_up"].count(kind) / 4 for kind in KINDS]
            assert vector["tokens"] == [board["tokens"][other] / 2 for other in order]
            assert vector["skipped"] == [float(board["skipped"][other]) for other in order]
            assert vector["turn"] == [float(other in match.waiting) for other in order]
            assert vector["deck"] == [pytest.approx(1 - board["deck"] / 40, abs=1e-6)]
            seen = sum(vector["to_come"])
            assert (seen > 0) == (board["deck"] > 0)
