"""Every command works with every game."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import parlour
from parlour.cli.terminal.phrases import is_hidden, move_lines, result_words
from parlour.games import find, own
from parlour.luck import Luck
from tests.cli.terminal_driver import ESCAPES, run_here
from tests.conformance.shelf import random_move

GAMES = own()
TABLES = [(name, players) for name in GAMES for players in (find(name).players[0], find(name).players[-1])]
SHOWN = pytest.mark.parametrize(("name", "players"), TABLES)


def test_a_game_is_picked_from_a_menu(tmp_path: Path) -> None:
    for typed in ("2\n", "exago\n", "nothing\nEXAGO\n"):
        done = run_here("play", folder=tmp_path, typed=typed + "quit\n")
        assert "Exago: red (you) and blue (level 2)." in done.stdout
        for name in GAMES:
            assert f"{find(name).title}: " in done.stdout
    lost = run_here("play", folder=tmp_path, typed=f"{len(GAMES) + 1}\nx\nquit\n")
    assert lost.stdout.count(f"Type a number from 1 to {len(GAMES)}, a name, or quit.") == 2
    assert lost.returncode == 0
    assert "Cirplexed!: ash (you)" in run_here("play", folder=tmp_path, typed="cir\nquit\n").stdout


@SHOWN
def test_bots_play_to_the_end(tmp_path: Path, name: str, players: int) -> None:
    done = run_here("play", name, "--seats", ",".join(["random"] * players), "--seed", "3", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert re.search(r"\b[Ww]on\b|\blost\b|share the win|-?\d+ points?\.", done.stdout)
    assert ("With the order of the cards known" in done.stdout) == (name == "traxx" and players == 1)


@SHOWN
def test_a_person_plays(tmp_path: Path, name: str, players: int) -> None:
    """Somebody types complete moves; those no longer legal are explained, and the game continues."""
    match = parlour.new(name, players, seed=5)
    bot = parlour.bot(name, "random", seed=1)
    while match.waiting:
        match.play(match.waiting[0], bot.choose(match, match.waiting[0]))
    own = [text for seat, text in match.moves if seat == 0]
    typed = "".join(f"{text}\n\n" for text in own)
    done = run_here("play", name, "--players", str(players), "--seed", "5", folder=tmp_path, typed=typed)
    assert done.returncode == 0, done.stderr
    assert "Type a move, or ? for help." in done.stdout
    assert "Your turn, " in done.stdout


@SHOWN
def test_playthrough_perft_and_rules(tmp_path: Path, name: str, players: int) -> None:
    told = json.loads(
        run_here("playthrough", name, "--players", str(players), "--seed", "1", "--json", folder=tmp_path).stdout
    )
    assert (told["game"], told["players"]) == (name, players)
    text = run_here("playthrough", name, "--players", str(players), "--seed", "1", folder=tmp_path).stdout
    assert "outcome  {" in text
    counted = run_here("perft", name, "--players", str(players), "--depth", "2", "--json", folder=tmp_path)
    assert json.loads(counted.stdout)["nodes"][0] >= 1
    rules = run_here("rules", name, folder=tmp_path).stdout
    assert len(rules) > 1000
    assert "**" not in rules  # it is formatted, not shown literally


@SHOWN
def test_replay_shows_every_visible_move(tmp_path: Path, name: str, players: int, luck: Luck) -> None:
    match = parlour.new(name, players, seed=luck.number())
    while match.waiting:
        random_move(match, luck)
    (tmp_path / "g.txt").write_text(match.record(), encoding="utf-8")
    for seat, asked in ((None, []), (0, ["--seat", "0"])):
        shown = " ".join(run_here("replay", "g.txt", *asked, folder=tmp_path, columns=300).stdout.split())
        assert shown.startswith("The start ")
        for ply in range(len(match.moves)):
            if not is_hidden(match, ply, seat):
                assert all(" ".join(line.split()) in shown for line in move_lines(match, ply, seat))
        assert " ".join(result_words(match, seat).split()) in shown
    done = run_here("replay", "g.txt", "--svg", "g.svg", folder=tmp_path)
    assert done.stdout == "Written to g.svg.\n"


@SHOWN
def test_boards_fit_a_terminal(name: str, players: int, luck: Luck) -> None:
    match = parlour.new(name, players, seed=luck.number())
    while match.waiting:
        for seat in (None, *range(players)):
            lines = ESCAPES.sub("", str(match.draw(seat))).split("\n")
            assert max(map(len, lines)) <= 100
        for _ in range(3):
            if match.waiting:
                random_move(match, luck)
