"""A server killed at any moment loses nothing that it has shown, and needs no repair."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
import sqlalchemy as sa

import parlour
from parlour.luck import Luck
from parlour.server.storage.schema import LOG, MATCHES
from tests.server.client import Client
from tests.server.process import ServerProcess
from tests.server.visitors import Guest, House, Opener, TableInPlay, agrees

GAMES = ["exago", "traxx", "cirplexed", "tracktic"]
PATIENCE = 120.0  # seconds within which play must continue, on a machine that is busy with other tests
MOST = 100  # acknowledged moves between two kills


def test_a_killed_server_keeps_every_acknowledged_move(database_url: str, luck: Luck) -> None:
    play_through_kills(database_url, luck, kills=5)


@pytest.mark.prove
def test_a_hundred_kills_lose_nothing(database_url: str, luck: Luck) -> None:
    play_through_kills(database_url, luck, kills=100)


def play_through_kills(url: str, luck: Luck, kills: int) -> None:
    with ServerProcess(url, "--no-limits") as server:
        house = House(server)
        try:
            furnish(house, luck)
            wait_for_moves(house, 20)
            for _ in range(kills):
                wait_for_moves(house, luck.below(MOST) * luck.below(2))  # half of the time soon after the start
                time.sleep(luck.below(1000) / 2000)
                house.is_open.clear()
                server.kill()
                server.start(server.port)
                before = {guest: len(guest.shown) for guest in guests(house)}
                house.is_open.set()
            wait(house, lambda: all(len(guest.shown) > seen for guest, seen in before.items()))
            wait_for_moves(house, 20)
        finally:
            house.end()
        house.check()
        check_log(house, url)
        assert server.stop() == 0
        assert "Traceback" not in server.log(), server.log()


def furnish(house: House, luck: Luck) -> None:
    """Ten tables: two people, one screen, people with bots, bots alone; and someone who opens more."""
    with Client(house.server) as client:
        for number, game in enumerate(GAMES):
            for kind in ("apart", "with bots", "bots") if number % 2 else ("one screen", "with bots"):
                seats = {"with bots": ["me", "greedy", "random"], "bots": ["random"] * 2}.get(kind, ["me", "me"])
                table = TableInPlay(client.open_table(game, seats), game)
                house.tables.append(table)
                tokens = list(table.opened.tokens.values())
                for one, held in enumerate([[token] for token in tokens] if kind == "apart" else [tokens]):
                    house.add(Guest(house, f"{luck.seed} {game} {kind} {one}", table, held))
    house.add(Opener(house, f"{luck.seed} opener", GAMES))


def guests(house: House) -> list[Guest]:
    return [visitor for visitor in house.visitors if isinstance(visitor, Guest)]


def wait_for_moves(house: House, more: int) -> None:
    wanted = house.moves + more
    wait(house, lambda: house.moves >= wanted)


def wait(house: House, holds: Any) -> None:
    deadline = time.monotonic() + PATIENCE
    while not holds():
        house.check()
        assert time.monotonic() < deadline, f"play does not go on; the server said:\n{house.server.log()[-3000:]}"
        time.sleep(0.005)


Moves = list[tuple[int, str]]


def check_log(house: House, url: str) -> None:
    """The log has no gaps and no duplicate moves, and agrees with everything anyone was shown."""
    logs = read_logs(url)
    for table in house.tables:
        assert table.opened.id in logs, "a table that was opened is gone"
    with Client(house.server) as client:
        for table_id, matches in logs.items():
            folded = [fold(entries) for _, entries in matches]
            for number, ((has_ended, _), after) in enumerate(zip(matches, folded, strict=True), 1):
                assert has_ended or number == len(matches)
                if has_ended:
                    record = parlour.load(client.record(table_id, number))
                    assert record.outcome is not None
                    for seat in range(record.players):  # records list simultaneous rounds in order of seats
                        assert moves_of(record.moves, seat) == moves_of(after[-1], seat)
            for guest in guests(house):
                if guest.table.opened.id == table_id:
                    for shown in guest.shown:
                        after = folded[shown.match - 1]
                        assert shown.seq < len(after), f"{shown} is not in the log"
                        assert agrees(after[shown.seq], shown.moves), f"{shown} is not what the log says"


def moves_of(moves: Moves, seat: int) -> list[str]:
    return [text for mover, text in moves if mover == seat]


def read_logs(url: str) -> dict[str, list[tuple[bool, list[dict[str, Any]]]]]:
    """For each table, its matches: whether each has ended, and the entries of its log."""
    logs: dict[str, list[tuple[bool, list[dict[str, Any]]]]] = {}
    engine = sa.create_engine(url)
    with engine.connect() as connection:
        for match in connection.execute(MATCHES.select().order_by(MATCHES.c.table_id, MATCHES.c.number)):
            rows = connection.execute(LOG.select().where(LOG.c.match == match.key).order_by(LOG.c.seq)).all()
            assert [row.seq for row in rows] == list(range(1, len(rows) + 1)), "the log has a gap"
            entries = [json.loads(row.entry) for row in rows]
            places = [(e["seat"], e["turn"], e["branch"]) for e in entries if e["kind"] == "move"]
            assert len(places) == len(set(places)), "a move is there twice"
            matches = logs.setdefault(match.table_id, [])
            matches.append((match.ended is not None, entries))
            assert match.number == len(matches)
    engine.dispose()
    return logs


def fold(entries: list[dict[str, Any]]) -> list[Moves]:
    """The moves after each number of entries."""
    after: list[Moves] = [[]]
    for entry in entries:
        moves = after[-1]
        if entry["kind"] == "move":
            moves = [*moves, (entry["seat"], entry["text"])]
        elif entry["kind"] == "undo":
            moves = [move for ply, move in enumerate(moves) if ply not in entry["dropped"]]
        after.append(moves)
    return after
