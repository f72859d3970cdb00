"""Nothing in a record, a name, a file or an argument can control a terminal, whatever the command."""

from __future__ import annotations

import ast
import io
import json
import logging
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import typer.main

import parlour
from parlour.cli.commands import app
from parlour.cli.terminal.console import new_console, print_json
from parlour.cli.terminal.phrases import called
from parlour.escaping import visible, visible_line
from parlour.luck import Luck, canonical_json
from parlour.seat import Seat
from parlour.server.logging_setup import JsonLines, TextLines
from parlour.server.run import announce
from parlour.server.settings import Settings
from tests.cli.hostile import LOUD, MARKUP, TITLE, UNSAFE, archive, file_name, finished, hostile, records, rename_bots
from tests.cli.terminal_driver import ESCAPES, Terminal, run, run_here
from tests.conformance.shelf import random_move

Calls = Iterator[tuple[str, ...]]  # arguments of one command
EXAGO = ("exago", "--option", "turn_limit=30")
NOWHERE = "192.0.2.1"  # no machine has this address, so no server starts


def of_a_record(folder: Path, luck: Luck) -> Calls:
    """Records with every kind of error, and valid ones in files with odd names."""
    for number, text in enumerate(records(luck)):
        (folder / f"{number}.txt").write_text(text, encoding="utf-8", newline="")
        yield (f"{number}.txt",)
    name = file_name(luck, ".txt")
    (folder / name).write_text(finished().record(), encoding="utf-8")
    yield (name,)
    yield (file_name(luck, "-not-there"),)
    yield ("a", "b", hostile(luck))
    yield (f"--{hostile(luck)}",)


def replays(folder: Path, luck: Luck) -> Calls:
    yield from of_a_record(folder, luck)
    (folder / "good.txt").write_text(finished().record(), encoding="utf-8")
    yield ("good.txt", "--ply", hostile(luck))
    yield ("good.txt", "--svg", file_name(luck, ".svg"))
    yield ("good.txt", "--svg", f"{hostile(luck)}/x.svg")


def analyses(folder: Path, luck: Luck) -> Calls:
    yield from list(of_a_record(folder, luck))[::5]
    (folder / "good.txt").write_text(finished().record(), encoding="utf-8")
    yield ("good.txt", "--ply", "4", "--bot", "1", "--simulations", "10", "--seed", hostile(luck))
    yield ("good.txt", "--bot", hostile(luck))
    yield ("good.txt", "--ply", "4", "--bot", "1", "--simulations", "10", "--move", hostile(luck))


def calls_of_annotate(folder: Path, luck: Luck) -> Calls:
    yield from list(of_a_record(folder, luck))[::5]
    (folder / "good.txt").write_text(finished().record(), encoding="utf-8")
    yield ("good.txt", "--simulations", "10", "--seed", hostile(luck))
    yield ("good.txt", "--simulations", hostile(luck))


def pictures(folder: Path, luck: Luck) -> Calls:
    yield from ((*arguments, "-o", "x.svg") for arguments in list(of_a_record(folder, luck))[::5])
    (folder / "good.txt").write_text(finished().record(), encoding="utf-8")
    yield ("good.txt", "--ply", hostile(luck))
    yield ("good.txt", "-o", file_name(luck, ".svg"))
    yield ("good.txt", "-o", f"{hostile(luck)}/x.svg")
    yield ("good.txt", "-o", hostile(luck))


def verifications(folder: Path, luck: Luck) -> Calls:
    yield from of_a_record(folder, luck)
    (folder / "good.txt").write_text(finished().record(), encoding="utf-8")
    yield ("good.txt", "--commit", hostile(luck))


def plays(folder: Path, luck: Luck) -> Calls:
    for arguments in list(of_a_record(folder, luck))[::5]:  # they are read like those of `replay`, which tries all
        yield ("--resume", *arguments)
    yield (hostile(luck),)
    yield (*EXAGO, "--seats", hostile(luck))
    yield (*EXAGO, "--bot", hostile(luck))
    yield (*EXAGO, "--players", hostile(luck))
    yield (*EXAGO, "--seed", hostile(luck))
    yield ("exago", "--option", hostile(luck))
    yield ("exago", "--option", f"{hostile(luck)}=1")
    yield ("exago", "--option", f"turn_limit=@{hostile(luck)}")
    yield from sheets(folder, luck, "traxx", "--option", "sheet=@")


def sheets(folder: Path, luck: Luck, *before: str) -> Calls:
    """Sheets with odd keys and values; the last word is put before the name of each file."""
    odd: list[Any] = [hostile(luck), {hostile(luck): 1}, [hostile(luck)]]
    odd += [{"radius": 4, "colours": {}, "fields": {hostile(luck): "x"}, "numbers": {}, "starts": []}]
    for number, sheet in enumerate(odd):
        (folder / f"{number}.json").write_text(json.dumps(sheet))
        yield (*before[:-1], f"{before[-1]}{number}.json") if before else (f"{number}.json",)
    yield (*before[:-1], f"{before[-1]}{hostile(luck)}") if before else (hostile(luck),)


def archives(folder: Path, luck: Luck) -> Calls:
    for number, text in enumerate(records(luck)):
        if number % 10 == 0:
            archive(folder / f"{number}.zip", luck, text)
            yield (f"{number}.zip", "--database", "new.sqlite")
    name = file_name(luck, ".zip")
    archive(folder / name, luck, finished().record())
    yield (name, "--database", file_name(luck, ".sqlite"))
    yield (name, "--plugin", hostile(luck))
    yield (hostile(luck), "--database", hostile(luck))


def exports(folder: Path, luck: Luck) -> Calls:
    archive(folder / "a.zip", luck, finished().record())
    assert run_here("import", "a.zip", "--database", "a.sqlite", folder=folder).returncode == 0
    name = file_name(luck, ".zip")
    yield (name, "--database", "a.sqlite")
    yield (name, "--database", "a.sqlite")  # exists already
    yield (f"{hostile(luck)}/a.zip", "--database", "a.sqlite")
    yield ("b.zip", "--database", hostile(luck))
    yield ("b.zip", "--database", f"postgresql://{hostile(luck)}")


def tournaments(folder: Path, luck: Luck) -> Calls:
    yield (hostile(luck), "--bots", "1,2")
    yield ("exago", "--bots", hostile(luck))
    yield ("exago", "--bots", "random,greedy", "--games", "2", "--workers", "1", "--file", file_name(luck, ".sqlite"))
    yield ("exago", "--bots", "random,greedy", "--file", f"{hostile(luck)}/x")
    yield ("exago", "--bots", "random,greedy", "--option", f"turn_limit={hostile(luck)}")


def reports(folder: Path, luck: Luck) -> Calls:
    name = file_name(luck, ".sqlite")
    play = ("arena", "exago", "--bots", "random,greedy", "--games", "2", "--workers", "1", "--file", name)
    assert run_here(*play, folder=folder).returncode == 0
    yield (name, "-o", file_name(luck, ".html"), "--markdown", file_name(luck, ".md"))
    rename_bots(folder / name, f"{TITLE}{LOUD}\x9b\u202e[red]")
    yield (name,)
    (folder / "text").write_text(hostile(luck), newline="")
    yield ("text",)
    yield (hostile(luck),)


def games(folder: Path, luck: Luck) -> Calls:
    """For commands that take only a game and numbers."""
    yield (hostile(luck),)
    yield ("exago", f"--{hostile(luck)}")
    yield ("exago", "--option", hostile(luck), "--depth", hostile(luck), "--bots", hostile(luck))


COMMANDS: dict[str, Callable[[Path, Luck], Calls]] = {
    "play": plays,
    "watch": lambda folder, luck: iter([*games(folder, luck), ("exago", "--bots", hostile(luck))]),
    "playthrough": lambda folder, luck: iter([*games(folder, luck), ("exago", "--seed", hostile(luck))]),
    "perft": lambda folder, luck: iter([*games(folder, luck), ("exago", "--depth", "1", "--seed", hostile(luck))]),
    "replay": replays,
    "analyse": analyses,
    "annotate": calls_of_annotate,
    "picture": pictures,
    "verify": verifications,
    "rules": games,
    "games": games,
    "bench": games,
    "warmup": games,
    "new-game": lambda folder, luck: iter(
        [
            (hostile(luck), "--into", str(folder)),
            ("nine_holes", "--title", hostile(luck), "--into", str(folder)),
            ("nine_holes", "--into", f"{folder}/{hostile(luck)}"),
        ]
    ),
    "serve": lambda folder, luck: iter(
        [(option, hostile(luck)) for option in ("--host", "--port", "--public-url", "--log-format", "--plugin")]
        + [
            ("--host", NOWHERE, "--database", f"{hostile(luck)}/x.sqlite"),
            ("--database", f"postgresql://{hostile(luck)}"),
        ]
    ),
    "export": exports,
    "import": archives,
    "arena run": tournaments,
    "arena report": reports,
    "sheet new": lambda folder, luck: iter(
        [("--games", hostile(luck)), ("--games", "100", "--seed", hostile(luck), "--out", f"{hostile(luck)}/x")]
    ),
    "sheet measure": sheets,
    "sheet draw": lambda folder, luck: iter(
        [("--svg", f"{hostile(luck)}/x"), ("--svg", file_name(luck, ".svg")), ("--svg", "x", "--start", hostile(luck))]
    ),
}


def commands(group: Any, before: str = "") -> Iterator[str]:
    """The names of all commands."""
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from commands(command, f"{name} ")
        else:
            yield f"{before}{name}"


def test_every_command_is_covered() -> None:
    assert set(commands(typer.main.get_command(app))) == set(COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_untrusted_text_is_escaped(command: str, tmp_path: Path, luck: Luck) -> None:
    for number, arguments in enumerate(COMMANDS[command](tmp_path, luck)):
        lines = f"{hostile(luck)}\nsave {hostile(luck)}/x\nquit\n".replace("\r", "")
        start = run if command == "serve" else run_here  # a server changes signal handlers of its process
        database = str(tmp_path / "default.sqlite")
        done = start(*command.split(), *arguments, folder=tmp_path, typed=lines, PARLOUR_DATABASE=database)
        for said in (done.stdout, done.stderr):
            assert not UNSAFE.findall(said), (number, arguments, said)


def test_quoted_line_breaks_cannot_imitate_our_output(tmp_path: Path) -> None:
    forged = "x\nAll 9 moves follow the rules"
    done = run_here("verify", forged, folder=tmp_path)
    assert done.stderr.startswith("parlour: cannot read x\n  All 9 moves follow the rules: ")


def test_markup_in_names_is_shown_literally(tmp_path: Path) -> None:
    (tmp_path / "game.txt").write_text(finished().record(), encoding="utf-8")
    done = run_here("replay", "game.txt", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert f"{MARKUP} (red) won. A line is complete." in done.stdout
    assert "[/] (blue): placed" in done.stdout


def test_markup_in_names_is_shown_in_standings(tmp_path: Path, luck: Luck) -> None:
    match = parlour.new("traxx", players=2, names=[MARKUP, "[/]"])
    while match.waiting:
        random_move(match, luck)
    (tmp_path / "game.txt").write_text(match.record(), encoding="utf-8")
    done = run_here("replay", "game.txt", "--ply", str(len(match.moves)), folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert re.search(rf"^ +\d\. +{re.escape(called(match, 0))} ", done.stdout, re.M)
    assert re.search(rf"^ +\d\. +{re.escape(called(match, 1))} ", done.stdout, re.M)


def test_a_bot_with_markup_in_its_name_can_think(tmp_path: Path) -> None:
    match = finished()
    while len(match.moves) > 3:
        match.undo()
    match.seats = [Seat("person", "[bold]a"), Seat("bot", "[/]b", "1")]  # rich would stumble over the second
    (tmp_path / "game.txt").write_text(match.record(), encoding="utf-8")
    done = run_here("play", "--resume", "game.txt", folder=tmp_path, typed="quit\n")
    assert done.returncode == 0, done.stderr
    assert "[/]b (level 1, blue): placed" in done.stdout


def test_json_is_exact_and_escaped_in_a_terminal(tmp_path: Path, luck: Luck, monkeypatch: pytest.MonkeyPatch) -> None:
    value = {hostile(luck): [hostile(luck), "\x9b\u202e"]}
    for is_terminal in (False, True):
        out = io.StringIO()
        monkeypatch.setattr(out, "isatty", lambda is_terminal=is_terminal: is_terminal)
        monkeypatch.setattr(sys, "stdout", out)
        print_json(value)
        assert json.loads(out.getvalue()) == value
        assert (out.getvalue() == f"{canonical_json(value)}\n") != is_terminal
        assert bool(UNSAFE.search(out.getvalue())) != is_terminal


def test_results_of_hostile_bot_names_are_exact_as_json(tmp_path: Path) -> None:
    play = ("arena", "exago", "--bots", "random,greedy", "--games", "2", "--workers", "1")
    assert run_here(*play, folder=tmp_path).returncode == 0
    rename_bots(tmp_path / "arena.sqlite", f"\x9b\u202e{TITLE}")
    told = run_here("arena", "report", "--json", folder=tmp_path).stdout
    (summary,) = json.loads(told)
    assert f"\x9b\u202e{TITLE}" in [entrant["name"] for entrant in summary["entrants"]]
    assert told == f"{canonical_json([summary])}\n"


@pytest.mark.parametrize("command", ["replay", "verify", "analyse", "annotate", "picture", "play --resume"])
def test_in_a_terminal_only_our_own_colours_are_left(command: str, tmp_path: Path) -> None:
    name = f"{TITLE}{LOUD}\u202e[red].txt"
    (tmp_path / name).write_text(finished().record().replace("0 f6", f"0 f6{LOUD}\u202e\x9b2J"), encoding="utf-8")
    with Terminal(*command.split(), name, folder=tmp_path, columns=400) as terminal:
        assert terminal.end() != 0
    assert visible(name) in terminal.seen
    assert terminal.raw.startswith("\x1b[31mparlour: ")
    check_seen(terminal)


def test_a_terminal_shows_names_as_they_are(tmp_path: Path) -> None:
    (tmp_path / "game.txt").write_text(finished().record(), encoding="utf-8")
    with Terminal("replay", "game.txt", "--no-step", folder=tmp_path, columns=100) as terminal:
        assert terminal.end() == 0
    assert f"{MARKUP} (red) won. A line is complete." in terminal.seen
    assert "\x1b[1m" in terminal.raw
    check_seen(terminal)


def check_seen(terminal: Terminal) -> None:
    """Nothing hostile came through: only text, colours and line ends."""
    assert TITLE not in terminal.raw
    assert LOUD not in terminal.raw
    assert not UNSAFE.findall(ESCAPES.sub("", terminal.raw))


def test_a_traceback_contains_no_escape_sequences() -> None:
    script = "import sys, parlour.cli as cli\ndef app(): raise OSError(sys.argv[1])\ncli.app = app; cli.main()"
    crashed = subprocess.run(
        [sys.executable, "-c", script, TITLE], capture_output=True, text=True, timeout=120, check=False
    )
    assert crashed.stderr.endswith(f"OSError: {visible(TITLE)}\n")


def test_a_servers_database_path_contains_no_escape_sequences(tmp_path: Path, luck: Luck) -> None:
    out = io.StringIO()
    database, url = f"{tmp_path}/{file_name(luck, '.sqlite')}", f"https://x/{hostile(luck)}"
    settings = Settings.model_construct(database=database, public_url=url)  # which refuses nothing
    announce(settings, new_console(file=out))
    assert "Tables are kept in " in out.getvalue()
    assert not UNSAFE.findall(out.getvalue())


@pytest.mark.parametrize("word", ["print", "input", "Console"])
def test_nothing_bypasses_the_console(word: str) -> None:
    """Only the keyboard prints by itself, since readline must know the prompt; it is tested above."""
    package = Path(parlour.__file__).parent
    for path in [*(package / "cli").rglob("*.py"), *(package / "server").rglob("*.py")]:
        calls = [node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Call)]
        called = {node.func.id for node in calls if isinstance(node.func, ast.Name)}
        assert word not in called or path.name == "keyboard.py", path


def test_a_log_entry_is_one_line_without_escape_sequences(luck: Luck) -> None:
    text = f"{hostile(luck)}\nforged"
    event = logging.makeLogRecord({"msg": text, "levelno": logging.INFO, "levelname": "INFO", "path": text})
    shown = TextLines().format(event)
    assert shown.endswith(f"{visible_line(text)} path={visible_line(text)}")
    assert not UNSAFE.findall(shown)
    exact = JsonLines().format(event)
    assert (json.loads(exact)["event"], json.loads(exact)["path"]) == (text, text)
    assert not UNSAFE.findall(exact)
