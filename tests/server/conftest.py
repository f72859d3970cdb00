"""A real server with a real database, for each test its own."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.client import Client
from tests.server.postgres import Postgres
from tests.server.process import ServerProcess
from tools.setup import postgres_folder


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL for this run's tests; each pytest process has its own."""
    if postgres_folder() is None:
        if os.environ.get("CI") == "true":
            pytest.fail("there is no PostgreSQL here, and CI must not go without: 'apt install postgresql'")
        pytest.skip("there is no PostgreSQL here: 'apt install postgresql'")
    server = Postgres()
    try:
        yield server
    finally:
        server.stop()


@pytest.fixture
def postgres_url(postgres: Postgres) -> Iterator[str]:
    """A new, empty database on PostgreSQL."""
    url = postgres.new_database()
    yield url
    postgres.drop_database(url)


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """A database file that is not there yet."""
    return f"sqlite:///{tmp_path / 'parlour.sqlite'}"


@pytest.fixture(params=["sqlite", "postgres"])
def database_url(request: pytest.FixtureRequest) -> str:
    """A new, empty database of either kind."""
    url: str = request.getfixturevalue(f"{request.param}_url")
    return url


@pytest.fixture
def server(database_url: str) -> Iterator[ServerProcess]:
    """A server without limits, for tests that ask much of it in a short time."""
    with ServerProcess(database_url, "--no-limits") as process:
        yield process


@pytest.fixture
def client(server: ServerProcess) -> Iterator[Client]:
    """A visitor of that server."""
    with Client(server) as visitor:
        yield visitor
