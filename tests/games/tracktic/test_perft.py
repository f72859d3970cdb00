"""Counts of move sequences, kept as data; the oracle confirms what it can count in time."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour import rollout
from tests.games.tracktic.oracle import Oracle

TABLE: list[dict[str, Any]] = json.loads((Path(__file__).parent / "perft.json").read_text())
ENTRIES = pytest.mark.parametrize("entry", TABLE, ids=[entry["name"] for entry in TABLE])


def opened(entry: dict[str, Any]) -> tuple[parlour.Match, Oracle]:
    """The position of an entry in both."""
    match = parlour.new("tracktic", entry["players"], seed=entry["seed"], **entry["options"])
    oracle = Oracle(entry["players"], entry["options"], match.deal)
    for seat, text in entry["moves"]:
        match.play(seat, text)
        oracle.play(seat, text)
    return match, oracle


def oracle_perft(oracle: Oracle, depth: int) -> int:
    """The same count by the oracle, copied for each line of play."""
    if not oracle.waiting:
        return 0
    (seat,) = oracle.waiting
    moves = oracle.legal(seat)
    if depth == 1:
        return len(moves)
    total = 0
    for text in moves:
        after = copy.deepcopy(oracle)
        after.play(seat, text)
        total += oracle_perft(after, depth - 1)
    return total


@ENTRIES
def test_perft_agrees_with_the_table(entry: dict[str, Any]) -> None:
    start = opened(entry)[0].state
    for depth, nodes in enumerate(entry["nodes"], 1):
        assert rollout.perft(start, depth) == nodes


@ENTRIES
def test_the_oracle_counts_the_first_depth_alike(entry: dict[str, Any]) -> None:
    assert oracle_perft(opened(entry)[1], 1) == entry["nodes"][0]


@pytest.mark.prove
@ENTRIES
def test_the_oracle_counts_further_depths_alike(entry: dict[str, Any]) -> None:
    for depth, nodes in enumerate(entry["nodes"], 1):
        if nodes <= 6000:
            assert oracle_perft(opened(entry)[1], depth) == nodes
