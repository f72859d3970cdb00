"""Exago, rule by rule. The numbers are those of parlour/games/exago/RULES.md."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import parlour
from parlour.games.exago import rules
from tests.games.exago.positions import at, hands, tiles


def breaks(match: parlour.Match, text: str) -> str:
    """The number of the rule that a text breaks; nothing is changed by trying."""
    before = match.state.tobytes(), list(match.moves)
    with pytest.raises(parlour.IllegalMove) as caught:
        match.play(match.waiting[0], text)
    assert (match.state.tobytes(), match.moves) == before
    assert str(caught.value) == f"{caught.value.rule}: {caught.value.sentence}"
    return caught.value.rule


def play(match: parlour.Match, *texts: str) -> None:
    for text in texts:
        match.play(match.waiting[0], text)


def test_x1_the_box_has_twelve_tiles_of_two_colours_and_six_of_four() -> None:
    assert hands(parlour.new("exago", players=2)) == [12, 12]
    assert hands(parlour.new("exago", players=6)) == [6] * 6
    with pytest.raises(parlour.BadPosition, match="red has 13 tiles on the board, but only 12"):
        at(2, "red", red="a6 b6 c6 d6 a7 b7 c7 d7 a8 b8 c8 d8 e8", blue="e6 e7")


@pytest.mark.parametrize(("radius", "cells"), [(4, 61), (5, 91)])
def test_x2_the_board_is_a_hexagon_of_hexagons(radius: int, cells: int) -> None:
    match = parlour.new("exago", radius=radius, early_relocation=True)
    sides = "e5 e1 i1 i5 e9 a9 a5".split() if radius == 4 else "f6 f1 k1 k6 f11 a11 a6".split()
    names = {f"{letter}{number}" for letter in "abcdefghijk" for number in range(1, 12)}
    on_board = {name for name in names if breaks_nothing_or(match, name) != "X2"}
    assert len(on_board) == cells
    assert set(sides) <= on_board


def breaks_nothing_or(match: parlour.Match, text: str) -> str | None:
    try:
        match.fork().play(0, text)
    except parlour.IllegalMove as problem:
        return problem.rule
    return None


@pytest.mark.parametrize("radius", [3, 6, 4.5, "5", True, None])
def test_x2_no_other_size(radius: object) -> None:
    with pytest.raises(parlour.BadOption, match="radius: must be a whole number from 4 to 5") as caught:
        parlour.new("exago", radius=radius)
    assert caught.value.name == "radius"


def test_x3_two_to_six_seats_with_colours_in_order() -> None:
    for players in (0, 1, 7, -2, 2.0, "2", True):
        with pytest.raises(parlour.BadPlayers, match="Exago is played by 2 to 6"):
            parlour.new("exago", players=players)  # type: ignore[arg-type]
    with pytest.raises(parlour.BadPlayers, match="given as a whole number, not as '2'"):
        parlour.new("exago", players="2")  # type: ignore[arg-type]
    view = parlour.new("exago", players=6).view(None)
    assert view["board"]["colours"] == ["red", "blue", "yellow", "green", "purple", "orange"]
    assert view["names"] == view["board"]["colours"]


@pytest.mark.parametrize(("players", "each"), [(2, 12), (3, 6), (4, 6), (5, 6), (6, 6)])
def test_x4_six_tiles_each_or_twelve_with_two_seats(players: int, each: int) -> None:
    assert hands(parlour.new("exago", players=players)) == [each] * players


def test_x5_four_in_line_win_with_three_seats_but_not_with_two() -> None:
    three = at(3, "red", red="c6 d6 e6", blue="c7 d7", yellow="b7")
    play(three, "f6")
    assert three.outcome is not None
    assert three.outcome.winners == (0,)
    two = at(2, "red", red="c6 d6 e6", blue="c7 d7")
    play(two, "f6")
    assert two.outcome is None
    play(two, "c8", "g6")
    assert two.outcome is not None
    assert two.outcome.winners == (0,)


def test_x5_longer_lines_win_too() -> None:
    match = at(3, "red", red="b6 c6 d6 f6 g6", blue="c7 d7", yellow="e7")
    play(match, "e6")
    assert match.outcome is not None
    assert match.view(0)["board"]["line"] == "b6 c6 d6 e6 f6 g6".split()


def test_x6_seat_0_starts_and_there_is_no_luck() -> None:
    match = parlour.new("exago", players=4, seed=99)
    assert match.waiting == (0,)
    assert match.deal is None
    with pytest.raises(parlour.BadDeal, match=r"no luck \(X6\): its deal is null"):
        parlour.new("exago", deal=[1, 2])


def test_x7_a_rematch_puts_the_winner_first_and_the_others_at_random() -> None:
    match = at(4, "yellow", yellow="c6 d6 e6", blue="c7 d7", red="b7", handicap=[0, 1, 2, 0])
    match.names = ["Ann", "Ben", "Cem", "Dee"]
    play(match, "f6")
    assert match.outcome is not None
    assert match.outcome.winners == (2,)
    seatings = set()
    for seed in range(60):
        again = match.rematch(seed=seed)
        assert again.names[0] == "Cem"
        assert again.moves == []
        taken = dict(zip(again.names, again.options["handicap"], strict=True))
        assert taken == {"Ann": 0, "Ben": 1, "Cem": 2, "Dee": 0}  # X20 goes with the player
        seatings.add(tuple(again.names))
    assert len(seatings) == 6
    with pytest.raises(parlour.ParlourError, match="when the match is over"):
        again.rematch()


def test_x7_after_a_draw_everyone_changes_places_at_random() -> None:
    match = parlour.new("exago", players=3, turn_limit=1)
    play(match, "f6", "f7", "g6")
    assert match.outcome is not None
    assert match.outcome.winners == ()
    assert len({match.rematch(seed=seed).came_from for seed in range(60)}) == 6


def test_x8_the_first_tile_goes_on_the_centre() -> None:
    match = parlour.new("exago")
    assert match.legal(0) == ["f6"]
    assert breaks(match, "f7") == "X8"
    assert parlour.new("exago", radius=4).legal(0) == ["e5"]


def test_x9_every_later_tile_touches_another() -> None:
    match = parlour.new("exago")
    play(match, "f6")
    assert match.legal(1) == ["e6", "e7", "f5", "f7", "g5", "g6"]
    assert breaks(match, "f6") == "X9"  # taken
    assert breaks(match, "h6") == "X9"  # touches nothing
    play(match, "g6")
    assert "h6" in match.legal(0)


def test_x10_with_tiles_in_hand_you_must_place() -> None:
    match = parlour.new("exago")
    play(match, "f6", "g6")
    assert breaks(match, "f6 e6") == "X10"
    assert all(len(text.split()) == 1 for text in match.legal(0))


# Twelve red tiles and one blue: red has none left in hand.
RED_ALL = "c6 d6 f6 g6 c8 d8 f8 g8 c10 d10 e7 e9"


def test_x11_without_a_tile_in_hand_you_must_lift_one() -> None:
    match = at(2, "red", red=RED_ALL, blue="d7 c7 f7 d9 e8")
    assert hands(match)[0] == 0
    assert breaks(match, "h6") == "X11"  # placing
    assert breaks(match, "c6 c6") == "X11"  # back where it was
    assert breaks(match, "c6 d6") == "X11"  # onto a tile
    assert breaks(match, "d7 h6") == "X11"  # another's tile
    assert breaks(match, "a6 h6") == "X11"  # no tile at all
    assert breaks(match, "c6 k1") == "X11"  # touches nothing
    assert breaks(match, "c6 b6") == "X11"  # touches only the tile that is lifted
    play(match, "c6 h6")
    assert "h6" in tiles(match, "red").split()
    assert "c6" not in tiles(match, "red").split()


def test_x11_your_own_hand_decides_whatever_the_others_hold() -> None:
    match = at(2, "red", red=RED_ALL, blue="d7 c7 f7 d9 e8")
    assert hands(match) == [0, 7]
    assert all(len(text.split()) > 1 for text in match.legal(0))
    play(match, match.legal(0)[0])
    assert all(len(text.split()) == 1 for text in match.legal(1))


# A row with red on d6, the only bridge between what lies left and right of it.
def bridge(left: str, right: str, **options: Any) -> parlour.Match:
    """Red to move with one tile and nothing in hand; d6 is the bridge."""
    return at(2, "red", red="d6", blue=f"{left} {right}", handicap=[11, 0], **options)


def test_x12_only_the_largest_group_stays() -> None:
    match = bridge("b6 c6", "e6 f6 g6")
    assert match.legal(0) == sorted("d6 " + cell for cell in "d7 e5 e7 f5 f7 g5 g7 h5 h6".split())
    assert breaks(match, "d6 a6") == "X12"  # touches only what goes home
    play(match, "d6 h6")
    assert tiles(match, "blue") == "e6 f6 g6"
    assert hands(match) == [0, 9]
    assert match.events(None) == [
        {"kind": "lifted", "seat": 0, "cell": "d6"},
        {"kind": "returned", "seat": 1, "cells": ["b6", "c6"]},
        {"kind": "placed", "seat": 0, "cell": "h6"},
    ]


def test_x12_equal_groups_mover_chooses() -> None:
    match = bridge("b6 c6", "e6 f6")
    assert breaks(match, "d6 g6") == "X12"  # no group named
    assert breaks(match, "d6 c6 a6") == "X12"  # not the first cell of its group
    assert breaks(match, "d6 b6 g6") == "X12"  # does not touch the group that stays
    assert "d6 b6 a6" in match.legal(0)
    assert "d6 e6 g6" in match.legal(0)
    left = match.fork()
    play(left, "d6 b6 a6")
    assert tiles(left, "blue") == "b6 c6"
    play(match, "d6 e6 g6")
    assert tiles(match, "blue") == "e6 f6"


def test_x12_no_group_is_named_where_none_tie() -> None:
    assert breaks(bridge("b6 c6", "e6 f6 g6"), "d6 e6 h6") == "X12"
    assert breaks(bridge("b6 c6", ""), "d6 b6 a6") == "X12"


def test_x12_three_groups_are_ruled_the_same_way() -> None:
    # Around d6 the neighbours are e6 d7 c7 c6 d5 e5; every second one is taken.
    match = at(2, "red", red="d6", blue="e6 f6 c7 b8 d5 d4", handicap=[11, 0])
    kept = {text.split()[1] for text in match.legal(0)}
    assert kept == {"b8", "d4", "e6"}
    play(match, "d6 d4 d3")
    assert tiles(match, "blue") == "d4 d5"
    assert hands(match) == [0, 10]
    two_of_three = at(2, "red", red="d6", blue="e6 f6 c7 b8 d5", handicap=[11, 0])
    assert {text.split()[1] for text in two_of_three.legal(0)} == {"b8", "e6"}


def test_x12_the_codes_of_a_choice_ascend_like_all_others() -> None:
    match = at(2, "red", red="d6", blue="e6 f6 c7 b8 d5 d4", handicap=[11, 0])  # targets of one group lie among others'
    codes = np.empty(rules.MAX_MOVES, np.int64)
    n = rules.legal(match.state[0], 0, codes)
    assert n == len(match.legal(0))
    assert (np.diff(codes[:n]) > 0).all()


def test_x13_tiles_that_came_back_must_be_placed_first() -> None:
    match = at(2, "red", red="d6", blue="b6 c6 e6 f6 g6", handicap=[11, 7])
    assert hands(match) == [0, 0]
    play(match, "d6 h6")
    assert hands(match) == [0, 2]
    assert breaks(match, "e6 i6") == "X10"
    play(match, "i6")
    assert hands(match) == [0, 1]


def test_x14_turns_pass_clockwise() -> None:
    match = parlour.new("exago", players=3)
    order = []
    for _ in range(7):
        (seat,) = match.waiting
        order.append(seat)
        match.play(seat, match.legal(seat)[0])
    assert order == [0, 1, 2, 0, 1, 2, 0]


def test_x14_pass_only_when_nothing_else_is_legal() -> None:
    assert breaks(parlour.new("exago"), "pass") == "X14"
    alone = at(2, "red", red="f6", handicap=[11, 0])
    assert alone.legal(0) == ["pass"]
    assert breaks(alone, "f6 g6") == "X14"
    assert breaks(alone, "g6") == "X14"
    play(alone, "pass")
    assert alone.events(1) == [{"kind": "passed", "seat": 0}]
    assert alone.legal(1) == ["e6", "e7", "f5", "f7", "g5", "g6"]


def two_threats(**options: Any) -> parlour.Match:
    """Red and blue each have three in line with one end open; yellow, to move, has none."""
    return at(3, "yellow", red="h6 i6 j6", blue="d8 e8 f8 k6", yellow="g8 h7", **options)


def test_x15_a_threat_is_a_move_that_would_win_now() -> None:
    # Blue alone: d8 e8 f8 with g8 taken wins on c8 only. Always-blocking shows who threatens.
    match = at(3, "yellow", red="h6 i6", blue="d8 e8 f8", yellow="g8 h7", must_block="always")
    assert match.legal(2) == ["c8"]
    # Without a tile in hand blue threatens only by a lift, and it has a tile to spare for it.
    spare = at(3, "yellow", red="h6 i6", blue="d8 e8 f8 e9", yellow="g8 h7", must_block="always", handicap=[0, 2, 0])
    assert spare.legal(2) == ["c8"]
    none = at(3, "yellow", red="h6 i6", blue="d8 e8 f8", yellow="g8 h7", must_block="always", handicap=[0, 3, 0])
    assert len(none.legal(2)) > 10


def test_x15_with_reconnect_a_line_that_goes_home_is_no_threat() -> None:
    """Red could make four in line with d7 on a6 or e6, but as the smaller group: nobody has to block that."""
    five: dict[str, Any] = {"red": "b6 c6 d6 d7", "blue": "d8 e8 e9", "handicap": [2, 0, 0], "must_block": "always"}
    assert "b7" in at(3, "blue", yellow="f8 g8", reconnect=True, **five).legal(1)
    four = at(3, "blue", yellow="f8", reconnect=True, **five)  # a tie, in which red would keep its line
    assert "b7" not in four.legal(1)
    assert "d9" in four.legal(1)  # one more tile over there, and red's line would be in the smaller group


def test_x16_of_several_threats_the_first_in_turn_order_must_be_blocked() -> None:
    match = two_threats()
    assert match.legal(2) == ["g6"]  # red, who moves next, not blue
    assert breaks(match, "c8") == "X16"
    assert breaks(match, "g9") == "X16"
    with pytest.raises(parlour.IllegalMove, match="red and blue could win next"):
        match.play(2, "g9")


def test_x16_one_threat_alone_leaves_a_choice() -> None:
    match = at(3, "yellow", red="h6 i6", blue="d8 e8 f8", yellow="g8 h7")
    assert len(match.legal(2)) > 10


def test_x16_always_and_off() -> None:
    one: dict[str, Any] = {"red": "h6 i6", "blue": "d8 e8 f8", "yellow": "g8 h7"}
    assert at(3, "yellow", must_block="always", **one).legal(2) == ["c8"]
    assert len(two_threats(must_block="off").legal(2)) > 10


def test_x16_who_can_win_need_not_block() -> None:
    match = at(3, "yellow", red="h6 i6 j6", blue="d8 e8 f8 k6", yellow="g8 h7 c9 d9 e9")
    assert "f9" in match.legal(2)
    assert len(match.legal(2)) > 10  # and it may do anything else


def test_x16_an_opponent_who_cannot_be_blocked_is_passed_over() -> None:
    # Red has two ends open (g6 and k6): no single tile stops it, so blue is blocked.
    match = at(3, "yellow", red="h6 i6 j6", blue="d8 e8 f8", yellow="g8 h7")
    assert match.legal(2) == ["c8"]
    # When nobody can be blocked, everything is allowed.
    free = at(3, "yellow", red="h6 i6 j6", blue="d8 e8 f8", yellow="g7")
    assert len(free.legal(2)) > 10


def test_x16_a_cut_that_sends_tiles_home_can_block() -> None:
    # Yellow's g8 and h7 hold red's three to the rest: lifting one sends them home, and red has no threat.
    match = at(3, "yellow", red="h6 i6 j6", blue="d8 e8 f8 k6", yellow="h7 g8 d7 d9 c10 b10")
    assert hands(match) == [3, 2, 0]
    lifts = [text for text in match.legal(2) if text.startswith("h7 ")]
    assert lifts
    assert all(text.startswith(("h7 ", "g8 ")) or text.endswith(" g6") for text in match.legal(2))
    play(match, lifts[0])
    assert tiles(match, "red") == ""
    assert hands(match) == [6, 3, 0]


def test_x16_never_applies_with_two_seats() -> None:
    match = at(2, "red", blue="d8 e8 f8 g8", red="h8 f9 e9", must_block="always")
    assert len(match.legal(0)) > 10


@pytest.mark.parametrize("line", ["c6 d6 e6 f6", "f3 f4 f5 f6", "c9 d8 e7 f6"])
def test_x17_a_line_along_any_of_the_three_axes_wins_at_once(line: str) -> None:
    first, *others = line.split()
    match = at(3, "red", red=" ".join(others), blue="g6 g7")
    play(match, first)
    assert match.waiting == ()
    assert match.outcome is not None
    assert (match.outcome.reason, match.outcome.winners) == ("line", (0,))
    assert match.view(1)["board"]["line"] == line.split()
    assert match.events(1)[-1] == {"kind": "line", "seat": 0, "cells": line.split()}
    with pytest.raises(parlour.GameOver):
        match.play(1, "h6")


def test_x17_a_gap_or_a_bend_is_no_line() -> None:
    match = at(3, "red", red="c6 d6 f6 f7", blue="g6 g7 e7", yellow="d7")
    play(match, "f5")
    assert match.outcome is None


def test_x17_a_relocated_tile_completes_a_line_but_not_with_its_old_place() -> None:
    match = at(3, "red", red="c6 d6 e6 e7 f7 g7", blue="d7", yellow="b7")
    shifted = match.fork()
    play(shifted, "c6 f6")  # d6 e6 f6 only
    assert shifted.outcome is None
    play(match, "e7 f6")
    assert match.outcome is not None


def test_x18_after_the_last_round_the_game_is_drawn() -> None:
    match = parlour.new("exago", turn_limit=1)
    play(match, "f6")
    assert match.view(0)["board"]["rounds_left"] == 1
    play(match, "f7")
    assert match.outcome is not None
    assert match.outcome.reason == "turn_limit"
    assert match.outcome.winners == ()
    assert match.events(0)[-1] == {"kind": "drawn"}
    for limit in (0, 1001, -1, 2.5):
        with pytest.raises(parlour.BadOption, match="from 1 to 1000"):
            parlour.new("exago", turn_limit=limit)


def test_x18_a_win_with_the_last_move_counts() -> None:
    match = at(3, "yellow", turn=17, turn_limit=6, yellow="c6 d6 e6", red="c7", blue="d7")
    play(match, "f6")
    assert match.outcome is not None
    assert match.outcome.reason == "line"


def test_x18_a_pass_counts_as_a_turn() -> None:
    match = at(2, "red", turn=0, red="f6", handicap=[11, 0], turn_limit=1)
    play(match, "pass", "f7")
    assert match.outcome is not None
    assert match.outcome.reason == "turn_limit"


def test_x18b_the_winner_scores_1_and_all_others_0() -> None:
    match = at(3, "blue", blue="c6 d6 e6", red="c7 d7", yellow="b7")
    assert match.view(0)["scores"] == [0, 0, 0]
    play(match, "f6")
    assert match.outcome is not None
    assert match.outcome.scores == (0, 1, 0)
    assert match.outcome.details == {"win": (0, 1, 0)}
    assert match.outcome.ranking == (2, 1, 2)


def test_x19_early_relocation_lets_you_move_with_tiles_in_hand() -> None:
    match = parlour.new("exago", early_relocation=True)
    assert match.legal(0) == ["f6"]
    play(match, "f6")
    assert breaks(match, "f6 g6") == "X19"  # blue has no tile on the board
    play(match, "g6")
    assert set(match.legal(0)) == set("e6 e7 f5 f7 g5 g7 h5 h6".split()) | {
        f"f6 {cell}" for cell in "f7 g5 g7 h5 h6".split()
    }
    assert breaks(match, "g6 h6") == "X19"  # not red's
    play(match, "f6 h6")
    assert hands(match) == [11, 11]


def test_x20_handicap_takes_tiles_before_the_game() -> None:
    match = parlour.new("exago", players=3, handicap=[2, 0, 5])
    assert hands(match) == [4, 6, 1]
    for wrong in ([0, 0], [0, 0, 6], [-1, 0, 0], [0, 0, 0.5], 0, [0, 0, True]):
        with pytest.raises(parlour.BadOption, match="a list of 3 whole numbers from 0 to 5, one per seat"):
            parlour.new("exago", players=3, handicap=wrong)
    assert hands(parlour.new("exago", handicap=[11, 0])) == [1, 12]


def test_x20_a_seat_with_too_few_tiles_can_only_block() -> None:
    match = at(3, "yellow", yellow="c6 d6 e6", red="c7 d7", blue="b7", handicap=[0, 0, 3])
    assert hands(match)[2] == 0
    for text in match.legal(2):
        after = match.fork()
        play(after, text)
        assert after.outcome is None


def test_x21_a_moved_tile_may_rejoin_what_its_lift_cut() -> None:
    whole = at(2, "red", red="d6", blue="c6 c5 e5 e6", handicap=[11, 0], reconnect=True)
    play(whole, "d6 d5")  # touches c5, c6 and e5
    assert tiles(whole, "blue") == "c5 c6 e5 e6"
    assert whole.events(0) == [
        {"kind": "lifted", "seat": 0, "cell": "d6"},
        {"kind": "placed", "seat": 0, "cell": "d5"},
    ]
    cut = at(2, "red", red="d6", blue="c6 c5 e5 e6", handicap=[11, 0])
    assert breaks(cut, "d6 d5") == "X12"  # without the option a group must be chosen first


def test_x21_the_moved_tile_counts_and_may_go_home_itself() -> None:
    match = at(2, "red", red="d6", blue="b6 c6 e6 f6", handicap=[11, 0], reconnect=True)
    play(match, "d6 g6")  # e6 f6 g6 are three, b6 c6 two
    assert tiles(match, "blue") == "e6 f6"
    assert tiles(match, "red") == "g6"
    home = at(2, "red", red="d6", blue="b6 c6 e6 f6 g6 h6", handicap=[11, 0], reconnect=True)
    play(home, "d6 a6")  # a6 b6 c6 are three, but four stay
    assert tiles(home, "red") == ""
    assert hands(home) == [1, 8]
    assert home.events(1)[-2:] == [
        {"kind": "returned", "seat": 0, "cells": ["a6"]},
        {"kind": "returned", "seat": 1, "cells": ["b6", "c6"]},
    ]


def test_x21_groups_that_tie_after_the_move_are_named_by_their_first_cell() -> None:
    match = at(2, "red", red="d6", blue="b6 c6 e6 f6 g6", handicap=[11, 0], reconnect=True)
    assert breaks(match, "d6 a6") == "X21"
    assert breaks(match, "d6 b6 a6") == "X21"
    assert breaks(match, "d6 e6 h6") == "X21"  # nothing ties there
    stay = match.fork()
    play(stay, "d6 a6 a6")
    assert tiles(stay, "red") == "a6"
    play(match, "d6 e6 a6")
    assert tiles(match, "red") == ""


def test_x21_the_line_is_judged_last() -> None:
    # Red's d7 joins b6 c6 d6 to five others. On a6 it makes a line of four, which goes home as the smaller group.
    smaller = at(3, "red", red="b6 c6 d6 d7", blue="d8 e8 f8", yellow="g8 h8", handicap=[2, 0, 0], reconnect=True)
    play(smaller, "d7 a6")
    assert smaller.outcome is None
    assert hands(smaller)[0] == 4
    # Against four others it ties, and the choice decides.
    equal = at(3, "red", red="b6 c6 d6 d7", blue="d8 e8 f8", yellow="g8", handicap=[2, 0, 0], reconnect=True)
    other = equal.fork()
    play(other, "d7 d8 a6")
    assert other.outcome is None
    play(equal, "d7 a6 a6")
    assert equal.outcome is not None
    assert equal.outcome.winners == (0,)


def test_prompts_say_what_comes_next() -> None:
    match = parlour.new("exago")
    assert match.prompt(0) == "Line up 5 of your tiles to win. The first tile goes on the centre."
    assert match.prompt(1) == ""
    play(match, "f6")
    assert match.prompt(1) == "Place a tile beside another."
    assert match.prompt(1, "e6") == ""  # a whole move: nothing is to follow
    lift = bridge("b6 c6", "e6 f6 g6")
    assert lift.prompt(0) == "Your hand is empty: lift one of your tiles."
    assert lift.prompt(0, "d6").startswith("Lifting d6 sends b6 c6 home to blue. Put it on")
    tie = bridge("b6 c6", "e6 f6")
    assert tie.prompt(0, "d6") == "Lifting d6 leaves equal groups; which stays? b6 (b6 c6) or e6 (e6 f6)."
    assert tie.prompt(0, "d6 b6").startswith("Lifting d6 sends e6 f6 home to blue.")
    assert at(2, "red", red="f6", handicap=[11, 0]).prompt(0) == "You can neither place nor move a tile: pass."
    assert two_threats().prompt(2) == "Red and blue could win next: you must block red (X16)."
    over = at(3, "yellow", red="h6 i6 j6", blue="d8 e8 f8", yellow="g8 h7")
    assert over.prompt(2) == "Red and blue could win next; red cannot be stopped: you must block blue (X16)."
    free = at(3, "yellow", red="h6 i6 j6", blue="d8 e8 f8", yellow="g7")
    assert free.prompt(2) == "Red and blue could win next, and no move of yours stops one of them."
    early = parlour.new("exago", early_relocation=True)
    play(early, "f6", "g6")
    assert early.prompt(0) == "Place a tile beside another, or lift one of yours."
    rejoin = at(2, "red", red="d6", blue="c6 c5 e5 e6", handicap=[11, 0], reconnect=True)
    assert rejoin.prompt(0, "d6").endswith("then only the largest group stays.")


def test_examples_in_explanations_are_legal_moves() -> None:
    match = two_threats()
    for text in ("a9", "d8", "h7 g9", "g9"):
        with pytest.raises(parlour.IllegalMove, match=r"for example (with )?g6$|choose an empty cell") as caught:
            match.play(2, text)
        assert "c8" not in str(caught.value)
    tie = bridge("b6 c6", "e6 f6")
    with pytest.raises(parlour.IllegalMove, match=r"the one that stays, 'd6 e6 g6'$"):
        tie.play(0, "d6 g6")
    smaller = at(2, "red", red="d6", blue="e6 f6 c7 b8 d5", handicap=[11, 0])
    with pytest.raises(parlour.IllegalMove, match="d4 touches none of the groups that tie for largest"):
        smaller.play(0, "d6 d4")


@pytest.mark.parametrize(("text", "hint"), [("a1", "column a goes from a6 to a11"), ("z3", "columns go from a to k")])
def test_x2_says_which_cells_there_are(text: str, hint: str) -> None:
    with pytest.raises(parlour.IllegalMove, match=hint):
        parlour.new("exago").play(0, text)


@pytest.mark.parametrize(
    "text", ["", " ", "f6 ", " f6", "f6  g6", "F6", "f06", "f6 g6 h6 i6", "6f", "ff", "f6,g6", "x"]
)
def test_texts_that_are_no_move_say_how_to_write_one(text: str) -> None:
    match = parlour.new("exago")
    play(match, "f6")
    assert breaks(match, text) in ("notation", "X2")


def test_a_text_must_be_a_text() -> None:
    match = parlour.new("exago")
    with pytest.raises(parlour.IllegalMove, match="a move is a text"):
        match.play(0, 7)  # type: ignore[arg-type]
