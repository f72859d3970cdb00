"""The engine against the oracle: the same legal lists, hands and outcomes at every ply, whatever the options."""

from __future__ import annotations

from typing import Any

import pytest

import parlour
from parlour.luck import Luck
from tests.games.exago.oracle import Oracle, cell_name, parse_cell
from tests.games.exago.positions import COLOURS, position_text

STEPS = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]


def random_options(luck: Luck, players: int) -> dict[str, Any]:
    most = 11 if players == 2 else 5
    return {
        "radius": 4 + luck.below(2),
        "must_block": ["choice", "always", "off"][luck.below(3)],
        "turn_limit": [5, 20, 40, 60][luck.below(4)],
        "early_relocation": luck.below(3) == 0,
        "handicap": [luck.below(most + 1) if luck.below(4) == 0 else 0 for _ in range(players)],
        "reconnect": luck.below(3) == 0,
    }


def assert_same(match: parlour.Match, oracle: Oracle) -> None:
    assert match.waiting == oracle.waiting
    for seat in range(match.players):
        assert match.legal(seat) == oracle.legal(seat)
    board = match.view(None)["board"]
    assert board["hands"] == oracle.hands
    assert board["tiles"] == {cell_name(cell, board["radius"]): seat for cell, seat in oracle.tiles.items()}
    if oracle.outcome is None:
        assert match.outcome is None
    else:
        assert match.outcome is not None
        assert match.outcome.reason == oracle.outcome["reason"]
        assert match.outcome.winners == tuple(oracle.outcome["winners"])
        assert list(match.outcome.scores) == list(oracle.outcome["scores"])


def compare_game(luck: Luck, players: int) -> None:
    """Compare every ply of a random game."""
    options = random_options(luck, players)
    match, oracle = parlour.new("exago", players, **options), Oracle(players, options)
    try:
        assert_same(match, oracle)
        while match.waiting:
            seat = match.waiting[0]
            moves = match.legal(seat)
            text = moves[luck.below(len(moves))]
            match.play(seat, text)
            oracle.play(seat, text)
            assert_same(match, oracle)
    except BaseException:
        print(match.record())
        raise


def compare_position(luck: Luck, players: int) -> bool:
    """Compare one random connected position, dense in threats, cuts and ties; False if it already has a line."""
    options = random_options(luck, players) | {"turn_limit": 60}
    radius, in_all = options["radius"], 12 if players == 2 else 6
    left = [in_all - taken for taken in options["handicap"]]
    for seat in range(players):  # most seats have all their tiles on the board, some keep a few
        left[seat] -= luck.below(3) if luck.below(3) == 0 and left[seat] > 2 else 0
    bag = luck.shuffled([seat for seat in range(players) for _ in range(left[seat])])
    tiles: dict[tuple[int, int], int] = {}
    spot = (luck.below(3) - 1, luck.below(3) - 1)
    for seat in bag:
        tiles[spot] = seat
        sources = [spot] if luck.below(2) else list(tiles)  # from the last tile: long thin shapes, which lifts cut
        free = sorted({(q + dq, r + dr) for q, r in sources for dq, dr in STEPS} - set(tiles))
        free = [cell for cell in free if max(abs(cell[0]), abs(cell[1]), abs(sum(cell))) <= radius]
        if not free:
            break
        spot = free[luck.below(len(free))]
    named = {cell_name(cell, radius): seat for cell, seat in tiles.items()}
    coloured = {cell: COLOURS[seat] for cell, seat in named.items()}
    turn = 60 + luck.below(players)
    oracle = Oracle.position(players, options, named, turn)
    try:
        match = parlour.from_position(position_text(players, turn, coloured, **options))
    except parlour.BadPosition as problem:
        if "has a line" not in str(problem):  # X17: such a game is over
            raise
        return False
    if match.outcome is not None:
        assert match.outcome.reason == "line"
        return False
    try:
        assert_same(match, oracle)
        seat = match.waiting[0]
        for text in luck.shuffled(match.legal(seat))[:5]:
            after = match.fork()
            after.play(seat, text)
            follower = Oracle.position(players, options, named, turn)
            follower.play(seat, text)
            assert_same(after, follower)
    except BaseException:
        print(match.position())
        print(match)
        raise
    return True


def test_cell_names_agree_with_the_oracle() -> None:
    assert parse_cell("f6", 5) == (0, 0)


@pytest.mark.parametrize("players", range(2, 7))
def test_random_games_agree_with_the_oracle(players: int, luck: Luck) -> None:
    for _ in range(6):
        compare_game(luck, players)


@pytest.mark.parametrize("players", range(2, 7))
def test_random_positions_agree_with_the_oracle(players: int, luck: Luck) -> None:
    assert sum(compare_position(luck, players) for _ in range(60)) >= 30


@pytest.mark.prove
@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("part", range(4))
def test_many_games_agree_with_the_oracle(players: int, part: int, luck: Luck) -> None:
    for _ in range(25):
        compare_game(luck, players)


@pytest.mark.prove
@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("part", range(4))
def test_many_positions_agree_with_the_oracle(players: int, part: int, luck: Luck) -> None:
    assert sum(compare_position(luck, players) for _ in range(500)) >= 250
