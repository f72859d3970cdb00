"""Migration of result files that an older version of Parlour wrote."""

from __future__ import annotations

import shlex
import sqlite3

from parlour.arena.tournament.request import Request
from parlour.luck import canonical_json

REQUESTS = """
CREATE TABLE IF NOT EXISTS requests (
    setup INTEGER NOT NULL REFERENCES setups,
    bots TEXT NOT NULL,                   -- JSON list, weakest first
    games INTEGER NOT NULL,               -- of each lineup, at least
    stop_when_sure INTEGER NOT NULL,      -- 0 or 1
    UNIQUE (setup, bots, games, stop_when_sure)
)
"""


def migrate_from_format_1(connection: sqlite3.Connection) -> None:
    """Migrate format 1, which stored requests as shell commands and called a lineup a contest."""
    connection.execute("BEGIN IMMEDIATE")
    with connection:
        if connection.execute("PRAGMA user_version").fetchone()[0] != 1:
            return  # another process has already migrated it
        connection.execute(REQUESTS)
        for setup, command in connection.execute("SELECT setup, command FROM commands ORDER BY rowid").fetchall():
            request = request_of_old_command(command)
            if request is not None:
                row = (setup, canonical_json(request.bots), request.games, request.stop_when_sure)
                connection.execute("INSERT OR IGNORE INTO requests VALUES (?, ?, ?, ?)", row)
        connection.execute("DROP TABLE commands")
        connection.execute("ALTER TABLE games RENAME COLUMN contest TO lineup")
        connection.execute("PRAGMA user_version = 2")


def request_of_old_command(command: str) -> Request | None:
    """The request in a command of format 1; None for any other text. Nothing else reads commands."""
    words = shlex.split(command)
    if "--bots" not in words or "--games" not in words:
        return None
    bots, games = (words[words.index(name) + 1] for name in ("--bots", "--games"))
    return Request(tuple(dict.fromkeys(bots.split(","))), int(games), words[-1] == "--stop-when-sure")
