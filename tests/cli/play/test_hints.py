"""Hints, and playing against one bot by its name."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import parlour
from parlour.bots import NAMES
from parlour.cli.play import hints
from tests.cli.sessions import lines, loaded, session
from tests.cli.terminal_driver import run_here


@pytest.mark.parametrize("game", ["exago", "traxx", "cirplexed", "tracktic"])
def test_a_hint_is_a_move_of_the_strongest_bot(tmp_path: Path, game: str) -> None:
    shown = run_here("play", game, "--seed", "3", folder=tmp_path, typed=lines("hint", "save a.txt", "quit")).stdout
    found = re.search(rf"^Level {NAMES[-1]} would play: (.+)$", shown, re.M)
    assert found is not None
    assert loaded(tmp_path / "a.txt").is_move(0, found[1])


def test_candidates_are_listed_most_visited_first() -> None:
    match = parlour.new("exago")
    playing, output = session(match, ["me", "me"], "hint", "f6", "hint", "quit", "n")
    playing.run()
    shown = output.getvalue()
    assert "would play: f6\n" in shown
    rows = re.findall(r"^ +(\w+) +value (\S+) +visits (\d+) *$", shown, re.M)  # the only first move needs no table
    assert 1 < len(rows) <= hints.SHOWN
    assert {text for text, _, _ in rows} <= set(match.legal(1))
    visits = [int(number) for _, _, number in rows]
    assert visits == sorted(visits, reverse=True)
    assert shown.count("Values go from 0 (lost) to 1 (won).\n") == 1


def test_solo_hints_do_not_mention_opponents(tmp_path: Path) -> None:
    arguments = ("play", "traxx", "--players", "1", "--seed", "3")
    shown = run_here(*arguments, folder=tmp_path, typed=lines("hint", "quit")).stdout
    assert re.search(r"^ +c5 .+ value 0\.\d\d +visits \d+ *$", shown, re.M)
    assert "Values go from 0 to 1, higher for more points.\n" in shown
    assert not re.search(r"\b(others?|win|loss)\b", shown)


def test_one_bot_in_every_other_seat(tmp_path: Path) -> None:
    arguments = ("play", "exago", "--bot", "random", "--players", "3")
    shown = run_here(*arguments, folder=tmp_path, typed=lines("f6", "save a.txt", "quit"))
    assert shown.stdout.startswith("Exago: red (you), blue (random) and yellow (random).\n")
    assert [seat for seat, _ in loaded(tmp_path / "a.txt").moves] == [0, 1, 2]
    two = run_here("play", "exago", "--bot", "RANDOM", folder=tmp_path, typed=lines("quit"))
    assert two.stdout.startswith("Exago: red (you) and blue (random).\n")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["exago", "--bot", "bob"], "there is no bot 'bob': write random"),
        (["exago", "--bot", "me"], "there is no bot 'me': write random"),
        (["exago", "--bot", "random,greedy"], "--bot names one bot"),
        (["exago", "--bot", "random", "--seats", "me,random"], "give one of them"),
        (["--resume", "a.txt", "--bot", "random"], "--resume restores the"),
    ],
)
def test_invalid_arguments_are_reported_in_one_line(tmp_path: Path, arguments: list[str], sentence: str) -> None:
    done = run_here("play", *arguments, folder=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert sentence in done.stderr


def test_a_bot_without_another_seat_is_refused(tmp_path: Path) -> None:
    done = run_here("play", "traxx", "--players", "1", "--bot", "3", folder=tmp_path)
    assert done.returncode == 2
    assert "leave it out, or give --players 2 or more" in done.stderr
