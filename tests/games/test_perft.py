"""Counts of move sequences, stored as data; the oracles confirm those they can count in time.

Each game's perft.json lists positions: a seed, options, the moves made, and how many sequences there are of each
length. Each time the lowest waiting seat moves.
"""

from __future__ import annotations

import importlib
import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour.perft import perft

HERE = Path(__file__).parent
GAMES = sorted(  # but for Exago, whose oracle begins at positions: a test of its own reads its table
    path.parent.name for path in HERE.glob("*/perft.json") if not path.with_name("test_perft.py").exists()
)
TABLE: list[dict[str, Any]] = [
    entry | {"game": game}
    for game in GAMES
    for entry in json.loads((HERE / game / "perft.json").read_text(encoding="utf-8"))
]
ENTRIES = pytest.mark.parametrize("entry", TABLE, ids=[f"{entry['game']}: {entry['name']}" for entry in TABLE])


def opened(entry: dict[str, Any]) -> tuple[parlour.Match, Any]:
    """The position of an entry, in the engine and in the oracle."""
    match = parlour.new(entry["game"], entry["players"], seed=entry["seed"], **entry["options"])
    oracle = importlib.import_module(f"tests.games.{entry['game']}.oracle").Oracle(
        match.players, match.options, match.deal
    )
    for seat, text in entry["moves"]:
        match.play(seat, text)
        oracle.play(seat, text)
    return match, oracle


def count(oracle: Any, depth: int) -> int:
    """The same count by the oracle, copied for each line of play."""
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
        total += count(after, depth - 1)
    return total


def confirm(entry: dict[str, Any], most: int) -> None:
    oracle = opened(entry)[1]
    for depth, nodes in enumerate(entry["nodes"], 1):
        if depth == 1 or nodes <= most:
            assert count(oracle, depth) == nodes


@ENTRIES
def test_perft_agrees_with_the_table(entry: dict[str, Any]) -> None:
    start = opened(entry)[0].state
    for depth, nodes in enumerate(entry["nodes"], 1):
        assert perft(start, depth) == nodes


@ENTRIES
def test_the_oracle_agrees_at_the_first_depths(entry: dict[str, Any]) -> None:
    confirm(entry, most=300)


@pytest.mark.prove
@ENTRIES
def test_the_oracle_agrees_at_further_depths(entry: dict[str, Any]) -> None:
    confirm(entry, most=6000 if entry["game"] == "tracktic" else 60_000)
