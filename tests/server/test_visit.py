"""Two people play at a server, which may end at any time."""

from __future__ import annotations

import pytest

import parlour
from parlour.luck import Luck
from tests.server.client import Client
from tests.server.process import ServerProcess


@pytest.mark.parametrize("game", ["exago", "traxx", "cirplexed", "tracktic"])
def test_people_at_one_screen_play_to_the_end_while_someone_watches(game: str, visitor: Client, luck: Luck) -> None:
    table = visitor.open_table(game, ["me", "me"])
    with visitor.sit(table.id, *table.tokens.values()) as people, visitor.sit(table.id) as watcher:
        made = people.play_random(luck)
        watcher.wait_until(lambda: watcher.is_over)
        assert len(watcher.moves[None]) == made
    record = parlour.load(visitor.record(table.id))
    for seat in table.tokens:  # a record has the moves of a round in the order of seats, whoever chose first
        shown = [move["text"] for move in watcher.moves[None] if move["seat"] == seat]
        assert [text for mover, text in record.moves if mover == seat] == shown


def test_a_guest_takes_the_open_seat_and_answers_moves(visitor: Client, luck: Luck) -> None:
    table = visitor.open_table("exago", ["me", "open"])
    with Client(visitor.server) as friend, visitor.sit(table.id, table.tokens[0]) as host:
        taken = friend.take_seat(table.id, table.invitation, name="Ada")
        with friend.sit(table.id, taken.token) as guest:
            for _ in range(5):
                host.play_random(luck, most=1)
                guest.play_random(luck, most=1)
            host.wait_until(lambda: len(host.moves[0]) == 10)
            assert guest.moves[taken.seat] == host.moves[0]


def test_a_killed_server_comes_back_with_its_tables(client: Client, server: ServerProcess, luck: Luck) -> None:
    table = client.open_table("exago", ["me", "me"])
    with client.sit(table.id, *table.tokens.values()) as people:
        people.play_random(luck, most=5)
        people.wait_until(lambda: all(len(moves) == 5 for moves in people.moves.values()))
        server.kill()
    server.restart()
    with client.sit(table.id, *table.tokens.values()) as again:
        assert again.moves == people.moves
        again.play_random(luck)
