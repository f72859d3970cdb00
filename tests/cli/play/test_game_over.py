"""What a person can do when a match is over."""

from __future__ import annotations

from pathlib import Path

import parlour
from parlour.cli.play import new_match
from parlour.games import find
from parlour.seat import Seat
from tests.cli.sessions import RED_WINS, loaded, session


def test_undo_after_the_end_resumes_the_game() -> None:
    match = parlour.new("exago", players=2)
    for ply, text in enumerate(RED_WINS[:-1]):
        match.play(ply % 2, text)
    playing, output = session(match, ["me", "me"], "d6", "what", "undo", "resign", "y", "undo", "quit", "n")
    playing.run()
    assert "red won. A line is complete." in output.getvalue()
    assert "The game is over: type again, save, undo, ? or just Enter." in output.getvalue()
    assert "blue won: red resigned." in output.getvalue()
    assert "Taken back: your resignation." in output.getvalue()
    assert match.waiting == (0,)
    assert len(match.moves) == len(RED_WINS) - 1
    assert match.resigned == ()


def test_after_the_end_the_board_can_be_shown_again() -> None:
    match = parlour.new("exago", players=2)
    for ply, text in enumerate(RED_WINS[:-1]):
        match.play(ply % 2, text)
    playing, output = session(match, ["me", "me"], "d6", "?", "help", "board", "RULES", "save a b", "board 2", "exit")
    playing.run()
    shown = output.getvalue().partition("? lists all.")[2]
    assert shown.count("again  play again") == 2
    assert "resign" not in shown.partition("X1")[0]
    assert shown.count("red won. A line is complete.") == 1
    assert "X12" in shown
    assert "save takes the name of one file" in shown
    assert "board takes no further words.\n" in shown


def test_after_a_game_of_bots_nothing_can_be_taken_back() -> None:
    playing, output = session(parlour.new("exago", turn_limit=1), ["random", "random"], "undo", "?")
    playing.run()
    assert "The game is over: type again, save, ? or just Enter.\n" in output.getvalue()
    assert "undo" not in output.getvalue()


def test_again_reseats_people_and_bots(tmp_path: Path) -> None:
    match, who = new_match.new_match(find("exago"), None, "greedy,me", {"turn_limit": 1, "handicap": [1, 0]}, 5)
    playing, output = session(match, who, "resign", "y", "again", "quit")
    playing.run()
    assert match.seats == [Seat("bot", "red", "greedy"), Seat("person", "blue", resigned=True)]
    assert "You resigned; red (greedy) won." in output.getvalue()
    assert output.getvalue().count("Exago: red (greedy) and blue (you).\n") == 2  # the winner begins (X7)

    match, who = new_match.new_match(find("exago"), None, "greedy,me", {"handicap": [1, 0]}, 5)
    match.resign(0)
    playing, output = session(match, who, "again", "f6", "save", "quit", "n")
    playing.keyboard.typed[2] = f"save {tmp_path / 'second.txt'}"  # type: ignore[attr-defined]
    playing.run()
    assert "\nExago: red (you) and blue (greedy).\n" in output.getvalue()
    second = loaded(tmp_path / "second.txt")
    assert second.seats == [Seat("person", "red"), Seat("bot", "blue", "greedy")]
    assert second.options["handicap"] == [0, 1]
    assert len(second.moves) == 2
    assert new_match.resumed(str(tmp_path / "second.txt"), None, None)[1] == ["me", "greedy"]


def test_people_see_their_new_seats() -> None:
    match = parlour.new("exago", names=["Anna", "blue"])
    match.resign(0)
    playing, output = session(match, ["me", "me"], "again", "f6", "quit", "n")
    playing.run()
    assert "\nExago: red and Anna (blue).\n" in output.getvalue()
    assert "New seats: blue is now red and Anna (red) is now Anna (blue).\n" in output.getvalue()
    assert "Your turn, Anna (blue). " in output.getvalue()
