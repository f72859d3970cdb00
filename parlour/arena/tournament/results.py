"""Results in one SQLite file: what was finished is in it, whatever happens afterwards."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from types import TracebackType
from typing import Any

from parlour.arena.tournament.schedule import Fixture
from parlour.arena.tournament.worker import Played
from parlour.errors import ParlourError
from parlour.luck import canonical_json

APPLICATION = 0x5061726C  # "Parl": what SQLite calls an application id
FORMAT = 1

TABLES = """
CREATE TABLE IF NOT EXISTS setups (
    id INTEGER PRIMARY KEY,
    facts TEXT NOT NULL UNIQUE            -- JSON: game, rules, players, options, seed, effort, mixed
);
CREATE TABLE IF NOT EXISTS commands (
    setup INTEGER NOT NULL REFERENCES setups,
    command TEXT NOT NULL,
    UNIQUE (setup, command)
);
CREATE TABLE IF NOT EXISTS games (
    setup INTEGER NOT NULL REFERENCES setups,
    contest TEXT NOT NULL,                -- the bots that are compared, weakest first
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
    UNIQUE (setup, contest, deal, seating)
);
"""
COLUMNS = (
    "contest, deal, seating, bots, seed, reason, scores, winners, ranking, plies, moves, seconds, slowest, program"
)


class Store:
    """An open file of results."""

    def __init__(self, path: Path, must_exist: bool = False) -> None:
        """Opens a file, or makes it; ParlourError says why that cannot be."""
        self.path = path
        if must_exist and not path.is_file():
            raise ParlourError(f"there is no file {path}: 'parlour arena GAME --file {path}' makes it")
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
            raise ParlourError(f"{self.path} holds something else than results of the arena: choose another file")
        if not is_empty and version != FORMAT:
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
        """The number of a set-up in this file, given as the text of its facts."""
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

    def note_command(self, setup: int, command: str) -> None:
        """Remember how results came to be."""
        with self._connection:
            self._connection.execute("INSERT OR IGNORE INTO commands VALUES (?, ?)", (setup, command))

    def commands(self, setup: int) -> list[str]:
        """How results came to be."""
        rows = self._connection.execute("SELECT command FROM commands WHERE setup = ? ORDER BY rowid", (setup,))
        return [str(command) for (command,) in rows]

    def add(self, setup: int, games: Iterable[Played]) -> None:
        """Keep finished games; one that is there already stays as it is."""
        rows = [
            (
                setup,
                *(game.fixture.contest, game.fixture.deal, game.fixture.order),
                *(canonical_json(game.fixture.bots), game.seed, game.reason),
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

    def games(self, setup: int) -> list[Played]:
        """All games of a set-up, by deal, without their records."""
        rows = self._connection.execute(
            f"SELECT {COLUMNS} FROM games WHERE setup = ? ORDER BY deal, contest, seating", (setup,)
        )
        return [_played(row) for row in rows]


def _rounded(seconds: list[float]) -> list[float]:
    return [round(number, 6) for number in seconds]


def _played(row: tuple[Any, ...]) -> Played:
    contest, deal, order, bots, seed, reason, scores, winners, ranking, plies, moves, seconds, slowest, program = row
    return Played(
        fixture=Fixture(contest, deal, order, tuple(json.loads(bots))),
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
