"""Replaying recorded games."""

from __future__ import annotations

import re
from pathlib import Path

import parlour
from parlour import incidents
from parlour.luck import Luck
from tests.cli.terminal_driver import run, run_here


def finished(players: int = 3, seed: int = 1) -> parlour.Match:
    """A complete random game."""
    match = parlour.new("exago", players=players, seed=seed)
    luck = Luck(seed)
    while match.waiting:
        seat = match.waiting[0]
        legal = match.legal(seat)
        match.play(seat, legal[luck.below(len(legal))])
    return match


def test_replay_shows_every_move_and_the_result(tmp_path: Path) -> None:
    match = finished()
    (tmp_path / "game.txt").write_text(match.record())
    shown = run("replay", "game.txt", folder=tmp_path)
    assert shown.returncode == 0
    count = len(match.moves)
    assert [int(n) for n in re.findall(rf"^Move (\d+) of {count}$", shown.stdout, re.M)] == list(range(1, count + 1))
    assert f"  {match.names[match.moves[0][0]]}: placed f6\n" in shown.stdout
    assert match.outcome is not None
    winner = match.names[match.outcome.winners[0]] if match.outcome.winners else "Nobody"
    assert f"{winner} won" in shown.stdout
    assert str(match) in shown.stdout
    piped = run("replay", "-", folder=tmp_path, typed=match.record())
    assert piped.stdout == shown.stdout


def test_replay_shows_one_position(tmp_path: Path) -> None:
    match = finished()
    (tmp_path / "game.txt").write_text(match.record())
    shown = run_here("replay", "game.txt", "--ply", "7", folder=tmp_path).stdout
    assert str(match.at(7)) in shown
    assert "Move 7 of" in shown
    assert "Move 8" not in shown
    beyond = run_here("replay", "game.txt", "--ply", "9999", folder=tmp_path)
    assert (beyond.returncode, beyond.stdout) == (2, "")
    assert "there is no position after 9999 moves" in beyond.stderr
    nobody = run_here("replay", "game.txt", "--seat", "5", folder=tmp_path)
    assert (nobody.returncode, nobody.stdout) == (2, "")


def test_replay_writes_a_picture(tmp_path: Path) -> None:
    match = finished()
    (tmp_path / "game.txt").write_text(match.record())
    assert (
        run_here("replay", "game.txt", "--ply", "7", "--svg", "out.svg", folder=tmp_path).stdout
        == "Written to out.svg.\n"
    )
    assert (tmp_path / "out.svg").read_text(encoding="utf-8") == match.at(7)._repr_svg_()
    other = run_here("replay", "game.txt", "--svg", "out.png", folder=tmp_path)
    sentence = "parlour: the file's name says what to make: it must end with .svg, not 'out.png'\n"
    assert (other.returncode, other.stdout, other.stderr) == (2, "", sentence)
    assert not (tmp_path / "out.png").exists()
    nowhere = run_here("replay", "game.txt", "--svg", "no/such/out.svg", folder=tmp_path)
    assert nowhere.returncode == 2
    assert nowhere.stderr.startswith("parlour: cannot write no/such/out.svg: ")


def test_replay_reports_an_unfinished_game(tmp_path: Path) -> None:
    (tmp_path / "game.txt").write_text(finished().at(4).record())
    shown = run_here("replay", "game.txt", folder=tmp_path).stdout
    assert shown.endswith("The game is not over: it is blue's turn.\n")


def test_replay_shows_resignations(tmp_path: Path) -> None:
    match = parlour.new("exago", players=3, turn_limit=1, names=["Ann", "blue", "yellow"])
    match.resign(0)
    for seat, text in enumerate(("f6", "f5", "f7")):
        match.play(seat, text)
    (tmp_path / "game.txt").write_text(match.record())
    shown = run_here("replay", "game.txt", folder=tmp_path).stdout
    assert "Nobody won. The turn limit is reached. Ann (red) resigned.\n" in shown
    (tmp_path / "game.txt").write_text(match.at(2).record())
    shown = run_here("replay", "game.txt", folder=tmp_path).stdout
    assert shown.endswith("The game is not over: it is yellow's turn. Ann (red) resigned.\n")


def test_replay_shows_undos_and_stand_ins(tmp_path: Path) -> None:
    match = finished(players=2).at(4)
    match.names = ["Ann", "Ben"]
    told: list[incidents.Incident] = [
        incidents.Undo(3, 0, [(2, 0, "e6")]),
        incidents.StandIn(3, 1, "3", 0),
        incidents.Return(4, 1),
    ]
    match.header["incidents"] = incidents.plain(told)
    (tmp_path / "game.txt").write_text(match.record())
    shown = run_here("replay", "game.txt", folder=tmp_path).stdout
    parts = re.split(r"^Move (\d) of 4$", shown, flags=re.MULTILINE)
    after = dict(zip(map(int, parts[1::2]), parts[2::2], strict=True))
    assert "Ann (red) took back: Ann (red) e6." in after[2]
    assert "From here on level 3 plays for Ben (blue), at Ann (red)'s request." in after[3]
    assert "From here on Ben (blue) plays again." in after[4]
    verified = run_here("verify", "game.txt", folder=tmp_path)
    assert verified.returncode == 0
    assert verified.stdout.endswith("Moves were taken back once.\nA bot played for Ben (blue) at times.\n")


def test_replay_shows_comments_and_evaluations(tmp_path: Path) -> None:
    match = finished(players=2)
    match.comments = {0: "[bold]The start", 2: "A long way to go."}
    match.evaluations = {2: parlour.Evaluation([0.254, 0.746], grade="mistake")}
    (tmp_path / "game.txt").write_text(match.record())
    start = run_here("replay", "game.txt", "--ply", "0", folder=tmp_path).stdout
    assert "Comment: [bold]The start\n" in start
    second = run_here("replay", "game.txt", "--ply", "2", folder=tmp_path).stdout
    assert "Comment: A long way to go.\nEvaluation (mistake): red 0.25, blue 0.75.\n" in second
    assert "Comment" not in run_here("replay", "game.txt", "--ply", "1", folder=tmp_path).stdout
    analysed = run_here("analyse", "game.txt", "--ply", "2", "--simulations", "10", folder=tmp_path)
    assert analysed.returncode == 0


def test_points_of_an_evaluation_are_shown_and_nothing_else_in_a_solo_game(tmp_path: Path) -> None:
    for players, evaluation, sentence in (
        (
            2,
            parlour.Evaluation([0.3, 0.7], [31.94, -2]),
            "Evaluation: north 0.30 (31.9 points), east 0.70 (-2.0 points).\n",
        ),
        (1, parlour.Evaluation([0.3], [31.94], grade="blunder"), "Evaluation (blunder): north 31.9 points.\n"),
        (1, parlour.Evaluation([0.3]), "Evaluation: north 0.30.\n"),
    ):
        match = parlour.new("traxx", players=players, seed=1)
        match.play(0, match.legal(0)[0])
        match.evaluations = {1: evaluation}
        shown = run_here("replay", "-", "--ply", "1", folder=tmp_path, typed=match.record()).stdout
        assert sentence in shown


def test_replay_opens_every_hand_once_the_match_is_over(tmp_path: Path) -> None:
    match = parlour.new("cirplexed", players=2, seed=1)
    while match.waiting:
        seat = match.waiting[0]
        match.play(seat, match.legal(seat)[0])
    (tmp_path / "game.txt").write_text(match.record())
    (tmp_path / "running.txt").write_text(match.at(4).record())
    opened = run_here("replay", "game.txt", "--all", "--ply", "4", folder=tmp_path).stdout
    hand = match.at(4).view(1)["board"]["hand"]
    assert f"holds {' '.join(hand)}" in opened
    assert "holds" not in run_here("replay", "game.txt", "--ply", "4", folder=tmp_path).stdout
    for arguments, sentence in (
        (("running.txt", "--all"), "the match is not over: --seat shows what a seat has seen so far"),
        (("game.txt", "--all", "--seat", "0"), "give one of them"),
    ):
        refused = run_here("replay", *arguments, folder=tmp_path)
        assert (refused.returncode, refused.stdout) == (2, "")
        assert sentence in refused.stderr
