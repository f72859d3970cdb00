"""`parlour play` on a machine that has compiled nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from parlour import kernel
from parlour.bots import warming_words
from tests.cli.terminal_driver import Terminal

pytestmark = pytest.mark.skipif(not kernel.IS_COMPILED, reason="plain Python compiles nothing")


def test_a_game_begins_at_once_and_a_high_level_says_that_it_is_warming_up(tmp_path: Path) -> None:
    options = ("play", "exago", "--bot", "5")
    with Terminal(*options, folder=tmp_path, NUMBA_CACHE_DIR=str(tmp_path), PARLOUR_COMPILE="") as terminal:
        for text in ("f6", "f7"):
            terminal.expect("red> ")
            terminal.type(text)
        terminal.expect("red> ")
        shown = " ".join(terminal.seen.split())
        assert shown.count(warming_words("5")) == 1  # once, though it has moved twice
        assert "Getting the rules ready" not in shown
        terminal.type("quit")
        terminal.expect("Save the game first?")
        terminal.type("n")
        assert terminal.end() == 0
    assert not list(tmp_path.glob("parlour/*/exago.warm")), "too late for this test"


def test_a_seed_promises_the_same_bots_so_it_waits_for_the_compiler(tmp_path: Path) -> None:
    options = ("play", "traxx", "--players", "1", "--seed", "7")
    with Terminal(*options, folder=tmp_path, NUMBA_CACHE_DIR=str(tmp_path), PARLOUR_COMPILE="") as terminal:
        terminal.expect("Getting the rules ready")
