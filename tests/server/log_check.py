"""A table's log in a SQLite file, read back and played through."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

from parlour.games import find
from parlour.match import Match
from parlour.server.table import events


def assert_log_is_valid(file: Path, table: str) -> None:
    """Every match of a table can be read and replayed; numbers have no gaps, and no move is stored twice."""
    with sqlite3.connect(f"file:{file}?mode=ro", uri=True) as connection:
        (name, players), *_ = connection.execute("SELECT game, players FROM tables WHERE id = ?", (table,))
        matches = connection.execute("SELECT key, options, deal FROM matches WHERE table_id = ?", (table,)).fetchall()
        for key, options, deal in matches:
            wanted = 'SELECT seq, entry FROM log WHERE "match" = ? ORDER BY seq'
            rows = connection.execute(wanted, (key,)).fetchall()
            assert [seq for seq, _ in rows] == list(range(1, len(rows) + 1))
            _play_through(
                name, players, json.loads(options), json.loads(deal), [events.parse_entry(text) for _, text in rows]
            )
    connection.close()


def _play_through(game: str, players: int, options: Any, deal: Any, entries: list[events.Entry]) -> None:
    moves: list[tuple[int, str]] = []
    branch = 0
    for entry in entries:
        if isinstance(entry, events.Move):
            assert (entry.turn, entry.branch) == (sum(seat == entry.seat for seat, _ in moves), branch)
            moves.append((entry.seat, entry.text))
        elif isinstance(entry, events.Undo):
            assert entry.dropped == sorted(set(entry.dropped))
            moves = [move for ply, move in enumerate(moves) if ply not in entry.dropped]
            branch += 1
    match = Match.new(find(game), players, options, deal=deal)
    for seat, text in moves:
        match.play(seat, text)
