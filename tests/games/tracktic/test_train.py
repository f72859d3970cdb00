"""The training of Tracktic's bots."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from parlour.games.tracktic.bot import Playouts, coefficients, heuristic, selfplay, train
from parlour.kernel import IS_COMPILED
from tests.new_process import PLAIN, output_of


def short_training(file: str) -> None:
    """One game with two seats and one with more, with few moves each."""
    selfplay.COMPARED, selfplay.FUTURES = 3, 1
    train.main(["--rounds", "1", "--games", "1", "--out", file])


def test_training_writes_the_format_that_bots_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "coefficients.json"
    call = f"from tests.games.tracktic import test_train as t; t.short_training({str(file)!r})"
    told = output_of("-c", call, **PLAIN)  # it ends before compiling would
    assert "two seats, round 1: 3 moves, off by" in told
    kept, learned = (json.loads(path.read_text()) for path in (coefficients.FILE, file))
    assert {row: list(kept[row]) for row in kept} == {row: list(learned[row]) for row in learned}
    monkeypatch.setattr(coefficients, "FILE", file)
    assert coefficients.coefficients_for(2).tolist() == list(learned["two"].values())
    assert Playouts(2, {})._coefficients.tolist() == list(learned["two"].values())


@pytest.mark.skipif(not IS_COMPILED, reason="there is nothing to compare")
def test_compiled_and_plain_python_learn_the_same(tmp_path: Path) -> None:
    learned = []
    for name, environment in (("compiled", {}), ("plain", PLAIN)):
        arguments = ["--rounds", "1", "--games", "1", "--out", str(tmp_path / name)]
        output_of("-c", f"from parlour.games.tracktic.bot import train; train.main({arguments})", **environment)
        learned.append(json.loads((tmp_path / name).read_text()))
    assert learned[0] == learned[1]


def test_coefficients_are_in_the_order_in_which_they_are_read() -> None:
    assert [getattr(heuristic, name.upper()) for name in coefficients.NAMES] == list(range(len(coefficients.NAMES)))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_two_seats_have_separate_coefficients(players: int) -> None:
    row = "two" if players == 2 else "more"
    kept = json.loads(coefficients.FILE.read_text())[row]
    assert coefficients.coefficients_for(players).tolist() == [kept[name] for name in coefficients.NAMES]


def test_coefficients_are_fitted_to_the_leads_of_moves() -> None:
    rng = np.random.default_rng(5)
    looks, kept = rng.normal(size=(20_000, len(coefficients.NAMES))), coefficients.coefficients_for(2)
    found = train.fitted(looks, looks @ kept, np.zeros(len(kept)))
    assert np.abs(found - kept).max() < 0.02


def test_moves_are_compared_within_their_position(monkeypatch: pytest.MonkeyPatch) -> None:
    def compare(starts, weights, rng, looks, margins, groups):  # type: ignore[no-untyped-def]
        looks[:4, 0], margins[:4], groups[:4] = [1, 3, 10, 10], [5, 7, 1, 2], [0, 0, 1, 1]
        return 4

    monkeypatch.setattr(train, "compare_moves", compare)
    looks, margins = train.compared("two", 2, np.zeros(len(coefficients.NAMES)), "0", "")
    assert looks[:, 0].tolist() == [-1, 1, 0, 0]
    assert margins.tolist() == [-1, 1, -0.5, 0.5]


def test_the_script_prints_its_progress(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        train.main(["--help"])
    assert "Train coefficients.json" in capsys.readouterr().out
