"""Words for people, whatever the game."""

from __future__ import annotations

import pytest

import parlour
from parlour.cli.wording import event_words, listed, move_words, natural_order, result_words, standings


@pytest.mark.parametrize(
    ("event", "words"),
    [
        ({"kind": "placed", "seat": 0, "cell": "e5"}, "placed e5"),
        ({"kind": "returned", "seat": 1, "cells": ["c3", "d4"]}, "returned c3 d4"),
        ({"kind": "scored", "seat": 0, "points": 12}, "scored 12 points"),
        ({"kind": "card_drawn", "seat": 0, "card": None, "face_up": True, "last": False}, "card drawn face up"),
        ({"kind": "counted", "by_colour": {"red": 3, "blue": 1}}, "counted red 3 blue 1"),
        ({"kind": "drawn"}, "drawn"),
    ],
)
def test_an_event_reads_like_a_sentence(event: dict[str, object], words: str) -> None:
    assert event_words(event) == words


def test_a_move_names_everybody_it_touched() -> None:
    match = parlour.new("exago", players=2, early_relocation=True, names=["Ann", "Ben"])
    for seat, text in [(0, "f6"), (1, "e6"), (0, "d6"), (1, "g6")]:
        match.play(seat, text)
    assert move_words(match, 3, None) == "Ben: placed g6"
    match.play(0, "f6 c6")  # cuts off g6
    assert move_words(match, 4, 0) == "Ann: lifted f6; Ben: returned g6; Ann: placed c6"


def test_lists_and_order() -> None:
    assert listed(["a"]) == "a"
    assert listed(["a", "b", "c"], "or") == "a, b or c"
    assert sorted(["f10", "pass", "f9", "e11"], key=natural_order) == ["e11", "f9", "f10", "pass"]


def test_a_win_a_draw_and_a_resignation() -> None:
    match = parlour.new("exago", players=2)
    row = ["f6", "f5", "g6", "g5", "h6", "h5", "e6", "e5", "d6"]
    for ply, text in enumerate(row):
        match.play(ply % 2, text)
    assert result_words(match) == "red wins: a line is complete."
    assert result_words(match, you=0) == "You win, red: a line is complete."
    assert result_words(match, you=1) == "red wins: a line is complete."

    short = parlour.new("exago", players=2, turn_limit=1)
    short.play(0, "f6")
    short.play(1, "f5")
    assert result_words(short) == "Nobody wins: the turn limit is reached."

    given_up = parlour.new("exago", players=3)
    given_up.resign(1)
    given_up.resign(0)
    assert result_words(given_up) == "yellow wins: all the others resigned."
    assert standings(given_up) == [["place", "player"], ["1.", "yellow"], ["2.", "red"], ["3.", "blue"]]
    two = parlour.new("exago", players=2)
    two.resign(0)
    assert result_words(two) == "blue wins: red resigned."


def test_points_are_shown_where_there_are_points() -> None:
    match = parlour.new("exago", players=2, turn_limit=1)
    match.play(0, "f6")
    match.play(1, "f5")
    outcome = match.outcome
    assert outcome is not None

    class Scored(parlour.Match):
        """The same match, had it been for points."""

        @property
        def outcome(self) -> parlour.Outcome | None:
            return parlour.Outcome("rounds", (12, 30), {"points": (12, 30), "open_ends": (4, 1)}, (1,), (2, 1))

    scored = Scored(match.game, 2, match.options)
    assert standings(scored) == [
        ["place", "player", "points", "open ends"],
        ["1.", "blue", "30", "1"],
        ["2.", "red", "12", "4"],
    ]
    assert result_words(scored) == "blue wins: the last round is over."
