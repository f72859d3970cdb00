"""`parlour analyse`: a bot's analysis of a position of a record."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

import parlour
from tests.bots.analysis.matches import begun
from tests.cli.terminal_driver import run_here

BUDGET = ("--simulations", "60", "--seed", "1")


def asked(match: parlour.Match, folder: Path, *arguments: str) -> dict[str, Any]:
    """The analysis as JSON."""
    shown = run_here("analyse", "-", *arguments, *BUDGET, "--json", folder=folder, typed=match.record())
    assert shown.returncode == 0, shown.stderr
    told: dict[str, Any] = json.loads(shown.stdout)
    return told


@pytest.mark.parametrize(("game", "players"), [("exago", 3), ("tracktic", 2), ("traxx", 1), ("cirplexed", 2)])
def test_the_analysis_is_that_of_this_position_with_the_move_that_was_begun(
    game: str, players: int, tmp_path: Path
) -> None:
    match = begun(game, players, 4)
    then = match.at(2)
    seat = then.waiting[0]
    made = next(text for mover, text in match.moves[2:] if mover == seat)
    told = asked(match, tmp_path, "--ply", "2", "--seat", str(seat), "--bot", " 3 ", "--move", then.legal(seat)[-1])
    expected = parlour.analyse(then, seat, [then.legal(seat)[-1], made], bot="3", simulations=60, seed=1)
    assert (told["game"], told["ply"], told["seat"], told["bot"]) == (game, 2, seat, "3")
    assert (told["played"], told["move"], told["line"]) == (made, expected.move, expected.line)
    assert told["simulations"] == expected.simulations
    assert told["candidates"] == msgspec.to_builtins(expected.candidates)
    assert {made, then.legal(seat)[-1]} <= {one["text"] for one in told["candidates"]}


def test_without_a_ply_the_last_position_is_analysed(tmp_path: Path) -> None:
    match = begun("exago", 2, 5)
    told = asked(match, tmp_path, "--bot", "1")
    assert (told["ply"], told["seat"], told["bot"], told["played"]) == (5, 1, "1", None)
    assert match.is_move(1, told["move"])


def test_people_see_the_board_the_candidates_and_the_line(tmp_path: Path) -> None:
    match = begun("exago", 2, 6)
    (tmp_path / "game.txt").write_text(match.record())
    shown = run_here("analyse", "game.txt", "--ply", "5", *BUDGET, folder=tmp_path).stdout
    told = asked(match, tmp_path, "--ply", "5")
    assert shown.startswith("Exago, after 5 moves: blue to move.\n")
    assert match.at(5).draw(1).plain.splitlines()[3] in shown.splitlines()
    rows = re.findall(r"^ +(\w+) +value (\S+) +(played)? *$", shown, re.M)
    made = match.moves[5][1]
    assert rows == [
        (one["text"], f"{one['value']:.2f}", "played" if one["text"] == made else "") for one in told["candidates"]
    ]
    assert f"Level 5 would play: {told['move']}\n" in shown
    assert f"Expected line: {', '.join(told['line'])}.\n" in shown
    assert f"{told['simulations']} simulations in all.\n" in shown
    assert shown.endswith(f"In the record, blue played: {made}\n")
    assert run_here("analyse", "game.txt", "--ply", "0", *BUDGET, folder=tmp_path).stdout.startswith("Exago, at the st")


def test_values_and_points_are_shown_with_their_errors(tmp_path: Path) -> None:
    shown = run_here(
        "analyse", "-", *BUDGET[2:], "--simulations", "2", folder=tmp_path, typed=begun("tracktic", 2, 4).record()
    )
    assert re.search(r"value \d\.\d\d ± \d\.\d\d +points \d+\.\d ± \d\.\d", shown.stdout)


def test_invalid_questions_are_refused_in_one_line(tmp_path: Path) -> None:
    going_on, simultaneous, over = begun("exago", 2, 3), begun("traxx", 3, 1), begun("exago", 2, 2)
    over.resign(0)
    unplayed = parlour.new("exago", players=2)
    unplayed.resign(0)
    cases: list[tuple[parlour.Match, tuple[str, ...], str]] = [
        (going_on, ("--ply", "4"), "there is no position after 4 moves; 3 were made"),
        (going_on, ("--ply", "-1"), "there is no position after -1 moves; 3 were made"),
        (going_on, ("--seat", "0"), "it is not seat 0's turn: waiting for seat 1 (blue)"),
        (going_on, ("--seat", "7"), "there is no seat 7; seats are 0 to 1"),
        (going_on, ("--seat", "-1"), "there is no seat -1; seats are 0 to 1"),
        (going_on, ("--bot", "9"), "'9' cannot analyse Exago: choose a level, 1, 2, 3, 4 or 5"),
        (going_on, ("--bot", "greedy"), "'greedy' cannot analyse Exago: choose a level"),
        (going_on, ("--move", "a6"), "X9: a6 touches no tile"),
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
