"""The commands, each as a separate process."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import parlour
from parlour import kernel
from parlour.bots import levels
from parlour.cli.commands import app
from parlour.games import find, own
from parlour.luck import Luck, canonical_json
from tests.cli.terminal_driver import COMMAND, PATIENCE, environment, run, run_here

# -- help and errors ---------------------------------------------------------------------------------------------------


def test_help_lists_every_command(tmp_path: Path) -> None:
    shown = run("--help", folder=tmp_path)
    names = [command.name or command.callback.__name__ for command in app.registered_commands if command.callback]
    assert shown.returncode == 0
    assert {"play", "playthrough", "perft", "replay", "rules", "games", "bench", "warmup"} <= set(names)
    for name in names:
        assert re.search(rf"^│ {name} ", shown.stdout, re.M), name


def test_every_option_has_a_help_text(tmp_path: Path) -> None:
    for command in app.registered_commands:
        assert command.callback is not None
        assert command.callback.__doc__, command.callback.__name__
    shown = run_here("play", "--help", folder=tmp_path, columns=120).stdout
    for name in ("--players", "--seats", "--option", "--seed", "--resume"):
        assert re.search(rf"{name} +\S+ +[A-Z]", shown), name
    assert "The same seed gives the same deal and the same bots." in shown
    assert "The game; you are asked for it if there are several." in shown


def test_help_shows_no_values_for_flags_and_no_line_breaks_in_sentences(tmp_path: Path) -> None:
    commands = [command.name or command.callback.__name__ for command in app.registered_commands if command.callback]
    for arguments in ([], *([name] for name in commands)):
        assert "<bool>" not in run_here(*arguments, "--help", folder=tmp_path).stdout
    shown = run_here("playthrough", "--help", folder=tmp_path, columns=1000).stdout
    assert re.search(r'^ The seed decides everything, .* below\(n\) of Luck\("SEED/moves"\), .* SEED\. *$', shown, re.M)


def test_help_has_no_heavy_imports(tmp_path: Path) -> None:
    script = (
        "import sys; sys.argv = ['parlour', '--help']; from parlour.cli import main\n"
        "try: main()\n"
        "except SystemExit: print(*(n for n in ('numpy', 'numba', 'msgspec', 'pydantic', 'scipy', 'parlour.games')"
        " if n in sys.modules), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        env=environment(tmp_path),
        timeout=PATIENCE,
        check=True,
    )
    assert done.stderr.split() == []


def test_a_command_exits_without_garbage_collection(tmp_path: Path) -> None:
    script = (
        "import atexit, gc, sys; atexit.register(lambda: print(gc.get_freeze_count(), file=sys.stderr))\n"
        "sys.argv = ['parlour', '--version']; from parlour.cli import main; main()"
    )
    command = [sys.executable, "-c", script]
    done = subprocess.run(
        command, capture_output=True, text=True, env=environment(tmp_path), timeout=PATIENCE, check=True
    )
    assert int(done.stderr) > 10_000


def test_version(tmp_path: Path) -> None:
    assert run("--version", folder=tmp_path).stdout == f"parlour {parlour.__version__}\n"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["play", "chess"], f"there is no game 'chess'; there are: {', '.join(sorted(own()))}"),
        (["play", "exago", "--players", "9"], "Exago is played by 2 to 6, not by 9"),
        (["play", "--seats", "me,bob"], "nobody called 'bob' can take a seat: write me, random, greedy, 1"),
        (["play", "--seats", "me,me", "--players", "3"], "--seats names 2, but 3 play"),
        (["play", "--resume", "missing.txt"], "cannot read missing.txt: No such file"),
        (["play", "--resume", "missing.txt", "--seed", "1"], "--resume restores the"),
        (["perft", "exago"], "--depth is missing: give a whole number of at least 1"),
        (["perft", "exago", "--depth", "0"], "--depth must be a whole number of at least 1, not '0'"),
        (["perft", "exago", "--depth", "1", "--option", "radius=9"], "radius: must be a whole number from 4 to 5"),
        (["perft", "exago", "--depth", "1", "--option", "colour=red"], "colour: Exago has no such option"),
        (["perft", "exago", "--depth", "1", "--option", "radius"], "--option: write NAME=VALUE, not 'radius'"),
        (["perft", "exago", "--depth", "1", "--option", "radius=@no.json"], "cannot read no.json"),
        (["perft", "exago", "--depth", "1", "--option", "radius=@bad.json"], "radius: bad.json does not hold JSON"),
        (["replay", "."], "cannot read .: Is a directory"),
        (["replay", "bytes.bin"], "cannot read bytes.bin: it is not UTF-8 text"),
        (["replay", "bad.json"], "bad.json is not a valid record: line 1: a record is a text that starts"),
        (["rules", "chess"], "there is no game 'chess'"),
    ],
)
def test_invalid_arguments_are_reported_in_one_line(tmp_path: Path, arguments: list[str], sentence: str) -> None:
    (tmp_path / "bad.json").write_text("{4\n")
    (tmp_path / "bytes.bin").write_bytes(b"\xff\xfe\x00")
    done = run_here(*arguments, folder=tmp_path)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert done.stderr.startswith("parlour: ")
    assert done.stderr.count("\n") == 1
    assert done.stdout == ""


def test_an_error_is_printed_in_red_without_a_traceback(tmp_path: Path) -> None:
    done = run("rules", "chess", folder=tmp_path, FORCE_COLOR="1")
    assert done.returncode == 2
    assert done.stderr.startswith("\x1b[31mparlour: there is no game")
    assert done.stderr.count("\n") == 1


def test_a_missing_file_suggests_the_newest_saved_game(tmp_path: Path) -> None:
    folder = tmp_path / "state" / "parlour"
    folder.mkdir(parents=True)
    for number, seconds in ((1, 100), (2, 300), (3, 200)):
        path = folder / f"exago-{number}.txt"
        path.write_text(parlour.new("exago").record())
        os.utime(path, (seconds, seconds))
    (tmp_path / "bad.json").write_text("{4\n")
    for name, problem in (("no.txt", "No such file or directory"), (".", "Is a directory")):
        done = run_here("play", "--resume", name, folder=tmp_path, columns=60)
        command = f"parlour play --resume {folder / 'exago-2.txt'}"
        said = f"parlour: cannot read {name}: {problem}; continue the newest kept game with: {command}\n"
        assert done.stderr == said
    assert "newest" not in run_here("play", "--resume", "bad.json", folder=tmp_path).stderr


def test_paths_and_commands_are_never_wrapped(tmp_path: Path) -> None:
    folder = tmp_path / ("a-long-name-" * 6)
    folder.mkdir()
    name = folder / "game of ours.txt"
    typed = f"f6\nsave '{name}'\nsave '{name}'\nsave {folder / 'no' / 'x.txt'}\n"
    done = run_here("play", "exago", "--seats", "me,me", folder=tmp_path, typed=typed, columns=60)
    assert f"\nSaved as {name}. Continue with:\n  parlour play --resume '{name}'\n" in done.stdout
    assert (
        f"\n{name} already exists and was not changed.\nSaved as {folder / 'exago-1.txt'}. Continue with:\n"
        in done.stdout
    )
    assert f"\nCannot write {folder / 'no' / 'x.txt'}: No such file or directory.\n" in done.stdout


def test_names_of_games_ignore_case(tmp_path: Path) -> None:
    assert "Exago: red (you)" in run_here("play", "Exago", folder=tmp_path).stdout
    assert "X12" in run_here("rules", "EXAGO", folder=tmp_path).stdout
    told = json.loads(run_here("perft", "Exago", "--depth", "1", "--json", folder=tmp_path).stdout)
    assert told["game"] == "exago"


def test_characters_missing_from_an_encoding_are_replaced(tmp_path: Path) -> None:
    typed = "f6\ne6\n"
    option = ("--option", "early_relocation=true")
    for encoding in ("ascii", "cp437", "latin-1"):
        done = subprocess.run(
            [*COMMAND, "play", "exago", "--seats", "me,me", *option],
            input=typed.encode(),
            capture_output=True,
            cwd=tmp_path,
            env=environment(tmp_path, PYTHONUTF8="0", PYTHONIOENCODING=encoding),
            timeout=PATIENCE,
            check=True,
        )
        shown = done.stdout.decode(encoding)
        assert "f6... f7" in shown
        assert ("·" in shown) == (encoding != "ascii")
        if encoding == "ascii":
            assert str(parlour.new("exago")).replace("·", ".") in shown


# -- playthrough and perft ---------------------------------------------------------------------------------------------


def test_playthrough_is_determined_by_its_seed_and_can_be_replayed(tmp_path: Path) -> None:
    arguments = ("playthrough", "exago", "--players", "3", "--seed", "9", "--option", "must_block=off", "--json")
    first, second = run(*arguments, folder=tmp_path), run_here(*arguments, folder=tmp_path)
    assert first.returncode == 0
    assert first.stdout == second.stdout
    told = json.loads(first.stdout)
    assert list(told) == sorted(("game", "rules", "players", "options", "deal", "plies", "scores", "outcome"))
    assert first.stdout == canonical_json(told) + "\n"
    match = parlour.new(told["game"], players=told["players"], deal=told["deal"], **told["options"])
    luck = Luck("9/moves")
    for ply in told["plies"]:
        assert ply["seat"] == match.waiting[0]
        assert ply["legal"] == match.legal(ply["seat"])
        assert ply["move"] == ply["legal"][luck.below(len(ply["legal"]))]
        match.play(ply["seat"], ply["move"])
    assert told["outcome"] == match.view(None)["outcome"] is not None
    assert told["scores"] == match.view(None)["scores"]
    assert match.options["must_block"] == "off"
    assert parlour.load(match.record()).record() == match.record()


def test_playthrough_for_people_names_every_move(tmp_path: Path) -> None:
    option = ("--option", "turn_limit=4", "--option", "radius=@radius.json")
    (tmp_path / "radius.json").write_text("4")
    shown = run_here("playthrough", "exago", *option, folder=tmp_path).stdout
    told = json.loads(run_here("playthrough", "exago", *option, "--json", folder=tmp_path).stdout)
    assert told["options"]["radius"] == 4
    assert len(told["plies"]) == 8
    assert '"turn_limit":4' in shown
    for number, ply in enumerate(told["plies"], 1):
        assert f"{number}. {('red', 'blue')[ply['seat']]}: {ply['move']}\n     of {len(ply['legal'])}: " in shown
    assert '"reason":"turn_limit"' in shown


def test_perft_counts_two_player_exago(tmp_path: Path) -> None:
    known = [1, 6, 48, 468, 5328]
    shown = run_here("perft", "exago", "--players", "2", "--depth", "5", folder=tmp_path).stdout
    rows = [line.split() for line in shown.splitlines()]
    assert rows[0] == ["depth", "sequences", "seconds"]
    assert [(int(row[0]), int(row[1].replace(",", ""))) for row in rows[1:]] == list(enumerate(known, 1))
    told = json.loads(run_here("perft", "exago", "--depth", "5", "--json", folder=tmp_path).stdout)
    assert told["nodes"] == known
    assert told["game"] == "exago"
    assert told["players"] == 2


# -- the rest ----------------------------------------------------------------------------------------------------------


def test_games_lists_games_and_options(tmp_path: Path) -> None:
    shown = run_here("games", folder=tmp_path, columns=120).stdout
    for name in own():
        assert re.search(rf"^ *{name} .*{find(name).title}", shown, re.M)
    about = run_here("games", "exago", folder=tmp_path, columns=160).stdout
    for option in find("exago").options:
        row = re.search(rf"^ *{option.name} .* {option.rule} ", about, re.M)
        assert row is not None, option.name
    assert re.search(r"\[one per seat\], 0 to 11 \(5 when 6 play\) +0 for each seat +X20", about)
    assert "Bots: random, greedy, 1, 2, 3, 4 and 5.\n" in about


@pytest.mark.parametrize("name", own())
@pytest.mark.parametrize("columns", [60, 160])
def test_games_describes_each_level_and_its_budget(tmp_path: Path, name: str, columns: int) -> None:
    shown = run_here("games", name, folder=tmp_path, columns=columns).stdout
    assert max(map(len, shown.splitlines())) <= columns
    shown = " ".join(shown.split())
    for level in levels(find(name)):
        many, seconds, blunders = f"{level.simulations:,}", f"{level.seconds:g}", f"{level.blunder_rate:.0%}"
        noun = "simulation" if level.simulations == 1 else "simulations"
        if columns == 160:
            assert f" {level.name} {level.sentence} {many} {seconds} {blunders} " in shown
        else:
            assert (
                f"level {level.name}: {level.sentence} at most {many} {noun} or {seconds} s, blunders {blunders} "
                in shown
            )
    assert "until it reaches its limit of simulations or of seconds" in shown


def test_options_are_a_list_in_a_narrow_window(tmp_path: Path) -> None:
    shown = run_here("games", "exago", folder=tmp_path, columns=60).stdout
    assert re.search(r"^  radius: default 5 \(X2\)\n +values: 4 to 5 *\n +Cells from the centre", shown, re.M)
    assert "  handicap: default 0 for each seat (X20)\n" in shown
    assert "Bots: random, greedy, 1, 2, 3, 4 and 5.\n" in shown
    assert max(map(len, shown.splitlines())) <= 60


def test_rules_shows_the_rules(tmp_path: Path) -> None:
    shown = run_here("rules", "exago", folder=tmp_path).stdout
    for number in range(1, 22):
        assert re.search(rf"\bX{number}\b", shown), number


def test_bench_measures_every_number_of_players(tmp_path: Path) -> None:
    done = run_here("bench", "exago", "--seconds", "0.01", folder=tmp_path)
    rows = re.findall(r"^ +(\d)((?: +[\d,]+){4}) *$", done.stdout, re.M)
    assert [int(players) for players, _ in rows] == [2, 3, 4, 5, 6]
    assert all(int(number.replace(",", "")) > 0 for _, numbers in rows for number in numbers.split())
    assert f"{find('exago').rules.STATE.itemsize} bytes" in done.stdout


def test_warmup_prints_the_cache_folder(tmp_path: Path) -> None:
    done = run("warmup", "exago", folder=tmp_path)
    assert done.returncode == 0
    if kernel.IS_COMPILED:
        assert re.match(r"Exago is compiled: \d+ steps in [\d.]+ s\.\n", done.stdout)
        folder = kernel.cache_folder()
    assert folder is not None
    assert f"\nCompiled code is kept in {folder.parent}" in done.stdout


def test_warmup_has_nothing_to_do_in_plain_python(tmp_path: Path) -> None:
    assert run("warmup", folder=tmp_path, NUMBA_DISABLE_JIT="1").stdout.startswith("Nothing to do: ")
