"""Cirplexed!'s actions and observations, against the names of tiles and cells."""

from __future__ import annotations

import pytest

from parlour import kernel
from parlour.games.cirplexed import rules
from parlour.luck import Luck
from tests.conformance.shelf import random_match
from tests.games.cirplexed.tables import stretched
from tests.games.observing import actions, marked, observed


def place(cell: str, width: int) -> tuple[int, int]:
    """Row and column of a cell, the start tile in the middle."""
    x, y = map(int, cell.split(","))
    return (y + width // 2) % width, (x + width // 2) % width


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_a_row_of_tiles_wraps_around_and_no_cell_is_lost(players: int) -> None:
    rounds = int(rules.tiles_each(players)) - 3
    match = stretched(players, rounds)
    width = rounds + 4
    for _ in range(2):  # the last round, in which everyone lays two
        codes = match.move_codes(0)
        numbers = [kernel.action_of(match.state[0], 0, code) for code in codes]
        assert len(set(numbers)) == len(codes)
        assert [kernel.move_of(match.state[0], 0, action) for action in numbers] == codes
        for text, action in actions(match, 0).items():
            tile, cell, turn = text.split()
            slot = match.view(0)["board"]["hand"].index(tile)
            row, column = place(cell, width)
            assert action == width * width * (4 * slot + int(turn[1])) + width * row + column
        planes, _ = observed(match, 0)
        tiles = match.view(0)["board"]["tiles"][0]
        assert len(marked(planes["own"].max(axis=0))) == len(tiles) == int(match.state[0].count[0])
        assert len(marked(planes["frontier"][0])) == int(match.state[0].edge[0])
        match.play(0, next(text for text in match.legal(0) if f" {len(tiles)},0 " in text))


def test_a_seat_sees_its_own_tiles_and_closed_rounds_of_the_others(luck: Luck) -> None:
    for players in (2, 3, 6):
        match = random_match("cirplexed", players, luck, plies=luck.below(80))
        width = int(rules.tiles_each(players)) + 1
        for seat in range(players):
            board = match.view(seat)["board"]
            planes, vector = observed(match, seat)
            for k in range(players):
                for tile in board["tiles"][(seat + k) % players]:
                    row, column = place(tile["cell"], width)
                    for corner, letter in enumerate(tile["face"]):
                        colour = rules.LETTERS.index(letter)
                        if k == 0:
                            assert planes["own"][6 * corner : 6 * corner + 6, row, column].tolist() == [
                                int(other == colour) for other in range(6)
                            ]
                        else:
                            assert planes["others"][4 * (k - 1) + corner, row, column] == 1 + colour
                if k > 0:
                    laid = planes["others"][4 * (k - 1)]
                    assert len(marked(laid)) == len(board["tiles"][(seat + k) % players])
            hand = "".join(board["hand"])
            assert [number % 6 for number, is_set in enumerate(vector["hand"]) if is_set] == [
                rules.LETTERS.index(letter) for letter in hand
            ]
            known = {tile["tile"] for row in board["tiles"] for tile in row} | set(board["hand"])
            assert [tile for tile, is_unseen in zip(rules.TILES, vector["unseen"], strict=True) if not is_unseen] == [
                tile for tile in rules.TILES if tile in known
            ]
            assert vector["circles"] == [
                pytest.approx(match.view(None)["scores"][(seat + k) % players] / 22, abs=1e-6) for k in range(players)
            ]
