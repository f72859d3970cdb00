"""Counts of move sequences, kept as data; the oracle confirms what it can count in time."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour import rollout
from tests.games.traxx.oracle import Oracle

TABLE: list[dict[str, Any]] = json.loads((Path(__file__).parent / "perft.json").read_text())
ENTRIES = pytest.mark.parametrize("entry", TABLE, ids=[entry["name"] for entry in TABLE])


def opened(entry: dict[str, Any]) -> parlour.Match:
    """The entry's match: a seed, and how many first moves of the sorted list are made."""
    match = parlour.new(entry["game"], entry["players"], seed=entry["seed"], **entry["options"])
    for number in range(entry["plies"]):
        moves = match.legal(match.waiting[0])
        match.play(match.waiting[0], moves[7919 * number % len(moves)])
    return match


def count(oracle: Oracle, depth: int) -> int:
    """The same count by the oracle, the lowest waiting seat moving each time."""
    if not oracle.waiting:
        return 0
    seat = oracle.waiting[0]
    moves = oracle.legal(seat)
    if depth == 1:
        return len(moves)
    total = 0
    for text in moves:
        after = copy.deepcopy(oracle)
        after.play(seat, text)
        total += count(after, depth - 1)
    return total


def oracle_of(match: parlour.Match) -> Oracle:
    """The oracle after the same moves."""
    oracle = Oracle(match.players, match.options, match.deal)
    for seat, text in match.moves:
        oracle.play(seat, text)
    return oracle


@ENTRIES
def test_perft_agrees_with_the_table(entry: dict[str, Any]) -> None:
    start = opened(entry).state
    for depth, nodes in enumerate(entry["nodes"], 1):
        assert rollout.perft(start, depth) == nodes


@ENTRIES
def test_the_oracle_counts_the_first_depths_alike(entry: dict[str, Any]) -> None:
    oracle = oracle_of(opened(entry))
    for depth, nodes in enumerate(entry["nodes"], 1):
        if nodes <= 1000:
            assert count(oracle, depth) == nodes


@pytest.mark.prove
@ENTRIES
def test_the_oracle_counts_further_depths_alike(entry: dict[str, Any]) -> None:
    oracle = oracle_of(opened(entry))
    for depth, nodes in enumerate(entry["nodes"], 1):
        if nodes <= 100_000:
            assert count(oracle, depth) == nodes
