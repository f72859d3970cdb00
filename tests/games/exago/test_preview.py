"""Previews of the beginnings of moves."""

from __future__ import annotations

from typing import Any

import pytest

import parlour
from parlour.luck import Luck
from tests.games.exago.positions import at


def shown(match: parlour.Match, seat: int, text: str) -> Any:
    return match.preview(seat, text)


def test_x12_previews_show_what_a_lift_cuts_off() -> None:
    match = at(2, "red", red="d6 e6 f6 g6", blue="b6 c6", handicap=[8, 0])
    assert shown(match, 0, "d6") == {"cut": {"b6": 1, "c6": 1}, "groups": [], "loose": [], "line": []}
    assert shown(match, 0, "g6") == {"cut": {}, "groups": [], "loose": [], "line": []}
    assert shown(match, 0, "") is None
    assert shown(match, 0, "b6") is None  # not a tile of red
    assert shown(match, 1, "d6") is None  # not blue's turn


def test_x12_previews_show_tied_groups_until_one_is_chosen() -> None:
    match = at(2, "red", red="d6", blue="b6 c6 e6 f6", handicap=[11, 0])
    groups = [{"word": "b6", "cells": ["b6", "c6"]}, {"word": "e6", "cells": ["e6", "f6"]}]
    assert shown(match, 0, "d6") == {"cut": {}, "groups": groups, "loose": [], "line": []}
    assert shown(match, 0, "d6 b6") == {"cut": {"e6": 1, "f6": 1}, "groups": [], "loose": [], "line": []}


def test_x17_previews_show_a_line() -> None:
    match = at(3, "red", red="d6 e6 f6", blue="f7", yellow="f8")
    assert shown(match, 0, "g6")["line"] == ["d6", "e6", "f6", "g6"]
    assert shown(match, 0, "g7")["line"] == []


def test_x21_with_reconnect_the_target_decides() -> None:
    match = at(2, "red", red="d6", blue="b6 c6 e6 f6", handicap=[11, 0], reconnect=True)
    assert shown(match, 0, "d6") == {"cut": {}, "groups": [], "loose": ["b6", "c6", "e6", "f6"], "line": []}
    assert shown(match, 0, "d6 d7")["cut"] == {"b6": 1, "c6": 1}
    assert shown(match, 0, "d6 a6")["cut"] == {"e6": 1, "f6": 1}
    assert shown(match, 0, "d6 d8") is None  # no move


def test_x21_equal_groups_after_the_target() -> None:
    match = at(2, "red", red="d6 g6", blue="b6 c6 e6 f6", handicap=[10, 0], reconnect=True)
    tied = sorted({tuple(text.split()[::2]) for text in match.legal(0) if len(text.split()) == 3})
    assert tied
    for lift, target in tied:
        told = shown(match, 0, f"{lift} {target}")
        words = [group["word"] for group in told["groups"]]
        assert [text for text in match.legal(0) if text.split()[::2] == [lift, target]] == [
            f"{lift} {word} {target}" for word in words
        ]
        assert match.prompt(0, f"{lift} {target}").startswith(f"Moving {lift} to {target} leaves equal groups")


@pytest.mark.parametrize("players", [2, 3, 6])
@pytest.mark.parametrize("options", [{}, {"reconnect": True}, {"early_relocation": True, "must_block": "always"}])
def test_previews_agree_with_the_effects_of_moves(players: int, options: dict[str, Any]) -> None:
    luck = Luck(f"previews {players} {sorted(options)}")
    seen = set()
    for _ in range(3):
        match = parlour.new("exago", players=players, radius=4, handicap=[2] * players, **options)
        while match.waiting and len(match.moves) < 80:
            seat = match.waiting[0]
            texts = match.legal(seat)
            for text in luck.shuffled(texts)[:8]:
                told = shown(match, seat, text)
                check_move(match, seat, text, told)
                check_beginnings(match, seat, text, told)
                seen |= {key for key, value in told.items() if value}
                seen |= {"groups"} if len(text.split()) == 3 else set()
            match.play(seat, texts[luck.below(len(texts))])
    assert "cut" in seen


def check_move(match: parlour.Match, seat: int, text: str, told: Any) -> None:
    before, after = match.view(None)["board"], match.fork()
    after.play(seat, text)
    board = after.view(None)["board"]
    assert told["line"] == board["line"]
    assert told["groups"] == []
    words = text.split()
    gained = [new - old for new, old in zip(board["hands"], before["hands"], strict=True)]
    gained[seat] += len(words) == 1
    assert [list(told["cut"].values()).count(owner) for owner in range(match.players)] == gained
    tiles = {**before["tiles"], **({words[-1]: seat} if match.options["reconnect"] else {})}
    for cell, owner in told["cut"].items():
        assert tiles[cell] == owner
        assert cell not in board["tiles"] or cell == words[-1]


def check_beginnings(match: parlour.Match, seat: int, text: str, told: Any) -> None:
    """The previews of a lift and its group still hold for the complete move."""
    words = text.split()
    if match.options["reconnect"]:
        if len(words) == 3:
            groups = {group["word"]: group["cells"] for group in shown(match, seat, f"{words[0]} {words[2]}")["groups"]}
            assert not set(groups[words[1]]) & told["cut"].keys()
        if told["cut"] and len(words) > 1:
            assert shown(match, seat, words[0])["loose"]
        return
    for length in range(1, len(words)):
        begun = shown(match, seat, " ".join(words[:length]))
        assert begun["cut"].items() <= told["cut"].items()
        if begun["groups"]:
            chosen = next(group["cells"] for group in begun["groups"] if group["word"] == words[1])
            assert not set(chosen) & told["cut"].keys() - {words[-1]}
        else:
            assert begun["cut"] == told["cut"]
