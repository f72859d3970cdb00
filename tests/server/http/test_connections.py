"""Connections that never finish, are too many, or are malformed."""

from __future__ import annotations

import asyncio
import json
import re
import resource
import socket as plain
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from uvicorn.config import Config
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.server import ServerState

from parlour.server import logging_setup
from parlour.server.http import connections, file_descriptors, limits
from tests.server.client import PATIENCE, Client, wait_until
from tests.server.coroutines import finished
from tests.server.http.test_limits import visitor_from
from tests.server.process import ServerProcess

LIMITS = limits.Limits()
FILES = 256
HALF = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Half: "
UNFINISHED = (
    b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 9999\r\n\r\n{"
)
LATER = b"GET /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"  # a complete request, followed by half of one
SOCKET = (
    b"GET /api/tables/aaaaaaaaaaaaaaaa/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
    b"Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
)

NONSENSE = (b"nonsense\r\n\r\n", b"GET / HTTP/1.1\r\nbad name: x\r\n\r\n", b"\x16\x03\x01\x00\r\n\r\n")
OTHER_UPGRADE = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: upgrade\r\nUpgrade: h2c\r\n\r\n"


class WithFewFiles(ServerProcess):
    """A server with a low limit of file descriptors, connections included."""

    def command(self) -> list[str]:
        """Through a shell, which lowers the limit for good."""
        return ["sh", "-c", f'ulimit -n {FILES}; exec "$@"', "sh", *super().command()]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server with the default limits."""
    with ServerProcess(f"sqlite:///{tmp_path_factory.mktemp('connections') / 'parlour.sqlite'}") as process:
        yield process


@contextmanager
def connected(server: ServerProcess, first: bytes, source: str = "127.0.0.1") -> Iterator[plain.socket]:
    """A connection that has sent only this."""
    with plain.create_connection(("127.0.0.1", server.port), PATIENCE, source_address=(source, 0)) as connection:
        with suppress(BrokenPipeError, ConnectionResetError):
            connection.sendall(first)
        yield connection


def is_ended(connection: plain.socket) -> bool:
    """Whether the server has ended it."""
    connection.setblocking(False)
    try:
        return connection.recv(65536) == b""
    except BlockingIOError:
        return False
    except ConnectionResetError:
        return True


def figure(server: ServerProcess, name: str) -> float:
    """One of the metrics for Prometheus; 0 if nothing was counted yet."""
    text = httpx.get(f"{server.url}/metrics", timeout=PATIENCE, trust_env=False).text
    found = re.search(rf"^{re.escape(name)} (\S+)$", text, re.MULTILINE)
    return float(found[1]) if found else 0.0


def page(server: ServerProcess) -> int:
    """The response to a newcomer's single request on a new connection."""
    return httpx.get(f"{server.url}/", timeout=PATIENCE, trust_env=False).status_code


# -- time -------------------------------------------------------------------------------------------------------------


def test_unfinished_requests_are_disconnected(server: ServerProcess) -> None:
    """Not even clients that send a byte now and then stay; all are tested together, since the server waits a while."""
    with ExitStack() as stack:
        silent = [stack.enter_context(connected(server, first)) for first in (b"", b"G", HALF, UNFINISHED, LATER)]
        trickling = [stack.enter_context(connected(server, first)) for first in (HALF, UNFINISHED)]
        later = silent[-1]
        assert later.recv(65536).startswith(b"HTTP/1.1 200 ")
        later.sendall(HALF)
        open_yet = {*silent, *trickling}
        deadline = time.monotonic() + 4 * PATIENCE
        while open_yet := {connection for connection in open_yet if not is_ended(connection)}:
            assert time.monotonic() < deadline
            for connection in open_yet.intersection(trickling):
                with suppress(OSError):
                    connection.send(b"x")
            time.sleep(0.2)
    for why in ("head", "body"):
        assert figure(server, f'parlour_connections_ended_total{{why="{why}"}}') >= 2


async def no_app(scope: Any, receive: Any, send: Any) -> None:
    """An application that never responds."""


def test_clients_that_do_not_read_responses_are_disconnected(monkeypatch: pytest.MonkeyPatch) -> None:
    """A minute is too long for a test: this runs the connection's code with a transport that accepts nothing."""
    monkeypatch.setattr(connections, "ANSWER_SECONDS", 0.0)

    class Deaf:
        is_aborted = False

        def is_closing(self) -> bool:
            return False

        def abort(self) -> None:
            self.is_aborted = True

    async def living() -> bool:
        everybody = connections.Connections(limits.Gate(None), None)
        state = {connections.STATE: everybody}
        connection = connections.HttpConnection(Config(no_app, log_config=None), ServerState(), state)
        connection.transport = deaf = Deaf()  # type: ignore[assignment]
        connection.flow = FlowControl(connection.transport)
        connection.pause_writing()
        connection.resume_writing()
        await asyncio.sleep(0.05)
        assert not deaf.is_aborted, "it had caught up"
        connection.pause_writing()
        await asyncio.sleep(0.05)
        return deaf.is_aborted

    assert finished(living())


@pytest.mark.parametrize(
    "rest",
    [
        b"X: " + b"x" * 9000 + b"\r\n\r\n",
        b"".join(b"X%d: x\r\n" % number for number in range(200)) + b"\r\n",
        b"Content-Length: 5\r\n\r\nhello",
        b"Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n",
        b"Content-Length: 5\r\n\r\n",
    ],
    ids=["a long header", "many headers", "a body", "chunks", "no body"],
)
def test_a_malformed_handshake_gets_a_response(server: ServerProcess, rest: bytes) -> None:
    before = figure(server, "parlour_malformed_requests_total")
    with connected(server, SOCKET + rest) as connection:
        received = b""
        with suppress(ConnectionResetError):
            while more := connection.recv(65536):
                received += more
        assert received.startswith(b"HTTP/1.1 400 ")
    assert figure(server, "parlour_malformed_requests_total") == before + 1


# -- number -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("first", [b"", HALF, UNFINISHED], ids=["silence", "half a head", "half a body"])
def test_a_flood_of_connections_does_not_lock_out_newcomers(tmp_path: Path, first: bytes) -> None:
    """They come from this machine, as if through a proxy, so that the limit per address does not apply."""
    with WithFewFiles(f"sqlite:///{tmp_path / 'parlour.sqlite'}") as server, ExitStack() as stack:
        assert page(server) == 200
        for number in range(2 * FILES):
            stack.enter_context(connected(server, first))
            if number % 100 == 99:
                assert page(server) == 200
        with Client(server) as client:
            opened = client.open_table("exago", ["me", "me"])
            with client.sit(opened.id, opened.tokens[0]) as socket:
                socket.move(0, "f6")
        assert figure(server, 'parlour_connections_ended_total{why="room"}') > 0
        lines = [line for line in server.log().splitlines() if "file descriptors run low" in line]
        assert len(lines) == 1
        assert json.loads(lines[0])["most"] == FILES
        assert "Traceback" not in server.log()


def test_connections_per_address_are_limited(server: ServerProcess) -> None:
    with ExitStack() as stack:
        own = [stack.enter_context(connected(server, HALF, "127.0.0.21")) for _ in range(LIMITS.connections + 50)]
        wait_until(lambda: figure(server, 'parlour_connections_ended_total{why="too_many"}') >= 50, "all may stay")
        with visitor_from(server, "127.0.0.22") as other:
            assert _is_let_in(other)
        assert len(own) == LIMITS.connections + 50
    with visitor_from(server, "127.0.0.21") as visitor:
        wait_until(lambda: _is_let_in(visitor), "their end is not noticed")


def _is_let_in(visitor: httpx.Client) -> bool:
    try:
        return visitor.get("/api/games").status_code == 200
    except httpx.TransportError:
        return False


def test_a_proxy_has_no_connection_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "127.0.0.31")
    with ServerProcess(f"sqlite:///{tmp_path / 'parlour.sqlite'}") as server, ExitStack() as stack:
        for proxy in ("127.0.0.1", "127.0.0.31"):
            for _ in range(LIMITS.connections + 50):
                stack.enter_context(connected(server, HALF, proxy))
            assert page(server) == 200
        assert figure(server, 'parlour_connections_ended_total{why="too_many"}') == 0


def test_a_socket_no_longer_counts_as_a_connection() -> None:
    gate = limits.Gate(limits.Limits(connections=1, sockets=1))
    assert gate.socket_opened("connection", "192.0.2.1")
    assert not gate.socket_opened("connection", "192.0.2.1")
    assert gate.socket_opened("address", "192.0.2.1")
    gate.socket_closed("connection", "192.0.2.1")
    assert gate.socket_opened("connection", "192.0.2.1")


def test_connections_that_became_sockets_make_room_for_others(server: ServerProcess) -> None:
    """More sockets than an address may have connections, one after another: each upgrade must free its slot."""
    address = "127.0.0.41"
    with ExitStack() as stack:
        halves = [stack.enter_context(connected(server, HALF, address)) for _ in range(LIMITS.connections - 5)]
        for _ in range(20):
            connection = stack.enter_context(connected(server, SOCKET + b"\r\n", address))
            assert connection.recv(65536).startswith(b"HTTP/1.1 101 ")
        assert halves


def test_the_server_raises_its_file_descriptor_limit() -> None:
    program = (
        "import resource; from parlour.server.http import file_descriptors; "
        "resource.setrlimit(resource.RLIMIT_NOFILE, (300, 400)); "
        "file_descriptors.raise_limit(); print(file_descriptors.most())"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=PATIENCE, check=True)
    assert ran.stdout == "400\n"
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    assert file_descriptors.most() == (None if soft == resource.RLIM_INFINITY else soft)
    assert soft <= hard or hard == resource.RLIM_INFINITY


# -- the log ----------------------------------------------------------------------------------------------------------


def test_malformed_requests_are_counted_and_logged_once_a_minute(tmp_path: Path) -> None:
    with ServerProcess(f"sqlite:///{tmp_path / 'parlour.sqlite'}", "--no-limits") as server:
        for _ in range(20):
            for nonsense in (
                b"nonsense\r\n\r\n",
                b"GET / HTTP/1.1\r\nbad name: x\r\n\r\n",
                b"\x16\x03\x01\x00\r\n\r\n",
            ):
                with connected(server, nonsense) as connection:
                    assert connection.recv(65536).startswith(b"HTTP/1.1 400 ")
            for frame in (b"\x81\x82\0\0\0\0\xff\xff", b"\xff\xff\0\0\0\0"):  # invalid UTF-8; not a frame at all
                with connected(server, SOCKET + b"\r\n") as connection:
                    assert connection.recv(65536).startswith(b"HTTP/1.1 101 ")
                    connection.sendall(frame)
                    while connection.recv(65536):
                        pass
            with connected(
                server, b"GET / HTTP/1.1\r\nHost: [::1]\r\nConnection: upgrade\r\nUpgrade: h2c\r\n\r\n"
            ) as one:
                assert one.recv(65536).startswith(b"HTTP/1.1 200 ")
        wait_until(lambda: figure(server, "parlour_malformed_requests_total") == 100, "some were not counted")
        log = server.log()
        told = log.count('"malformed requests"')
        assert 1 <= told < 10, "one in a minute, and this takes no ten"
        assert "Invalid" not in log
        assert "Unsupported" not in log
        assert "Traceback" not in log


def test_a_summary_logs_the_first_event_immediately_and_then_the_count(caplog: pytest.LogCaptureFixture) -> None:
    async def living() -> None:
        summary = logging_setup.Summary("nonsense", seconds=0.01, most=3)
        for _ in range(5):
            summary.note()
        while len(caplog.records) < 2:
            await asyncio.sleep(0.01)
        summary.note()
        while len(caplog.records) < 3:
            await asyncio.sleep(0.01)

    finished(living())
    assert [(record.message, record.count, record.most) for record in caplog.records] == [  # type: ignore[attr-defined]
        ("nonsense", 1, 3),
        ("nonsense", 4, 3),
        ("nonsense", 1, 3),
    ]
