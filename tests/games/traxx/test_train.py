"""How what Träxx' bots know alone is learned."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import parlour
from parlour.games.traxx.bot import selfplay, train, weights
from parlour.games.traxx.bot.features import AT, COLUMNS, FEATURES, NAMES, OUTPUT
from parlour.games.traxx.rules import CARDS
from parlour.kernel import new_rng

ROOM = NAMES.index("room")


def last_moves_practised() -> Any:
    """What is learned from the last three cards of a game: features, targets and cards left of the moves looked at."""
    match = parlour.new("traxx", 1, seed=5)
    while len(match.moves) < 12:
        match.play(0, match.legal(0)[0])
    selfplay.FUTURES, selfplay.LOOKED_AT = 6, 3
    lines = weights.lines_for(1)
    examples, targets, trust = np.zeros((40, FEATURES)), np.zeros(40), np.zeros(40)
    lefts = np.zeros(40, np.int64)
    many = selfplay.play_games(match.state, lines, 0 * lines, new_rng(2), examples, targets, trust, lefts)
    return [column[:many].tolist() for column in (examples, targets, trust, lefts)]


def test_practice_learns_from_the_moves_it_looked_at() -> None:
    call = "from tests.games.traxx import test_practice as t; print(t.json.dumps(t.last_moves_practised()))"
    done = subprocess.run(
        [sys.executable, "-c", call],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},  # it is over before it would be compiled
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    examples, targets, trust, lefts = json.loads(done.stdout.splitlines()[-1])
    assert set(lefts) == {2}
    assert all(row[NAMES.index("always")] == 1.0 for row in examples)
    assert all(target >= 0 for target in targets)  # played to the end: no estimate, points that were made
    assert all(0.5 < share < 1 for share in trust)


def bent(features: Any, lefts: Any) -> Any:
    """What no straight line tells."""
    return 0.5 * np.maximum(features[:, ROOM] - 20.0, 0) + 0.5 * np.maximum(lefts - 6.0, 0)


def test_hinges_are_fitted_to_what_lines_miss() -> None:
    rng = np.random.default_rng(3)
    examples = rng.uniform(0, 40, (6_000, FEATURES))
    examples[:, 0] = 1.0
    lefts = rng.integers(2, CARDS, len(examples))
    lines = weights.lines_for(1)
    straight = np.sum(examples * lines[lefts, :FEATURES], axis=1)
    wanted = bent(examples, lefts)
    always, relu_units = train.fitted(lines, examples, straight + wanted, np.ones(len(lefts)), lefts, 120, rng)
    assert relu_units.shape == (train.NETWORKS * train.HINGES, COLUMNS)
    found = train.promised(weights.with_relu_units(lines, always, relu_units), examples, lefts)
    assert np.std(found - straight - wanted) < 0.15 * np.std(wanted)


def test_bots_use_hinges_alone_and_lines_in_a_race(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    relu_units = weights.weights_for(1)[CARDS:]
    assert relu_units.shape == (train.NETWORKS * train.HINGES, COLUMNS)
    assert weights.weights_for(2).shape == (CARDS, COLUMNS)
    usual = parlour.bot("traxx", 5, seed=1, simulations=1).analyse(parlour.new("traxx", 1, seed=3), 0)
    file = tmp_path / "relu_units.json"
    row = [0.0] * COLUMNS
    row[AT], row[OUTPUT] = 1.0, 7.0  # 7 points more, whatever the features
    file.write_text(json.dumps({"always": 0.0, "relu_units": [row]}))
    monkeypatch.setattr(weights, "RELU_FILE", file)
    lines = parlour.bot("traxx", 5, seed=1, simulations=1).analyse(parlour.new("traxx", 1, seed=3), 0)
    assert [one.value for one in lines.candidates] != [one.value for one in usual.candidates]
