"""Playing in a real pseudo-terminal: completion, questions, Ctrl-C."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.sessions import loaded
from tests.cli.terminal_driver import Terminal


def test_a_person_beats_a_bot_with_hints_in_a_real_terminal(tmp_path: Path) -> None:
    with Terminal("play", "exago", "--seats", "me,random", "--seed", "3", folder=tmp_path) as terminal:
        for _ in range(60):
            before = terminal.expect("red> ", "\n> ")
            if "Enter leaves" in before:
                break
            assert "Your turn, red." in before
            terminal.type("hint")
            terminal.expect("Level 5 would play: ")
            terminal.expect("red> ")
            hints = re.findall(r"would play: ([a-k0-9 ]+)\n", terminal.seen)
            terminal.type(hints[-1])
        else:
            pytest.fail("the game did not end")
        assert "You won. A line is complete." in before
        terminal.type("save")
        terminal.expect("parlour replay exago-1.txt")
        terminal.type("")
        assert terminal.end() == 0
        assert "\x1b[1;38;" in terminal.raw  # in colour
    assert loaded(tmp_path / "exago-1.txt").outcome is not None
    with Terminal("replay", "exago-1.txt", folder=tmp_path) as terminal:
        terminal.expect("The start")
        terminal.expect("> ")
        terminal.type("")
        terminal.expect("Move 1 of")
        terminal.expect("> ")
        terminal.type("3")
        terminal.expect("Move 3 of")
        terminal.type("b")
        terminal.expect("Move 2 of")
        terminal.type("x")
        terminal.expect("Enter shows the next move")
        terminal.type("q")
        assert terminal.end() == 0


def test_tab_completes_words(tmp_path: Path) -> None:
    with Terminal("play", "exago", "--seats", "me,me", folder=tmp_path) as terminal:
        terminal.expect("red> ")
        terminal.type("f\t")
        terminal.expect("red: placed f6")
        terminal.expect("blue> ")
        terminal.type("und\t")
        terminal.expect("Taken back.")
        terminal.expect("red> ")
        terminal.type("quit")  # nothing to save
        assert terminal.end() == 0


def test_quitting_offers_to_save(tmp_path: Path) -> None:
    for answer, said, files in (("NO", "Not saved.", []), ("", "Saved as exago-1.txt.", ["exago-1.txt"])):
        with Terminal("play", "exago", "--seats", "me,me", folder=tmp_path) as terminal:
            terminal.expect("red> ")
            terminal.type("f6")
            for wrong, told in (("save", "Please type yes, no or cancel."), ("c", "The game goes on.")):
                terminal.expect("blue> ")
                terminal.type("quit")
                terminal.expect("Save the game first? (c: keep playing) [Y/n/c] ")
                terminal.type(wrong)
                terminal.expect(told)
                if wrong != "c":
                    terminal.type("cancel")
                    terminal.expect("The game goes on.")
            terminal.expect("blue> ")
            terminal.type("quit")
            terminal.expect("[Y/n/c] ")
            terminal.type(answer)
            terminal.expect(said)
            assert terminal.end() == 0
        assert sorted(path.name for path in tmp_path.glob("*.txt")) == files


def test_ctrl_c_and_ctrl_d_end_cleanly_and_say_how_to_continue(tmp_path: Path) -> None:
    for number, key in enumerate(("Ctrl-C", "Ctrl-D"), 1):
        with Terminal("play", "exago", "--seats", "me,me", folder=tmp_path) as terminal:
            terminal.expect("red> ")
            terminal.type("f6")
            terminal.expect("blue> ")
            if key == "Ctrl-C":
                terminal.interrupt()
            else:
                terminal.type("\x04", end="")
            terminal.expect("parlour play --resume ")
            assert terminal.end() == 0
            assert "Traceback" not in terminal.seen
        assert len(list((tmp_path / "state" / "parlour").iterdir())) == number


def test_overwriting_a_file_needs_confirmation(tmp_path: Path) -> None:
    (tmp_path / "dear.txt").write_text("dear")
    with Terminal("play", "exago", "--seats", "me,me", folder=tmp_path) as terminal:
        for answer, result in (("n", "Not saved."), ("y", "Saved as dear.txt.")):
            terminal.expect("red> ")
            terminal.type("save dear.txt")
            terminal.expect("dear.txt already exists. Overwrite it? [y/N] ")
            assert (tmp_path / "dear.txt").read_text() == "dear"
            terminal.type(answer)
            terminal.expect(result)
    assert loaded(tmp_path / "dear.txt").moves == []


def test_ctrl_c_first_clears_what_was_typed(tmp_path: Path) -> None:
    with Terminal("play", "exago", "--seats", "me,me", folder=tmp_path) as terminal:
        terminal.expect("red> ")
        terminal.type("f6")
        terminal.expect("blue> ")
        for line in ("e7", "e6"):
            terminal.type("rubbish", end="")
            terminal.expect("rubbish")
            terminal.interrupt()
            terminal.expect("Press Ctrl-C again, or type quit, to leave.")
            terminal.expect("> ")
            terminal.type(line)
            terminal.expect(f"placed {line}")
            terminal.expect("> ")
        terminal.type("rub", end="")
        terminal.expect("rub")
        terminal.interrupt()
        terminal.expect("Press Ctrl-C again, or type quit, to leave.")
        terminal.expect("> ")
        terminal.interrupt()
        terminal.expect("parlour play --resume ")
        assert terminal.end() == 0
        assert "Traceback" not in terminal.seen
