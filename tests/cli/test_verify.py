"""`parlour verify`: does every move follow the rules, and is this the deal that was committed to?"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

import parlour
from parlour.luck import commitment, new_salt
from tests.cli.terminal_driver import COMMAND, PATIENCE, environment, run, run_here

OTHER = "0" * 64


def promised(game: str = "traxx", moves: int = 4) -> parlour.Match:
    """A match with a commitment, as on a server, after some moves."""
    match = parlour.new(game, players=2)
    match.header["salt"] = new_salt()
    match.header["commit"] = commitment(match.header["salt"], game, match.options, match.deal)
    for _ in range(moves):
        seat = match.waiting[0]
        match.play(seat, match.legal(seat)[0])
    return match


def told(text: str, folder: Path) -> tuple[int, str]:
    """The exit code for a record, and the output."""
    shown = run_here("verify", "-", folder=folder, typed=text)
    assert shown.stderr == ""
    return shown.returncode, shown.stdout


@pytest.mark.parametrize("game", ["cirplexed", "exago", "tracktic", "traxx"])
def test_a_valid_commitment_is_confirmed(game: str, tmp_path: Path) -> None:
    match = promised(game)
    match.resign(0)
    (tmp_path / "game.txt").write_text(match.record())
    shown = run_here("verify", "game.txt", folder=tmp_path)
    assert (shown.returncode, shown.stderr) == (0, "")
    assert f"Deal and salt have the hash {match.header['commit']}, as the record says.\n" in shown.stdout
    assert f"All 4 moves follow the rules of {match.game.title}, and the result follows from the rules." in shown.stdout
    assert "compare it, or use --commit" in shown.stdout
    compared = run_here("verify", "game.txt", "--commit", match.header["commit"].upper(), folder=tmp_path)
    assert compared.returncode == 0
    assert "It is the hash that was shown at the start: no card has been moved.\n" in compared.stdout


def test_an_unfinished_match_is_read_from_standard_input(tmp_path: Path) -> None:
    shown = run("verify", "-", folder=tmp_path, typed=promised().record())
    assert shown.returncode == 0
    assert "the match is not over" in shown.stdout


def test_a_broken_commitment_fails(tmp_path: Path) -> None:
    match = promised()
    text = match.record()
    other = parlour.new("traxx", players=2).record()
    deal, another = (next(line for line in lines.split("\n") if line.startswith("deal ")) for lines in (text, other))
    wrong = {
        "another deal": (text.replace(deal, another), [], "is not the one committed to: its hash would be "),
        "another salt": (text.replace(match.header["salt"], "f" * 32), [], "is not the one committed to"),
        "another hash": (text, ["--commit", OTHER], "this is not the deal that was committed to"),
        "another move": (text.replace("\nmoves\n0 ", "\nmoves\n0 x"), [], "breaks the rules: line "),
    }
    for what, (changed, options, sentence) in wrong.items():
        shown = run_here("verify", "-", *options, folder=tmp_path, typed=changed)
        assert (shown.returncode, shown.stdout) == (1, ""), what
        assert sentence in shown.stderr
        assert shown.stderr.count("\n") == 1


def test_without_a_commitment_the_moves_are_still_checked(tmp_path: Path) -> None:
    match = parlour.new("tracktic", players=2, seed=1)
    for _ in range(3):
        seat = match.waiting[0]
        match.play(seat, match.legal(seat)[0])
    match.resign(1)
    sound = match.record()
    assert told(sound, tmp_path) == (
        0,
        "All 3 moves follow the rules of Tracktic, and the result follows from the rules.\n"
        "There is no commitment to check: standard input has no commit and no salt.\n",
    )
    move = f"\n0 {match.moves[2][1]}\n"
    wrong = {
        sound.replace(move, f"\n0 {match.moves[0][1]}\n"): r"line 11: .+ cannot be played: K\d+: ",
        sound.replace('"ranking":[1,2]', '"ranking":[2,1]'): re.escape(
            'line 12: the result says {"ranking":[2,1]}, but the moves make it {"ranking":[1,2]}\n'
        ),
    }
    for text, sentence in wrong.items():
        shown = run_here("verify", "-", folder=tmp_path, typed=text)
        assert (shown.returncode, shown.stdout) == (1, "")
        assert re.match(f"parlour: standard input breaks the rules: {sentence}", shown.stderr)


def test_a_record_older_than_an_option_is_not_said_to_break_the_rules(tmp_path: Path) -> None:
    text = parlour.new("exago", seed=1).record()
    older = text.replace('"radius":5,', "")
    assert older != text
    shown = run_here("verify", "-", folder=tmp_path, typed=older)
    assert (shown.returncode, shown.stdout) == (1, "")
    sentence = "parlour: standard input is not a valid record: line 5: a record lists every option: {"
    assert shown.stderr.startswith(sentence)
    assert run_here("replay", "-", "--no-step", folder=tmp_path, typed=older).stderr.startswith(sentence)


def test_missing_parts_are_not_called_correct(tmp_path: Path) -> None:
    match = parlour.new("exago", seed=1)
    assert told(match.record(), tmp_path)[1].startswith("No move was made, and the match is not over.\n")
    match.play(0, "f6")
    assert told(match.record(), tmp_path)[1].startswith("The only move follows the rules of Exago, and")
    greedy = parlour.bot("exago", "greedy", seed=1)
    while match.waiting:
        seat = match.waiting[0]
        match.play(seat, greedy.choose(match, seat))
    whole = match.record()
    code, words = told(whole[: whole.index("result ")], tmp_path)
    assert code == 0
    assert "and the match is over, but the record has no result.\n" in words
    assert "the rules make" not in words


def test_line_ends_are_not_translated(tmp_path: Path) -> None:
    sound = promised().record().encode()
    (tmp_path / "game.txt").write_bytes(sound.replace(b"\n", b"\r\n"))
    shown = run_here("verify", "game.txt", folder=tmp_path)
    sentence = "parlour: game.txt is not a valid record: line 1: lines end with \\n alone, not with \\r\n"
    assert (shown.returncode, shown.stdout, shown.stderr) == (2, "", sentence)
    piped = subprocess.run(
        [*COMMAND, "verify", "-"],
        input=sound.replace(b"\n", b"\r\n"),
        capture_output=True,
        env=environment(tmp_path),
        timeout=PATIENCE,
        check=False,
    )
    assert (piped.returncode, piped.stderr.decode()) == (2, sentence.replace("game.txt", "standard input"))
    (tmp_path / "game.txt").write_bytes(sound)
    assert run_here("verify", "game.txt", folder=tmp_path).returncode == 0


@pytest.mark.parametrize("command", ["verify", "annotate"])
@pytest.mark.parametrize("word", ["x", "f6 ", "\u202e"])
def test_long_input_is_quoted_in_part(command: str, word: str, tmp_path: Path) -> None:
    long = word * (1_000_000 // len(word))
    for game in ("exago", "tracktic", "traxx", "cirplexed"):
        text = promised(game).record().replace("\nmoves\n0 ", f"\nmoves\n0 {long.rstrip()}")
        shown = run_here(command, "-", folder=tmp_path, typed=text)
        assert shown.returncode in (1, 2)
        assert re.search(r"line \d+: '.+\.\.\. cannot be played: .", shown.stderr)
        assert len(shown.stderr) < 600
    for line in ("names", "options", "date", "result", "players", "moves", ";eval", ";"):
        text = promised().record()
        changed = re.sub(rf"(?m)^{line}\b.*$|\Z", rf'{line} {{"{long.strip()}":1}}', text, count=1)
        assert len(run_here(command, "-", folder=tmp_path, typed=changed).stderr) < 2500, line


def test_a_hash_cannot_be_compared_without_a_commitment(tmp_path: Path) -> None:
    match = promised()
    without = "".join(line for line in match.record().splitlines(keepends=True) if not line.startswith("salt "))
    assert told(without, tmp_path)[0] == 0
    compared = run_here("verify", "-", "--commit", match.header["commit"], folder=tmp_path, typed=without)
    assert (compared.returncode, compared.stdout) == (2, "")
    assert "has no salt, so there is nothing to compare the hash with" in compared.stderr


def test_impossible_checks_exit_with_2(tmp_path: Path) -> None:
    match = promised()
    unreadable = {
        "hello\n": "is not a valid record: line 1",
        "": "is not a valid record: line 1",
        match.record().replace("game traxx", "game chess"): "there is no game 'chess'",
    }
    for text, sentence in unreadable.items():
        shown = run_here("verify", "-", folder=tmp_path, typed=text)
        assert (shown.returncode, shown.stdout) == (2, "")
        assert sentence in shown.stderr
        assert shown.stderr.count("\n") == 1
    missing = run_here("verify", "nowhere.txt", folder=tmp_path)
    assert missing.returncode == 2
    assert "cannot read nowhere.txt: No such file" in missing.stderr
    bad_hash = run_here("verify", "-", "--commit", "abc", folder=tmp_path, typed=match.record())
    assert bad_hash.returncode == 2
    assert "a hash has 64 hexadecimal digits" in bad_hash.stderr


def test_a_commitment_does_not_cover_a_position(tmp_path: Path) -> None:
    match = promised("exago")
    position = parlour.from_position(match.position())
    lines = position.record().split("\n")
    deal = parlour.load(match.record()).deal
    salt = new_salt()
    header = [f'commit "{commitment(salt, "exago", match.options, deal)}"', f'salt "{salt}"']
    text = "\n".join([*lines[: lines.index("moves")], *header, *lines[lines.index("moves") :]])
    code, words = told(text, tmp_path)
    assert code == 0
    assert "There is no commitment to check: standard input starts at a position, which a commitment" in words
    compared = run_here("verify", "-", "--commit", OTHER, folder=tmp_path, typed=text)
    assert compared.returncode == 2


def test_notes_do_not_disturb_the_check(tmp_path: Path) -> None:
    match = promised()
    match.comments = {1: "a"}
    code, shown = told(match.record(), tmp_path)
    assert code == 0
    assert "All 4 moves follow the rules" in shown
    assert "It has comments or evaluations, which nothing can verify.\n" in shown
    assert "comments" not in told(promised().record(), tmp_path)[1]
