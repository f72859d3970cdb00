"""The parts that `python -m bench` runs, and its final table."""

from __future__ import annotations

import inspect
import json
from collections.abc import Sequence
from dataclasses import asdict
from importlib import import_module
from io import StringIO
from pathlib import Path

import pytest
import typer
from rich.console import Console
from typer.testing import CliRunner

from bench import __main__ as bench
from bench.measure import Bound
from bench.report import PAGE, Failed, FloorsTable, Outcomes, Result, results, summary

FIGURES = {"ours: moves": 600.0, "theirs: moves": 200.0, "ours: ms": 4.0, "theirs: ms": 2000.0, "nothing: moves": 0.0}
HEADINGS = ["part", "what", "ours", "yardstick", "theirs", "ratio", "floor or limit", "met?"]


def rows(outcomes: Outcomes) -> list[list[str]]:
    """The cells as printed to a file, headings first."""
    output = StringIO()
    Console(file=output, width=PAGE).print(FloorsTable(outcomes))
    lines = output.getvalue().replace("┃", "│").splitlines()
    return [[cell.strip() for cell in line.split("│")[1:-1]] for line in lines if line.startswith("│")]


@pytest.mark.parametrize(
    ("bound", "cells"),
    [
        (Bound("ours: moves", 3, "theirs: moves"), ["600", "theirs", "200", "3", "at least 3", "met"]),
        (Bound("ours: moves", 3.5, "theirs: moves"), ["600", "theirs", "200", "3", "at least 3.5", "not met"]),
        (Bound("ours: moves", None, "theirs: moves"), ["600", "theirs", "200", "3", "none", ""]),
        (Bound("ours: moves", 3, "theirs: ms"), ["600", "theirs: ms", "2,000", "0.3", "at least 3", "not met"]),
        (Bound("ours: ms", 500, "theirs: ms", is_cost=True), ["4", "theirs", "2,000", "500", "at least 500", "met"]),
        (
            Bound("ours: ms", 501, "theirs: ms", is_cost=True),
            ["4", "theirs", "2,000", "500", "at least 501", "not met"],
        ),
        (Bound("ours: ms", 4, is_most=True), ["4", "", "", "", "at most 4", "met"]),
        (Bound("ours: ms", 3.9, is_most=True), ["4", "", "", "", "at most 3.9", "not met"]),
        (Bound("ours: ms", 4.1), ["4", "", "", "", "at least 4.1", "not met"]),
        (Bound("ours: moves", 3, "nothing: moves"), ["600", "nothing", "0", "", "at least 3", "not met"]),
    ],
)
def test_a_row_says_whether_a_floor_is_met(bound: Bound, cells: list[str]) -> None:
    assert rows({"engine": results(FIGURES, [bound])}) == [HEADINGS, ["engine", bound.figure, *cells]]


def test_a_near_miss_does_not_look_like_a_hit() -> None:
    near = {"ours: moves": 599.99, "theirs: moves": 200.0, "load: bytes": 120_000.4}
    bounds = [Bound("ours: moves", 3, "theirs: moves"), Bound("load: bytes", 120_000, is_most=True)]
    ratio, limit = rows({"engine": results(near, bounds)})[1:]
    assert ratio[-3:] == ["2.99995", "at least 3", "not met"]
    assert (limit[2], limit[-1]) == ("120,000.4", "not met")


def test_a_narrow_terminal_shows_the_same() -> None:
    output = StringIO()
    bounds = [Bound("ours: moves", 4, "theirs: moves"), Bound("ours: ms", 4, is_most=True)]
    Console(file=output, width=80).print(FloorsTable({"engine": results(FIGURES, bounds), "page": Failed("why")}))
    lines = [" ".join(line.split()) for line in output.getvalue().splitlines()]
    assert lines[1:6] == [
        "part what ours ratio floor or limit met?",
        "engine ours: moves 600 3 at least 4 not met",
        "beside theirs: 200",
        "engine ours: ms 4 at most 4 met",
        "page why failed",
    ]


def test_one_table_has_all_parts_and_names_those_that_failed() -> None:
    met, not_met, no_floor = (Bound("ours: moves", floor, "theirs: moves") for floor in (1, 4, None))
    outcomes: Outcomes = {
        "engine": results(FIGURES, [met, not_met]),
        "server": Failed("[Errno 2] no file"),
        "page": results(FIGURES, [no_floor, met]),
    }
    shown = [(row[0], row[-1]) for row in rows(outcomes)[1:]]
    assert shown == [("engine", "met"), ("engine", "not met"), ("server", "failed"), ("page", ""), ("page", "met")]
    assert rows(outcomes)[3][1] == "[Errno 2] no file"
    assert summary(outcomes) == "2 met, 1 not met, 1 without a floor; failed to run: server"


def test_without_a_failure_none_is_mentioned() -> None:
    assert summary({"engine": results(FIGURES, [Bound("ours: ms", 9)])}) == "0 met, 1 not met, 0 without a floor"


@pytest.mark.parametrize("part", bench.PARTS)
def test_every_part_accepts_its_options(part: str) -> None:
    parameters = inspect.signature(import_module(f"bench.{part}").main).parameters
    assert {*bench.PARTS[part], "floors", "json_file"} <= {*parameters}


NOT_MET = results(FIGURES, [Bound("ours: moves", 4, "theirs: moves")])
GOOD = json.dumps({"figures": FIGURES, "bounds": [asdict(result) for result in NOT_MET]})


class Parts:
    """A fake for the parts' processes, which records what was run."""

    def __init__(self) -> None:
        self.ran: list[tuple[str, Sequence[str]]] = []
        self.codes: dict[str, int] = {}
        self.texts: dict[str, str | None] = {}  # in place of good JSON; None: it writes no file

    def run(self, module: str, arguments: Sequence[str]) -> int:
        *options, word, file = arguments
        assert word == "--json"
        part = module.removeprefix("bench.")
        self.ran.append((part, options))
        if code := self.codes.get(part, 0):
            return code
        text = self.texts.get(part, GOOD)
        if text is not None:
            Path(file).write_text(text)
        return 0


@pytest.fixture
def parts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Parts:
    parts = Parts()
    monkeypatch.setattr(bench, "run", parts.run)
    monkeypatch.setattr(bench, "FOLDER", tmp_path)
    return parts


def bench_run(*arguments: str) -> tuple[int, str]:
    app = typer.Typer()
    app.command()(bench.main)
    result = CliRunner().invoke(app, arguments)
    return result.exit_code, result.output


def test_all_parts_run_and_a_missed_floor_is_no_failure(parts: Parts) -> None:
    code, output = bench_run()
    assert parts.ran == [(part, ["--no-floors"]) for part in bench.PARTS]
    assert (code, output.splitlines()[-1]) == (0, f"0 met, {len(bench.PARTS)} not met, 0 without a floor")


def test_options_are_passed_to_the_parts_that_accept_them(parts: Parts) -> None:
    bench_run("page", "engine", "--seconds", "1.5", "--rounds", "2")
    seconds, rounds = ["--seconds", "1.5"], ["--rounds", "2"]
    assert parts.ran == [("page", [*rounds, "--no-floors"]), ("engine", [*seconds, *rounds, "--no-floors"])]


def test_a_failed_part_is_shown_the_others_run_and_the_exit_code_is_1(parts: Parts) -> None:
    parts.codes["batches"] = 3
    code, output = bench_run()
    assert [part for part, _ in parts.ran] == list(bench.PARTS)
    assert code == 1
    assert "failed to run: exit code 3" in output
    assert output.splitlines()[-1].endswith("; failed to run: batches")


@pytest.mark.parametrize("text", [None, "", "{}", '{"bounds": [{"figure": "x"}]}'])
def test_a_part_without_valid_figures_has_failed(parts: Parts, text: str | None, tmp_path: Path) -> None:
    (tmp_path / "server.json").write_text(GOOD)  # of an earlier run
    parts.texts["server"] = text
    code, output = bench_run("server")
    assert code == 1
    assert output.splitlines()[-1] == "0 met, 0 not met, 0 without a floor; failed to run: server"


def test_doubts_are_shown_below_the_table(parts: Parts) -> None:
    parts.texts["server"] = json.dumps({"bounds": [], "doubts": ["1 table: others took [half] a core."]})
    code, output = bench_run("server", "page")
    assert code == 0
    assert output.splitlines()[-2] == "1 table: others took [half] a core."


def test_an_unknown_part_is_refused_before_anything_runs(parts: Parts) -> None:
    code, output = bench_run("engine", "nothing")
    assert (code, parts.ran) == (2, [])
    assert "no part 'nothing'" in output


def test_a_modules_output_is_passed_through_and_its_exit_code_returned(capfd: pytest.CaptureFixture[str]) -> None:
    assert bench.run("this", ()) == 0
    assert "The Zen of Python" in capfd.readouterr().out
    assert bench.run("bench.no_such_part", ()) == 1
    assert "No module named bench.no_such_part" in capfd.readouterr().err


def test_results_round_trip_through_json() -> None:
    found = results(FIGURES, [Bound("ours: moves", 3, "theirs: moves"), Bound("ours: ms", 4, is_most=True)])
    assert [Result(**each) for each in json.loads(json.dumps([asdict(result) for result in found]))] == found
