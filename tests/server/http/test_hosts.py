"""A server answers only to its own names, because a foreign page may make its name point here."""

from __future__ import annotations

import http.client
import socket
from collections.abc import Iterator

import httpx
import pytest

from parlour.server.http.hosts import is_known, known_names
from parlour.server.settings import Settings, local_address
from tests.server.client import PATIENCE, Client, Opened
from tests.server.command import refused_here
from tests.server.process import ServerProcess

PUBLIC = "https://games.example:8443"
MACHINE = socket.gethostname().lower()
KNOWN = [
    "127.0.0.1:PORT",
    "127.0.0.1",
    "[::1]:PORT",
    "[::1]",
    "[2001:db8::1]:8000",
    "192.168.1.20:PORT",
    "203.0.113.9",
    "localhost:PORT",
    "LOCALHOST",
    "localhost.:PORT",
    "parlour.localhost:PORT",
    "games.example:8443",
    "games.example",
    "Games.Example.",
    "tables.example.org",
    "second.example.org:1",
    f"{MACHINE}:PORT",
    f"{MACHINE.partition('.')[0]}.local:PORT",
]
UNKNOWN = [
    "",
    "evil.example",
    "evil.example:PORT",
    "127.0.0.1.evil.example:PORT",
    "localhost.evil.example",
    "evillocalhost",
    "games.example.evil",
    "evil.games.example",
    f"{MACHINE}.evil.example",
    "127.0.0.1@evil.example",
    "evil.example/127.0.0.1",
    "[evil.example]",
    "[::1",
    "::1:PORT:",
    "127.0.0.1:PORT:80",
    "x",
    "*",
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server with a public name and two more."""
    options = ("--public-url", PUBLIC, "--allowed-host", "tables.example.org", "--allowed-host", "Second.example.org")
    folder = tmp_path_factory.mktemp("hosts")
    with ServerProcess(f"sqlite:///{folder / 'parlour.sqlite'}", "--no-limits", *options) as process:
        yield process


@pytest.fixture(scope="module")
def table(server: ServerProcess) -> Opened:
    """A table to connect to."""
    with Client(server) as client:
        return client.open_table("exago", ["me", "me"])


def asked(server: ServerProcess, host: str, path: str = "/api/games", method: str = "GET") -> httpx.Response:
    headers = {"Host": host.replace("PORT", str(server.port))}
    return httpx.request(method, server.url + path, headers=headers, timeout=PATIENCE, trust_env=False)


def socket_status(server: ServerProcess, table: Opened, host: str) -> int:
    """The status of a socket's handshake."""
    with socket.create_connection(("127.0.0.1", server.port), PATIENCE) as connection:
        connection.sendall(
            f"GET /api/tables/{table.id}/socket HTTP/1.1\r\nHost: {host.replace('PORT', str(server.port))}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        answer = http.client.HTTPResponse(connection)
        answer.begin()
        return answer.status


@pytest.mark.parametrize("host", KNOWN)
def test_a_server_answers_to_its_own_names_and_to_addresses(server: ServerProcess, table: Opened, host: str) -> None:
    assert asked(server, host).status_code == 200
    assert asked(server, host, "/").status_code == 200
    assert socket_status(server, table, host) == 101


@pytest.mark.parametrize("host", UNKNOWN)
def test_a_name_that_is_not_its_own_is_refused(server: ServerProcess, table: Opened, host: str) -> None:
    for path, method in (("/", "GET"), ("/api/games", "GET"), ("/metrics", "GET"), ("/api/tables", "POST")):
        answer = asked(server, host, path, method)
        assert answer.status_code == 421
        assert answer.json()["code"] == "unknown_host"
        assert "--allowed-host" in answer.json()["sentence"]
        assert answer.headers["content-security-policy"]
    assert socket_status(server, table, host) == 421


def test_health_responds_to_any_host_name(server: ServerProcess) -> None:
    assert asked(server, "pod-17.cluster.example", "/healthz").json()["status"] == "ok"
    assert asked(server, "", "/healthz", "HEAD").status_code == 200


def test_a_request_without_a_host_is_refused(server: ServerProcess) -> None:
    with socket.create_connection(("127.0.0.1", server.port), PATIENCE) as connection:
        connection.sendall(b"GET /api/games HTTP/1.0\r\n\r\n")
        answer = http.client.HTTPResponse(connection)
        answer.begin()
        assert answer.status == 421


def test_a_server_on_the_local_network_answers_to_its_address_and_name() -> None:
    names = known_names(Settings(host="0.0.0.0", database="x"))
    assert is_known(f"{local_address()}:8000", names)
    assert is_known(f"{MACHINE.upper()}:8000", names)
    assert is_known("box.example:8000", known_names(Settings(host="box.example", database="x")))
    assert not is_known("0.0.0.0.evil.example", names)


@pytest.mark.parametrize("name", ["", "https://x.example", "x.example:80", "a b", "*", ".", "-x", "x/y"])
def test_a_bad_name_is_refused(name: str) -> None:
    sentence = refused_here("serve", "--allowed-host", name)
    assert sentence.startswith("--allowed-host: must be a name like games.example.org, not ")
