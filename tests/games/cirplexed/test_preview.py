"""Previews show what a move would do, and nothing that its seat cannot know."""

from __future__ import annotations

from typing import Any

import pytest

from parlour.luck import Luck
from tests.games.cirplexed.tables import SIZES, any_move, at_last_round, new, played


def told(match: Any, seat: int, text: str) -> dict[str, Any]:
    """The only placement in the preview of a complete move."""
    laying: dict[str, Any]
    (laying,) = match.preview(seat, text)["layings"]
    return laying


def at(part: dict[str, Any]) -> tuple[int, int]:
    """The point of a circle or a part."""
    return part["x"], part["y"]


def test_c9_circles_built_completed_and_spoiled() -> None:
    match = new(2, "BGOP BGOR BGPO BGPR BORY BOYR")  # seat 0 has BGPO and BGPR beside BGOP
    build = told(match, 0, "BGPR 1,0 r1")  # its red beside the start tile's green, its purple beside the orange
    assert (build["turn"], build["completes"], build["builds"]) == ("r1", [], [])
    assert [(part["colour"], part["quarters"], at(part)) for part in build["spoils"]] == [
        ("green", 1, (0, 0)),
        ("orange", 1, (0, -1)),
    ]
    green = told(match, 0, "BGPR 1,0 r3")
    assert green["builds"] == [{"colour": "green", "x": 0, "y": 0, "quarters": 2}]
    assert [part["colour"] for part in green["spoils"]] == ["orange"]


def test_without_a_rotation_all_four_are_previewed_and_none_without_a_cell() -> None:
    match = new(2, "BGOP BGOR BGPO BGPR")
    four = match.preview(0, "BGPR 1,0")["layings"]
    assert four == [told(match, 0, f"BGPR 1,0 r{turn}") for turn in range(4)]
    for text in ("", "BGPR", "BGPR 5,5", "BGPR 1", "BGOP 1,0 r0", "BGPR 1,0 r0 r1"):
        assert match.preview(0, text) is None
    assert match.preview(0, "BGPR 1,0 r4") == {"layings": []}


@pytest.mark.parametrize("players", SIZES)
def test_previews_agree_with_the_effects_of_moves(players: int, luck: Luck) -> None:
    match = new(players) if luck.below(8) == 0 else played(players, luck.below(players * 13), luck)
    for standing in (match, at_last_round(players, luck)):
        seat = standing.waiting[luck.below(len(standing.waiting))]
        before = standing.view(seat)["board"]
        for _ in range(12):
            text = any_move(standing, seat, luck)
            laying = told(standing, seat, text)
            after = standing.fork()
            after.play(seat, text)
            board = after.view(seat)["board"]
            new_circles = [circle for circle in board["circles"][seat] if circle not in before["circles"][seat]]
            assert sorted(laying["completes"], key=at) == sorted(new_circles, key=at)
            new_spoiled = [at(point) for point in board["spoiled"][seat] if point not in before["spoiled"][seat]]
            assert sorted(at(part) for part in laying["spoils"]) == sorted(new_spoiled)
            assert not {at(part) for part in laying["builds"]} & {at(point) for point in board["spoiled"][seat]}


@pytest.mark.parametrize("players", SIZES)
def test_c6_a_preview_does_not_depend_on_what_the_seat_cannot_know(players: int, luck: Luck) -> None:
    match = played(players, players * luck.below(10), luck)
    text = any_move(match, 0, luck)
    told_now = match.preview(0, text)
    for seed in range(3):
        assert match.belief(0, seed=seed).preview(0, text) == told_now
    match.play(1, any_move(match, 1, luck))
    assert match.preview(0, text) == told_now
