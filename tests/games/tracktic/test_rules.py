"""Tracktic, rule by rule: the box, the set-up and a turn (K1 to K14), numbered as in the game's RULES.md."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

import parlour
from parlour.games.tracktic.board.bitboard import DRAWN
from parlour.games.tracktic.board.pieces import RACK, SHAPE
from parlour.games.tracktic.notation import DECK_LISTS
from tests.games.tracktic.positions import board, cells_of, deal, is_legal, play, refused, set_up, sides_at, start

# -- box ---------------------------------------------------------------------------------------------------------------


def test_k1_a_colour_has_32_pieces_on_its_rack_and_3_on_the_grid() -> None:
    for players in (2, 3, 4):
        seen = board(parlour.new("tracktic", players))
        assert [sum(rack) for rack in seen["racks"]] == [32] * players
        for seat in range(players):
            assert sum(piece["seat"] == seat for piece in seen["pieces"].values()) == 3


def test_k2_there_are_six_shapes_with_fixed_counts() -> None:
    groups: dict[int, set[int]] = {}
    for number in range(16):
        turned = {(number << k | number >> (4 - k)) & 15 for k in range(4)}
        groups.setdefault(int(SHAPE[number]), set()).update(turned)
    assert [groups[k] for k in range(6)] == [{0}, {1, 2, 4, 8}, {3, 6, 12, 9}, {5, 10}, {7, 14, 13, 11}, {15}]
    assert board(parlour.new("tracktic", 4))["racks"] == [[2, 6, 8, 8, 6, 2]] * 4
    assert sum(many * shape for many, shape in zip(RACK, (0, 1, 2, 2, 3, 4), strict=True)) == 4 * 32 / 2


def test_k2_every_shape_is_its_own_mirror_image() -> None:
    for number in range(16):
        mirrored = (number & 5) | (number & 2) << 2 | (number & 8) >> 2
        assert SHAPE[mirrored] == SHAPE[number]


def test_k3_two_seats_use_only_the_centre() -> None:
    seen = board(parlour.new("tracktic", 2))
    assert ("".join(seen["columns"]), seen["rows"]) == ("cdefghijk", list(range(3, 12)))
    assert board(parlour.new("tracktic", 3))["columns"] == list("abcdefghijklm")
    match = set_up(2, "I2", red="c3", blue="k11")
    assert match.legal(0) == sorted("skip|I2 c4 c5|I2 c4 d4|I2 d3 d4|I2 d3 e3".split("|"))
    assert refused(match, "I2 b3 b4") == "K3: there is no cell b3 on this grid; it goes from c3 to k11"
    full = set_up(3, "I2", red="c3", blue="k11", green="a13")
    assert is_legal(full, "I2 b3 b4")
    assert refused(full, "I2 n3 n4") == "K3: there is no cell n3 on this grid; it goes from a1 to m13"


def test_k4_the_decks() -> None:
    assert DECK_LISTS["standard"] == {**dict.fromkeys("I2 I3 V3 I4 L4 S4".split(), 6), "flip": 4}
    assert DECK_LISTS["long"] == {**dict.fromkeys("I3 V3 I4 L4 S4 I5 L5 N5 U5 V5 W5 Z5".split(), 3), "flip": 4}
    assert [sum(cards.values()) for cards in DECK_LISTS.values()] == [40, 40]


def polyominoes(size: int) -> set[frozenset[tuple[int, int]]]:
    """All polyominoes, counting rotations and mirror images once."""
    found = {frozenset({(0, 0)})}
    for _ in range(size - 1):
        found = {
            smallest(cells | {(x + dx, y + dy)})
            for cells in found
            for x, y in cells
            for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0))
            if (x + dx, y + dy) not in cells
        }
    return found


def smallest(cells: frozenset[tuple[int, int]]) -> frozenset[tuple[int, int]]:
    """The canonical form among all rotations and mirror images."""
    ways = []
    for flip, swap, mirror in itertools.product((1, -1), (False, True), (1, -1)):
        turned = [((flip * y, mirror * x) if swap else (flip * x, mirror * y)) for x, y in cells]
        left, low = min(x for x, _ in turned), min(y for _, y in turned)
        ways.append(sorted((x - left, y - low) for x, y in turned))
    return frozenset(min(ways))


def is_path(cells: frozenset[tuple[int, int]]) -> bool:
    near = [sum((x + dx, y + dy) in cells for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0))) for x, y in cells]
    return max(near) <= 2 and sum(near) == 2 * (len(cells) - 1)


def test_k4_patterns_are_all_polyominoes_that_are_paths() -> None:
    drawn = {
        smallest(
            frozenset((x, y) for y, row in enumerate(text.split("/")) for x, mark in enumerate(row) if mark == "#")
        )
        for text in DRAWN.values()
    }
    assert drawn == {cells for size in (2, 3, 4, 5) for cells in polyominoes(size) if is_path(cells)}
    assert len(drawn) == 13


def test_k5_two_tokens_each() -> None:
    assert board(parlour.new("tracktic", 4))["tokens"] == [2] * 4


# -- set-up ------------------------------------------------------------------------------------------------------------


def test_k6_start_pieces_run_inward_with_tabs_inward_and_next_clockwise() -> None:
    four = parlour.new("tracktic", 4)
    assert [cells_of(four, colour) for colour in ("red", "blue", "green", "yellow")] == [
        "g1 g2 g3",
        "a7 b7 c7",
        "g11 g12 g13",
        "k7 l7 m7",
    ]
    assert [sides_at(four, cells) for cells in ("g1 g2 g3", "a7 b7 c7", "g13 g12 g11", "m7 l7 k7")] == [
        "3 3 3",  # north and east
        "6 6 6",  # east and south
        "c c c",  # south and west
        "9 9 9",  # west and north
    ]
    two = parlour.new("tracktic", 2)
    assert (cells_of(two, "red"), cells_of(two, "blue")) == ("g3 g4 g5", "g9 g10 g11")
    assert (sides_at(two, "g3 g4 g5"), sides_at(two, "g11 g10 g9")) == ("3 3 3", "c c c")
    assert parlour.new("tracktic", 4).names == ["red", "blue", "green", "yellow"]


def test_k6_two_to_four_seats() -> None:
    for players in (1, 5, "2"):
        with pytest.raises(parlour.BadPlayers, match="Tracktic is played by 2 to 4"):
            parlour.new("tracktic", players)  # type: ignore[arg-type]


def test_k7_with_three_seats_the_fourth_colour_counts_as_an_opponent() -> None:
    match = parlour.new("tracktic", 3)
    assert cells_of(match, "yellow") == "k7 l7 m7"
    assert board(match)["pieces"]["k7"] == {"colour": "yellow", "seat": None, "sides": 9}
    assert (board(match)["colours"], len(board(match)["racks"])) == (["red", "blue", "green"], 3)
    flip = set_up(3, "flip I3", red="j7", yellow="k7 l7")
    play(flip, "flip k7 k8")
    assert (cells_of(flip, "white"), cells_of(flip, "red")) == ("k7", "j7 k8")
    token = set_up(3, "I3", red="j7", yellow="k7 l7")
    play(token, "I3* k7 l7 m7")
    assert (cells_of(token, "white"), cells_of(token, "red")) == ("k7 l7", "j7 m7")


def test_k8_the_deal_is_the_order_of_the_cards_and_four_are_turned_up() -> None:
    match = start(4, "S4 flip I2 I2 V3")
    assert board(match)["face_up"] == "S4 flip I2 I2".split()
    assert board(match)["deck"] == 36
    assert match.deal[4] == "V3"
    assert match.waiting == (0,)
    assert parlour.new("tracktic", 4, seed=7).deal == parlour.new("tracktic", 2, seed=7).deal


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (None, r"a deal is a list of the 40 cards from the top of the deck \(K8\), not None"),
        ({"I2": 6}, "a deal is a list of the 40 cards"),
        ([1, 2], "a deal is a list of the 40 cards"),
        (deal("")[:-1], r"this deck has 4 cards flip \(K4\), not 3"),
        ([*deal(""), "I2"], r"this deck has 6 cards I2 \(K4\), not 7"),
        (["T4", *deal("")[1:]], "there is no card 'T4' in this deck; there are I2, I3, V3, I4, L4, S4, flip"),
        (deal("", "long"), "there is no card 'I5' in this deck"),
        ([], "this deck has 6 cards I2"),
    ],
)
def test_k8_other_deals_are_refused(wrong: Any, sentence: str) -> None:
    with pytest.raises(parlour.BadDeal, match=sentence):
        parlour.new("tracktic", deal=wrong)


# -- turn --------------------------------------------------------------------------------------------------------------


def test_k9_a_card_is_replaced_at_the_end_of_the_row_and_the_leftmost_of_two_leaves() -> None:
    match = start(4, "S4 I2 V3 I2 I4 L4")
    play(match, "I2 e1 f1")
    assert board(match)["face_up"] == "S4 V3 I2 I4".split()
    assert board(match)["discarded"] == ["I2"]
    play(match, "I2 d7 e7")
    assert board(match)["face_up"] == "S4 V3 I4 L4".split()
    assert refused(match, "I2 f13 f12") == "K9: no card I2 lies face up; there are S4, V3, I4, L4"


def test_k9_the_row_shrinks_when_the_deck_is_used_up() -> None:
    match = set_up(4, "I2 V3 I2", red="a1", blue="m1")
    match._states[-1][0].turned = 40
    play(match, "I2 a2 a3")
    assert board(match)["face_up"] == ["V3", "I2"]


def test_k9b_the_next_seat_that_has_not_skipped_is_to_act() -> None:
    match = start(4, "I2 I2 I2 I2 I3 I3")
    assert match.waiting == (0,)
    play(match, "I2 e1 f1", "skip", "skip")
    assert match.waiting == (3,)
    play(match, "I2 m8 m9")
    assert match.waiting == (0,)
    play(match, "skip")
    assert match.waiting == (3,)
    play(match, match.legal(3)[0])
    assert match.waiting == (3,)  # all others have skipped
    play(match, "skip")
    assert not match.waiting


def test_k10_any_rotation_and_mirror_image_on_empty_cells() -> None:
    match = set_up(4, "L4", red="g7", blue="a1", green="a3", yellow="a5")
    corner = [text for text in match.legal(0) if text.startswith("L4 g8")]
    assert corner == [  # the other forms with g8 as their first cell make a T there or on h7
        "L4 g8 g9 g10 h10",
        "L4 g8 g9 h9 i9",
        "L4 g8 h8 h9 h10",
        "L4 g8 h8 i7 i8",
        "L4 g8 h8 i8 i9",
    ]
    assert len(match.legal(0)) == len({frozenset(text.split()) for text in match.legal(0)})
    assert refused(match, "L4 g8 g9 h8 h9") == "K10: these cells do not form the pattern L4, however it is turned"
    assert refused(match, "L4 g8 g9 g10") == "K10: the pattern L4 has 4 cells, not 3"
    assert refused(match, "L4 h8 g8 g9 g10") == (
        "notation: name each cell once and in order, by letter, then by number: g8 g9 g10 h8"
    )
    assert refused(match, "L4 g8 g8 g9 g10").startswith("notation: name each cell once")


def test_k10_a_white_piece_is_not_an_empty_cell() -> None:
    match = set_up(2, "I2", red="g7", white="h7", blue="c3")
    assert not is_legal(match, "I2 h7 i7")
    assert is_legal(match, "I2 i7 j7")  # K11
    assert refused(match, "I2 h7 i7") == (
        "K10: there is a white piece on h7: choose empty cells; I2* spends a token to go over opponents' pieces (K15)"
    )
    assert refused(match, "I2 g7 g8") == "K10: there is a red piece on g7: choose empty cells"


def test_k11_three_white_pieces_extend_a_path() -> None:
    """The rulebook's example: a pattern is connected to the third of three white pieces that extend red's path."""
    match = set_up(4, "V3", red="a1", white="b1 c1 d1", blue="k1", green="k3", yellow="k5")
    assert is_legal(match, "V3 e1 e2 f1")
    broken = set_up(4, "V3", red="a1", white="b1 d1", blue="c1", green="k3", yellow="k5")
    assert refused(broken, "V3 e1 e2 f1").startswith(
        "K11: no cell of it lies beside a piece that you can build from; for example V3"
    )
    corner = set_up(4, "V3", red="a1", white="b2", blue="k1", green="k3", yellow="k5")
    assert not is_legal(corner, "V3 c2 c3 d2")  # corner to corner is not side to side


def test_k11_other_players_pieces_are_no_base() -> None:
    match = set_up(2, "I2", red="c3", blue="d3 e3")
    assert not is_legal(match, "I2 f3 g3")
    assert is_legal(match, "I2 c4 d4")


def test_k12_sides_that_meet_have_one_tab_and_one_blank() -> None:
    match = set_up(2, "I2", red="g7", blue="h8", sides={"g7": 1, "h8": 8}, pieces="jigsaw")
    for number in range(16):
        text = f"I2 g8 g9 : {number:x} {match_north(number)}"
        if number & 4 == 0 and number & 2 == 0:  # g7 has a tab to the north, h8 one to the west
            play(match.fork(), text)
        else:
            assert refused(match, text).startswith("K12: ")


def match_north(number: int) -> str:
    """A side number that fits north of another."""
    return "0" if number & 1 else "4"


def test_k12_the_edge_fits_anything() -> None:
    match = set_up(2, "I2", red="c3", blue="k11", sides={"c3": 0}, pieces="jigsaw")
    for first, second in itertools.product(range(16), repeat=2):
        text = f"I2 c4 c5 : {first:x} {second:x}"
        fits = first & 4 and bool(first & 1) != bool(second & 4)
        if fits:
            play(match.fork(), text)
        else:
            assert refused(match, text).startswith("K12: ")


def test_k12_every_piece_comes_from_the_rack() -> None:
    match = set_up(2, "I3 I2", red="g7", blue="c3", racks={"red": [2]})
    assert refused(match, "I3 g8 g9 g10") == "K12: your rack has 2 pieces left, and this takes 3"
    play(match, "I2 g8 g9")
    assert board(match)["racks"][0] == [0]
    jigsaw = set_up(2, "I2", red="g7", blue="c3", pieces="jigsaw", sides={"g7": 0}, racks={"red": [0, 0, 1, 1, 0, 0]})
    assert refused(jigsaw, "I2 g8 g9 : 5 5").startswith("K12: 5 does not fit on g8: g8 and g9 do not interlock: both")
    assert refused(jigsaw, "I2 g8 g9 : 4 4") == (
        "K12: your rack has no piece with one tab left for g8; the suggested pieces are 5 3"
    )


def test_k12_plain_pieces_have_no_shapes() -> None:
    match = start(2, "I2 I3", pieces="plain")
    assert board(match)["racks"] == [[32], [32]]
    assert board(match)["pieces"]["g3"]["sides"] is None
    play(match, "I2 e3 f3")
    assert board(match)["racks"] == [[30], [32]]
    assert refused(match, "I3 h11 i11 j11 : 1 3 9") == (
        "K12: plain pieces have no sides to choose: write I3 h11 i11 j11"
    )


def test_k13_most_left_on_the_rack_first_then_the_smaller_number() -> None:
    match = start(4, "I3 I2 V3 flip")
    play(match, "I3 d1 e1 f1")
    # Nothing lies around d1. Two shapes have eight left, and 3, two adjacent tabs, is their smallest number. Then e1
    # needs a blank to the west; most are left of two opposite tabs, of which 5 has it. Then f1 needs tabs to the west
    # and, since g1 has a blank there, to the east; both shapes of two tabs have seven left, and only a has these.
    assert sides_at(match, "d1 e1 f1") == "3 5 a"
    assert board(match)["racks"][0] == [2, 6, 7, 6, 6, 2]


def test_k13_exhausted_shapes_are_skipped_and_choices_are_backtracked() -> None:
    def with_rack(*rack: int) -> parlour.Match:
        return set_up(2, "I2", red="g7", blue="c3", pieces="jigsaw", sides={"g7": 0}, racks={"red": list(rack)})

    # g8 needs a tab to the south: 4 and f fit, one is left of each, and 4 is the smaller number. Its blank to the north
    # then asks for a tab south on g9, for which only f is left.
    match = with_rack(2, 1, 0, 0, 0, 1)
    play(match, "I2 g8 g9")
    assert sides_at(match, "g8 g9") == "4 f"
    # Two are left with one tab.
    match = with_rack(1, 2, 0, 0, 0, 1)
    play(match, "I2 g8 g9")
    assert sides_at(match, "g8 g9") == "4 4"
    # Nothing with a tab is left for g9 after 4, nor for another way to begin.
    assert refused(with_rack(2, 1, 0, 0, 0, 0), "I2 g8 g9") == (
        "K13: no pieces left on your rack fit there, to their neighbours and to each other"
    )
    # On f8 first 0, of which two are left: then g8 would need tabs south and west, and no such shape is left. So 0 goes
    # back to the rack. Then 1, for the same reason in vain. With 2 on f8, g8 needs a tab south and none west: 5.
    match = with_rack(2, 1, 0, 1, 0, 0)
    play(match, "I2 f8 g8")
    assert sides_at(match, "f8 g8") == "2 5"
    assert board(match)["racks"][0] == [2, 0, 0, 0, 0, 0]


def test_k13_cells_are_ordered_by_letter_then_numerically() -> None:
    match = set_up(2, "I2", red="g8", blue="c3", pieces="jigsaw", sides={"g8": 1})
    play(match, "I2 g9 g10 : 2 7")
    assert sides_at(match, "g9 g10") == "2 7"


def test_k13_chosen_pieces_are_laid_and_kept_in_the_record() -> None:
    match = start(4, "I3 I2 V3 flip")
    play(match, "I3 d1 e1 f1 : 0 8 a")
    assert match.moves == [(0, "I3 d1 e1 f1 : 0 8 a")]
    assert sides_at(match, "d1 e1 f1") == "0 8 a"
    assert board(match)["racks"][0] == [1, 5, 8, 7, 6, 2]
    assert parlour.load(match.record()).state.tobytes() == match.state.tobytes()


def test_k13_a_spelled_out_suggestion_is_the_same_move() -> None:
    match, other = start(4, "I3 I2 V3 flip"), start(4, "I3 I2 V3 flip")
    play(match, "I3 d1 e1 f1 : 3 5 a")
    play(other, "I3 d1 e1 f1")
    assert match.moves == other.moves == [(0, "I3 d1 e1 f1")]
    assert match.state.tobytes() == other.state.tobytes()


def test_k14_a_t_of_four_pieces_is_refused_unless_one_is_white() -> None:
    """The rulebook's sentence: four pieces of one colour never form a T; white pieces are not involved."""
    match = set_up(2, "I2", red="e7 f7 g7", blue="c3")
    assert refused(match, "I2 f8 f9") == "K14: four of your pieces would form a T around f7"
    white = set_up(2, "I2", red="e7 f7", white="g7", blue="c3")
    play(white, "I2 f8 f9")
    middle = set_up(2, "I2", red="e7 g7", white="f7", blue="c3")
    play(middle, "I2 f8 f9")
    other = set_up(2, "I2", red="e7 f7", blue="g7")
    play(other, "I2 f8 f9")


def test_k14_new_pieces_can_make_a_t_together() -> None:
    match = set_up(2, "I3", red="f7", blue="c3")
    assert refused(match, "I3 e8 f8 g8") == "K14: four of your pieces would form a T around f8"
    corner = set_up(2, "V3", red="f7 g7", blue="c3")
    assert refused(corner, "V3 f8 f9 g8") == "K14: four of your pieces would form a T around f8"
    assert refused(corner, "V3 e8 f8 f9") == "K14: four of your pieces would form a T around f8"
    square = set_up(2, "I2", red="f7 g7", blue="c3")
    play(square, "I2 f8 g8")  # a square is no T


def test_k14_only_the_movers_colour_counts() -> None:
    match = set_up(2, "I2", to_act="red", red="c3", blue="d4 e4 f4 e5")
    assert is_legal(match, "I2 c4 c5")
