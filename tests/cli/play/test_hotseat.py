"""Two people at one terminal who may not know each other's choices."""

from __future__ import annotations

from pathlib import Path

from tests.cli.terminal_driver import Terminal

UP = "\x1b[A"


def test_the_next_person_cannot_recall_what_was_typed(tmp_path: Path) -> None:
    with Terminal("play", "traxx", "--seats", "me,me", "--seed", "4", folder=tmp_path) as terminal:
        terminal.expect("north> ")
        terminal.type("pass")
        terminal.expect("Now east: press Enter when nobody else is looking. ")
        terminal.type("")
        terminal.expect("east> ")
        terminal.type(UP + "hint")
        shown = terminal.expect("Level 5 would play")
        assert "pass" not in shown.partition("hint")[0]
        terminal.type("undo")
        terminal.expect("The last move is a hidden choice of north.")
        terminal.type("pass")
        terminal.expect("Now north: press Enter when nobody else is looking. ")
        terminal.type("quit")
        terminal.expect("Save the game first")
        terminal.type("n")
