"""The PostgreSQL of the tests is configured like a real one, and leaves nothing behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psycopg
import pytest

from tests.server.postgres import ROOT, Postgres

A_RUN = """
import time
from tests.server.postgres import Postgres
server = Postgres()
print(server.new_database(), flush=True)
time.sleep(60)
"""


def asked(url: str, question: str) -> str:
    with psycopg.connect(url.replace("+psycopg", ""), connect_timeout=10) as connection:
        row = connection.execute(question.encode()).fetchone()
    assert row is not None
    return str(row[0])


def test_postgres_is_durable_and_allows_many_connections(postgres_url: str) -> None:
    assert asked(postgres_url, "SHOW fsync") == "on"
    assert asked(postgres_url, "SHOW synchronous_commit") == "on"
    assert asked(postgres_url, "SHOW max_connections") == "200"
    assert asked(postgres_url, "SHOW server_encoding") == "UTF8"
    assert asked(postgres_url, "SHOW listen_addresses") == "127.0.0.1"


def test_every_test_has_a_database_of_its_own(postgres: Postgres, postgres_url: str) -> None:
    with psycopg.connect(postgres_url.replace("+psycopg", "")) as connection:
        connection.execute("CREATE TABLE here (x int)")
    other = postgres.new_database()
    assert other != postgres_url
    assert asked(other, "SELECT count(*) FROM pg_tables WHERE tablename = 'here'") == "0"
    postgres.drop_database(other)
    with pytest.raises(psycopg.OperationalError):
        asked(other, "SELECT 1")


@pytest.mark.usefixtures("postgres")  # skips if PostgreSQL is missing
@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_nothing_is_left_after_the_tests(ending: signal.Signals) -> None:
    run = subprocess.Popen([sys.executable, "-c", A_RUN], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert run.stdout is not None
    try:
        url = run.stdout.readline().decode().strip()
        folder = Path(asked(url, "SHOW data_directory")).parent
        server = int((folder / "data" / "postmaster.pid").read_text().split()[0])
        run.send_signal(ending)
        run.wait(30)
        deadline = time.monotonic() + 30
        while folder.exists() and time.monotonic() < deadline:
            time.sleep(0.05)
        assert not folder.exists()
        with pytest.raises(ProcessLookupError):
            os.kill(server, 0)
    finally:
        run.kill()
        run.wait(30)
        run.stdout.close()
