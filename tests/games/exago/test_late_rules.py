"""Exago, rule by rule, from threats (X15) to variants (X21)."""

from __future__ import annotations

from typing import Any

import pytest

import parlour
from tests.games.exago.positions import at, breaks, hands, play, tiles, two_threats


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


def test_x16_with_one_threat_blocking_is_optional() -> None:
    match = at(3, "yellow", red="h6 i6", blue="d8 e8 f8", yellow="g8 h7")
    assert len(match.legal(2)) > 10


def test_x16_the_options_always_and_off() -> None:
    one: dict[str, Any] = {"red": "h6 i6", "blue": "d8 e8 f8", "yellow": "g8 h7"}
    assert at(3, "yellow", must_block="always", **one).legal(2) == ["c8"]
    assert len(two_threats(must_block="off").legal(2)) > 10


def test_x16_a_seat_that_can_win_need_not_block() -> None:
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
def test_x17_a_line_along_any_of_the_three_axes_wins_immediately(line: str) -> None:
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


def test_x21_the_line_is_checked_last() -> None:
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
