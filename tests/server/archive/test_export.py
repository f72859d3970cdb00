"""Matches that cannot be replayed are left out of an export and named; harmful archives are refused."""

from __future__ import annotations

import sqlite3
import struct
import tracemalloc
import zipfile
from contextlib import closing
from pathlib import Path

import pytest

from parlour.luck import Luck
from parlour.server.archive import import_
from parlour.server.archive.import_ import BadArchive
from tests.server.archive.test_import import series, wait_for_match, wait_until_ready
from tests.server.client import Client
from tests.server.command import done_here, refused_here
from tests.server.command import parlour as run_parlour
from tests.server.process import ServerProcess


def changed(file: Path, *statements: str) -> None:
    with closing(sqlite3.connect(file)) as connection, connection:
        for statement in statements:
            assert connection.execute(statement).rowcount


def test_a_match_that_cannot_be_replayed_is_left_out_and_named(tmp_path: Path, luck: Luck) -> None:
    """The second match of three, the only one of a table, and one whose game is no longer installed."""
    file, zipped = tmp_path / "old.sqlite", tmp_path / "all.zip"
    with ServerProcess(str(file), "--no-limits") as server, Client(server) as client:
        wait_until_ready(client)
        table = series(client, luck)
        with client.sit(table.id, *table.tokens) as socket:
            socket.send("resign", seat=0)
            socket.wait_until(lambda: socket.is_over)
            for seat in (0, 1):
                socket.send("rematch", seat=seat)
            wait_for_match(socket, 3)
            socket.play_random(luck, 2)
        first = client.record(table.id, 1)
        alone, strange, good = (client.open_table("exago", ["me", "me"]) for _ in range(3))
        with client.sit(alone.id, *alone.tokens.values()) as socket:
            socket.move(0, "f6")
    spoilt = 'UPDATE log SET entry = replace(entry, \'"text":"\', \'"text":"no \') WHERE turn = 0 AND match IN '
    changed(
        file,
        f"{spoilt} (SELECT key FROM matches WHERE table_id = '{table.id}' AND number = 2)",
        f"{spoilt} (SELECT key FROM matches WHERE table_id = '{alone.id}')",
        f"UPDATE matches SET rules = '0' WHERE table_id = '{alone.id}'",
        f"UPDATE tables SET game = 'gone' WHERE id = '{strange.id}'",
    )
    ran = run_parlour("export", str(zipped), "--database", str(file))
    assert ran.returncode == 1
    assert ran.stdout.startswith(f"2 tables with 3 records written to {zipped}.\n")
    assert "these matches cannot be replayed, so they are left out (3 in all):" in ran.stderr
    assert f"\n  match 2 of table {table.id}: " in ran.stderr
    assert f"\n  match 1 of table {strange.id}: " in ran.stderr
    (line,) = (line for line in ran.stderr.splitlines() if alone.id in line)
    assert line.endswith("(it was opened by rules version 0, this is version 1)")
    assert "Traceback" not in ran.stderr

    new = tmp_path / "new.sqlite"
    assert done_here("import", str(zipped), "--database", str(new)) == "2 tables with 3 records imported.\n"
    with ServerProcess(str(new), "--no-limits") as server, Client(server) as client:
        wait_until_ready(client)
        assert client.record(table.id, 1) == first
        assert client.table(table.id)["match"] == 3  # numbers are unchanged
        with client.sit(table.id, *table.tokens) as socket:
            socket.play_random(luck, 2)
        assert client.table(good.id)["status"] == "playing"


def test_the_rules_version_is_exported_and_imported(tmp_path: Path) -> None:
    """Even one that is not current: the record names the rules version of the match."""
    file, zipped, new = tmp_path / "old.sqlite", tmp_path / "all.zip", tmp_path / "new.sqlite"
    with ServerProcess(str(file)) as server, Client(server) as client:
        table = client.open_table("exago", ["me", "me"])
        with client.sit(table.id, *table.tokens.values()) as socket:
            assert socket.states[0]["view"]["rules"] == "1"
            socket.send("resign", seat=0)
            socket.wait_until(lambda: socket.is_over)
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("SELECT rules FROM matches").fetchall() == [("1",)]
    changed(file, "UPDATE matches SET rules = '0.9'")
    done_here("export", str(zipped), "--database", str(file))
    done_here("import", str(zipped), "--database", str(new))
    with closing(sqlite3.connect(new)) as connection:
        assert connection.execute("SELECT rules FROM matches").fetchall() == [("0.9",)]
    with ServerProcess(str(new)) as server, Client(server) as client:
        wait_until_ready(client)
        assert "\nrules 0.9\n" in client.record(table.id)


@pytest.mark.parametrize("name", ["one.txt", "tables.json"])
@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_members_that_are_neither_stored_nor_deflated_are_refused(tmp_path: Path, name: str, method: int) -> None:
    """A file of 911 bytes, compressed by bzip2, took 2.2 GB before its size was known."""
    zipped, database = tmp_path / "bomb.zip", tmp_path / "none.sqlite"
    with zipfile.ZipFile(zipped, "w", method) as archive:
        archive.writestr(name, bytes(1 << 22))
    said = refused_here("import", str(zipped), "--database", str(database))
    assert f"{name} is compressed in an unsupported way: only stored and deflated files can be read" in said
    assert not database.exists()


def test_limits_apply_to_inflated_data_not_to_header_claims(tmp_path: Path) -> None:
    zipped, size = tmp_path / "bomb.zip", 1 << 26
    with zipfile.ZipFile(zipped, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("one.txt", bytes(size))
    for claim in (10, 1 << 20, size, (1 << 32) - 2):
        lying = tmp_path / f"{claim}.zip"
        lying.write_bytes(zipped.read_bytes().replace(struct.pack("<I", size), struct.pack("<I", claim)))
        tracemalloc.start()
        try:
            with zipfile.ZipFile(lying) as archive, pytest.raises(BadArchive, match=r"one\.txt"):
                import_.check(archive, import_.contents(archive), lambda things, _: things)
            assert tracemalloc.get_traced_memory()[1] < size // 4
        finally:
            tracemalloc.stop()


def test_the_index_is_limited_by_the_number_of_files(tmp_path: Path) -> None:
    zipped = tmp_path / "bomb.zip"
    with zipfile.ZipFile(zipped, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("tables.json", b'{"parlour":1,"tables":[' + b" " * (1 << 24) + b"]}")
    assert "tables.json is too large" in refused_here("import", str(zipped), "--database", str(tmp_path / "no.sqlite"))
