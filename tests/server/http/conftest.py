"""A server with the default limits, and a table on it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.client import PATIENCE, Client, Opened
from tests.server.process import ServerProcess

DAMAGED = "a" * 16  # the id of a damaged table


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server with the default limits."""
    file = tmp_path_factory.mktemp("limits") / "parlour.sqlite"
    with ServerProcess(f"sqlite:///{file}", "--public-url", "https://games.example:8443") as server:
        _damage(file)
        yield server


def _damage(file: Path) -> None:
    """A table whose options are not JSON: the only way to an internal error on every server."""
    with sqlite3.connect(file, timeout=PATIENCE) as connection:
        columns = "id, game, players, is_public, invitation, owner, visitor, opened, touched"
        connection.execute(f"INSERT INTO tables ({columns}) VALUES ('{DAMAGED}', 'exago', 2, 0, 'i', 'o', 'v', 0, 0)")
        columns = 'table_id, number, options, deal, salt, "commit", opened'
        connection.execute(f"INSERT INTO matches ({columns}) VALUES ('{DAMAGED}', 1, '{{damaged', '0', '', '', 0)")
    connection.close()


@pytest.fixture(scope="module")
def table(limited: ServerProcess) -> Iterator[tuple[Client, Opened]]:
    """A table shared by all these tests, since the rate of opening tables is limited."""
    with Client(limited) as client:
        opened = client.open_table("exago", ("me", "me"))
        client.sit(opened.id).close()  # its rules are ready from now on
        yield client, opened
