"""Playing with prepared lines: other games than Exago, and files that cannot be written."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from rich.console import Console
from rich.text import Text

import parlour
from parlour.cli.play import new_match
from parlour.cli.replay import Replay
from parlour.cli.terminal.screen import Screen
from parlour.game import Game
from parlour.games import find
from parlour.games.traxx.sheets import STANDARD, sheet_of
from parlour.match import Match
from tests.cli.sessions import Lines, session


def test_enter_plays_a_move_that_is_a_prefix_of_others() -> None:
    complete = lambda s, seat, words, moves: ["gently"] if words == ["f6"] else []  # noqa: E731
    match = Match.new(replace(find("exago"), complete=complete, step=None), 2)
    playing, output = session(match, ["me", "me"], "f6", "back", "f6", "", "quit", "n")
    playing.run()
    assert match.moves == [(0, "f6")]
    assert output.getvalue().count("f6 continues with: gently (Enter plays f6)") == 2


def with_secrets() -> Game:
    """Exago with something on the board that only its seat may see."""
    game = find("exago")
    view: Any = SimpleNamespace(
        Board=game.view.Board,
        board=lambda s, seat: f"secret of {seat}",
        events=lambda before, after, mover, text, seat: [{"kind": "moved", "seat": mover, "seen_by": str(seat)}],
    )
    draw: Any = SimpleNamespace(terminal=lambda s, seat, last="": Text(f"secret of {seat}"), svg=game.draw.svg)
    return replace(game, view=view, draw=draw)


def test_the_screen_is_cleared_before_the_next_person_looks() -> None:
    match = Match.new(with_secrets(), 3)
    playing, output = session(match, ["me", "me", "random"], "", "f6", "", "e6", "", "quit", "n")
    playing.run()
    assert [seat for seat, _ in match.moves] == [0, 1, 2]
    first, *screens = output.getvalue().split("\x1b[3J")
    assert "secret" not in first
    assert len(screens) == 3
    for screen, seat in zip(screens, (0, 1, 0), strict=True):
        assert set(re.findall(r"secret of (\w+)", screen)) == {str(seat)}
        assert set(re.findall(r"moved (\w+)", screen)) <= {str(seat)}
    assert screens[2].count("moved 0") == 3  # its own move and the two answers
    prompts = [prompt for prompt in playing.keyboard.prompts if "nobody else is looking" in prompt]  # type: ignore[attr-defined]
    assert [prompt.split()[1] for prompt in prompts] == ["red:", "blue:", "red:"]


def test_a_single_person_sees_their_own_choice_immediately() -> None:
    match = Match.new(with_secrets(), 2)
    playing, output = session(match, ["me", "random"], "f6", "quit", "n")
    playing.run()
    assert "\x1b[3J" not in output.getvalue()
    assert set(re.findall(r"secret of (\w+)", output.getvalue())) == {"0"}
    assert output.getvalue().count("moved 0") == 2


def test_a_game_that_cannot_be_saved_is_not_lost(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def fails(*_: object) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("parlour.cli.record_files.keep", fails)
    playing, output = session(parlour.new("exago"), ["me", "me"], "f6", "quit", "y", "e6", "quit", "n")
    playing.run()
    assert "Cannot write .: No space left on device.\nThe game goes on.\n" in output.getvalue()
    assert "blue: placed e6\n" in output.getvalue()


def test_a_menu_offers_all_games(monkeypatch: pytest.MonkeyPatch) -> None:
    exago = find("exago")
    shelf = {"exago": exago, "toy": replace(exago, name="toy", title="Toy")}

    def find_toy(name: str) -> Game:
        if name in shelf:
            return shelf[name]
        raise parlour.UnknownGame("none")

    monkeypatch.setattr(new_match, "list_games", lambda: list(shelf))
    monkeypatch.setattr(new_match, "find", find_toy)
    for typed, name in ((["9", "what", "2"], "toy"), (["Toy"], "toy"), (["1"], "exago")):
        output = io.StringIO()
        screen = Screen(Console(file=output, width=80))
        assert new_match.chosen_game(None, screen, Lines(typed)).name == name
        assert "  1  Exago: Line up" in output.getvalue()
        assert output.getvalue().count("Type a number from 1 to 2, a name, or quit.") == len(typed) - 1


def test_a_complete_move_is_played_and_enter_never_steps_back() -> None:
    match = parlour.new("traxx", players=2, deal={"cards": list(range(15)), "starts": ["f3", "c5"]})
    playing, output = session(match, ["me", "random"], "f3", "", "f3 e3 f2", "quit", "n")
    playing.run()
    assert match.moves[0] == (0, "f3 e3 f2")  # although it could be continued
    assert output.getvalue().count("(back takes a word back)") == 2


def test_a_custom_sheet_is_not_printed_in_full() -> None:
    sheet = {**sheet_of(STANDARD), "starts": ["f3", "c5", "d7", "g4"]}
    playing, output = session(parlour.new("traxx", sheet=sheet), ["me"], "?", "quit", "n")
    playing.run()
    assert "Options: sheet of your own.\n" in output.getvalue()
    assert "ends are in brackets" in " ".join(output.getvalue().split())  # ? tells how to read the board


def test_replay_skips_positions_that_look_the_same() -> None:
    match = parlour.new("traxx", players=3, seed=1)
    for seat in (0, 1, 2, 0, 1):
        match.play(seat, "pass")
    output = io.StringIO()
    Replay(match, Screen(Console(file=output, width=100)), None).run()
    assert output.getvalue().count("Card ") == 3  # the start, the closed round, and the current position
