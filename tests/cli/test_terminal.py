"""Playing at a terminal: through pipes, in a pseudo-terminal, and with a keyboard made of lines."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from rich.console import Console
from rich.text import Text

import parlour
from parlour.cli import table
from parlour.cli.keyboard import Completer, Keyboard
from parlour.cli.screen import Screen
from parlour.cli.terminal import Session
from parlour.game import Game
from parlour.games import find
from parlour.match import Match
from tests.cli.terminal_driver import Terminal, run, run_here

RED_WINS = ["f6", "f5", "g6", "g5", "h6", "h5", "e6", "e5", "d6"]  # five in a row


def lines(*typed: str) -> str:
    return "".join(f"{line}\n" for line in typed)


def loaded(path: Path) -> parlour.Match:
    return parlour.load(path.read_text(encoding="utf-8"))


class Lines(Keyboard):
    """Somebody who types prepared lines and then leaves."""

    def __init__(self, typed: Iterable[str], is_live: bool = True) -> None:
        self.typed = list(typed)
        self.is_live = is_live
        self.prompts: list[str] = []

    def ask(self, prompt: str, completer: Completer | None = None) -> str:
        self.prompts.append(prompt)
        if not self.typed:
            raise EOFError
        return self.typed.pop(0)


def session(match: Match, seats: list[str], *typed: str, is_live: bool = True) -> tuple[Session, io.StringIO]:
    output = io.StringIO()
    screen = Screen(Console(file=output, width=80, force_terminal=False, highlight=False))
    return Session(match, seats, screen, Lines(typed, is_live), seed=1), output


# -- through a pipe ----------------------------------------------------------------------------------------------------


def test_two_people_play_to_the_end_save_and_see_it_again(tmp_path: Path) -> None:
    done = run("play", "exago", "--seats", "me,me", folder=tmp_path, typed=lines(*RED_WINS, "save won.txt", ""))
    assert done.returncode == 0
    assert done.stdout.index("Your turn, red.") < done.stdout.index("Your turn, blue.")
    assert "red: placed d6, line d6 e6 f6 g6 h6\n" in done.stdout
    assert "red wins: a line is complete.\n" in done.stdout
    assert "parlour replay won.txt" in done.stdout
    match = loaded(tmp_path / "won.txt")
    assert [text for _, text in match.moves] == RED_WINS
    assert str(match) in done.stdout
    again = run("replay", "won.txt", folder=tmp_path)
    assert again.stdout.endswith("red wins: a line is complete.\n")
    assert not (tmp_path / "state").exists()


def test_saved_games_are_resumed_with_their_bots(tmp_path: Path) -> None:
    first = run_here("play", "--seats", "me,random,me", "--seed", "4", folder=tmp_path, typed=lines("f6", "save g.txt"))
    assert "parlour play --resume g.txt" in first.stdout
    saved = loaded(tmp_path / "g.txt")
    assert saved.names == ["red", "blue (random)", "yellow"]
    assert len(saved.moves) == 2
    move = saved.legal(2)[0]
    second = run_here("play", "--resume", "g.txt", folder=tmp_path, typed=lines(move, "save h.txt", "quit"))
    assert str(saved) in second.stdout
    assert "Your turn, yellow." in second.stdout
    assert loaded(tmp_path / "h.txt").moves == [*saved.moves, (2, move)]
    third = run_here("play", "--resume", "h.txt", "--seats", "greedy,greedy,greedy", folder=tmp_path)
    assert re.search(r"wins: |Nobody wins: ", third.stdout)


def test_the_seed_decides_what_bots_do(tmp_path: Path) -> None:
    first, second = (
        run_here("play", "--seats", "random,greedy,random", "--seed", "12", folder=tmp_path).stdout for _ in range(2)
    )
    assert first == second
    assert "blue (greedy): placed" in first


def test_undo_takes_back_what_bots_answered(tmp_path: Path) -> None:
    typed = lines("undo", "f6", "undo", "F6", "save a.txt", "hint", "undo", "save b.txt", "quit")
    done = run_here("play", "--seats", "me,random,greedy", folder=tmp_path, typed=typed)
    assert "There is no move of yours to take back." in done.stdout
    assert [seat for seat, _ in loaded(tmp_path / "a.txt").moves] == [0, 1, 2]
    assert loaded(tmp_path / "b.txt").moves == []


def test_illegal_input_says_why_and_asks_again(tmp_path: Path) -> None:
    typed = lines("f6", "a9", "f6 e5", "pass", "nonsense", "E7", "quit")
    done = run_here("play", "--seats", "me,me", folder=tmp_path, typed=typed)
    assert "X9: a9 touches no tile: choose an empty cell that does, for example e6.\n" in done.stdout
    assert "X10: you have 12 in hand" in done.stdout
    assert "X14: you may pass only when no other move is legal" in done.stdout
    assert "Write a cell to place a tile (f6)" in done.stdout
    assert "Type ? for help." in done.stdout
    assert done.stdout.count("Your turn, blue.") == 5
    assert "blue: placed e7\n" in done.stdout


def test_moves_are_narrowed_word_by_word(tmp_path: Path) -> None:
    typed = lines("f6", "e6", "f6", "", "f6", "back", "f6", "?", "a1", "d6", "quit")
    done = run_here("play", "--seats", "me,me", "--option", "early_relocation=true", folder=tmp_path, typed=typed)
    assert "Your turn, red. Moves (… wants another word): d6 d7 e5 e7 f5 f6… f7 g5 g6\n" in done.stdout
    assert "f6 (Enter steps back) goes on with: d6 d7 e5 e7 f5\n" in done.stdout
    assert "After f6:\n  d6 d7\n  e5 e7\n  f5\n" in done.stdout
    assert done.stdout.count("red f6> ") == 5
    assert "X11: a1" in done.stdout or "X2: there is no cell a1" in done.stdout
    assert "red: lifted f6, placed d6\n" in done.stdout


def test_the_end_of_input_keeps_a_started_game(tmp_path: Path) -> None:
    nothing = run("play", "--seats", "me,me", folder=tmp_path)
    assert nothing.returncode == 0
    assert "--resume" not in nothing.stdout
    started = run("play", "--seats", "me,me", folder=tmp_path, typed="f6\ne6")
    assert started.returncode == 0
    command = re.search(r"^  parlour play --resume (.+)$", started.stdout, re.M)
    assert command is not None
    assert [text for _, text in loaded(Path(command[1])).moves] == ["f6", "e6"]
    assert Path(command[1]).is_relative_to(tmp_path / "state")
    assert "Traceback" not in started.stderr


def test_saving_never_writes_over_a_file(tmp_path: Path) -> None:
    (tmp_path / "dear.txt").write_text("dear")
    done = run_here(
        "play", "--seats", "me,me", folder=tmp_path, typed=lines("f6", "save dear.txt", "save", "save no/x.txt")
    )
    assert (tmp_path / "dear.txt").read_text() == "dear"
    assert "dear.txt exists and is left as it is.\nSaved as exago-1.txt." in done.stdout
    assert "Saved as exago-2.txt." in done.stdout
    assert "Cannot write no/x.txt: " in done.stdout
    assert loaded(tmp_path / "exago-1.txt").moves == [(0, "f6")]


def test_a_wide_board_is_not_torn_apart_by_a_narrow_window(tmp_path: Path) -> None:
    drawn = str(parlour.new("exago"))
    for columns in (30, 80, 120):
        assert drawn in run_here("play", "--seats", "me,me", folder=tmp_path, columns=columns).stdout


def test_resigning_lets_a_bot_play_on(tmp_path: Path) -> None:
    typed = lines("f6", "resign", "save r.txt", "quit")
    done = run_here("play", "--seats", "me,me,me", folder=tmp_path, typed=typed)
    assert "blue resigns; the bot 'greedy' plays on in that seat.\n  blue: placed " in done.stdout
    assert len(loaded(tmp_path / "r.txt").moves) == 2
    move = loaded(tmp_path / "r.txt").legal(2)[0]
    again = run_here("play", "--resume", "r.txt", folder=tmp_path, typed=lines(move, "resign"))
    assert "red resigns.\n" in again.stdout
    assert "yellow wins: all the others resigned." in again.stdout


def test_help_lists_commands_and_moves(tmp_path: Path) -> None:
    done = run_here(
        "play", "--seats", "me,me", folder=tmp_path, typed=lines("f6", "?", "help", "rules", "board", "quit")
    )
    for command in ("hint", "undo", "back", "board", "save", "rules", "resign", "quit"):
        assert re.search(rf"^ +{command} +\w", done.stdout, re.M), command
    assert done.stdout.count("Moves now:\n  e6 e7\n  f5 f7\n  g5 g6\n") == 2
    assert "X12" in done.stdout


# -- in a pseudo-terminal ----------------------------------------------------------------------------------------------


def test_a_person_beats_a_bot_with_hints_in_a_real_terminal(tmp_path: Path) -> None:
    with Terminal("play", "exago", "--seats", "me,random", "--seed", "3", folder=tmp_path) as terminal:
        for _ in range(60):
            before = terminal.expect("red> ", "\n> ")
            if "Enter leaves" in before:
                break
            assert "Your turn, red." in before
            terminal.type("hint")
            terminal.expect("'greedy' would play: ")
            terminal.expect("red> ")
            hints = re.findall(r"would play: ([a-k0-9 ]+)\n", terminal.seen)
            terminal.type(hints[-1])
        else:
            pytest.fail("the game did not end")
        assert "You win, red: a line is complete." in before
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
    with Terminal("play", "--seats", "me,me", folder=tmp_path) as terminal:
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
    for answer, files in (("n", []), ("", ["exago-1.txt"])):
        with Terminal("play", "--seats", "me,me", folder=tmp_path) as terminal:
            terminal.expect("red> ")
            terminal.type("f6")
            terminal.expect("blue> ")
            terminal.type("quit")
            terminal.expect("Save the game first? [Y/n] ")
            terminal.type(answer)
            assert terminal.end() == 0
        assert sorted(path.name for path in tmp_path.glob("*.txt")) == files


def test_ctrl_c_and_ctrl_d_end_cleanly_and_say_how_to_go_on(tmp_path: Path) -> None:
    for number, key in enumerate(("Ctrl-C", "Ctrl-D"), 1):
        with Terminal("play", "--seats", "me,me", folder=tmp_path) as terminal:
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


def test_an_existing_file_is_asked_about(tmp_path: Path) -> None:
    (tmp_path / "dear.txt").write_text("dear")
    with Terminal("play", "--seats", "me,me", folder=tmp_path) as terminal:
        for answer, result in (("n", "Not saved."), ("y", "Saved as dear.txt.")):
            terminal.expect("red> ")
            terminal.type("save dear.txt")
            terminal.expect("dear.txt exists. Write over it? [y/N] ")
            assert (tmp_path / "dear.txt").read_text() == "dear"
            terminal.type(answer)
            terminal.expect(result)
    assert loaded(tmp_path / "dear.txt").moves == []


# -- games that are not Exago ------------------------------------------------------------------------------------------


def test_enter_says_done_where_a_move_begins_others() -> None:
    game = replace(find("exago"), complete=lambda s, seat, words: ["gently"] if words == ["f6"] else [])
    match = Match.new(game, 2)
    playing, output = session(match, ["me", "me"], "f6", "back", "f6", "", "quit", "n")
    playing.run()
    assert match.moves == [(0, "f6")]
    assert output.getvalue().count("Enter plays f6; or go on with: gently") == 2


def with_secrets() -> Game:
    """Exago, had each seat something that only it may see."""
    game = find("exago")
    view: Any = SimpleNamespace(
        Board=game.view.Board,
        board=lambda s, seat: f"secret of {seat}",
        events=lambda before, after, mover, text, seat: [{"kind": "moved", "seat": mover, "seen_by": str(seat)}],
    )
    draw: Any = SimpleNamespace(terminal=lambda s, seat, last="": Text(f"secret of {seat}"), svg=game.draw.svg)
    return replace(game, view=view, draw=draw)


def test_secrets_are_wiped_before_the_next_person_looks() -> None:
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
    prompts = [prompt for prompt in playing.keyboard.prompts if "nobody else looks" in prompt]  # type: ignore[attr-defined]
    assert [prompt.split()[1] for prompt in prompts] == ["red:", "blue:", "red:"]


def test_one_person_sees_the_own_secret_at_once() -> None:
    match = Match.new(with_secrets(), 2)
    playing, output = session(match, ["me", "random"], "f6", "quit", "n")
    playing.run()
    assert "\x1b[3J" not in output.getvalue()
    assert set(re.findall(r"secret of (\w+)", output.getvalue())) == {"0"}
    assert output.getvalue().count("moved 0") == 2


def test_undo_after_the_end_goes_on_playing() -> None:
    match = parlour.new("exago", players=2)
    for ply, text in enumerate(RED_WINS[:-1]):
        match.play(ply % 2, text)
    playing, output = session(match, ["me", "me"], "d6", "what", "undo", "resign", "y", "undo", "quit", "n")
    playing.run()
    assert "red wins: a line is complete." in output.getvalue()
    assert "The game is over: type save, undo, or just Enter." in output.getvalue()
    assert "blue wins: red resigned." in output.getvalue()
    assert match.waiting == (1,)
    assert len(match.moves) == len(RED_WINS) - 2


def test_a_menu_asks_which_game(monkeypatch: pytest.MonkeyPatch) -> None:
    exago = find("exago")
    shelf = {"exago": exago, "toy": replace(exago, name="toy", title="Toy")}

    def find_toy(name: str) -> Game:
        if name in shelf:
            return shelf[name]
        raise parlour.UnknownGame("none")

    monkeypatch.setattr(table, "games", lambda: list(shelf))
    monkeypatch.setattr(table, "find", find_toy)
    for typed, name in ((["9", "what", "2"], "toy"), (["Toy"], "toy"), (["1"], "exago")):
        output = io.StringIO()
        screen = Screen(Console(file=output, width=80))
        assert table.chosen_game(None, screen, Lines(typed)).name == name
        assert "  1  Exago: Line up" in output.getvalue()
        assert output.getvalue().count("Type a number from 1 to 2, or a name.") == len(typed) - 1
