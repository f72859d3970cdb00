"""Counts of move sequences, stored as data; the oracle confirms those it can count in time."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour.perft import perft
from tests.games.exago.oracle import Oracle

TABLE: list[dict[str, Any]] = json.loads((Path(__file__).parent / "perft.json").read_text())
ENTRIES = pytest.mark.parametrize("entry", TABLE, ids=[entry["name"] for entry in TABLE])


def oracle_perft(oracle: Oracle, depth: int, match: parlour.Match) -> int:
    """The same count by the oracle, which is set up again for each line of play."""
    if not oracle.waiting:
        return 0
    (seat,) = oracle.waiting
    moves = oracle.legal(seat)
    if depth == 1:
        return len(moves)
    total = 0
    for text in moves:
        match.play(seat, text)
        total += oracle_perft(oracle_at(match), depth - 1, match)
        match.undo()
    return total


def oracle_at(match: parlour.Match) -> Oracle:
    """The oracle at a match's position; only board, options and turn are taken over."""
    tiles = match.view(None)["board"]["tiles"]
    turn = int(match.position().rsplit(" ", 1)[1])
    oracle = Oracle.position(match.players, match.options, tiles, turn)
    if match.outcome is not None:  # the oracle does not judge a line that already lies there
        return Oracle.position(match.players, match.options | {"turn_limit": 1}, tiles, 10**6)
    return oracle


@ENTRIES
def test_perft_agrees_with_the_table(entry: dict[str, Any]) -> None:
    start = parlour.from_position(entry["position"]).state
    for depth, nodes in enumerate(entry["nodes"], 1):
        assert perft(start, depth) == nodes


@ENTRIES
def test_the_oracle_agrees_at_the_first_depths(entry: dict[str, Any]) -> None:
    match = parlour.from_position(entry["position"])
    for depth, nodes in enumerate(entry["nodes"], 1):
        if nodes <= 60:
            assert oracle_perft(oracle_at(match), depth, match) == nodes


@pytest.mark.prove
@ENTRIES
def test_the_oracle_agrees_at_further_depths(entry: dict[str, Any]) -> None:
    match = parlour.from_position(entry["position"])
    for depth, nodes in enumerate(entry["nodes"], 1):
        if nodes <= 6000:
            assert oracle_perft(oracle_at(match), depth, match) == nodes
