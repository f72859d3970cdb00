"""Fixtures: real servers with real databases."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.client import Client
from tests.server.impatient import Impatient
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
    """A database file that does not exist yet."""
    return f"sqlite:///{tmp_path / 'parlour.sqlite'}"


@pytest.fixture(params=["sqlite", "postgres"])
def database_url(request: pytest.FixtureRequest) -> str:
    """A new, empty database of either kind."""
    url: str = request.getfixturevalue(f"{request.param}_url")
    return url


@pytest.fixture(scope="session")
def sqlite_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server without limits, shared by many tests: each opens its own tables."""
    with ServerProcess(f"sqlite:///{tmp_path_factory.mktemp('house') / 'parlour.sqlite'}", "--no-limits") as process:
        wait_for_rules(process)
        yield process


@pytest.fixture(scope="session")
def postgres_house(postgres: Postgres) -> Iterator[ServerProcess]:
    """The same on PostgreSQL."""
    with ServerProcess(postgres.new_database(), "--no-limits") as process:
        wait_for_rules(process)
        yield process


@pytest.fixture(params=["sqlite", "postgres"])
def house(request: pytest.FixtureRequest) -> ServerProcess:
    """A server of either kind, shared by many tests; both run until the end of the session."""
    process: ServerProcess = request.getfixturevalue(f"{request.param}_house")
    return process


@pytest.fixture(scope="session")
def sqlite_hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server where absent people can be replaced immediately, shared like the house."""
    with Impatient(f"sqlite:///{tmp_path_factory.mktemp('hasty') / 'parlour.sqlite'}", "--no-limits") as process:
        wait_for_rules(process, "exago")
        yield process


@pytest.fixture(scope="session")
def postgres_hasty(postgres: Postgres) -> Iterator[ServerProcess]:
    """The same on PostgreSQL."""
    with Impatient(postgres.new_database(), "--no-limits") as process:
        wait_for_rules(process, "exago")
        yield process


@pytest.fixture(params=["sqlite", "postgres"])
def hasty(request: pytest.FixtureRequest) -> ServerProcess:
    """A server of either kind where absent people can be replaced immediately."""
    process: ServerProcess = request.getfixturevalue(f"{request.param}_hasty")
    return process


@pytest.fixture
def visitor(house: ServerProcess) -> Iterator[Client]:
    """A visitor of that server."""
    with Client(house) as client:
        yield client


def wait_for_rules(server: ServerProcess, *games: str) -> None:
    """Wait until these games, or all, are compiled, which takes more than a minute on a new machine."""
    deadline = time.monotonic() + 600
    with Client(server) as client:
        while True:
            ready = client.ask("GET", "/healthz")["ready"]
            if all(ready[game] for game in games or ready):
                return
            assert time.monotonic() < deadline, f"the rules did not get ready; the server said:\n{server.log()}"
            time.sleep(0.05)


@pytest.fixture
def server(database_url: str) -> Iterator[ServerProcess]:
    """A server without limits, for tests that send many requests in a short time."""
    with ServerProcess(database_url, "--no-limits") as process:
        yield process


@pytest.fixture
def client(server: ServerProcess) -> Iterator[Client]:
    """A visitor of that server."""
    with Client(server) as visitor:
        yield visitor
