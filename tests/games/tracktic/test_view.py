"""Events, the board in the terminal, and the picture."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

import parlour
from parlour.cli.terminal.phrases import move_lines
from parlour.games.tracktic import GAME
from parlour.games.tracktic.board import bitboard
from parlour.luck import Luck
from tests.games.tracktic.positions import board, play, set_up, start


def test_events_of_a_pattern_a_token_a_flip_and_a_skip() -> None:
    match = start(4, "I2 I3 V3 flip S4")
    play(match, "I2 e1 f1")
    assert match.events(None) == [
        {"kind": "took", "seat": 0, "card": "I2", "with_a_token": False},
        {"kind": "laid", "seat": 0, "cells": ["e1", "f1"]},
        {"kind": "turned_up", "card": "S4"},
    ]
    assert move_lines(match, 0, None) == ["red: took I2, laid e1 f1; turned up S4"]
    play(match, "skip")
    assert match.events(1) == [{"kind": "skipped", "seat": 1}]
    token = set_up(2, "I4 flip", red="d7", blue="e7 g7", white="f7")
    play(token, "I4* e7 f7 g7 h7")
    assert move_lines(token, 0, None) == ["red: took I4 with a token, turned to white e7 g7, laid h7; turned up I2"]
    flip = set_up(2, "flip", red="d7", blue="e7")
    flip._states[-1][0].turned = 40
    play(flip, "flip e7 e8")
    assert move_lines(flip, 0, None) == ["red: took flip, turned to white e7, laid e8"]


def test_a_view_has_what_the_page_needs() -> None:
    match = start(3, "I2 I3 V3 flip S4")
    play(match, "I2 e1 f1")
    seen = board(match)
    assert seen["paths"][0] in ("e1 f1 g1 g2 g3".split(), "g3 g2 g1 f1 e1".split())
    assert seen["pieces"]["g1"] == {"colour": "red", "seat": 0, "sides": 3}
    assert (seen["face_up"], seen["deck"], seen["discarded"]) == (["I3", "V3", "flip", "S4"], 35, ["I2"])
    assert list(seen["pieces"]) == "a7 b7 c7 e1 f1 g1 g2 g3 g11 g12 g13 k7 l7 m7".split()


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("pieces", ["jigsaw", "plain"])
@pytest.mark.parametrize("deck", ["standard", "long"])
def test_boards_fit_80_columns_and_pictures_are_well_formed(players: int, pieces: str, deck: str, luck: Luck) -> None:
    match = parlour.new("tracktic", players, seed=luck.number(), pieces=pieces, deck=deck)
    while match.waiting:
        moves = [text for text in match.legal(match.waiting[0]) if text != "skip"] or ["skip"]
        play(match, moves[luck.below(len(moves))])
        if len(match.moves) % 10 == 0 or not match.waiting:
            lines = match.draw(0).plain.split("\n")
            assert max(map(len, lines)) <= 80
            assert len(lines) <= 27
            ElementTree.fromstring(match.svg())
    assert "wins" in match.draw().plain
    assert "<polyline" in match.svg()
    assert "<polyline" not in match.at(0).svg()


def test_the_terminal_shows_tabs_names_and_the_last_move() -> None:
    match = start(2, "I2 I3 V3 flip S4")
    play(match, "I2 g6 g7 : 1 3")
    lines = match.draw(1).plain.split("\n")
    assert lines[9].startswith(" 7  ·   ·   ·   ·  [R]>")  # a tab to the east
    assert lines[8].startswith(" " * 20 + "^")  # and one to the north
    assert "[R]" in lines[11]
    assert " g8" in lines[7]  # beside blue's g9
    assert "[R]" not in match.at(0).draw(1).plain


@pytest.mark.parametrize("seat", [None, 0])
def test_k14_only_cells_on_which_a_piece_can_be_laid_are_named(seat: int | None) -> None:
    def named(match: parlour.Match, seat: int | None) -> set[str]:
        return {word for line in match.draw(seat).plain.split("\n") for word in re.findall(r"\b[c-k]\d+", line[3:39])}

    match = start(2, "I2 I3 V3 flip S4")
    assert named(match, seat) == {"f3", "h3", "f5", "h5", "g6"}  # on f4 and h4 a piece makes a T
    assert named(match, 1) == {"f9", "h9", "f11", "h11", "g8"}
    play(match, "skip")
    assert named(match, 0) == set()
    assert named(match, None) == {"f9", "h9", "f11", "h11", "g8"}
    for tokens, names in {1: {"c6", "d3", "d5"}, 0: {"c6", "d5"}}.items():  # I4* d3 e3 f3 g3
        token = set_up(2, "I4", red="c3 c4 c5", blue="d4 e5 f3", tokens={"red": tokens})
        assert named(token, seat) == names


def test_k4_the_patterns_in_the_rules_agree_with_the_cards() -> None:
    rules = (GAME.folder / "RULES.md").read_text(encoding="utf-8")
    section = rules.split("## Reading the board")[1].split("\n## ")[0]
    drawn = {}
    for block in re.findall(r"```text\n(.*?)```", section, re.S):
        names, *lines = block.split("\n")
        for found in re.finditer(r"\S+", names):
            rows = [line[found.start() : found.start() + 6].rstrip() for line in lines]
            drawn[found[0]] = "/".join(row for row in rows if row)
    assert drawn == {name: re.sub(r" +(?=/|$)", "", form.replace(".", " ")) for name, form in bitboard.DRAWN.items()}
