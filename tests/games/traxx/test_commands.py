"""`parlour sheet`: fair sheets for Träxx, and pictures for printing."""

from __future__ import annotations

import json
import re
from pathlib import Path

from parlour.games.traxx.sheets import checked
from tests.cli.terminal_driver import run_here


def test_a_new_sheet_is_made_measured_and_played_on(tmp_path: Path) -> None:
    arguments = ("sheet", "new", "--seed", "2", "--out", "s.json", "--svg", "s.svg")
    done = run_here(*arguments, folder=tmp_path, columns=120)
    assert done.returncode == 0, done.stderr
    assert "Making a sheet from the seed 2." in done.stderr
    assert "'greedy' alone, 4000 games from each start with the same decks:" in done.stderr
    assert len(re.findall(r"^ *[a-i][1-9] +-?\d+\.\d\d +-?\d+\.\d\d to -?\d+\.\d\d *$", done.stderr, re.M)) == 4
    told = re.search(r"differ by (\d\.\d\d) points; with 95 % confidence .* than\s+(\d\.\d\d)", done.stderr)
    assert told is not None
    assert float(told[1]) <= float(told[2]) <= 1
    assert "The sheet is fair (the limit is 1 point)." in " ".join(done.stderr.split())
    assert "parlour play traxx --option sheet=@s.json" in done.stderr
    sheet = json.loads((tmp_path / "s.json").read_text())
    assert checked(sheet) == sheet
    assert (tmp_path / "s.svg").read_text().startswith("<svg ")
    played = run_here(
        "play", "traxx", "--option", "sheet=@s.json", "--seats", "greedy,random", "--seed", "1", folder=tmp_path
    )
    assert "The last round is over" in played.stdout


def test_any_sheet_can_be_measured_and_drawn(tmp_path: Path) -> None:
    measured = run_here("sheet", "measure", "--games", "100", folder=tmp_path)
    assert "'greedy' alone, 100 games from each start" in measured.stdout
    assert "not shown to be fair" in measured.stdout  # too few games to prove anything
    drawn = run_here("sheet", "draw", "--svg", "s.svg", "--start", "f3", folder=tmp_path)
    assert drawn.stdout == "Written to s.svg.\n"
    assert (tmp_path / "s.svg").read_text().startswith("<svg ")


def test_invalid_arguments_are_refused_with_a_reason(tmp_path: Path) -> None:
    (tmp_path / "bad.json").write_text('{"radius": 4}')
    (tmp_path / "text.json").write_text("a sheet")
    cases = {
        ("measure", "missing.json"): "cannot read missing.json: No such file",
        ("measure", "text.json"): "sheet: text.json does not hold JSON",
        ("draw", "--svg", "s.svg", "bad.json"): "sheet: lacks colours, fields, numbers, starts",
        ("draw", "--svg", "s.svg", "--start", "e5"): "this sheet has no start 'e5': it has f3, c5, d7, g5",
        ("draw", "--svg", "no/s.svg"): "cannot write no/s.svg: No such file",
        ("new", "--seed", "7", "--games", "100"): "100 games from each start are too few to tell; ",
    }
    for arguments, sentence in cases.items():
        done = run_here("sheet", *arguments, folder=tmp_path)
        assert done.returncode == 2
        assert f"parlour: {sentence}" in done.stderr or sentence in done.stderr.splitlines()[-1]
        assert not (tmp_path / "s.svg").exists()
