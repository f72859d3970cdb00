"""`parlour annotate`: the review of a record."""

from __future__ import annotations

import json
import re
from pathlib import Path

import msgspec
import pytest

import parlour
from parlour.bots import annotation_of
from parlour.bots.analysis import luck
from parlour.bots.analysis.grades import FLAGGED
from parlour.bots.annotation import Annotation
from tests.bots.analysis.matches import begun, finished
from tests.cli.terminal_driver import run_here

FEW = ("--simulations", "30", "--seed", "2")


def test_the_json_is_the_annotation(tmp_path: Path) -> None:
    match = begun("exago", 2, 6)
    shown = run_here("annotate", "-", *FEW, "--json", folder=tmp_path, typed=match.record())
    assert (shown.returncode, shown.stderr) == (0, "")
    told = msgspec.json.decode(shown.stdout, type=Annotation)
    assert told == parlour.annotate(match, simulations=30, seed=2)
    assert [move["played"]["text"] for move in json.loads(shown.stdout)["moves"]] == [text for _, text in match.moves]


def test_people_see_every_move_and_the_turning_points_with_the_better_line(tmp_path: Path) -> None:
    match = parlour.new("exago", players=2, names=["Ann", "Ben"])
    for ply, text in enumerate("f6 e6 g6 g7 h6 h7 i6 f7 j6".split()):
        match.play(ply % 2, text)
    (tmp_path / "game.txt").write_text(match.record())
    shown = run_here("annotate", "game.txt", *FEW, folder=tmp_path).stdout
    told = parlour.annotate(match, simulations=30, seed=2)
    assert shown.startswith("Exago, 9 moves. Ann (red) won. A line is complete.\n")
    rows = re.findall(r"^ +(\d+) +(red|blue) +(\S+) +(\w+) +(\d\.\d\d)(?: +(\d\.\d\d) +(\S+))? *$", shown, re.M)
    assert [(row[2], row[3]) for row in rows] == [
        (move.played.text, "forced" if move.is_forced else move.grade) for move in told.moves
    ]
    assert [row[4] for row in rows] == [f"{move.played.value:.2f}" for move in told.moves]
    move = told.moves[7]
    assert f"Move 8, Ben (blue): f7 (blunder, loses {move.loss:.2f})" in shown
    assert f"  Better: {', '.join(move.best.line)}\n" in shown
    for flagged in told.moves:  # each with its reason, the turning points and the others
        if flagged.grade in FLAGGED:
            reason = f"Better: {flagged.best.text}" if flagged.message is None else flagged.message.text
            assert re.search(rf"Move {flagged.ply + 1}, .{{1,80}}\) {re.escape(reason)}", " ".join(shown.split()))
    assert re.search(r"^ red +5 +\d +\d +\d +0\.\d\d\d *$", shown, re.M)
    assert "Exago has no luck: nothing is dealt.\n" in shown
    assert max(map(len, shown.splitlines())) <= 80


def test_luck_and_the_best_possible_score_are_told_unless_unwanted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(luck, "SAME", 2)
    monkeypatch.setattr(luck, "OTHER", 2)
    record = finished("traxx", 1, 3).record()
    shown = run_here("annotate", "-", "--simulations", "1", folder=tmp_path, typed=record).stdout
    assert "Luck of the deal" in shown
    assert re.search(
        r"north( +\d\.\d\d ± \d\.\d\d){2}( +\d+\.\d ± \d\.\d){2} +a (good|poor) deal|an average deal", shown
    )
    assert max(map(len, shown.splitlines())) <= 80
    assert re.search(r"With all cards known, north could\s+have\s+scored\s+\d+", shown)
    short = run_here("annotate", "-", "--simulations", "1", "--no-luck", folder=tmp_path, typed=record).stdout
    assert "Luck" not in short
    assert "all cards known" not in short


def test_the_review_can_be_kept_in_the_record(tmp_path: Path) -> None:
    match = begun("exago", 2, 6)
    shown = run_here("annotate", "-", *FEW, "--json", "-o", "out.txt", folder=tmp_path, typed=match.record())
    kept = parlour.load((tmp_path / "out.txt").read_text())
    annotation = annotation_of(kept)
    assert annotation is not None
    assert [move.grade for move in annotation.moves] == [move["grade"] for move in json.loads(shown.stdout)["moves"]]
    assert kept.moves == match.moves
    assert shown.stderr == "Written to out.txt.\n"  # standard output is for the JSON
    written = (tmp_path / "out.txt").read_text()
    again = run_here("annotate", "out.txt", *FEW, "-o", "out.txt", folder=tmp_path)
    assert (again.stderr, again.stdout.splitlines()[-1]) == ("", "Written to out.txt.")
    assert (tmp_path / "out.txt").read_text() == written
    printed = run_here("annotate", "-", *FEW, "-o", "-", folder=tmp_path, typed=match.record())
    assert (printed.stderr, printed.stdout) == ("", written)
    both = run_here("annotate", "-", *FEW, "-o", "-", "--json", folder=tmp_path, typed=match.record())
    assert (both.returncode, both.stdout) == (2, "")
    assert "both print to standard output: give one of them" in both.stderr
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["out.txt"]


def test_a_file_that_cannot_be_written_is_refused_before_the_review(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parlour.bots, "annotate", None)
    (tmp_path / "folder").mkdir()
    for out, reason in (("nowhere/out.txt", "No such file or directory"), ("folder", "Is a directory")):
        refused = run_here("annotate", "-", "-o", out, folder=tmp_path, typed=begun("exago", 2, 6).record())
        assert (refused.returncode, refused.stderr) == (2, f"parlour: cannot write {out}: {reason}\n")


def test_messages_in_the_json_have_their_english_text(tmp_path: Path) -> None:
    match = parlour.new("exago", players=2)
    for ply, text in enumerate("f6 e6 g6 g7 h6 h7 i6 f7 j6".split()):
        match.play(ply % 2, text)
    shown = run_here("annotate", "-", *FEW, "--json", folder=tmp_path, typed=match.record())
    moves = parlour.annotate(match, simulations=30, seed=2).moves
    told = [move["message"] and move["message"]["text"] for move in json.loads(shown.stdout)["moves"]]
    assert told == [move.message and move.message.text for move in moves]
    assert any(told)


def test_a_game_that_goes_on_is_reviewed_so_far(tmp_path: Path) -> None:
    shown = run_here("annotate", "-", *FEW, folder=tmp_path, typed=begun("tracktic", 2, 2).record()).stdout
    assert shown.startswith("Tracktic, 2 moves. The game is not over.\n")
    assert "The luck of the deal is measured when the game is over.\n" in shown
    unplayed = run_here("annotate", "-", folder=tmp_path, typed=parlour.new("exago", players=2).record())
    assert (unplayed.returncode, unplayed.stdout) == (0, "Exago, 0 moves. The game is not over.\n")


def test_bad_input_is_refused_in_one_line(tmp_path: Path) -> None:
    record = begun("exago", 2, 2).record()
    for arguments, sentence in (
        (("-", "--simulations", "0"), "simulations must be a whole number above 0, not 0"),
        (("nowhere.txt",), "cannot read nowhere.txt: No such file"),
    ):
        shown = run_here("annotate", *arguments, folder=tmp_path, typed=record)
        assert (shown.returncode, shown.stdout) == (2, "")
        assert shown.stderr.startswith(f"parlour: {sentence}")
        assert shown.stderr.count("\n") == 1
