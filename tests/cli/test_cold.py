"""`parlour play` on a machine that has compiled nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from parlour import compiling, kernel
from parlour.bots import Bot, new_bot, warming_words
from parlour.cli.play import seats
from parlour.games import find
from parlour.match import Match
from tests.cli.terminal_driver import Terminal

pytestmark = pytest.mark.skipif(not kernel.IS_COMPILED, reason="plain Python compiles nothing")


def test_a_game_starts_immediately_and_a_high_level_says_that_it_is_warming_up(tmp_path: Path) -> None:
    options = ("play", "exago", "--bot", "5")
    with Terminal(*options, folder=tmp_path, NUMBA_CACHE_DIR=str(tmp_path), PARLOUR_COMPILE="") as terminal:
        for text in ("f6", "f7"):
            terminal.expect("red> ")
            terminal.type(text)
        terminal.expect("red> ")
        shown = " ".join(terminal.seen.split())
        assert shown.count(warming_words("5")) == 1  # once, though it has moved twice
        assert "Compiling Exago" not in shown
        terminal.type("hint")
        terminal.expect("Level 3 would play: ")  # and nobody waits for level 5
        terminal.expect("red> ")
        terminal.type("quit")
        terminal.expect("Save the game first?")
        terminal.type("n")
        assert terminal.end() == 0
    assert not list(tmp_path.glob("parlour/*/exago.warm")), "too late for this test"


def test_a_seed_makes_play_wait_for_the_compiler(tmp_path: Path) -> None:
    options = ("play", "traxx", "--players", "1", "--seed", "7")
    with Terminal(*options, folder=tmp_path, NUMBA_CACHE_DIR=str(tmp_path), PARLOUR_COMPILE="") as terminal:
        terminal.expect("Compiling Träxx")


@pytest.mark.parametrize(("is_compiled", "further"), [(False, ["3"]), (True, [])])
def test_level_3_plays_for_a_high_level_until_it_is_compiled(
    is_compiled: bool, further: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []

    def noted(game: str, name: str, seed: None) -> Bot:
        made.append(name)
        return new_bot(game, name, simulations=1)

    monkeypatch.setattr(compiling, "is_compiled", lambda game: is_compiled)
    monkeypatch.setattr(seats, "new_bot", noted)
    at_table = seats.Seats(Match.new(find("exago")), ["5", "random"])
    assert at_table.is_warming_up(0) is not is_compiled
    assert not at_table.is_warming_up(1)
    assert at_table.choice(0) == "f6"
    assert made == ["5", "random", *further]
