"""Playing at a terminal, with lines from a pipe."""

from __future__ import annotations

import re
from pathlib import Path

import parlour
from parlour.seat import Seat
from tests.cli.sessions import RED_WINS, lines, loaded
from tests.cli.terminal_driver import Terminal, run, run_here


def test_two_people_play_to_the_end_save_and_replay(tmp_path: Path) -> None:
    done = run("play", "exago", "--seats", "me,me", folder=tmp_path, typed=lines(*RED_WINS, "save won.txt", ""))
    assert done.returncode == 0
    assert done.stdout.index("Your turn, red.") < done.stdout.index("Your turn, blue.")
    assert "red: placed d6, line d6 e6 f6 g6 h6\n" in done.stdout
    assert "red won. A line is complete.\n" in done.stdout
    assert "parlour replay won.txt" in done.stdout
    match = loaded(tmp_path / "won.txt")
    assert [text for _, text in match.moves] == RED_WINS
    assert str(match) in done.stdout
    again = run("replay", "won.txt", folder=tmp_path)
    assert again.stdout.endswith("red won. A line is complete.\n")
    assert not (tmp_path / "state").exists()


def test_saved_games_are_resumed_with_their_bots(tmp_path: Path) -> None:
    first = run_here(
        "play", "exago", "--seats", "me,random,me", "--seed", "4", folder=tmp_path, typed=lines("f6", "save g.txt")
    )
    assert "parlour play --resume g.txt" in first.stdout
    saved = loaded(tmp_path / "g.txt")
    assert saved.seats == [Seat("person", "red"), Seat("bot", "blue", "random"), Seat("person", "yellow")]
    assert len(saved.moves) == 2
    move = saved.legal(2)[0]
    second = run_here("play", "--resume", "g.txt", folder=tmp_path, typed=lines(move, "save h.txt", "quit"))
    assert str(saved) in second.stdout
    assert "Your turn, yellow." in second.stdout
    assert loaded(tmp_path / "h.txt").moves == [*saved.moves, (2, move)]
    third = run_here("play", "--resume", "h.txt", "--seats", "greedy,greedy,greedy", folder=tmp_path)
    assert re.search(r" won\b|Nobody won", third.stdout)


def test_the_seed_determines_the_moves_of_bots(tmp_path: Path) -> None:
    first, second = (
        run_here("play", "exago", "--seats", "random,greedy,random", "--seed", "12", folder=tmp_path).stdout
        for _ in range(2)
    )
    assert first == second
    assert "blue (greedy): placed" in first


def test_undo_takes_back_what_bots_answered(tmp_path: Path) -> None:
    typed = lines("undo", "f6", "undo", "F6", "save a.txt", "hint", "undo", "save b.txt", "quit")
    done = run_here("play", "exago", "--seats", "me,random,greedy", folder=tmp_path, typed=typed)
    assert "You have made no move to take back." in done.stdout
    assert [seat for seat, _ in loaded(tmp_path / "a.txt").moves] == [0, 1, 2]
    assert loaded(tmp_path / "b.txt").moves == []


def test_illegal_input_says_why_and_asks_again(tmp_path: Path) -> None:
    typed = lines("f6", "a9", "f6 e5", "pass", "nonsense", "E7", "quit")
    done = run_here("play", "exago", "--seats", "me,me", folder=tmp_path, typed=typed)
    assert "X9: a9 touches no tile: choose an empty cell that does, for example e6.\n" in done.stdout
    assert "X10: you have 12 tiles in hand: place one, for example " in done.stdout
    assert "X14: you may pass only when no other move is legal" in done.stdout
    assert "Write a cell to place a tile (f6)" in done.stdout
    assert "Type ? for help." in done.stdout
    assert done.stdout.count("Your turn, blue.") == 5
    assert "blue: placed e7\n" in done.stdout


def test_moves_are_narrowed_word_by_word(tmp_path: Path) -> None:
    typed = lines("f6", "e6", "f6", "", "f6", "back", "f6", "?", "a1", "d6", "quit")
    done = run_here(
        "play",
        "exago",
        "--seats",
        "me,me",
        "--option",
        "early_relocation=true",
        folder=tmp_path,
        typed=typed,
        columns=120,
    )
    sentence = "Place a tile beside another, or lift one of yours"
    assert f"Your turn, red. {sentence} (… needs another word): d6 d7 e5 e7 f5 f6… f7 g5 g6\n" in done.stdout
    assert "Put it on an empty cell beside a tile that stays: d6 d7 e5 e7 f5 (back takes a word back)\n" in done.stdout
    assert "After f6:\n  d6 d7\n  e5 e7\n  f5\n" in done.stdout
    assert done.stdout.count("red f6> ") == 6
    assert "X11: a1" in done.stdout or "X2: there is no cell a1" in done.stdout
    assert "red: lifted f6, placed d6\n" in done.stdout


def test_the_end_of_input_saves_an_unfinished_game(tmp_path: Path) -> None:
    nothing = run("play", "exago", "--seats", "me,me", folder=tmp_path)
    assert nothing.returncode == 0
    assert "--resume" not in nothing.stdout
    started = run("play", "exago", "--seats", "me,me", folder=tmp_path, typed="f6\ne6")
    assert started.returncode == 0
    command = re.search(r"^  parlour play --resume (.+)$", started.stdout, re.M)
    assert command is not None
    assert [text for _, text in loaded(Path(command[1])).moves] == ["f6", "e6"]
    assert Path(command[1]).is_relative_to(tmp_path / "state")
    assert "Traceback" not in started.stderr


def test_saving_never_overwrites_a_file(tmp_path: Path) -> None:
    (tmp_path / "dear.txt").write_text("dear")
    done = run_here(
        "play",
        "exago",
        "--seats",
        "me,me",
        folder=tmp_path,
        typed=lines("f6", "save dear.txt", "save", "save no/x.txt"),
    )
    assert (tmp_path / "dear.txt").read_text() == "dear"
    assert "dear.txt already exists and was not changed.\nSaved as exago-1.txt." in done.stdout
    assert "Saved as exago-2.txt." in done.stdout
    assert "Cannot write no/x.txt: " in done.stdout
    assert loaded(tmp_path / "exago-1.txt").moves == [(0, "f6")]


def test_a_resumed_game_is_saved_where_it_came_from(tmp_path: Path) -> None:
    match = parlour.new("exago", names=["Anna", "Bert"])
    file = tmp_path / "ours.txt"
    file.write_text(match.record())
    done = run_here("play", "--resume", "ours.txt", folder=tmp_path, typed=lines("f6", "save", "e6", "save", "quit"))
    assert done.stdout.count("Saved to ours.txt, the file it came from. Continue with:\n") == 2
    assert [text for _, text in loaded(file).moves] == ["f6", "e6"]
    with Terminal("play", "--resume", "ours.txt", folder=tmp_path) as terminal:
        terminal.expect("Anna (red)> ")
        file.write_text(match.record())  # somebody else writes to it
        terminal.type("d6")
        terminal.expect("Bert (blue)> ")
        terminal.type("save")
        terminal.expect("Saved as exago-1.txt. Continue with:")
    assert file.read_text() == match.record()


def test_names_are_shown_with_their_colours(tmp_path: Path) -> None:
    match = parlour.new("exago", names=["Anna", "Bert"])
    for ply, text in enumerate(RED_WINS[:-1]):
        match.play(ply % 2, text)
    (tmp_path / "ours.txt").write_text(match.record())
    done = run_here("play", "--resume", "ours.txt", "--seats", "me,greedy", folder=tmp_path, typed=lines("d6"))
    assert done.stdout.startswith("Exago: Anna (red, you) and Bert (greedy, blue).\n")
    assert "Your turn, Anna (red). " in done.stdout
    assert "\nAnna (red)> d6\n  Anna (red): placed d6, line d6 e6 f6 g6 h6\n" in done.stdout
    assert "\nYou won. A line is complete.\n" in done.stdout


def test_commands_refuse_extra_words(tmp_path: Path) -> None:
    typed = lines("f6", "undo 3", "Hint me", "? e6", "save a b", 'save "a b.txt"', "save 'c.txt'", "quit now", "quit")
    done = run_here("play", "exago", "--seats", "me,me", folder=tmp_path, typed=typed)
    for word in ("undo", "Hint", "?", "quit"):
        assert f"\n{word} takes no further words.\n" in done.stdout
    assert "save takes the name of one file; put quotes around a name with spaces.\n" in done.stdout
    assert sorted(path.name for path in tmp_path.glob("*.txt")) == ["a b.txt", "c.txt"]
    assert loaded(tmp_path / "a b.txt").moves == [(0, "f6")]
    assert "parlour play --resume 'a b.txt'\n" in done.stdout


def test_the_prompt_says_what_comes_next_and_what_it_does(tmp_path: Path) -> None:
    match = parlour.new("exago", early_relocation=True)
    for ply, text in enumerate(["f6", "e6", "d6", "g6", "c6", "h6", "b6", "i6"]):
        match.play(ply % 2, text)
    (tmp_path / "game.txt").write_text(match.record())
    done = run_here("play", "--resume", "game.txt", folder=tmp_path, columns=200, typed=lines("f6", "", "c6", ""))
    assert "\nLifting f6 sends g6 h6 i6 home to blue. Put it on an empty cell beside a tile that stays: " in done.stdout
    assert " (back takes a word back)\nred f6> " in done.stdout


def test_tied_groups_are_listed_once(tmp_path: Path) -> None:
    option = ("--option", "early_relocation=true")
    typed = lines("f6", "g6", "h6", "g6", "h6", "i6")
    done = run_here("play", "exago", "--seats", "me,me", *option, folder=tmp_path, columns=120, typed=typed)
    asked = "Lifting g6 leaves equal groups; which stays? f6 (f6) or h6 (h6). (back takes a word back)\nblue g6> h6\n"
    assert asked in done.stdout
    assert "\n  blue: lifted g6 (home to red: f6), placed i6\n" in done.stdout


def test_a_wide_board_is_cropped_in_a_narrow_window(tmp_path: Path) -> None:
    drawn = str(parlour.new("exago"))
    for columns in (30, 80, 120):
        assert drawn in run_here("play", "exago", "--seats", "me,me", folder=tmp_path, columns=columns).stdout


def test_resigning_lets_a_bot_play_on(tmp_path: Path) -> None:
    typed = lines("f6", "resign", "save r.txt", "quit")
    done = run_here("play", "exago", "--seats", "me,me,me", folder=tmp_path, typed=typed)
    assert "blue resigns; a bot of level 3 plays on in that seat.\n" in done.stdout
    assert re.search(r"\n  blue \(level 3 stands in\): placed \S+\nYour turn, yellow\.", done.stdout)
    assert len(loaded(tmp_path / "r.txt").moves) == 2
    move = loaded(tmp_path / "r.txt").legal(2)[0]
    again = run_here("play", "--resume", "r.txt", folder=tmp_path, typed=lines(move, "resign"))
    assert again.stdout.startswith("Exago: red, blue (level 3 stands in) and yellow.\n")
    assert "red resigns.\n" in again.stdout
    assert "yellow won: all the others resigned." in again.stdout


def test_help_lists_commands_and_moves(tmp_path: Path) -> None:
    done = run_here(
        "play", "exago", "--seats", "me,me", folder=tmp_path, typed=lines("f6", "?", "help", "rules", "board", "quit")
    )
    for command in ("hint", "undo", "back", "board", "save", "rules", "resign", "quit"):
        assert re.search(rf"^ +{command} +\w", done.stdout, re.M), command
    assert done.stdout.count("Moves now:\n  e6 e7\n  f5 f7\n  g5 g6\n") == 2
    assert "X12" in done.stdout
