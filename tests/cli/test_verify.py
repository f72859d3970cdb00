"""`parlour verify`: was this the deal that was promised?"""

from __future__ import annotations

from pathlib import Path

import pytest

import parlour
from parlour.luck import commitment, new_salt
from tests.cli.terminal_driver import run, run_here

OTHER = "0" * 64


def promised(game: str = "traxx", moves: int = 4) -> parlour.Match:
    """A match as a server keeps it, after some moves."""
    match = parlour.new(game, players=2)
    match.header["salt"] = new_salt()
    match.header["commit"] = commitment(match.header["salt"], game, match.options, match.deal)
    for _ in range(moves):
        seat = match.waiting[0]
        match.play(seat, match.legal(seat)[0])
    return match


@pytest.mark.parametrize("game", ["cirplexed", "exago", "tracktic", "traxx"])
def test_a_promise_that_was_kept(game: str, tmp_path: Path) -> None:
    match = promised(game)
    match.resign(0)
    (tmp_path / "game.txt").write_text(match.record())
    shown = run_here("verify", "game.txt", folder=tmp_path)
    assert (shown.returncode, shown.stderr) == (0, "")
    assert f"Deal and salt give the hash {match.header['commit']}, which the record promises.\n" in shown.stdout
    assert f"All 4 moves keep to the rules of {match.game.title}, and the result is what the rules make" in shown.stdout
    assert "compare, or use --commit" in shown.stdout
    compared = run_here("verify", "game.txt", "--commit", match.header["commit"].upper(), folder=tmp_path)
    assert compared.returncode == 0
    assert "It is the hash that was shown at the start: no card was moved since.\n" in compared.stdout


def test_standard_input_and_a_match_that_goes_on(tmp_path: Path) -> None:
    shown = run("verify", "-", folder=tmp_path, typed=promised().record())
    assert shown.returncode == 0
    assert "the match is not over" in shown.stdout


def test_a_promise_that_was_broken(tmp_path: Path) -> None:
    match = promised()
    text = match.record()
    other = parlour.new("traxx", players=2).record()
    deals = [next(line for line in lines.split("\n") if line.startswith("deal ")) for lines in (text, other)]
    wrong = {
        "another deal": (text.replace(*deals), [], "is not the one that was promised: its hash would be "),
        "another salt": (text.replace(match.header["salt"], "f" * 32), [], "is not the one that was promised"),
        "another hash": (text, ["--commit", OTHER], "this is not the deal that was promised"),
        "another move": (text.replace("\nmoves\n0 ", "\nmoves\n0 x"), [], "does not keep to the rules: line "),
    }
    for what, (changed, options, sentence) in wrong.items():
        shown = run_here("verify", "-", *options, folder=tmp_path, typed=changed)
        assert (shown.returncode, shown.stdout) == (1, ""), what
        assert sentence in shown.stderr
        assert shown.stderr.count("\n") == 1


def test_what_cannot_be_told(tmp_path: Path) -> None:
    match = promised()
    position = parlour.from_position(match.position())
    position.header |= {"commit": OTHER}
    told = {
        parlour.new("exago").record(): "has no commit and no salt, so no deal was promised",
        position.record(): "has no salt, so",
        "hello\n": "is not a record that can be read: line 1",
        "": "is not a record that can be read: line 1",
        match.record().replace("game traxx", "game chess"): "there is no game 'chess'",
    }
    for text, sentence in told.items():
        shown = run_here("verify", "-", folder=tmp_path, typed=text)
        assert (shown.returncode, shown.stdout) == (2, "")
        assert sentence in shown.stderr
        assert shown.stderr.count("\n") == 1
    assert "cannot read nowhere.txt: No such file" in run_here("verify", "nowhere.txt", folder=tmp_path).stderr
    bad_hash = run_here("verify", "-", "--commit", "abc", folder=tmp_path, typed=match.record())
    assert bad_hash.returncode == 2
    assert "a hash has 64 digits" in bad_hash.stderr


def test_a_promise_does_not_cover_a_position(tmp_path: Path) -> None:
    match = promised("exago")
    position = parlour.from_position(match.position())
    lines = position.record().split("\n")
    deal = parlour.load(match.record()).deal
    salt = new_salt()
    header = [f'commit "{commitment(salt, "exago", match.options, deal)}"', f'salt "{salt}"']
    text = "\n".join([*lines[: lines.index("moves")], *header, *lines[lines.index("moves") :]])
    shown = run_here("verify", "-", folder=tmp_path, typed=text)
    assert shown.returncode == 2
    assert "starts at a position, which no promise covers" in shown.stderr
