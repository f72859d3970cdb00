"""The training of Träxx' bots."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import parlour
from parlour.games.traxx.bot import selfplay, train, train_linear, weights
from parlour.games.traxx.bot.features import AT, COLUMNS, FEATURES, NAMES, OUTPUT
from parlour.games.traxx.rules import CARDS
from parlour.kernel import new_rng
from tests.new_process import PLAIN, output_of

ROOM = NAMES.index("room")


def last_moves_played() -> Any:
    """Examples from the last three cards of a game: features, targets and cards left of the moves visited."""
    match = parlour.new("traxx", 1, seed=5)
    while len(match.moves) < 12:
        match.play(0, match.legal(0)[0])
    selfplay.FUTURES, selfplay.LOOKED_AT = 6, 3
    linear = weights.linear_weights(1)
    examples, targets, trust = np.zeros((40, FEATURES)), np.zeros(40), np.zeros(40)
    lefts = np.zeros(40, np.int64)
    many = selfplay.play_by_search(match.state, linear, 0 * linear, new_rng(2), examples, targets, trust, lefts)
    return [column[:many].tolist() for column in (examples, targets, trust, lefts)]


def late_moves_by_heuristic() -> Any:
    """Examples from the last three cards of a game by the heuristic, with the scores before and at the end."""
    match = parlour.new("traxx", 1, seed=5)
    while len(match.moves) < 12:
        match.play(0, match.legal(0)[0])
    examples, targets, lefts, results = np.zeros((9, FEATURES)), np.zeros(9), np.zeros(9, np.int64), np.zeros(1)
    linear = weights.linear_weights(1)
    many = selfplay.play_by_heuristic(match.state, linear, new_rng(2), examples, targets, lefts, results)
    return [many, lefts[:many].tolist(), targets[:many].tolist(), match.view(None)["scores"][0], results.tolist()]


def short_training(linear_file: str, relu_file: str) -> None:
    """One game of each kind."""
    selfplay.FUTURES, selfplay.LOOKED_AT, selfplay.FEW, selfplay.DEPTH = 3, 2, 1, 0.0
    train_linear.main(["--rounds", "1", "--games", "1", "--out", linear_file])
    train.main(["--games", "1", "--epochs", "1", "--out", relu_file])


def in_plain_python(call: str) -> Any:
    """The result of a call of a function in this file in plain Python: it ends before compiling would."""
    code = f"from tests.games.traxx import test_train as t; print(t.json.dumps(t.{call}))"
    return json.loads(output_of("-c", code, **PLAIN).splitlines()[-1])


def test_units_are_learned_from_the_moves_that_a_search_visited() -> None:
    examples, targets, trust, lefts = in_plain_python("last_moves_played()")
    assert set(lefts) == {2}
    assert all(row[NAMES.index("always")] == 1.0 for row in examples)
    assert all(target >= 0 for target in targets)  # played to the end: actual points instead of an estimate
    assert all(0.5 < share < 1 for share in trust)


def bent(features: Any, lefts: Any) -> Any:
    """A function that is not linear."""
    return 0.5 * np.maximum(features[:, ROOM] - 20.0, 0) + 0.5 * np.maximum(lefts - 6.0, 0)


def test_units_are_fitted_to_what_linear_terms_miss() -> None:
    rng = np.random.default_rng(3)
    examples = rng.uniform(0, 40, (6_000, FEATURES))
    examples[:, 0] = 1.0
    lefts = rng.integers(2, CARDS, len(examples))
    linear = weights.linear_weights(1)
    straight = np.sum(examples * linear[lefts, :FEATURES], axis=1)
    wanted = bent(examples, lefts)
    always, relu_units = train.fitted(linear, examples, straight + wanted, np.ones(len(lefts)), lefts, 120, rng)
    assert relu_units.shape == (train.NETWORKS * train.UNITS, COLUMNS)
    found = train.promised(weights.with_relu_units(linear, always, relu_units), examples, lefts)
    assert np.std(found - straight - wanted) < 0.15 * np.std(wanted)


def test_bots_use_units_in_solo_games_and_linear_terms_in_races(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    relu_units = weights.weights_for(1)[CARDS:]
    assert relu_units.shape == (train.NETWORKS * train.UNITS, COLUMNS)
    assert weights.weights_for(2).shape == (CARDS, COLUMNS)
    usual = parlour.bot("traxx", 5, seed=1, simulations=1).analyse(parlour.new("traxx", 1, seed=3), 0)
    file = tmp_path / "relu_units.json"
    row = [0.0] * COLUMNS
    row[AT], row[OUTPUT] = 1.0, 7.0  # 7 points more, whatever the features
    file.write_text(json.dumps({"always": 0.0, "relu_units": [row]}))
    monkeypatch.setattr(weights, "RELU_FILE", file)
    linear = parlour.bot("traxx", 5, seed=1, simulations=1).analyse(parlour.new("traxx", 1, seed=3), 0)
    assert [one.value for one in linear.candidates] != [one.value for one in usual.candidates]


def test_linear_terms_are_learned_from_the_points_that_followed() -> None:
    many, lefts, (target,), before, (after,) = in_plain_python("late_moves_by_heuristic()")
    assert (many, lefts) == (1, [2])
    assert target == int(target)  # actual points, not an estimate
    assert 0 <= target <= after - before


def test_linear_terms_are_fitted_by_cards_left() -> None:
    rng = np.random.default_rng(4)
    examples, lefts = rng.uniform(0, 9, (4_000, FEATURES)), rng.integers(2, CARDS, 4_000)
    kept = weights.linear_weights(2)
    wanted = np.sum(examples * kept[lefts, :FEATURES], axis=1)
    found = weights.by_cards_left(train_linear.fitted(examples, wanted, lefts))
    assert np.abs(found - kept).max() < 0.05


def test_training_writes_the_format_that_bots_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    linear, relu = tmp_path / "linear.json", tmp_path / "relu_units.json"
    in_plain_python(f"short_training({str(linear)!r}, {str(relu)!r})")
    for file, kept in ((linear, weights.LINEAR_FILE), (relu, weights.RELU_FILE)):
        assert shape_of(json.loads(file.read_text())) == shape_of(json.loads(kept.read_text()))
    usual = weights.weights_for(1)
    monkeypatch.setattr(weights, "LINEAR_FILE", linear)
    monkeypatch.setattr(weights, "RELU_FILE", relu)
    assert weights.weights_for(1).shape == usual.shape
    assert (weights.weights_for(1) != usual).any()
    assert weights.weights_for(2).shape == (CARDS, COLUMNS)


def shape_of(learned: Any) -> Any:
    """The same structure with 0 for each number."""
    if isinstance(learned, dict):
        return {name: shape_of(part) for name, part in learned.items()}
    return [shape_of(part) for part in learned] if isinstance(learned, list) else 0


@pytest.mark.parametrize("script", [train, train_linear])
def test_a_script_prints_its_progress(script: Any, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        script.main(["--help"])
    assert script.__doc__.splitlines()[0] in capsys.readouterr().out
