"""Exago, rule by rule. The numbers are those of parlour/games/exago/RULES.md."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import parlour
from parlour.games.exago import rules
from tests.games.exago.positions import at, breaks, hands, play, tiles, two_threats


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
def test_x2_other_sizes_are_refused(radius: object) -> None:
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


def test_x12_the_same_holds_for_three_groups() -> None:
    # Around d6 the neighbours are e6 d7 c7 c6 d5 e5; every second one is taken.
    match = at(2, "red", red="d6", blue="e6 f6 c7 b8 d5 d4", handicap=[11, 0])
    kept = {text.split()[1] for text in match.legal(0)}
    assert kept == {"b8", "d4", "e6"}
    play(match, "d6 d4 d3")
    assert tiles(match, "blue") == "d4 d5"
    assert hands(match) == [0, 10]
    two_of_three = at(2, "red", red="d6", blue="e6 f6 c7 b8 d5", handicap=[11, 0])
    assert {text.split()[1] for text in two_of_three.legal(0)} == {"b8", "e6"}


def test_x12_codes_of_choices_are_ascending_too() -> None:
    match = at(2, "red", red="d6", blue="e6 f6 c7 b8 d5 d4", handicap=[11, 0])  # targets of one group lie among others'
    codes = np.empty(rules.MAX_MOVES, np.int64)
    n = rules.legal(match.state[0], 0, codes)
    assert n == len(match.legal(0))
    assert (np.diff(codes[:n]) > 0).all()


def test_x13_returned_tiles_must_be_placed_first() -> None:
    match = at(2, "red", red="d6", blue="b6 c6 e6 f6 g6", handicap=[11, 7])
    assert hands(match) == [0, 0]
    play(match, "d6 h6")
    assert hands(match) == [0, 2]
    assert breaks(match, "e6 i6") == "X10"
    play(match, "i6")
    assert hands(match) == [0, 1]


def test_x10_tiles_in_hand_are_counted() -> None:
    for taken, sentence in (
        (9, "X10: you have 2 tiles in hand: place one, "),
        (10, "X10: you have one tile in hand: place it, "),
    ):
        told = at(2, "red", red="f6", handicap=[taken, 0]).why_not(0, "f6 g6")
        assert str(told).startswith(f"{sentence}for example ")


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


def test_prompts_name_the_next_step() -> None:
    match = parlour.new("exago")
    assert match.prompt(0) == "Line up 5 of your tiles to win. The first tile goes on the centre."
    assert match.prompt(1) == ""
    play(match, "f6")
    assert match.prompt(1) == "Place a tile beside another."
    assert match.prompt(1, "e6") == ""  # a complete move: nothing may follow
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
def test_x2_unknown_cells_are_refused_with_the_valid_range(text: str, hint: str) -> None:
    with pytest.raises(parlour.IllegalMove, match=hint):
        parlour.new("exago").play(0, text)


@pytest.mark.parametrize(
    "text", ["", " ", "f6 ", " f6", "f6  g6", "F6", "f06", "f6 g6 h6 i6", "6f", "ff", "f6,g6", "x"]
)
def test_malformed_moves_are_refused_with_the_right_form(text: str) -> None:
    match = parlour.new("exago")
    play(match, "f6")
    assert breaks(match, text) in ("notation", "X2")


def test_a_move_must_be_a_string() -> None:
    match = parlour.new("exago")
    with pytest.raises(parlour.IllegalMove, match="a move is a text"):
        match.play(0, 7)  # type: ignore[arg-type]


def test_a_refusal_marks_the_cells_that_show_why() -> None:
    def marks(match: parlour.Match, text: str) -> list[str]:
        found = match.why_not(match.waiting[0], text)
        assert found is not None
        return sorted(found.marks)

    match = parlour.new("exago")
    assert marks(match, "a6") == ["f6"]  # X8
    play(match, "f6", "g6")
    assert marks(match, "f6") == ["f6"]  # X9: taken
    assert marks(match, "a6") == ["f6"]  # X9: the nearest tile that it does not touch
    assert marks(match, "f9") == ["f6", "g6"]
    assert marks(two_threats(), "c8") == ["g6"]  # X16: where red would complete its line
    lift = bridge("b6 c6", "e6 f6 g6")
    assert marks(lift, "h6") == ["d6"]  # X11: the hand is empty, and this is one's only tile
    assert marks(lift, "d6 d6") == ["d6"]
    assert marks(lift, "d6 b7") == ["e6", "f6", "g6"]  # X12: the group that stays
