"""Watching bots play each other."""

from __future__ import annotations

import os
import re
import signal
from pathlib import Path

import pytest

from tests.cli.terminal_driver import Terminal, run_here


@pytest.mark.parametrize(
    ("game", "bots"), [("exago", "greedy,random,greedy"), ("traxx", "greedy"), ("cirplexed", "random,greedy")]
)
def test_a_game_is_drawn_move_by_move_to_its_end(tmp_path: Path, game: str, bots: str) -> None:
    arguments = ("watch", game, "--bots", bots, "--pause", "0", "--seed", "7")
    shown = run_here(*arguments, folder=tmp_path)
    assert shown.returncode == 0, shown.stderr
    for bot in bots.split(","):
        assert f"({bot})" in shown.stdout.partition("\n")[0]
    moves = [int(number) for number in re.findall(r"^Move (\d+)$", shown.stdout, re.M)]
    assert len(moves) > 3
    if game == "cirplexed":  # a round is drawn when all have chosen
        assert moves == sorted(moves)
        assert all(number % 2 == 0 for number in moves)
    else:
        assert moves == list(range(1, moves[-1] + 1))
    assert re.search(r"\bwon\b|share the win|\d points?\.", shown.stdout)
    assert run_here(*arguments, folder=tmp_path).stdout == shown.stdout


def test_ctrl_c_stops_with_a_message(tmp_path: Path) -> None:
    with Terminal("watch", "exago", "--bots", "random,greedy", "--pause", "30", folder=tmp_path) as terminal:
        terminal.expect("Move 1")
        terminal.expect("\n\n")
        os.killpg(terminal.process.pid, signal.SIGINT)
        terminal.expect("Stopped after 1 move.")
        assert terminal.end() == 0
    assert "Traceback" not in terminal.seen


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["exago", "--bots", "random"], "Exago is played by 2 to 6, not by 1"),
        (["exago", "--bots", "random,me"], "there is no bot 'me'"),
        (["exago", "--bots", "random,greedy", "--effort", "-1"], "effort must be a number above 0"),
    ],
)
def test_invalid_arguments_are_reported_in_one_line(tmp_path: Path, arguments: list[str], sentence: str) -> None:
    done = run_here("watch", *arguments, folder=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert sentence in done.stderr
