"""`parlour arena` as people use it."""

from __future__ import annotations

import json
import os
import re
import signal
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.cli.terminal_driver import Terminal, run, run_here

QUICK = ("arena", "exago", "--bots", "random,greedy", "--workers", "1")


def games_in(path: Path) -> list[tuple[str, int, int]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute("SELECT lineup, deal, seating FROM games ORDER BY 1, 2, 3").fetchall()


def told_in(folder: Path) -> str:
    return run_here("arena", "report", folder=folder).stdout


def test_games_are_played_reported_and_not_played_again(tmp_path: Path) -> None:
    first = run(*QUICK, "--games", "5", folder=tmp_path)
    assert first.returncode == 0, first.stderr
    assert "Every deal is played in all orders: 6 games of each pairing." in first.stderr
    assert re.search(r"greedy : random +\d+-\d+-\d+ ", first.stdout)
    assert re.search(r"^ 2 \(blue\) ", first.stdout, re.M)
    assert "…" not in first.stdout
    assert games_in(tmp_path / "arena.sqlite") == [("random greedy", deal, k) for deal in range(3) for k in (0, 1)]
    again = run_here(*QUICK, "--games", "6", folder=tmp_path)
    assert again.returncode == 0
    assert "6 games of these are already in arena.sqlite." in again.stderr
    assert again.stdout == first.stdout
    told = run_here("arena", "report", folder=tmp_path)
    assert told.stdout == first.stdout
    figures = json.loads(run_here("arena", "report", "arena.sqlite", "--json", folder=tmp_path).stdout)
    assert figures[0]["games"] == 6
    assert figures[0]["commands"] == [
        "parlour arena exago --players 2 --bots random,greedy --games 5",
        "parlour arena exago --players 2 --bots random,greedy --games 6",
    ]
    written = run_here("arena", "report", "-o", "page.html", "--markdown", "strength.md", folder=tmp_path)
    assert written.stdout == "Written to page.html.\nWritten to strength.md.\n"
    assert (tmp_path / "page.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    assert "parlour arena exago --players 2" in (tmp_path / "strength.md").read_text(encoding="utf-8")


def test_ctrl_c_keeps_finished_games_and_the_same_command_resumes(tmp_path: Path) -> None:
    with Terminal(*QUICK, "--games", "100000", folder=tmp_path, columns=100) as terminal:
        terminal.expect("every pair is decided")
        os.killpg(terminal.process.pid, signal.SIGINT)  # as a terminal sends it: to workers, too
        shown = terminal.expect("The same command resumes.")
        assert terminal.end() == 130
    assert "Traceback" not in terminal.seen
    assert re.search(r"greedy : random", shown)
    before = games_in(tmp_path / "arena.sqlite")
    assert re.search(rf"greedy : random +{len(before)} +100000 *$", told_in(tmp_path), re.M)
    count = re.search(r"In arena\.sqlite: (\d+) games?\.", " ".join(shown.split()))
    assert count is not None
    assert int(count[1]) == len(before) > 0
    goal = 2 * (len(before) // 2 + 2)
    assert run(*QUICK, "--games", str(goal), folder=tmp_path).returncode == 0
    after = games_in(tmp_path / "arena.sqlite")
    assert after[: len(before)] == before
    assert len(after) == goal
    assert "not finished" in told_in(tmp_path)  # the first command requested more


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["chess", "--bots", "random,greedy"], "there is no game 'chess'"),
        (["--bots", "random,greedy", "chess"], "there is no game 'chess'"),
        (["exago", "--bots", "random,bob"], "there is no bot 'bob': write random"),
        (["exago", "--bots", "random"], "name at least 2 bots, not 1"),
        (["exago", "--bots", "random,random,greedy"], "'random' is named twice"),
        (["exago", "--bots", "random,greedy", "--players", "9"], "Exago is played by 2 to 6"),
        (["exago", "--bots", "random,greedy", "--effort", "0"], "effort must be a number above 0"),
        (["exago", "--bots", "random,greedy", "--option", "radius=9"], "radius: must be a whole number"),
        (["exago", "--bots", "random,greedy", "--file", "text.txt"], "text.txt cannot be used for results"),
        (["exago", "--bots", "random,greedy", "--workers", "1", "--cluster", "x"], "give one of them"),
        (["exago", "--bots", "random,greedy", "--players", "3", "--mixed"], "name at least 3 bots"),
        (["rpeort", "arena.sqlite"], "there is no game 'rpeort': did you mean 'parlour arena report'?"),
        (["exago", "--bots", "1,2", "--games", "many"], "--games must be a whole number of at least 1, not 'many'"),
        (["exago", "--bots", "1,2", "--games=0"], "--games must be a whole number of at least 1, not '0'"),
        (["exago", "--bots", "1,2", "--players", "2.5"], "--players must be a whole number, not '2.5'"),
        (["exago", "--bots", "1,2", "--effort", "much"], "--effort must be a number, not 'much'"),
        (["report", "missing.sqlite"], "there is no file missing.sqlite"),
        (["report", "text.txt"], "text.txt cannot be used for results"),
    ],
)
def test_invalid_arguments_are_reported_in_one_line(tmp_path: Path, arguments: list[str], sentence: str) -> None:
    (tmp_path / "text.txt").write_text("a text, and no database at all")
    done = run_here("arena", *arguments, folder=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert sentence in done.stderr
    assert done.stderr.startswith("parlour: ")
    assert done.stderr.count("\n") == 1


def test_without_scipy_the_arena_names_the_command_before_it_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "scipy", None)
    done = run_here(*QUICK, "--games", "2", folder=tmp_path)
    assert done.returncode == 2
    assert done.stderr == (
        "parlour: the arena's intervals need SciPy: in the clone of Parlour, .venv/bin/pip install -e '.[arena]'\n"
    )
    assert not (tmp_path / "arena.sqlite").exists()


@pytest.mark.parametrize("extra", ["matplotlib", "distributed"])
def test_missing_packages_are_named_with_their_install_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, extra: str
) -> None:
    monkeypatch.setitem(sys.modules, extra, None)
    if extra == "matplotlib":
        assert run(*QUICK, "--games", "2", folder=tmp_path).returncode == 0
        done = run_here("arena", "report", "-o", "page.html", folder=tmp_path)
        assert "in the clone of Parlour, .venv/bin/pip install -e '.[arena]'" in done.stderr
        assert not (tmp_path / "page.html").exists()
    else:
        done = run_here(*QUICK[:-2], "--cluster", "tcp://127.0.0.1:9", folder=tmp_path)
        assert "in the clone of Parlour, .venv/bin/pip install -e '.[cluster]'" in done.stderr
    assert done.returncode == 2


def test_help_describes_both_subcommands(tmp_path: Path) -> None:
    shown = run_here("arena", "--help", folder=tmp_path, columns=120).stdout
    assert "arena [OPTIONS] GAME|report" in shown
    assert re.search(r"^│ run +Let bots play", shown, re.M)
    assert re.search(r"^│ report +Report the results", shown, re.M)
    details = run_here("arena", "exago", "--help", folder=tmp_path, columns=120).stdout
    for name in ("players", "bots", "games", "seed", "effort", "option", "file", "workers", "cluster"):
        assert re.search(rf"--{name} +\S+ +", details), name
    for flag in ("--mixed", "--stop-when-sure", "--json"):
        assert re.search(rf"{flag} +[A-Z]", details), flag
    assert run_here("arena", folder=tmp_path, columns=120).stdout.rstrip() == shown.rstrip()


def test_self_play_is_played_and_reported_separately(tmp_path: Path) -> None:
    equals = ("arena", "tracktic", "--players", "3", "--bots", "random,random,random", "--workers", "1")
    first = run(*equals, "--games", "3", folder=tmp_path)
    assert first.returncode == 0, first.stderr
    assert first.stdout.startswith("Tracktic, 3 seats, random in each\n")
    assert re.search(r"^ random +\d+\.\d\d +-?\d+\.\d\d to \d+\.\d\d", first.stdout, re.M)  # the mean path
    assert games_in(tmp_path / "arena.sqlite") == [("random", deal, 0) for deal in range(3)]
    assert "stop-when-sure" not in first.stderr
    again = run_here(*equals, "--games", "3", "--stop-when-sure", folder=tmp_path)
    assert again.stdout == first.stdout
    assert "--stop-when-sure has no effect: with one bot there is nothing to compare.\n" in again.stderr
    figures = json.loads(run_here("arena", "report", "--json", folder=tmp_path).stdout)
    command = "parlour arena tracktic --players 3 --bots random,random,random --games 3"
    assert figures[0]["commands"] == [command, f"{command} --stop-when-sure"]
