"""Words for people, whatever the game."""

from __future__ import annotations

import pytest

import parlour
from parlour.cli.terminal.phrases import called, event_words, move_lines, natural_order, result_words, standings
from parlour.game import Viewpoint
from parlour.games import find
from parlour.message import listed


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


def test_effects_on_other_seats_are_in_parentheses() -> None:
    match = parlour.new("exago", players=2, early_relocation=True, names=["Ann", "blue"])
    for seat, text in [(0, "f6"), (1, "e6"), (0, "d6"), (1, "g6")]:
        match.play(seat, text)
    assert move_lines(match, 3, None) == ["blue: placed g6"]
    match.play(0, "f6 c6")  # cuts off g6
    assert move_lines(match, 4, 0) == ["Ann (red): lifted f6 (home to blue: g6), placed c6"]
    assert move_lines(match, 3, 0, {1: "greedy"}) == ["blue (greedy stands in): placed g6"]
    assert move_lines(match, 4, 0, {0: "greedy"})[0].startswith("Ann (red, greedy stands in): lifted")


def test_events_of_any_game_read_well() -> None:
    told: list[dict[str, object]] = []

    class Told(parlour.Match):
        """A match whose moves did what the test says."""

        def events(self, seat: Viewpoint, ply: int = -1) -> list[dict[str, object]]:
            return told

    match = Told.new(find("exago"), 3)
    match.play(0, "f6")
    cases: list[tuple[list[tuple[str, int | None]], list[str]]] = [
        ([], ["red moved"]),
        ([("drawn", None)], ["red moved; drawn"]),
        ([("paid", 1)], ["blue: paid"]),
        ([("bid", 0), ("over", None)], ["red: bid; over"]),
        ([("bid", 0), ("paid", 1), ("paid", 2), ("sold", 0)], ["red: bid, sold", "blue: paid", "yellow: paid"]),
        ([("bid", 0), ("paid", 1), ("lost", 1), ("over", None)], ["red: bid", "blue: paid, lost", "over"]),
    ]
    for events, words in cases:
        told[:] = [{"kind": kind} | ({} if seat is None else {"seat": seat}) for kind, seat in events]
        assert move_lines(match, 0, None) == words


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Anna", "Anna (red)"),
        ("red", "red"),
        ("Red Anna", "Red Anna"),
        ("red (greedy)", "red (greedy)"),
        ("Redford", "Redford (red)"),
        ("Anna (greedy)", "Anna (greedy, red)"),
    ],
)
def test_a_name_never_hides_the_colour(name: str, shown: str) -> None:
    assert called(parlour.new("exago", players=2, names=[name, "b"]), 0) == shown


def test_lists_are_joined_and_sorted_naturally() -> None:
    assert listed(["a"]) == "a"
    assert listed(["a", "b", "c"], ", or") == "a, b or c"
    assert sorted(["f10", "pass", "f9", "e11"], key=natural_order) == ["e11", "f9", "f10", "pass"]


def test_a_win_a_draw_and_a_resignation() -> None:
    match = parlour.new("exago", players=2)
    row = ["f6", "f5", "g6", "g5", "h6", "h5", "e6", "e5", "d6"]
    for ply, text in enumerate(row):
        match.play(ply % 2, text)
    assert result_words(match) == "red won. A line is complete."
    assert result_words(match, you=0) == "You won. A line is complete."
    assert result_words(match, you=1) == "You lost. A line is complete."

    short = parlour.new("exago", players=2, turn_limit=1)
    short.play(0, "f6")
    short.play(1, "f5")
    assert result_words(short) == "Nobody won. The turn limit is reached."

    given_up = parlour.new("exago", players=3)
    given_up.resign(1)
    given_up.resign(0)
    assert result_words(given_up) == "yellow won: all the others resigned. blue and red resigned."
    assert standings(given_up) == [["place", "player"], ["1.", "yellow"], ["2.", "red"], ["3.", "blue"]]
    two = parlour.new("exago", players=2)
    two.resign(0)
    assert result_words(two) == "blue won: red resigned."


def test_resignations_are_mentioned_whatever_the_result() -> None:
    match = parlour.new("exago", players=3, turn_limit=1, names=["Ann", "Bo", "yellow"])
    match.resign(1)
    for seat, text in enumerate(("f6", "f5", "f7")):
        match.play(seat, text)
    assert result_words(match) == "Nobody won. The turn limit is reached. Bo (blue) resigned."


def test_points_are_shown_in_games_with_points() -> None:
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
    assert result_words(scored) == "blue won by 18 points. The last round is over."


def test_a_win_on_a_tie_break_names_the_tie_break() -> None:
    match = parlour.new("cirplexed", 2, seed=1)
    while match.waiting:
        seat = match.waiting[0]
        match.play(seat, match.legal(seat)[0])

    class Ended(type(match)):  # type: ignore[misc]
        """The same with another outcome."""

        outcome = parlour.Outcome(
            reason="rounds",
            scores=(4, 4),
            details={"circles": (4, 4), "three_quarters": (3, 3), "halves": (1, 2)},
            winners=(1,),
            ranking=(2, 1),
        )

    match.__class__ = Ended
    level = "Level on circles and three-quarter circles"
    assert result_words(match) == f"{level}: birch won by one half circle. The last round is over."
    assert result_words(match, you=1) == f"{level}: you won by one half circle. The last round is over."
