"""Counts of move sequences, kept as data; the oracle confirms what it can count in time."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour import rollout
from tests.games.cirplexed.oracle import Oracle

TABLE: list[dict[str, Any]] = json.loads((Path(__file__).parent / "perft.json").read_text())
ENTRIES = pytest.mark.parametrize("entry", TABLE, ids=[entry["name"] for entry in TABLE])


def oracle_at(match: parlour.Match) -> Oracle:
    """The oracle after the moves that a position tells."""
    deal, *rows = match.position().split("} ")[1].split(" / ")
    oracle = Oracle(match.players, match.options, deal.split(" "))
    left = [[] if row == "-" else row.split("; ") for row in rows]
    while any(left):
        seat = next(seat for seat in oracle.waiting if left[seat])
        oracle.play(seat, left[seat].pop(0))
    return oracle


def oracle_perft(oracle: Oracle, depth: int) -> int:
    """The same count by the oracle, the lowest waiting seat acting each time."""
    if not oracle.waiting:
        return 0
    seat = oracle.waiting[0]
    moves = oracle.legal(seat)
    if depth == 1:
        return len(moves)
    total = 0
    for text in moves:
        after = deepcopy(oracle)
        after.play(seat, text)
        total += oracle_perft(after, depth - 1)
    return total


@ENTRIES
def test_perft_agrees_with_the_table(entry: dict[str, Any]) -> None:
    start = parlour.from_position(entry["position"]).state
    for depth, nodes in enumerate(entry["nodes"], 1):
        assert rollout.perft(start, depth) == nodes


@ENTRIES
def test_the_oracle_counts_the_first_depths_alike(entry: dict[str, Any]) -> None:
    oracle = oracle_at(parlour.from_position(entry["position"]))
    assert oracle_perft(oracle, 1) == entry["nodes"][0]
    if entry["nodes"][1] <= 3000:
        assert oracle_perft(oracle, 2) == entry["nodes"][1]


@pytest.mark.prove
@ENTRIES
def test_the_oracle_counts_further_depths_alike(entry: dict[str, Any]) -> None:
    oracle = oracle_at(parlour.from_position(entry["position"]))
    for depth, nodes in enumerate(entry["nodes"], 1):
        if 0 < nodes <= 60000:
            assert oracle_perft(oracle, depth) == nodes
