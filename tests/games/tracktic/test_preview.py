"""Previews agree with what moves then do."""

from __future__ import annotations

from typing import Any

import pytest

import parlour
from parlour.luck import Luck
from tests.games.tracktic.positions import board, play, set_up, start


def check(match: parlour.Match, text: str) -> None:
    """Play a move on a copy and compare."""
    (seat,) = match.waiting
    told, before, trial = match.preview(seat, text), board(match), match.fork()
    trial.play(seat, text)
    after = board(trial)
    events = {event["kind"]: event for event in trial.events(None)}
    assert list(told["laid"]) == events["laid"]["cells"]
    for cell, sides in told["laid"].items():
        assert after["pieces"][cell] == {"colour": after["colours"][seat], "seat": seat, "sides": sides}
    assert sorted(told["turned"]) == sorted(events.get("turned_to_white", {"cells": []})["cells"])
    assert told["spends_token"] == (after["tokens"] != before["tokens"])
    assert told["rack"] == after["racks"][seat]
    assert len(told["path"]) == len(after["paths"][seat])


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("options", [{}, {"pieces": "plain"}, {"deck": "long"}])
def test_previews_agree_with_the_effects_of_moves(players: int, options: dict[str, Any], luck: Luck) -> None:
    match = parlour.new("tracktic", players, seed=luck.number(), **options)
    while match.waiting:
        (seat,) = match.waiting
        texts = [text for text in match.legal(seat) if text != "skip"]
        for _ in range(3 if texts else 0):
            text = texts[luck.below(len(texts))]
            check(match, text)
            while words := match.complete(seat, text):
                text = f"{text} {words[luck.below(len(words))]}"
                assert match.preview(seat, text) is not None
            check(match, text)
        play(match, texts[luck.below(len(texts))] if texts else "skip")


def test_previews_suggest_pieces_not_chosen_yet() -> None:
    match = start(4, "I2 I3 V3 flip")
    assert match.preview(0, "I2 e1 f1")["laid"] == {"e1": 3, "f1": 3}
    assert match.preview(0, "I2 e1 f1 :")["laid"] == {"e1": 3, "f1": 3}
    assert match.preview(0, "I2 e1 f1 : 0")["laid"] == {"e1": 0, "f1": 10}
    assert match.preview(0, "I2 e1 f1 : 0 a")["laid"] == {"e1": 0, "f1": 10}


def test_a_flip_card_previews_the_turned_piece() -> None:
    match = set_up(2, "flip", red="d7", blue="e7 f7")
    told = match.preview(0, "flip e7")
    assert (told["laid"], told["turned"], told["spends_token"]) == ({}, ["e7"], False)
    assert len(told["path"]) == 2
    assert match.preview(0, "flip f7") is None  # not beside one's own
    assert match.preview(0, "flip e7 e8")["turned"] == ["e7"]


@pytest.mark.parametrize(
    "text", ["", "skip", "I2", "I2 e1", "I2 e1 f2", "I2 e1 f1 : x", "I2 e1 f1 : 3 3 3", "flip", "flip x9", ":"]
)
def test_invalid_moves_have_no_preview(text: str) -> None:
    assert start(4, "I2 I3 V3 flip").preview(0, text) is None


def test_only_the_seat_to_act_gets_a_preview() -> None:
    assert start(4, "I2 I3 V3 flip").preview(1, "I2 e1 f1") is None
