"""Databases of other versions, and files under several names."""

from __future__ import annotations

import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

import parlour
from tests.server.client import Client
from tests.server.command import done_here, refused, refused_here
from tests.server.coroutines import finished
from tests.server.hall import hall, new_table
from tests.server.process import ServerProcess


def made(folder: Path, database: str) -> Path:
    """A database with one table, and the zip from which it was imported."""
    zipped = folder / "one.zip"
    with zipfile.ZipFile(zipped, "w") as archive:
        archive.writestr("one.txt", parlour.new("exago").record())
    done_here("import", str(zipped), "--database", database)
    return zipped


def set_version(database: str, version: str) -> None:
    statement = f"UPDATE alembic_version SET version_num = '{version}'"
    if database.startswith("postgresql"):
        with psycopg.connect(database.replace("+psycopg", "")) as postgres:
            postgres.execute(statement.encode())
    else:
        with closing(sqlite3.connect(database.removeprefix("sqlite:///"))) as connection, connection:
            connection.execute(statement)


def test_a_newer_database_is_refused_in_a_sentence_by_every_command(database_url: str, tmp_path: Path) -> None:
    zipped = made(tmp_path, database_url)
    set_version(database_url, "999")
    for command in (("serve", "--port", "0"), ("export", str(tmp_path / "out.zip")), ("import", str(zipped))):
        sentence = refused(*command, "--database", database_url)
        assert sentence.endswith(
            "was written by a newer version of Parlour: install that version, or give another --database"
        )
        assert "\n" not in sentence
    assert not (tmp_path / "out.zip").exists()


def test_an_older_database_must_be_migrated_before_an_export(sqlite_url: str, tmp_path: Path) -> None:
    made(tmp_path, sqlite_url)
    set_version(sqlite_url, "002")
    sentence = refused_here("export", str(tmp_path / "out.zip"), "--database", sqlite_url)
    assert sentence.endswith("run 'parlour serve' of this version to update it")


def test_a_file_is_the_same_database_under_any_name(tmp_path: Path) -> None:
    file, link = tmp_path / "kept" / "games.sqlite", tmp_path / "link.sqlite"
    file.parent.mkdir()
    link.symlink_to(file)
    (tmp_path / "also").symlink_to(file.parent)
    with ServerProcess(str(link)) as server, Client(server) as client:
        for name in (file, link, tmp_path / "also" / "games.sqlite"):
            assert "in use by another parlour" in refused("serve", "--port", "0", "--database", str(name))
        client.open_table("exago")
    assert {path.name for path in tmp_path.iterdir()} == {"kept", "link.sqlite", "also"}  # no other file beside a link
    assert file.exists()


def test_circular_symbolic_links_are_reported_in_a_sentence(tmp_path: Path) -> None:
    circle = tmp_path / "circle.sqlite"
    circle.symlink_to(circle)
    assert "symbolic link" in refused_here("serve", "--port", "0", "--database", str(circle)).lower()


@pytest.mark.parametrize("game", ["exago", "both_ends"])
def test_migrated_matches_get_their_known_rules_version(tmp_path: Path, game: str) -> None:
    """Parlour's own games had one version before versions were stored; those of plugins are unknown."""
    file = str(tmp_path / "old.sqlite")
    made(tmp_path, file)
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '003'")
        for table in ("house", "reviews", "review_requests"):
            connection.execute(f"DROP TABLE {table}")
        connection.execute("ALTER TABLE tables DROP COLUMN hints")
        connection.execute("ALTER TABLE matches DROP COLUMN rules")
        connection.execute("UPDATE tables SET game = ?", (game,))
    with ServerProcess(file):
        pass
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("SELECT rules FROM matches").fetchall() == [("1" if game == "exago" else None,)]


def test_older_tables_of_one_person_and_bots_get_hints(sqlite_url: str) -> None:
    async def upgraded() -> list[bool]:
        async with hall(sqlite_url) as context:
            ids = [await new_table(context.database, bots) for bots in ([], ["greedy"])]
        with closing(sqlite3.connect(sqlite_url.removeprefix("sqlite:///"))) as connection, connection:
            connection.execute("UPDATE alembic_version SET version_num = '004'")
            for table in ("reviews", "review_requests"):
                connection.execute(f"DROP TABLE {table}")
            connection.execute("ALTER TABLE tables DROP COLUMN hints")
        async with hall(sqlite_url) as context:
            return [(await context.hub.get(table)).row.hints for table in ids]

    assert finished(upgraded()) == [False, True]
