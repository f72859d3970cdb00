"""A server with the usual limits, and a table at it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.client import PATIENCE, Client, Opened
from tests.server.process import ServerProcess

DAMAGED = "a" * 16  # the id of a table that nobody can read


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server as people run it, with limits."""
    file = tmp_path_factory.mktemp("limits") / "parlour.sqlite"
    with ServerProcess(f"sqlite:///{file}", "--public-url", "https://games.example:8443") as server:
        _damage(file)
        yield server


def _damage(file: Path) -> None:
    """A table whose options are no JSON: the one way to a fault that every server has."""
    with sqlite3.connect(file, timeout=PATIENCE) as connection:
        columns = "id, game, players, is_public, invitation, owner, visitor, opened, touched"
        connection.execute(f"INSERT INTO tables ({columns}) VALUES ('{DAMAGED}', 'exago', 2, 0, 'i', 'o', 'v', 0, 0)")
        columns = 'table_id, number, options, deal, salt, "commit", opened'
        connection.execute(f"INSERT INTO matches ({columns}) VALUES ('{DAMAGED}', 1, '{{damaged', '0', '', '', 0)")
    connection.close()


@pytest.fixture(scope="module")
def table(limited: ServerProcess) -> Iterator[tuple[Client, Opened]]:
    """One table for all these tests, since few may be opened in a short time."""
    with Client(limited) as client:
        opened = client.open_table("exago", ("me", "me"))
        client.sit(opened.id).close()  # its rules are ready from now on
        yield client, opened
