"""Results in one SQLite file, which contains every finished game, whatever happens afterwards."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from types import TracebackType
from typing import Any

from parlour.arena.tournament.migration import REQUESTS, migrate_from_format_1
from parlour.arena.tournament.request import Request
from parlour.arena.tournament.schedule import ScheduledGame
from parlour.arena.tournament.worker import GameResult
from parlour.errors import ParlourError
from parlour.luck import canonical_json

APPLICATION = 0x5061726C  # "Parl", the SQLite application id
FORMAT = 2

TABLES = f"""
CREATE TABLE IF NOT EXISTS setups (
    id INTEGER PRIMARY KEY,
    facts TEXT NOT NULL UNIQUE            -- JSON: game, rules, players, options, seed, effort, mixed
);
{REQUESTS};
CREATE TABLE IF NOT EXISTS games (
    setup INTEGER NOT NULL REFERENCES setups,
    lineup TEXT NOT NULL,                -- the bots that are compared, weakest first
    deal INTEGER NOT NULL,
    seating INTEGER NOT NULL,             -- which order of the bots
    bots TEXT NOT NULL,                   -- from here on JSON lists are by seat
    seed TEXT NOT NULL,                   -- of the deal
    reason TEXT NOT NULL,
    scores TEXT NOT NULL,                 -- every column, by its name
    winners TEXT NOT NULL,                -- seats
    ranking TEXT NOT NULL,
    plies INTEGER NOT NULL,
    moves TEXT NOT NULL,
    seconds TEXT NOT NULL,                -- of thinking
    slowest TEXT NOT NULL,                -- seconds of the longest thought
    program TEXT NOT NULL,                -- fingerprint of the code that played
    record TEXT,                          -- `parlour replay` reads it
    UNIQUE (setup, lineup, deal, seating)
);
"""
COLUMNS = "lineup, deal, seating, bots, seed, reason, scores, winners, ranking, plies, moves, seconds, slowest, program"


class Store:
    """An open results file."""

    def __init__(self, path: Path, must_exist: bool = False) -> None:
        """Open a file, or create it; ParlourError says why that failed."""
        self.path = path
        if must_exist and not path.is_file():
            raise ParlourError(f"there is no file {path}: 'parlour arena GAME --file {path}' creates it")
        try:
            self._connection = sqlite3.connect(path, timeout=30)
        except sqlite3.Error as problem:
            raise ParlourError(f"cannot open {path}: {problem}") from None
        try:
            self._check()
        except sqlite3.Error as problem:
            self.close()
            raise ParlourError(f"{path} cannot be used for results: {problem}") from None
        except ParlourError:
            self.close()
            raise

    def _check(self) -> None:
        with closing(self._connection.cursor()) as cursor:
            application = cursor.execute("PRAGMA application_id").fetchone()[0]
            version = cursor.execute("PRAGMA user_version").fetchone()[0]
            is_empty = cursor.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] == 0
        if not is_empty and application != APPLICATION:
            raise ParlourError(f"{self.path} is not a results file of the arena: choose another file")
        if not is_empty and version == 1:
            migrate_from_format_1(self._connection)
        elif not is_empty and version != FORMAT:
            raise ParlourError(f"{self.path} was written by another version of Parlour: choose another file")
        if is_empty:
            self._connection.executescript(
                f"PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {FORMAT}; {TABLES}"
            )

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def setup_number(self, key: str) -> int:
        """The number of the set-up with this key in this file; added if it is new."""
        with self._connection:
            self._connection.execute("INSERT OR IGNORE INTO setups (facts) VALUES (?)", (key,))
        found = self._connection.execute("SELECT id FROM setups WHERE facts = ?", (key,)).fetchone()
        return int(found[0])

    def setups(self) -> dict[int, dict[str, Any]]:
        """The facts of every set-up that has games, by its number."""
        rows = self._connection.execute(
            "SELECT id, facts FROM setups WHERE id IN (SELECT setup FROM games) ORDER BY id"
        )
        return {int(number): json.loads(facts) for number, facts in rows}

    def add_request(self, setup: int, request: Request) -> None:
        """Store a request. An equal one is stored only once."""
        row = (setup, canonical_json(request.bots), request.games, request.stop_when_sure)
        with self._connection:
            self._connection.execute("INSERT OR IGNORE INTO requests VALUES (?, ?, ?, ?)", row)

    def requests(self, setup: int) -> list[Request]:
        """The requests for a set-up, in order."""
        rows = self._connection.execute(
            "SELECT bots, games, stop_when_sure FROM requests WHERE setup = ? ORDER BY rowid", (setup,)
        )
        return [Request(tuple(json.loads(bots)), games, bool(is_short)) for bots, games, is_short in rows]

    def add(self, setup: int, games: Iterable[GameResult]) -> None:
        """Store finished games. A game that is already there is not replaced."""
        rows = [
            (
                setup,
                *(game.scheduled.lineup, game.scheduled.deal, game.scheduled.order),
                *(canonical_json(game.scheduled.bots), game.seed, game.reason),
                *map(canonical_json, (game.scores, game.winners, game.ranking)),
                game.plies,
                *map(canonical_json, (game.moves, _rounded(game.seconds), _rounded(game.slowest))),
                *(game.program, game.record),
            )
            for game in games
        ]
        marks = ", ".join("?" * len(COLUMNS.split(",")))
        with self._connection:
            self._connection.executemany(
                f"INSERT OR IGNORE INTO games (setup, {COLUMNS}, record) VALUES (?, {marks}, ?)", rows
            )

    def games(self, setup: int) -> list[GameResult]:
        """All games of a set-up, by deal, without their records."""
        rows = self._connection.execute(
            f"SELECT {COLUMNS} FROM games WHERE setup = ? ORDER BY deal, lineup, seating", (setup,)
        )
        return [_played(row) for row in rows]


def _rounded(seconds: list[float]) -> list[float]:
    return [round(number, 6) for number in seconds]


def _played(row: tuple[Any, ...]) -> GameResult:
    lineup, deal, order, bots, seed, reason, scores, winners, ranking, plies, moves, seconds, slowest, program = row
    return GameResult(
        scheduled=ScheduledGame(lineup, deal, order, tuple(json.loads(bots))),
        seed=seed,
        reason=reason,
        scores=json.loads(scores),
        winners=json.loads(winners),
        ranking=json.loads(ranking),
        plies=plies,
        moves=json.loads(moves),
        seconds=json.loads(seconds),
        slowest=json.loads(slowest),
        program=program,
        record=None,
    )
