"""The oracle of Cirplexed! against facts worked out by hand from the rules."""

import random
from typing import Any

import pytest

from tests.games.cirplexed.oracle import TILES, Oracle, bag_size, board_counts, counts_at, random_deal, turned
from tests.games.standing import standing


def bag(players: int, *first: str) -> list[str]:
    """Some tiles first, then others in order."""
    return [*first, *(tile for tile in TILES if tile not in first)][: bag_size(players)]


def test_c1_c2_there_are_ninety_tiles() -> None:
    assert len(TILES) == len(set(TILES)) == 90
    assert TILES[:3] == ["BGOP", "BGOR", "BGOY"]
    assert {"BGOP", "BGPO", "BOGP", "OYRP"} <= set(TILES)
    assert all(turned(tile, turns) not in TILES for tile in TILES for turns in (1, 2, 3))


@pytest.mark.parametrize(("players", "tiles"), [(2, 44), (3, 66), (4, 88), (5, 90), (6, 90)])
def test_c3_the_bag(players: int, tiles: int) -> None:
    deal = random_deal(players, {}, random.Random(1))
    assert len(deal) == tiles
    with pytest.raises(ValueError, match="C3"):
        Oracle(players, {}, deal[1:])
    with pytest.raises(ValueError, match="C3"):
        Oracle(players, {}, [deal[1], *deal[1:]])


def test_c4_who_draws_what() -> None:
    oracle = Oracle(2, {}, bag(2, "BGOP", "BGPO", "BOGP", "BOPG", "BPGO", "BPOG", "BGOR", "BGRO"))
    assert oracle.boards == [{(0, 0): "BGOP"}, {(0, 0): "BGPO"}]
    assert oracle.hands == [["BOGP", "BOPG"], ["BPGO", "BPOG"]]
    oracle.play(1, "BPOG 0,1 r0")
    assert list(oracle.waiting) == [0]
    assert oracle.hands[1] == ["BPGO"]
    assert oracle.legal(1) == []
    oracle.play(0, "BOGP -1,0 r3")
    assert list(oracle.waiting) == [0, 1]
    assert oracle.hands == [["BOPG", "BGOR"], ["BPGO", "BGRO"]]


def test_c5_the_first_moves() -> None:
    oracle = Oracle(2, {}, bag(2, "BGOP", "BGPO", "BOGP", "BOPG"))
    legal = oracle.legal(0)
    assert len(legal) == 2 * 4 * 4  # tiles, sides of the start tile, rotations
    assert legal == sorted(legal)
    assert "BOGP -1,0 r3" in legal
    assert not any(" 1,1 " in text for text in legal)  # a corner alone is not enough
    for text in ("BOGP 1,1 r0", "BOGP 0,0 r0", "BOGP 1,0 r4", "BOGP 1,0", "BGPO 1,0 r0", "pass"):
        with pytest.raises(ValueError, match="not a legal move"):
            oracle.play(0, text)


def test_a_rotation_moves_the_bottom_left_to_the_top_left() -> None:
    # BGOP: B top left, G top right, O bottom right, P bottom left.
    assert [turned("BGOP", turns) for turns in range(4)] == ["BGOP", "PBGO", "OPBG", "GOPB"]
    oracle = Oracle(2, {}, bag(2, "BGOP", "BGPO", "BOGP", "BOPG"))
    oracle.play(0, "BOGP 1,0 r1")
    assert oracle.boards[0][1, 0] == "PBOG"


def test_c9_a_circle_laid_by_hand() -> None:
    # Around the point at the upper right of 0,0: its O must meet O of each of the others.
    #   upper left  0,1 bottom right | upper right 1,1 bottom left
    #   lower left  0,0 top right    | lower right 1,0 top left
    board = {(0, 0): "BOGP", (0, 1): "BGOP", (1, 1): "BGPO", (1, 0): "OBGP"}
    # Elsewhere: left of the pair 0,0 and 0,1, the B of the lower and the P of the upper meet; the top pair 0,1 and
    # 1,1 meets in G and B; on the right, P of 1,1 meets B of 1,0; below, G of 0,0 meets P of 1,0.
    assert board_counts(board, "any") == (1, 0, 0)
    assert board_counts(board, "open") == (1, 0, 0)
    # Without the tile at 1,1 three quarters are left, with no tile at the fourth.
    del board[1, 1]
    assert board_counts(board, "any") == (0, 1, 0)
    assert board_counts(board, "open") == (0, 1, 0)
    # With 0,1 gone too, the lower two make a half; their other colours do not meet their likes.
    del board[0, 1]
    assert board_counts(board, "any") == (0, 0, 1)
    assert board_counts(board, "open") == (0, 0, 1)


def test_c9_a_rotated_board_has_the_same_score() -> None:
    rng = random.Random(5)
    for _ in range(20):
        cells = [(x, y) for x in range(4) for y in range(4) if rng.random() < 0.7]
        board = {cell: turned(rng.choice(TILES), rng.randrange(4)) for cell in cells}
        quarter_turn = {(y, -x): turned(tile, 1) for (x, y), tile in board.items()}
        assert board_counts(board, "any") == board_counts(quarter_turn, "any")
        assert board_counts(board, "open") == board_counts(quarter_turn, "open")


@pytest.mark.parametrize(
    ("around", "with_any", "with_open"),
    [
        (["R", "R", "R", "R"], (1, 0, 0), (1, 0, 0)),
        (["R", "R", "R", "B"], (0, 1, 0), (0, 0, 0)),
        (["R", "", "R", "R"], (0, 1, 0), (0, 1, 0)),
        (["R", "R", "B", "B"], (0, 0, 2), (0, 0, 0)),
        (["R", "B", "B", "R"], (0, 0, 2), (0, 0, 0)),
        (["R", "B", "R", "B"], (0, 0, 0), (0, 0, 0)),
        (["R", "", "R", ""], (0, 0, 0), (0, 0, 0)),  # they meet only at the point
        (["R", "", "", "R"], (0, 0, 1), (0, 0, 1)),
        (["", "R", "R", "B"], (0, 0, 1), (0, 0, 0)),
        (["R", "R", "B", "G"], (0, 0, 1), (0, 0, 0)),
        (["R", "", "B", "R"], (0, 0, 1), (0, 0, 0)),
        (["R", "B", "R", ""], (0, 0, 0), (0, 0, 0)),
        (["R", "", "", ""], (0, 0, 0), (0, 0, 0)),
    ],
)
def test_c10_one_point(around: list[str], with_any: tuple[int, int, int], with_open: tuple[int, int, int]) -> None:
    assert counts_at(around, "any") == with_any
    assert counts_at(around, "open") == with_open


def test_c10_ties_and_shared_places() -> None:
    outcome = standing("rounds", ["circles", "three_quarters", "halves"], [(2, 1, 0), (2, 1, 0), (2, 0, 9)])
    assert outcome["winners"] == (0, 1)
    assert outcome["ranking"] == (1, 1, 3)
    assert outcome["scores"] == [2, 2, 2]
    assert outcome["details"]["halves"] == [0, 0, 9]


def test_c7_the_last_two_moves() -> None:
    rng = random.Random(3)
    oracle = Oracle(2, {}, random_deal(2, {}, rng))
    for _ in range(19):
        assert list(oracle.waiting) == [0, 1]
        for seat in (1, 0):
            oracle.play(seat, rng.choice(oracle.legal(seat)))
    assert oracle.bag == []
    assert [len(hand) for hand in oracle.hands] == [2, 2]
    x, y = max(oracle.boards[0])  # no tile lies further right, so x + 2 can touch only a tile at x + 1
    first, second = oracle.hands[0]
    oracle.play(0, f"{second} {x + 1},{y} r3")
    assert list(oracle.waiting) == [0, 1]  # it stays to act
    oracle.play(0, f"{first} {x + 2},{y} r0")
    assert list(oracle.waiting) == [1]
    assert oracle.outcome is None
    for _ in range(2):
        oracle.play(1, oracle.legal(1)[0])
    assert oracle.outcome is not None


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("options", [{}, {"partial": "open"}])
def test_random_games_end(players: int, options: dict[str, Any]) -> None:
    rng = random.Random(players)
    oracle = Oracle(players, options, random_deal(players, options, rng))
    while oracle.waiting:
        seat = rng.choice(oracle.waiting)
        legal = oracle.legal(seat)
        assert legal == sorted(set(legal))
        oracle.play(seat, rng.choice(legal))
    assert [len(board) for board in oracle.boards] == [bag_size(players) // players] * players
    assert oracle.outcome is not None
    assert oracle.outcome["reason"] == "rounds"
    assert oracle.outcome["scores"] == [oracle.counts(seat)[0] for seat in range(players)]
