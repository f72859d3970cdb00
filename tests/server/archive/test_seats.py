"""Bots stay bots when records move between the terminal and a server, in current and old records."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import parlour
from parlour import Seat
from tests.cli.sessions import lines
from tests.cli.terminal_driver import run_here
from tests.server.client import Client
from tests.server.command import done_here, refused_here
from tests.server.process import ServerProcess

OLD = Path(__file__).resolve().parents[2] / "old_records"
AT_TERMINAL = [Seat("person", "red"), Seat("bot", "blue", "1"), Seat("bot", "yellow", "random")]


def moved(folder: Path, **files: str) -> tuple[list[dict[str, Any]], list[parlour.Match]]:
    """What an export has after an import of these files: the seats of tables.json, and the match of the one record."""
    source, database, target = folder / "in.zip", str(folder / "moved.sqlite"), folder / "out.zip"
    with zipfile.ZipFile(source, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    done_here("import", str(source), "--database", database)
    done_here("export", str(target), "--database", database)
    with zipfile.ZipFile(target) as archive:
        (table,) = json.loads(archive.read("tables.json"))["tables"]
        records = [archive.read(name).decode() for name in archive.namelist() if name.startswith("records/")]
    return table["matches"][-1]["seats"], [parlour.load(text) for text in records]


def test_a_terminal_game_keeps_its_bots_on_a_server(tmp_path: Path) -> None:
    typed = lines("f6", "save game.txt", "quit")
    run_here("play", "exago", "--seats", "me,1,random", "--seed", "4", folder=tmp_path, typed=typed)
    seats, (match,) = moved(tmp_path, **{"game.txt": (tmp_path / "game.txt").read_text()})
    assert [(seat["kind"], seat["name"], seat["bot"]) for seat in seats] == [
        ("person", None, None),
        ("bot", None, "1"),
        ("bot", None, "random"),
    ]
    assert match.seats == AT_TERMINAL


def test_an_old_terminal_game_keeps_its_bots_on_a_server(tmp_path: Path) -> None:
    _, (match,) = moved(tmp_path, **{"game.txt": (OLD / "terminal.txt").read_text()})
    assert match.seats == AT_TERMINAL
    assert match.record().count('"yellow"') == 1  # from the new line


def test_named_bots_and_bots_that_resigned_stay_bots(tmp_path: Path) -> None:
    match = parlour.new("exago", players=3)
    match.seats = [Seat("bot", "Deep", "2"), Seat("bot", "blue", "random"), Seat("person", "Cy", "5")]
    match.resign(1)
    match.resign(2)
    _, (again,) = moved(tmp_path, **{"game.txt": match.record()})
    assert again.seats == match.seats


def test_an_old_archive_is_imported_with_its_bots_and_stand_ins(tmp_path: Path) -> None:
    files = {"tables.json": (OLD / "tables.json").read_text()}
    table = json.loads(files["tables.json"])["tables"][0]["id"]
    files[f"records/{table}-1.txt"] = (OLD / "server.txt").read_text()
    seats, (match,) = moved(tmp_path, **files)
    assert [seat["kind"] for seat in seats] == ["person", "bot", "person", "bot"]
    assert match.seats == [
        Seat("person", "Ann"),
        Seat("bot", "blue", "random"),
        Seat("person", "Cy", "1", resigned=True),
        Seat("bot", "green", "2"),
    ]


def test_seats_that_differ_from_the_index_are_refused(tmp_path: Path) -> None:
    moved(tmp_path, **{"game.txt": (OLD / "terminal.txt").read_text()})
    with zipfile.ZipFile(tmp_path / "out.zip") as archive:
        files = {name: archive.read(name).decode() for name in archive.namelist()}
    (record,) = (name for name in files if name != "tables.json")
    wrong = {
        "kind": {**files, "tables.json": files["tables.json"].replace('"kind": "person"', '"kind": "bot"')},
        "bot": {**files, record: files[record].replace('"bot":"1"', '"bot":"2"')},
    }
    for name, changed in wrong.items():
        with zipfile.ZipFile(tmp_path / f"{name}.zip", "w") as archive:
            for file, text in changed.items():
                archive.writestr(file, text)
        target = str(tmp_path / f"{name}.sqlite")
        sentence = refused_here("import", str(tmp_path / f"{name}.zip"), "--database", target)
        assert "its seats differ from those in tables.json" in sentence


def test_a_servers_record_is_resumed_with_its_bots(tmp_path: Path, sqlite_url: str) -> None:
    people = [{"who": "me", "name": name} for name in ("Ann", "Cy")]
    with ServerProcess(sqlite_url) as server, Client(server) as client:
        table = client.open_table("exago", [people[0], "random", people[1]], stand_in="greedy")
        with client.sit(table.id, *table.tokens.values()) as socket:
            assert socket.states[0]["seats"][1] == {
                "seat": 1,
                "kind": "bot",
                "name": "blue",
                "bot": "random",
                "has_person": False,
                "resigned": False,
            }
            socket.send("resign", seat=2)
            state = socket.receive("state", where=lambda state: state["seats"][2]["resigned"])
            assert (state["seats"][2]["kind"], state["seats"][2]["bot"]) == ("bot", "greedy")
        done_here("export", str(tmp_path / "all.zip"), "--database", server.database)
    with zipfile.ZipFile(tmp_path / "all.zip") as archive:
        (tmp_path / "game.txt").write_bytes(archive.read(f"records/{table.id}-1.txt"))
    resumed = run_here("play", "--resume", "game.txt", folder=tmp_path, typed=lines("f6", "save", "quit"))
    assert resumed.stdout.startswith("Exago: Ann (red), blue (random) and Cy (yellow, greedy stands in).\n")
    assert "blue (random): placed" in resumed.stdout
    assert "Cy (yellow, greedy stands in): placed" in resumed.stdout
    assert "Saved to game.txt, the file it came from." in resumed.stdout
    saved = parlour.load((tmp_path / "game.txt").read_text())
    assert len(saved.moves) == 3
    assert saved.seats[1:] == [Seat("bot", "blue", "random"), Seat("person", "Cy", "greedy", resigned=True)]


def test_an_old_servers_record_is_resumed_with_its_bots(tmp_path: Path) -> None:
    (tmp_path / "game.txt").write_text((OLD / "server.txt").read_text())
    move = parlour.load((tmp_path / "game.txt").read_text()).legal(0)[0]
    resumed = run_here("play", "--resume", "game.txt", folder=tmp_path, columns=120, typed=lines(move, "quit"))
    assert "blue (random), Cy (yellow, level 3 stands in) and green (level 2).\n" in resumed.stdout
    assert "  green (level 2): placed" in resumed.stdout


def test_notes_in_a_record_are_checked_and_dropped(tmp_path: Path) -> None:
    match = parlour.new("exago", players=2)
    match.play(0, "f6")
    match.comments = {1: "<script>"}
    _, (again,) = moved(tmp_path, **{"game.txt": match.record()})
    assert (again.moves, again.has_notes) == (match.moves, False)
    source = tmp_path / "wrong.zip"
    with zipfile.ZipFile(source, "w") as archive:
        archive.writestr("game.txt", match.record() + "; two\n")
    said = refused_here("import", str(source), "--database", str(tmp_path / "moved.sqlite"))
    assert "game.txt: line 11: after 1 move there already is a comment" in said
