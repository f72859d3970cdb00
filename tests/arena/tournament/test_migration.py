"""Result files of older versions can still be opened."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from parlour.arena.report.document import summaries
from parlour.arena.tournament.config import new_setup
from parlour.arena.tournament.migration import request_of_old_command
from parlour.arena.tournament.request import Request
from parlour.arena.tournament.results import APPLICATION, FORMAT, Store
from parlour.errors import ParlourError
from parlour.games import find

FORMAT_1 = f"""
PRAGMA application_id = {APPLICATION};
PRAGMA user_version = 1;
CREATE TABLE setups (id INTEGER PRIMARY KEY, facts TEXT NOT NULL UNIQUE);
CREATE TABLE commands (setup INTEGER NOT NULL REFERENCES setups, command TEXT NOT NULL, UNIQUE (setup, command));
CREATE TABLE games (
    setup INTEGER NOT NULL REFERENCES setups, contest TEXT NOT NULL, deal INTEGER NOT NULL, seating INTEGER NOT NULL,
    bots TEXT NOT NULL, seed TEXT NOT NULL, reason TEXT NOT NULL, scores TEXT NOT NULL, winners TEXT NOT NULL,
    ranking TEXT NOT NULL, plies INTEGER NOT NULL, moves TEXT NOT NULL, seconds TEXT NOT NULL, slowest TEXT NOT NULL,
    program TEXT NOT NULL, record TEXT,
    UNIQUE (setup, contest, deal, seating)
);
"""
COMMANDS = [
    "parlour arena exago --players 2 --bots random,greedy --games 2 --seed 'a b' --effort 0.1 --option radius=4",
    "parlour arena exago --players 2 --bots random,greedy,1 --games 400 --seed 'a b' --effort 0.1 --option radius=4 "
    "--stop-when-sure",
]
GAME = (1, "random greedy", 0, 0, '["random","greedy"]', "a b/0", "line", '{"win":[0,1]}', "[1]", "[2,1]")
MORE = (20, "[10,10]", "[0.1,0.2]", "[0.1,0.1]", "abc", None)


@pytest.fixture
def old_file(tmp_path: Path) -> Path:
    """A file with a game and three commands, one of which requests nothing."""
    path = tmp_path / "old.sqlite"
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.executescript(FORMAT_1)
        setup = new_setup(find("exago"), 2, {"radius": 4}, "a b", 0.1)
        connection.execute("INSERT INTO setups VALUES (1, ?)", (setup.key,))
        for command in (*COMMANDS, "parlour arena exago"):
            connection.execute("INSERT INTO commands VALUES (1, ?)", (command,))
        connection.execute(f"INSERT INTO games VALUES ({', '.join('?' * 16)})", (*GAME, *MORE))
    return path


def test_a_file_of_format_1_is_migrated_when_it_is_opened(old_file: Path) -> None:
    for _ in range(2):  # afterwards it is like any other
        with Store(old_file, must_exist=True) as store:
            assert store.requests(1) == [
                Request(("random", "greedy"), 2, False),
                Request(("random", "greedy", "1"), 400, True),
            ]
            (game,) = store.games(1)
            assert game.scheduled.key == ("random greedy", 0, 0)
            ((_, summary),) = summaries(store)
            assert summary.commands == COMMANDS
    with closing(sqlite3.connect(old_file)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (FORMAT,)
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        assert tables == {"setups", "requests", "games"}


def test_a_migrated_file_has_the_tables_of_a_new_one(old_file: Path, tmp_path: Path) -> None:
    with Store(old_file), Store(tmp_path / "new.sqlite"):
        pass
    found = []
    for path in (old_file, tmp_path / "new.sqlite"):
        with closing(sqlite3.connect(path)) as connection:
            columns = "SELECT m.name, c.name FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table'"
            found.append(sorted(connection.execute(columns).fetchall()))
    assert found[0] == found[1]


def test_a_failed_migration_changes_nothing(old_file: Path) -> None:
    with closing(sqlite3.connect(old_file)) as connection, connection:
        connection.execute("ALTER TABLE games RENAME COLUMN contest TO other")
    with pytest.raises(ParlourError, match="cannot be used for results"):
        Store(old_file)
    with closing(sqlite3.connect(old_file)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (1,)
        assert connection.execute("SELECT count(*) FROM commands").fetchone() == (3,)


def test_a_file_of_a_later_format_is_refused(old_file: Path) -> None:
    with closing(sqlite3.connect(old_file)) as connection, connection:
        connection.execute(f"PRAGMA user_version = {FORMAT + 1}")
    with pytest.raises(ParlourError, match="another version of Parlour"):
        Store(old_file)


@pytest.mark.parametrize(
    ("command", "request_"),
    [
        (COMMANDS[0], Request(("random", "greedy"), 2, False)),
        ("parlour arena tracktic --players 4 --bots 5,5,5,5 --games 7", Request(("5",), 7, False)),
        ("parlour arena toy", None),
    ],
)
def test_old_commands_are_parsed_into_requests(command: str, request_: Request | None) -> None:
    assert request_of_old_command(command) == request_
