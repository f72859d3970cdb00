"""The oracle of Tracktic against facts worked out by hand from the rules."""

import copy
import random
from itertools import product
from typing import Any

import pytest

from tests.games.tracktic.oracle import (
    DECKS,
    DRAWINGS,
    FLIP,
    RACK,
    Oracle,
    all_cards,
    cells_beside,
    cells_of,
    chosen_forms,
    drawn_cells,
    fits,
    grid,
    has_t,
    is_filling,
    longest_path_length,
    orientations,
    placements,
    random_deal,
    shape_of,
)

PLAIN = {"pieces": "plain"}


def deal(*first: str, deck: str = "standard") -> list[str]:
    """Some cards first, then the others."""
    left = all_cards(deck)
    for card in first:
        left.remove(card)
    return [*first, *left]


def position(first: str, changes: dict[str, str], seat: int = 0, players: int = 2) -> Oracle:
    """The start of a game with plain pieces, these cards turned up, and additional or recoloured pieces on the grid."""
    oracle = Oracle(players, PLAIN, deal(*first.split()))
    oracle.pieces.update({cell: (colour, 0) for cell, colour in changes.items()})
    oracle.turn = seat
    return oracle


def refuses(oracle: Oracle, seat: int, text: str) -> bool:
    """The move is refused, and nothing has changed."""
    before = copy.deepcopy({key: value for key, value in vars(oracle).items() if key != "_listed"})
    with pytest.raises(ValueError, match=r"move|pieces|side number"):
        oracle.play(seat, text)
    return before == {key: value for key, value in vars(oracle).items() if key != "_listed"}


# Box and set-up


def test_k2_there_are_six_shapes() -> None:
    assert [[sides for sides in range(16) if shape_of(sides) == shape] for shape in range(6)] == [
        [0],
        [1, 2, 4, 8],
        [3, 6, 9, 12],
        [5, 10],
        [7, 11, 13, 14],
        [15],
    ]
    tabs = [0, 1, 2, 2, 3, 4]
    assert sum(RACK) == 32
    assert sum(count * many for count, many in zip(RACK, tabs, strict=True)) == 64  # of 128 sides


def test_k3_grids() -> None:
    assert len(grid(2)) == 81
    assert {"c3", "c11", "k3", "k11"} <= grid(2)
    assert len(grid(3)) == len(grid(4)) == 169
    assert {"a1", "a13", "m1", "m13"} <= grid(4)


def path_shaped(size: int) -> set[frozenset[tuple[int, int]]]:
    """All path-shaped polyominoes, grown square by square: each square but the two ends touches two others."""
    grown = {frozenset({(0, 0)})}
    for _ in range(size - 1):
        grown = {
            cells | {(x + dx, y + dy)}
            for cells in grown
            for x, y in cells
            for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))
            if (x + dx, y + dy) not in cells
        }
    found = set()
    for cells in grown:
        touching = sorted(sum(abs(x - u) + abs(y - v) == 1 for u, v in cells) for x, y in cells)
        if touching == [1, 1, *[2] * (size - 2)]:
            found.add(min(orientations(set(cells)), key=sorted))
    return found


def test_k4_patterns_are_the_path_shaped_polyominoes() -> None:
    by_name = {name: min(orientations(drawn_cells(drawing)), key=sorted) for name, drawing in DRAWINGS.items()}
    for deck, sizes in (("standard", (2, 3, 4)), ("long", (3, 4, 5))):
        patterns, copies = DECKS[deck]
        assert {by_name[name] for name in patterns} == set.union(*(path_shaped(size) for size in sizes))
        assert len({by_name[name] for name in patterns}) == len(patterns)
        assert len(patterns) * copies == 36
        assert len(all_cards(deck)) == 40
    assert all(len(cells) == int(name[1]) for name, cells in by_name.items())


def test_k10_rotations_and_mirror_images() -> None:
    many = {name: len(orientations(drawn_cells(drawing))) for name, drawing in DRAWINGS.items()}
    assert many == {
        **dict.fromkeys("I2 I3 I4 I5".split(), 2),
        **dict.fromkeys("V3 S4 U5 V5 W5 Z5".split(), 4),
        **dict.fromkeys("L4 L5 N5".split(), 8),
    }
    assert len(placements("I2", 2)) == len(set(placements("I2", 2))) == 2 * 9 * 8
    assert len(placements("S4", 4)) == len(set(placements("S4", 4))) == 4 * 12 * 11


def test_k6_k7_start_pieces() -> None:
    two = Oracle(2, {}, deal()).pieces
    assert two == {
        **dict.fromkeys("g3 g4 g5".split(), ("red", 3)),
        **dict.fromkeys("g9 g10 g11".split(), ("blue", 12)),
    }
    three, four = Oracle(3, {}, deal()), Oracle(4, {}, deal())
    assert three.pieces == four.pieces
    assert four.pieces == {
        **dict.fromkeys("g1 g2 g3".split(), ("red", 3)),
        **dict.fromkeys("a7 b7 c7".split(), ("blue", 6)),
        **dict.fromkeys("g11 g12 g13".split(), ("green", 12)),
        **dict.fromkeys("k7 l7 m7".split(), ("yellow", 9)),
    }
    assert all(fits(four.pieces, cell, sides) for cell, (_, sides) in four.pieces.items())
    assert len(three.racks) == 3
    assert three.tokens == [2, 2, 2]


def test_k8_the_deal_is_the_deck_in_order() -> None:
    oracle = Oracle(2, {}, deal("I2", FLIP, "I2", "S4", "L4"))
    assert oracle.face_up == ["I2", FLIP, "I2", "S4"]
    with pytest.raises(ValueError, match="K8"):
        Oracle(2, {}, deal()[1:])
    with pytest.raises(ValueError, match="K8"):
        Oracle(2, {"deck": "long"}, deal())


# Turns


def test_k9_the_leftmost_card_leaves_the_row_and_a_new_one_comes_last() -> None:
    oracle = Oracle(2, {}, deal("I2", FLIP, "I2", "S4", "L4"))
    oracle.play(0, "I2 g6 g7")
    assert oracle.face_up == [FLIP, "I2", "S4", "L4"]
    assert list(oracle.waiting) == [1]
    assert oracle.legal(0) == []


def test_k9b_k20_skipping_is_for_good_and_leaves_the_cards() -> None:
    oracle = Oracle(3, PLAIN, deal("I2", "I2", "I2", "I2", "I2", "I2"))
    row = list(oracle.face_up)
    oracle.play(0, "skip")
    assert oracle.face_up == row
    oracle.play(1, "I2 d7 e7")
    oracle.play(2, "skip")
    assert list(oracle.waiting) == [1]
    oracle.play(1, "I2 f7 g7")
    assert list(oracle.waiting) == [1]
    oracle.play(1, "skip")
    outcome = oracle.outcome
    assert outcome is not None
    assert outcome["reason"] == "skipped"
    assert outcome["scores"] == [3, 7, 3]
    assert outcome["winners"] == (1,)
    assert outcome["ranking"] == (2, 1, 2)
    assert oracle.waiting == ()


def test_k20_a_seat_without_moves_must_skip() -> None:
    oracle = position("I2 I2 I2 flip", {})
    oracle.racks[0] = [1]
    assert oracle.legal(0) == ["skip"]  # no opponent's piece beside one of its own, and two pieces are too many
    oracle.racks[0] = [2]
    assert len(oracle.legal(0)) > 1
    assert "skip" in oracle.legal(0)


def test_k18_the_game_ends_without_cards() -> None:
    oracle = position("I2", {})
    oracle.face_up, oracle.deck = ["I2"], []
    oracle.play(0, "I2 g6 g7")
    assert oracle.outcome is not None
    assert oracle.outcome["reason"] == "cards"
    assert oracle.outcome["scores"] == [5, 3]


# Where pieces may go


def test_k10_k11_first_moves_are_beside_own_pieces() -> None:
    legal = position("I2 I2 I2 I2", {}).legal(0)
    # Around g3 g4 g5 lie f3 h3, f4 h4 (a T, K14), f5 h5 and g6. From f3 a domino goes on to e3, from f5 to e5 and
    # f6 (f4 is a T), alike on the right; from g6 to f6, h6 and g7.
    dominoes = "e3 f3, e5 f5, f5 f6, f6 g6, g6 g7, g6 h6, h3 i3, h5 h6, h5 i5"
    assert legal == [*(f"I2 {cells}" for cells in dominoes.split(", ")), "skip"]


def test_cells_are_ordered_nine_before_ten() -> None:
    assert "I2 d9 d10" in position("I2 I2 I2 I2", {"e10": "blue"}, seat=1).legal(1)


def test_k11_white_pieces_extend_a_path() -> None:
    chain = {"h5": "white", "i5": "white"}
    assert "I2 j5 k5" in position("I2 I2 I2 I2", chain).legal(0)
    assert "I2 j5 k5" not in position("I2 I2 I2 I2", {**chain, "h5": "blue"}).legal(0)
    assert "I2 j5 k5" not in position("I2 I2 I2 I2", {**chain, "h5": "blue"}).legal(1)
    assert "I2 j5 k5" not in position("I2 I2 I2 I2", {"i5": "white"}).legal(0)


def test_k14_no_t_is_allowed_but_white_pieces_do_not_count() -> None:
    oracle = position("I2 I2 I2 I2", {})
    assert refuses(oracle, 0, "I2 e4 f4")
    assert "I2 e4 f4" in position("I2 I2 I2 I2", {"g3": "white"}).legal(0)
    assert "I2 e4 f4" in position("I2 I2 I2 I2", {"g3": "blue"}).legal(0)
    # The middle of the T may be one of the new pieces: f6 would touch e6, f7 and g6.
    assert "I2 f6 g6" in position("I2 I2 I2 I2", {"e6": "red"}).legal(0)
    assert "I2 f6 g6" not in position("I2 I2 I2 I2", {"e6": "red", "f7": "red"}).legal(0)
    # A square of four, f5 f6 g5 g6, is no T; with g4 in red, g5 has three neighbours.
    assert "I2 f6 g6" in position("I2 I2 I2 I2", {"f5": "red", "g4": "white"}).legal(0)
    assert "I2 f6 g6" not in position("I2 I2 I2 I2", {"f5": "red"}).legal(0)


# Token


def test_k15_a_token_turns_opponents_pieces() -> None:
    oracle = position("I3 I3 I3 I3", {"h5": "blue", "i5": "blue"})
    oracle.play(0, "I3* h5 i5 j5")
    assert oracle.pieces["h5"] == oracle.pieces["i5"] == ("white", 0)
    assert oracle.pieces["j5"] == ("red", 0)
    assert oracle.tokens == [1, 2]
    assert oracle.racks == [[31], [32]]


def test_k15_white_pieces_may_be_covered_but_are_not_enough() -> None:
    assert "I3* h5 i5 j5" in position("I3 I3 I3 I3", {"h5": "white", "i5": "blue"}).legal(0)
    oracle = position("I3 I3 I3 I3", {"h5": "white"})
    assert refuses(oracle, 0, "I3* h5 i5 j5")
    assert refuses(oracle, 0, "I3 h5 i5 j5")
    oracle = position("I3 I2 I3 I3", {"h5": "white", "i5": "blue", "j5": "blue"})
    assert refuses(oracle, 0, "I3* h5 i5 j5")  # nothing is laid
    assert refuses(oracle, 0, "I2* g5 h5")  # an own piece
    assert "I2* j5 k5" not in oracle.legal(0)  # k5 and j5 touch nothing to build from
    assert "I2* i5 i6" in oracle.legal(0)  # i5 touches the white h5


def test_k15_without_a_token_nothing_can_be_covered() -> None:
    oracle = position("I3 I3 I3 I3", {"h5": "blue"})
    oracle.tokens[0] = 1
    assert any("*" in text for text in oracle.legal(0))
    oracle.tokens[0] = 0
    assert not any("*" in text for text in oracle.legal(0))


def test_k15_turned_pieces_keep_their_sides() -> None:
    oracle = Oracle(2, {}, deal("I2", "I2", "I2", "I2"))
    oracle.pieces["h5"] = ("blue", 6)  # its blank meets the tab of g5
    oracle.play(0, "I2* h5 i5")
    # i5 meets the tab of h5 with a blank in the west. Of the shapes with eight left, 3 is the smallest such number.
    assert oracle.pieces["h5"] == ("white", 6)
    assert oracle.pieces["i5"] == ("red", 3)
    assert oracle.racks[0] == [2, 6, 7, 8, 6, 2]


def test_k7_the_fourth_colour_is_an_opponent() -> None:
    oracle = position("flip flip flip I2", {"l8": "red"}, players=3)
    assert [text for text in oracle.legal(0) if text.startswith(FLIP)] == ["flip l7 l6"]
    oracle.play(0, "I2* l6 l7")
    assert oracle.pieces["l7"] == ("white", 0)


# Flip


def test_k17_flip_turns_a_neighbour() -> None:
    oracle = position("flip I2 I2 I2", {"h5": "blue"})
    # Beside h5 the cells h4, h6 and i5 are empty; a piece on h4 would be the third beside g4 (K14).
    assert [text for text in oracle.legal(0) if text.startswith(FLIP)] == ["flip h5 h6", "flip h5 i5"]
    oracle.play(0, "flip h5 i5")
    assert oracle.pieces["h5"] == ("white", 0)
    assert oracle.pieces["i5"] == ("red", 0)
    assert oracle.racks[0] == [31]
    assert oracle.tokens == [2, 2]
    assert FLIP not in oracle.face_up[:3]


def test_k17_flip_needs_an_own_piece_beside_it() -> None:
    legal = position("flip I2 I2 I2", {"h5": "white", "i5": "blue"}).legal(0)
    assert not any(text.startswith(FLIP) for text in legal)  # a white piece beside it is not enough, nor can it flip


# Pieces


def plain_longest(own: set[str], white: set[str]) -> int:
    """K19 without memoisation: walk every path from every piece."""

    def walk(path: list[str]) -> int:
        best = len(path) if any(cell in own for cell in path) else 0
        return max([best, *(walk([*path, near]) for near in (cells_beside(path[-1:]) & (own | white)) - set(path))])

    return max((walk([start]) for start in own | white), default=0)


def test_k19_paths_by_hand() -> None:
    assert longest_path_length(set(), set("a1 a2 a3".split())) == 0
    assert longest_path_length({"c9"}, set("a1 a2 a3".split())) == 1
    assert longest_path_length({"a9", "a10"}, set()) == 2
    assert longest_path_length({"c2"}, set("a1 b1 c1 d1 e1".split())) == 4  # c2 c1 b1 a1: five whites have no own
    assert longest_path_length(set("a1 a2 b1 b2".split()), {"c1"}) == 5
    assert longest_path_length({"b2"}, set("a1 a2 a3 b1 b3 c1 c2 c3".split())) == 9


def test_k19_agrees_with_plain_walking() -> None:
    rng = random.Random(19)
    cells = [x + y for x in "abcd" for y in "1234"]
    for _ in range(60):
        chosen = rng.sample(cells, rng.randrange(1, 13))
        cut = rng.randrange(len(chosen) + 1)
        own, white = set(chosen[:cut]), set(chosen[cut:])
        assert longest_path_length(own, white) == plain_longest(own, white)


# Whole games


def check_board(oracle: Oracle) -> None:
    """K12, K14 and the number of pieces hold in every position."""
    for seat, colour in enumerate(("red", "blue", "green", "yellow")[: oracle.players]):
        assert not has_t(cells_of(oracle.pieces, colour))
        assert min(oracle.racks[seat]) >= 0
        assert oracle.tokens[seat] >= 0
    start = 6 if oracle.players == 2 else 12
    assert len(oracle.pieces) + sum(map(sum, oracle.racks)) == start + 32 * oracle.players
    assert set(oracle.pieces) <= grid(oracle.players)
    if oracle.kind == "jigsaw":
        assert all(fits(oracle.pieces, cell, sides) for cell, (_, sides) in oracle.pieces.items())


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("deck", ["standard", "long"])
@pytest.mark.parametrize("kind", ["jigsaw", "plain"])
def test_random_games_end(players: int, deck: str, kind: str) -> None:
    options: dict[str, Any] = {"deck": deck, "pieces": kind}
    rng = random.Random(players)
    oracle = Oracle(players, options, random_deal(players, options, rng))
    while oracle.waiting:
        (seat,) = oracle.waiting
        legal = oracle.legal(seat)
        assert legal == sorted(set(legal))
        assert "skip" in legal
        text = rng.choice([text for text in legal if text != "skip"] or legal)
        laid = oracle.moves(seat)[text].laid
        if kind == "jigsaw" and 0 < len(laid) <= 2:  # every choice of pieces, computed in two ways
            forms = chosen_forms(oracle, seat, text)
            assert len(forms) == len(set(forms))
            assert len(forms) == sum(
                is_filling(oracle.pieces, oracle.racks[seat], laid, sides)
                for sides in product(range(16), repeat=len(laid))
            )
            text = rng.choice([text, *forms])
        oracle.play(seat, text)
        check_board(oracle)
    assert oracle.outcome is not None
    assert oracle.outcome["scores"] == [oracle.path_length(seat) for seat in range(players)]
