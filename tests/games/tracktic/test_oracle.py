"""The engine against the oracle: the same legal lists, grids, racks and outcomes at every ply, whatever the options."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

import parlour
from parlour.luck import Luck
from tests.games.tracktic.oracle import Oracle, fillings

OPTIONS = [{"deck": deck, "pieces": pieces} for deck in ("standard", "long") for pieces in ("jigsaw", "plain")]
TABLES = pytest.mark.parametrize(("players", "options"), list(itertools.product((2, 3, 4), OPTIONS)), ids=str)


def assert_same(match: parlour.Match, oracle: Oracle) -> None:
    assert match.waiting == oracle.waiting
    for seat in range(match.players):
        assert match.legal(seat) == oracle.legal(seat)
    board = match.view(None)["board"]
    is_plain = match.options["pieces"] == "plain"
    assert {cell: (piece["colour"], piece["sides"]) for cell, piece in board["pieces"].items()} == {
        cell: (colour, None if is_plain else sides) for cell, (colour, sides) in oracle.pieces.items()
    }
    assert board["face_up"] == oracle.face_up
    assert board["deck"] == len(oracle.deck)
    assert board["racks"] == oracle.racks
    assert board["tokens"] == oracle.tokens
    assert board["skipped"] == oracle.skipped


def assert_same_outcome(match: parlour.Match, oracle: Oracle) -> None:
    assert match.outcome is not None
    assert oracle.outcome is not None
    assert match.outcome.reason == oracle.outcome["reason"]
    assert list(match.outcome.scores) == list(oracle.outcome["scores"])
    assert match.outcome.winners == tuple(oracle.outcome["winners"])


def chosen_pieces(oracle: Oracle, seat: int, text: str, luck: Luck) -> str:
    """The move with pieces other than the suggested ones, if possible: one of the first few ways."""
    move = oracle.moves(seat)[text]
    if not move.laid or len(oracle.racks[seat]) == 1:
        return text
    ways = list(itertools.islice(fillings(oracle.pieces, oracle.racks[seat], move.laid), 1 + luck.below(200)))
    return f"{text} : {' '.join(f'{sides:x}' for sides in ways[-1])}"


def compare_game(luck: Luck, players: int, options: dict[str, Any], skips: bool) -> None:
    """Compare every ply of a random game, in which rare kinds of moves are as frequent as the others."""
    match = parlour.new("tracktic", players, seed=luck.number(), **options)
    oracle = Oracle(players, options, match.deal)
    try:
        assert_same(match, oracle)
        while match.waiting:
            seat = match.waiting[0]
            moves = [text for text in match.legal(seat) if text != "skip"]
            special = [text for text in moves if "*" in text or text.startswith("flip")]
            if special and luck.below(3) == 0:
                moves = special
            if not moves or (skips and luck.below(25) == 0):
                moves = ["skip"]
            text = moves[luck.below(len(moves))]
            if luck.below(2):
                text = chosen_pieces(oracle, seat, text, luck)
            match.play(seat, text)
            oracle.play(seat, text)
            assert_same(match, oracle)
            if len(match.moves) % 6 == 0:  # the oracle is slow at paths
                scores = match.view(None)["scores"]
                assert scores == [oracle.path_length(seat) for seat in range(players)]
        assert_same_outcome(match, oracle)
    except BaseException:
        print(match.record())
        raise


@TABLES
def test_random_games_agree_with_the_oracle(players: int, options: dict[str, Any], luck: Luck) -> None:
    compare_game(luck, players, options, skips=luck.below(2) == 0)


@pytest.mark.prove
@TABLES
@pytest.mark.parametrize("part", range(3))
def test_many_games_agree_with_the_oracle(players: int, options: dict[str, Any], part: int, luck: Luck) -> None:
    for number in range(10):
        compare_game(luck, players, options, skips=number % 2 == 0)
