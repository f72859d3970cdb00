"""Tracktic, rule by rule: tokens, flips and the end (K15 to K20), numbered as in the game's RULES.md."""

from __future__ import annotations

from typing import Any

import parlour
from parlour.games.tracktic import rules
from parlour.games.tracktic.board.bitboard import ANCHORS, FIRST_FORM, KINDS
from tests.games.tracktic.positions import board, cells_of, is_legal, play, refused, set_up, sides_at, start


def outcome(match: parlour.Match) -> parlour.Outcome:
    assert match.outcome is not None
    return match.outcome


# -- token -------------------------------------------------------------------------------------------------------------


def test_k15_opponents_pieces_are_turned_and_keep_their_sides() -> None:
    match = set_up(3, "I4", red="d7", blue="e7", green="f7", pieces="jigsaw", sides={"d7": 2, "e7": 2, "f7": 5})
    assert not is_legal(match, "I4 e7 f7 g7 h7")
    play(match, "I4* e7 f7 g7 h7")
    assert cells_of(match, "white") == "e7 f7"
    assert cells_of(match, "red") == "d7 g7 h7"
    assert sides_at(match, "e7 f7") == "2 5"
    assert board(match)["tokens"] == [1, 2, 2]
    assert sum(board(match)["racks"][0]) == 30


def test_k15_white_pieces_may_be_covered_but_are_not_enough() -> None:
    match = set_up(2, "I4 I2", red="d7", white="e7", blue="f7")
    assert is_legal(match, "I4* e7 f7 g7 h7")
    assert refused(match, "I2* e7 e8") == (
        "K15: a token must turn at least one opponent's piece, and there is none on these cells"
    )
    assert refused(match, "I2* d8 e8") == (
        "K15: a token must turn at least one opponent's piece, and there is none on these cells, so write I2 without *"
    )


def test_k15_own_pieces_cannot_be_covered_and_one_must_be_laid() -> None:
    match = set_up(2, "I3 I2", red="d7 e7", white="d8", blue="f7 f8")
    assert refused(match, "I3* e7 f7 g7") == (
        "K15: your own piece on e7 cannot serve: only white and opponents' pieces can"
    )
    assert refused(match, "I2* f7 f8") == (
        "K15: at least one piece of yours must be laid, and none of these cells is empty"
    )
    assert is_legal(match, "I3* f7 f8 f9")


def test_k15_tokens_run_out() -> None:
    match = set_up(2, "I2", red="d7", blue="e7", tokens={"red": 0})
    assert refused(match, "I2* e7 f7") == "K15: you have no token left: write I2 without *, on empty cells"
    assert refused(match, "I2 e7 f7") == "K10: there is a blue piece on e7: choose empty cells"


def test_k15_pieces_of_seats_that_have_skipped_are_opponents_too() -> None:
    match = set_up(2, "I2", red="d7", blue="e7")
    match._states[-1][0].skipped = 2
    play(match, "I2* e7 f7")
    assert cells_of(match, "white") == "e7"


def test_k15_k11_a_turned_piece_may_touch_and_the_grid_before_the_move_counts() -> None:
    match = set_up(2, "I3", red="d7", blue="e7", white="g8")
    assert is_legal(match, "I3* e7 f7 g7")  # e7 lies beside d7
    far = set_up(2, "I3", red="c3", blue="e7", white="f7")
    assert refused(far, "I3* e7 f7 g7").startswith("K11")  # f7 would be reached only after e7 is turned, from nowhere


def test_k15_k14_turned_pieces_make_no_t() -> None:
    match = set_up(2, "I3", red="e7 f7", blue="g8")
    # f8 is laid, g8 turned, h8 laid; f7 has e7 and f8 as neighbours
    assert is_legal(match, "I3* f8 g8 h8")
    three = set_up(2, "I2", red="e7 f7 g7", blue="f9")
    assert refused(three, "I2* f8 f9").startswith("K14")


def test_k16_white_pieces_stay_white_and_belong_to_everybody() -> None:
    match = set_up(2, "flip I2", red="d7", blue="f7", white="e7", to_act="red")
    assert refused(match, "flip e7 e8").startswith("K17: there is a white piece on e7: turn an opponent's")
    assert match.view(None)["scores"] == [2, 2]


# -- flip --------------------------------------------------------------------------------------------------------------


def test_k17_a_neighbour_is_turned_and_a_piece_laid_beside_it() -> None:
    match = set_up(2, "flip", red="d7", blue="e7 f7")
    assert match.legal(0) == ["flip e7 e6", "flip e7 e8", "skip"]
    play(match, "flip e7 e8")
    assert (cells_of(match, "white"), cells_of(match, "red"), cells_of(match, "blue")) == ("e7", "d7 e8", "f7")
    assert board(match)["tokens"] == [2, 2]


def test_k17_neighbours_without_room_beside_them_are_listed() -> None:
    match = set_up(2, "flip I2", red="d5 d8 h7", blue="e5 e8 i7", white="e4 e6 f5 e7 e9 f8 i6 i8 j7")
    assert refused(match, "flip") == "K17: no piece of yours can be laid beside e5, e8 or i7"


def test_k17_illegal_flips_are_explained() -> None:
    match = set_up(2, "flip I2", red="d7 c8", blue="e7 f7", white="c7", pieces="jigsaw")
    assert refused(match, "flip g7 g8") == ("K17: there is no piece on g7: turn an opponent's; for example flip e7 e8")
    assert refused(match, "flip d7 d8").startswith("K17: there is a red piece on d7: turn an opponent's")
    assert refused(match, "flip f7 f8").startswith("K17: the piece on f7 shares no side with a piece of yours")
    assert refused(match, "flip e7 f7") == "K17: there is a blue piece on f7: lay yours on an empty cell"
    assert refused(match, "flip e7 h7") == "K17: h7 is not beside e7: lay your piece beside the one you turn"
    assert refused(match, "flip e7").startswith("notation: a Flip card takes two cells")
    assert refused(match, "flip* e7 e8").startswith("K15: a token goes with a pattern card, not with a Flip card")
    assert refused(match, "flip e7 z8").startswith("K3: there is no cell z8")
    assert refused(match, "flip e7 e8 : 1 1").startswith(
        "notation: write a side number for each new cell, e8: 1, not 2"
    )


def test_k17_a_white_piece_is_not_enough_to_reach_the_one_turned() -> None:
    match = set_up(2, "flip", red="d7", white="e7", blue="f7")
    assert match.legal(0) == ["skip"]


def test_k17_k12_k13_k14_hold() -> None:
    fit = set_up(
        2, "flip", red="d7", blue="e7", pieces="jigsaw", sides={"e7": 8, "d7": 0}, racks={"red": [2, 0, 0, 0, 0, 0]}
    )
    assert refused(fit, "flip e7 e8").startswith("K13")  # e7 has a blank to the north, and no tab is left
    play(fit.fork(), "skip")
    chosen = set_up(2, "flip", red="d7", blue="e7", pieces="jigsaw", sides={"e7": 8, "d7": 0})
    play(chosen, "flip e7 e8 : f")
    assert sides_at(chosen, "e8") == "f"
    t = set_up(2, "flip", red="d8 e8 f8", blue="f7 e6")
    assert refused(t, "flip f7 e7") == "K14: four of your pieces would form a T around e8"
    middle = set_up(2, "flip", red="d7 f7 e8 f6", blue="e6 g9")
    assert refused(middle, "flip e6 e7") == "K14: four of your pieces would form a T around e7"


# -- end ---------------------------------------------------------------------------------------------------------------


def test_k18_no_card_left_ends_the_game() -> None:
    match = set_up(2, "I2", red="d7", blue="k11")
    match._states[-1][0].turned = 40
    play(match, "I2 e7 f7")
    assert (match.waiting, outcome(match).reason, outcome(match).scores) == ((), "cards", (3, 1))


def test_k18_all_seats_skipping_ends_the_game() -> None:
    match = start(3, "I2 I3")
    play(match, "skip", "skip")
    assert match.outcome is None
    play(match, "skip")
    assert (outcome(match).reason, outcome(match).scores, outcome(match).winners) == ("skipped", (3, 3, 3), (0, 1, 2))
    assert outcome(match).ranking == (1, 1, 1)


def test_k18_if_cards_and_seats_run_out_together_the_reason_is_cards() -> None:
    match = set_up(2, "I2", red="d7", blue="k11")
    match._states[-1][0].turned = 40
    play(match, "skip")
    play(match, "I2 k9 k10")
    assert outcome(match).reason == "cards"


def test_k19_a_path_has_own_and_white_pieces_none_twice_at_least_one_own() -> None:
    match = set_up(2, "I2", red="a1", white="c7 d7 e7 f7 g7", blue="h7 h8 i7")
    assert match.view(None)["scores"] == [1, 7]  # the fork at h7 counts once
    assert board(match)["paths"][1] in (
        "c7 d7 e7 f7 g7 h7 h8".split(),
        "c7 d7 e7 f7 g7 h7 i7".split(),
        "h8 h7 g7 f7 e7 d7 c7".split(),
        "i7 h7 g7 f7 e7 d7 c7".split(),
    )


def test_k19_without_a_piece_of_its_own_a_seat_scores_0() -> None:
    match = set_up(2, "I2", red="c3", white="e7 f7 g7")
    assert match.view(None)["scores"] == [1, 0]
    assert board(match)["paths"] == [["c3"], []]


def test_k19_a_square_of_white_pieces_is_walked_whole() -> None:
    white = " ".join(f"{letter}{number}" for letter in "defg" for number in (5, 6, 7, 8))
    match = set_up(2, "I2", red="c5", white=white, blue="k11")
    assert match.view(None)["scores"] == [17, 1]


def test_k19_the_highest_score_wins_and_ties_share() -> None:
    match = set_up(3, "I2", red="a1 a2", blue="c1 c2", green="e1")
    match._states[-1][0].skipped = 6
    play(match, "skip")
    assert (outcome(match).winners, outcome(match).ranking) == ((0, 1), (1, 1, 3))


def test_k20_a_seat_without_moves_skips_for_good_and_the_cards_stay() -> None:
    match = set_up(2, "I4 L4", red="g7", blue="c3", racks={"red": [3]})
    assert match.legal(0) == ["skip"]
    assert match.prompt(0) == "None of the cards can be played: skip."
    play(match, "skip")
    assert match.moves == [(0, "skip")]
    assert board(match)["face_up"] == ["I4", "L4"]
    assert board(match)["skipped"] == [True, False]
    play(match, match.legal(1)[0])
    assert match.waiting == (1,)


def test_k20_skipping_by_choice_is_always_legal(luck: Any) -> None:
    match = parlour.new("tracktic", 4, seed=luck.number())
    while match.waiting:
        assert is_legal(match, "skip")
        moves = match.legal(match.waiting[0])
        play(match, moves[luck.below(len(moves))])


def test_in_a_rematch_everyone_moves_one_seat_on() -> None:
    match = start(3, "I2 I3 V3 flip")
    play(match, "skip", "skip", "skip")
    assert match.rematch(seed=1).came_from == (1, 2, 0)


# -- the bound ---------------------------------------------------------------------------------------------------------


def test_the_bound_on_moves_counts_every_placement() -> None:
    places = {
        name: sum(int(word).bit_count() for word in ANCHORS[0, FIRST_FORM[k] : FIRST_FORM[k + 1]].ravel())
        for k, name in enumerate(KINDS[:-1])
    }
    assert (places["L4"], places["L5"], places["N5"], places["V3"]) == (1056, 960, 960, 576)
    best = sorted([*places.values(), 2 * 2 * 13 * 12], reverse=True)[:4]
    assert sum(best) + 1 == rules.MAX_MOVES
