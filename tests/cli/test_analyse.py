"""`parlour analyse`: a bot's analysis of a position of a record."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour.cli.play import hints
from tests.cli.terminal_driver import run_here

BUDGET = ("--simulations", "60", "--seed", "1")


def played(game: str, players: int, moves: int) -> parlour.Match:
    """A match with this many moves."""
    match = parlour.new(game, players=players, seed=3)
    greedy = parlour.bot(game, "greedy", seed=3)
    for _ in range(moves):
        seat = match.waiting[0]
        match.play(seat, greedy.choose(match, seat))
    return match


def asked(match: parlour.Match, folder: Path, *arguments: str) -> dict[str, Any]:
    """The analysis as JSON."""
    shown = run_here("analyse", "-", *arguments, *BUDGET, "--json", folder=folder, typed=match.record())
    assert shown.returncode == 0, shown.stderr
    told: dict[str, Any] = json.loads(shown.stdout)
    return told


@pytest.mark.parametrize(("game", "players"), [("exago", 3), ("tracktic", 2), ("traxx", 1), ("cirplexed", 2)])
def test_the_analysis_is_that_of_the_bot_at_this_position(game: str, players: int, tmp_path: Path) -> None:
    match = played(game, players, 4)
    then = match.at(2)
    seat = then.waiting[0]
    told = asked(match, tmp_path, "--ply", "2", "--seat", str(seat), "--bot", "3")
    expected = parlour.bot(game, "3", seed="1", simulations=60).analyse(then, seat)
    assert (told["game"], told["ply"], told["seat"], told["bot"]) == (game, 2, seat, "3")
    assert told["played"] == next(text for mover, text in match.moves[2:] if mover == seat)
    assert (told["move"], told["line"], told["simulations"]) == (expected.move, expected.line, expected.simulations)
    candidates = [(one["text"], one["visits"], one["value"]) for one in told["candidates"]]
    assert candidates == [(one.text, one.visits, one.value) for one in expected.candidates]
    assert len(candidates) > 1


def test_without_a_ply_the_last_position_is_analysed(tmp_path: Path) -> None:
    match = played("exago", 2, 5)
    told = asked(match, tmp_path, "--bot", " GREEDY ")
    assert (told["ply"], told["seat"], told["bot"], told["played"], told["candidates"]) == (5, 1, "greedy", None, [])
    assert match.is_move(1, told["move"])


def test_people_see_the_board_the_best_candidates_and_the_line(tmp_path: Path) -> None:
    match = played("exago", 2, 6)
    (tmp_path / "game.txt").write_text(match.record())
    shown = run_here("analyse", "game.txt", "--ply", "5", *BUDGET, folder=tmp_path).stdout
    told = asked(match, tmp_path, "--ply", "5")
    assert shown.startswith("Exago, after 5 moves: blue is to act.\n")
    assert match.at(5).draw(1).plain.splitlines()[3] in shown.splitlines()
    rows = re.findall(r"^ +(\w+) +value (\S+) +visits (\d+) *$", shown, re.M)
    best = told["candidates"][: hints.SHOWN]
    assert rows == [(one["text"], f"{one['value']:.2f}", str(one["visits"])) for one in best]
    assert f"Level 5 would play: {told['move']}\n" in shown
    assert f"Expected line: {', '.join(told['line'])}.\n" in shown
    assert f"{told['simulations']} simulations in all.\n" in shown
    assert shown.endswith(f"In the record, blue played: {match.moves[5][1]}\n")
    assert run_here("analyse", "game.txt", "--ply", "0", *BUDGET, folder=tmp_path).stdout.startswith("Exago, at the st")


def test_invalid_questions_are_refused_in_one_line(tmp_path: Path) -> None:
    going_on, simultaneous, over = played("exago", 2, 3), played("traxx", 3, 1), played("exago", 2, 2)
    over.resign(0)
    unplayed = parlour.new("exago", players=2)
    unplayed.resign(0)
    cases: list[tuple[parlour.Match, tuple[str, ...], str]] = [
        (going_on, ("--ply", "4"), "there is no position after 4 moves; 3 were made"),
        (going_on, ("--ply", "-1"), "there is no position after -1 moves; 3 were made"),
        (going_on, ("--seat", "0"), "it is not seat 0's turn: waiting for seat 1 (blue)"),
        (going_on, ("--bot", "9"), "exago has no bot '9'; it has: random, greedy"),
        (going_on, ("--seconds", "0"), "seconds must be a number above 0"),
        (going_on, ("--simulations", "0"), "simulations must be a whole number above 0"),
        (over, (), "the match is over after 2 moves: give a --ply below 2"),
        (unplayed, (), "the match is over after 0 moves, so there is no position to analyse"),
        (simultaneous, (), "seats 1 (east) and 2 (south) may act now, simultaneously: choose one with --seat"),
    ]
    for match, arguments, sentence in cases:
        shown = run_here("analyse", "-", *arguments, folder=tmp_path, typed=match.record())
        assert (shown.returncode, shown.stdout) == (2, ""), arguments
        assert shown.stderr.startswith(f"parlour: {sentence}")
        assert shown.stderr.count("\n") == 1
    assert asked(over, tmp_path, "--ply", "1")["seat"] == 1
    missing = run_here("analyse", "nowhere.txt", folder=tmp_path)
    assert missing.returncode == 2
    assert "cannot read nowhere.txt: No such file" in missing.stderr
